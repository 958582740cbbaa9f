import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { Cacheable } from '#server/platform/cache.ts'
import type { Topic } from '#server/platform/topics.ts'
import { escapeXml } from '#server/platform/xml.ts'

/** A cached page that members share: its HTML, with holes for the values of each response. */
export interface MemberPage extends Cacheable {
  status: number
  headers: [string, string][]
  /** The HTML before, between and after the holes: one part more than there are holes. */
  parts: Uint8Array[]
  holes: Hole[]
  /** The compressed parts. Missing until the page is first sent to a browser that accepts gzip. */
  deflated?: Promise<Uint8Array[]>
}

/**
 * A hole in a page. Each response fills it with the value of this name. `isInScript` decides how the value is encoded.
 */
export interface Hole {
  name: string
  isInScript: boolean
}

/** The values of a response, by name. */
export type Values = Record<string, string>

/** The placeholder of a value during rendering. `secret` is unguessable, so no text of a page can contain it. */
export const placeholderOf = (secret: string, name: string) => `${secret}-${name}-`

/** Splits a rendered page, which shows these `topics`, at its placeholders. */
export async function splitPage(
  response: Response,
  { secret, topics }: { secret: string; topics: ReadonlySet<Topic> },
): Promise<MemberPage> {
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  const body = response.body ? await response.text() : ''
  const pieces = headers.some(isHtmlType) ? body.split(new RegExp(`${secret}-(\\w+)-`)) : [body]
  const parts: Uint8Array[] = []
  const holes: Hole[] = []
  let isInScript = false
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 1) holes.push({ name: piece, isInScript })
    else {
      isInScript = endsInScript(piece, isInScript)
      parts.push(Buffer.from(piece))
    }
  }
  return { status: response.status, headers, parts, holes, topics, bytes: bytesOf(body) }
}

/** The memory of a page in bytes: the HTML, and the compressed parts, which take about a third of the HTML's size. */
const bytesOf = (body: string) => Math.ceil(1.35 * Buffer.byteLength(body)) + 500

/**
 * Whether a piece of HTML ends inside a script. `before` is whether it starts inside a script. Neither HTML text nor
 * script data contains an unescaped `<`, so each `<` starts a tag.
 */
function endsInScript(html: string, before: boolean): boolean {
  const [openIndex, closeIndex] = [html.lastIndexOf('<script'), html.lastIndexOf('</script')]
  return openIndex === closeIndex ? before : openIndex > closeIndex
}

/** Fills a page with the values of a response. */
export const fillPage = (page: MemberPage, values: Values): Uint8Array<ArrayBuffer> =>
  Buffer.concat(page.parts.flatMap((part, index) => [part, ...holeAfter(page, index, values)]))

const deflate = promisify(deflateRaw)
/** The gzip header (RFC 1952, 2.3) without a file name and a time. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** The last block of a DEFLATE stream, without content. */
const lastBlock = Buffer.from([3, 0])
/** The largest content of an uncompressed block of DEFLATE, in bytes. */
const maxStoredBytes = 0xff_ff

/**
 * Fills a page with the values of a response, in gzip format. The parts are compressed once, not for each response.
 * This works because a full flush ends each part on a byte boundary, and no part refers to data of another part. The
 * values are uncompressed blocks between the parts.
 */
export async function fillGzippedPage(page: MemberPage, values: Values): Promise<Uint8Array<ArrayBuffer>> {
  page.deflated ??= Promise.all(page.parts.map((part) => deflate(part, { finishFlush: constants.Z_FULL_FLUSH })))
  const deflated = await page.deflated
  const pieces: Uint8Array[] = [gzipHeader]
  let checksum = 0
  let size = 0
  const addToTrailer = (bytes: Uint8Array) => {
    checksum = crc32(bytes, checksum)
    size += bytes.length
  }
  for (const [index, part] of page.parts.entries()) {
    addToTrailer(part)
    pieces.push(deflated[index] as Uint8Array)
    for (const value of holeAfter(page, index, values)) {
      addToTrailer(value)
      pieces.push(...storedBlocks(value))
    }
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(size, 4)
  return Buffer.concat([...pieces, lastBlock, trailer])
}

/** Uncompressed blocks of DEFLATE (RFC 1951, 3.2.4): a length, its complement, and the bytes. */
function storedBlocks(bytes: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = []
  for (let start = 0; start < bytes.length; start += maxStoredBytes) {
    const content = bytes.subarray(start, start + maxStoredBytes)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(content.length, 1)
    head.writeUInt16LE(content.length ^ maxStoredBytes, 3)
    blocks.push(head, content)
  }
  return blocks
}

/** The value in the hole after this part. Empty after the last part, which has no hole. */
function holeAfter({ holes }: MemberPage, index: number, values: Values): Uint8Array[] {
  const hole = holes[index]
  return hole ? [encodeHole(hole, values)] : []
}

/** Encodes a value for its hole. Throws for a missing value, which is a bug. */
function encodeHole({ name, isInScript }: Hole, values: Values): Buffer {
  const value = values[name]
  if (value === undefined) throw new Error(`a page has a hole for ${name}`)
  return Buffer.from(isInScript ? inScript(value) : escapeXml(value))
}

/**
 * Encodes a value inside a script. The script contains the page's data as JSON inside a string, so the value is escaped
 * twice. Characters that could end the script are escaped too.
 */
function inScript(value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1)
  return JSON.stringify(escaped)
    .slice(1, -1)
    .replace(/[&<>\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export const isHtmlType = ([name, value]: [string, string]) => name === 'content-type' && value.startsWith('text/html')
