import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { mediaFolder } from '#server/platform/pictures/media-folder.ts'

/** The folder that caches drawn pictures. It is outside the build folder, because each build clears that folder. */
const kept = join('node_modules', '.cache', 'drawn')

/** Opens a demonstration with the pictures of an earlier run, because drawing takes longer than everything else. */
export async function withDrawnPictures<Opened>(
  config: Pick<Config, 'DATA_DIR'>,
  open: () => Promise<Opened>,
): Promise<Opened> {
  const media = mediaFolder(config)
  await mkdir(kept, { recursive: true })
  await cp(kept, media, { recursive: true })
  const opened = await open()
  await cp(media, kept, { recursive: true })
  return opened
}
