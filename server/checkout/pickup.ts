import type { Address } from '#contract/addresses.ts'
import { doorKey } from '#contract/addresses.ts'
import type { PickupPoint } from '#contract/campaigns.ts'
import type { CampaignPickup, CheckoutConfig, Method, Slot } from '#contract/checkout.ts'
import type { PickupOptions } from '#server/campaigns/campaigns.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import type { CartRow } from '#server/cart/cart.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'

/*
 * An order in a group-buy uses a point and a window of the group-buy, not a slot of the store. If a shopper orders
 * again in the same group-buy, the new order keeps the point and window of the first order.
 */

/** The pickup options of a group-buy, with the orders that the visitor has already paid. */
export interface CampaignMethod extends PickupOptions {
  /**
   * The visitor's paid orders at the point and window of the first order. If there are any, the shop does not charge
   * order fees again. Omits unpaid orders, even those to be paid in cash, because their payment may never arrive.
   */
  paidOrders: orders.OrderRow[]
}

/**
 * The pickup options of the cart's group-buy, else of the request's group-buy. Null if neither has one. Fails with
 * `not_found` for an unknown group-buy. The cart's own unpaid order does not restrict the options, because the cart's
 * next order replaces it.
 */
export async function campaignMethodOf(ctx: Context, cart: CartRow | null): Promise<CampaignMethod | null> {
  const campaignId = cart?.campaignId ?? ctx.campaignId
  if (!campaignId) return null
  const replaced = cart && (await orders.findLiveOrder(ctx, cart.id))
  const options = await campaigns.findPickupOptions(ctx, { campaignId, replacedOrderId: replaced?.id ?? null })
  if (!options) fail('not_found')
  const earlierOrders = await Promise.all(options.earlierOrderIds.map((id) => orders.find(ctx, id)))
  const paidOrders = earlierOrders.flatMap((order) => (order && orders.isPaid(order) ? [order] : []))
  return { ...options, paidOrders }
}

/**
 * The pickup point and window of the visitor's earlier order in the group-buy, or those chosen in the cart if there is
 * no earlier order. Null if none are chosen, or if the point or window is no longer available.
 */
export function pickupPlaceOf(
  { joined, points }: PickupOptions,
  cart: CartRow | null,
): { point: PickupPoint; slot: Slot } | null {
  const choice = joined ?? {
    pickupPointId: cart?.pickupPointId,
    date: cart?.slot?.date,
    from: cart?.slot?.time,
  }
  const point = points.find(({ id }) => id === choice.pickupPointId)
  const window = point?.windows.find(({ date, from }) => date === choice.date && from === choice.from)
  if (!point || !window) return null
  const slot = { date: window.date, time: window.from, until: window.until }
  return { point, slot }
}

/**
 * The delivery address of the earlier order that the visitor adds to; null if there is none, or if that order is a
 * pickup.
 */
export async function deliveryPlaceOf(ctx: Context, { joined }: PickupOptions): Promise<Address | null> {
  return (joined && (await orders.find(ctx, joined.orderId))?.address) || null
}

/** Whether the shop already delivers a paid order of the visitor to this door in the visitor's window. */
export function isDeliveryPaid({ paidOrders }: CampaignMethod, door: Address): boolean {
  return paidOrders.some(({ address }) => address && doorKey(address) === doorKey(door))
}

/**
 * The chosen window of a group-buy. Fails with `campaigns.point_required` without a point, with
 * `checkout.slot_unavailable` for an unknown point or window, and with `campaigns.point_full` for a full one.
 */
export function windowFor(
  { points }: PickupOptions,
  { pickupPointId, date, time }: { pickupPointId?: string | undefined; date: string; time: string },
): { method: Method; slot: Slot; pickupPointId: string } {
  if (!pickupPointId) fail('campaigns.point_required')
  const point = points.find(({ id }) => id === pickupPointId)
  const window = point?.windows.find((window) => window.date === date && window.from === time)
  if (!point || !window) fail('checkout.slot_unavailable')
  if (window.state === 'full') fail('campaigns.point_full')
  return { method: point.method, pickupPointId, slot: { date, time, until: window.until } }
}

/** Converts the campaign to the shape of the checkout's configuration. */
export function toConfig(
  { campaign, points, joined, isHidden }: PickupOptions,
  cart: CartRow | null,
): NonNullable<CheckoutConfig['campaign']> {
  const { id: fissionCampaignId, title } = campaign
  const hides = isHidden || (cart?.hidesName ?? false)
  return { fissionCampaignId, title, points, isJoined: joined !== null, isHidden: hides }
}

/** Converts the campaign to the shape of bills and orders. */
export function toPickup(way: PickupOptions, cart: CartRow): CampaignPickup {
  const { point } = pickupPlaceOf(way, cart) ?? {}
  return {
    fissionCampaignId: way.campaign.id,
    title: way.campaign.title,
    pickupPoint: point
      ? { id: point.id, name: point.name, address: point.address, contact: point.contact, note: point.note }
      : null,
  }
}
