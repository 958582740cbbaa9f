import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { encodingFromMark, separatorOf } from './file.ts'
import { headerKey } from './headers.ts'
import type { Encoding } from './options.ts'
import { importError } from './refusal.ts'

const headBytes = 64 * 1024
const sampleRows = 3
const maxSampleLength = 80

/**
 * Reads the encoding, the column names and the first rows of a CSV file. Throws `ImportError` if the file cannot be
 * read or has more than `maxRows` rows.
 */
export async function readHead(
  path: string,
  maxRows: number,
): Promise<{ encoding: Encoding; header: string[]; samples: string[][] }> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size === 0) throw importError('import.empty')
  const head = Buffer.alloc(Math.min(headBytes, size))
  const handle = await open(path)
  await handle.read(head, 0, head.length, 0).finally(() => handle.close())
  const encoding = encodingFromMark(head) ?? (await detectEncoding(path))
  if ((await countLines(path)) > maxRows + 1) throw importError('import.rows_many', { most: maxRows })
  // The head can end within a character. With `stream`, the decoder leaves out the incomplete character.
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  const rows = readRows(text)
  const [names = [], ...samples] = rows
  const header = names.map(headerKey)
  if (header.every((name) => name === '')) throw importError('import.empty')
  return {
    encoding,
    header,
    samples: samples
      .slice(0, sampleRows)
      .map((row) => row.map((cell) => cell.slice(0, maxSampleLength).toWellFormed())),
  }
}

function readRows(text: string): string[][] {
  const options = {
    bom: true,
    delimiter: separatorOf(text.replace(/^\ufeff/, '')),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    trim: true,
    to: sampleRows + 1,
  } as const
  try {
    return parse(text, options)
  } catch {
    // The head can end within quotation marks, or the file never closes a quotation mark. In both cases, parses only
    // the header line. The import later reports the line of a quotation mark that is never closed.
    const [line = ''] = text.replace(/^\ufeff/, '').split(/[\r\n]/, 1)
    try {
      return parse(line, options)
    } catch {
      throw importError('import.csv')
    }
  }
}

/** The encoding in which the whole file is valid: UTF-8, or else GB18030. */
async function detectEncoding(path: string): Promise<Encoding> {
  for (const encoding of ['utf-8', 'gb18030'] as const) if (await isValidIn(path, encoding)) return encoding
  throw importError('import.encoding')
}

const readChunks = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: 256 * 1024 })

async function isValidIn(path: string, encoding: Encoding): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of readChunks(path)) {
      const text = decoder.decode(chunk, { stream: true })
      // A spreadsheet contains no NUL characters. A file that contains one is in another encoding, or is no text, such
      // as a picture.
      if (text.includes('\0')) return false
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * Counts the lines with text. Ignores line breaks between quotation marks. The result is an estimate; the import counts
 * exactly.
 */
async function countLines(path: string): Promise<number> {
  let lines = 0
  let isQuoted = false
  let hasText = false
  for await (const chunk of readChunks(path)) {
    for (const byte of chunk) {
      if (byte === 0x22) isQuoted = !isQuoted
      else if (byte === 0x0a && !isQuoted) {
        if (hasText) lines++
        hasText = false
      } else if (byte > 0x20) hasText = true
    }
  }
  return lines + (hasText ? 1 : 0)
}
