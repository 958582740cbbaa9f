import { amountColumns, factColumns } from '#contract/constants.ts'
import { locales } from '#contract/languages.ts'
import { toDecimal } from '#contract/money.ts'
import type { CellChange, CellRefusal, RefusedCell, TableColumn, TableLine } from '#contract/office/product-table.ts'
import { readAmount } from '../forms/amount.ts'

/**
 * The state of the table in which staff edit many products: the stored values, the typed texts and the refused cells.
 */

export type Column = TableColumn
export type CellValue = string | number | null
/** Why a typed text cannot be saved. */
export type CellProblem = 'amount' | 'price' | 'too_much' | 'grams' | 'too_long'
type CellRefusalState = Pick<RefusedCell, 'reason' | 'now'>

export interface SheetRow {
  line: TableLine
  /** Whether this is the line of the product's first variant. Staff edit the product's names only in that line. */
  isFirst: boolean
  typed: Readonly<Partial<Record<Column, string>>>
  refused: Readonly<Partial<Record<Column, CellRefusalState>>>
}

export interface Sheet {
  currency: string
  rows: readonly SheetRow[]
  undo: readonly Edit[][]
  redo: readonly Edit[][]
  /**
   * The key of the cell in which the staff member typed last. Further typing in this cell belongs to the same step of
   * `undo`. Empty after any other step.
   */
  typing: string
}

export interface Place {
  row: number
  column: Column
}
/** A cell with its new text. */
export interface Edit extends Place {
  text: string
}

export const nameColumns = locales.map((locale) => `name_${locale}` as const)
export const allColumns: readonly Column[] = [...nameColumns, ...amountColumns, ...factColumns]
const maxAmount = 100_000_000
const maxGrams = 10_000_000
const maxTextLengths = { name: 120, barcode: 60 }

/** The language of a column of names. */
export const languageOf = (column: Column) => locales.find((locale) => column === `name_${locale}`)

/** Creates the sheet of these lines, without typed texts. */
export function sheetOf({ lines, currency }: { lines: TableLine[]; currency: string }): Sheet {
  const rows = lines.map((line, at) => ({
    line,
    typed: {},
    refused: {},
    isFirst: lines[at - 1]?.product !== line.product,
  }))
  return { currency, rows, undo: [], redo: [], typing: '' }
}

/** Returns the sheet with newly loaded lines. Typed texts stay. */
export function withLines(sheet: Sheet, lines: TableLine[]): Sheet {
  const bySku = new Map(lines.map((line) => [line.sku, line]))
  return { ...sheet, rows: sheet.rows.map((row) => ({ ...row, line: bySku.get(row.line.sku) ?? row.line })) }
}

/** Whether the row has a cell of this column. */
export const hasCell = (row: SheetRow, column: Column): boolean => row.isFirst || !languageOf(column)

/** The stored value of a cell. */
export function storedIn({ line }: SheetRow, column: Column): CellValue {
  const locale = languageOf(column)
  return locale ? line.name[locale] : line[column as Exclude<Column, `name_${string}`>]
}

const isAmount = (column: Column) => amountColumns.some((one) => one === column)

/** A value as the text of its cell. */
export function textOfValue(value: CellValue, column: Column, currency: string): string {
  if (value === null || (column === 'deposit' && value === 0)) return ''
  return typeof value === 'number' && isAmount(column) ? toDecimal({ amount: value, currency }) : String(value)
}

/** The text of a cell: the typed text, or the stored value if nobody typed in the cell. */
export const textIn = (row: SheetRow, column: Column, currency: string): string =>
  row.typed[column] ?? textOfValue(storedIn(row, column), column, currency)

type ParsedCell = { value: CellValue; problem?: undefined } | { problem: CellProblem }

/** Reads the text of a cell. */
export function readCell(text: string, column: Column, currency: string): ParsedCell {
  const trimmed = text.trim()
  if (languageOf(column)) return trimmed.length > maxTextLengths.name ? { problem: 'too_long' } : { value: trimmed }
  if (column === 'barcode')
    return trimmed.length > maxTextLengths.barcode ? { problem: 'too_long' } : { value: trimmed || null }
  if (column === 'grams') return readGrams(trimmed)
  if (column === 'price' && trimmed === '') return { problem: 'price' }
  if (trimmed === '') return { value: column === 'deposit' ? 0 : null }
  const amount = readAmount(trimmed, currency)
  if (amount === null) return { problem: 'amount' }
  return amount > maxAmount ? { problem: 'too_much' } : { value: amount }
}

function readGrams(text: string): ParsedCell {
  if (text === '') return { value: null }
  const grams = /^\d{1,8}$/.test(text) ? Number(text) : 0
  return grams > 0 && grams <= maxGrams ? { value: grams } : { problem: 'grams' }
}

const applyEdits = (sheet: Sheet, edits: readonly Edit[]): Sheet => {
  const rows = [...sheet.rows]
  for (const { row, column, text } of edits) {
    const oldRow = rows[row]
    if (!oldRow) continue
    const { [column]: _, ...typed } = oldRow.typed
    const { [column]: __, ...refused } = oldRow.refused
    const isStored = text === textOfValue(storedIn(oldRow, column), column, sheet.currency)
    rows[row] = { ...oldRow, typed: isStored ? typed : { ...typed, [column]: text }, refused }
  }
  return { ...sheet, rows }
}

/** The edits that undo `edits` by restoring the current texts of the cells. */
const inverseEdits = (sheet: Sheet, edits: readonly Edit[]): Edit[] =>
  edits.flatMap(({ row, column }) => {
    const oldRow = sheet.rows[row]
    return oldRow ? [{ row, column, text: textIn(oldRow, column, sheet.currency) }] : []
  })

/** Writes cells as one step that can be undone. `typing` is the key of the cell in which the staff member types. */
export function edit(sheet: Sheet, edits: readonly Edit[], typing = ''): Sheet {
  const validEdits = edits.filter(({ row, column }) => {
    const oldRow = sheet.rows[row]
    return oldRow !== undefined && hasCell(oldRow, column)
  })
  if (validEdits.length === 0) return sheet
  const continuesTyping = typing !== '' && typing === sheet.typing
  const undo = continuesTyping ? sheet.undo : [...sheet.undo, inverseEdits(sheet, validEdits)]
  return { ...applyEdits(sheet, validEdits), undo, redo: [], typing }
}

/** Undoes the last step. */
export function undoStep(sheet: Sheet): Sheet {
  const step = sheet.undo.at(-1)
  if (!step) return sheet
  const redo = [...sheet.redo, inverseEdits(sheet, step)]
  return { ...applyEdits(sheet, step), undo: sheet.undo.slice(0, -1), redo, typing: '' }
}

/** Redoes the step that was undone last. */
export function redoStep(sheet: Sheet): Sheet {
  const step = sheet.redo.at(-1)
  if (!step) return sheet
  const undo = [...sheet.undo, inverseEdits(sheet, step)]
  return { ...applyEdits(sheet, step), redo: sheet.redo.slice(0, -1), undo, typing: '' }
}

/**
 * Parses cells that were copied from a spreadsheet. Tabs separate cells, and line breaks separate rows. Quotes enclose
 * cells that contain line breaks.
 */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  const cells = /(?:"((?:[^"]|"")*)"|([^\t\n\r]*))(\t|\r\n|\n|\r|$)/g
  for (const [, quoted, plain, end] of text.matchAll(cells)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"').replaceAll(/\s*\n\s*/g, ' '))
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  const last = rows.at(-1)
  // A copied block ends with a line break, which does not start another row.
  if (rows.length > 1 && last?.every((cell) => cell === '')) rows.pop()
  return rows
}

/** Pastes a block of cells, starting at a cell. `left` counts the cells that did not fit into the table. */
export function pasteBlock(
  sheet: Sheet,
  start: Place,
  { block, columns }: { block: string[][]; columns: readonly Column[] },
): { sheet: Sheet; left: number } {
  const firstColumn = columns.indexOf(start.column)
  const edits: Edit[] = []
  let left = 0
  for (const [down, cells] of block.entries()) {
    for (const [across, text] of cells.entries()) {
      const row = sheet.rows[start.row + down]
      const column = columns[firstColumn + across]
      if (row && column && hasCell(row, column)) edits.push({ row: start.row + down, column, text: text.trim() })
      else if (text.trim() !== '') left += 1
    }
  }
  return { sheet: edit(sheet, edits), left }
}

/** Copies the text of a cell into the cells below it, down to the row `last`. */
export function fillDown(sheet: Sheet, { row, column }: Place, last: number): Sheet {
  const sourceRow = sheet.rows[row]
  if (!sourceRow || !hasCell(sourceRow, column)) return sheet
  const text = textIn(sourceRow, column, sheet.currency)
  return edit(
    sheet,
    Array.from({ length: Math.max(0, last - row) }, (_, at) => ({ row: row + 1 + at, column, text })),
  )
}

export interface Problem extends Place {
  problem: CellProblem | CellRefusal
}

/** Why the text of a cell cannot be saved, or why the server refused it. Undefined if the cell has no problem. */
export function problemOf(
  { typed, refused }: SheetRow,
  column: Column,
  currency: string,
): Problem['problem'] | undefined {
  const text = typed[column]
  const typedProblem = text === undefined ? undefined : readCell(text, column, currency).problem
  return typedProblem ?? refused[column]?.reason
}

/** The cells that cannot be saved, or that the server refused. */
export const problemsIn = ({ rows, currency }: Sheet): Problem[] =>
  rows.flatMap((sheetRow, row) =>
    allColumns.flatMap((column) => {
      const problem = problemOf(sheetRow, column, currency)
      return problem ? [{ row, column, problem }] : []
    }),
  )

/** How many cells differ from what is stored. */
export const countTyped = ({ rows }: Sheet): number => rows.flatMap(({ typed }) => Object.keys(typed)).length

/** The changed cells whose texts are valid, as changes to send to the server. */
export const changesIn = ({ rows, currency }: Sheet): CellChange[] =>
  rows.flatMap((row) =>
    allColumns.flatMap((column) => {
      const text = row.typed[column]
      const parsed = text === undefined ? null : readCell(text, column, currency)
      if (!parsed || parsed.problem) return []
      const { product, sku } = row.line
      // The cast is safe, because `readCell` returns only values that the column's cells may have.
      return [
        { id: languageOf(column) ? product : sku, column, was: storedIn(row, column), is: parsed.value } as CellChange,
      ]
    }),
  )

const keyOf = ({ id, column }: { id: string; column: Column }) => `${column} ${id}`

/**
 * Applies the server's response to the sheet. The values of saved cells become stored values. Refused cells keep their
 * texts and get the reason. Texts that were typed during the save stay, but the steps to undo and redo are cleared.
 */
export function applySaveResult(sheet: Sheet, sent: CellChange[], refused: RefusedCell[]): Sheet {
  const changes = new Map(sent.map((change) => [keyOf(change), change]))
  const reasons = new Map(refused.map((one) => [keyOf(one), one]))
  const rows = sheet.rows.map((row) => {
    let newRow = row
    for (const column of allColumns) {
      if (row.typed[column] === undefined) continue
      const key = keyOf({ id: languageOf(column) ? row.line.product : row.line.sku, column })
      const [change, reason] = [changes.get(key), reasons.get(key)]
      if (reason) newRow = { ...newRow, refused: { ...newRow.refused, [column]: reason } }
      else if (change) newRow = withSavedCell(newRow, change, sheet.currency)
    }
    return newRow
  })
  return { ...sheet, rows, undo: [], redo: [], typing: '' }
}

/** Returns the row with the saved value as the cell's stored value. A text that was typed during the save stays. */
function withSavedCell(row: SheetRow, { column, is }: CellChange, currency: string): SheetRow {
  const savedRow = withStoredValue(row, column, is)
  const text = row.typed[column]
  const typedCell = text === undefined ? null : readCell(text, column, currency)
  const isSaved = !typedCell || ('value' in typedCell && typedCell.value === is)
  return isSaved ? savedRow : { ...savedRow, typed: { ...savedRow.typed, [column]: text } }
}

/** Returns a copy of the row in which the cell has this stored value, and no typed text or refusal. */
function withStoredValue(row: SheetRow, column: Column, value: CellValue): SheetRow {
  const { [column]: _, ...typed } = row.typed
  const { [column]: __, ...refused } = row.refused
  const locale = languageOf(column)
  const line: TableLine = locale
    ? { ...row.line, name: { ...row.line.name, [locale]: String(value ?? '') } }
    : { ...row.line, [column]: value }
  return { ...row, line, typed, refused }
}

/** Resolves a conflict in a cell: keeps the typed text (`mine`), or the other staff member's value (`theirs`). */
export function resolveConflict(sheet: Sheet, { row, column, keep }: Place & { keep: 'mine' | 'theirs' }): Sheet {
  const oldRow = sheet.rows[row]
  const refused = oldRow?.refused[column]
  if (!oldRow || !refused) return sheet
  const text = oldRow.typed[column]
  const theirRow = withStoredValue(oldRow, column, refused.now)
  const myRow = text === undefined ? theirRow : { ...theirRow, typed: { ...theirRow.typed, [column]: text } }
  return { ...sheet, rows: sheet.rows.with(row, keep === 'mine' ? myRow : theirRow) }
}
