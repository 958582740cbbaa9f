import type { Money } from '#contract/money.ts'
import { toDecimal } from '#contract/money.ts'

/** The first character of a CSV file. Spreadsheets recognise UTF-8 by this byte order mark. */
export const byteOrderMark = '\ufeff'

const formula = /^'*[=+\-@＝＋－＠]/

/** Whether a spreadsheet would run the text as a formula. Ignores apostrophes at the beginning. */
export const isFormula = (text: string) => formula.test(text)

/**
 * Returns a line of a CSV file. Puts an apostrophe before a text that a spreadsheet would run as a formula. Does so
 * even if the text already begins with apostrophes, because the import removes one. An amount is a decimal number and
 * gets no apostrophe, even if it is negative.
 */
export function toCsvLine(cells: (string | Money)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? toCell(cell) : toDecimal(cell))).join(',')}\r\n`
}

function toCell(text: string): string {
  const guarded = isFormula(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
