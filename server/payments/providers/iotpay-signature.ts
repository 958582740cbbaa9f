import { createHash } from 'node:crypto'
import { isEqualSecret } from '#server/platform/http/xsrf.ts'

/** The parameters of a call, a response or a notification. */
export type Params = Record<string, unknown>

/**
 * IOT Pay's signature: the MD5, in upper-case hex, of the sorted `k=v` pairs without empty values, followed by `&key=`
 * and the key (develop.iotpay.ca, "signature").
 */
export function sign(params: Params, key: string): string {
  const text = Object.entries(params)
    .filter(([name, value]) => name !== 'sign' && value !== undefined && value !== null && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('&')
  return createHash('md5').update(`${text}&key=${key}`, 'utf8').digest('hex').toUpperCase()
}

/**
 * Whether the parameters have a valid signature. The signature must also cover parameters that the shop does not know.
 */
export function isSigned(params: Params, key: string): boolean {
  return typeof params.sign === 'string' && isEqualSecret(params.sign, sign(params, key))
}
