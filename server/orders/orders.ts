import { and, eq, inArray } from 'drizzle-orm'
import type { OrderDetail } from '#contract/orders.ts'
import { close } from '#server/cart/cart.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import * as credit from '#server/credit/credit.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, writeWithCommit } from '#server/platform/database/transactions.ts'
import { fail as refuse } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import * as group from './campaign.ts'
import { giveBack, toDetail } from './cancellation.ts'
import { newPickupCode } from './codes.ts'
import { payableOf } from './money.ts'
import { remindAtOf } from './pickup-reminders.ts'
import { insertOrder, selectExpiredOrders, selectLiveOrder, updatePaymentOption } from './queries.ts'
import { isService, owned, paidEvent, stateText, step, write } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'
import { note } from './timeline.ts'

export { giveUpReturned, lowerToReached } from './campaign.ts'
export {
  changedEmail,
  mailChanged,
  mailReached,
  mailStage,
  mailSucceeded,
  reachedEmail,
  stageEmail,
  succeededEmail,
} from './campaign-emails.ts'
export { askToCancel } from './cancel-requests.ts'
export { cancel, cancel as cancelByLink, cancelByStore, cancelInCampaign } from './cancellation.ts'
export { newOrderId } from './codes.ts'
export { comment, comment as commentByLink, reply } from './comments.ts'
export { hasOrdered } from './earlier.ts'
export { accept, delay, handOver, noShow, prepare, ready, sendOut } from './fulfilment-steps.ts'
export type { OrderBooks } from './ledger.ts'
export { signedLink } from './links.ts'
export { watchOrder } from './live.ts'
export type { Payable } from './money.ts'
export { balanceStatusOf, creditLeft, payableOf, refundable } from './money.ts'
export type { Unpaid } from './open-limits.ts'
export { refuseTooMany } from './open-limits.ts'
export { count, list, ofCustomer } from './order-list.ts'
export { mailReminder, remind, reminderEmail } from './pickup-reminders.ts'
export type { GroupTerms, ReceiptOrder } from './receipt.tsx'
export { receipt } from './receipt.tsx'
export { mailAgain, mailReceipt } from './receipt-emails.ts'
export { noteLateRefund, noteRefund, returnCredit } from './refunds.ts'
export { reorder } from './reorder.ts'
export { find, isService, lock, lockOwned, owned, paidEvent, toOrder } from './rows.ts'
export { savings } from './savings.ts'
export * as staff from './staff.ts'
export type { EmailOrder } from './step-emails.ts'
export { failedEmail, mailFailed, mailStep, stepEmail } from './step-emails.ts'
export type { StoreOrder } from './store-emails.tsx'
export {
  announceOrder,
  changeEmail,
  mailChange,
  mailNewOrder,
  mailStuckPayment,
  newOrderEmail,
  stuckPaymentEmail,
} from './store-emails.tsx'
export type { OrderRow } from './tables.ts'

/** What was agreed when an order was placed. */
export type Snapshot = Omit<
  OrderRow,
  | 'pickupCode'
  | 'placedAt'
  | 'closedAt'
  | 'fulfilmentStatus'
  | 'cancelRequest'
  | 'promisedAt'
  | 'refunded'
  | 'refunding'
  | 'balancePaid'
  | 'creditReturned'
  | 'remindAt'
  | 'eraseWhenOver'
>

/** Writes an order down as it was agreed. At most one of a cart is live: the database refuses a second. */
export async function create(ctx: Context, snapshot: Snapshot): Promise<OrderRow> {
  const placedAt = ctx.app.now()
  const order: OrderRow = {
    ...snapshot,
    pickupCode: newPickupCode(),
    placedAt,
    remindAt: remindAtOf({ ...snapshot, placedAt }),
    closedAt: null,
    fulfilmentStatus: snapshot.status !== 'NEW' ? 'NONE' : isService(snapshot.lines) ? 'PICKED_UP' : 'PLACED',
    cancelRequest: 'NONE',
    eraseWhenOver: false,
    promisedAt: null,
    refunded: 0,
    refunding: 0,
    balancePaid: 0,
    creditReturned: 0,
  }
  await writeWithCommit(ctx, () => insertOrder(ctx.db, order))
  if (order.campaignId) await group.join(ctx, order)
  return order
}

/**
 * The whole order, for the session or member that placed it or with a mailed link's `token`; anyone else learns
 * `not_found`.
 */
export async function detail(
  ctx: Context,
  { id, token }: { id: string; token?: string | undefined },
): Promise<OrderDetail> {
  return toDetail(ctx, await owned(ctx, id, token))
}

/** The pending or placed order of a cart; null where there is none. */
export async function live(ctx: Context, cartId: string): Promise<OrderRow | null> {
  const [order] = await selectLiveOrder(ctx.db, { cartId })
  return order ?? null
}

/** Whether one of these orders still waits for its payment. */
export async function isAnyPending(ctx: Context, ids: string[]): Promise<boolean> {
  const [found] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, ids), eq(orders.status, 'INTERIM')))
    .limit(1)
  return found !== undefined
}

/**
 * Makes a pending order, locked in the open transaction, a paid one: what was held is sold and its cart closed.
 * `already` where it was paid before, `closed` where it is no longer to be paid.
 */
export async function markPaid(
  ctx: Context,
  order: OrderRow,
  { paymentOption }: { paymentOption: string },
): Promise<'paid' | 'already' | 'closed'> {
  if (order.paymentStatus === 'PAID_ONLINE') return 'already'
  if (payableOf(order)?.part !== 'order') return 'closed'
  const paidAt = ctx.app.now()
  await inParallel(
    step(ctx, order, 'pay', { paymentOption, paidAt, expiresAt: null }),
    emit(ctx, 'order.paid', paidEvent(order)),
    fulfil(ctx, order),
  )
  return 'paid'
}

/**
 * Notes that the rest of the deposit of an order, locked in the open transaction, came online. False: it has no use for
 * it.
 */
export async function markBalancePaid(ctx: Context, order: OrderRow): Promise<boolean> {
  const payable = payableOf(order)
  if (payable?.part !== 'balance') return false
  const { id: orderId, balance } = order
  await write(ctx, orderId, { balancePaid: balance })
  await note(ctx, orderId, { kind: 'balance_paid', by: 'shopper', amount: payable.amount })
  await emit(ctx, 'order.balance_paid', { orderId })
  return true
}

/**
 * The same of money for the rest that came otherwise than agreed: `orders.step` where the order has no use for it any
 * more.
 */
export async function honourBalance(ctx: Context, order: OrderRow): Promise<void> {
  if (!(await markBalancePaid(ctx, order))) refuse('orders.step', { state: stateText(order) })
}

/**
 * The store stands by an order, locked in the open transaction, whose money came after it was given up, or otherwise
 * than agreed: it is paid now, and its goods are sold anew. `cart.out_of_stock` where they are gone; `orders.step`
 * where its cart was ordered again meanwhile or store credit had paid a part, which is spent elsewhere.
 */
export async function honour(
  ctx: Context,
  order: OrderRow,
  { paymentOption }: { paymentOption: string },
): Promise<void> {
  if (order.status === 'INTERIM') {
    await markPaid(ctx, order, { paymentOption })
    return
  }
  const paidAt = ctx.app.now()
  const isFree = order.credit === 0 && !(await live(ctx, order.cartId))
  // Its place in the slot is given away: the store knows that it makes one more.
  const values = { paymentOption, paidAt, closedAt: null, slotStartsAt: null }
  if (!isFree || !(await step(ctx, order, 'honour', values))) refuse('orders.step', { state: order.status })
  await emit(ctx, 'order.paid', paidEvent(order))
  const { lines, locationId } = order
  if (order.campaignId) await group.rejoin(ctx, order)
  else await stock.hold(ctx, { holder: order.cartId, lines, locationId })
  await fulfil(ctx, order)
}

/**
 * Gives a pending order, locked in the open transaction, up: what it kept is free again, its cart is open again. Others
 * stay as they are.
 */
export async function fail(ctx: Context, order: OrderRow): Promise<void> {
  if (!(await step(ctx, order, 'fail', { closedAt: ctx.app.now(), expiresAt: null }))) return
  await emit(ctx, 'order.failed', { orderId: order.id })
  await giveBack(ctx, order)
}

/**
 * Sells what an order holds, spends its credit and closes its cart: for an order that is settled, or to be paid at the
 * store.
 */
export async function fulfil(ctx: Context, order: OrderRow): Promise<void> {
  if (order.credit > 0) await credit.capture(ctx, order.id)
  if (order.campaignId) {
    await inParallel(close(ctx, order.cartId, order.lines), group.pay(ctx, order))
    return
  }
  await close(ctx, order.cartId, order.lines)
  // Everybody's stock comes last, together with the commit.
  await writeWithCommit(ctx, () => stock.commit(ctx, order.cartId, order.id))
}

/** Remembers the way by which an order is being paid. */
export async function setPaymentOption(ctx: Context, orderId: string, paymentOption: string): Promise<void> {
  await updatePaymentOption(ctx.db, { paymentOption, orderId })
}

/**
 * Pending orders that are over their time, the oldest first: whoever takes payments asks the provider, then ends them.
 */
export async function expired(ctx: Context, limit: number): Promise<string[]> {
  const found = await selectExpiredOrders(ctx.db, { now: ctx.app.now(), limit })
  return found.map(({ id }) => id)
}

/** What a guest has placed stays theirs in the session in which they sign in. */
export async function keepThroughSignIn(
  ctx: Context,
  { guestSessionId, sessionId }: { guestSessionId: string | null; sessionId: string },
): Promise<void> {
  if (!guestSessionId) return
  await ctx.db.update(orders).set({ sessionId }).where(eq(orders.sessionId, guestSessionId))
}
