import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CsvError } from 'csv-parse'
import { parse } from 'csv-parse'
import type { Encoding } from './import-options.ts'
import { encodings } from './import-options.ts'
import type { Refusal, Row } from './import-rows.ts'
import { columns } from './import-rows.ts'

/** Thrown if a file cannot be imported, or only in part. The message is a sentence with the reason and the line. */
export class ImportError extends Error {}

/** An open CSV file whose encoding is valid throughout. */
export interface ImportFile {
  encoding: Encoding
  /** The separator of cells: a comma, a semicolon or a tab. */
  separator: string
  size: number
  bytesRead(): number
  /**
   * Passes all valid rows to `work`, and errors of the CSV syntax to `onBroken`. Rejects with an `AbortError` if the
   * signal aborts.
   */
  read(work: (rows: AsyncIterable<Row>) => Promise<void>, onBroken: OnBroken, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}
type OnBroken = (broken: Omit<Refusal, 'handle'>) => void

const required = ['Handle', 'Title', 'Variant Price']
const separators = [',', ';', '\t']
const chunkBytes = 256 * 1024
const longestRecord = 2 * 1024 * 1024

/**
 * Opens the file once, so that replacing it during the import has no effect. A byte order mark overrides the encoding
 * `asked`. Checks the encoding of the whole file before the first row is read. Throws `ImportError` if the file cannot
 * be read.
 */
export async function openImportFile(path: string, asked: Encoding): Promise<ImportFile> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(explainOpen(path, error))
  })
  try {
    const found = await handle.stat()
    if (!found.isFile()) throw new ImportError(`${path} is ${found.isDirectory() ? 'a folder' : 'no file'}.`)
    if (found.size === 0) throw new ImportError('The file is empty.')
    const { encoding, head } = await proveEncoding(handle, asked)
    const separator = separatorOf(head)
    let bytesRead = () => 0
    return {
      encoding,
      separator,
      size: found.size,
      bytesRead: () => bytesRead(),
      close: () => handle.close(),
      async read(work, onBroken, signal) {
        const source = handle.createReadStream({ start: 0, autoClose: false })
        bytesRead = () => source.bytesRead
        const rows = (records: AsyncIterable<Row>) => work(records)
        const parser = csvParser(separator, onBroken)
        // The parser reads UTF-8 without help.
        if (encoding === 'utf-8') await pipeline(source, parser, rows, { signal })
        else await pipeline(source, decodeStream(encoding), parser, rows, { signal })
      },
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/**
 * Parses rows, each with the number of its first line. Stops at a quotation mark that is never closed, because the rows
 * after it cannot be recognized.
 */
function csvParser(separator: string, onBroken: OnBroken) {
  // The number of CRLFs within cells, which the parser counts as two lines each.
  let countedTwice = 0
  let lastLine = 1
  let isLost = false
  const toRow = (cells: Record<string, string>, { lines, bytes }: { lines: number; bytes: number }): Row | null => {
    if (isLost) return null
    let within = 0
    for (const name in cells) {
      const ends = /[\r\n]/.test(cells[name] ?? '') ? (cells[name]?.match(/\r\n|\r|\n/g) ?? []) : []
      within += ends.length
      countedTwice += ends.filter((end) => end.length === 2).length
    }
    lastLine = lines - countedTwice
    return { line: lastLine - within, at: bytes, cells }
  }
  const onSkip = (error?: CsvError) => {
    if (!error || isLost) return undefined
    isLost = error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED'
    onBroken({ line: lastLine + 1, reason: explainCsv(error), ...(isLost && { isLast: true }) })
    return undefined
  }
  return parse<Record<string, string>>({
    bom: true,
    columns: (header: string[]) => readHeader(header),
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
    skip_records_with_error: true,
    // The parser emits whatever this returns, but its type allows less.
    on_record: toRow as never,
    on_skip: onSkip,
  })
}

/** Normalizes the column names. Throws `ImportError` if a required column is missing or a column appears twice. */
function readHeader(header: string[]): string[] {
  const spelling = new Map(columns.map((name) => [name.toLowerCase(), name as string]))
  const names = header.map((name) => spelling.get(name.trim().toLowerCase()) ?? name.trim())
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    const list = missing.map((name) => `“${name}”`).join(' and ')
    throw new ImportError(
      `Line 1: the column${missing.length > 1 ? 's' : ''} ${list} ${missing.length > 1 ? 'are' : 'is'} missing. Nothing was imported.`,
    )
  }
  const twice = columns.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice) throw new ImportError(`Line 1: the column “${twice}” stands twice. Nothing was imported.`)
  return names
}

/** Detects the separator from the header. Spreadsheets in many countries use semicolons. */
function separatorOf(head: string): string {
  const [line = ''] = head.split(/[\r\n]/, 1)
  const has = (separator: string) => {
    const names = line.split(separator).map((name) => name.replaceAll('"', '').trim().toLowerCase())
    return required.filter((name) => names.includes(name.toLowerCase())).length
  }
  return separators.reduce((best, separator) => (has(separator) > has(best) ? separator : best))
}

async function proveEncoding(handle: FileHandle, asked: Encoding): Promise<{ encoding: Encoding; head: string }> {
  const chunk = Buffer.alloc(chunkBytes)
  const { bytesRead } = await handle.read(chunk, 0, 4, 0)
  if (chunk.subarray(0, 2).equals(Buffer.from('PK')))
    throw new ImportError('This is a spreadsheet or an archive. Save it as CSV (UTF-8) first.')
  const encoding = bytesRead >= 2 && chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : asked
  const decoder = new TextDecoder(encoding, { fatal: true })
  let head: string | undefined
  let bytes = 0
  let lines = 1
  try {
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, bytes)
      if (bytesRead === 0) break
      const part = chunk.subarray(0, bytesRead)
      const text = decoder.decode(part, { stream: true })
      head ??= text
      bytes += bytesRead
      for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines++
    }
    decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const others = encodings.filter((name) => name !== encoding).join(', ')
    throw new ImportError(
      `The file is not ${encoding}: it breaks off after about line ${lines} (byte ${bytes}). Nothing was imported. Save it as UTF-8, or say --encoding ${others}.`,
    )
  }
  return { encoding, head: head ?? '' }
}

function decodeStream(encoding: string): Transform {
  const decoder = new TextDecoder(encoding)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      done(null, Buffer.from(decoder.decode(chunk, { stream: true })))
    },
  })
}

function explainOpen(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no file ${path}.`
  if (code === 'EACCES') return `The file ${path} may not be read by this user.`
  return `The file cannot be read: ${message}.`
}

function explainCsv(error: CsvError): string {
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return 'it is longer than 2 MB, mostly as a quotation mark is opened and never closed: nothing after it can be read'
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quotation mark is opened here and never closed: nothing after it can be read'
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return 'a quotation mark stands where none may'
    default:
      return 'it cannot be read as CSV'
  }
}
