import type { ResentEmail } from '#contract/office/orders.ts'
import { dayText } from '#server/locations/locations.ts'
import * as membership from '#server/membership/membership.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { fail } from '#server/platform/fail.ts'
import { isMailKind } from '#server/platform/mail/mail-kinds.ts'
import { emit } from '#server/platform/queue.ts'
import * as group from './campaign.ts'
import { checkCancellation } from './cancellation.ts'
import { loadLedger } from './ledger.ts'
import { signedLink } from './links.ts'
import type { BoughtMembership } from './receipt.tsx'
import { receipt } from './receipt.tsx'
import { findForEmail, numberOf, stateText, toOrder } from './rows.ts'
import { send, stepEmail } from './step-emails.ts'
import { hasEnoughEmails } from './table-emails.ts'
import type { OrderRow } from './tables.ts'
import { loadEntries } from './timeline.ts'

/**
 * Emails the receipt, in the language that `findForEmail` chooses. A repeated call uses the same message key, unless
 * `keySuffix` changes it. Without a suffix, sends nothing if the limit of emails is reached (`hasEnoughEmails`).
 */
export async function mailReceipt(ctx: Context, orderId: string, keySuffix = ''): Promise<void> {
  const row = await findForEmail(ctx, orderId)
  if (!row) throw new Error(`there is no order ${orderId} to mail a receipt of`)
  // Guests at a table may leave the email address empty.
  if (!row.contact.email || (keySuffix === '' && (await hasEnoughEmails(ctx, row)))) return
  const order = toOrder(row)
  const bought = order.isService ? await findBoughtMembership(ctx, orderId) : null
  const message = receipt(
    { ...order, isEmailProven: row.isEmailProven, sender: row.sender },
    { locale: row.locale, link: signedLink(ctx, row) },
    {
      bought,
      group: await group.loadGroupTerms(ctx, row),
      cancellation: order.isService ? null : await checkCancellation(ctx, row),
    },
  )
  await send(ctx, row, { kind: 'order-receipt', step: `receipt${keySuffix}`, message })
}

async function findBoughtMembership(ctx: Context, orderId: string): Promise<BoughtMembership | null> {
  const bought = await membership.findPurchase(ctx, orderId)
  return bought && { ...bought, date: await dayText(ctx, bought.until) }
}

/**
 * Queues an email about an order once more: its receipt, or the last email about it. Fails with `orders.step` if the
 * order was never placed, and with `staff.unknown` if it has no email address.
 */
export async function queueResend(ctx: Context, order: OrderRow, mail: 'receipt' | 'last'): Promise<ResentEmail> {
  const { id: orderID, status, contact } = order
  if (status === 'INTERIM' || status === 'FAILED') fail('orders.step', { state: stateText(order) })
  if (!contact.email) fail('staff.unknown', { what: bilingualText('staff.an_address', { name: numberOf(order) }) })
  const at = ctx.app.now().toISOString()
  await transact(ctx, (ctx) => emit(ctx, 'order.mail_asked', { orderId: orderID, mail, at }))
  return { orderID, email: contact.email }
}

/**
 * Sends an email about an order again. `mail` selects the receipt (`receipt`), or the latest email about a step of the
 * order, such as "ready" (`last`). If there was no email about a step, sends the receipt. The email gets a new message
 * key.
 */
export async function resendMail(
  ctx: Context,
  { orderId, mail, at }: EventPayloads['order.mail_asked'],
): Promise<void> {
  const order = await findForEmail(ctx, orderId)
  if (!order?.contact.email) return
  const keySuffix = `-${Date.parse(at).toString(36)}`
  const link = signedLink(ctx, order)
  const ledger = await loadLedger(ctx, order)
  const entries = mail === 'last' ? (await loadEntries(ctx, order)).toReversed() : []
  for (const entry of entries) {
    const kind = `order-${entry.kind}`
    const message = isMailKind(kind) && stepEmail(order, entry, { link, ledger })
    if (message) return send(ctx, order, { kind, step: `${entry.kind}${keySuffix}`, message })
  }
  await mailReceipt(ctx, orderId, keySuffix)
}
