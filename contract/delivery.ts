import { z } from 'zod'
import { country } from './addresses.ts'
import { inCampaign } from './campaigns.ts'
import { date, money, noInput, slotDay, text, time } from './shapes.ts'

const when = z.object({ date, time })

/** What delivery to one place costs, in the shop's currency. */
export const deliveryQuote = z.object({
  zoneId: z.string(),
  zone: text,
  fee: money,
  /** The least that goods must come to. */
  minimum: money,
  /** How much of it is missing; zero where it is reached. */
  missing: money,
  /** From this subtotal on it is free; null: never. */
  freeFrom: money.nullable(),
  /** As the crow flies; null where the place's position is not known. */
  distanceKm: z.number().nullable(),
})
export type DeliveryQuote = z.infer<typeof deliveryQuote>

/** A store that delivers somewhere, with its price and the first time it could come. */
const deliveringStore = deliveryQuote.extend({
  locationId: z.string(),
  localStoreName: text,
  earliest: when.nullable(),
})
export type DeliveringStore = z.infer<typeof deliveringStore>

/** The store to go to where nobody delivers. */
const pickupStore = z.object({
  locationId: z.string(),
  localStoreName: text,
  address: z.string(),
  distanceKm: z.number().nullable(),
})

export const deliveryAnswer = z.object({
  /** As it is written in its country; null where it was not understood. */
  postCode: z.string().nullable(),
  /** Enough of it is there to tell zones apart. */
  isKnown: z.boolean(),
  /** Stores that deliver there, the visitor's own first, then the cheapest. */
  locations: z.array(deliveringStore),
  nearestPickup: pickupStore.nullable(),
})
export type DeliveryAnswer = z.infer<typeof deliveryAnswer>

const zone = z.object({
  id: z.string(),
  name: text,
  kind: z.enum(['postal', 'radius', 'polygon']),
  /** Beginnings of postal codes, for `postal`. */
  prefixes: z.array(z.string()),
  radiusKm: z.number().nullable(),
  minimum: money,
  freeFrom: money.nullable(),
  /** The least and the most that delivery costs here. */
  feeFrom: money,
  feeTo: money,
})

export const deliveryConfig = z.object({
  isOffered: z.boolean(),
  zones: z.array(zone),
  /** For the address that was chosen; null without one, or where nobody delivers. */
  quote: deliveryQuote.nullable(),
  /** Why the chosen address gets no delivery from this store. */
  problem: z.enum(['outside', 'below_minimum']).nullable(),
  /** Days ahead with the slots in which this store brings what is in the cart, full ones included. */
  days: z.array(slotDay),
})
export type DeliveryConfig = z.infer<typeof deliveryConfig>

export const deliveryCalls = {
  /** Which stores deliver to a postal code, or the beginning of one, and for how much; asked before an address is complete. */
  delivery: {
    input: z.strictObject({ postCode: z.string().max(20), country: country.default('CA'), ...inCampaign }),
    output: deliveryAnswer,
  },
}
export const deliveryConfigCall = { input: noInput, output: deliveryConfig }
