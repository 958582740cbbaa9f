import type { MessageKey } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { localizedLink } from '#server/platform/mail/localized-link.ts'
import { orderToken } from './codes.ts'
import type { OrderRow } from './tables.ts'

/** A link that opens this order in its language, without sign-in, for 90 days. */
export function signedLink(ctx: Context, { id, locale }: Pick<OrderRow, 'id' | 'locale'>): string {
  const token = orderToken(ctx.app.secret, id, ctx.app.now())
  return localizedLink(`${publicOrigin(ctx.app.config)}/confirmation/${id}?token=${token}`, locale)
}

/**
 * The text key and link of an email's button. The link opens the payment of a deposit's balance if the shopper can pay
 * it, else the order.
 */
export function buttonTarget(isPayable: boolean, link: string): { key: MessageKey; link: string } {
  return isPayable ? { key: 'mail.open_or_pay', link: `${link}#pay-rest` } : { key: 'mail.open_order', link }
}
