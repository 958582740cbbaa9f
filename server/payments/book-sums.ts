import { sql } from 'drizzle-orm'
import { officeBase } from '#contract/constants.ts'
import { toLocal } from '#contract/hours.ts'
import type { Locale, Text } from '#contract/languages.ts'
import type { BookEntry, BookKind, BookSum } from '#contract/office/books.ts'
import { readRows } from '#server/catalogue/catalogue.ts'
import * as locations from '#server/locations/locations.ts'
import { numberOf } from '#server/orders/orders.ts'
import type { App, Context } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { isStoredTime, readCursor } from '#server/platform/cursors.ts'
import { accessibleStores } from '#server/platform/http/office-access.ts'
import { csvFile, readSigned, signFile } from '#server/platform/http/signed-files.ts'
import { writeBooks } from './book-file.ts'
import { methodName } from './booking-names.ts'
import type { Period } from './bookings.ts'
import { bookings } from './bookings.ts'

/** The books for the bookkeeper: sums of a period, the orders behind them, and a file with all bookings. */

interface Dates {
  from: string
  to: string
  location?: string | undefined
}

interface SumRow {
  kind: BookKind
  key: string
  label: Text | null
  currency: string
  amount: number
  orders: number
}

/**
 * The sums of a period: sales, taxes by name and rate, taxes in refunds, payments and refunds by payment method.
 * Without a period, the sums of today.
 */
export async function books(
  ctx: Context,
  { from, to, location }: Partial<Dates>,
): Promise<{ from: string; to: string; today: string; sums: BookSum[] }> {
  const stores = accessibleStores(ctx, 'money.see')
  const today = await localToday(ctx, { location, stores })
  const period = { from: from ?? to ?? today, to: to ?? from ?? today }
  const rows = await readRows<SumRow>(
    ctx,
    sql`select kind, key, (array_agg(label order by at desc))[1] as label, currency, sum(amount)::float8 as amount,
        count(distinct order_id)::int as orders
      from (${bookings({ ...period, location, stores })}) b
      group by kind, key, currency order by currency, kind, key`,
  )
  return {
    ...period,
    today,
    sums: rows.map(({ kind, key, label, amount, currency, orders }) => ({
      kind,
      key,
      orders,
      label: label ?? (kind === 'paid' || kind === 'refunded' ? methodName(key) : null),
      amount: { amount, currency },
    })),
  }
}

/** Today's date in the chosen store; if no store is chosen, in the caller's first store. */
async function localToday(ctx: Context, { location, stores }: Pick<Period, 'location' | 'stores'>): Promise<string> {
  const all = await locations.all(ctx)
  const store = all.find(({ id }) => id === location) ?? all.find(({ id }) => stores === 'all' || stores.includes(id))
  return toLocal(ctx.app.now(), store?.timeZone ?? 'UTC').date
}

interface EntryRow {
  orderId: string
  number: string | null
  pickupCode: string
  location: Text
  timeZone: string
  at: string
  key: string
  amount: number
}

/** The orders behind a sum of `books`, the newest first. Fails with `input.invalid` for an unknown `after`. */
export async function bookOrders(
  ctx: Context,
  {
    kind,
    key,
    currency,
    after,
    limit,
    ...dates
  }: Dates & { kind: BookKind; key: string; currency: string; after: string; limit: number },
): Promise<{ entries: BookEntry[]; next: string | null }> {
  const from = readCursor(after, isStoredTime)
  const afterCursor = from ? sql`having (max(at), order_id) < (${from.key}::timestamptz, ${from.id})` : sql``
  const rows = await readRows<EntryRow>(
    ctx,
    sql`select order_id as "orderId", min(number) as number, min(pickup_code) as "pickupCode",
        (array_agg(location))[1] as location, min(time_zone) as "timeZone", max(at)::text as key,
        to_json(max(at)) #>> '{}' as at, sum(amount)::float8 as amount
      from (${bookings({ ...dates, stores: accessibleStores(ctx, 'money.see') })}) b
      where kind = ${kind} and key = ${key} and currency = ${currency}
      group by order_id ${afterCursor} order by max(at) desc, order_id desc limit ${limit + 1}`,
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    entries: shown.map(({ orderId, number, pickupCode, location, timeZone, at, amount }) => ({
      orderId,
      orderNumber: numberOf({ number, pickupCode }),
      location,
      timeZone,
      at: new Date(at).toISOString(),
      amount: { amount, currency },
    })),
    next: last ? JSON.stringify([last.key, last.orderId]) : null,
  }
}

const purpose = 'export of books'

interface Signed {
  name: string
  period: Period
  locale: Locale
}

/**
 * Returns the URL of a file with the bookings of a period. The URL is valid for two minutes and needs no sign-in. The
 * activity log names the staff member who requested it.
 */
export async function exportBooks(ctx: Context, dates: Dates): Promise<{ address: string }> {
  const { from, to, location } = dates
  const name = `${['books', location, from, ...(to === from ? [] : [to])].filter(Boolean).join('-')}.csv`
  ctx.staff?.note({ subject: name, location: location ?? null, after: null })
  const signed: Signed = {
    name,
    period: { ...dates, stores: accessibleStores(ctx, 'money.see') },
    locale: ctx.staff?.locale ?? ctx.locale,
  }
  return { address: `${officeBase}/book-files/${signFile(ctx.app, purpose, signed)}` }
}

/** Sends the file of a URL that `exportBooks` made. Fails with `not_found` for any other URL. */
export async function serveBooks(app: App, path: string): Promise<Response> {
  const { name, period, locale } = readSigned<Signed>(app, purpose, path)
  return csvFile(name, writeBooks(systemContext(app), period, locale))
}
