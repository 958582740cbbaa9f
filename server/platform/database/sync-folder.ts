import { open } from 'node:fs/promises'

/**
 * Flushes a folder's entries to the disk. Does nothing on systems that cannot sync a folder, because they flush the
 * entries by themselves.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
