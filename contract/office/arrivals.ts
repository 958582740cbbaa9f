import { z } from 'zod'
import { staffCall } from '../call.ts'
import { id } from '../shapes.ts'

const amountOf = {
  sku: z.string().trim().min(1).max(200),
  quantity: z.int().min(1).max(100_000),
  /** The default is the first store. */
  location: id.optional(),
}
/**
 * The stock of a SKU at a store after the change. `onHand` is the number of unsold pieces. `held` says how many of
 * these the shop keeps for checkouts and orders.
 */
const shelf = z.object({ sku: z.string(), location: z.string(), onHand: z.int(), held: z.int() })

/** Calls of the staff API that `npm run shop` and counter devices use to add and remove pieces. */
export const arrivalStaffCalls = {
  stockIn: staffCall('POST /stock/in', {
    right: 'stock.work',
    place: 'location',
    description: 'Adds arrived pieces. `staff.unknown` for an unknown SKU or store.',
    refusals: ['staff.unknown'],
    input: z.strictObject(amountOf),
    output: shelf,
  }),
  stockOut: staffCall('POST /stock/out', {
    right: 'stock.work',
    place: 'location',
    description: 'Removes pieces; without a quantity, all that shoppers do not hold.',
    input: z.strictObject({ ...amountOf, quantity: amountOf.quantity.optional() }),
    output: shelf,
  }),
}
