import type { Country } from '#contract/addresses.ts'
import { distanceKm } from '#contract/map-point.ts'
import type { ShippingDays } from '#contract/shapes.ts'
import type { deliveryZones, locations, Point } from './tables.ts'

type LocationRow = Pick<typeof locations.$inferSelect, 'country' | 'latitude' | 'longitude' | 'zoneChoice'>
export type Zone = typeof deliveryZones.$inferSelect

/** A delivery target: a postal code or its beginning, without spaces, and its position if known. */
export interface Place {
  country: Country
  prefix: string
  point: Point | null
}

/** The price of delivery to a place, in minor units. */
export interface Quote {
  /** The delivery zone or shipping rate. */
  zone: Pick<Zone, 'id' | 'name' | 'taxClass' | 'hours' | 'extraMinutes'>
  fee: number
  /** The minimum subtotal for delivery, and the amount that is missing to reach it. */
  minimum: number
  missing: number
  /** The subtotal from which delivery is free; null if never. */
  freeFrom: number | null
  distanceKm: number | null
  /** Days until the goods arrive; null if the shopper chooses a slot. */
  days: ShippingDays | null
  /** The maximum weight of an order; null if there is no limit. */
  maxGrams: number | null
  isTooHeavy: boolean
}

/**
 * The price of delivery to a place for goods worth `subtotal`. Null if the place is in another country than the store,
 * or if no zone delivers to it. Of several suitable zones, the first in order applies, or the cheapest if `zoneChoice`
 * is `cheapest`. A place without a position can only match zones that list postal codes. The lowest fee tier of a zone
 * also applies to goods that are worth less than its `from`.
 */
export function quote(
  location: LocationRow,
  zones: Zone[],
  { place, subtotal }: { place: Place; subtotal: number },
): Quote | null {
  if (place.country !== location.country) return null
  const distanceKm = distanceTo(location, place)
  const quotes = zones
    .filter((zone) => zone.active && isInside(zone, place, distanceKm))
    .flatMap((zone) => toQuote(zone, distanceKm, subtotal) ?? [])
  const [first] = location.zoneChoice === 'cheapest' ? quotes.toSorted((one, other) => one.fee - other.fee) : quotes
  return first ?? null
}

/**
 * The straight-line distance between a store and a place in kilometres, rounded to 0.1; null if a position is unknown.
 */
export function distanceTo({ latitude, longitude }: LocationRow, { point }: Pick<Place, 'point'>): number | null {
  if (latitude === null || longitude === null || !point) return null
  const [placeLatitude, placeLongitude] = point
  const km = distanceKm({ latitude, longitude }, { latitude: placeLatitude, longitude: placeLongitude })
  return Math.round(km * 10) / 10
}

/** The lowest and the highest fee of a zone. */
export function feeRange({ fees, distanceFees }: Zone): { from: number; to: number } {
  const byGoods = fees.map(({ fee }) => fee)
  const byDistance = distanceFees.map(({ fee }) => fee)
  const add = (pick: (...fees: number[]) => number) =>
    (byGoods.length > 0 ? pick(...byGoods) : 0) + (byDistance.length > 0 ? pick(...byDistance) : 0)
  return { from: add(Math.min), to: add(Math.max) }
}

/** The subtotal from which a zone delivers free; null if never. */
export function freeFrom({ fees, distanceFees }: Zone): number | null {
  if (distanceFees.some(({ fee }) => fee > 0)) return null
  const paid = fees.filter(({ fee }) => fee > 0)
  if (paid.length === 0) return 0
  const maxPaidFrom = Math.max(...paid.map(({ from }) => from))
  const free = fees.filter(({ from }) => from > maxPaidFrom).map(({ from }) => from)
  return free.length > 0 ? Math.min(...free) : null
}

function isInside({ area }: Zone, { prefix, point }: Place, distance: number | null): boolean {
  if (area.kind === 'postal') return area.prefixes.some((entry) => covers(entry, prefix))
  if (area.kind === 'radius') return distance !== null && distance <= area.km
  return point !== null && isWithin(area.corners, point)
}

/**
 * Whether an entry of a zone covers a postal code. `M5T` covers `M5T1L4`. The range `M5A-M5T` covers all codes from
 * those that begin with `M5A` to those that begin with `M5T`.
 */
function covers(entry: string, prefix: string): boolean {
  const [from = '', to] = entry.split('-')
  if (to === undefined) return prefix.startsWith(from)
  return from <= prefix && prefix.slice(0, to.length) <= to
}

function toQuote(zone: Zone, distanceKm: number | null, subtotal: number): Quote | null {
  const distanceTier = zone.distanceFees
    .toSorted((one, other) => one.upToKm - other.upToKm)
    .find(({ upToKm }) => distanceKm !== null && distanceKm <= upToKm)
  if (zone.distanceFees.length > 0 && !distanceTier) return null
  const minFrom = Math.min(...zone.fees.map(({ from }) => from))
  const [tier] = zone.fees
    .filter(({ from }) => from <= Math.max(subtotal, minFrom))
    .sort((one, other) => other.from - one.from)
  return {
    zone,
    fee: (tier?.fee ?? 0) + (distanceTier?.fee ?? 0),
    minimum: zone.minimum,
    missing: Math.max(0, zone.minimum - subtotal),
    freeFrom: freeFrom(zone),
    distanceKm,
    days: null,
    maxGrams: null,
    isTooHeavy: false,
  }
}

/** Whether a point lies inside a polygon: a ray from it crosses the border an odd number of times. */
function isWithin(corners: Point[], [latitude, longitude]: Point): boolean {
  let isInside = false
  corners.forEach(([lat, lon], index) => {
    const [lastLat, lastLon] = corners.at(index - 1) ?? [lat, lon]
    const isBetween = lat > latitude !== lastLat > latitude
    if (isBetween && longitude < ((lastLon - lon) * (latitude - lat)) / (lastLat - lat) + lon) isInside = !isInside
  })
  return isInside
}
