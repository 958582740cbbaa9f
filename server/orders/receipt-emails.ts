import type { MailedAgain } from '#contract/office/orders.ts'
import { dayText } from '#server/locations/locations.ts'
import * as membership from '#server/membership/membership.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { fail } from '#server/platform/fail.ts'
import { isMailKind } from '#server/platform/mail/mail-kinds.ts'
import { emit } from '#server/platform/queue.ts'
import * as group from './campaign.ts'
import { cancellation } from './cancellation.ts'
import { ledgerOf } from './ledger.ts'
import { signedLink } from './links.ts'
import type { BoughtMembership } from './receipt.tsx'
import { receipt } from './receipt.tsx'
import { findForEmail, numberOf, stateText, toOrder } from './rows.ts'
import { send, stepEmail } from './step-emails.ts'
import type { OrderRow } from './tables.ts'
import { readEntries } from './timeline.ts'

/**
 * Emails the receipt, in the language that `findForEmail` chooses. A repeated call uses the same message key, unless
 * `edition` changes it.
 */
export async function mailReceipt(ctx: Context, orderId: string, edition = ''): Promise<void> {
  const row = await findForEmail(ctx, orderId)
  if (!row) throw new Error(`there is no order ${orderId} to mail a receipt of`)
  // Guests at a table may leave the email address empty.
  if (!row.contact.email) return
  const order = toOrder(row)
  const bought = order.isService ? await boughtMembership(ctx, orderId) : null
  const message = receipt(
    { ...order, isEmailProven: row.isEmailProven, sender: row.sender },
    { locale: row.locale, link: signedLink(ctx, orderId) },
    {
      bought,
      group: await group.termsOf(ctx, row),
      cancellation: order.isService ? null : await cancellation(ctx, row),
    },
  )
  await send(ctx, row, { kind: 'order-receipt', step: `receipt${edition}`, letter: message })
}

async function boughtMembership(ctx: Context, orderId: string): Promise<BoughtMembership | null> {
  const bought = await membership.boughtWith(ctx, orderId)
  return bought && { ...bought, date: await dayText(ctx, bought.until) }
}

/**
 * Queues an email about an order once more: its receipt, or the last email about it. Fails with `orders.step` if the
 * order was never placed, and with `staff.unknown` if it has no email address.
 */
export async function askAgain(ctx: Context, order: OrderRow, mail: 'receipt' | 'last'): Promise<MailedAgain> {
  const { id: orderID, status, contact } = order
  if (status === 'INTERIM' || status === 'FAILED') fail('orders.step', { state: stateText(order) })
  if (!contact.email) fail('staff.unknown', { what: both('staff.an_address', { name: numberOf(order) }) })
  const at = ctx.app.now().toISOString()
  await transact(ctx, (ctx) => emit(ctx, 'order.mail_asked', { orderId: orderID, mail, at }))
  return { orderID, email: contact.email }
}

/**
 * Sends an email about an order again. `mail` selects the receipt (`receipt`), or the latest email about a step of the
 * order, such as "ready" (`last`). If there was no email about a step, sends the receipt. The email gets a new message
 * key.
 */
export async function mailAgain(ctx: Context, { orderId, mail, at }: EventPayloads['order.mail_asked']): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  if (!order?.contact.email) return
  const edition = `-${Date.parse(at).toString(36)}`
  const link = signedLink(ctx, orderId)
  const ledger = await ledgerOf(ctx, order)
  const entries = mail === 'last' ? (await readEntries(ctx, order)).toReversed() : []
  for (const entry of entries) {
    const kind = `order-${entry.kind}`
    const letter = isMailKind(kind) && stepEmail(order, entry, { link, ledger })
    if (letter) return send(ctx, order, { kind, step: `${entry.kind}${edition}`, letter })
  }
  await mailReceipt(ctx, orderId, edition)
}
