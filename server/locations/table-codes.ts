import { createHmac } from 'node:crypto'
import { isSame } from '#server/platform/http/xsrf.ts'

/** What the code on a table stands for. */
export interface TableCode {
  locationId: string
  number: string
  /** Codes of an older version of the table are worthless. */
  version: number
}

/** The code to print for a table: what it stands for, and a signature that only this shop can make. */
export function tableCode(secret: string, { locationId, number, version }: TableCode): string {
  const said = Buffer.from(JSON.stringify([locationId, number, version])).toString('base64url')
  return `${said}.${sign(secret, said)}`
}

/** What a code stands for; null for one that this shop did not make. */
export function readTableCode(secret: string, code: string): TableCode | null {
  const [said = '', signature = '', ...rest] = code.split('.')
  if (rest.length > 0 || !isSame(signature, sign(secret, said))) return null
  const [locationId, number, version] = JSON.parse(Buffer.from(said, 'base64url').toString()) as [
    string,
    string,
    number,
  ]
  return { locationId, number, version }
}

function sign(secret: string, said: string): string {
  return createHmac('sha256', secret).update(`table ${said}`).digest('base64url').slice(0, 22)
}
