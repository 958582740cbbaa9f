import { toLocal } from '#contract/hours.ts'
import type { Money } from '#contract/money.ts'
import { formatMoney } from '#contract/money.ts'
import { whenText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import type { Letter } from '#server/platform/mail/email.tsx'
import { signedLink } from './links.ts'
import { findForEmail, numberOf } from './rows.ts'
import type { EmailOrder } from './step-emails.ts'
import { compose, nameOf, send, speak } from './step-emails.ts'

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
  // The key includes the deadline. A second e-transfer of the same order has another deadline, so it gets its own
  // emails.
  const step = `transfer${transfer.isDue ? '-due' : ''}-${transfer.until.getTime()}`
  await send(ctx, order, {
    kind: transfer.isDue ? 'order-transfer_due' : 'order-transfer',
    step,
    letter: transferEmail(order, transfer, signedLink(ctx, orderId)),
  })
}

/** The email with the instructions for an e-transfer. */
export function transferEmail(order: EmailOrder, transfer: AwaitedTransfer, link: string): Letter {
  const say = speak(order)
  const { locale, timeZone } = order
  const { email, recipient, isDue } = transfer
  const number = numberOf(order)
  const amount = formatMoney(transfer.amount, locale)
  const time = whenText(toLocal(transfer.until, timeZone))[locale]
  const kind = isDue ? 'transfer_due' : 'transfer'
  return compose(
    order,
    {
      subject: say(`mail.${kind}_subject`, { number, time }),
      title: say(`mail.${kind}_title`, { name: nameOf(order), amount }),
      paragraphs: [
        say('mail.transfer_to', { amount, email, recipient }),
        say('mail.transfer_until', { time }),
        say('mail.transfer_then'),
      ],
      code: { label: say('mail.transfer_message'), code: number, hint: say('mail.transfer_message_hint') },
    },
    link,
  )
}
