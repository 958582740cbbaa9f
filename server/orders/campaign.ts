import type { Part } from '#contract/checkout.ts'
import { textInAllLanguages } from '#contract/languages.ts'
import { reductionLabel } from '#contract/price-reduction.ts'
import { sum } from '#contract/sum.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import { choices } from '#server/cart/cart.ts'
import { personsOf } from '#server/coupons/coupons.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { Cheaper } from '#server/pricing/pricing.ts'
import { lowerParts, lowerTaxes, reductionIn } from '#server/pricing/pricing.ts'
import { findOnlineMoney } from './ledger.ts'
import { amountDue, isToPay, openBalance, reducibleCredit } from './money.ts'
import type { GroupTerms } from './receipt.tsx'
import { lock, updateOrder } from './rows.ts'
import type { OrderRow } from './tables.ts'

/* Steps of a group-buy order. A group-buy counts its pieces separately from the shop's stock. */

/**
 * Adds a new order to its group-buy. The order's cart must already hold the pieces in the group-buy (`campaigns.hold`).
 */
export async function join(ctx: Context, order: OrderRow, { isRejoin = false } = {}): Promise<void> {
  const { id: orderId, cartId, campaignId, sessionId, memberId, pickupCode, lines, slot, campaign } = order
  const point = campaign?.pickupPoint
  if (!point || !slot?.time) throw new Error(`order ${orderId} says not where it is fetched`)
  await campaigns.join(ctx, {
    orderId,
    campaignId,
    persons: personsOf(ctx, order),
    sessionId,
    memberId,
    name: order.contact.name,
    isHidden: await choices.hidesName(ctx, cartId),
    pickupCode,
    isRejoin,
    pickup: { pickupPointId: point.id, date: slot.date, from: slot.time, until: slot.until ?? slot.time },
    lines: lines.map(({ sku, name, optionText, quantity, unitPrice }) => ({
      sku,
      name,
      optionText,
      quantity,
      price: unitPrice.amount,
    })),
  })
}

/** Adds a failed order to its group-buy again after its payment arrived late. */
export async function rejoin(ctx: Context, order: OrderRow): Promise<void> {
  const { campaignId, lines, cartId: holder } = order
  await campaigns.hold(ctx, { holder, campaignId, lines })
  await join(ctx, order, { isRejoin: true })
}

/** Marks an order as paid in its group-buy. */
export async function recordPayment(
  ctx: Context,
  { id: orderId, campaignId, cartId: holder }: OrderRow,
): Promise<void> {
  await campaigns.recordPayment(ctx, { orderId, campaignId, holder })
}

/**
 * Removes a failed or cancelled order from its group-buy. With `isHoldKept`, the unpaid pieces stay on hold for the
 * order's cart.
 */
export async function leave(
  ctx: Context,
  { id: orderId, campaignId, cartId: holder }: OrderRow,
  { isHoldKept }: { isHoldKept: boolean },
): Promise<void> {
  await campaigns.leave(ctx, { orderId, campaignId, holder, isHoldKept })
}

/** Removes refunded pieces from the group-buy, or all pieces of the order if `isWhole`. */
export async function removeReturnedPieces(
  ctx: Context,
  { orderId, pieces, isWhole }: { orderId: string; pieces: Record<string, number>; isWhole: boolean },
): Promise<void> {
  const { campaignId, lines } = await lock(ctx, orderId)
  if (!campaignId) return
  const returnedPieces = new Map<string, number>()
  for (const { key, sku } of lines) returnedPieces.set(sku, (returnedPieces.get(sku) ?? 0) + (pieces[key] ?? 0))
  await campaigns.removePieces(ctx, { orderId, campaignId, pieces: isWhole ? 'all' : returnedPieces })
}

/**
 * Whether `applyReachedPrice` has already lowered the order's price. From then on, later refunds do not change the
 * price difference or the pieces that became cheaper.
 */
export const isPriceLowered = ({ parts }: Pick<OrderRow, 'parts'>): boolean =>
  parts.some(({ lowered: earlierReduction }) => earlierReduction)

const isPriceReduction = ({ label }: OrderRow['adjustments'][number]) =>
  textInAllLanguages(label) === textInAllLanguages(reductionLabel)

/**
 * The price reduction of a group-buy order, in minor units. `refunded` is the part that the shopper gets back, and
 * `deducted` is the part that is subtracted from what is still to pay.
 */
export interface Difference {
  refunded: number
  deducted: number
}

/**
 * By how much an order becomes cheaper at the price of the tier that its ended group-buy reached. Includes taxes and
 * takes the coupon into account. `refunded` never exceeds what is left of the payment and the store credit. If staff
 * accepted a payment of less than the bill, `refunded` is only the part of that payment that exceeds the lowered bill.
 */
export async function priceDifference(ctx: Context, order: OrderRow): Promise<Difference> {
  const { refunded, deducted } = await reached(ctx, order)
  return { refunded, deducted }
}

/**
 * Lowers an order to the price of the tier that its ended group-buy reached. Subtracts the difference from the amount
 * that is still to pay. Returns the rest of the difference as `refunded`, which the caller refunds. The first call
 * decides the difference and the pieces that become cheaper; a repeated call returns the same difference. Call it while
 * no refund of pieces is open.
 */
export function applyReachedPrice(ctx: Context, orderId: string): Promise<Difference> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, orderId)
    const { refunded, deducted, parts } = await reached(ctx, order)
    if (parts !== order.parts) await updateOrder(ctx, orderId, { parts, ...reduceTotal(order, parts) })
    return { refunded, deducted }
  })
}

/** The price difference, and the order's parts at the lower price. If nothing changes, returns `order.parts` itself. */
async function reached(ctx: Context, order: OrderRow): Promise<Difference & Pick<OrderRow, 'parts'>> {
  const billed = -(order.adjustments.find(isPriceReduction)?.amount.amount ?? 0)
  const cheaper = isPriceLowered(order) ? [] : await cheaperOf(ctx, order)
  const unpaid = isToPay(order) ? amountDue(order) : openBalance(order)
  const open = billed > 0 ? 0 : unpaid
  const parts = cheaper.length > 0 ? await lowered() : order.parts
  const { back, later } = reductionIn(parts)
  return { refunded: back, deducted: later || billed, parts }

  async function lowered(): Promise<Part[]> {
    // The shop refunds the difference by itself, so it cannot come from money that only staff can give back.
    const { left, unreceived } = await findOnlineMoney(ctx, order)
    return lowerParts(order.parts, cheaper, { billed, open, unreceived, left: left + reducibleCredit(order) })
  }
}

/** The lines whose pieces became cheaper; empty if the group-buy has not succeeded. */
async function cheaperOf(ctx: Context, { id, campaignId, lines }: OrderRow): Promise<Cheaper[]> {
  const campaign = await campaigns.find(ctx, campaignId)
  if (campaign?.outcome !== 'succeeded') return []
  const prices = await campaigns.findFinalPrices(ctx, campaignId)
  const remainingItems = await campaigns.findRemainingItemsOf(ctx, id)
  return lines.flatMap(({ key, sku, quantity, unitPrice, total }) => {
    const pieces = Math.min(quantity, remainingItems.find((item) => item.sku === sku)?.quantity ?? 0)
    const reduction = Math.max(0, unitPrice.amount - (prices.get(sku) ?? unitPrice.amount)) * pieces
    return reduction > 0 ? { key, pieces, less: reduction, of: total.amount } : []
  })
}

/**
 * The columns of an order that change if a price reduction is subtracted from what is still to pay: adjustments, total
 * and balance. Empty if nothing is subtracted.
 */
function reduceTotal(order: OrderRow, parts: Part[]): Partial<OrderRow> {
  const { later } = reductionIn(parts)
  if (later === 0) return {}
  const { adjustments, total, balance, currency } = order
  const lowered = lowerTaxes(adjustments, parts)
  const taxOff = sum(adjustments.map(({ amount }, at) => amount.amount - (lowered[at]?.amount.amount ?? 0)))
  const amount = { amount: taxOff - later, currency }
  return {
    adjustments: [...lowered, { kind: 'discount', label: reductionLabel, amount }],
    total: total - later,
    ...(!isToPay(order) && { balance: balance - later }),
  }
}

/** The group-buy terms for the order's receipt; null for other orders. */
export async function loadGroupTerms(ctx: Context, { campaignId, timeZone }: OrderRow): Promise<GroupTerms | null> {
  const campaign = campaignId ? await campaigns.find(ctx, campaignId) : null
  return campaign && { closesAt: campaign.closesAt, timeZone, isCertain: campaigns.hasReached(campaign) }
}
