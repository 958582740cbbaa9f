import { maxImportCellLength } from '#contract/import-limits.ts'
import type { ImportReason } from '#contract/messages/office-import-reasons.ts'
import type { Row } from './cells.ts'
import { columns as knownColumns, optionNumbers } from './columns.ts'
import { toRows } from './headers.ts'
import type { ImportOptions, RowFix } from './options.ts'
import type { Refusal } from './rows.ts'

/** Corrections that staff make in refused rows. */

const optionValues = optionNumbers.map((number) => `Option${number} Value`)
const optionNames = optionNumbers.map((number) => `Option${number} Name`)
const columnsOfReason: Partial<Record<ImportReason, readonly string[]>> = {
  'import.no_title': ['Title'],
  'import.long_title': ['Title'],
  'import.many_tags': ['Tags'],
  'import.lead_time': ['Lead Time'],
  'import.quantity_most': ['Minimum Quantity', 'Quantity Step', 'Maximum Quantity'],
  'import.empty_row': ['Variant Price', 'Image Src'],
  'import.price': ['Variant Price'],
  'import.price_comma': ['Variant Price'],
  'import.no_price': ['Variant Price'],
  'import.no_option': optionValues,
  'import.same_option': optionValues,
  'import.alike_option': optionValues,
  'import.long_option': [...optionNames, ...optionValues],
  'import.long_sku': ['Variant SKU'],
  'import.same_sku': ['Variant SKU'],
  'import.sku_taken': ['Variant SKU'],
  'import.stock': ['Variant Inventory Qty'],
  'import.compare_at': ['Variant Compare At Price'],
  'import.tax_class': ['Tax Class', 'Variant Tax Class'],
  'import.stock_by_store': ['Stock by Store'],
  'import.no_store': ['Stock by Store'],
  'import.groups': ['Groups (JSON)'],
  'import.no_group': ['Brand Id', 'Category Ids', 'Tag Ids', 'Modifier Group Ids'],
}
const handleReasons: readonly ImportReason[] = ['import.no_id', 'import.no_handle', 'import.apart']

/**
 * The cells of a refused row that staff can correct, with their current texts. They depend on the reason of the
 * refusal. Empty if a text is too long for the back office.
 */
export function cellsToFix(
  { code, values }: Pick<Refusal, 'code' | 'values'>,
  row: Row,
  { columns = {}, fixes }: Pick<ImportOptions, 'columns' | 'fixes'>,
): { column: string; value: string }[] {
  const mappedColumns = new Set(Object.values(columns))
  const reasonColumns = handleReasons.includes(code)
    ? // Without a column of handles, rows with different SKUs or titles are different products.
      mappedColumns.has('Handle')
      ? ['Handle']
      : ['Variant SKU', 'Title']
    : (columnsOfReason[code] ?? columnsNamed(String(values.column ?? '')))
  const cells = reasonColumns
    .filter((column) => mappedColumns.has(column))
    .map((column) => ({ column, value: fixes?.[row.line]?.cells[column]?.is ?? row.said[column] ?? '' }))
  return cells.some(({ value }) => value.length > maxImportCellLength) ? [] : cells
}

/** The columns with this name, in all languages. */
function columnsNamed(name: string): string[] {
  const plain = name.toLowerCase()
  if (!plain) return []
  return knownColumns.filter(
    (column) => column.toLowerCase() === plain || column.toLowerCase().startsWith(`${plain} (`),
  )
}

/**
 * Returns a function that makes the `cells` of a row from the cells of the file. It applies the corrections by staff,
 * then completes the cells with `toRows`. Call it for the rows in the order of the file, because a row without a title
 * belongs to the product above it.
 */
export function createRows({ columns, fixes }: Pick<ImportOptions, 'columns' | 'fixes'>) {
  const completeCells = toRows(columns)
  const mappedColumns = new Set(Object.values(columns ?? {}))
  return (row: Omit<Row, 'cells'>): Row => ({
    ...row,
    cells: completeCells(applyFix(row.said, fixes?.[row.line], mappedColumns)),
  })
}

/** Returns the cells with their corrections. Ignores corrections of columns that the import no longer reads. */
function applyFix(rawCells: Row['said'], fix: RowFix | undefined, mappedColumns: Set<string | null>): Row['said'] {
  if (!fix) return rawCells
  const cells = Object.entries(fix.cells).filter(([column]) => mappedColumns.has(column))
  return { ...rawCells, ...Object.fromEntries(cells.map(([column, { is }]) => [column, is])) }
}
