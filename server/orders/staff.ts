import type { AnyColumn, SQL } from 'drizzle-orm'
import { and, asc, count, desc, eq, gte, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { addDays, toInstant, toLocal } from '#contract/hours.ts'
import type { MailedAgain } from '#contract/office/orders.ts'
import type { Order, OrderDetail, OrderGroup, Tracking } from '#contract/orders.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { storesOf } from '#server/platform/http/office-access.ts'
import * as requests from './cancel-requests.ts'
import { cancelByStore, toDetail } from './cancellation.ts'
import { reply as write } from './comments.ts'
import type { StepInput } from './fulfilment-steps.ts'
import * as making from './fulfilment-steps.ts'
import { inGroup } from './order-list.ts'
import { askAgain } from './receipt-emails.ts'
import { find, numberOf, toOrder } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { orders as orderRows } from './tables.ts'

interface Step {
  order: string
  note: string
}
interface Promised extends Step {
  at?: string | undefined
  inMinutes?: number | undefined
  byMinutes?: number | undefined
}

/**
 * Staff can find an order by its pickup code for this many days after it was placed, because codes may repeat later.
 * The search in the list finds finished orders only if they were placed within this time.
 */
const codeDays = 30
const dayMs = 86_400_000
/**
 * Staff must enter at least this many last digits to search for a phone number, because fewer digits match too many
 * shoppers. The index on phone numbers contains the same number of digits.
 */
const fewestDigits = 4
/** An order's id at the beginning of a text. */
const orderId = /^[a-z2-7]{26}(?![a-z2-7])/
/**
 * This character sorts after all characters of codes and phone numbers. So it marks the end of a range of texts with
 * the same beginning.
 */
const lastCharacter = '~'

/**
 * When an order is due: the promised time, else the start of its slot, else the time of placing. Falls back to the
 * `slot` column for orders that take no place in a slot, such as group-buy orders.
 */
export const dueAt = sql`coalesce(
  ${orderRows.promisedAt},
  ${orderRows.slotStartsAt},
  ((${orderRows.slot}->>'date') || ' ' || coalesce(${orderRows.slot}->>'time', '00:00'))::timestamp
    at time zone ${orderRows.timeZone},
  ${orderRows.placedAt})`

interface OrderFilter {
  group?: OrderGroup | undefined
  location?: string | undefined
  find?: string | undefined
  limit: number
}

/**
 * Returns the orders that are in `group` and match `find`, each of which may be omitted. Without both, returns all
 * orders in preparation or ready. Sorts by due time, earliest first. With `find`, and for done or cancelled orders,
 * sorts by the time of placing, newest first.
 */
export async function orders(
  ctx: Context,
  { group, location, find, limit }: OrderFilter,
): Promise<{ orders: Order[] }> {
  const isOver = group === 'done' || group === 'cancelled' || find !== undefined
  const rows = await ctx.db
    .select()
    .from(orderRows)
    .where(
      and(
        group ? inGroup[group] : find ? undefined : or(inGroup.in_progress, inGroup.ready),
        find ? isFound(ctx, find) : undefined,
        location ? eq(orderRows.locationId, location) : undefined,
        inStores(ctx),
      ),
    )
    .orderBy(...(isOver ? [desc(orderRows.placedAt)] : [asc(dueAt), asc(orderRows.placedAt)]), asc(orderRows.id))
    .limit(limit)
  return { orders: rows.map(toOrder) }
}

/** Matches recent or open orders whose number, code or id begins with this text, or whose phone number ends with it. */
function isFound(ctx: Context, text: string): SQL | undefined {
  const said = text.replace(/\s/g, '')
  const digits = said.replace(/\D/g, '')
  const isPhone = digits.length >= fewestDigits && /^[+\d().-]+$/.test(said)
  // Compares with ranges and equality instead of `like`. A prepared query is planned without its values, so `like`
  // would use no index.
  const begins = (column: AnyColumn, start: string) =>
    sql`(${column} ~>=~ ${start} and ${column} ~<~ ${start + lastCharacter})`
  const phone = sql`${orderRows.contact}->>'phone'`
  const ends = (said: string) =>
    sql`(right(${phone}, 4) = ${said.slice(-fewestDigits)} and right(${phone}, ${said.length}::int) = ${said})`
  return and(
    ne(orderRows.status, 'FAILED'),
    or(
      gte(orderRows.placedAt, new Date(ctx.app.now().getTime() - codeDays * dayMs)),
      inGroup.in_progress,
      inGroup.ready,
    ),
    or(
      begins(orderRows.number, said.toUpperCase()),
      begins(orderRows.pickupCode, said.toUpperCase()),
      begins(orderRows.id, said.toLowerCase()),
      isPhone ? ends(digits) : undefined,
    ),
  )
}

/** Limits orders to the caller's stores. */
function inStores(ctx: Context): SQL | undefined {
  const stores = storesOf(ctx, 'orders.see')
  return stores === 'all' ? undefined : inArray(orderRows.locationId, stores)
}

/**
 * Finds the order number of each subject in the activity log. A subject that is an order's id, or a payment's reference
 * that begins with an order's id (`…-A1`), has a number. The number of any other subject is ''.
 */
export async function numbersIn(ctx: Context, subjects: string[]): Promise<Map<string, string>> {
  const ids = new Map(subjects.map((subject) => [subject, orderId.exec(subject)?.[0] ?? '']))
  const rows = await ctx.db
    .select({ id: orderRows.id, number: orderRows.number, pickupCode: orderRows.pickupCode })
    .from(orderRows)
    .where(inArray(orderRows.id, [...new Set(ids.values())]))
  const numbers = new Map(rows.map((row) => [row.id, numberOf(row)]))
  return new Map([...ids].map(([subject, id]) => [subject, numbers.get(id) ?? '']))
}

/** Counts the orders in preparation or ready at each table of a store. */
export async function openAtTables(ctx: Context, location: string): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({ table: orderRows.tableNumber, orders: count() })
    .from(orderRows)
    .where(
      and(
        eq(orderRows.locationId, location),
        isNotNull(orderRows.tableSessionId),
        or(inGroup.in_progress, inGroup.ready),
      ),
    )
    .groupBy(orderRows.tableNumber)
  return new Map(rows.flatMap(({ table, orders }) => (table === null ? [] : [[table, orders]])))
}

/** The store of an order, found by id, number or code; null if there is no such order. */
export async function storeOfOrder(ctx: Context, said: string): Promise<string | null> {
  return (await lookIfAny(ctx, said))?.locationId ?? null
}

/**
 * Finds an order by id, number or code. Fails with `staff.unknown` if there is no such order, and with
 * `staff.ambiguous` if several orders share the code.
 */
export async function order(ctx: Context, { order }: { order: string }): Promise<OrderDetail> {
  return toDetail(ctx, await look(ctx, order))
}

/** Emails the receipt of an order again, or the last email that was sent about the order. */
export async function resendMail(
  ctx: Context,
  { order, mail }: { order: string; mail: 'receipt' | 'last' },
): Promise<MailedAgain> {
  return askAgain(ctx, await look(ctx, order), mail)
}

export { customer } from './customers.ts'
export { handOut } from './pickup-list.ts'

export const prepare = stepOf(making.prepare)
export const ready = stepOf(making.ready)
export const handOver = stepOf(making.handOver)
export const noShow = stepOf(making.noShow)

/** Marks an order as on its way, with its tracking number if a carrier delivers it. */
export async function sendOut(
  ctx: Context,
  { order, note, tracking }: Step & { tracking?: Tracking | undefined },
): Promise<OrderDetail> {
  const { id } = await look(ctx, order)
  return toDetail(ctx, await making.sendOut(ctx, { id, note, ...(tracking && { tracking }) }))
}

/** Accepts an order. Staff give a promised time if it differs from the slot's time. */
export const accept = promising(making.accept)
/** Promises a new time for an order. */
export const delay = promising(making.delay)

/**
 * Cancels an order, refunds its payment, and gives back store credit and coupon. With `keepStock`, the goods do not go
 * back into stock.
 */
export async function cancel(
  ctx: Context,
  { order, note, keepStock }: Step & { keepStock: boolean },
): Promise<OrderDetail> {
  const { id } = await look(ctx, order)
  return toDetail(ctx, await cancelByStore(ctx, { id, note, restocks: !keepStock }))
}

/** Orders with an open cancel request, the earliest placed first. */
export async function cancelRequests(ctx: Context): Promise<{ orders: Order[] }> {
  const rows = await ctx.db
    .select()
    .from(orderRows)
    .where(and(eq(orderRows.cancelRequest, 'ASKED'), inStores(ctx)))
    .orderBy(asc(orderRows.placedAt))
    .limit(200)
  return { orders: rows.map(toOrder) }
}

/**
 * Cancels an order at its shopper's request, refunds its payment, and gives back store credit and coupon. With
 * `keepStock`, the goods do not go back into stock.
 */
export async function grantCancel(
  ctx: Context,
  { order, note, keepStock }: Step & { keepStock: boolean },
): Promise<OrderDetail> {
  const { id } = await look(ctx, order)
  return toDetail(ctx, await requests.grantCancel(ctx, { id, note, restocks: !keepStock }))
}

/** Declines a cancel request and emails the shopper the reason. */
export const declineCancel = stepOf(requests.declineCancel)

/** Replies to a shopper's comment. */
export async function reply(
  ctx: Context,
  { order, comment }: { order: string; comment: string },
): Promise<OrderDetail> {
  const { id } = await look(ctx, order)
  return toDetail(ctx, await write(ctx, { id, comment }))
}

function stepOf(make: (ctx: Context, said: StepInput & { note: string }) => Promise<OrderRow>) {
  return async (ctx: Context, { order, note }: Step): Promise<OrderDetail> => {
    const { id } = await look(ctx, order)
    return toDetail(ctx, await make(ctx, { id, note }))
  }
}

function promising(make: (ctx: Context, said: StepInput) => Promise<OrderRow>) {
  return async (ctx: Context, { order, note, ...when }: Promised): Promise<OrderDetail> =>
    transact(ctx, async (ctx) => {
      const found = await look(ctx, order)
      return toDetail(ctx, await make(ctx, { id: found.id, note, promisedAt: promise(ctx, found, when) }))
    })
}

/**
 * The time that staff promise; null if they give none. `at` is a time of day. If the day of the order's slot is in the
 * future, `at` is on that day. Otherwise `at` is today or, if that time has already passed, tomorrow.
 */
function promise(
  ctx: Context,
  order: OrderRow,
  { at, inMinutes, byMinutes }: Pick<Promised, 'at' | 'inMinutes' | 'byMinutes'>,
): Date | null {
  const now = ctx.app.now()
  if (inMinutes !== undefined) return new Date(now.getTime() + inMinutes * 60_000)
  if (byMinutes !== undefined) {
    const before = order.promisedAt ?? order.slotStartsAt ?? now
    return new Date(Math.max(before.getTime(), now.getTime()) + byMinutes * 60_000)
  }
  if (at === undefined) return null
  const today = toLocal(now, order.timeZone).date
  const date = order.slot && order.slot.date > today ? order.slot.date : today
  const next = toInstant(date, at, order.timeZone)
  // If the time has already passed today, staff mean tomorrow, for example if they enter 00:15 shortly before midnight.
  return next && next >= now ? next : toInstant(addDays(date, 1), at, order.timeZone)
}

/** Finds an order by id, number or code. */
async function look(ctx: Context, said: string): Promise<OrderRow> {
  return (await lookIfAny(ctx, said)) ?? fail('staff.unknown', { what: both('staff.an_order', { name: said }) })
}

/**
 * Finds an order by id, number or code; null if there is none. Numbers repeat each year, so the newest order with a
 * number wins. If several orders have the code, only open orders count. If none of them is open, the newest order
 * counts.
 */
async function lookIfAny(ctx: Context, said: string): Promise<OrderRow | null> {
  const byId = await find(ctx, said)
  if (byId) return byId
  const code = said.toUpperCase()
  const [numbered] = await ctx.db
    .select()
    .from(orderRows)
    .where(and(eq(orderRows.number, code), inStores(ctx)))
    .orderBy(desc(orderRows.placedAt))
    .limit(1)
  if (numbered) return numbered
  const found = await ctx.db
    .select()
    .from(orderRows)
    .where(
      and(
        eq(orderRows.pickupCode, code),
        inStores(ctx),
        gte(orderRows.placedAt, new Date(ctx.app.now().getTime() - codeDays * dayMs)),
      ),
    )
    .orderBy(desc(orderRows.placedAt))
    .limit(20)
  const open = found.filter(({ status, closedAt }) => status === 'NEW' && !closedAt)
  const meant = open.length > 0 ? open : found.slice(0, 1)
  const [one, ...others] = meant
  if (!one) return null
  if (others.length > 0) {
    fail('staff.ambiguous', { count: meant.length, code, numbers: meant.map(numberOf).join(', ') })
  }
  return one
}
