import type { Cancellation, CancelReason, HeldGoods, OrderDetail } from '#contract/orders.ts'
import { find as findCampaign } from '#server/campaigns/campaigns.ts'
import { choices } from '#server/cart/cart.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import { find as findLocation, slots } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import * as group from './campaign.ts'
import { findRefundStatus, loadLedger } from './ledger.ts'
import { refundable } from './money.ts'
import { applyStep, isService, lock, lockOwned, stateText, toOrder } from './rows.ts'
import { nextState } from './states.ts'
import { queueChangeEmail } from './store-emails.tsx'
import type { OrderRow } from './tables.ts'
import { addTimelineEntry, loadTimeline } from './timeline.ts'

/**
 * For this long after an order is placed, the shopper may cancel it even if its slot begins soon. The right to cancel
 * ends earlier if the store accepts the order.
 */
const cancelGraceMs = 5 * 60_000

interface CancellationRule {
  now: Date
  /**
   * The shopper's time to cancel ends this many minutes before the slot. Null if shoppers may not cancel placed orders.
   */
  cancelMinutes: number | null
  /**
   * The order's group-buy. Until the group-buy closes, the shopper may leave it, whatever rule the store has, and also
   * after the store has accepted the order.
   */
  campaign?: { closesAt: Date; outcome: string | null }
}

/** The stages in which a shopper may leave an open group-buy. At later stages the goods are ready or on their way. */
const leavableStages = new Set<OrderRow['fulfilmentStatus']>(['PLACED', 'ACCEPTED', 'PREPARING'])

/** Whether the shopper may cancel the order, until when, and what they get back. */
export function cancellationOf(order: OrderRow, { now, cancelMinutes, campaign }: CancellationRule): Cancellation {
  const { currency } = order
  const back = {
    money: { amount: refundable(order), currency },
    credit: { amount: order.credit - order.creditReturned, currency },
    coupon: order.coupon,
  }
  const canAsk = nextState(order, 'askToCancel', order) !== null
  const refuse = (reason: Cancellation['reason']) => ({ isAllowed: false, reason, canAsk, until: null, back })
  const allow = (until: Date | null): Cancellation => {
    return { isAllowed: true, reason: null, canAsk: false, until: until?.toISOString() ?? null, back }
  }
  if (!nextState(order, 'cancel', order)) return refuse('ended')
  if (order.status === 'INTERIM') return allow(order.expiresAt)
  const isOpen = campaign && campaign.outcome === null && campaign.closesAt > now
  if (isOpen && leavableStages.has(order.fulfilmentStatus)) return allow(campaign.closesAt)
  if (order.fulfilmentStatus !== 'PLACED') return refuse('accepted')
  if (campaign) return refuse('too_late')
  if (cancelMinutes === null) return refuse('never')
  const until = cancelDeadline(order, cancelMinutes)
  if (until && until < now) return refuse('too_late')
  return allow(until)
}

/** The end of the shopper's time to cancel; null if it lasts until the store accepts the order. */
function cancelDeadline({ slotStartsAt, placedAt }: OrderRow, cancelMinutes: number): Date | null {
  if (!slotStartsAt) return null
  const slotDeadlineMs = slotStartsAt.getTime() - cancelMinutes * 60_000
  return new Date(Math.max(slotDeadlineMs, placedAt.getTime() + cancelGraceMs))
}

/**
 * Cancels an order that the visitor owns or can open with an emailed link's token. Stock, slot, coupon and credit are
 * returned at once; the provider refunds the money later. A repeated call changes nothing. Fails with `orders.accepted`
 * if the store has accepted the order, unless it belongs to an open group-buy. Fails with `orders.ended` if the order
 * is over. Fails with `orders.too_late` if the time to cancel is over or the store allows no cancellation by shoppers.
 */
export async function cancel(
  ctx: Context,
  {
    id,
    reason,
    note = '',
    token,
  }: { id: string; reason?: CancelReason | undefined; note?: string; token?: string | undefined },
): Promise<OrderDetail> {
  return transact(ctx, async (ctx) => {
    const order = await lockOwned(ctx, id, token)
    if (order.status === 'CANCELLED') return toDetail(ctx, order)
    const { reason: refusal } = await checkCancellation(ctx, order)
    if (refusal) fail(refusal === 'accepted' || refusal === 'ended' ? `orders.${refusal}` : 'orders.too_late')
    return toDetail(
      ctx,
      await cancelOrder(ctx, order, { by: 'shopper', note: [reason, note].filter(Boolean).join(': ') }),
    )
  })
}

/**
 * Cancels an order on behalf of the store, even if the order is in preparation. `restocks` puts its pieces back into
 * stock. Fails with `orders.step` if the order is already over; staff refund a handed-over order instead. A repeated
 * call changes nothing.
 */
export async function cancelByStore(
  ctx: Context,
  { id, note, restocks }: { id: string; note: string; restocks: boolean },
): Promise<OrderRow> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, id)
    if (order.status === 'CANCELLED') return order
    if (!nextState(order, 'cancel', order)) fail('orders.step', { state: stateText(order) })
    return cancelOrder(ctx, order, { by: 'staff', note, restocks })
  })
}

/** Cancels an order whose group-buy failed. Does nothing if the order is already over. */
export async function cancelInCampaign(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  await transact(ctx, async (ctx) => {
    const order = await lock(ctx, orderId)
    if (nextState(order, 'cancel', order)) await cancelOrder(ctx, order, { by: 'shop', note: '' })
  })
}

async function cancelOrder(
  ctx: Context,
  order: OrderRow,
  { by, note: text, restocks = true }: { by: 'shopper' | 'staff' | 'shop'; note: string; restocks?: boolean },
): Promise<OrderRow> {
  const isCreditSpent = order.status !== 'INTERIM'
  const values = { closedAt: ctx.app.now(), expiresAt: null, ...(isCreditSpent && { creditReturned: order.credit }) }
  const cancelled = await applyStep(ctx, order, { name: 'cancel', values })
  if (!cancelled) throw new Error(`order ${order.id} changed although it was locked`)
  const entryId = await addTimelineEntry(ctx, order.id, { kind: 'cancelled', by, note: text })
  await emit(ctx, 'order.cancelled', { orderId: order.id, entryId })
  if (by === 'shopper') await queueChangeEmail(ctx, order, entryId)
  await releaseOrder(ctx, order, { restocks })
  return cancelled
}

/**
 * Gives back what an order uses: first its coupon, credit and slot, then its stock. Ends the hold of a pending order's
 * cart. With `isHoldKept`, the cart keeps the stock and the slot.
 */
export async function releaseOrder(
  ctx: Context,
  order: OrderRow,
  { restocks = true, isHoldKept = false }: { restocks?: boolean; isHoldKept?: boolean } = {},
): Promise<void> {
  const { cartId, locationId, method, slotStartsAt } = order
  if (order.status === 'INTERIM' && !isHoldKept) await choices.clearHold(ctx, cartId)
  if (order.coupon) await coupons.releaseUse(ctx, order.id)
  if (order.credit > 0) await releaseCredit(ctx, order)
  if (slotStartsAt && !isHoldKept) await slots.release(ctx, { locationId, method, startsAt: slotStartsAt })
  if (order.campaignId) await group.leave(ctx, order, { isHoldKept })
  else if (isHoldKept) return
  else if (order.status === 'INTERIM') await stock.release(ctx, cartId)
  else if (restocks) await stock.restock(ctx, order.id)
}

/** Releases credit that is on hold, or returns spent credit, unless a refund has already returned it. */
async function releaseCredit(ctx: Context, { id, status }: OrderRow) {
  if (status === 'INTERIM') await credit.release(ctx, id)
  else await credit.refund(ctx, { orderId: id, reference: 'cancelled' })
}

/** Whether and until when the shopper may cancel the order, by the rule of its store or group-buy. */
export async function checkCancellation(ctx: Context, order: OrderRow): Promise<Cancellation> {
  const now = ctx.app.now()
  const campaign = order.campaignId ? await findCampaign(ctx, order.campaignId) : null
  if (campaign) return cancellationOf(order, { now, cancelMinutes: null, campaign })
  const location = await findLocation(ctx, order.locationId)
  return cancellationOf(order, { now, cancelMinutes: location?.cancelMinutes ?? null })
}

/** Converts an order to the shape that the API returns, with timeline, ledger and cancellation. */
export async function toDetail(ctx: Context, order: OrderRow): Promise<OrderDetail> {
  return {
    ...toOrder(order),
    refundStatus: await findRefundStatus(ctx, order),
    timeline: await loadTimeline(ctx, order),
    ledger: await loadLedger(ctx, order),
    cancellation: await checkCancellation(ctx, order),
    isInCart: order.status !== 'NEW' && (await choices.isOpen(ctx, order.cartId)),
    held: await findHeldGoods(ctx, order),
  }
}

/**
 * The goods that the shop holds for an unpaid order, and until when. Null if it holds none, as for memberships, which
 * have no stock.
 */
async function findHeldGoods(ctx: Context, order: OrderRow): Promise<HeldGoods | null> {
  const { status, expiresAt, slotStartsAt, lines } = order
  if (isService(lines)) return null
  if (status === 'FAILED') return choices.heldBy(ctx, order)
  if (status !== 'INTERIM' || !expiresAt || expiresAt <= ctx.app.now()) return null
  return { until: expiresAt.toISOString(), isTimeHeld: slotStartsAt !== null }
}
