import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { readSheet } from 'read-excel-file/node'
import yauzl from 'yauzl'
import { findPercentages } from './sheet-percentages.ts'

/** The maximum size of an unpacked workbook in bytes. */
const maxUnpackedBytes = 150 * 1024 * 1024

/**
 * Writes the first sheet of a workbook as CSV, or returns the reason why it cannot. For a formula, writes the result
 * that is stored in the workbook. Refuses workbooks that unpack to more than `maxUnpackedBytes` bytes.
 */
export async function sheetToCsv(path: string, target: string): Promise<'ok' | 'large' | 'unreadable'> {
  try {
    if (!(await isSmall(path))) return 'large'
    const rows = await readSheet(path, { parseNumber: numberText })
    const percentages = await findPercentages(path)
    const out = createWriteStream(target)
    for (const [index, row] of rows.entries()) {
      const cells = row.map((cell, column) => {
        const isPercentage = percentages.has(`${columnLetters(column)}${index + 1}`)
        return quoteCell(isPercentage ? toPercentage(cellText(cell)) : cellText(cell))
      })
      out.write(`${cells.join(',')}\n`)
    }
    out.end()
    await finished(out)
    return 'ok'
  } catch {
    return 'unreadable'
  }
}

/**
 * Unpacks each file of the archive once. Returns false as soon as the unpacked files exceed `maxUnpackedBytes` bytes.
 * Throws if a file is larger than the directory of the archive says.
 */
async function isSmall(path: string): Promise<boolean> {
  const zip = await yauzl.openPromise(path)
  try {
    let bytes = 0
    for await (const entry of zip.eachEntry()) {
      bytes += entry.uncompressedSize
      if (bytes > maxUnpackedBytes) return false
      const content = await zip.openReadStreamPromise(entry)
      // Reads the entry to its end: yauzl throws if it is larger than the directory says.
      for await (const _ of content);
    }
    return true
  } finally {
    zip.close()
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return String(cell)
}

/**
 * Converts a stored number of a workbook to its text in the CSV. Keeps all digits of a whole number, because it can be
 * a barcode. A workbook can store a barcode as 1.23456789012345E+14.
 */
function numberText(stored: string): string {
  const [match, whole = '', decimals = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:E\+?(\d{1,2}))?$/i.exec(stored) ?? []
  const places = Number(exponent)
  if (match && decimals.length <= places) return whole + decimals.padEnd(places, '0')
  // The sum 0.1 + 0.2 is stored as 0.30000000000000004. 14 digits give 0.3.
  return String(Number(Number(stored).toPrecision(14)))
}

/** The text of a number that its cell shows as a percentage: 30% for 0.3. Does not change other texts. */
const toPercentage = (text: string) =>
  text === '' || Number.isNaN(Number(text)) ? text : `${numberText(String(Number(text) * 100))}%`

/** The letters of a column in an address: A to Z, then AA. */
const columnLetters = (column: number): string =>
  (column < 26 ? '' : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

const quoteCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
