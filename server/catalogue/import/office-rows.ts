import { and, eq, sql } from 'drizzle-orm'
import { fill } from '#contract/format.ts'
import type { Locale, Row as Texts } from '#contract/languages.ts'
import { columns as at } from '#contract/languages.ts'
import { importPageMessages } from '#contract/messages/office-import.ts'
import { importReasons } from '#contract/messages/office-import-reasons.ts'
import { isKeyOf } from '#contract/object-keys.ts'
import type { OfficeImport } from '#contract/office/imports.ts'
import { imports } from '#server/catalogue/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { byteOrderMark, toCsvLine } from '#server/platform/csv.ts'
import { fail } from '#server/platform/fail.ts'
import { createRows } from './fixes.ts'
import { tryRows } from './import.ts'
import { createOfficeReport } from './lines.ts'
import { checkImport } from './office-imports.ts'
import type { RowFix, Seen } from './options.ts'
import type { ImportLine, ImportState } from './record.ts'
import type { ImportRecord } from './records.ts'
import { fileOf, findImport, optionsOf, statusOf, toDetail } from './records.ts'
import type { RefusedRow, SaidRow } from './refused.ts'
import { noteChecked, readPlace, readRefused, readReport, readSeen } from './refused.ts'
import type { ImportSummary } from './run.ts'

/** Rows that a dry run refused: staff correct them in the back office, or download them. */

type Fixes = Record<number, RowFix>

/**
 * The maximum number of rows that staff can correct in the back office. More rows are easier to correct in the file.
 */
const mostFixes = 1000
const attempts = 5

/**
 * Corrects cells of a refused row, and repeats the dry run of its product. Removes the correction if every cell has its
 * text from the file again. If the correction affects other rows of the file, starts a dry run of the whole file. Fails
 * with `import.state` unless the last step was a dry run, with `import.many_fixes` for more than `mostFixes` corrected
 * rows, and with `not_found` if the row is neither refused nor corrected.
 */
export async function fixImportRow(
  ctx: Context,
  { import: id, line, cells }: { import: string; line: number; cells: Record<string, string> },
): Promise<OfficeImport> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const record = await findImport(ctx, id)
    if (statusOf(ctx, record) !== 'checked') fail('import.state')
    const place = record.state.places?.[line] ?? fail('not_found')
    const path = fileOf(ctx.app, record)
    const rows = await readPlace(path, place)
    const row = rows.find((one) => one.line === line) ?? fail('not_found')
    const fixes = withFix(record, row, cells)
    if (Object.keys(fixes).length > mostFixes) fail('import.many_fixes', { most: mostFixes })
    const lines = new Set(rows.map((one) => one.line))
    const seen = await readSeen(path, lines)
    const before = await tryFixes(ctx, record, { rows, fixes: record.settings.fixes ?? {}, seen })
    const after = await tryFixes(ctx, record, { rows, fixes, seen })
    const stays = (one: ImportLine) => !lines.has(one.line) && !isUsed(one, after)
    const state: ImportState = {
      ...record.state,
      counts: plus(record.state.counts, { from: before.summary, to: after.summary }),
      lines: [...record.state.lines.filter(stays), ...after.lines].sort(byLine),
      places: {
        ...record.state.places,
        ...Object.fromEntries(after.refused.map((one) => [one.line, place])),
        [line]: place,
      },
    }
    const stored = await store(ctx, record, { fixes, state })
    if (!stored) continue
    if (concernsOthers(record, { before, after, seen })) {
      const { columns, language, taxClass, track, overwrite } = record.settings
      return checkImport(ctx, { import: id, columns, language, taxClass, track, overwrite })
    }
    const { refused, accepted } = after
    const reported = { replaced: [...lines], unnamed: [...after.unnamed], lines: after.lines }
    await noteChecked(path, { product: rows[0]?.line ?? line, refused, accepted, ...reported })
    return toDetail(ctx, stored)
  }
  return fail('import.state')
}

/**
 * Adds the correction of a row to the other corrections. Removes it if all cells have their texts from the file again.
 */
function withFix({ settings, state }: ImportRecord, row: SaidRow, cells: Record<string, string>): Fixes {
  const { [row.line]: earlier, ...others } = settings.fixes ?? {}
  const filled = new Set(Object.values(settings.columns))
  const wanted = {
    ...Object.fromEntries(Object.entries(earlier?.cells ?? {}).map(([key, { is }]) => [key, is])),
    ...cells,
  }
  const changed = Object.entries(wanted).flatMap(([column, is]) => {
    const was = row.said[column] ?? ''
    return filled.has(column) && is.trim() !== was.trim() ? [[column, { was, is }] as const] : []
  })
  if (changed.length === 0) return others
  const refused = state.lines.find(({ kind, line }) => kind === 'refused' && line === row.line)
  const { product = '', name = '' } = refused ?? earlier ?? {}
  return { ...others, [row.line]: { product, name, cells: Object.fromEntries(changed) } }
}

interface Tried {
  summary: ImportSummary
  lines: ImportLine[]
  refused: RefusedRow[]
  accepted: [string, number, string[]][]
  /** The pictures of the zip that none of these rows names. */
  unnamed: Set<string>
}

/** Does a dry run of a product's rows with these corrections. */
async function tryFixes(
  ctx: Context,
  { stored, settings: earlier }: ImportRecord,
  { rows, fixes, seen }: { rows: SaidRow[]; fixes: Fixes; seen: Seen },
): Promise<Tried> {
  const refused: RefusedRow[] = []
  const accepted: Tried['accepted'] = []
  const unnamed: Tried['unnamed'] = new Set()
  const settings = { ...earlier, fixes }
  const options = optionsOf(ctx.app, { stored, settings })
  const { report, lines } = createOfficeReport(ctx, {
    say: async () => {},
    settings,
    files: {
      placeOf: () => 0,
      list: () => undefined,
      refuse: ({ line, code, values }) => refused.push({ line, code, values }),
      accept: ({ handle, line, skus }) => accepted.push([handle, line, skus]),
    },
  })
  const known: Seen = { lines: new Map(seen.lines), owners: new Map(seen.owners) }
  const summary = await tryRows(ctx, rows.map(createRows(options)), {
    options: { ...options, seen: known },
    report: { ...report, onUnnamed: (name) => unnamed.add(name) },
  })
  return { summary, lines, refused, accepted, unnamed }
}

/** Whether the line reports an unused picture of the zip that a corrected row now names. */
function isUsed({ kind, product }: ImportLine, { unnamed }: Tried): boolean {
  return kind === 'unused' && !unnamed.has(product)
}

/**
 * Whether the correction can affect other rows, so that the whole file needs a new dry run. It can if the corrected
 * rows no longer name a picture, because other rows can still name it. It also can if a refusal depends on other rows.
 */
function concernsOthers(
  { settings }: ImportRecord,
  { before, after, seen }: { before: Tried; after: Tried; seen: Seen },
): boolean {
  if ([...after.unnamed].some((name) => !before.unnamed.has(name))) return true
  const definesGroups = Object.values(settings.columns).includes('Groups (JSON)')
  return after.refused.some(
    ({ code, values }) =>
      code === 'import.apart' ||
      (code === 'import.sku_taken' && seen.owners.has(String(values.value))) ||
      (code === 'import.no_group' && definesGroups),
  )
}

function plus(counts: ImportState['counts'], { from, to }: Record<'from' | 'to', ImportSummary>) {
  const more = (name: string) => (isKeyOf(to, name) ? to[name] - from[name] : 0)
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count + more(name)]))
}

const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line

/** Stores a correction; null if the import has changed since it was read. */
async function store(
  ctx: Context,
  { id, settings, state: was }: ImportRecord,
  { fixes, state }: { fixes: Fixes; state: ImportState },
): Promise<ImportRecord | null> {
  const [row] = await ctx.db
    .update(imports)
    .set({ settings: { ...settings, fixes }, state })
    .where(
      and(
        eq(imports.id, id),
        eq(imports.status, 'checked'),
        sql`${imports.settings} = ${JSON.stringify(settings)}::jsonb`,
        sql`${imports.state}->'counts' = ${JSON.stringify(was.counts)}::jsonb`,
      ),
    )
    .returning()
  return row ?? null
}

/** Writes all lines of an import's report as CSV: what happened to each row or product, and why. */
export async function* writeReport(ctx: Context, id: string, locale: Locale): AsyncGenerator<string> {
  const record = await findImport(ctx, id)
  const say = (row: Texts) => row[at[locale]]
  const page = importPageMessages
  yield byteOrderMark +
    toCsvLine([
      ...(['line', 'event', 'product', 'name', 'price', 'price_to', 'why'] as const).map((name) =>
        say(page[`imports.column_${name}`]),
      ),
    ])
  for await (const line of readReport(fileOf(ctx.app, record))) {
    const { kind, product, name = '', price, priceTo, code, values, fields } = line
    const kept = fields.map(({ field, sku, present, file }) =>
      fill(say(page[present || file ? 'imports.kept_field' : 'imports.kept_whole']), {
        field: [say(page[`imports.field_${field}`]), sku].filter(Boolean).join(' '),
        present: present || '–',
        file: file || '–',
      }),
    )
    const why = [...(code ? [fill(say(importReasons[code]), values)] : []), ...kept].join(' · ')
    const event = say(page[`imports.lines_${kind}`])
    yield toCsvLine([line.line > 0 ? `${line.line}` : '', event, product, name, price ?? '', priceTo ?? '', why])
  }
}

const texts: Texts = importPageMessages['imports.reason_column']

/**
 * Writes a CSV file with all rows of each product that has a refused row. It has the columns of the uploaded file, and
 * a column for the reasons. Staff can correct this file and import it without the uploaded file.
 */
export async function* writeRefusedRows(ctx: Context, id: string, locale: Locale): AsyncGenerator<string> {
  const record = await findImport(ctx, id)
  const { header, columns, fixes } = record.settings
  const taken = header.filter((name) => columns[name])
  yield byteOrderMark + toCsvLine([...taken, texts[at[locale]]])
  for await (const { rows, refused } of readRefused(fileOf(ctx.app, record)))
    for (const { line, said } of rows) {
      const cells = taken.map((name) => {
        const column = columns[name] ?? ''
        return fixes?.[line]?.cells[column]?.is ?? said[column] ?? ''
      })
      const reasons = refused
        .filter((one) => one.line === line)
        .map(({ code, values }) => fill(importReasons[code][at[locale]], values))
      yield toCsvLine([...cells, reasons.join(' · ')])
    }
}
