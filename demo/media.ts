import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image } from '#contract/shapes.ts'
import type { Config } from '#server/platform/config.ts'
import { mediaFolder } from '#server/platform/pictures/media-folder.ts'
import { openSideProcess } from '#server/platform/side-process.ts'
import type { jobs } from './drawings.ts'
import type { Recipe } from './pictures.ts'

type DrawnPicture = Omit<Image, 'alt'>

/** The version of all drawings. Raise it to draw all pictures again. */
const pictureVersion = 4

/**
 * The number of pictures that are in progress at the same time. Some of these pictures are drawn while others are
 * encoded. To keep two encoders busy, more than two pictures must be in progress.
 */
const concurrency = 4

const runSideJob = openSideProcess<typeof jobs>('demo/drawings.ts')

/** Draws and stores all missing pictures in the order of `recipes`. Returns all pictures by recipe. */
export async function makePictures(config: Config, recipes: Iterable<Recipe>): Promise<Map<Recipe, DrawnPicture>> {
  const folder = mediaFolder(config)
  await mkdir(folder, { recursive: true })
  const list = join(folder, 'recipes.json')
  const storedList = await readList(list)
  const pictures = new Map<Recipe, DrawnPicture>()
  const missing: Recipe[] = []
  for (const recipe of new Set(recipes)) {
    const drawn = storedList[key(recipe)]
    if (drawn && (await fileExists(folder, drawn))) pictures.set(recipe, drawn)
    else missing.push(recipe)
  }
  if (missing.length === 0) return pictures
  const queue = missing.values()
  const worker = async () => {
    for (const recipe of queue) {
      pictures.set(recipe, await runSideJob('draw', { DATA_DIR: config.DATA_DIR }, recipe))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const current = Object.entries(storedList).filter(([name]) => name.startsWith(key('')))
  await writeList(
    list,
    Object.fromEntries([...current, ...[...pictures].map(([recipe, drawn]) => [key(recipe), drawn])]),
  )
  return pictures
}

function key(recipe: Recipe) {
  return `${pictureVersion} ${recipe}`
}

async function readList(file: string): Promise<Record<string, DrawnPicture | undefined>> {
  return readFile(file, 'utf8')
    .then(JSON.parse, () => ({}))
    .catch(() => ({}))
}

async function writeList(file: string, list: Record<string, DrawnPicture | undefined>) {
  const temporaryFile = `${file}.${process.pid}`
  await writeFile(temporaryFile, JSON.stringify(list))
  await rename(temporaryFile, file)
}

function fileExists(folder: string, { src }: DrawnPicture): Promise<boolean> {
  return access(join(folder, src.slice('/media/'.length))).then(
    () => true,
    () => false,
  )
}
