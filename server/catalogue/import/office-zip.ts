import { randomUUID } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import { and, eq, inArray } from 'drizzle-orm'
import { maxUnpackedZipBytes, maxZipBytes, maxZipPictures } from '#contract/import-limits.ts'
import type { OfficeImport } from '#contract/office/imports.ts'
import { imports } from '#server/catalogue/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { writePart } from './parts.ts'
import type { ImportStatus } from './record.ts'
import { filePath, findImport, toDetail, zipPath } from './records.ts'
import type { ZipFault } from './zip.ts'
import { openPictureZip, ZipError } from './zip.ts'

/** Uploads of a zip file with the pictures of an import, in the back office. */

/** The statuses in which the zip can change: no step runs, and the import is neither done nor undone. */
const changeableStatuses: ImportStatus[] = ['uploaded', 'checked', 'failed']
const megabyte = 1024 * 1024

/**
 * Adds a part of the zip. Fails with `import.state` while a step runs or once the import is done, and with
 * `import.zip_large` if the zip would exceed the maximum size.
 */
export async function addImportZipPart(
  ctx: Context,
  { import: id, at, file }: { import: string; at: number; file: File },
): Promise<{ size: number }> {
  const record = await findImport(ctx, id)
  if (!changeableStatuses.includes(record.status)) fail('import.state')
  if (at + file.size > maxZipBytes) refuse('large')
  const path = `${filePath(ctx.app, record)}.zip-part`
  // A part at byte 0 begins a new upload. It replaces an earlier upload that was interrupted.
  if (at === 0) await rm(path, { force: true })
  return { size: await writePart(path, at, file) }
}

/**
 * Uses the uploaded zip for the import, which then needs a new dry run. Fails with `import.zip`, `import.zip_locked`,
 * `import.zip_large` or `import.zip_empty` if the zip cannot be used. In this case the import keeps its earlier zip.
 * Fails with `import.state` while a step runs, once the import is done, or if a part of the zip is missing.
 */
export async function readImportZip(
  ctx: Context,
  { import: id, fileName, size }: { import: string; fileName: string; size: number },
): Promise<OfficeImport> {
  const record = await findImport(ctx, id)
  const uploaded = `${filePath(ctx.app, record)}.zip-part`
  const claimedPath = `${uploaded}-${randomUUID()}`
  if (size === 0) refuse('broken')
  const uploadedStat = await stat(uploaded).catch(() => null)
  if (uploadedStat?.size !== size) fail('import.state')
  await rename(uploaded, claimedPath)
  try {
    const zip = await openPictureZip(claimedPath).catch((error: unknown) => {
      if (error instanceof ZipError) refuse(error.fault)
      throw error
    })
    zip.close()
    const detail = await saveZip(ctx, id, { fileName, pictures: zip.count })
    await rename(claimedPath, zipPath(ctx.app, record))
    return detail
  } finally {
    await rm(claimedPath, { force: true })
  }
}

/**
 * Removes the zip from the import, which then needs a new dry run. Fails with `import.state` while a step runs or once
 * the import is done.
 */
export async function removeImportZip(ctx: Context, { import: id }: { import: string }): Promise<OfficeImport> {
  const record = await findImport(ctx, id)
  const detail = await saveZip(ctx, id, null)
  await rm(zipPath(ctx.app, record), { force: true })
  return detail
}

/**
 * Stores the name and the number of pictures of the zip. Sets the status back to `uploaded`, so that the next step must
 * be a dry run.
 */
async function saveZip(ctx: Context, id: string, zip: { fileName: string; pictures: number } | null) {
  const { settings } = await findImport(ctx, id)
  const [row] = await ctx.db
    .update(imports)
    .set({ settings: { ...settings, zip }, status: 'uploaded', aliveAt: ctx.app.now() })
    .where(and(eq(imports.id, id), inArray(imports.status, changeableStatuses)))
    .returning()
  return toDetail(ctx, row ?? fail('import.state'))
}

function refuse(fault: ZipFault): never {
  if (fault === 'broken') fail('import.zip')
  if (fault === 'locked') fail('import.zip_locked')
  if (fault === 'empty') fail('import.zip_empty')
  return fail('import.zip_large', {
    mb: maxZipBytes / megabyte,
    gb: maxUnpackedZipBytes / megabyte / 1024,
    pictures: maxZipPictures,
  })
}
