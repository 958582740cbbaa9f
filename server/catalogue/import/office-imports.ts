import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { dayMs } from '#contract/durations.ts'
import { maxImportBytes } from '#contract/import-limits.ts'
import { defaultLocale } from '#contract/languages.ts'
import type { importStaffCalls, OfficeImport, OfficeImportRow } from '#contract/office/imports.ts'
import { imports } from '#server/catalogue/tables.ts'
import type { App, Context } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { afterCommit, transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { openSideProcess } from '#server/platform/side-process.ts'
import { readHead } from './head.ts'
import { matchHeaders } from './headers.ts'
import { importProducts } from './import.ts'
import { createOfficeReport } from './lines.ts'
import { acquireImportLock } from './lock.ts'
import { writePart } from './parts.ts'
import type { ImportSettings, ImportState, ImportStatus } from './record.ts'
import type { ImportRecord } from './records.ts'
import {
  csvPath,
  filePath,
  findImport,
  importFolder,
  isSheet,
  lastWrittenAt,
  maxRows,
  optionsOf,
  save,
  saveProgress,
  statusOf,
  toDetail,
  toRow,
  undoDays,
} from './records.ts'
import { ImportError, importError } from './refusal.ts'
import { writeRowFiles } from './refused.ts'
import type { jobs } from './sheet-process.ts'
import { undo } from './undo.ts'

type Calls = typeof importStaffCalls

/** Imports of products from files, in the back office. */

const renewIntervalMs = 10_000
const fileExtensions = /\.(csv|tsv|txt|xlsx)$/i
/** The statuses in which `readImport` is allowed to read the file again. */
const readable: ImportStatus[] = ['uploaded', 'failed']
/**
 * The statuses in which an import may have written products. After an import stopped early, staff can read its file
 * again or change its zip, which sets `uploaded`, or repeat the dry run, which sets `checked`.
 */
const undoable: ImportStatus[] = ['done', 'undone', 'failed', 'uploaded', 'checked']
/** The values that replace the result of the previous step when a step starts. An undo keeps that result. */
const noResult = { isReported: false, rows: 0, counts: {}, lines: [], places: {} } satisfies Partial<ImportState>
const runInSideProcess = openSideProcess<typeof jobs>('server/catalogue/import/sheet-process.ts')

const noState: ImportState = {
  size: 0,
  rows: 0,
  share: 0,
  counts: {},
  lines: [],
  failure: null,
  left: [],
  groups: { brands: [], categories: [], tags: [] },
}
const noSettings: ImportSettings = {
  encoding: 'utf-8',
  header: [],
  samples: [],
  columns: {},
  language: defaultLocale,
  taxClass: 'standard',
  track: false,
  overwrite: [],
}

/** The last imports, newest first. */
export async function importList(ctx: Context): Promise<{ imports: OfficeImportRow[] }> {
  const rows = await ctx.db.select().from(imports).orderBy(desc(imports.createdAt)).limit(20)
  return { imports: rows.map((row) => toRow(ctx, row)) }
}
export { importList as imports }

/** Returns an import with its progress. Fails with `not_found` for an unknown import. */
export async function importState(ctx: Context, { import: id }: { import: string }): Promise<OfficeImport> {
  return toDetail(ctx, await findImport(ctx, id))
}

/**
 * Creates the record of an import before its file is uploaded. Fails with `import.too_large` for a file above the
 * maximum size, and with `import.kind` for an unknown file extension.
 */
export async function startImport(
  ctx: Context,
  { fileName, size }: { fileName: string; size: number },
): Promise<{ import: string }> {
  if (size > maxImportBytes) fail('import.too_large', { mb: maxImportBytes / 1024 / 1024 })
  if (!fileExtensions.test(fileName)) fail('import.kind')
  const [row] = await ctx.db
    .insert(imports)
    .values({
      fileName,
      stored: randomUUID(),
      settings: noSettings,
      state: { ...noState, size },
      staffId: ctx.staff?.personId ?? null,
      createdAt: ctx.app.now(),
      aliveAt: ctx.app.now(),
    })
    .returning({ id: imports.id })
  const id = row?.id ?? ''
  ctx.staff?.note({ subject: id, after: { fileName } })
  return { import: id }
}

/**
 * Adds a part of the file. Fails with `import.state` unless the import has the status `uploaded`, and with
 * `import.too_large` if the file would exceed the maximum size.
 */
export async function addImportPart(
  ctx: Context,
  { import: id, at, file }: { import: string; at: number; file: File },
): Promise<{ size: number }> {
  const record = await findImport(ctx, id)
  if (record.status !== 'uploaded') fail('import.state')
  if (at + file.size > maxImportBytes) fail('import.too_large', { mb: maxImportBytes / 1024 / 1024 })
  return { size: await writePart(filePath(ctx.app, record), at, file) }
}

/**
 * Reads the header of the uploaded file and matches its columns. A file that cannot be read gets a `failure`. Fails
 * with `import.state` if the status of the import is not in `readable`, or if a part of the file is missing.
 */
export async function readImport(ctx: Context, { import: id }: { import: string }): Promise<OfficeImport> {
  const record = await findImport(ctx, id)
  if (!readable.includes(record.status)) fail('import.state')
  const { size } = await stat(filePath(ctx.app, record)).catch(() => ({ size: 0 }))
  if (size !== record.state.size) fail('import.state')
  try {
    if (isSheet(record)) await unpack(ctx.app, record)
    const head = await readHead(csvPath(ctx.app, record), maxRows)
    const { columns, language } = matchHeaders(head.header)
    const isCounted = Object.values(columns).includes('Variant Inventory Qty')
    const hasTracker = Object.values(columns).includes('Variant Inventory Tracker')
    const settings = { ...record.settings, ...head, columns, language, track: isCounted && !hasTracker }
    return saveReadResult(ctx, id, { status: 'uploaded', settings, state: { ...record.state, failure: null } })
  } catch (error) {
    const failure = failureOf(ctx.app, error)
    return saveReadResult(ctx, id, { status: 'failed', state: { ...record.state, failure } })
  }
}

/** Stores the result of reading the file. Fails with `import.state` if another step has begun meanwhile. */
async function saveReadResult(ctx: Context, id: string, change: Partial<ImportRecord>): Promise<OfficeImport> {
  const [row] = await ctx.db
    .update(imports)
    .set({ ...change, aliveAt: ctx.app.now() })
    .where(and(eq(imports.id, id), inArray(imports.status, readable)))
    .returning()
  return toDetail(ctx, row ?? fail('import.state'))
}

async function unpack(app: App, record: ImportRecord) {
  const path = filePath(app, record)
  // Each reading writes its own file, so that two readings at the same time cannot mix their output.
  const target = `${path}.${randomUUID()}`
  try {
    const result = await runInSideProcess('sheetToCsv', path, target).catch(() => 'large' as const)
    if (result === 'large') throw importError('import.sheet_large', { mb: 150 })
    if (result === 'unreadable') throw importError('import.sheet')
    await rename(target, csvPath(app, record))
  } finally {
    await rm(target, { force: true })
  }
}

/**
 * Starts a dry run with these settings. Fails with `import.state` if no header has been read yet, while another step
 * runs, or once the import is done or undone.
 */
export async function checkImport(
  ctx: Context,
  { import: id, ...chosen }: z.output<Calls['checkImport']['input']>,
): Promise<OfficeImport> {
  return startStep(ctx, id, { from: ['uploaded', 'checked', 'failed'], to: 'checking', chosen }, (record) =>
    check(ctx.app, record),
  )
}

/**
 * Starts the import. The last step must have been a dry run, or must have failed. Otherwise fails with `import.state`.
 * Fails with `staff.no_right` if the staff member may not change prices.
 */
export async function runImport(ctx: Context, { import: id }: { import: string }): Promise<OfficeImport> {
  requirePriceRight(ctx)
  return startStep(ctx, id, { from: ['checked', 'failed'], to: 'running' }, (record) => run(ctx.app, record))
}

/**
 * Starts the undo of an import. Fails with `staff.no_right` if the staff member may not change prices, and with
 * `import.state` if the import has not run, still runs, ended more than seven days ago, or is already being undone.
 */
export async function undoImport(
  ctx: Context,
  { import: id, all }: { import: string; all: boolean },
): Promise<OfficeImport> {
  requirePriceRight(ctx)
  const endedAt = lastWrittenAt(ctx, await findImport(ctx, id))
  if (!endedAt || ctx.app.now().getTime() > endedAt.getTime() + undoDays * dayMs) fail('import.state')
  return startStep(ctx, id, { from: undoable, to: 'undoing' }, (record) => runUndo(ctx.app, record, all))
}

/**
 * Fails with `staff.no_right` if the staff member may not change prices, because both an import and its undo write
 * prices.
 */
function requirePriceRight(ctx: Context) {
  if (!canAccessStore(ctx, 'catalogue.price', null)) fail('staff.no_right')
}

interface Step {
  from: ImportStatus[]
  to: ImportStatus
  chosen?: Partial<ImportSettings>
}

/** Moves an import to its next step, and does the work after the commit. */
async function startStep(
  ctx: Context,
  id: string,
  { from, to, chosen }: Step,
  work: (record: ImportRecord) => Promise<void>,
): Promise<OfficeImport> {
  return transact(ctx, async (ctx) => {
    const [record] = await ctx.db.select().from(imports).where(eq(imports.id, id)).for('update')
    if (!record) fail('not_found')
    if (!from.includes(statusOf(ctx, record)) || record.settings.header.length === 0) fail('import.state')
    const settings = { ...record.settings, ...chosen }
    const state = { ...record.state, share: 0, failure: null, ...(to !== 'undoing' && noResult) }
    await save(ctx, id, { status: to, settings, state, endedAt: lastWrittenAt(ctx, record) })
    ctx.staff?.note({ subject: id, after: { fileName: record.fileName } })
    afterCommit(ctx, () => {
      const stop = keepAlive(ctx.app, id)
      work({ ...record, status: to, settings, state })
        .catch((error: unknown) => ctx.app.log.error('the end of an import was not stored', { error }))
        .finally(stop)
    })
    return importState(ctx, { import: id })
  })
}

/** Records at intervals that this process is working on the import, until the returned function is called. */
function keepAlive(app: App, id: string): () => void {
  const renew = setInterval(() => {
    saveProgress(systemContext(app), id, {}).catch((error: unknown) => {
      app.log.warn('the sign of life of an import was not stored', { error })
    })
  }, renewIntervalMs).unref()
  return () => clearInterval(renew)
}

async function check(app: App, record: ImportRecord) {
  await runStep(app, record, { dryRun: true, done: 'checked' })
}

async function run(app: App, record: ImportRecord) {
  await runStep(app, record, { dryRun: false, done: 'done' })
}

/**
 * Runs the import or its dry run, and stores the progress. If the step fails, stores the reason as `failure`. Throws
 * only if the result of the step cannot be stored.
 */
async function runStep(app: App, record: ImportRecord, { dryRun, done }: { dryRun: boolean; done: ImportStatus }) {
  const ctx = systemContext(app)
  const { id, settings } = record
  const files = writeRowFiles(filePath(app, record))
  const report = createOfficeReport(ctx, { say: (progress) => saveProgress(ctx, id, progress), settings, files })
  try {
    const options = { ...optionsOf(app, record), dryRun, ...(!dryRun && { record: id }) }
    const summary = await importProducts(ctx, csvPath(app, record), { options, report: report.report })
    await report.settle()
    await files.commit()
    const { lines, places } = report
    const resultCounts = { counts: { ...summary }, rows: summary.rows }
    await endStep(ctx, id, {
      status: done,
      share: 1,
      ...resultCounts,
      lines,
      places,
      isDryRun: dryRun,
      isReported: true,
    })
  } catch (error) {
    await report.settle()
    // The files show what the step did before it failed. If they cannot be stored, the import offers no downloads.
    const isReported = await files.commit().then(
      () => true,
      () => false,
    )
    if (!isReported) await files.discard()
    await endStep(ctx, id, {
      status: 'failed',
      failure: failureOf(app, error),
      lines: report.lines,
      places: {},
      isDryRun: dryRun,
      isReported,
    })
  }
}

async function runUndo(app: App, { id }: ImportRecord, all: boolean) {
  const ctx = systemContext(app)
  try {
    const lock = await acquireImportLock(ctx)
    try {
      const { state } = await findImport(ctx, id)
      const remains = await undo(ctx, { record: id, groups: state.groups, all }, (share) =>
        saveProgress(ctx, id, { share }),
      )
      await endStep(ctx, id, { status: 'undone', share: 1, ...remains })
    } finally {
      await lock.release()
    }
  } catch (error) {
    await endStep(ctx, id, { status: 'failed', failure: failureOf(app, error) })
  }
}

async function endStep(
  ctx: Context,
  id: string,
  { status, ...state }: Partial<ImportState> & { status: ImportStatus },
) {
  await saveProgress(ctx, id, state)
  const isWritten = status === 'done' || (status === 'failed' && (await findImport(ctx, id)).status === 'running')
  await save(ctx, id, { status, ...(isWritten && { endedAt: ctx.app.now() }) })
}

function failureOf(app: App, error: unknown): ImportState['failure'] {
  if (error instanceof ImportError && error.code) return { code: error.code, values: error.values }
  app.log.error('an import failed', { error })
  return { code: 'import.broken', values: {} }
}

/** Deletes the files and records of imports that can no longer be undone, and of old imports that never ran. */
export async function sweepImports(ctx: Context): Promise<void> {
  const cutoff = new Date(ctx.app.now().getTime() - (undoDays + 1) * dayMs)
  const deleted = await ctx.db
    .delete(imports)
    .where(lt(sql`coalesce(${imports.endedAt}, ${imports.aliveAt})`, cutoff))
    .returning({ stored: imports.stored })
  if (deleted.length === 0) return
  const folder = importFolder(ctx.app)
  const names = await readdir(folder).catch(() => [])
  const staleFiles = names.filter((name) => deleted.some(({ stored }) => name.startsWith(stored)))
  for (const name of staleFiles) await rm(join(folder, name), { force: true })
}
