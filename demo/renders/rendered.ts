import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import rendered from './rendered.json' with { type: 'json' }

/**
 * The hashes of a rendered picture. `row` is the hash of the values from which the picture was rendered, and `picture`
 * is the hash of the image file.
 */
export interface Rendered {
  row: string
  picture: string
}

/**
 * All rendered pictures by name. The picture of a scene has the scene's name. The first picture of a product has the
 * product's id as its name. Each further picture has the id and a number, from 2 on.
 */
export const renderedPictures: Record<string, Rendered> = rendered

export const renderedFolder = join('demo', 'renders', 'pictures')

const recipeWord = 'render'
const sceneWord = 'scene'

/**
 * The recipes of a product's rendered pictures. Empty if the product has no rendered picture. A recipe changes whenever
 * its picture changes.
 */
export function renderedRecipes(id: string): string[] {
  return namesOf(id).flatMap((name) => {
    const found = renderedPictures[name]
    return found ? [`${recipeWord} ${name} ${found.picture}`] : []
  })
}

/** The recipe of a product's first rendered picture. */
export function leadOf(id: string): string {
  return `${recipeWord} ${id} ${renderedPictures[id]?.picture}`
}

/** The recipe of a scene, which is a wide picture. */
export function sceneOf(name: string): string {
  return `${sceneWord} ${name} ${renderedPictures[name]?.picture}`
}

export function isScene(recipe: string): boolean {
  return recipe.startsWith(`${sceneWord} `)
}

/** The names that pictures of a product can have. The name of the first picture comes first. */
export function namesOf(id: string): string[] {
  return [id, `${id}-2`, `${id}-3`]
}

/** Reads the rendered picture of a recipe. Returns an empty list if the recipe describes a drawn picture. */
export async function readRendered(recipe: string): Promise<Buffer[]> {
  const [, name] = /^(?:render|scene) (\S+)/.exec(recipe) ?? []
  return name ? [await readFile(join(renderedFolder, `${name}.avif`))] : []
}
