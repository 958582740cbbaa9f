import { open } from 'node:fs/promises'

/**
 * Flushes a folder's entries to the disk. Does nothing on systems that cannot sync folders, which flush them by
 * themselves.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
