import type { DeliveryQuote } from '#contract/delivery.ts'
import type { Quote } from '#server/locations/locations.ts'

/** A delivery quote in the shape of the API. */
export function toQuote(quote: Quote, currency: string): DeliveryQuote {
  const { zone, fee, minimum, missing, freeFrom, distanceKm, days, maxGrams, isTooHeavy } = quote
  const money = (amount: number) => ({ amount, currency })
  return {
    zoneId: zone.id,
    zone: zone.name,
    fee: money(fee),
    minimum: money(minimum),
    missing: money(missing),
    freeFrom: freeFrom === null ? null : money(freeFrom),
    distanceKm,
    days,
    maxGrams,
    isTooHeavy,
  }
}
