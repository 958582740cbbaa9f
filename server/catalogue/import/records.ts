import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { OfficeImport, OfficeImportRow } from '#contract/office/imports.ts'
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
export const dayMs = 86_400_000
export const mostRows = 100_000
/** If no process has renewed the `aliveAt` of a step for this long, the step counts as failed. */
const silentMs = 60_000
const busy: ImportStatus[] = ['checking', 'running', 'undoing']

export const folderOf = (app: App) => join(app.config.DATA_DIR, 'imports')
export const fileOf = (app: App, { stored }: Pick<ImportRecord, 'stored'>) => join(folderOf(app), stored)
/** The zip with pictures. */
export const zipOf = (app: App, record: Pick<ImportRecord, 'stored'>) => `${fileOf(app, record)}.zip`
/** The file that the import reads: the upload itself, or a workbook as CSV. */
export const textOf = (app: App, record: ImportRecord) => fileOf(app, record) + (isSheet(record) ? '.csv' : '')
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

/** The status; a step whose process has ended counts as failed. */
export function statusOf(ctx: Context, { status, aliveAt }: ImportRecord): ImportStatus {
  return busy.includes(status) && ctx.app.now().getTime() > aliveAt.getTime() + silentMs ? 'failed' : status
}

/**
 * When the import last wrote products; null if it never ran. If its process ended during the run, this is the last time
 * when the process was alive.
 */
export function endOf(ctx: Context, record: ImportRecord): Date | null {
  const { status, endedAt, aliveAt } = record
  return status === 'running' && statusOf(ctx, record) === 'failed' ? aliveAt : endedAt
}

export const save = (ctx: Context, id: string, change: Partial<ImportRecord>) =>
  ctx.db
    .update(imports)
    .set({ ...change, aliveAt: ctx.app.now() })
    .where(eq(imports.id, id))

/** Stores the progress of a step. */
export async function progressOf(ctx: Context, id: string, progress: Partial<ImportState>) {
  await ctx.db.execute(sql`update imports set state = state || ${JSON.stringify(progress)}::jsonb,
    alive_at = ${ctx.app.now().toISOString()}::timestamptz where id = ${id}::uuid`)
}

/** The options of a dry run of the import. */
export function optionsOf(app: App, record: Pick<ImportRecord, 'stored' | 'settings'>): ImportOptions {
  const { encoding, language, taxClass, track, overwrite, columns, fixes, zip } = record.settings
  return {
    ...{ dryRun: true, encoding, language, taxClass, track, overwrite, columns, fixes, mostRows },
    // With a zip, the import also replaces the placeholders of earlier imports, because the zip can contain the missing
    // pictures.
    ...(zip ? { pictures: 'retry', zip: zipOf(app, record) } : { pictures: 'fetch' }),
  }
}

export function toRow(ctx: Context, record: ImportRecord): OfficeImportRow {
  const { id, fileName, createdAt, state } = record
  const endedAt = endOf(ctx, record)
  const until = endedAt && new Date(endedAt.getTime() + undoDays * dayMs)
  return {
    ...{ import: id, fileName, status: statusOf(ctx, record), createdAt: createdAt.toISOString() },
    counts: state.counts,
    undoUntil: until && until > ctx.app.now() ? until.toISOString() : null,
  }
}

/**
 * How many products of the shop have values of an import that stopped before its end, and how many groups that it added
 * the shop has. Null if the import never ran, or if it or its undo is complete or still runs.
 */
async function writtenBy(ctx: Context, record: ImportRecord): Promise<OfficeImport['written']> {
  const status = statusOf(ctx, record)
  const isOpen = status === 'failed' || status === 'uploaded' || status === 'checked'
  if (!isOpen || !endOf(ctx, record)) return null
  const [counts] = await readRows<{ added: number; changed: number }>(
    ctx,
    sql`select count(*) filter (where n.before is null)::int as added,
        count(*) filter (where n.before is not null)::int as changed
      from imported_products n join products p on p.id = n.product_id where n.import_id = ${record.id}::uuid`,
  )
  const there = await existingGroups(ctx, { modifierGroups: [], ...record.state.groups })
  const groups = Object.values(there).reduce((sum, { size }) => sum + size, 0)
  return { added: 0, changed: 0, ...counts, groups }
}

export async function toDetail(ctx: Context, record: ImportRecord): Promise<OfficeImport> {
  const { header, samples, columns: chosen, language, taxClass, track, overwrite, fixes = {} } = record.settings
  const { share, rows, lines, left, archived = [], failure } = record.state
  const isInterrupted = statusOf(ctx, record) !== record.status
  // Omits the lines of the report while a step runs: the page then requests the progress each second and shows no
  // lines.
  const listed = busy.includes(record.status) && !isInterrupted ? [] : lines
  const refused = new Set(listed.flatMap(({ kind, line }) => (kind === 'refused' ? line : [])))
  return {
    ...toRow(ctx, record),
    ...{ header, samples, columns: chosen, language, taxClass, track, overwrite, share, rows, left },
    archived,
    written: await writtenBy(ctx, record),
    isDryRun: record.state.isDryRun ?? record.endedAt === null,
    hasReport: downloadsOf(record).report,
    zip: record.settings.zip ?? null,
    lines: listed.map((line) => ({ name: '', price: null, priceTo: null, cells: [], ...line })),
    fixed: Object.entries(fixes).flatMap(([line, { product, name, cells }]) =>
      refused.has(Number(line)) ? [] : { line: Number(line), product, name, cells: toList(cells) },
    ),
    targets: [...columns],
    failure: isInterrupted ? { code: 'import.interrupted', values: {} } : failure,
  }
}

const toList = (cells: RowFix['cells']) => Object.entries(cells).map(([column, both]) => ({ column, ...both }))
