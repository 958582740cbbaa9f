import type { Line } from '#contract/cart.ts'
import type { Method, Slot } from '#contract/checkout.ts'
import { isOpen, toInstant } from '#contract/hours.ts'
import { formatMoney } from '#contract/money.ts'
import type { CampaignMethod } from '#server/campaigns/campaigns.ts'
import type { CartRow } from '#server/cart/cart.ts'
import { leadMinutesOf } from '#server/cart/cart.ts'
import type { LocationRow, Quote, TableSession } from '#server/locations/locations.ts'
import { dining, placeOf, quoteFor, slots } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { campaignMethodOf, deliveryPlaceOf, isSameDoor, pickupPlaceOf } from './pickup.ts'
import { missing } from './windows.ts'

/** How an order gets from a store to its people. */
export interface FulfilmentMethod {
  method: Method
  location: LocationRow
  rules: slots.SlotRules
  /** Delivery address: the chosen one, else that of the group-buy order being added to; null for other methods. */
  address: CartRow['address']
  /** What DELIVERY to the chosen address costs; null without one, and where this store does not deliver there. */
  quote: Quote | null
  /** Who sits at the table, for EAT_IN. */
  party: TableSession | null
  /** Pickup points and windows of the group-buy, for a group-buy cart. */
  campaign: CampaignMethod | null
  /** The province whose taxes apply: of the address for DELIVERY, else of the store. */
  placeOfSupply: string
}

/** What a fulfilment method depends on. */
interface Wanted {
  cart: CartRow | null
  location: LocationRow
  /** What the goods come to, in minor units: fees and minimums go by it. */
  subtotal: number
  /** What is ordered: its lead times bind the slots. None where no time is asked for. */
  lines?: Line[]
  /** Nothing is made, fetched or brought. */
  isService?: boolean
  /** The party of `partyAt` where it was asked for already. */
  party?: TableSession | null
}

/** The chosen method, or the first that the store offers. `checkout.method_unavailable` where there is none. */
export async function methodOf(ctx: Context, wanted: Wanted): Promise<FulfilmentMethod> {
  if (wanted.isService) return serviceOf(wanted.location)
  const chosen = wanted.cart?.method
  const [first] = (chosen && (await methodFor(ctx, wanted, chosen))) || (await methodsOf(ctx, wanted))
  return first ?? fail('checkout.method_unavailable')
}

/** A service is supplied where the store is; nobody picks it up. */
function serviceOf(location: LocationRow): FulfilmentMethod {
  const { province: placeOfSupply } = location
  return {
    method: 'PICKUP',
    location,
    quote: null,
    party: null,
    campaign: null,
    placeOfSupply,
    rules: slots.rulesOf(location, 'PICKUP'),
    address: null,
  }
}

/** The details of this method, alone in a list; null if it is not offered. Only EAT_IN reads the table. */
export async function methodFor(ctx: Context, wanted: Wanted, method: Method): Promise<[FulfilmentMethod] | null> {
  const campaign = await campaignMethodOf(ctx, wanted.cart)
  if (campaign)
    return methodsOfCampaign(campaign).includes(method)
      ? [await describeForCampaign(ctx, wanted, campaign, method)]
      : null
  const { location } = wanted
  const party = method === 'EAT_IN' ? await partyAt(ctx, location) : null
  if (method === 'EAT_IN' ? !party : !isOfferedBy(location)(method)) return null
  return [await describe(ctx, { ...wanted, party, method })]
}

/** Every method that the store offers this visitor; EAT_IN comes first for a visitor at one of its tables. */
export async function methodsOf(ctx: Context, wanted: Wanted): Promise<FulfilmentMethod[]> {
  const { cart, location } = wanted
  const campaign = await campaignMethodOf(ctx, cart)
  if (campaign)
    return Promise.all(methodsOfCampaign(campaign).map((method) => describeForCampaign(ctx, wanted, campaign, method)))
  const party = wanted.party === undefined ? await partyAt(ctx, location) : wanted.party
  const offered: Method[] = [...(party ? ['EAT_IN' as const] : []), ...onTheRoad.filter(isOfferedBy(location))]
  return Promise.all(offered.map((method) => describe(ctx, { ...wanted, cart, party, method })))
}

const onTheRoad = ['PICKUP', 'DELIVERY'] as const satisfies Method[]
const isOfferedBy =
  ({ methods }: LocationRow) =>
  (method: Method) =>
    methods.includes(method)

/** The party at a table of this store that the visitor belongs to, where one can eat in. */
export async function partyAt(ctx: Context, location: LocationRow): Promise<TableSession | null> {
  if (!location.methods.includes('EAT_IN')) return null
  const party = await dining.partyOf(ctx)
  return party?.locationId === location.id ? party : null
}

/** A group-buy is fetched at its points or brought, as they say; who adds to an order has it as that one. */
function methodsOfCampaign({ points }: CampaignMethod): Method[] {
  return onTheRoad.filter((method) => points.some((point) => point.method === method))
}

/**
 * What is brought together with an earlier order goes to its door unless another is said; to one door is paid for once.
 */
async function describeForCampaign(
  ctx: Context,
  wanted: Wanted,
  campaign: CampaignMethod,
  method: Method,
): Promise<FulfilmentMethod> {
  const before = method === 'DELIVERY' ? await deliveryPlaceOf(ctx, campaign) : null
  const address = wanted.cart?.address ?? before
  const way = await describe(ctx, { ...wanted, cart: wanted.cart && { ...wanted.cart, address }, party: null, method })
  const offered = withinLead(ctx, wanted, campaign)
  const isAdded = way.quote && before && address && isSameDoor(before, address)
  return { ...way, campaign: offered, quote: way.quote && isAdded ? { ...way.quote, fee: 0, missing: 0 } : way.quote }
}

/**
 * The campaign with the windows by which its goods can be ready. Goods that are held, or join an earlier order, keep
 * theirs.
 */
function withinLead(ctx: Context, { cart, location, lines = [] }: Wanted, campaign: CampaignMethod): CampaignMethod {
  const leadMinutes = leadMinutesOf(lines)
  if (leadMinutes === 0 || campaign.joined || (cart && isHeldUnchanged(ctx, cart))) return campaign
  const isReady = ({ date, from }: { date: string; from: string }) => {
    const at = toInstant(date, from, location.timeZone)
    return at !== null && isReadyBy(ctx, leadMinutes, at)
  }
  const points = campaign.points.map((point) => ({ ...point, windows: point.windows.filter(isReady) }))
  return { ...campaign, points }
}

async function describe(
  ctx: Context,
  { cart, location, subtotal, lines = [], party, method }: Wanted & { party: TableSession | null; method: Method },
): Promise<FulfilmentMethod> {
  const address = method === 'DELIVERY' ? (cart?.address ?? null) : null
  const place = address && (await placeOf(ctx, address.country, address.postCode))
  const quote = await quoteFor(ctx, location, { place, subtotal })
  return {
    method,
    location,
    quote,
    party: method === 'EAT_IN' ? party : null,
    campaign: null,
    address,
    placeOfSupply: address && quote ? address.province : location.province,
    rules: slots.rulesOf(location, method, { road: quote?.zone, goodsMinutes: leadMinutesOf(lines) }),
  }
}

/**
 * Refuses what cannot be done this way: delivery without an address, to where nobody delivers or for too little
 * (`checkout.address_required`, `checkout.address_outside`, `checkout.below_minimum`), and eating in while the kitchen
 * is closed (`checkout.closed`).
 */
export function refuseMethod(
  ctx: Context,
  { method, location, quote, rules, address }: FulfilmentMethod,
  currency: string,
) {
  const now = ctx.app.now()
  const isResting = rules.pausedUntil && rules.pausedUntil > now
  if (method === 'EAT_IN' && (isResting || !isOpen(rules, now))) fail('checkout.closed')
  if (method !== 'DELIVERY') return
  if (!address) fail('checkout.address_required')
  if (!quote) fail('checkout.address_outside', { store: location.name, postCode: address.postCode })
  if (quote.missing > 0) {
    const words = (amount: number) => formatMoney({ amount, currency }, ctx.locale)
    fail('checkout.below_minimum', { minimum: words(quote.minimum), missing: words(quote.missing) })
  }
}

/**
 * The time that was chosen, as it stands: a promise that is not held moves on, and ends where nothing can be promised.
 */
export async function slotOf(
  ctx: Context,
  { cart, way, lines }: { cart: CartRow; way: FulfilmentMethod; lines: Line[] },
): Promise<Slot | null> {
  if (way.campaign) return pickupPlaceOf(way.campaign, cart)?.slot ?? null
  const { slot } = cart
  if (way.method === 'EAT_IN' || !slot) return null
  if (!slot.asap || isHeldSlot(ctx, cart, { way, slot })) return slot
  return promiseFor(ctx, way, lines)
}

/** What can be promised as soon as possible for all of these lines; null where nothing can. */
export async function promiseFor(
  ctx: Context,
  { location, rules }: FulfilmentMethod,
  lines: Line[],
): Promise<Slot | null> {
  const promise = await slots.promise(ctx, location, rules)
  return promise && isAvailable(lines, promise) ? promise : null
}

/** Whether every line can be had then. */
export function isAvailable(lines: Line[], { date, time, until }: Slot): boolean {
  return time !== null && !missing(lines, { date, time, ...(until && { until }) })
}

/**
 * Whether a place in this very slot is held for the cart at this moment. The lead time of its goods has begun to run,
 * but a cart that has changed since may have goods that cannot be ready by then.
 */
export function isHeldSlot(
  ctx: Context,
  cart: CartRow | null,
  { way, slot }: { way: FulfilmentMethod; slot: Slot },
): boolean {
  const held = cart?.heldSlot
  if (!held || !isHeld(ctx, cart)) return false
  const isHere = held.locationId === way.location.id && held.method === way.method
  if (!isHere || startOf(ctx, way, slot)?.toISOString() !== held.startsAt) return false
  return isHeldUnchanged(ctx, cart) || isReadyBy(ctx, way.rules.goodsMinutes, new Date(held.startsAt))
}

/** Whether goods with this lead time that are ordered now are ready by then. */
export function isReadyBy(ctx: Context, leadMinutes: number, at: Date): boolean {
  return ctx.app.now().getTime() + leadMinutes * 60_000 <= at.getTime()
}

/** When the slot that is meant begins, by the clock alone. */
export function startOf(ctx: Context, { rules, location }: FulfilmentMethod, slot: Slot): Date | null {
  if (slot.asap) return slots.startOf(rules, slot, ctx.app.now()) ?? null
  return slot.time ? toInstant(slot.date, slot.time, location.timeZone) : null
}

/** Whether these very lines are held: their lead times run since then. */
export function isHeldUnchanged(ctx: Context, cart: CartRow): boolean {
  return isHeld(ctx, cart) && cart.heldVersion === cart.version
}

/** Whether anything is held for the cart at this moment. */
export function isHeld(ctx: Context, { heldUntil }: CartRow): boolean {
  return heldUntil !== null && heldUntil > ctx.app.now()
}
