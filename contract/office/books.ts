import { z } from 'zod'
import { dayMs } from '#contract/durations.ts'
import { staffCall } from '../call.ts'
import { bookKinds } from '../constants.ts'
import { date, id, instant, money, queryInteger, text } from '../shapes.ts'

/** Calls of the staff API for the bookkeeper: what was sold, paid and refunded in a period. */

/** The maximum length of a period, in days. */
const maxBookDays = 366

const kind = z
  .enum(bookKinds)
  .describe(
    '`sale`: amounts of orders, on the day of their payment; those of a cancelled order are subtracted on the day of ' +
      'its cancellation. `tax`: their taxes by name and rate. `tax_back`: the taxes in refunds. `paid` and ' +
      '`refunded`: money and store credit by payment method.',
  )
export type BookKind = z.infer<typeof kind>

const key = z.string().max(200).describe('What the amount is: a part of a sale, a tax, or a payment method.')
const sum = z.object({
  kind,
  key,
  label: text.nullable().describe('The name of the tax or the payment method.'),
  amount: money,
  orders: z.int().describe('How many orders the sum comes from.'),
})
/** A sum of a period. */
export type BookSum = z.infer<typeof sum>

const entry = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  location: text,
  at: instant,
  timeZone: z.string(),
  amount: money,
})
/** An order, and the amount that it adds to a sum. */
export type BookEntry = z.infer<typeof entry>

const location = id.optional().describe('One store; without it, all stores of the caller.')
const period = { from: date, to: date, location }
const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || (from <= to && Date.parse(to) - Date.parse(from) < maxBookDays * dayMs)

const right = { right: 'money.see', place: 'mine' } as const

export const bookStaffCalls = {
  books: staffCall('GET /books', {
    ...right,
    description:
      'The sums of a period of at most 366 days, in the time zone of each store. Without a period, those of today.',
    input: z.strictObject({ from: date.optional(), to: date.optional(), location }).refine(isPeriod),
    output: z.object({
      from: date,
      to: date,
      today: date.describe('The date in the chosen store; without one, in the first store of the caller.'),
      sums: z.array(sum),
    }),
  }),
  bookOrders: staffCall('GET /books/orders', {
    ...right,
    description: 'The orders behind a sum, the newest first. `next` continues the list as `after`.',
    input: z
      .strictObject({
        ...period,
        kind,
        key,
        currency: z.string().length(3),
        after: z.string().max(200).default(''),
        limit: queryInteger(1, 200).default(50),
      })
      .refine(isPeriod),
    output: z.object({ entries: z.array(entry), next: z.string().nullable() }),
  }),
  exportBooks: staffCall('POST /books/export', {
    ...right,
    description:
      'The address of a CSV file with the sales, payments and refunds of a period. It can be opened for two minutes.',
    limit: { points: 60, seconds: 3600 },
    input: z.strictObject(period).refine(isPeriod),
    output: z.object({ address: z.string() }),
  }),
}
