import type { Address } from '#contract/addresses.ts'
import type { Line } from '#contract/cart.ts'
import type { Method, Slot } from '#contract/checkout.ts'
import { carriesGoods, goesTo, goodsOf, isAddressMethod, isSlotMethod, methods } from '#contract/fulfilment-methods.ts'
import { toInstant } from '#contract/hours.ts'
import { formatMoney } from '#contract/money.ts'
import type { CartRow } from '#server/cart/cart.ts'
import { gramsOf, leadMinutesOf } from '#server/cart/cart.ts'
import type { LocationRow, Quote, TableSession } from '#server/locations/locations.ts'
import { dining, placeOf, quoteFor, slots } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { CampaignMethod } from './pickup.ts'
import { campaignMethodOf, deliveryPlaceOf, isDeliveryPaid, pickupPlaceOf } from './pickup.ts'
import { findUnavailable } from './windows.ts'

/** A fulfilment method as one store offers it for one cart. */
export interface FulfilmentMethod {
  method: Method
  location: LocationRow
  rules: slots.SlotRules
  /**
   * The delivery address: the chosen address, or that of the earlier order in the same group-buy if none is chosen.
   * Null for methods without a delivery.
   */
  address: CartRow['address']
  /** The price for delivering to the address; null without an address, or if this store does not deliver there. */
  quote: Quote | null
  /** The party of guests at the table, for EAT_IN; null for other methods. */
  party: TableSession | null
  /** The pickup points and windows of the cart's group-buy; null if the cart has none. */
  campaign: CampaignMethod | null
  /**
   * The province whose taxes apply: the address's province for a delivery, else the store's province. For an export,
   * the destination's ISO 3166-2 code, such as `US-NY`.
   */
  placeOfSupply: string
}

/** The facts that decide which fulfilment methods the store offers, and how. */
interface FulfilmentFacts {
  cart: CartRow | null
  location: LocationRow
  /** The price of the goods in minor units, for fees and minimums. */
  subtotal: number
  /**
   * The ordered lines. Their kind decides the methods, their weight decides the price, and their lead times decide the
   * slots.
   */
  lines: Line[]
  /** Whether the order is a service, which is not prepared, picked up or delivered. */
  isService?: boolean
  /** The party at the table; null if there is none. If undefined, `findPartyAt` reads the party. */
  party?: TableSession | null
}

/**
 * The chosen method, else the first method that the store offers. Fails with `checkout.method_unavailable` if the store
 * offers none.
 */
export async function findChosenMethod(ctx: Context, facts: FulfilmentFacts): Promise<FulfilmentMethod> {
  if (facts.isService) return serviceMethod(facts.location)
  const chosen = facts.cart?.method
  const [first] = (chosen && (await findOfferedMethod(ctx, facts, chosen))) || (await findOfferedMethods(ctx, facts))
  return first ?? fail('checkout.method_unavailable')
}

/** The method of a service. A service counts as a pickup at the store, where it is supplied. */
function serviceMethod(location: LocationRow): FulfilmentMethod {
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

/**
 * Describes one method. Returns it in an array, as `findOfferedMethods` does, or null if the method is not offered.
 * Reads the visitor's table only for EAT_IN.
 */
export async function findOfferedMethod(
  ctx: Context,
  facts: FulfilmentFacts,
  method: Method,
): Promise<[FulfilmentMethod] | null> {
  const campaign = await campaignMethodOf(ctx, facts.cart)
  if (campaign)
    return methodsOfCampaign(campaign).includes(method)
      ? [await describeForCampaign(ctx, facts, { campaign, method })]
      : null
  const { location } = facts
  const isAtTable = goesTo(method, 'table')
  const party = isAtTable ? await findPartyAt(ctx, location) : null
  if (isAtTable ? !party : !isOfferedBy(location)(method)) return null
  if (!carriesGoods(method, goodsOf(facts.lines))) return null
  return [await describe(ctx, { ...facts, party, method })]
}

/** Every method that the store offers this visitor. For a visitor at one of its tables, EAT_IN comes first. */
export async function findOfferedMethods(ctx: Context, facts: FulfilmentFacts): Promise<FulfilmentMethod[]> {
  const { cart, location } = facts
  const campaign = await campaignMethodOf(ctx, cart)
  if (campaign)
    return Promise.all(
      methodsOfCampaign(campaign).map((method) => describeForCampaign(ctx, facts, { campaign, method })),
    )
  const party = facts.party === undefined ? await findPartyAt(ctx, location) : facts.party
  const goods = goodsOf(facts.lines)
  const offered = [...(party ? tableMethods : []), ...otherMethods.filter(isOfferedBy(location))].filter((method) =>
    carriesGoods(method, goods),
  )
  return Promise.all(offered.map((method) => describe(ctx, { ...facts, cart, party, method })))
}

const tableMethods = methods.filter((method) => goesTo(method, 'table'))
const otherMethods = methods.filter((method) => !goesTo(method, 'table'))
const isOfferedBy =
  ({ methods }: LocationRow) =>
  (method: Method) =>
    methods.includes(method)

/** The visitor's party at a table of this store; null if there is none, or if the store does not offer EAT_IN. */
export async function findPartyAt(ctx: Context, location: LocationRow): Promise<TableSession | null> {
  if (!tableMethods.some(isOfferedBy(location))) return null
  const party = await dining.findOwnParty(ctx)
  return party?.locationId === location.id ? party : null
}

/**
 * The methods of a group-buy: the methods that its pickup points offer. If the shopper adds to an earlier order, only
 * that order's method remains.
 */
function methodsOfCampaign({ points }: CampaignMethod): Method[] {
  return otherMethods.filter((method) => points.some((point) => point.method === method))
}

/**
 * Describes a method of a group-buy. If the shopper adds to an earlier delivery order, that order's address is the
 * default address. A further delivery to the door of a paid order is free.
 */
async function describeForCampaign(
  ctx: Context,
  facts: FulfilmentFacts,
  { campaign, method }: { campaign: CampaignMethod; method: Method },
): Promise<FulfilmentMethod> {
  const earlierAddress = goesTo(method, 'address') ? await deliveryPlaceOf(ctx, campaign) : null
  const address = facts.cart?.address ?? earlierAddress
  const way = await describe(ctx, { ...facts, cart: facts.cart && { ...facts.cart, address }, party: null, method })
  const offered = withinLead(ctx, facts, campaign)
  const isPaid = way.quote && address && isDeliveryPaid(campaign, address)
  return {
    ...way,
    campaign: offered,
    quote: way.quote && isPaid ? { ...way.quote, fee: 0, missing: 0 } : way.quote,
  }
}

/**
 * The campaign, with only the windows for which the goods of the cart can be ready. All windows stay if the cart
 * already holds these goods, or if the shopper adds them to an earlier order.
 */
function withinLead(
  ctx: Context,
  { cart, location, lines = [] }: FulfilmentFacts,
  campaign: CampaignMethod,
): CampaignMethod {
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
  { cart, location, subtotal, lines, party, method }: FulfilmentFacts & { party: TableSession | null; method: Method },
): Promise<FulfilmentMethod> {
  const address = isAddressMethod(method) ? (cart?.address ?? null) : null
  const place = address && (await placeOf(ctx, address.country, address.postCode))
  const quote = isAddressMethod(method)
    ? await quoteFor(ctx, location, { method, place, subtotal, grams: gramsOf(lines) })
    : null
  return {
    method,
    location,
    quote,
    party: goesTo(method, 'table') ? party : null,
    campaign: null,
    address,
    placeOfSupply: address && quote ? provinceOf(address) : location.province,
    rules: slots.rulesOf(location, method, { road: quote?.zone, goodsMinutes: leadMinutesOf(lines) }),
  }
}

const provinceOf = ({ country, province }: Address) => (country === 'CA' ? province : `${country}-${province}`)

/**
 * Fails with `checkout.address_required` if a delivery has no address, `checkout.address_outside` if the address is
 * outside all zones, `checkout.below_minimum` if the goods cost less than the minimum, and `checkout.too_heavy` if the
 * goods exceed the weight limit. Fails with `checkout.closed` for eating in while the kitchen takes no orders, and with
 * `checkout.method_unavailable` while shipping is paused.
 */
export function refuseMethod(
  ctx: Context,
  { method, location, quote, rules, address }: FulfilmentMethod,
  currency: string,
) {
  const now = ctx.app.now()
  const isPaused = rules.pausedUntil && rules.pausedUntil > now
  if (goesTo(method, 'table') && (isPaused || !slots.takesOrders(rules, now))) fail('checkout.closed')
  // Methods with slots need no check here, because they have no free slots during a pause.
  if (isPaused && !isSlotMethod(method)) fail('checkout.method_unavailable', { message: 'checkout.no_method' })
  if (!goesTo(method, 'address')) return
  if (!address) fail('checkout.address_required')
  if (!quote) fail('checkout.address_outside', { store: location.name, postCode: address.postCode })
  if (quote.missing > 0) {
    const formatAmount = (amount: number) => formatMoney({ amount, currency }, ctx.locale)
    fail('checkout.below_minimum', { minimum: formatAmount(quote.minimum), missing: formatAmount(quote.missing) })
  }
  if (quote.isTooHeavy) fail('checkout.too_heavy', { max: (quote.maxGrams ?? 0) / 1000 })
}

/**
 * The time that the shopper chose. For “as soon as possible”, the time that the cart holds, else the earliest time that
 * the store can promise now. Null if nothing is chosen, or if the store can promise no time.
 */
export async function findChosenSlot(
  ctx: Context,
  { cart, way, lines }: { cart: CartRow; way: FulfilmentMethod; lines: Line[] },
): Promise<Slot | null> {
  if (way.campaign) return pickupPlaceOf(way.campaign, cart)?.slot ?? null
  const { slot } = cart
  if (!isSlotMethod(way.method) || !slot) return null
  if (!slot.asap || isHeldSlot(ctx, cart, { way, slot })) return slot
  return findPromisedSlot(ctx, way, lines)
}

/**
 * The earliest time that the store can promise for “as soon as possible”. Null if there is none, or if a line is not
 * available then.
 */
export async function findPromisedSlot(
  ctx: Context,
  { location, rules }: FulfilmentMethod,
  lines: Line[],
): Promise<Slot | null> {
  const promise = await slots.findAsap(ctx, location, rules)
  return promise && isAvailable(lines, promise) ? promise : null
}

/** Whether every line is available at this time. */
export function isAvailable(lines: Line[], { date, time, until }: Slot): boolean {
  return time !== null && !findUnavailable(lines, { date, time, ...(until && { until }) })
}

/**
 * Whether the cart's current hold covers this slot and the goods can be ready in time. Their lead time counts from the
 * start of the hold, or from now if the cart has changed since then.
 */
export function isHeldSlot(
  ctx: Context,
  cart: CartRow | null,
  { way, slot }: { way: FulfilmentMethod; slot: Slot },
): boolean {
  const held = cart?.heldSlot
  if (!held || !isHeld(ctx, cart)) return false
  const isSamePlace = held.locationId === way.location.id && held.method === way.method
  if (!isSamePlace || startOf(ctx, way, slot)?.toISOString() !== held.startsAt) return false
  return isHeldUnchanged(ctx, cart) || isReadyBy(ctx, way.rules.goodsMinutes, new Date(held.startsAt))
}

/** Whether goods with this lead time are ready by `at` if ordered now. */
export function isReadyBy(ctx: Context, leadMinutes: number, at: Date): boolean {
  return ctx.app.now().getTime() + leadMinutes * 60_000 <= at.getTime()
}

/** The start of the given slot, without checking its availability. */
export function startOf(ctx: Context, { rules, location }: FulfilmentMethod, slot: Slot): Date | null {
  if (slot.asap) return slots.startOf(rules, slot, ctx.app.now()) ?? null
  return slot.time ? toInstant(slot.date, slot.time, location.timeZone) : null
}

/**
 * Whether an unexpired hold covers exactly the current lines. If so, their lead times count from the start of the hold.
 */
export function isHeldUnchanged(ctx: Context, cart: CartRow): boolean {
  return isHeld(ctx, cart) && cart.heldVersion === cart.version
}

/** Whether the cart has an unexpired hold. */
export function isHeld(ctx: Context, { heldUntil }: CartRow): boolean {
  return heldUntil !== null && heldUntil > ctx.app.now()
}
