import { escapeXml } from '#server/platform/xml.ts'
import type { Pieces } from './brotli.ts'

/** The values between two compressed parts: a nonce, or adjacent values of a visitor with the text between them. */
export interface Gap {
  words: (Hole | Uint8Array)[]
  isNonce: boolean
}

/** The layout for compression: parts that are compressed once, and gaps with the values of each response. */
export interface Layout {
  parts: Uint8Array[]
  gaps: Gap[]
  /** The compressed pieces for each width of the gaps that contain values, compressed when first needed. */
  pieces: Map<number, Promise<Pieces | null>>
}

/** A cached page: its HTML, with holes for the values of each response. */
export interface CachedPage {
  status: number
  headers: [string, string][]
  /** The HTML between the holes: one more than there are holes. */
  parts: Uint8Array[]
  holes: Hole[]
  bytes: number
  /** The layout for compression, made on demand; null if the page cannot be compressed in parts. */
  layout?: Layout | null
}

/**
 * A hole in a cached page, which each response fills with a value: the value's name, and whether the hole is in a
 * script.
 */
export interface Hole {
  name: string
  isInScript: boolean
}

/** The values of a response, by name. */
export type Values = Record<string, string>

/** The placeholder of a value during rendering. `secret` is unguessable, so no text of a page can contain it. */
export const placeholderOf = (secret: string, name: string) => `${secret}-${name}-`

/** Splits a rendered page at its placeholders. */
export async function splitPage(response: Response, secret: string): Promise<CachedPage> {
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
  // A quarter more for the compressed pieces.
  const bytes = Math.ceil(Buffer.byteLength(body) * 1.25) + 500
  return { status: response.status, headers, parts, holes, bytes }
}

/**
 * Whether the HTML ends inside a script. Neither HTML text nor script data contains a plain `<`, so each one starts a
 * tag.
 */
function endsInScript(html: string, before: boolean): boolean {
  const [opened, closed] = [html.lastIndexOf('<script'), html.lastIndexOf('</script')]
  return opened === closed ? before : opened > closed
}

/** Fills a page with the values of a response. */
export function fillPage({ parts, holes }: CachedPage, values: Values): Uint8Array<ArrayBuffer> {
  if (holes.length === 0) return parts[0] as Uint8Array<ArrayBuffer>
  return Buffer.concat(
    parts.flatMap((part, index) => {
      const hole = holes[index]
      return hole ? [part, writeHole(hole, values)] : [part]
    }),
  )
}

/** Encodes a value for its hole. Throws for a missing value, which is a bug. */
export function writeHole({ name, isInScript }: Hole, values: Values): Buffer {
  const value = values[name]
  if (value === undefined) throw new Error(`a page has a hole for ${name}`)
  return Buffer.from(isInScript ? inScript(value) : escapeXml(value))
}

/**
 * The data of a page is JSON inside a string of a script. It is escaped twice, and cannot contain characters that end
 * the script.
 */
function inScript(value: string): string {
  const once = JSON.stringify(value).slice(1, -1)
  return JSON.stringify(once)
    .slice(1, -1)
    .replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export const isHtmlType = ([name, value]: [string, string]) => name === 'content-type' && value.startsWith('text/html')
