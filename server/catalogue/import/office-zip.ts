import { randomUUID } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import { and, eq, inArray } from 'drizzle-orm'
import { mostZipBytes, mostZipPictures, mostZipUnpacked } from '#contract/import-limits.ts'
import type { OfficeImport } from '#contract/office/imports.ts'
import { imports } from '#server/catalogue/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { writePart } from './parts.ts'
import type { ImportStatus } from './record.ts'
import { fileOf, findImport, toDetail, zipOf } from './records.ts'
import type { ZipFault } from './zip.ts'
import { openPictureZip, ZipError } from './zip.ts'

/** Uploads of a zip file with the pictures of an import, in the back office. */

/** The statuses in which the zip can change: no step runs, and the import is neither done nor undone. */
const open: ImportStatus[] = ['uploaded', 'checked', 'failed']
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
  if (!open.includes(record.status)) fail('import.state')
  if (at + file.size > mostZipBytes) refuse('large')
  const path = `${fileOf(ctx.app, record)}.zip-part`
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
  const uploaded = `${fileOf(ctx.app, record)}.zip-part`
  const own = `${uploaded}-${randomUUID()}`
  if (size === 0) refuse('broken')
  const there = await stat(uploaded).catch(() => null)
  if (there?.size !== size) fail('import.state')
  await rename(uploaded, own)
  try {
    const zip = await openPictureZip(own).catch((error: unknown) => {
      if (error instanceof ZipError) refuse(error.fault)
      throw error
    })
    zip.close()
    const detail = await save(ctx, id, { fileName, pictures: zip.count })
    await rename(own, zipOf(ctx.app, record))
    return detail
  } finally {
    await rm(own, { force: true })
  }
}

/**
 * Removes the zip from the import, which then needs a new dry run. Fails with `import.state` while a step runs or once
 * the import is done.
 */
export async function removeImportZip(ctx: Context, { import: id }: { import: string }): Promise<OfficeImport> {
  const record = await findImport(ctx, id)
  const detail = await save(ctx, id, null)
  await rm(zipOf(ctx.app, record), { force: true })
  return detail
}

/**
 * Stores the name and the number of pictures of the zip. Sets the status back to `uploaded`, so that the next step must
 * be a dry run.
 */
async function save(ctx: Context, id: string, zip: { fileName: string; pictures: number } | null) {
  const { settings } = await findImport(ctx, id)
  const [row] = await ctx.db
    .update(imports)
    .set({ settings: { ...settings, zip }, status: 'uploaded', aliveAt: ctx.app.now() })
    .where(and(eq(imports.id, id), inArray(imports.status, open)))
    .returning()
  return toDetail(ctx, row ?? fail('import.state'))
}

function refuse(fault: ZipFault): never {
  if (fault === 'broken') fail('import.zip')
  if (fault === 'locked') fail('import.zip_locked')
  if (fault === 'empty') fail('import.zip_empty')
  return fail('import.zip_large', {
    mb: mostZipBytes / megabyte,
    gb: mostZipUnpacked / megabyte / 1024,
    pictures: mostZipPictures,
  })
}
