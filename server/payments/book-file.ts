import { sql } from 'drizzle-orm'
import { saleKeys } from '#contract/constants.ts'
import { addDays, toLocal } from '#contract/hours.ts'
import type { Locale, Text } from '#contract/languages.ts'
import { columns as columnOf, pick } from '#contract/languages.ts'
import { bookMessages } from '#contract/messages/office-books.ts'
import type { Money } from '#contract/money.ts'
import type { BookKind } from '#contract/office/books.ts'
import { sum } from '#contract/sum.ts'
import { readRows } from '#server/catalogue/catalogue.ts'
import { numberOf } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { byteOrderMark, toCsvLine } from '#server/platform/csv.ts'
import { methodName } from './booking-names.ts'
import type { Period } from './bookings.ts'
import { bookings } from './bookings.ts'

interface Booking {
  order_id: string
  at: string
  /** The event that the line of the file records. */
  event: 'sale' | 'lowered' | 'cancelled' | 'tax_back' | 'paid' | 'refunded'
  kind: BookKind
  key: string
  amount: number
  currency: string
  number: string | null
  pickup_code: string
  location: Text
  time_zone: string
}

/**
 * Writes the bookings of a period as CSV: one line for each sale, lowered group-buy price, cancelled order, payment and
 * refund, and one line for the taxes of each refund. Each tax has a column. Taxes in refunds are negative, so the sum
 * of a tax's column is the tax to pay. Only one day is in memory at a time.
 */
export async function* writeBooks(ctx: Context, period: Period, locale: Locale): AsyncGenerator<string> {
  const say = (key: keyof typeof bookMessages) => bookMessages[key][columnOf[locale]]
  const taxes = await readRows<{ key: string; label: Text }>(
    ctx,
    sql`select key, (array_agg(label order by at desc))[1] as label from (${bookings(period)}) b
      where kind in ('tax', 'tax_back') group by key order by key`,
  )
  yield byteOrderMark +
    toCsvLine([
      ...(['date', 'time', 'store', 'order', 'event', 'way'] as const).map((name) => say(`books.column_${name}`)),
      ...saleKeys.filter((key) => key !== 'total').map((key) => say(`books.sale_${key}`)),
      ...taxes.map(({ label }) => pick(label, locale)),
      say('books.sale_total'),
      say('books.paid'),
      say('books.refunded'),
      say('books.column_currency'),
    ])
  for (let from = period.from; from <= period.to; from = addDays(from, 1)) {
    const rows = await readRows<Booking>(
      ctx,
      sql`select order_id, to_json(at) #>> '{}' as at, event, kind, key, amount, currency, number, pickup_code,
        location, time_zone from (${bookings({ ...period, from, to: from })}) b
        order by b.at, order_id, event, kind`,
    )
    const lines = Map.groupBy(rows, ({ order_id, at, event, key, currency }) =>
      [order_id, at, event, event === 'paid' || event === 'refunded' ? key : '', currency].join(' '),
    )
    if (lines.size > 0) yield [...lines.values()].map((line) => toLine(line)).join('')
  }

  function toLine(line: Booking[]): string {
    const [first] = line
    if (!first) return ''
    const { currency, event, key } = first
    const totalOf = (selected: Booking[], sign = 1): Money | '' =>
      selected.length === 0 ? '' : { amount: sign * sum(selected.map(({ amount }) => amount)), currency }
    const select = (kind: BookKind, key?: string) =>
      line.filter((booking) => booking.kind === kind && (!key || booking.key === key))
    const local = toLocal(new Date(first.at), first.time_zone)
    const number = numberOf({ number: first.number, pickupCode: first.pickup_code })
    const isPayment = event === 'paid' || event === 'refunded'
    return toCsvLine([
      ...[local.date, local.time, pick(first.location, locale), number, say(`books.event_${event}`)],
      isPayment ? pick(methodName(key), locale) : '',
      ...saleKeys.filter((key) => key !== 'total').map((one) => totalOf(select('sale', one))),
      ...taxes.map((tax) =>
        event === 'tax_back' ? totalOf(select('tax_back', tax.key), -1) : totalOf(select('tax', tax.key)),
      ),
      totalOf(select('sale', 'total')),
      totalOf(select('paid')),
      totalOf(select('refunded')),
      currency,
    ])
  }
}
