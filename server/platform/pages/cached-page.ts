import { escapeXml } from '#server/platform/xml.ts'
import type { Pieces } from './brotli.ts'

/** A nonce; or values of a visitor that stand close together, with what is between them. */
export interface Gap {
  words: (Hole | Uint8Array)[]
  isNonce: boolean
}

/**
 * A kept page as it is compressed once: parts, and the gaps between them, where each answer has something of its own.
 */
export interface Layout {
  parts: Uint8Array[]
  gaps: Gap[]
  /** Compressed once somebody asked for it, by the room in each gap of values. */
  pieces: Map<number, Promise<Pieces | null>>
}

/** A page as it is kept: its HTML with holes for what is one answer's own. */
export interface CachedPage {
  status: number
  headers: [string, string][]
  /** The HTML between the holes: one more than there are holes. */
  parts: Uint8Array[]
  holes: Hole[]
  bytes: number
  /** How it is compressed, once somebody asked for it so; null where it cannot be. */
  layout?: Layout | null
}

/** Where a value of this name goes, and how it is written there. */
export interface Hole {
  name: string
  isInScript: boolean
}

/** What goes into the holes of one answer, by their names. */
export type Values = Record<string, string>

/**
 * What stands for a value while a page is rendered. `secret` is unguessable, so that no text of a page is taken for it.
 */
export const placeholderOf = (secret: string, name: string) => `${secret}-${name}-`

/** Takes a rendered page apart at its marks. */
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

/** Text has no `<` of its own, neither in HTML nor in the data of scripts: what looks like a tag is one. */
function endsInScript(html: string, before: boolean): boolean {
  const [opened, closed] = [html.lastIndexOf('<script'), html.lastIndexOf('</script')]
  return opened === closed ? before : opened > closed
}

/** Puts a page together with the values of one answer. */
export function fillPage({ parts, holes }: CachedPage, values: Values): Uint8Array<ArrayBuffer> {
  if (holes.length === 0) return parts[0] as Uint8Array<ArrayBuffer>
  return Buffer.concat(
    parts.flatMap((part, index) => {
      const hole = holes[index]
      return hole ? [part, writeHole(hole, values)] : [part]
    }),
  )
}

/** A value as it is written where it goes; one that is missing is a bug and throws. */
export function writeHole({ name, isInScript }: Hole, values: Values): Buffer {
  const value = values[name]
  if (value === undefined) throw new Error(`a page has a hole for ${name}`)
  return Buffer.from(isInScript ? inScript(value) : escapeXml(value))
}

/** Data of a page is JSON in a string of a script: escaped twice, without what could end the script. */
function inScript(value: string): string {
  const once = JSON.stringify(value).slice(1, -1)
  return JSON.stringify(once)
    .slice(1, -1)
    .replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export const isHtmlType = ([name, value]: [string, string]) => name === 'content-type' && value.startsWith('text/html')
