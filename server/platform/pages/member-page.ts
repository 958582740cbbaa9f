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
  return { status: response.status, headers, parts, holes, topics, bytes: Buffer.byteLength(body) + 500 }
}

/**
 * Whether the HTML ends inside a script. Neither HTML text nor script data contains a plain `<`, so each `<` starts a
 * tag.
 */
function endsInScript(html: string, before: boolean): boolean {
  const [opened, closed] = [html.lastIndexOf('<script'), html.lastIndexOf('</script')]
  return opened === closed ? before : opened > closed
}

/** Fills a page with the values of a response. */
export function fillPage({ parts, holes }: MemberPage, values: Values): Uint8Array<ArrayBuffer> {
  if (holes.length === 0) return parts[0] as Uint8Array<ArrayBuffer>
  return Buffer.concat(
    parts.flatMap((part, index) => {
      const hole = holes[index]
      return hole ? [part, writeHole(hole, values)] : [part]
    }),
  )
}

/** Encodes a value for its hole. Throws for a missing value, which is a bug. */
function writeHole({ name, isInScript }: Hole, values: Values): Buffer {
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
