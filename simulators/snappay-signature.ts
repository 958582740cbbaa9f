import { createHash } from 'node:crypto'

/**
 * Computes SnapPay's signature of a JSON text. Signs numbers as they are written in the text, so that `0.0` stays
 * `0.0`. Shares no code with the shop, so that the shop's implementation and this one check each other.
 */
export function signText(json: string, key: string): string {
  const parts = readMembers(json)
    .filter(([name, raw]) => name !== 'sign' && name !== 'sign_type' && !isEmpty(raw))
    .map(([name, raw]): [string, string] => [name, toSigned(raw)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const text = parts.map(([name, value]) => `${name}=${value}`).join('&')
  return createHash('md5')
    .update(text + key, 'utf8')
    .digest('hex')
}

/** The JSON text with `sign` and `sign_type` added at the end. */
export function withSign(json: string, sign: string): string {
  return `${json.slice(0, -1)},"sign":"${sign}","sign_type":"MD5"}`
}

/** The members of a JSON object, each value as its raw text. Throws for anything else. */
export function readMembers(json: string): [name: string, raw: string][] {
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not a JSON object')
  return splitTopLevel(compact(json).slice(1, -1)).map((member) => {
    const end = stringEnd(member, 0)
    return [JSON.parse(member.slice(0, end)), member.slice(end + 1)]
  })
}

const isEmpty = (raw: string) => raw === 'null' || raw === '""'

function toSigned(raw: string): string {
  if (raw.startsWith('"')) return JSON.parse(raw)
  if (raw.startsWith('['))
    return `[${splitTopLevel(raw.slice(1, -1))
      .filter((item) => !isWhollyEmpty(item))
      .join(',')}]`
  if (!raw.startsWith('{')) return raw
  const nonEmpty = readMembers(raw).filter(([, value]) => !isEmpty(value))
  return `{${nonEmpty.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}

function isWhollyEmpty(item: string): boolean {
  if (!item.startsWith('{')) return isEmpty(item)
  return readMembers(item).every(([, value]) => isEmpty(value))
}

/** Removes white space between tokens. */
function compact(json: string): string {
  let result = ''
  for (let index = 0; index < json.length; ) {
    const end = json[index] === '"' ? stringEnd(json, index) : index + 1
    const token = json.slice(index, end)
    if (!/^\s$/.test(token)) result += token
    index = end
  }
  return result
}

function splitTopLevel(inner: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < inner.length; index++) {
    const char = inner[index] ?? ''
    if (char === '"') index = stringEnd(inner, index) - 1
    else if ('{['.includes(char)) depth++
    else if ('}]'.includes(char)) depth--
    else if (char === ',' && depth === 0) {
      parts.push(inner.slice(start, index))
      start = index + 1
    }
  }
  if (start < inner.length) parts.push(inner.slice(start))
  return parts
}

/** The position after the string that starts at `start`. */
function stringEnd(text: string, start: number): number {
  let end = start + 1
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}
