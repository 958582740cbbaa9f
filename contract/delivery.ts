import { z } from 'zod'
import { country } from './addresses.ts'
import { specificationCall } from './call.ts'
import { inCampaign } from './campaigns.ts'
import { date, money, noInput, slotDay, text, time } from './shapes.ts'

const when = z.object({ date, time })

/** The price of delivery to one address, in the shop's currency. */
export const deliveryQuote = z
  .object({
    zoneId: z.string(),
    zone: text,
    fee: money,
    minimum: money.describe('The least that goods must come to.'),
    missing: money.describe('How much of it is missing; zero where it is reached.'),
    freeFrom: money.nullable().describe('From this subtotal on it is free; null: never.'),
    distanceKm: z.number().nullable().describe("As the crow flies; null where the place's position is not known."),
  })
  .meta({ id: 'DeliveryQuote' })
export type DeliveryQuote = z.infer<typeof deliveryQuote>

/** A store that delivers to an address, with its price and its earliest time. */
const deliveringStore = deliveryQuote.extend({
  locationId: z.string(),
  localStoreName: text,
  earliest: when.nullable(),
})
export type DeliveringStore = z.infer<typeof deliveringStore>

/** The store that the shop suggests for pickup if no store delivers. */
const pickupStore = z.object({
  locationId: z.string(),
  localStoreName: text,
  address: z.string(),
  distanceKm: z.number().nullable(),
})

export const deliveryAnswer = z.object({
  postCode: z.string().nullable().describe('As it is written in its country; null where it was not understood.'),
  isKnown: z.boolean().describe('Enough of it is there to tell zones apart.'),
  locations: z
    .array(deliveringStore)
    .describe("Stores that deliver there, the visitor's own first, then the cheapest."),
  nearestPickup: pickupStore.nullable(),
})
export type DeliveryAnswer = z.infer<typeof deliveryAnswer>

const zone = z.object({
  id: z.string(),
  name: text,
  kind: z.enum(['postal', 'radius', 'polygon']),
  prefixes: z.array(z.string()).describe('Beginnings of postal codes, for `postal`.'),
  radiusKm: z.number().nullable(),
  minimum: money,
  freeFrom: money.nullable(),
  feeFrom: money.describe('The least and the most that delivery costs here.'),
  feeTo: money,
})

export const deliveryConfig = z.object({
  isOffered: z.boolean(),
  zones: z.array(zone),
  quote: deliveryQuote
    .nullable()
    .describe('For the address that was chosen; null without one, or where nobody delivers.'),
  problem: z
    .enum(['outside', 'below_minimum'])
    .nullable()
    .describe('Why the chosen address gets no delivery from this store.'),
  days: z
    .array(slotDay)
    .describe('Days ahead with the slots in which this store brings what is in the cart, full ones included.'),
})
export type DeliveryConfig = z.infer<typeof deliveryConfig>

export const deliveryCalls = {
  delivery: specificationCall('POST /common3/deliveryLocations?fissionCampaignId', {
    description:
      'Which stores deliver to a postal code, or the beginning of one, and for how much; asked before an ' +
      'address is complete.',
    limit: { points: 120, seconds: 60 },
    input: z.strictObject({ postCode: z.string().max(20), country: country.default('CA'), ...inCampaign }),
    output: deliveryAnswer,
  }),
}
export const deliveryConfigCall = { input: noInput, output: deliveryConfig }
