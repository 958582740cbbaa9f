import type { Address } from '#contract/addresses.ts'
import type { PickupPoint } from '#contract/campaigns.ts'
import type { CampaignPickup, CheckoutConfig, Method, Slot } from '#contract/checkout.ts'
import type { CampaignMethod } from '#server/campaigns/campaigns.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import type { CartRow } from '#server/cart/cart.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'

/*
 * How an order of a group-buy is fetched: at one of its points in one of its windows, in place of the store's slots.
 * Who joined before fetches all at once, where and when the first order is fetched.
 */

/** How the campaign of this cart, or the one that is meant, is fetched; null for the shop's own cart. */
export async function campaignMethodOf(ctx: Context, cart: CartRow | null): Promise<CampaignMethod | null> {
  const campaignId = cart?.campaignId ?? ctx.campaignId
  return campaignId ? ((await campaigns.campaignMethod(ctx, campaignId)) ?? fail('not_found')) : null
}

/**
 * Where and when it is fetched by now: as the first order is, else as was chosen and can still be had; null before
 * that.
 */
export function pickupPlaceOf(
  { joined, points }: CampaignMethod,
  cart: CartRow | null,
): { point: PickupPoint; slot: Slot } | null {
  const wanted = joined ?? {
    pickupPointId: cart?.pickupPointId,
    date: cart?.slot?.date,
    from: cart?.slot?.time,
  }
  const point = points.find(({ id }) => id === wanted.pickupPointId)
  const window = point?.windows.find(({ date, from }) => date === wanted.date && from === wanted.from)
  if (!point || !window) return null
  const slot = { date: window.date, time: window.from, until: window.until }
  return { point, slot }
}

/** Where the earlier order of a visitor who adds to it is brought; null where there is none, or it is fetched. */
export async function deliveryPlaceOf(ctx: Context, { joined }: CampaignMethod): Promise<Address | null> {
  return (joined && (await orders.find(ctx, joined.orderId))?.address) || null
}

/** Whether one way brings it to both. */
export function isSameDoor(one: Address, other: Address): boolean {
  return one.street === other.street && one.unit === other.unit && one.postCode === other.postCode
}

/**
 * The window that a shopper means: `campaigns.point_required` without a point, `checkout.slot_unavailable` for one that
 * is not there, `campaigns.point_full` where it takes no more.
 */
export function windowFor(
  { points }: CampaignMethod,
  { pickupPointId, date, time }: { pickupPointId?: string | undefined; date: string; time: string },
): { method: Method; slot: Slot; pickupPointId: string } {
  if (!pickupPointId) fail('campaigns.point_required')
  const point = points.find(({ id }) => id === pickupPointId)
  const window = point?.windows.find((window) => window.date === date && window.from === time)
  if (!point || !window) fail('checkout.slot_unavailable')
  if (window.state === 'full') fail('campaigns.point_full')
  return { method: point.method, pickupPointId, slot: { date, time, until: window.until } }
}

/** The campaign as the checkout shows it. */
export function toConfig(
  { campaign, points, joined, isHidden }: CampaignMethod,
  cart: CartRow | null,
): NonNullable<CheckoutConfig['campaign']> {
  const { id: fissionCampaignId, title } = campaign
  const hides = isHidden || (cart?.hidesName ?? false)
  return { fissionCampaignId, title, points, isJoined: joined !== null, isHidden: hides }
}

/** The campaign as bills and orders tell it. */
export function toPickup(way: CampaignMethod, cart: CartRow): CampaignPickup {
  const { point } = pickupPlaceOf(way, cart) ?? {}
  return {
    fissionCampaignId: way.campaign.id,
    title: way.campaign.title,
    pickupPoint: point
      ? { id: point.id, name: point.name, address: point.address, contact: point.contact, note: point.note }
      : null,
  }
}
