import { and, eq, inArray } from 'drizzle-orm'
import type { OrderDetail } from '#contract/orders.ts'
import { choices, close } from '#server/cart/cart.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import { slots, storeCode, toLocal } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, writeWithCommit } from '#server/platform/database/transactions.ts'
import { fail as refuse } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import * as group from './campaign.ts'
import { releaseOrder, toDetail } from './cancellation.ts'
import { newPickupCode } from './codes.ts'
import { payableOf } from './money.ts'
import { reminderTime } from './pickup-reminders.ts'
import { insertOrder, selectLiveOrder, updatePaymentOption } from './queries.ts'
import { applyStep, findOwned, isService, paidPayload, stateText, updateOrder } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'
import { addTimelineEntry } from './timeline.ts'

export { applyReachedPrice, join, removeReturnedPieces } from './campaign.ts'
export { changedEmail, reachedEmail, stageEmail, succeededEmail } from './campaign-emails.ts'
export { askToCancel } from './cancel-requests.ts'
export { cancel, cancel as cancelByLink, cancelByStore, cancelInCampaign } from './cancellation.ts'
export { newOrderId } from './codes.ts'
export { comment, comment as commentByLink, reply } from './comments.ts'
export * as deliveryStaff from './deliveries.ts'
export { accept, delay, handOver, noShow, prepare, ready, sendOut } from './fulfilment-steps.ts'
export { deleteGuestCarts } from './guest-carts.ts'
export type { OrderBooks } from './ledger.ts'
export { signedLink } from './links.ts'
export { watchOrder } from './live.ts'
export type { Payable } from './money.ts'
export {
  balanceStatusOf,
  collectedAmount,
  isPaid,
  payableOf,
  reducibleCredit,
  refundable,
  refundableOnline,
  remainingCredit,
} from './money.ts'
export type { UnpaidBuyer } from './open-limits.ts'
export { limitUnpaidOrders } from './open-limits.ts'
export { dueTimeOf, forgottenMs, waitingCondition } from './open-orders.ts'
export { findReferencedSkus, hasOrdered, lastPaymentOption } from './order-history.ts'
export { count, list, ofCustomer } from './order-list.ts'
export { remind, reminderEmail } from './pickup-reminders.ts'
export type { GroupTerms, ReceiptOrder } from './receipt.tsx'
export { receipt } from './receipt.tsx'

export { recordLateRefund, recordRefund, recordReturnedRefund, returnCredit } from './refund-record.ts'
export { reorder } from './reorder.ts'
export { find, findOwned, isService, lock, lockOwned, numberOf, orderChannel, paidPayload, toOrder } from './rows.ts'
export { savings } from './savings.ts'
export * as staff from './staff.ts'
export type { EmailOrder } from './step-emails.ts'
export { failedEmail, stepEmail } from './step-emails.ts'
export type { StoreOrder } from './store-emails.tsx'
export { changeEmail, newOrderEmail, queueOrderEmail, stuckPaymentEmail } from './store-emails.tsx'
export type { OrderRow } from './tables.ts'
export type { AwaitedTransfer } from './transfer-emails.ts'
export { mailTransfer, transferEmail } from './transfer-emails.ts'

/** The fields of a new order that the caller of `buildOrder` sets. `buildOrder` sets the others. */
export type OrderSnapshot = Omit<
  OrderRow,
  | 'number'
  | 'numberedOn'
  | 'pickupCode'
  | 'placedAt'
  | 'paidAt'
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

/** Builds a new order for `insert`, without writing it. */
export function buildOrder(ctx: Context, snapshot: OrderSnapshot): OrderRow {
  const placedAt = ctx.app.now()
  return {
    ...snapshot,
    number: null,
    numberedOn: toLocal(placedAt, snapshot.timeZone).date,
    pickupCode: newPickupCode(),
    placedAt,
    paidAt: snapshot.paymentStatus === 'PAID_ONLINE' ? placedAt : null,
    remindAt: reminderTime({ ...snapshot, placedAt }),
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
}

/**
 * Writes a new order as the last statement of its transaction, and sets `order.number` after the commit. The statement
 * locks the day's order count. Because it is sent last, the store's other orders wait for the lock only during the
 * commit, and two orders cannot deadlock. The database refuses a second live order for a cart.
 */
export async function insert(ctx: Context, order: OrderRow): Promise<void> {
  const values = { ...order, day: order.numberedOn, storeCode: await storeCode(ctx, order.locationId) }
  await writeWithCommit(ctx, async () => {
    const [inserted] = await insertOrder(ctx.db, values)
    order.number = inserted?.number ?? null
  })
}

/**
 * An order with its timeline, ledger and cancellation. Fails with `not_found` unless the visitor placed the order or
 * `token` opens it.
 */
export async function detail(
  ctx: Context,
  { id, token }: { id: string; token?: string | undefined },
): Promise<OrderDetail> {
  return toDetail(ctx, await findOwned(ctx, id, token))
}

/** The pending or placed order of a cart; null if there is none. */
export async function findLiveOrder(ctx: Context, cartId: string): Promise<OrderRow | null> {
  const [order] = await selectLiveOrder(ctx.db, { cartId })
  return order ?? null
}

/** Whether any of these orders is waiting for payment. */
export async function isAnyPending(ctx: Context, ids: string[]): Promise<boolean> {
  const [order] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, ids), eq(orders.status, 'INTERIM')))
    .limit(1)
  return order !== undefined
}

/**
 * Marks a pending order as paid, sells the held pieces and closes the cart. The caller's transaction must hold the
 * order's lock. Returns `already` if it was paid before, and `closed` if it no longer accepts payment.
 */
export async function markPaid(
  ctx: Context,
  order: OrderRow,
  { paymentOption }: { paymentOption: string },
): Promise<'paid' | 'already' | 'closed'> {
  if (order.paymentStatus === 'PAID_ONLINE') return 'already'
  if (payableOf(order)?.part !== 'order') return 'closed'
  const paidAt = paymentTime(ctx, order)
  await inParallel(
    applyStep(ctx, order, { name: 'pay', values: { paymentOption, paidAt, expiresAt: null } }),
    emit(ctx, 'order.paid', paidPayload(order)),
    fulfil(ctx, order),
  )
  return 'paid'
}

/**
 * The time of a payment that arrived now. It is never before the order, although the database's clock may have been set
 * back since.
 */
function paymentTime(ctx: Context, { placedAt }: OrderRow): Date {
  return new Date(Math.max(ctx.app.now().getTime(), placedAt.getTime()))
}

/**
 * Records an online payment of the balance that remained after a deposit. The caller must have locked the order.
 * Returns false if the order does not accept the payment.
 */
export async function markBalancePaid(ctx: Context, order: OrderRow): Promise<boolean> {
  const payable = payableOf(order)
  if (payable?.part !== 'balance') return false
  const { id: orderId, balance } = order
  await updateOrder(ctx, orderId, { balancePaid: balance })
  await addTimelineEntry(ctx, orderId, { kind: 'balance_paid', by: 'shopper', amount: payable.amount })
  await emit(ctx, 'order.balance_paid', { orderId })
  return true
}

/**
 * Records a deposit's balance that was paid late or with another amount. Fails with `orders.step` if the order does not
 * accept it.
 */
export async function acceptLateBalance(ctx: Context, order: OrderRow): Promise<void> {
  if (!(await markBalancePaid(ctx, order))) refuse('orders.step', { state: stateText(order) })
}

/**
 * Marks a pending or failed order as paid although its payment arrived late or with another amount. A failed order
 * takes its goods from stock again and uses its coupon again. The caller's transaction must hold the order's lock.
 * Fails with `cart.out_of_stock` if the goods are gone, and with `coupons.used_up` if the coupon has no use left. Fails
 * with `orders.step` if the order is neither pending nor failed, if the cart has another live order, or if a failed
 * order used store credit, because the failure released the store credit.
 */
export async function acceptLatePayment(
  ctx: Context,
  order: OrderRow,
  { paymentOption }: { paymentOption: string },
): Promise<void> {
  if (order.status === 'INTERIM') {
    await markPaid(ctx, order, { paymentOption })
    return
  }
  const paidAt = paymentTime(ctx, order)
  const canReopen = order.credit === 0 && !(await findLiveOrder(ctx, order.cartId))
  // A failed order gave up its place in the slot, and does not take a place again here. So the slot may exceed its
  // limit by one order.
  const values = { paymentOption, paidAt, closedAt: null, slotStartsAt: null }
  if (!canReopen || !(await applyStep(ctx, order, { name: 'honour', values })))
    refuse('orders.step', { state: order.status })
  if (order.coupon && !(await coupons.retakeUse(ctx, { orderId: order.id, persons: coupons.personsOf(ctx, order) })))
    refuse('coupons.used_up', { message: 'payments.review_coupon' })
  await emit(ctx, 'order.paid', paidPayload(order))
  await releaseHeldSlot(ctx, order)
  const { lines, locationId } = order
  if (order.campaignId) await group.rejoin(ctx, order)
  else await stock.hold(ctx, { holder: order.cartId, lines, locationId })
  await fulfil(ctx, order)
}

/**
 * Frees the place in a slot that the order's cart has taken since the order failed, if any. Callers must call this
 * function before `fulfil`, because `fulfil` closes the cart and clears its place.
 */
async function releaseHeldSlot(ctx: Context, { cartId }: OrderRow): Promise<void> {
  const cart = await choices.lockAny(ctx, cartId)
  if (cart?.heldSlot) await slots.release(ctx, { ...cart.heldSlot, startsAt: new Date(cart.heldSlot.startsAt) })
}

/**
 * Marks a pending order as failed and releases what it holds. Its cart is open again, unless `closeCart` closed it.
 * With `keepsHold`, an open cart keeps stock and slot until the order's deadline, so that the shopper can try again.
 * The caller's transaction must hold the order's lock. Does nothing if the order is not pending.
 */
export async function markFailed(ctx: Context, order: OrderRow, { keepsHold = false } = {}): Promise<void> {
  if (!(await applyStep(ctx, order, { name: 'fail', values: { closedAt: ctx.app.now(), expiresAt: null } }))) return
  await emit(ctx, 'order.failed', { orderId: order.id })
  const isBeforeDeadline = order.expiresAt !== null && order.expiresAt > ctx.app.now()
  const isHoldKept = keepsHold && isBeforeDeadline && (await choices.keepHoldActive(ctx, order.cartId))
  await releaseOrder(ctx, order, { isHoldKept })
}

/**
 * Captures the store credit of an order, closes its cart and sells the pieces that it holds. For a group-buy order,
 * records the payment in the group-buy instead of selling pieces. Call it when the order is paid, or when it is placed
 * with payment at the store.
 */
export async function fulfil(ctx: Context, order: OrderRow): Promise<void> {
  if (order.credit > 0) await credit.capture(ctx, order.id)
  if (order.campaignId) {
    await inParallel(close(ctx, order.cartId, order), group.recordPayment(ctx, order))
    return
  }
  await close(ctx, order.cartId, order)
  // Many shoppers write the same stock rows. This write is sent last, with the commit, so that it locks the rows only
  // briefly.
  await writeWithCommit(ctx, () => stock.commit(ctx, order.cartId, order.id))
}

/**
 * Closes the cart of a locked order that waits for money from a bank, as if the order were placed. The shopper can then
 * place another order with a new cart. The waiting order keeps its stock and slot until it is paid or ends.
 */
export async function closeCart(ctx: Context, order: OrderRow): Promise<void> {
  await close(ctx, order.cartId, { ...order, closing: 'awaited' })
}

/** Changes the payment deadline of a locked pending order, and with it the end of its cart's hold. */
export async function setPaymentDeadline(ctx: Context, { id, cartId }: OrderRow, until: Date): Promise<void> {
  await updateOrder(ctx, id, { expiresAt: until })
  await choices.setHoldEnd(ctx, cartId, until)
}

/** Records the payment method that the shopper chose for an order. */
export async function setPaymentOption(ctx: Context, orderId: string, paymentOption: string): Promise<void> {
  await updatePaymentOption(ctx.db, { paymentOption, orderId })
}

/** Moves a guest's orders to the new session at sign-in. */
export async function moveToSession(
  ctx: Context,
  { guestSessionId, sessionId }: { guestSessionId: string | null; sessionId: string },
): Promise<void> {
  if (!guestSessionId) return
  await ctx.db.update(orders).set({ sessionId }).where(eq(orders.sessionId, guestSessionId))
}
