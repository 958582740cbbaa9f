import { and, eq, sql } from 'drizzle-orm'
import { fill } from '#contract/format.ts'
import type { Locale, Row as Texts } from '#contract/languages.ts'
import { columns as localeIndex } from '#contract/languages.ts'
import { importPageMessages } from '#contract/messages/office-import.ts'
import { importReasons } from '#contract/messages/office-import-reasons.ts'
import { isKeyOf } from '#contract/object-keys.ts'
import type { OfficeImport } from '#contract/office/imports.ts'
import { imports } from '#server/catalogue/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { byteOrderMark, toCsvLine } from '#server/platform/csv.ts'
import { fail } from '#server/platform/fail.ts'
import { createRows } from './fixes.ts'
import { dryRunRows } from './import.ts'
import { createOfficeReport } from './lines.ts'
import { checkImport } from './office-imports.ts'
import type { RowFix, SeenProducts } from './options.ts'
import type { ImportLine, ImportState } from './record.ts'
import type { ImportRecord } from './records.ts'
import { filePath, findImport, optionsOf, statusOf, toDetail } from './records.ts'
import type { RawRow, RefusedRow } from './refused.ts'
import { appendRecheck, readAccepted, readProductRows, readRefused, readReport } from './refused.ts'
import type { ImportSummary } from './run.ts'

/** Rows that a dry run refused: staff correct them in the back office, or download them. */

type Fixes = Record<number, RowFix>

/**
 * The maximum number of rows that staff can correct in the back office. More rows are easier to correct in the file.
 */
const maxFixes = 1000
const maxAttempts = 5

/**
 * Corrects cells of a refused row, and repeats the dry run of its product. Removes the correction if every cell has its
 * text from the file again. If the correction affects other rows of the file, starts a dry run of the whole file. Fails
 * with `import.state` unless the last step was a dry run, with `import.many_fixes` for more than `maxFixes` corrected
 * rows, and with `not_found` if the row is neither refused nor corrected.
 */
export async function fixImportRow(
  ctx: Context,
  { import: id, line, cells }: { import: string; line: number; cells: Record<string, string> },
): Promise<OfficeImport> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const record = await findImport(ctx, id)
    if (statusOf(ctx, record) !== 'checked') fail('import.state')
    const place = record.state.places?.[line] ?? fail('not_found')
    const path = filePath(ctx.app, record)
    const rows = await readProductRows(path, place)
    const row = rows.find((one) => one.line === line) ?? fail('not_found')
    const fixes = withFix(record, row, cells)
    if (Object.keys(fixes).length > maxFixes) fail('import.many_fixes', { most: maxFixes })
    const lines = new Set(rows.map((one) => one.line))
    const seen = await readAccepted(path, lines)
    const before = await dryRunWithFixes(ctx, record, { rows, fixes: record.settings.fixes ?? {}, seen })
    const after = await dryRunWithFixes(ctx, record, { rows, fixes, seen })
    const isStillValid = (one: ImportLine) => !lines.has(one.line) && !isUsed(one, after)
    const state: ImportState = {
      ...record.state,
      counts: adjustCounts(record.state.counts, { from: before.summary, to: after.summary }),
      lines: [...record.state.lines.filter(isStillValid), ...after.lines].sort(byLine),
      places: {
        ...record.state.places,
        ...Object.fromEntries(after.refused.map((one) => [one.line, place])),
        [line]: place,
      },
    }
    const stored = await saveFixes(ctx, record, { fixes, state })
    if (!stored) continue
    if (affectsOtherRows(record, { before, after, seen })) {
      const { columns, language, taxClass, track, overwrite } = record.settings
      return checkImport(ctx, { import: id, columns, language, taxClass, track, overwrite })
    }
    const { refused, accepted } = after
    const reported = { replaced: [...lines], unnamed: [...after.unnamed], lines: after.lines }
    await appendRecheck(path, { product: rows[0]?.line ?? line, refused, accepted, ...reported })
    return toDetail(ctx, stored)
  }
  return fail('import.state')
}

/**
 * Adds the correction of a row to the other corrections. Removes it if all cells have their texts from the file again.
 */
function withFix({ settings, state }: ImportRecord, row: RawRow, cells: Record<string, string>): Fixes {
  const { [row.line]: previous, ...others } = settings.fixes ?? {}
  const mappedColumns = new Set(Object.values(settings.columns))
  const newTexts = {
    ...Object.fromEntries(Object.entries(previous?.cells ?? {}).map(([key, { is }]) => [key, is])),
    ...cells,
  }
  const changed = Object.entries(newTexts).flatMap(([column, is]) => {
    const was = row.said[column] ?? ''
    return mappedColumns.has(column) && is.trim() !== was.trim() ? [[column, { was, is }] as const] : []
  })
  if (changed.length === 0) return others
  const refused = state.lines.find(({ kind, line }) => kind === 'refused' && line === row.line)
  const { product = '', name = '' } = refused ?? previous ?? {}
  return { ...others, [row.line]: { product, name, cells: Object.fromEntries(changed) } }
}

interface DryRunResult {
  summary: ImportSummary
  lines: ImportLine[]
  refused: RefusedRow[]
  accepted: [string, number, string[]][]
  /** The pictures of the zip that no row of this dry run names. */
  unnamed: Set<string>
}

/** Does a dry run of a product's rows with these corrections. */
async function dryRunWithFixes(
  ctx: Context,
  { stored, settings: storedSettings }: ImportRecord,
  { rows, fixes, seen }: { rows: RawRow[]; fixes: Fixes; seen: SeenProducts },
): Promise<DryRunResult> {
  const refused: RefusedRow[] = []
  const accepted: DryRunResult['accepted'] = []
  const unnamed: DryRunResult['unnamed'] = new Set()
  const settings = { ...storedSettings, fixes }
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
  const seenCopy: SeenProducts = { lines: new Map(seen.lines), owners: new Map(seen.owners) }
  const summary = await dryRunRows(ctx, rows.map(createRows(options)), {
    options: { ...options, seen: seenCopy },
    report: { ...report, onUnnamed: (name) => unnamed.add(name) },
  })
  return { summary, lines, refused, accepted, unnamed }
}

/** Whether the line reports an unused picture of the zip that a corrected row now names. */
function isUsed({ kind, product }: ImportLine, { unnamed }: DryRunResult): boolean {
  return kind === 'unused' && !unnamed.has(product)
}

/**
 * Whether the whole file needs a new dry run, because the result of the correction depends on other rows. This is so if
 * the correction removes the name of a picture, because other rows may still name the picture. It is also so if a row
 * is refused after the correction for a reason that depends on other rows.
 */
function affectsOtherRows(
  { settings }: ImportRecord,
  { before, after, seen }: { before: DryRunResult; after: DryRunResult; seen: SeenProducts },
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

function adjustCounts(counts: ImportState['counts'], { from, to }: Record<'from' | 'to', ImportSummary>) {
  const difference = (name: string) => (isKeyOf(to, name) ? to[name] - from[name] : 0)
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count + difference(name)]))
}

const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line

/** Stores a correction; null if the import has changed since it was read. */
async function saveFixes(
  ctx: Context,
  { id, settings, state: previousState }: ImportRecord,
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
        sql`${imports.state}->'counts' = ${JSON.stringify(previousState.counts)}::jsonb`,
      ),
    )
    .returning()
  return row ?? null
}

/** Writes all lines of an import's report as CSV: what happened to each row or product, and why. */
export async function* writeReport(ctx: Context, id: string, locale: Locale): AsyncGenerator<string> {
  const record = await findImport(ctx, id)
  const translate = (row: Texts) => row[localeIndex[locale]]
  const page = importPageMessages
  yield byteOrderMark +
    toCsvLine([
      ...(['line', 'event', 'product', 'name', 'price', 'price_to', 'why'] as const).map((name) =>
        translate(page[`imports.column_${name}`]),
      ),
    ])
  for await (const line of readReport(filePath(ctx.app, record))) {
    const { kind, product, name = '', price, priceTo, code, values, fields } = line
    const keptTexts = fields.map(({ field, sku, present, file }) =>
      fill(translate(page[present || file ? 'imports.kept_field' : 'imports.kept_whole']), {
        field: [translate(page[`imports.field_${field}`]), sku].filter(Boolean).join(' '),
        present: present || '–',
        file: file || '–',
      }),
    )
    const reasons = [...(code ? [fill(translate(importReasons[code]), values)] : []), ...keptTexts].join(' · ')
    const event = translate(page[`imports.lines_${kind}`])
    yield toCsvLine([line.line > 0 ? `${line.line}` : '', event, product, name, price ?? '', priceTo ?? '', reasons])
  }
}

const texts: Texts = importPageMessages['imports.reason_column']

/**
 * Writes a CSV file with all rows of each product that has a refused row. It has those columns of the uploaded file
 * that the import reads, and a column for the reasons. Staff can correct this file and import it without the uploaded
 * file.
 */
export async function* writeRefusedRows(ctx: Context, id: string, locale: Locale): AsyncGenerator<string> {
  const record = await findImport(ctx, id)
  const { header, columns, fixes } = record.settings
  const usedColumns = header.filter((name) => columns[name])
  yield byteOrderMark + toCsvLine([...usedColumns, texts[localeIndex[locale]]])
  for await (const { rows, refused } of readRefused(filePath(ctx.app, record)))
    for (const { line, said } of rows) {
      const cells = usedColumns.map((name) => {
        const column = columns[name] ?? ''
        return fixes?.[line]?.cells[column]?.is ?? said[column] ?? ''
      })
      const reasons = refused
        .filter((one) => one.line === line)
        .map(({ code, values }) => fill(importReasons[code][localeIndex[locale]], values))
      yield toCsvLine([...cells, reasons.join(' · ')])
    }
}
