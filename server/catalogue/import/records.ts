import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import type { OfficeImport, OfficeImportRow } from '#contract/office/imports.ts'
import { sum } from '#contract/sum.ts'
import { readRows } from '#server/catalogue/product-list.ts'
import { imports } from '#server/catalogue/tables.ts'
import type { App, Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { existingGroups } from './groups.ts'
import type { ImportOptions, RowFix } from './options.ts'
import type { ImportState, ImportStatus } from './record.ts'
import { columns } from './rows.ts'

/** Reads and updates the stored records of imports, and finds their files. */

export type ImportRecord = typeof imports.$inferSelect

export const undoDays = 7
export const maxRows = 100_000
/** If no process has renewed the `aliveAt` of a step for this long, the step counts as failed. */
const leaseMs = 60_000
const busyStatuses: ImportStatus[] = ['checking', 'running', 'undoing']

export const importFolder = (app: App) => join(app.config.DATA_DIR, 'imports')
export const filePath = (app: App, { stored }: Pick<ImportRecord, 'stored'>) => join(importFolder(app), stored)
/** The zip with pictures. */
export const zipPath = (app: App, record: Pick<ImportRecord, 'stored'>) => `${filePath(app, record)}.zip`
/** The file that the import reads: the upload itself, or a workbook as CSV. */
export const csvPath = (app: App, record: ImportRecord) => filePath(app, record) + (isSheet(record) ? '.csv' : '')
export const isSheet = ({ fileName }: ImportRecord) => /\.xlsx$/i.test(fileName)

export async function findImport(ctx: Context, id: string): Promise<ImportRecord> {
  const [record] = await ctx.db.select().from(imports).where(eq(imports.id, id))
  return record ?? fail('not_found')
}

/**
 * Which downloads an import has: the refused rows and the report of the last dry run or import. There are no downloads
 * while a dry run or import is running, or after its process has crashed.
 */
export const downloadsOf = ({ state: { isReported } }: Pick<ImportRecord, 'state'>) => ({
  refused: isReported !== false,
  report: isReported === true,
})

/** The status of an import. A running step counts as failed if no process has renewed its `aliveAt` for `leaseMs`. */
export function statusOf(ctx: Context, { status, aliveAt }: ImportRecord): ImportStatus {
  return busyStatuses.includes(status) && ctx.app.now().getTime() > aliveAt.getTime() + leaseMs ? 'failed' : status
}

/**
 * When the import last wrote products; null if it never ran. If its process ended during the run, this is the last time
 * when the process was alive.
 */
export function lastWrittenAt(ctx: Context, record: ImportRecord): Date | null {
  const { status, endedAt, aliveAt } = record
  return status === 'running' && statusOf(ctx, record) === 'failed' ? aliveAt : endedAt
}

export const save = (ctx: Context, id: string, change: Partial<ImportRecord>) =>
  ctx.db
    .update(imports)
    .set({ ...change, aliveAt: ctx.app.now() })
    .where(eq(imports.id, id))

/** Stores the progress of a step. */
export async function saveProgress(ctx: Context, id: string, progress: Partial<ImportState>) {
  await ctx.db.execute(sql`update imports set state = state || ${JSON.stringify(progress)}::jsonb,
    alive_at = ${ctx.app.now().toISOString()}::timestamptz where id = ${id}::uuid`)
}

/** The options of a dry run of the import. */
export function optionsOf(app: App, record: Pick<ImportRecord, 'stored' | 'settings'>): ImportOptions {
  const { encoding, language, taxClass, track, overwrite, columns, fixes, zip } = record.settings
  return {
    dryRun: true,
    encoding,
    language,
    taxClass,
    track,
    overwrite,
    columns,
    fixes,
    mostRows: maxRows,
    // With a zip, the import also replaces the placeholders of earlier imports, because the zip can contain the missing
    // pictures.
    ...(zip ? { pictures: 'retry', zip: zipPath(app, record) } : { pictures: 'fetch' }),
  }
}

export function toRow(ctx: Context, record: ImportRecord): OfficeImportRow {
  const { id, fileName, createdAt, state } = record
  const endedAt = lastWrittenAt(ctx, record)
  const undoDeadline = endedAt && new Date(endedAt.getTime() + undoDays * dayMs)
  return {
    import: id,
    fileName,
    status: statusOf(ctx, record),
    createdAt: createdAt.toISOString(),
    counts: state.counts,
    undoUntil: undoDeadline && undoDeadline > ctx.app.now() ? undoDeadline.toISOString() : null,
  }
}

/**
 * Counts what an incomplete import has left in the shop: the products that it wrote, and the groups that it added. Null
 * if the import never ran, or if the import or its undo is complete or still runs.
 */
async function countWritten(ctx: Context, record: ImportRecord): Promise<OfficeImport['written']> {
  const status = statusOf(ctx, record)
  const isOpen = status === 'failed' || status === 'uploaded' || status === 'checked'
  if (!isOpen || !lastWrittenAt(ctx, record)) return null
  const [counts] = await readRows<{ added: number; changed: number }>(
    ctx,
    sql`select count(*) filter (where n.before is null)::int as added,
        count(*) filter (where n.before is not null)::int as changed
      from imported_products n join products p on p.id = n.product_id where n.import_id = ${record.id}::uuid`,
  )
  const existing = await existingGroups(ctx, { modifierGroups: [], ...record.state.groups })
  const groups = sum(Object.values(existing).map(({ size }) => size))
  return { added: 0, changed: 0, ...counts, groups }
}

export async function toDetail(ctx: Context, record: ImportRecord): Promise<OfficeImport> {
  const { header, samples, columns: chosen, language, taxClass, track, overwrite, fixes = {} } = record.settings
  const { share, rows, lines, left, archived = [], failure } = record.state
  const isInterrupted = statusOf(ctx, record) !== record.status
  // Omits the lines of the report while a step runs: the page then requests the progress each second and shows no
  // lines.
  const shownLines = busyStatuses.includes(record.status) && !isInterrupted ? [] : lines
  const refused = new Set(shownLines.flatMap(({ kind, line }) => (kind === 'refused' ? line : [])))
  return {
    ...toRow(ctx, record),
    header,
    samples,
    columns: chosen,
    language,
    taxClass,
    track,
    overwrite,
    share,
    rows,
    left,
    archived,
    written: await countWritten(ctx, record),
    isDryRun: record.state.isDryRun ?? record.endedAt === null,
    hasReport: downloadsOf(record).report,
    zip: record.settings.zip ?? null,
    lines: shownLines.map((line) => ({ name: '', price: null, priceTo: null, cells: [], ...line })),
    fixed: Object.entries(fixes).flatMap(([line, { product, name, cells }]) =>
      refused.has(Number(line)) ? [] : { line: Number(line), product, name, cells: toCellList(cells) },
    ),
    targets: [...columns],
    failure: isInterrupted ? { code: 'import.interrupted', values: {} } : failure,
  }
}

const toCellList = (cells: RowFix['cells']) => Object.entries(cells).map(([column, both]) => ({ column, ...both }))
