import { open } from 'node:fs/promises'

/** Writes the entries of a folder to the disk. Systems that cannot sync folders do so themselves. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
