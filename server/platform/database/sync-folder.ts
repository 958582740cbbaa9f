import { open } from 'node:fs/promises'

/** Puts the names in a folder on the disk. Where folders cannot be synced, the system does so itself. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
