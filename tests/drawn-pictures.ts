import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { mediaFolder } from '#server/platform/pictures/media-folder.ts'

/** The folder that caches drawn pictures. It is outside the build folder, because each build clears that folder. */
const cacheFolder = join('node_modules', '.cache', 'drawn')

/**
 * Runs `open`, which sets up a demonstration. Copies the cached pictures to its media folder first, and caches all its
 * pictures afterwards, because drawing pictures takes longer than the rest of the set-up.
 */
export async function withDrawnPictures<Result>(
  config: Pick<Config, 'DATA_DIR'>,
  open: () => Promise<Result>,
): Promise<Result> {
  const media = mediaFolder(config)
  await mkdir(cacheFolder, { recursive: true })
  await cp(cacheFolder, media, { recursive: true })
  const result = await open()
  await cp(media, cacheFolder, { recursive: true })
  return result
}
