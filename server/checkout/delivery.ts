import type { Address, Country } from '#contract/addresses.ts'
import type { Line } from '#contract/cart.ts'
import type { DeliveringStore, DeliveryAnswer, DeliveryConfig } from '#contract/delivery.ts'
import { leadMinutesOf, priced } from '#server/cart/cart.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import type { LocationRow, Place, Quote, Zone } from '#server/locations/locations.ts'
import * as locations from '#server/locations/locations.ts'
import {
  distanceTo,
  feeRange,
  freeFrom,
  placeOf,
  provincesOf,
  quoteFor,
  toPostCode,
  zonesOf,
} from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { toQuote } from './quotes.ts'
import { withinWindows } from './windows.ts'

const { slots } = locations

/**
 * Stores that deliver the cart to a postal code or its beginning: the visitor's own first, then the cheapest. Also
 * finds the nearest store for pickup.
 */
export async function deliveryLocations(
  ctx: Context,
  { postCode, country }: { postCode: string; country: Country },
): Promise<DeliveryAnswer> {
  const place = await placeOf(ctx, country, postCode)
  const selectable = (await locations.all(ctx)).filter(locations.isSelectable)
  const [own, found] = await Promise.all([locations.current(ctx), priced(ctx)])
  const subtotal = found?.subtotal ?? 0
  const goodsMinutes = leadMinutesOf(found?.lines ?? [])
  const delivering: DeliveringStore[] = []
  for (const location of selectable) {
    const quote = await quoteFor(ctx, location, { place, subtotal })
    if (quote) delivering.push(await toStore(ctx, location, { quote, goodsMinutes }))
  }
  const isOwn = ({ locationId }: DeliveringStore) => Number(locationId === own.id)
  return {
    postCode: toPostCode(country, postCode) ?? place?.prefix ?? null,
    isKnown: place !== null,
    locations: delivering.sort((one, other) => isOwn(other) - isOwn(one) || one.fee.amount - other.fee.amount),
    nearestPickup: nearestPickup(selectable, place),
  }
}

/** Zones, fees, minimums and slots of the chosen store, and the quote for the chosen address and cart. */
export async function deliveryConfig(ctx: Context): Promise<DeliveryConfig> {
  const [location, found, currency] = await Promise.all([locations.current(ctx), priced(ctx), shopCurrency(ctx)])
  const isOffered = location.methods.includes('DELIVERY')
  const address = found?.cart.address ?? null
  const place = address && (await placeOf(ctx, address.country, address.postCode))
  const quote = await quoteFor(ctx, location, { place, subtotal: found?.subtotal ?? 0 })
  return {
    isOffered,
    zones: isOffered ? (await zonesOf(ctx, location.id)).map((zone) => toZone(zone, currency)) : [],
    quote: quote && toQuote(quote, currency),
    problem: problemOf(isOffered && address !== null, quote),
    days: isOffered ? await daysOf(ctx, location, { quote, lines: found?.lines ?? [] }) : [],
  }
}

/** The days and slots in which a store delivers these lines. */
async function daysOf(ctx: Context, location: LocationRow, { quote, lines }: { quote: Quote | null; lines: Line[] }) {
  const rules = slots.rulesOf(location, 'DELIVERY', { road: quote?.zone, goodsMinutes: leadMinutesOf(lines) })
  return withinWindows((await slots.times(ctx, location, rules)).days, lines)
}

/** Refuses an address outside a store's zones. Names the store that delivers there, else the nearest one for pickup. */
export async function refuseOutside(
  ctx: Context,
  location: LocationRow,
  { country, postCode }: Address,
): Promise<never> {
  const { locations: others, nearestPickup } = await deliveryLocations(ctx, { country, postCode })
  const [other] = others
  const message = other
    ? 'checkout.address_other_store'
    : nearestPickup
      ? 'checkout.address_pickup'
      : 'checkout.address_outside'
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
  { quote, goodsMinutes }: { quote: Quote; goodsMinutes: number },
): Promise<DeliveringStore> {
  const rules = slots.rulesOf(location, 'DELIVERY', { road: quote.zone, goodsMinutes })
  const { days, asap } = await slots.times(ctx, location, rules)
  const first = asap ?? slots.firstFree(days)
  return {
    ...toQuote(quote, await shopCurrency(ctx)),
    locationId: location.id,
    localStoreName: location.name,
    earliest: first?.time ? { date: first.date, time: first.time } : null,
  }
}

/** The nearest store with pickup; if no distance is known, one in the same province; else null. */
function nearestPickup(selectable: LocationRow[], place: Place | null): DeliveryAnswer['nearestPickup'] {
  if (!place) return null
  const provinces = place.country === 'CA' ? provincesOf(place.prefix) : []
  const [nearest] = selectable
    .filter(({ methods }) => methods.includes('PICKUP'))
    .map((location) => ({ location, distanceKm: distanceTo(location, place) }))
    .filter(({ location, distanceKm }) => distanceKm !== null || provinces.includes(location.province))
    .sort((one, other) => (one.distanceKm ?? Number.MAX_VALUE) - (other.distanceKm ?? Number.MAX_VALUE))
  if (!nearest) return null
  const { location, distanceKm } = nearest
  return { locationId: location.id, localStoreName: location.name, address: locations.addressOf(location), distanceKm }
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
  return quote.missing > 0 ? 'below_minimum' : null
}
