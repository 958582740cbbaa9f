import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { dayMs } from '#contract/durations.ts'
import { isEqualSecret } from '#server/platform/http/xsrf.ts'

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'
/** Letters and digits that people do not confuse when they hear or read them. */
const codeCharacters = 'ACDEFHJKMNPRTUVWXY34679'
const linkDays = 90

/** 128 random bits as 26 base32 characters. */
export function newOrderId(): string {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`)
  let id = ''
  for (let index = 0; index < 26; index++) {
    id += base32[Number(bits & 31n)]
    bits >>= 5n
  }
  return id
}

/** A six-character code that a shopper says at the counter. It grants no access. */
export function newPickupCode(): string {
  return Array.from({ length: 6 }, () => codeCharacters[randomInt(codeCharacters.length)]).join('')
}

/** A token that opens one order for 90 days. */
export function orderToken(secret: string, orderId: string, now: Date): string {
  const expires = Math.floor((now.getTime() + linkDays * dayMs) / 1000).toString(36)
  return `${expires}.${sign(secret, orderId, expires)}`
}

/** Whether a token opens this order at the time `now`. */
export function isOrderToken(secret: string, orderId: string, { token, now }: { token: string; now: Date }): boolean {
  const [expires = '', signature = ''] = token.split('.')
  return isEqualSecret(signature, sign(secret, orderId, expires)) && Number.parseInt(expires, 36) * 1000 > now.getTime()
}

function sign(secret: string, orderId: string, expires: string): string {
  return createHmac('sha256', secret).update(`order ${orderId} ${expires}`).digest('base64url')
}
