import type { ImportReason, ReasonValues } from '#contract/messages/office-import-reasons.ts'
import type { Row } from './cells.ts'
import type { ColumnName } from './columns.ts'
import { optionNumbers } from './columns.ts'

/** Finds cells that continue over several lines because a quotation mark is not closed. */

const options = optionNumbers.flatMap((number) => [`Option${number} Name`, `Option${number} Value`] as const)
/** The reasons for a refusal that an open quotation mark can cause, each with the columns in which the mark can be. */
const columnsOf: Partial<Record<ImportReason, readonly ColumnName[]>> = {
  'import.no_title': ['Handle', 'Variant SKU'],
  'import.long_title': ['Title'],
  'import.long_option': options,
  'import.long_sku': ['Variant SKU'],
  'import.price': ['Variant Price'],
  'import.stock': ['Variant Inventory Qty'],
  'import.compare_at': ['Variant Compare At Price'],
}

/** Returns the cell whose quotation mark is probably not closed, with its lines. Null if the row has no such cell. */
export function findOpenQuote(row: Row, code: ImportReason): ReasonValues | null {
  for (const column of columnsOf[code] ?? []) {
    const breaks = row.cells[column]?.match(/\r\n|\r|\n/g)?.length ?? 0
    const from = row.begins?.[column] ?? row.line
    if (breaks > 0) return { column, from, to: from + breaks }
  }
  return null
}
