import { z } from 'zod'
import { staffCall } from '../call.ts'
import { soldOutEnds, soldOutKinds } from '../constants.ts'
import { id, image, instant, text } from '../shapes.ts'

/**
 * Staff calls about goods and modifiers that are sold out at a store for a while, whether or not their stock is
 * counted.
 */

const thing = {
  kind: z.enum(soldOutKinds),
  id: z.string().trim().min(1).max(200).describe('The SKU of a variant, or the id of a product or modifier.'),
}
const named = z.object({
  ...thing,
  name: text,
  detail: text.describe('The option values of a variant, or the group of a modifier; else empty.'),
  image: image.nullable(),
})

const off = named.extend({
  ends: z.enum(soldOutEnds),
  until: instant.nullable(),
  by: z.string(),
  at: instant,
})
/** A product, variant or modifier that is sold out at a store. */
export type SoldOutThing = z.infer<typeof off>

const found = named.extend({
  isSoldOut: z.boolean(),
  isPart: z.boolean().describe('A variant of a product that is in the list too.'),
})
/** A product, variant or modifier that staff can mark as sold out. */
export type SellableThing = z.infer<typeof found>

const list = z.object({
  location: z.string(),
  name: text,
  timeZone: z.string(),
  closesAt: instant.describe('When a mark “until closing” that is set now would end.'),
  things: z.array(off),
})
/** The goods and modifiers that are sold out at a store now. */
export type SoldOutList = z.infer<typeof list>

const atStore = { location: id }

export const soldOutStaffCalls = {
  soldOut: staffCall('GET /locations/:location/sold-out', {
    right: 'catalogue.soldout',
    place: 'location',
    description: 'What staff marked as sold out at a store, the last first. `not_found`.',
    refusals: ['not_found'],
    input: z.strictObject(atStore),
    output: list,
  }),
  sellable: staffCall('GET /locations/:location/sellable', {
    right: 'catalogue.soldout',
    place: 'location',
    description: 'Finds products with their variants, and modifiers, by a part of their name in either language.',
    input: z.strictObject({ ...atStore, name: z.string().trim().min(1).max(100) }),
    output: z.object({ things: z.array(found) }),
  }),
  markSoldOut: staffCall('POST /locations/:location/sold-out', {
    right: 'catalogue.soldout',
    place: 'location',
    description:
      'Marks a variant, a product or a modifier as sold out at a store. Shoppers cannot buy it there until it ends. ' +
      '`not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({ ...atStore, ...thing, ends: z.enum(soldOutEnds).default('closing') }),
    output: list,
  }),
  backOnSale: staffCall('POST /locations/:location/sold-out/end', {
    right: 'catalogue.soldout',
    place: 'location',
    description: 'Ends such a mark. Does nothing if there is none. `not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({ ...atStore, ...thing }),
    output: list,
  }),
}
