import type { Locale } from '#contract/languages.ts'
import { locales } from '#contract/languages.ts'
import { isFormula } from '#server/platform/csv.ts'
import { normalizeText } from '#server/platform/normalize-text.ts'
import type { ColumnName, TextColumn } from './columns.ts'
import { columnIn } from './columns.ts'

/** Reads the cells of product files. */

/** A row of the file. Cells of columns that the file lacks are undefined. */
export interface Row {
  line: number
  /** The byte offset of the row's end in the file. */
  at: number
  cells: Record<string, string | undefined>
  /** The cells as they are in the file, without corrections by staff and without completed values. */
  said: Record<string, string | undefined>
  /** Maps the name of each cell that spans several lines to the line on which the cell begins. */
  begins?: Record<string, number>
}

/** The text of a cell; empty if the file lacks the column. */
export function cell(row: Row, column: ColumnName): string {
  return plainCell(row.cells[column])
}

/** The language of a text, and the file's own language. */
interface TextLanguage {
  locale: Locale
  own: Locale
}

/**
 * The text of a row in a language. For the file's own language, a missing or empty column falls back to the column
 * without a language. But the text stays empty if the file has the column of its own language and the row has the text
 * in another language.
 */
export function readText(row: Row, column: TextColumn, { locale, own }: TextLanguage): string {
  const localized = plainCell(row.cells[columnIn(column, locale)])
  if (locale !== own || localized !== '') return localized
  const isInOtherLanguage = locales.some(
    (other) => other !== own && plainCell(row.cells[columnIn(column, other)]) !== '',
  )
  const hasOwnColumn = row.cells[columnIn(column, own)] !== undefined
  return hasOwnColumn && isInOtherLanguage ? '' : cell(row, column)
}

/**
 * Whether the file has a column for the text in this language. The column without a language counts as a column of the
 * file's own language.
 */
export function hasText({ cells }: Row, column: TextColumn, { locale, own }: TextLanguage): boolean {
  return cells[columnIn(column, locale)] !== undefined || (locale === own && cells[column] !== undefined)
}

function plainCell(text = ''): string {
  return withoutGuard(normalizeText(text).replace(/\r\n?/g, '\n').trim())
}

/** Removes the apostrophe that an export puts before a text that a spreadsheet would run as a formula. */
const withoutGuard = (text: string) => (text.startsWith("'") && isFormula(text) ? text.slice(1) : text)
