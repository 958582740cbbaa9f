import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { LosslessNumber, parse, stringify } from 'lossless-json'
import { isEqualSecret } from '#server/platform/http/xsrf.ts'

/** The decrypted values of an envelope. Numbers are texts too, because the digest covers them as OTT Pay wrote them. */
export type Values = Record<string, string>

export interface Envelope {
  /** The values as JSON, encrypted with AES-128-ECB and PKCS7 padding, in Base64. */
  data: string
  md5: string
}

/** Puts values into OTT Pay's envelope (docs.ottpay.com, "common rules"). */
export function seal(values: Values, signKey: string): Envelope {
  const md5 = digest(values)
  const cipher = createCipheriv('aes-128-ecb', envelopeKey(md5, signKey), null)
  const data = Buffer.concat([cipher.update(JSON.stringify(values), 'utf8'), cipher.final()])
  return { data: data.toString('base64'), md5 }
}

/**
 * Returns the values of an envelope. Null if our key does not decrypt it, or if its digest does not match. The digest
 * contains no key, so only both checks together prove the sender.
 */
export function unseal({ data, md5 }: Partial<Record<keyof Envelope, unknown>>, signKey: string): Values | null {
  if (typeof data !== 'string' || typeof md5 !== 'string' || !/^[0-9A-F]{32}$/.test(md5)) return null
  const values = readValues(decrypt(data, envelopeKey(md5, signKey)))
  return values && isEqualSecret(digest(values), md5) ? values : null
}

/** The MD5, in upper-case hex, of the values sorted by name and joined without separators. */
export function digest(values: Values): string {
  const text = Object.keys(values)
    .sort()
    .map((name) => values[name])
    .join('')
  return md5Of(text)
}

/**
 * An envelope's key. It is the middle 16 characters of an MD5, computed from the envelope's digest followed by our key.
 */
export const envelopeKey = (md5: string, signKey: string) => md5Of(md5 + signKey).slice(8, 24)

const md5Of = (text: string) => createHash('md5').update(text, 'utf8').digest('hex').toUpperCase()

function decrypt(data: string, key: string): string {
  try {
    const decipher = createDecipheriv('aes-128-ecb', key, null)
    return Buffer.concat([decipher.update(data, 'base64'), decipher.final()]).toString('utf8')
  } catch {
    return ''
  }
}

/** The members of a flat JSON object as texts. A number keeps its literal: `12.0` stays `12.0`. */
function readValues(json: string): Values | null {
  try {
    const value: unknown = parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toText(member)]))
  } catch {
    return null
  }
}

function toText(member: unknown): string {
  if (member === null) return ''
  return typeof member === 'object' && !(member instanceof LosslessNumber) ? (stringify(member) ?? '') : String(member)
}
