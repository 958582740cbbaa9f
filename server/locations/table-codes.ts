import { createHmac } from 'node:crypto'
import { isEqualSecret } from '#server/platform/http/xsrf.ts'

/** The content of a table's code. */
export interface TableCode {
  locationId: string
  number: string
  /** Codes of an older version are invalid. */
  version: number
}

/** The code to print for a table: store, table number and version, signed with the shop's secret. */
export function tableCode(secret: string, { locationId, number, version }: TableCode): string {
  const payload = Buffer.from(JSON.stringify([locationId, number, version])).toString('base64url')
  return `${payload}.${sign(secret, payload)}`
}

/** The content of a code; null if this shop did not sign it. */
export function readTableCode(secret: string, code: string): TableCode | null {
  const [payload = '', signature = '', ...rest] = code.split('.')
  if (rest.length > 0 || !isEqualSecret(signature, sign(secret, payload))) return null
  const signed: [string, string, number] = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const [locationId, number, version] = signed
  return { locationId, number, version }
}

function sign(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(`table ${payload}`).digest('base64url').slice(0, 22)
}
