import type { Address, Country } from '#contract/addresses.ts'
import type { Line } from '#contract/cart.ts'
import type { DeliveringStore, DeliveryAnswer, DeliveryConfig } from '#contract/delivery.ts'
import type { AddressMethod } from '#contract/fulfilment-methods.ts'
import { addressMethodOf, goesTo, goodsOf, isSlotMethod } from '#contract/fulfilment-methods.ts'
import { gramsOf, leadMinutesOf, priced } from '#server/cart/cart.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import type { LocationRow, Place, Quote, ShippingRate, Zone } from '#server/locations/locations.ts'
import * as locations from '#server/locations/locations.ts'
import {
  cityOf,
  distanceTo,
  feeRange,
  freeFrom,
  placeOf,
  provincesOf,
  quoteFor,
  ratesOf,
  toPostCode,
  zonesOf,
} from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { toQuote } from './quotes.ts'
import { withinWindows } from './windows.ts'

const { slots } = locations

/**
 * The stores that deliver the cart to a full or partial postal code. The visitor's own store comes first, then the
 * others by fee. Also finds the nearest store for pickup.
 */
export async function deliveryLocations(
  ctx: Context,
  { postCode, country }: { postCode: string; country: Country },
): Promise<DeliveryAnswer> {
  const place = await placeOf(ctx, country, postCode)
  const selectable = (await locations.all(ctx)).filter(locations.isSelectable)
  const [currentStore, pricedCart] = await Promise.all([locations.current(ctx), priced(ctx)])
  const subtotal = pricedCart?.subtotal ?? 0
  const lines = pricedCart?.lines ?? []
  const method = addressMethodOf(goodsOf(lines))
  const quoteInput = { method, place, subtotal, grams: gramsOf(lines) }
  const goodsMinutes = leadMinutesOf(lines)
  const [province = null, ...others] = place?.country === 'CA' ? provincesOf(place.prefix) : []
  const deliveringStores: DeliveringStore[] = []
  for (const location of selectable) {
    const quote = await quoteFor(ctx, location, quoteInput)
    if (quote) deliveringStores.push(await toStore(ctx, location, { method, quote, goodsMinutes }))
  }
  const isOwn = ({ locationId }: DeliveringStore) => Number(locationId === currentStore.id)
  return {
    postCode: toPostCode(country, postCode) ?? place?.prefix ?? null,
    isKnown: place !== null,
    city: place?.country === 'CA' ? cityOf(place.prefix) : null,
    province: others.length > 0 ? null : province,
    locations: deliveringStores.sort((one, other) => isOwn(other) - isOwn(one) || one.fee.amount - other.fee.amount),
    nearestPickup: nearestPickup(selectable, place),
  }
}

/** Zones, fees, minimums and slots of the chosen store, and the quote for the chosen address and cart. */
export async function deliveryConfig(ctx: Context): Promise<DeliveryConfig> {
  const [location, pricedCart, currency] = await Promise.all([locations.current(ctx), priced(ctx), shopCurrency(ctx)])
  const lines = pricedCart?.lines ?? []
  const method = addressMethodOf(goodsOf(lines))
  const isOffered = location.methods.includes(method)
  const address = pricedCart?.cart.address ?? null
  const place = address && (await placeOf(ctx, address.country, address.postCode))
  const quote = await quoteFor(ctx, location, {
    method,
    place,
    subtotal: pricedCart?.subtotal ?? 0,
    grams: gramsOf(lines),
  })
  return {
    isOffered,
    zones: isOffered ? await areasOf(ctx, location, { method, currency }) : [],
    quote: quote && toQuote(quote, currency),
    problem: problemOf(isOffered && address !== null, quote),
    days: isOffered && isSlotMethod(method) ? await daysOf(ctx, location, { method, quote, lines }) : [],
  }
}

/** The days and slots in which a store delivers these lines. */
async function daysOf(
  ctx: Context,
  location: LocationRow,
  { method, quote, lines }: { method: AddressMethod; quote: Quote | null; lines: Line[] },
) {
  const rules = slots.rulesOf(location, method, { road: quote?.zone, goodsMinutes: leadMinutesOf(lines) })
  return withinWindows((await slots.times(ctx, location, rules)).days, lines)
}

/**
 * Fails with `checkout.address_outside`. Call it for an address outside the store's zones. The error names a store that
 * delivers there, else the nearest store for pickup.
 */
export async function refuseOutside(
  ctx: Context,
  location: LocationRow,
  { country, postCode }: Address,
): Promise<never> {
  const { locations: others, nearestPickup } = await deliveryLocations(ctx, { country, postCode })
  const [other] = others
  const pickupMessage = nearestPickup ? 'checkout.address_pickup' : 'checkout.address_outside'
  const message = other ? 'checkout.address_other_store' : pickupMessage
  const nearest = other ?? nearestPickup
  fail(
    'checkout.address_outside',
    {
      message,
      store: location.name,
      postCode,
      ...(nearest && { other: nearest.localStoreName, otherId: nearest.locationId }),
    },
    'postCode',
  )
}

async function toStore(
  ctx: Context,
  location: LocationRow,
  { method, quote, goodsMinutes }: { method: AddressMethod; quote: Quote; goodsMinutes: number },
): Promise<DeliveringStore> {
  const rules = slots.rulesOf(location, method, { road: quote.zone, goodsMinutes })
  const { days, asap } = isSlotMethod(method) ? await slots.times(ctx, location, rules) : { days: [], asap: null }
  const first = asap ?? slots.firstFree(days)
  return {
    ...toQuote(quote, await shopCurrency(ctx)),
    locationId: location.id,
    localStoreName: location.name,
    earliest: first?.time ? { date: first.date, time: first.time } : null,
  }
}

/**
 * The store with pickup that is nearest to a place. A store at an unknown distance counts only if it is in the place's
 * province, and comes after all others. Null if there is no such store.
 */
function nearestPickup(selectable: LocationRow[], place: Place | null): DeliveryAnswer['nearestPickup'] {
  if (!place) return null
  const provinces = place.country === 'CA' ? provincesOf(place.prefix) : []
  const [nearest] = selectable
    .filter(({ methods }) => methods.some((method) => goesTo(method, 'store')))
    .map((location) => ({ location, distanceKm: distanceTo(location, place) }))
    .filter(({ location, distanceKm }) => distanceKm !== null || provinces.includes(location.province))
    .sort((one, other) => (one.distanceKm ?? Number.MAX_VALUE) - (other.distanceKm ?? Number.MAX_VALUE))
  if (!nearest) return null
  const { location, distanceKm } = nearest
  return { locationId: location.id, localStoreName: location.name, address: locations.addressOf(location), distanceKm }
}

/** The zones or shipping rates of a store. */
async function areasOf(
  ctx: Context,
  { id }: LocationRow,
  { method, currency }: { method: AddressMethod; currency: string },
): Promise<DeliveryConfig['zones']> {
  if (isSlotMethod(method)) return (await zonesOf(ctx, id)).map((zone) => toZone(zone, currency))
  return (await ratesOf(ctx, id)).map((rate) => toArea(rate, currency))
}

function toArea(
  { id, name, countries, weightFees, minimum, freeFrom }: ShippingRate,
  currency: string,
): DeliveryConfig['zones'][number] {
  const money = (amount: number) => ({ amount, currency })
  const fees = weightFees.map(({ fee }) => fee)
  return {
    id,
    name,
    countries,
    kind: 'countries',
    prefixes: [],
    radiusKm: null,
    minimum: money(minimum),
    freeFrom: freeFrom === null ? null : money(freeFrom),
    feeFrom: money(Math.min(...fees)),
    feeTo: money(Math.max(...fees)),
  }
}

function toZone(zone: Zone, currency: string): DeliveryConfig['zones'][number] {
  const money = (amount: number) => ({ amount, currency })
  const { area } = zone
  const { from, to } = feeRange(zone)
  const free = freeFrom(zone)
  return {
    id: zone.id,
    name: zone.name,
    kind: area.kind,
    countries: [],
    prefixes: area.kind === 'postal' ? area.prefixes : [],
    radiusKm: area.kind === 'radius' ? area.km : null,
    minimum: money(zone.minimum),
    freeFrom: free === null ? null : money(free),
    feeFrom: money(from),
    feeTo: money(to),
  }
}

function problemOf(hasAddress: boolean, quote: Quote | null): DeliveryConfig['problem'] {
  if (!hasAddress) return null
  if (!quote) return 'outside'
  if (quote.missing > 0) return 'below_minimum'
  return quote.isTooHeavy ? 'too_heavy' : null
}
