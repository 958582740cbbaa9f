import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fail } from '#server/platform/fail.ts'

/**
 * Writes a part of an uploaded file at the byte `at`, and returns the size of the file. Writing the same part again
 * changes nothing. Fails with `import.state` if a part before it is missing.
 */
export async function writePart(path: string, at: number, file: File): Promise<number> {
  await mkdir(dirname(path), { recursive: true })
  const size = (await stat(path).catch(() => null))?.size ?? 0
  if (at > size) fail('import.state')
  const handle = await open(path, size === 0 ? 'w' : 'r+')
  try {
    const bytes = Buffer.from(await file.arrayBuffer())
    await handle.write(bytes, 0, bytes.length, at)
  } finally {
    await handle.close()
  }
  return Math.max(size, at + file.size)
}
