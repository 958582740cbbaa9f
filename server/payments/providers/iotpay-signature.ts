import { createHash } from 'node:crypto'
import { isSame } from '#server/platform/http/xsrf.ts'

/** The parameters of a call, an answer or a notification. */
export type Params = Record<string, unknown>

/**
 * IOT Pay's MD5 signature, upper hex: sorted `k=v` without empty ones, then `&key=` (develop.iotpay.ca, "signature").
 */
export function sign(params: Params, key: string): string {
  const text = Object.entries(params)
    .filter(([name, value]) => name !== 'sign' && value !== undefined && value !== null && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('&')
  return createHash('md5').update(`${text}&key=${key}`, 'utf8').digest('hex').toUpperCase()
}

/** Whether the parameters have a valid signature. Unknown parameters are part of it. */
export function isSigned(params: Params, key: string): boolean {
  return typeof params.sign === 'string' && isSame(params.sign, sign(params, key))
}
