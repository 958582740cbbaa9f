import { z } from 'zod'
import { address } from './addresses.ts'
import { line } from './cart.ts'
import { adjustment, billCoupon, contact, method, part, slot } from './checkout.ts'
import { id, instant, money, text } from './shapes.ts'

/** INTERIM + NOT_PAID pending, NEW + PAID_ONLINE paid, NEW + NOT_PAID to be paid at the store, FAILED + FAILED failed. */
export const orderStatus = z.enum(['INTERIM', 'NEW', 'FAILED', 'CANCELLED'])
export const paymentStatus = z.enum(['NOT_PAID', 'PAID_ONLINE', 'FAILED'])

/** The order status result (specification, section 3). */
export const statusResult = z.object({
  orderID: z.string(),
  qrCodeScan: z.boolean(),
  status: orderStatus,
  paymentStatus,
})
export type StatusResult = z.infer<typeof statusResult>

export const order = statusResult.extend({
  /** Speakable, for the counter; grants nothing. */
  pickupCode: z.string(),
  payAtStore: z.boolean(),
  lines: z.array(line),
  subtotal: money,
  adjustments: z.array(adjustment),
  /** Goods, and all adjustments but `credit`. */
  total: money,
  /** What each line, fee, the delivery and the tip cost in the end; empty for orders of before they were kept. */
  parts: z.array(part),
  coupon: billCoupon.omit({ problem: true }).nullable(),
  /** Paid with store credit. */
  credit: money,
  /** To be paid, or paid, with the order. */
  amountDue: money,
  /** To be paid later. */
  balance: money,
  method,
  slot: slot.nullable(),
  timeZone: z.string(),
  contact,
  /** Where it is brought to, for DELIVERY. */
  address: address.nullable(),
  /** Where it is eaten, for EAT_IN. */
  table: z.object({ number: z.string() }).nullable(),
  /** The province whose taxes applied. */
  placeOfSupply: z.string(),
  comment: z.string(),
  location: z.object({ id: z.string(), name: text, address: z.string(), mapUrl: z.string() }),
  placedAt: instant,
  paidAt: instant.nullable(),
  /** How it was or is being paid: a payment option's id. */
  paymentOption: z.string().nullable(),
  /** A pending order is given up at this time. */
  expiresAt: instant.nullable(),
})
export type Order = z.infer<typeof order>

export const orders = {
  /** One order, for the member or session that placed it or with a mailed link's `token`; anyone else learns `not_found`. */
  detail: { input: z.object({ id, token: z.string().max(200).optional() }), output: order },
}
