import { createHmac } from 'node:crypto'
import type { RequestPayment } from '#contract/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { isEqualSecret } from '#server/platform/http/xsrf.ts'
import type { Attempt } from './attempts.ts'
import * as attempts from './attempts.ts'

/** How long a token is valid: enough time to open the mini-program's page more than once. */
const validMs = 10 * 60_000

/**
 * Creates the signed token and the parameters of a mini-program payment. A page in the web-view cannot pay, so it opens
 * the mini-program's own page with the token in the URL. That page has no session and fetches the parameters with the
 * token. The token can only pay this order, so it may be used repeatedly until it expires.
 */
export function createHandover(ctx: Context, { reference }: Attempt, requestPayment: RequestPayment) {
  const expires = (ctx.app.now().getTime() + validMs).toString(36)
  return { requestPayment, handover: `${reference}.${expires}.${sign(ctx, reference, expires)}` }
}

/**
 * Returns the parameters of a handover token. Fails with `not_found` if the signature is wrong, the token has expired
 * or its payment is settled.
 */
export async function redeemHandover(
  ctx: Context,
  token: string,
): Promise<{ orderID: string; requestPayment: RequestPayment }> {
  const [reference = '', expires = '', signature = ''] = token.split('.')
  const isValid =
    isEqualSecret(signature, sign(ctx, reference, expires)) && Number.parseInt(expires, 36) > ctx.app.now().getTime()
  const attempt = isValid ? await attempts.find(ctx, reference) : undefined
  if (!attempt?.handover || attempt.state !== 'pending' || attempt.replacedAt) fail('not_found')
  return { orderID: attempt.orderId, requestPayment: attempt.handover }
}

function sign(ctx: Context, reference: string, expires: string): string {
  return createHmac('sha256', ctx.app.secret)
    .update(`handover ${reference} ${expires}`)
    .digest('base64url')
    .slice(0, 27)
}
