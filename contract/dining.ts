import { z } from 'zod'
import { shopCall } from './call.ts'
import { instant, money, noInput, text } from './shapes.ts'

/** The visitor's table. */
export const seat = z.object({
  tableNumber: z.string(),
  locationId: z.string(),
  localStoreName: text,
  openedAt: instant,
  guests: z.int().describe('Phones that joined.'),
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
    description:
      "What a table's code stands for, before sitting down; `tables.unknown` for a code that is forged or was " +
      'replaced.',
    refusals: ['tables.unknown'],
    limit: { points: 60, seconds: 60 },
    input: z.object({ token }),
    output: z.object({ tableNumber: z.string(), locationId: z.string(), localStoreName: text, isOpen: z.boolean() }),
  }),
  sit: shopCall('POST /tables/session', {
    access: 'shopper',
    description: 'Sits down: `tables.unknown`, `tables.closed` where the staff has to open it or the store is closed.',
    refusals: ['tables.unknown', 'tables.closed'],
    limit: { points: 30, seconds: 60 },
    input: z.strictObject({ token }),
    output: seat,
  }),
  table: shopCall('GET /tables/session', {
    access: 'shopper',
    description: "The visitor's table and what its party has ordered; no seat where there is none or its time is over.",
    input: noInput,
    output: tableOrders,
  }),
  codes: shopCall('GET /tables/codes', {
    description:
      'The codes of all tables, in the demonstration only; elsewhere `not_found`: who has a code can sit down.',
    refusals: ['not_found'],
    input: noInput,
    output: z.object({ tables: z.array(printed) }),
  }),
  leave: shopCall('POST /tables/session/leave', {
    access: 'shopper',
    description: 'Gets up; nothing where nobody sat.',
    input: z.strictObject({}),
    output: z.object({ left: z.literal(true) }),
  }),
}
