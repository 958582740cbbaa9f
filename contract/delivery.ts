import { z } from 'zod'
import { country } from './addresses.ts'
import { specificationCall } from './call.ts'
import { campaignQuery } from './campaigns.ts'
import { date, money, noInput, shippingDays, slotDay, text, time } from './shapes.ts'

const when = z.object({ date, time })

/** The price of delivery to one address, in the shop's currency. */
export const deliveryQuote = z
  .object({
    zoneId: z.string(),
    zone: text,
    fee: money,
    minimum: money.describe('Minimum price of the goods for delivery.'),
    missing: money.describe('Missing amount up to the minimum; zero once reached.'),
    freeFrom: money.nullable().describe('Subtotal from which delivery is free; null: never.'),
    distanceKm: z.number().nullable().describe('Straight-line distance; null if the position is unknown.'),
    days: shippingDays.nullable().describe('Days until the goods arrive, for SHIPPING; null if a slot says when.'),
    maxGrams: z.int().nullable().describe('Highest weight of an order; null: any.'),
    isTooHeavy: z.boolean().describe('The cart is heavier than `maxGrams`.'),
  })
  .meta({ id: 'DeliveryQuote' })
export type DeliveryQuote = z.infer<typeof deliveryQuote>

/** A store that delivers to a postal code, with the price of delivery and the earliest delivery time. */
const deliveringStore = deliveryQuote.extend({
  locationId: z.string(),
  localStoreName: text,
  earliest: when.nullable(),
})
export type DeliveringStore = z.infer<typeof deliveringStore>

/** The nearest store for pickup. */
const pickupStore = z.object({
  locationId: z.string(),
  localStoreName: text,
  address: z.string(),
  distanceKm: z.number().nullable(),
})

export const deliveryAnswer = z.object({
  postCode: z.string().nullable().describe("In the country's format; null if it is invalid."),
  isKnown: z.boolean().describe('The code is long enough to determine the zone.'),
  city: z.string().nullable().describe('The city of the code; null if the shop does not know it.'),
  province: z.string().nullable().describe('The province of the code; null if it may be in several.'),
  locations: z
    .array(deliveringStore)
    .describe("Stores that deliver there: the visitor's own first, then the cheapest."),
  nearestPickup: pickupStore.nullable(),
})
export type DeliveryAnswer = z.infer<typeof deliveryAnswer>

const zone = z.object({
  id: z.string(),
  name: text,
  kind: z.enum(['postal', 'radius', 'polygon', 'countries']),
  prefixes: z.array(z.string()).describe('Prefixes of postal codes, for `postal`.'),
  countries: z.array(country).describe('For `countries`.'),
  radiusKm: z.number().nullable(),
  minimum: money,
  freeFrom: money.nullable(),
  feeFrom: money.describe('Lowest and highest delivery fee of the zone.'),
  feeTo: money,
})

export const deliveryConfig = z.object({
  isOffered: z.boolean(),
  zones: z.array(zone),
  quote: deliveryQuote
    .nullable()
    .describe('For the chosen address; null without one, or if the store does not deliver there.'),
  problem: z
    .enum(['outside', 'below_minimum', 'too_heavy'])
    .nullable()
    .describe('Why this store does not deliver the cart to the chosen address.'),
  days: z.array(slotDay).describe('Days ahead with the delivery slots for this cart, including full ones.'),
})
export type DeliveryConfig = z.infer<typeof deliveryConfig>

export const deliveryCalls = {
  delivery: specificationCall('POST /common3/deliveryLocations?fissionCampaignId', {
    description:
      'The stores that deliver to a postal code, or its beginning, with prices. Works before an address is ' +
      'complete.',
    limit: { points: 120, seconds: 60 },
    input: z.strictObject({ postCode: z.string().max(20), country: country.default('CA'), ...campaignQuery }),
    output: deliveryAnswer,
  }),
}
export const deliveryConfigCall = { input: noInput, output: deliveryConfig }
