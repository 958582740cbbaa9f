import { allWords } from '#contract/languages.ts'
import { loweringLabel } from '#contract/price-reduction.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import { choices } from '#server/cart/cart.ts'
import { personsOf } from '#server/coupons/coupons.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { amountDue, creditLeft, openBalance, refundable } from './money.ts'
import type { GroupTerms } from './receipt.tsx'
import { lock, write } from './rows.ts'
import type { OrderRow } from './tables.ts'

/* Steps of a group-buy order. A group-buy counts its pieces separately from the shop's stock. */

/** Adds a new order to its group-buy. The group-buy must already hold stock for the order's pieces. */
export async function join(ctx: Context, order: OrderRow): Promise<void> {
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
  await join(ctx, order)
}

/** Marks an order as paid in its group-buy. */
export async function pay(ctx: Context, { id: orderId, campaignId, cartId: holder }: OrderRow): Promise<void> {
  await campaigns.pay(ctx, { orderId, campaignId, holder })
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
export async function giveUpReturned(
  ctx: Context,
  { orderId, pieces, isWhole }: { orderId: string; pieces: Record<string, number>; isWhole: boolean },
): Promise<void> {
  const { campaignId, lines } = await lock(ctx, orderId)
  if (!campaignId) return
  const back = new Map<string, number>()
  for (const { key, sku } of lines) back.set(sku, (back.get(sku) ?? 0) + (pieces[key] ?? 0))
  await campaigns.giveUpPieces(ctx, { orderId, campaignId, pieces: isWhole ? 'all' : back })
}

const isLowering = ({ label }: OrderRow['adjustments'][number]) => allWords(label) === allWords(loweringLabel)

/**
 * The price reduction of a group-buy order, in minor units: `back` is refunded because it was already paid, and `later`
 * reduces what is still to pay.
 */
export interface Difference {
  back: number
  later: number
}

/**
 * Lowers an order to the price of the tier that its ended group-buy reached. The difference includes taxes and takes
 * the coupon into account. Subtracts the difference from the amount that is still to pay; a repeated call does not
 * subtract it again. Returns the rest of the difference as `back`, which the caller refunds. `back` never exceeds what
 * is left of the payment.
 */
export function lowerToReached(ctx: Context, orderId: string): Promise<Difference> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, orderId)
    const campaign = await campaigns.find(ctx, order.campaignId)
    if (campaign?.outcome !== 'succeeded') return { back: 0, later: 0 }
    const kept = await campaigns.remainingItemsOf(ctx, orderId)
    const difference = differenceOf(order, await campaigns.finalPrices(ctx, order.campaignId), kept)
    const lowered = -(order.adjustments.find(isLowering)?.amount.amount ?? 0)
    const open = isToPay(order) ? amountDue(order) : openBalance(order)
    const later = lowered || Math.min(open, difference)
    if (!lowered && later > 0) await lowerBill(ctx, order, later)
    const left = refundable(order) + creditLeft(order)
    return { later, back: Math.max(0, Math.min(difference - later, left)) }
  })
}

/** The amount by which the remaining pieces of the order cost less at `prices`, in minor units, with taxes. */
function differenceOf(
  { lines, parts }: OrderRow,
  prices: Map<string, number>,
  kept: { sku: string; quantity: number }[],
): number {
  return lines.reduce((sum, { key, sku, quantity, unitPrice, total }) => {
    const pieces = Math.min(quantity, kept.find((item) => item.sku === sku)?.quantity ?? 0)
    const less = Math.max(0, unitPrice.amount - (prices.get(sku) ?? unitPrice.amount)) * pieces
    const part = parts.find((part) => part.kind === 'line' && part.key === key)
    if (!part || total.amount === 0) return sum
    const paid = part.amount + part.taxes.reduce((all, tax) => all + tax, 0)
    return sum + Math.round((paid * less) / total.amount)
  }, 0)
}

/** Whether the shopper must still pay for the whole order at the hand-over. */
const isToPay = ({ payAtStore, paymentStatus }: OrderRow) => payAtStore && paymentStatus === 'NOT_PAID'

async function lowerBill(ctx: Context, order: OrderRow, by: number) {
  const { id, adjustments, total, balance, currency } = order
  const lowering = { kind: 'discount' as const, label: loweringLabel, amount: { amount: -by, currency } }
  await write(ctx, id, {
    adjustments: [...adjustments, lowering],
    total: total - by,
    ...(!isToPay(order) && { balance: balance - by }),
  })
}

/** The group-buy terms for the order's receipt; null for other orders. */
export async function termsOf(ctx: Context, { campaignId, timeZone }: OrderRow): Promise<GroupTerms | null> {
  const campaign = campaignId ? await campaigns.find(ctx, campaignId) : null
  return campaign && { closesAt: campaign.closesAt, timeZone, isCertain: campaigns.hasReached(campaign) }
}
