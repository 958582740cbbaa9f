import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import rendered from './rendered.json' with { type: 'json' }

/** Hashes of a rendered picture. `row`: of the values from which it was rendered. `picture`: of the image file. */
export interface Rendered {
  row: string
  picture: string
}

/**
 * All rendered pictures by name. A scene's picture has the scene's name, a product's first picture the product's id.
 * Further pictures of a product have a number after the id, from 2 on.
 */
export const renderedPictures: Record<string, Rendered> = rendered

export const renderedFolder = join('demo', 'renders', 'pictures')

const recipeWord = 'render'
const sceneWord = 'scene'

/** Recipes of a product's rendered pictures; empty if it has none. A recipe changes whenever its picture changes. */
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

/** Names that pictures of a product can have, the lead picture's first. */
export function namesOf(id: string): string[] {
  return [id, `${id}-2`, `${id}-3`]
}

/** Reads the rendered picture of a recipe. Empty for a recipe of a drawn one. */
export async function readRendered(recipe: string): Promise<Buffer[]> {
  const [, name] = /^(?:render|scene) (\S+)/.exec(recipe) ?? []
  return name ? [await readFile(join(renderedFolder, `${name}.avif`))] : []
}
