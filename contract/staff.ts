import { z } from 'zod'
import { method } from './checkout.ts'
import { order, orderDetail, orderGroup } from './orders.ts'
import { id, instant, queryInteger, time } from './shapes.ts'

const orderRef = z.string().trim().min(1).max(64)
const note = z.string().trim().max(500).default('')
const step = { input: z.strictObject({ order: orderRef, note }), output: orderDetail }
/** A time today (or on the day of the order's slot) in the store's own clock, or so many minutes from now. */
const promised = z.strictObject({
  order: orderRef,
  note,
  at: time.optional(),
  inMinutes: z.int().min(1).max(1440).optional(),
})
const amountOf = {
  sku: z.string().trim().min(1).max(200),
  quantity: z.int().min(1).max(100_000),
  /** The first store, where none is named. */
  location: id.optional(),
}
/** What is on the shelf then, and how much of it is kept for somebody. */
const shelf = z.object({ sku: z.string(), location: z.string(), onHand: z.int(), held: z.int() })
const pauses = z.object({ location: z.string(), pauses: z.array(z.object({ method, until: instant.nullable() })) })

/** Input and output of every staff call, by the names of `staff-calls.ts`. */
export const staffSchemas = {
  staff: {
    /** Orders by what is to be done, the one that is due first at the top; without a group all that are being made. */
    orders: {
      input: z.strictObject({
        group: orderGroup.optional(),
        location: id.optional(),
        limit: queryInteger(1, 200).default(50),
      }),
      output: z.object({ orders: z.array(order) }),
    },
    /** One order. `staff.unknown` where there is none, `staff.ambiguous` where several share the code. */
    order: { input: z.strictObject({ order: orderRef }), output: orderDetail },
    /** Takes an order on, with a time if it is another than the slot's. `orders.step` where it is not possible; so the others. */
    accept: { input: promised, output: orderDetail },
    prepare: step,
    /** Another time is promised: `at`, `inMinutes` from now, or `byMinutes` later than promised. */
    delay: { input: promised.extend({ byMinutes: z.int().min(1).max(1440).optional() }), output: orderDetail },
    ready: step,
    sendOut: step,
    handOver: step,
    noShow: step,
    /** Lets an order go; everything goes back. `keepStock`: its goods cannot be sold again. */
    cancel: {
      input: z.strictObject({ order: orderRef, note, keepStock: z.boolean().default(false) }),
      output: orderDetail,
    },
    /** Answers the shopper. */
    reply: {
      input: z.strictObject({ order: orderRef, comment: z.string().trim().min(1).max(1000) }),
      output: orderDetail,
    },
    /** Pieces that arrived. `staff.unknown` for a SKU or store that is not there. */
    stockIn: { input: z.strictObject(amountOf), output: shelf },
    /** Pieces that are gone; all that nobody waits for, where no quantity is said. */
    stockOut: { input: z.strictObject({ ...amountOf, quantity: amountOf.quantity.optional() }), output: shelf },
    /** Takes no orders, for these minutes or until it is resumed, by one method or any. */
    pause: {
      input: z.strictObject({
        location: id,
        method: method.optional(),
        minutes: z.int().min(1).max(10_080).optional(),
      }),
      output: pauses,
    },
    resume: { input: z.strictObject({ location: id, method: method.optional() }), output: pauses },
  },
}
export type StaffSchemas = typeof staffSchemas
