import type { MessageKey } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { orderToken } from './codes.ts'

/** A link that opens this order without sign-in for 90 days. */
export function signedLink(ctx: Context, orderId: string): string {
  const token = orderToken(ctx.app.secret, orderId, ctx.app.now())
  return `${publicOrigin(ctx.app.config)}/confirmation/${orderId}?token=${token}`
}

/**
 * The text key and link of an email's button. The link opens the payment of a deposit's balance if the shopper can pay
 * it, else the order.
 */
export function buttonTarget(isPayable: boolean, link: string): { key: MessageKey; link: string } {
  return isPayable ? { key: 'mail.open_or_pay', link: `${link}#pay-rest` } : { key: 'mail.open_order', link }
}
