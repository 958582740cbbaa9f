import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import rendered from './rendered.json' with { type: 'json' }

/** Hashes of a rendered picture: of the row that it shows, and of the picture itself. */
export interface Rendered {
  row: string
  picture: string
}

/** All rendered pictures by name: the product's id, followed by a number from the second picture on. */
export const renderedPictures: Record<string, Rendered> = rendered

export const renderedFolder = join('demo', 'renders', 'pictures')

const recipeWord = 'render'

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

/** The recipe of a wide picture: the first rendered pictures of two products, side by side. */
export function pairOf(one: string, other: string): string {
  return [leadOf(one), leadOf(other)].join(' ')
}

/** Names that pictures of a product can have, the lead picture's first. */
export function namesOf(id: string): string[] {
  return [id, `${id}-2`, `${id}-3`]
}

/** Reads the rendered pictures of a recipe: one for a normal picture, two for a wide one, and none for a drawn one. */
export function readRendered(recipe: string): Promise<Buffer[]> {
  const names = [...recipe.matchAll(/(?:^| )render (\S+)/g)].map(([, name]) => name)
  return Promise.all(names.map((name) => readFile(join(renderedFolder, `${name}.avif`))))
}
