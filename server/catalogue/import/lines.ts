import type { Locale } from '#contract/languages.ts'
import { localesFrom, pick } from '#contract/languages.ts'
import { toDecimal } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Row } from './cells.ts'
import { readText } from './cells.ts'
import type { KeptValue } from './field-chooser.ts'
import { cellsToFix } from './fixes.ts'
import type { ImportLine, ImportSettings, ImportState } from './record.ts'
import type { writeRowFiles } from './refused.ts'
import type { ImportReport } from './report.ts'

/** The maximum number of lines of each kind that the page of an import shows. The file of all lines has no limit. */
const maxLines = 300
const progressIntervalMs = 1000

interface ReportOptions {
  /** Stores the progress; called at most once per second. */
  say(progress: Partial<ImportState>): Promise<void>
  settings: Pick<ImportSettings, 'columns' | 'language' | 'fixes'>
  /** The files for the rows of refused and corrected products, the accepted products, and all lines of the report. */
  files: Pick<ReturnType<typeof writeRowFiles>, 'placeOf' | 'refuse' | 'accept' | 'list'>
}

/** Creates a report that collects the lines which the page of an import shows. */
export function createOfficeReport(ctx: Context, { say, settings, files }: ReportOptions) {
  const lines: ImportLine[] = []
  const places: NonNullable<ImportState['places']> = {}
  const counts = new Map<string, number>()
  let currency = ''
  let reportedAt = 0
  let pendingSave: Promise<void> = Promise.resolve()
  /**
   * Counts a line and writes it to the file of all lines. Adds it to the lines for the page unless there are already
   * enough lines of its kind. Returns whether it was added.
   */
  const add = (line: Pick<ImportLine, 'kind' | 'line' | 'product'> & Partial<ImportLine>): boolean => {
    const count = (counts.get(line.kind) ?? 0) + 1
    counts.set(line.kind, count)
    const fullLine = { code: null, values: {}, fields: [], ...line }
    files.list(fullLine)
    if (count <= maxLines) lines.push(fullLine)
    return count <= maxLines
  }
  const report: ImportReport = {
    onStart: (assumed) => {
      currency = assumed.currency
    },
    onProgress: ({ bytes, ofBytes, rows }) => {
      if (performance.now() - reportedAt < progressIntervalMs) return
      reportedAt = performance.now()
      pendingSave = pendingSave
        .then(() => say({ rows, share: ofBytes > 0 ? Math.min(bytes / ofBytes, 1) : 0 }))
        .catch((error: unknown) => ctx.app.log.warn('the progress of an import was not stored', { error }))
    },
    onRefused: (refusal, rows) => {
      const { line, handle, code, values } = refusal
      const row = rows.find((one) => one.line === line)
      const name = rows[0] ? nameOf(rows[0], settings.language) : ''
      const cells = row ? cellsToFix(refusal, row, settings) : []
      const isListed = add({ kind: 'refused', line, product: handle, code, values, name, cells })
      if (row) files.refuse(refusal, rows)
      const place = row ? files.placeOf(rows) : undefined
      if (isListed && place !== undefined) places[line] = place
    },
    onPicture: ({ line, address, reason, why = { code: 'import.picture', values: { address, reason } } }) => {
      add({ kind: 'picture', line, product: '', code: why.code, values: why.values })
    },
    onUnnamed: (name) => {
      add({ kind: 'unused', line: 0, product: name })
    },
    onKept: ({ line, handle, kept }) => {
      add({ kind: 'kept', line, product: handle, fields: kept.map((one) => toLineField(one, currency)) })
    },
    onProduct: ({ line, handle, isNew, name, prices }) => {
      const [low, high] = [Math.min(...prices), Math.max(...prices)]
      add({
        kind: isNew ? 'new' : 'changed',
        line,
        product: handle,
        name: truncateName(pick(name, settings.language)),
        ...(prices.length > 0 && { price: { amount: low, currency } }),
        ...(low < high && { priceTo: { amount: high, currency } }),
      })
    },
    onCorrected: (rows) => {
      for (const { line } of rows) if (settings.fixes?.[line]) places[line] = files.placeOf(rows)
    },
    onAccepted: files.accept,
  }
  /** Waits until the progress is stored, and puts the lines in the order of the file. */
  const settle = async () => {
    lines.sort((one, other) => one.line - other.line)
    await pendingSave
  }
  return { report, lines, places, settle }
}

const maxNameLength = 200

/** The name of the product from the row's titles, with the file's own language first; empty if the row has no title. */
function nameOf(row: Row, own: Locale): string {
  const names = localesFrom(own).map((locale) => readText(row, 'Title', { locale, own }))
  return truncateName(names.find((name) => name !== '') ?? '')
}

const truncateName = (name: string) => name.slice(0, maxNameLength).toWellFormed()

function toLineField({ field, sku, present, file }: KeptValue, currency: string): ImportLine['fields'][number] {
  const isMoney = field === 'price' || field === 'compareAtPrice'
  const toText = (value: unknown): string => {
    if (typeof value === 'number') return isMoney ? toDecimal({ amount: value, currency }) : String(value)
    if (Array.isArray(value)) return value.map(String).join(', ')
    if (typeof value === 'object' && value !== null)
      return Object.values(value)
        .map((one) => one ?? '–')
        .join(' / ')
    return typeof value === 'string' ? value.slice(0, 200).toWellFormed() : ''
  }
  return { field, sku, present: toText(present), file: toText(file) }
}
