import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image } from '#contract/shapes.ts'
import type { Config } from '#server/platform/config.ts'
import { mediaFolder } from '#server/platform/pictures/media-folder.ts'
import { openSideProcess } from '#server/platform/side-process.ts'
import type { jobs } from './drawings.ts'
import type { Recipe } from './pictures.ts'

type Drawn = Omit<Image, 'alt'>

/** The version of all drawings. Raise it to draw all pictures again. */
const pictureVersion = 4

/**
 * The number of pictures that are in progress at the same time. Some of these pictures are drawn while others are
 * encoded. To keep two encoders busy, more than two pictures must be in progress.
 */
const atOnce = 4

const askBeside = openSideProcess<typeof jobs>('demo/drawings.ts')

/** Draws and stores all missing pictures in the order of `recipes`. Returns all pictures by recipe. */
export async function makePictures(config: Config, recipes: Iterable<Recipe>): Promise<Map<Recipe, Drawn>> {
  const folder = mediaFolder(config)
  await mkdir(folder, { recursive: true })
  const list = join(folder, 'recipes.json')
  const known = await readList(list)
  const made = new Map<Recipe, Drawn>()
  const missing: Recipe[] = []
  for (const recipe of new Set(recipes)) {
    const drawn = known[key(recipe)]
    if (drawn && (await isThere(folder, drawn))) made.set(recipe, drawn)
    else missing.push(recipe)
  }
  if (missing.length === 0) return made
  const queue = missing.values()
  const worker = async () => {
    for (const recipe of queue) {
      made.set(recipe, await askBeside('draw', { DATA_DIR: config.DATA_DIR }, recipe))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const current = Object.entries(known).filter(([named]) => named.startsWith(key('')))
  await writeList(list, Object.fromEntries([...current, ...[...made].map(([recipe, drawn]) => [key(recipe), drawn])]))
  return made
}

function key(recipe: Recipe) {
  return `${pictureVersion} ${recipe}`
}

async function readList(file: string): Promise<Record<string, Drawn | undefined>> {
  return readFile(file, 'utf8')
    .then(JSON.parse, () => ({}))
    .catch(() => ({}))
}

async function writeList(file: string, list: Record<string, Drawn | undefined>) {
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, JSON.stringify(list))
  await rename(unfinished, file)
}

function isThere(folder: string, { src }: Drawn): Promise<boolean> {
  return access(join(folder, src.slice('/media/'.length))).then(
    () => true,
    () => false,
  )
}
