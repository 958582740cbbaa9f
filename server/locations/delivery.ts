import { asc, eq } from 'drizzle-orm'
import type { Country } from '#contract/addresses.ts'
import type { AddressMethod } from '#contract/fulfilment-methods.ts'
import { isSlotMethod } from '#contract/fulfilment-methods.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { memoize } from '#server/platform/memo.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { toPrefix } from './addresses.ts'
import { countries } from './places.ts'
import { ratesOf, shippingQuote } from './shipping-rates.ts'
import type { locations, Point } from './tables.ts'
import { deliveryZones, postalPoints } from './tables.ts'
import type { Place, Quote, Zone } from './zones.ts'
import { quote } from './zones.ts'

export type { Place, Quote, Zone } from './zones.ts'
export { distanceTo, feeRange, freeFrom } from './zones.ts'

type LocationRow = typeof locations.$inferSelect
export type ZoneInput = typeof deliveryZones.$inferInsert

const allZones = memoize<Zone[]>((ctx) =>
  ctx.db
    .select()
    .from(deliveryZones)
    .where(eq(deliveryZones.active, true))
    .orderBy(asc(deliveryZones.position), asc(deliveryZones.id)),
)

const allPoints = memoize(async (ctx) => {
  const rows = await ctx.db.select().from(postalPoints)
  return new Map(
    rows.map(({ country, prefix, latitude, longitude }): [string, Point] => [
      `${country} ${prefix}`,
      [latitude, longitude],
    ]),
  )
})

/** The active zones of a store, in the sequence that the owner chose. */
export async function zonesOf(ctx: Context, locationId: string): Promise<Zone[]> {
  return (await allZones(ctx)).filter((zone) => zone.locationId === locationId)
}

/** The countries with known positions of postal codes. Elsewhere, distances are unknown. */
export async function countriesWithPoints(ctx: Context): Promise<Country[]> {
  const keys = [...(await allPoints(ctx)).keys()]
  return [...new Set(keys.map((key) => key.split(' ')[0] as Country))]
}

/**
 * Locates a full or partial postal code. `point` is the stored position of the longest known beginning of the code;
 * null if no position is known. Returns null if the text is too short or not a postal code of this country.
 */
export async function placeOf(ctx: Context, country: Country, postCode: string): Promise<Place | null> {
  const prefix = toPrefix(country, postCode)
  if (!prefix) return null
  const points = await allPoints(ctx)
  for (let length = prefix.length; length >= 3; length--) {
    const point = points.get(`${country} ${prefix.slice(0, length)}`)
    if (point) return { country, prefix, point }
  }
  return { country, prefix, point: null }
}

/**
 * The countries that an address for this method can have. For shipping, these are the countries of the store's active
 * rates. For other methods, and without such rates, only the store's own country.
 */
export async function countriesTo(
  ctx: Context,
  { id, country }: LocationRow,
  method: AddressMethod,
): Promise<Country[]> {
  const ownCountry = countries.map(({ code }) => code).filter((code) => code === country)
  if (isSlotMethod(method)) return ownCountry
  const shipped = (await ratesOf(ctx, id)).flatMap((rate) => rate.countries)
  return shipped.length > 0 ? [...new Set(shipped)] : ownCountry
}

/** The goods to deliver, and their destination. */
export interface DeliveryRequest {
  method: AddressMethod
  place: Place | null
  subtotal: number
  /** The weight of the goods in grams. Only shipping uses it. */
  grams: number
}

/** The price of delivery from a store to a place; null if the store does not deliver there. */
export async function quoteFor(
  ctx: Context,
  location: LocationRow,
  { method, place, subtotal, grams }: DeliveryRequest,
): Promise<Quote | null> {
  if (!place || !location.methods.includes(method)) return null
  if (!isSlotMethod(method)) {
    return shippingQuote(await ratesOf(ctx, location.id), { country: place.country, subtotal, grams })
  }
  return quote(location, await zonesOf(ctx, location.id), { place, subtotal })
}

/** Adds a zone, or changes the zone with this id. */
export function putZone(ctx: Context, input: ZoneInput): Promise<void> {
  return transact(ctx, async (ctx) => {
    const { id: _, ...values } = input
    await ctx.db.insert(deliveryZones).values(input).onConflictDoUpdate({ target: deliveryZones.id, set: values })
    await publishCatalogueChange(ctx)
  })
}

/** Stores positions of postal codes or their beginnings: `{ prefix: 'M5T', point: [43.653, -79.397] }`. */
export function putPoints(ctx: Context, country: Country, points: { prefix: string; point: Point }[]): Promise<void> {
  return transact(ctx, async (ctx) => {
    for (const { prefix, point } of points) {
      const [latitude, longitude] = point
      await ctx.db
        .insert(postalPoints)
        .values({ country, prefix, latitude, longitude })
        .onConflictDoUpdate({ target: [postalPoints.country, postalPoints.prefix], set: { latitude, longitude } })
    }
    await publishCatalogueChange(ctx)
  })
}
