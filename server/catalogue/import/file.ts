import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CsvError } from 'csv-parse'
import { parse } from 'csv-parse'
import type { Row } from './cells.ts'
import { columns as knownColumns } from './columns.ts'
import { createRows } from './fixes.ts'
import { headerKey } from './headers.ts'
import type { Encoding, ImportOptions } from './options.ts'
import { encodings } from './options.ts'
import type { RefusalReason } from './refusal.ts'
import { ImportError, importError, refusalReason } from './refusal.ts'
import type { Refusal } from './rows.ts'

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

const requiredColumns = ['Handle', 'Title', 'Variant Price']
const separators = [',', ';', '\t']
const chunkBytes = 256 * 1024
const maxRecordBytes = 2 * 1024 * 1024

/**
 * Opens the file once, so that replacing it during the import has no effect. Reads it in the encoding
 * `requestedEncoding`, unless it begins with a byte order mark of UTF-16. Checks the encoding of the whole file before
 * the first row is read. Throws `ImportError` if the file cannot be read.
 */
export async function openImportFile(
  path: string,
  requestedEncoding: Encoding,
  { columns, fixes }: Pick<ImportOptions, 'columns' | 'fixes'>,
): Promise<ImportFile> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(explainOpen(path, error))
  })
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw new ImportError(`${path} is ${stats.isDirectory() ? 'a folder' : 'no file'}.`)
    if (stats.size === 0) throw importError('import.empty')
    const { encoding, head } = await checkEncoding(handle, requestedEncoding)
    const separator = separatorOf(head)
    let bytesRead = () => 0
    return {
      encoding,
      separator,
      size: stats.size,
      bytesRead: () => bytesRead(),
      close: () => handle.close(),
      async read(work, onBroken, signal) {
        const source = handle.createReadStream({ start: 0, autoClose: false })
        bytesRead = () => source.bytesRead
        const rows = (records: AsyncIterable<Row>) => work(records)
        const parser = csvParser(separator, onBroken, { columns, fixes })
        // The parser decodes UTF-8 itself. Text in another encoding must be decoded before it reaches the parser.
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
function csvParser(
  separator: string,
  onBroken: OnBroken,
  { columns, fixes }: Pick<ImportOptions, 'columns' | 'fixes'>,
) {
  const completeRow = createRows({ columns, fixes })
  // The parser counts each CRLF within a cell as two lines. This is the number of such CRLFs so far.
  let countedTwice = 0
  let lastLine = 1
  let isUnreadable = false
  const parseRecord = (
    cells: Record<string, string>,
    { lines, bytes }: { lines: number; bytes: number },
  ): Row | null => {
    if (isUnreadable) return null
    let lineBreaks = 0
    const lineOffsets: Record<string, number> = {}
    for (const name in cells) {
      const ends = /[\r\n]/.test(cells[name] ?? '') ? (cells[name]?.match(/\r\n|\r|\n/g) ?? []) : []
      if (ends.length > 0) lineOffsets[name] = lineBreaks
      lineBreaks += ends.length
      countedTwice += ends.filter((end) => end.length === 2).length
    }
    lastLine = lines - countedTwice
    const line = lastLine - lineBreaks
    const begins = Object.fromEntries(Object.entries(lineOffsets).map(([name, lines]) => [name, line + lines]))
    const said = columns ? withoutIgnored(cells) : cells
    return completeRow({ line, at: bytes, said, ...(lineBreaks > 0 && { begins }) })
  }
  const onSkip = (error?: CsvError) => {
    if (!error || isUnreadable) return undefined
    isUnreadable = error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED'
    onBroken({ line: lastLine + 1, ...explainCsv(error), ...(isUnreadable && { isLast: true }) })
    return undefined
  }
  return parse<Record<string, string>>({
    bom: true,
    columns: (header: string[]) => readHeader(header, columns),
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
    skip_records_with_error: true,
    // The parser emits any value that `parseRecord` returns, but the type of `on_record` does not allow a `Row`; hence
    // the cast.
    on_record: parseRecord as never,
    on_skip: onSkip,
  })
}

/**
 * The prefix for the names of ignored columns. The parser reads the cells of these columns only to count the line
 * breaks in them.
 */
const ignoredPrefix = '\0'

const withoutIgnored = (cells: Record<string, string>) =>
  Object.fromEntries(Object.entries(cells).filter(([name]) => !name.startsWith(ignoredPrefix)))

/**
 * Normalizes the column names, or renames them as `chosen` says. Throws `ImportError` if a required column is missing
 * or a column appears twice.
 */
function readHeader(header: string[], chosen: Record<string, string | null> | undefined): string[] {
  const nameByLowerCase = new Map(knownColumns.map((name) => [name.toLowerCase(), name]))
  const names = header
    .map(headerKey)
    .map((name, at) =>
      chosen ? (chosen[name] ?? `${ignoredPrefix}${at}`) : (nameByLowerCase.get(name.toLowerCase()) ?? name),
    )
  const missing = (chosen ? requiredColumns.slice(1) : requiredColumns).filter((name) => !names.includes(name))
  if (missing.length > 0) {
    const list = missing.map((name) => `“${name}”`).join(' and ')
    throw importError(missing.length > 1 ? 'import.columns_missing' : 'import.column_missing', { list })
  }
  const duplicate = knownColumns.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (duplicate) throw importError('import.column_twice', { column: duplicate })
  return names
}

/** Detects the separator from the header. Spreadsheets in many countries use semicolons. */
export function separatorOf(head: string): string {
  const [line = ''] = head.split(/[\r\n]/, 1)
  const countRequired = (separator: string) => {
    const names = line.split(separator).map((name) => name.replaceAll('"', '').trim().toLowerCase())
    return requiredColumns.filter((name) => names.includes(name.toLowerCase())).length
  }
  const rank = (separator: string) => countRequired(separator) * 1000 + line.split(separator).length
  return separators.reduce((best, separator) => (rank(separator) > rank(best) ? separator : best))
}

async function checkEncoding(
  handle: FileHandle,
  requestedEncoding: Encoding,
): Promise<{ encoding: Encoding; head: string }> {
  const chunk = Buffer.alloc(chunkBytes)
  const { bytesRead } = await handle.read(chunk, 0, 4, 0)
  if (chunk.subarray(0, 2).equals(Buffer.from('PK')))
    throw new ImportError('This is a spreadsheet or an archive. Save it as CSV (UTF-8) first.')
  const encoding = bytesRead >= 2 ? (encodingFromMark(chunk) ?? requestedEncoding) : requestedEncoding
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

/** The UTF-16 encoding that a byte order mark indicates. Null if there is no such mark. */
export function encodingFromMark(bytes: Buffer): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
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

function explainCsv(error: CsvError): RefusalReason {
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return refusalReason('import.csv_long')
    case 'CSV_QUOTE_NOT_CLOSED':
      return refusalReason('import.csv_open')
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return refusalReason('import.csv_quote')
    default:
      return refusalReason('import.csv')
  }
}
