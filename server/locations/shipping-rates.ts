import { asc, eq } from 'drizzle-orm'
import type { Country } from '#contract/addresses.ts'
import { addressMethodOf, carriesGoods } from '#contract/fulfilment-methods.ts'
import type { ShippingDays } from '#contract/shapes.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { memoize } from '#server/platform/memo.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { locations, shippingRates } from './tables.ts'
import type { Quote } from './zones.ts'

/** This module calculates the prices of parcels, which depend on the country and the weight, and stores the rates. */

export type ShippingRate = typeof shippingRates.$inferSelect
type RateInput = typeof shippingRates.$inferInsert

const allRates = memoize<ShippingRate[]>((ctx) =>
  ctx.db
    .select()
    .from(shippingRates)
    .where(eq(shippingRates.active, true))
    .orderBy(asc(shippingRates.position), asc(shippingRates.id)),
)

/** The active rates of a store, in the sequence that the owner chose. */
export async function ratesOf(ctx: Context, locationId: string): Promise<ShippingRate[]> {
  return (await allRates(ctx)).filter((rate) => rate.locationId === locationId)
}

/**
 * The price of a parcel to a country; null if no rate covers the country. Uses the first rate whose weight limit allows
 * the parcel. If the parcel is too heavy for every rate, uses the fee of the heaviest step of the first rate, and sets
 * `isTooHeavy`.
 */
export function shippingQuote(
  rates: ShippingRate[],
  { country, subtotal, grams }: { country: Country; subtotal: number; grams: number },
): Quote | null {
  const quotes = rates
    .filter(({ countries }) => countries.includes(country))
    .map((rate) => toQuote(rate, subtotal, grams))
  return quotes.find(({ isTooHeavy }) => !isTooHeavy) ?? quotes[0] ?? null
}

/**
 * What the product page says about shipping one piece: the fee and `freeFrom` of the rate with the lowest fee, and the
 * range of delivery days over all rates that allow the weight of the piece. Null if no rate allows the weight.
 */
export function shippingFrom(
  rates: ShippingRate[],
  grams: number,
): { fee: number; freeFrom: number | null; days: ShippingDays } | null {
  const quotes = rates.map((rate) => toQuote(rate, 0, grams)).filter(({ isTooHeavy }) => !isTooHeavy)
  const [cheapest] = quotes.toSorted((one, other) => one.fee - other.fee)
  if (!cheapest) return null
  const days = quotes.flatMap(({ days }) => days ?? [])
  return {
    fee: cheapest.fee,
    freeFrom: cheapest.freeFrom,
    days: { from: Math.min(...days.map(({ from }) => from)), to: Math.max(...days.map(({ to }) => to)) },
  }
}

function toQuote(rate: ShippingRate, subtotal: number, grams: number): Quote {
  const { id, name, taxClass, minimum, freeFrom, days } = rate
  const steps = rate.weightFees.toSorted((one, other) => one.upToGrams - other.upToGrams)
  const step = steps.find(({ upToGrams }) => grams <= upToGrams)
  const fee = (step ?? steps.at(-1))?.fee ?? 0
  return {
    zone: { id, name, taxClass, hours: [], extraMinutes: 0 },
    fee: freeFrom !== null && subtotal >= freeFrom ? 0 : fee,
    minimum,
    missing: Math.max(0, minimum - subtotal),
    freeFrom,
    distanceKm: null,
    days,
    maxGrams: steps.at(-1)?.upToGrams ?? null,
    isTooHeavy: !step,
  }
}

/**
 * Adds or changes a rate. A store offers SHIPPING while it has an active rate. Fails with `staff.unknown` if there is
 * no such store.
 */
export function putShippingRate(ctx: Context, input: RateInput): Promise<void> {
  return transact(ctx, async (ctx) => {
    const { id, ...values } = input
    const [before] = await ctx.db.select().from(shippingRates).where(eq(shippingRates.id, id)).for('update')
    const [store] = await ctx.db.select().from(locations).where(eq(locations.id, input.locationId)).for('update')
    if (!store) fail('staff.unknown', { what: bilingualText('staff.a_store', { name: input.locationId }) })
    await ctx.db.insert(shippingRates).values(input).onConflictDoUpdate({ target: shippingRates.id, set: values })
    await offerShipping(ctx, input.locationId)
    if (before && before.locationId !== input.locationId) await offerShipping(ctx, before.locationId)
  })
}

/** Makes a store offer SHIPPING if and only if it has an active rate. */
export async function offerShipping(ctx: Context, locationId: string) {
  const [store] = await ctx.db.select().from(locations).where(eq(locations.id, locationId)).for('update')
  const rates = await ctx.db.select().from(shippingRates).where(eq(shippingRates.locationId, locationId))
  const others = (store?.methods ?? []).filter((method) => !carriesGoods(method, 'cross_border'))
  const isOffered = rates.some(({ active }) => active)
  const offered = [...others, ...(isOffered ? [addressMethodOf('cross_border')] : [])]
  await ctx.db.update(locations).set({ methods: offered }).where(eq(locations.id, locationId))
  await publishCatalogueChange(ctx)
}
