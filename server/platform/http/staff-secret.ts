import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileName = 'staff-secret'

/**
 * Reads the secret of staff commands from the data folder; creates it if there is none. Only the user of the shop's
 * process can read the file.
 */
export async function readOrCreateStaffSecret(folder: string): Promise<string> {
  const existing = await readStaffSecret(folder)
  if (existing) return existing
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${fileName}.${process.pid}`)
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  // `link` creates the complete file or fails. If several processes start at once, one creates the file and the others
  // read it.
  await link(draft, join(folder, fileName)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft, { force: true })
  const stored = await readStaffSecret(folder)
  if (!stored) throw new Error(`${join(folder, fileName)} is empty: remove it and start again`)
  return stored
}

/** Reads the secret; null if the shop has not created it yet. */
export async function readStaffSecret(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
    throw error
  })
  return text.trim() || null
}
