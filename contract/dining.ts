import { z } from 'zod'
import { shopCall } from './call.ts'
import { instant, money, noInput, text } from './shapes.ts'

/** The visitor's table. */
export const seat = z.object({
  tableNumber: z.string(),
  locationId: z.string(),
  localStoreName: text,
  openedAt: instant,
  guests: z.int().describe('Number of phones that joined.'),
})
export type Seat = z.infer<typeof seat>

/** The orders of a table since its party sat down. */
export const tableOrders = z.object({
  seat: seat.nullable(),
  orders: z.array(
    z.object({
      isOwn: z.boolean(),
      placedAt: instant,
      lines: z.array(z.object({ name: text, optionText: text, quantity: z.int() })),
      total: money,
      isPaid: z.boolean(),
    }),
  ),
})
export type TableOrders = z.infer<typeof tableOrders>

/** A table with its printable code. */
const printed = z.object({ locationId: z.string(), localStoreName: text, number: z.string(), code: z.string() })

const token = z.string().min(1).max(300)

export const dining = {
  look: shopCall('GET /tables/code/:token', {
    description: 'The table of a code, before the visitor joins it; `tables.unknown` for a forged or replaced code.',
    refusals: ['tables.unknown'],
    limit: { points: 60, seconds: 60 },
    input: z.object({ token }),
    output: z.object({ tableNumber: z.string(), locationId: z.string(), localStoreName: text, isOpen: z.boolean() }),
  }),
  sit: shopCall('POST /tables/session', {
    access: 'shopper',
    description: 'Joins a table: `tables.unknown`, `tables.closed` if staff must open it or the store is closed.',
    refusals: ['tables.unknown', 'tables.closed'],
    limit: { points: 30, seconds: 60 },
    input: z.strictObject({ token }),
    output: seat,
  }),
  table: shopCall('GET /tables/session', {
    access: 'shopper',
    description:
      "The visitor's table and the orders of its party; no seat if the visitor has no table or the party has ended.",
    input: noInput,
    output: tableOrders,
  }),
  codes: shopCall('GET /tables/codes', {
    description:
      'The codes of all tables, only in the demonstration; else `not_found`, because a code admits anyone to a ' +
      'table.',
    refusals: ['not_found'],
    input: noInput,
    output: z.object({ tables: z.array(printed) }),
  }),
  leave: shopCall('POST /tables/session/leave', {
    access: 'shopper',
    description: 'Leaves the table; does nothing without one.',
    input: z.strictObject({}),
    output: z.object({ left: z.literal(true) }),
  }),
}
