import { z } from 'zod'
import { staffCall } from '../call.ts'
import { soldOutEnds, soldOutKinds } from '../constants.ts'
import { id, image, instant, text } from '../shapes.ts'

/**
 * Calls of the staff API for goods and modifiers that are sold out at a store for a while, whether or not their stock
 * is counted.
 */

const itemReference = {
  kind: z.enum(soldOutKinds),
  id: z.string().trim().min(1).max(200).describe('The SKU of a variant, or the id of a product or modifier.'),
}
const namedItem = z.object({
  ...itemReference,
  name: text,
  detail: text.describe('The option values of a variant, or the group of a modifier; else empty.'),
  image: image.nullable(),
})

const soldOutItem = namedItem.extend({
  ends: z.enum(soldOutEnds),
  until: instant.nullable(),
  by: z.string(),
  at: instant,
})
/** A product, variant or modifier that is sold out at a store. */
export type SoldOutItem = z.infer<typeof soldOutItem>

const sellableItem = namedItem.extend({
  isSoldOut: z.boolean(),
  isPart: z.boolean().describe('A variant of a product that is in the list too.'),
})
/** A product, variant or modifier that staff can mark as sold out. */
export type SellableItem = z.infer<typeof sellableItem>

const list = z.object({
  location: z.string(),
  name: text,
  timeZone: z.string(),
  closesAt: instant.describe('When a mark “until closing” that is set now would end.'),
  things: z.array(soldOutItem),
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
    description:
      'Finds products with their variants, and modifiers, by a part of their name in either language. Exact names come ' +
      'first, then names that begin with it.',
    input: z.strictObject({ ...atStore, name: z.string().trim().min(1).max(100) }),
    output: z.object({
      things: z.array(sellableItem),
      hasMore: z.boolean().describe('Whether more names match than these.'),
    }),
  }),
  markSoldOut: staffCall('POST /locations/:location/sold-out', {
    right: 'catalogue.soldout',
    place: 'location',
    description:
      'Marks a variant, a product or a modifier as sold out at a store. Shoppers cannot buy it there until it ends. ' +
      '`not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({
      ...atStore,
      ...itemReference,
      ends: z.enum(soldOutEnds).default('closing'),
      until: instant.optional().describe('When a removed mark would have ended, to put it back. In the past: no mark.'),
    }),
    output: list,
  }),
  backOnSale: staffCall('POST /locations/:location/sold-out/end', {
    right: 'catalogue.soldout',
    place: 'location',
    description: 'Ends such a mark. Does nothing if there is none. `not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({ ...atStore, ...itemReference }),
    output: list,
  }),
}
