import { createHash, timingSafeEqual } from 'node:crypto'
import { LosslessNumber, stringify } from 'lossless-json'
import { isRecord } from '#contract/object-keys.ts'

/** A JSON object whose numbers keep their literals: `0.0` is signed as `0.0`. */
export type Fields = Record<string, unknown>

/**
 * SnapPay's signature of a request, a response or a notification: an MD5 in lower-case hex (SnapPay's manual, "sign").
 */
export function sign(fields: Fields, key: string): string {
  return createHash('md5')
    .update(toSignedText(fields) + key, 'utf8')
    .digest('hex')
}

/** Whether the signature is valid. The vendor's own library accepts an empty signature; the shop does not. */
export function isSigned(fields: Fields, key: string): boolean {
  const signature = fields.sign
  if (typeof signature !== 'string' || (fields.sign_type !== undefined && fields.sign_type !== 'MD5')) return false
  const expected = Buffer.from(sign(fields, key))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** The signed text, before the key is appended. */
export function toSignedText(fields: Fields): string {
  return Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && !isEmpty(value))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${toText(value)}`)
    .join('&')
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof LosslessNumber) return value.toString()
  if (Array.isArray(value)) return stringify(value.filter((item) => !isWhollyEmpty(item))) ?? ''
  return stringify(isRecord(value) ? withoutEmpty(value) : value) ?? ''
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

function isWhollyEmpty(item: unknown): boolean {
  if (isEmpty(item)) return true
  if (!isRecord(item) || item instanceof LosslessNumber) return false
  return Object.values(item).every(isEmpty)
}

const withoutEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)))
