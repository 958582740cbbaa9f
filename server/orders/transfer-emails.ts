import { toLocal } from '#contract/hours.ts'
import type { Money } from '#contract/money.ts'
import { formatMoney } from '#contract/money.ts'
import { dateTimeText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import type { RenderedEmail } from '#server/platform/mail/email.tsx'
import { signedLink } from './links.ts'
import { findForEmail, numberOf } from './rows.ts'
import type { EmailOrder } from './step-emails.ts'
import { compose, createTranslator, greetingName, send } from './step-emails.ts'

/** An e-transfer that the shop waits for, and whether its deadline is near. */
export interface AwaitedTransfer {
  email: string
  recipient: string
  amount: Money
  until: Date
  isDue: boolean
}

/**
 * Emails the shopper the instructions for an e-transfer, or reminds the shopper of it. Sends nothing once the order is
 * no longer pending.
 */
export async function mailTransfer(ctx: Context, orderId: string, transfer: AwaitedTransfer): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  if (order?.status !== 'INTERIM' || !order.contact.email) return
  // The key includes the deadline. A second e-transfer with another deadline gets its own emails.
  const step = `transfer${transfer.isDue ? '-due' : ''}-${transfer.until.getTime()}`
  await send(ctx, order, {
    kind: transfer.isDue ? 'order-transfer_due' : 'order-transfer',
    step,
    message: transferEmail(order, transfer, signedLink(ctx, order)),
  })
}

/** The email with the instructions for an e-transfer. */
export function transferEmail(order: EmailOrder, transfer: AwaitedTransfer, link: string): RenderedEmail {
  const translate = createTranslator(order)
  const { locale, timeZone } = order
  const { email, recipient, isDue } = transfer
  const number = numberOf(order)
  const amount = formatMoney(transfer.amount, locale)
  const time = dateTimeText(toLocal(transfer.until, timeZone))[locale]
  const kind = isDue ? 'transfer_due' : 'transfer'
  return compose(
    order,
    {
      subject: translate(`mail.${kind}_subject`, { number, time }),
      title: translate(`mail.${kind}_title`, { name: greetingName(order), amount }),
      paragraphs: [
        translate('mail.transfer_to', { amount, email, recipient }),
        translate('mail.transfer_until', { time }),
        translate('mail.transfer_then'),
      ],
      code: { label: translate('mail.transfer_message'), code: number, hint: translate('mail.transfer_message_hint') },
    },
    link,
  )
}
