import { z } from 'zod'
import { addressCalls, country } from './addresses.ts'
import { specificationCall } from './call.ts'
import { deliveryCalls } from './delivery.ts'
import { methods } from './fulfilment-methods.ts'
import { date, id, noInput, text, time } from './shapes.ts'

/**
 * An opening on one weekday, 0 = Sunday. A weekday with a split shift has several openings. `23:59` means midnight. A
 * `to` before `from` is a time on the next day.
 */
const opening = z.object({ weekday: z.int().min(0).max(6), from: time, to: time })
const exception = z.object({
  date,
  closed: z.boolean(),
  from: time.optional(),
  to: time.optional(),
  reason: text.optional(),
})

/** A store (specification, section 3, Store location) with the facts that a shopper needs to choose it. */
export const location = z.object({
  id: z.string(),
  display: z.boolean(),
  virtual: z.boolean(),
  localStoreName: text,
  address: z.object({
    streetNumberAndNameDetails: z.string(),
    city: z.string(),
    province: z.string(),
    postCode: z.string(),
    country,
  }),
  phone: z.string(),
  timeZone: z.string(),
  hours: z.array(opening),
  exceptions: z.array(exception),
  methods: z.array(z.enum(methods)),
  mapUrl: z.string(),
  point: z
    .object({ latitude: z.number(), longitude: z.number() })
    .optional()
    .describe('In WGS-84 degrees. Absent if the owner has not set it.'),
})
export type Location = z.infer<typeof location>

/** A store in app info. A hidden or virtual store has only the fields `id`, `display` and `virtual`. */
export const listedLocation = z.union([location, location.pick({ id: true, display: true, virtual: true }).strict()])
export type ListedLocation = z.infer<typeof listedLocation>

export const locations = {
  ...addressCalls,
  ...deliveryCalls,
  pickup: specificationCall('GET /common3/pickupLocations', {
    description: 'Every selectable location: displayed and not virtual.',
    input: noInput,
    output: z.object({ locations: z.array(location) }),
  }),
  select: specificationCall('POST /common3/setSelectedStoreLocation', {
    description:
      "Chooses the store. `landingPageUrl` is the content page whose name is the store's id, else `/home`. Refuses " +
      'hidden, virtual and unknown stores: `locations.not_selectable`.',
    refusals: ['locations.not_selectable'],
    input: z.strictObject({ locationId: id }),
    output: z.object({ locationId: z.string(), landingPageUrl: z.string() }),
  }),
}
