import type { MessageKey } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { orderToken } from './codes.ts'

/** An address that shows this order to whoever has it, for 90 days. */
export function signedLink(ctx: Context, orderId: string): string {
  const token = orderToken(ctx.app.secret, orderId, ctx.app.now())
  return `${publicOrigin(ctx.app.config)}/confirmation/${orderId}?token=${token}`
}

/** What a letter's way to an order is called, and where it leads: to the rest of a deposit, where that can be paid. */
export function openKey(isToBePaid: boolean, link: string): { key: MessageKey; link: string } {
  return isToBePaid ? { key: 'mail.open_or_pay', link: `${link}#pay-rest` } : { key: 'mail.open_order', link }
}
