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
import { ledgerOf } from './ledger.ts'
import { refundable } from './money.ts'
import { isService, lock, lockOwned, stateText, step, toOrder } from './rows.ts'
import { after } from './states.ts'
import { announceChange } from './store-emails.tsx'
import type { OrderRow } from './tables.ts'
import { note, timelineOf } from './timeline.ts'

/**
 * For this long after an order is placed, the shopper may cancel it even if its slot begins soon. The right to cancel
 * ends earlier if the store accepts the order.
 */
const secondThoughtMs = 5 * 60_000

interface Rule {
  now: Date
  /**
   * The shopper's time to cancel ends this many minutes before the slot. Null if shoppers may not cancel placed orders.
   */
  cancelMinutes: number | null
  /** The order's group-buy. Until the group-buy closes, the shopper may leave it, whatever rule the store has. */
  campaign?: { closesAt: Date; outcome: string | null }
}

/** Whether the shopper may cancel the order, until when, and what they get back. */
export function cancellationOf(order: OrderRow, { now, cancelMinutes, campaign }: Rule): Cancellation {
  const { currency } = order
  const back = {
    money: { amount: refundable(order), currency },
    credit: { amount: order.credit - order.creditReturned, currency },
    coupon: order.coupon,
  }
  const canAsk = after(order, 'askToCancel', order) !== null
  const no = (reason: Cancellation['reason']) => ({ isAllowed: false, reason, canAsk, until: null, back })
  const yes = (until: Date | null): Cancellation => {
    return { isAllowed: true, reason: null, canAsk: false, until: until?.toISOString() ?? null, back }
  }
  if (!after(order, 'cancel', order)) return no('ended')
  if (order.status === 'INTERIM') return yes(order.expiresAt)
  if (order.fulfilmentStatus !== 'PLACED') return no('accepted')
  if (campaign) {
    const isOver = campaign.outcome !== null || campaign.closesAt <= now
    return isOver ? no('too_late') : yes(campaign.closesAt)
  }
  if (cancelMinutes === null) return no('never')
  const until = lastMoment(order, cancelMinutes)
  if (until && until < now) return no('too_late')
  return yes(until)
}

/** The end of the shopper's time to cancel; null if it lasts until the store accepts the order. */
function lastMoment({ slotStartsAt, placedAt }: OrderRow, cancelMinutes: number): Date | null {
  if (!slotStartsAt) return null
  const bySlot = slotStartsAt.getTime() - cancelMinutes * 60_000
  return new Date(Math.max(bySlot, placedAt.getTime() + secondThoughtMs))
}

/**
 * Cancels an order that the visitor owns or can open with an emailed link's token. Stock, slot, coupon and credit are
 * returned at once; the provider refunds the money later. Fails with `orders.accepted` if the store has accepted the
 * order, with `orders.ended` if the order is over, and with `orders.too_late` if the shopper's time to cancel is over
 * or the store does not allow shoppers to cancel. A repeated call changes nothing.
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
    const { reason: refusal } = await cancellation(ctx, order)
    if (refusal) fail(refusal === 'accepted' || refusal === 'ended' ? `orders.${refusal}` : 'orders.too_late')
    return toDetail(ctx, await letGo(ctx, order, { by: 'shopper', note: [reason, note].filter(Boolean).join(': ') }))
  })
}

/**
 * Cancels an order on behalf of the store, even if the order is in preparation. `restocks` puts its pieces back into
 * stock. Fails with `orders.step` if the order was handed over, because staff must then refund it instead.
 */
export async function cancelByStore(
  ctx: Context,
  { id, note, restocks }: { id: string; note: string; restocks: boolean },
): Promise<OrderRow> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, id)
    if (order.status === 'CANCELLED') return order
    if (!after(order, 'cancel', order)) fail('orders.step', { state: stateText(order) })
    return letGo(ctx, order, { by: 'staff', note, restocks })
  })
}

/** Cancels an order whose group-buy failed. Does nothing if the order is already over. */
export async function cancelInCampaign(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  await transact(ctx, async (ctx) => {
    const order = await lock(ctx, orderId)
    if (after(order, 'cancel', order)) await letGo(ctx, order, { by: 'shop', note: '' })
  })
}

async function letGo(
  ctx: Context,
  order: OrderRow,
  { by, note: text, restocks = true }: { by: 'shopper' | 'staff' | 'shop'; note: string; restocks?: boolean },
): Promise<OrderRow> {
  const isSpent = order.status !== 'INTERIM'
  const values = { closedAt: ctx.app.now(), expiresAt: null, ...(isSpent && { creditReturned: order.credit }) }
  const gone = await step(ctx, order, { name: 'cancel', values })
  if (!gone) throw new Error(`order ${order.id} changed although it was locked`)
  const entryId = await note(ctx, order.id, { kind: 'cancelled', by, note: text })
  await emit(ctx, 'order.cancelled', { orderId: order.id, entryId })
  if (by === 'shopper') await announceChange(ctx, order, entryId)
  await giveBack(ctx, order, { restocks })
  return gone
}

/**
 * Gives back what an order uses: first its coupon, credit and slot, then its stock. Ends the hold of a pending order's
 * cart. With `isHoldKept`, the cart keeps the stock and the slot.
 */
export async function giveBack(
  ctx: Context,
  order: OrderRow,
  { restocks = true, isHoldKept = false }: { restocks?: boolean; isHoldKept?: boolean } = {},
): Promise<void> {
  const { cartId, locationId, method, slotStartsAt } = order
  if (order.status === 'INTERIM' && !isHoldKept) await choices.noteReleased(ctx, cartId)
  if (order.coupon) await coupons.giveBack(ctx, order.id)
  if (order.credit > 0) await giveBackCredit(ctx, order)
  if (slotStartsAt && !isHoldKept) await slots.give(ctx, { locationId, method, startsAt: slotStartsAt })
  if (order.campaignId) await group.leave(ctx, order, { isHoldKept })
  else if (isHoldKept) return
  else if (order.status === 'INTERIM') await stock.release(ctx, cartId)
  else if (restocks) await stock.restock(ctx, order.id)
}

/** Releases credit that is on hold, or returns spent credit, unless a refund has already returned it. */
async function giveBackCredit(ctx: Context, { id, status }: OrderRow) {
  if (status === 'INTERIM') await credit.release(ctx, id)
  else await credit.giveBack(ctx, { orderId: id, reference: 'cancelled' })
}

/** Applies the cancellation rule of the order's store or group-buy. */
export async function cancellation(ctx: Context, order: OrderRow): Promise<Cancellation> {
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
    timeline: await timelineOf(ctx, order),
    ledger: await ledgerOf(ctx, order),
    cancellation: await cancellation(ctx, order),
    isInCart: order.status !== 'NEW' && (await choices.isOpen(ctx, order.cartId)),
    held: await heldFor(ctx, order),
  }
}

/** What the shop holds for an order that is not paid; null for memberships, of which there is no stock. */
async function heldFor(ctx: Context, order: OrderRow): Promise<HeldGoods | null> {
  const { status, expiresAt, slotStartsAt, lines } = order
  if (isService(lines)) return null
  if (status === 'FAILED') return choices.heldBy(ctx, order)
  if (status !== 'INTERIM' || !expiresAt || expiresAt <= ctx.app.now()) return null
  return { until: expiresAt.toISOString(), isTimeHeld: slotStartsAt !== null }
}
