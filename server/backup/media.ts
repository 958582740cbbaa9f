import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '#server/platform/database/sync-folder.ts'

/**
 * Matches the names of the files that `storeImage` writes, and the name of the demonstration's list of pictures. Names
 * of unfinished files have one more dot, so they do not match.
 */
const mediaPath = /^(?:[0-9a-f]{32}\/)?[\w-]+\.[a-z0-9]+$/

/**
 * Whether a path is valid for one of the shop's files: at most one folder below the media folder, and never above it.
 */
export function isMediaPath(path: string): boolean {
  return mediaPath.test(path)
}

/** Opens the files below the media folder one after the other. Omits files that disappear meanwhile. */
export async function* openMedia(folder: string): AsyncGenerator<{ path: string; content: Readable; size: number }> {
  for await (const path of listMedia(folder)) {
    const handle = await open(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!handle) continue
    const { size } = await handle.stat()
    // Reads no further than the size of the entry, even if the file grows meanwhile.
    const content = size > 0 ? handle.createReadStream({ end: size - 1 }) : Readable.from([])
    yield { path, content, size }
    if (size === 0) await handle.close()
  }
}

async function* listMedia(folder: string): AsyncGenerator<string> {
  for (const name of await namesIn(folder)) {
    if (name.isFile() && isMediaPath(name.name)) yield name.name
    if (!name.isDirectory()) continue
    for (const file of await namesIn(join(folder, name.name))) {
      const path = `${name.name}/${file.name}`
      if (file.isFile() && isMediaPath(path)) yield path
    }
  }
}

async function namesIn(folder: string) {
  const names = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Writes a file below the media folder. It appears completely or not at all. */
export async function writeMedia(folder: string, path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.${randomUUID()}`
  try {
    await pipeline(content, createWriteStream(unfinished, { flush: true }))
    await rename(unfinished, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
