import type { AnyColumn, SQL } from 'drizzle-orm'
import { and, asc, count, desc, eq, gte, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import { addDays, toInstant, toLocal } from '#contract/hours.ts'
import type { ResentEmail } from '#contract/office/orders.ts'
import type { Order, OrderDetail, OrderGroup, Tracking } from '#contract/orders.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import type { Cursor } from '#server/platform/cursors.ts'
import { isStoredTime, readCursor } from '#server/platform/cursors.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { accessibleStores } from '#server/platform/http/office-access.ts'
import * as requests from './cancel-requests.ts'
import { cancelByStore, toDetail } from './cancellation.ts'
import { reply as replyToShopper } from './comments.ts'
import type { StepInput } from './fulfilment-steps.ts'
import * as steps from './fulfilment-steps.ts'
import { dueAt } from './open-orders.ts'
import { inGroup, unacceptedCondition } from './order-list.ts'
import { queueResend } from './receipt-emails.ts'
import { find, numberOf, toOrder } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { orders as orderRows } from './tables.ts'

interface StepCall {
  order: string
  note: string
}
interface PromiseCall extends StepCall {
  at?: string | undefined
  inMinutes?: number | undefined
  byMinutes?: number | undefined
}

/**
 * Staff can find an order by its pickup code for this many days after it was placed, because codes may repeat later.
 * The search in the list finds finished orders only if they were placed within this time.
 */
const codeDays = 30
/**
 * Staff must enter at least this many last digits to search for a phone number, because fewer digits match too many
 * shoppers. The index on phone numbers contains the same number of digits.
 */
const minDigits = 4
/** An order's id at the beginning of a text. */
const orderId = /^[a-z2-7]{26}(?![a-z2-7])/
/**
 * This character sorts after all characters of codes and phone numbers. So it marks the end of a range of texts with
 * the same beginning.
 */
const lastCharacter = '~'

interface OrderFilter {
  group?: OrderGroup | undefined
  location?: string | undefined
  find?: string | undefined
  isNew?: boolean | undefined
  after: string
  limit: number
}

/**
 * Returns a page of orders. `group` limits them by their state, and `find` by a search text. Without both, returns all
 * orders in preparation or ready. With `isNew`, returns only orders that staff have not accepted. Sorts by due time,
 * earliest first. With `find` or `isNew`, and for done or cancelled orders, sorts by the time of placing, newest first.
 * Fails with `input.invalid` for an unknown `after`.
 */
export async function orders(
  ctx: Context,
  { group, location, find, isNew, after, limit }: OrderFilter,
): Promise<{ orders: Order[]; next: string | null }> {
  const isNewestFirst = group === 'done' || group === 'cancelled' || find !== undefined || isNew === true
  const from = readCursor(after, isStoredTime)
  const afterCondition = isNewestFirst ? placedBeforeCondition : dueAfterCondition
  const { placedAt, id } = orderRows
  const rows = await ctx.db
    .select({ order: orderRows, key: sql<string>`(${isNewestFirst ? placedAt : dueAt})::text` })
    .from(orderRows)
    .where(
      and(
        groupCondition({ group, find }),
        isNew ? unacceptedCondition : undefined,
        find ? searchCondition(ctx, find) : undefined,
        location ? eq(orderRows.locationId, location) : undefined,
        storeCondition(ctx),
        from ? afterCondition(from) : undefined,
      ),
    )
    .orderBy(...(isNewestFirst ? [desc(placedAt), desc(id)] : [asc(dueAt), asc(placedAt), asc(id)]))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    orders: shown.map(({ order }) => toOrder(order)),
    next: last ? JSON.stringify([last.key, last.order.id]) : null,
  }
}

/**
 * Without a group, staff see the orders of all groups that match `find`, or else the orders to prepare or hand over.
 */
function groupCondition({ group, find }: Pick<OrderFilter, 'group' | 'find'>): SQL | undefined {
  if (group) return inGroup[group]
  return find ? undefined : or(inGroup.in_progress, inGroup.ready)
}

const placedBeforeCondition = ({ key, id }: Cursor): SQL =>
  sql`(${orderRows.placedAt}, ${orderRows.id}) < (${key}::timestamptz, ${id})`

/**
 * Matches the orders after the cursor. Orders that are due at the same time are sorted by their time of placing. The
 * cursor does not contain this time. The query reads it from the cursor's order, where it never changes.
 */
const dueAfterCondition = ({ key, id }: Cursor): SQL => sql`(${dueAt}, ${orderRows.placedAt}, ${orderRows.id}) >
  (${key}::timestamptz, (select last.placed_at from orders last where last.id = ${id}), ${id})`

/** Matches recent or open orders whose number, code or id begins with this text, or whose phone number ends with it. */
function searchCondition(ctx: Context, text: string): SQL | undefined {
  const term = text.replace(/\s/g, '')
  const digits = term.replace(/\D/g, '')
  const isPhone = digits.length >= minDigits && /^[+\d().-]+$/.test(term)
  // Compares with ranges and equality instead of `like`. A prepared query is planned without its values, so `like`
  // would use no index.
  const startsWith = (column: AnyColumn, start: string) =>
    sql`(${column} ~>=~ ${start} and ${column} ~<~ ${start + lastCharacter})`
  const phone = sql`${orderRows.contact}->>'phone'`
  const endsWith = (said: string) =>
    sql`(right(${phone}, 4) = ${said.slice(-minDigits)} and right(${phone}, ${said.length}::int) = ${said})`
  return and(
    ne(orderRows.status, 'FAILED'),
    or(
      gte(orderRows.placedAt, new Date(ctx.app.now().getTime() - codeDays * dayMs)),
      inGroup.in_progress,
      inGroup.ready,
    ),
    or(
      startsWith(orderRows.number, term.toUpperCase()),
      startsWith(orderRows.pickupCode, term.toUpperCase()),
      startsWith(orderRows.id, term.toLowerCase()),
      isPhone ? endsWith(digits) : undefined,
    ),
  )
}

/** Limits orders to the caller's stores. */
function storeCondition(ctx: Context): SQL | undefined {
  const stores = accessibleStores(ctx, 'orders.see')
  return stores === 'all' ? undefined : inArray(orderRows.locationId, stores)
}

/**
 * Finds the order number of each subject in the activity log. A subject that is an order's id, or a payment's reference
 * that begins with an order's id (`…-A1`), has a number. The number of any other subject is ''.
 */
export async function findNumbers(ctx: Context, subjects: string[]): Promise<Map<string, string>> {
  const ids = new Map(subjects.map((subject) => [subject, orderId.exec(subject)?.[0] ?? '']))
  const rows = await ctx.db
    .select({ id: orderRows.id, number: orderRows.number, pickupCode: orderRows.pickupCode })
    .from(orderRows)
    .where(inArray(orderRows.id, [...new Set(ids.values())]))
  const numbers = new Map(rows.map((row) => [row.id, numberOf(row)]))
  return new Map([...ids].map(([subject, id]) => [subject, numbers.get(id) ?? '']))
}

/** Counts the orders of these groups at each table of a store. */
export async function countByTable(
  ctx: Context,
  location: string,
  groups: readonly OrderGroup[],
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({ table: orderRows.tableNumber, orders: count() })
    .from(orderRows)
    .where(
      and(
        eq(orderRows.locationId, location),
        isNotNull(orderRows.tableSessionId),
        or(...groups.map((group) => inGroup[group])),
      ),
    )
    .groupBy(orderRows.tableNumber)
  return new Map(rows.flatMap(({ table, orders }) => (table === null ? [] : [[table, orders]])))
}

/** The store of an order, found by id, number or code; null if there is no such order. */
export async function findStoreOfOrder(ctx: Context, reference: string): Promise<string | null> {
  return (await findOrder(ctx, reference))?.locationId ?? null
}

/**
 * Finds an order by id, number or code. Fails with `staff.unknown` if there is no such order, and with
 * `staff.ambiguous` if several open orders share the code.
 */
export async function order(ctx: Context, { order }: { order: string }): Promise<OrderDetail> {
  return toDetail(ctx, await requireOrder(ctx, order))
}

/** Emails the receipt of an order again, or the last email about a step of the order. */
export async function resendMail(
  ctx: Context,
  { order, mail }: { order: string; mail: 'receipt' | 'last' },
): Promise<ResentEmail> {
  return queueResend(ctx, await requireOrder(ctx, order), mail)
}

export { customer } from './customers.ts'
export { handOut } from './pickup-list.ts'

export const prepare = createStepCall(steps.prepare)
export const ready = createStepCall(steps.ready)
export const handOver = createStepCall(steps.handOver)
export const noShow = createStepCall(steps.noShow)

/** Marks an order as on its way, with its tracking number if a carrier delivers it. */
export async function sendOut(
  ctx: Context,
  { order, note, tracking }: StepCall & { tracking?: Tracking | undefined },
): Promise<OrderDetail> {
  const { id } = await requireOrder(ctx, order)
  return toDetail(ctx, await steps.sendOut(ctx, { id, note, ...(tracking && { tracking }) }))
}

/** Accepts an order. Staff give a promised time if it differs from the slot's time. */
export const accept = createPromiseCall(steps.accept)
/** Promises a new time for an order. */
export const delay = createPromiseCall(steps.delay)

/**
 * Cancels an order, refunds its payment, and gives back store credit and coupon. With `keepStock`, the goods do not go
 * back into stock.
 */
export async function cancel(
  ctx: Context,
  { order, note, keepStock }: StepCall & { keepStock: boolean },
): Promise<OrderDetail> {
  const { id } = await requireOrder(ctx, order)
  return toDetail(ctx, await cancelByStore(ctx, { id, note, restocks: !keepStock }))
}

const cancelRequestCondition = (ctx: Context) => and(eq(orderRows.cancelRequest, 'ASKED'), storeCondition(ctx))

/** The number of orders with an open cancel request. */
export async function cancelRequestCount(ctx: Context): Promise<{ count: number }> {
  return { count: await ctx.db.$count(orderRows, cancelRequestCondition(ctx)) }
}

/** Orders with an open cancel request, the earliest placed first. */
export async function cancelRequests(ctx: Context): Promise<{ orders: Order[] }> {
  const rows = await ctx.db
    .select()
    .from(orderRows)
    .where(cancelRequestCondition(ctx))
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
  { order, note, keepStock }: StepCall & { keepStock: boolean },
): Promise<OrderDetail> {
  const { id } = await requireOrder(ctx, order)
  return toDetail(ctx, await requests.grantCancel(ctx, { id, note, restocks: !keepStock }))
}

/** Declines a cancel request and emails the shopper the reason. */
export const declineCancel = createStepCall(requests.declineCancel)

/** Replies to a shopper's comment. */
export async function reply(
  ctx: Context,
  { order, comment }: { order: string; comment: string },
): Promise<OrderDetail> {
  const { id } = await requireOrder(ctx, order)
  return toDetail(ctx, await replyToShopper(ctx, { id, comment }))
}

function createStepCall(runStep: (ctx: Context, input: StepInput & { note: string }) => Promise<OrderRow>) {
  return async (ctx: Context, { order, note }: StepCall): Promise<OrderDetail> => {
    const { id } = await requireOrder(ctx, order)
    return toDetail(ctx, await runStep(ctx, { id, note }))
  }
}

function createPromiseCall(make: (ctx: Context, said: StepInput) => Promise<OrderRow>) {
  return async (ctx: Context, { order, note, ...when }: PromiseCall): Promise<OrderDetail> =>
    transact(ctx, async (ctx) => {
      const orderRow = await requireOrder(ctx, order)
      return toDetail(ctx, await make(ctx, { id: orderRow.id, note, promisedAt: promisedTime(ctx, orderRow, when) }))
    })
}

/**
 * The time that staff promise; null if they give none. `at` is a time of day. If the day of the order's slot is in the
 * future, `at` is on that day. Otherwise `at` is today or, if that time has already passed, tomorrow.
 */
function promisedTime(
  ctx: Context,
  order: OrderRow,
  { at, inMinutes, byMinutes }: Pick<PromiseCall, 'at' | 'inMinutes' | 'byMinutes'>,
): Date | null {
  const now = ctx.app.now()
  if (inMinutes !== undefined) return new Date(now.getTime() + inMinutes * 60_000)
  if (byMinutes !== undefined) {
    // Uses `slot.time` before `slotStartsAt`, because an "as soon as possible" order is promised for a later time than
    // the start of its slot.
    const toldTime = order.slot?.time ? toInstant(order.slot.date, order.slot.time, order.timeZone) : null
    const before = order.promisedAt ?? toldTime ?? order.slotStartsAt ?? now
    return new Date(Math.max(before.getTime(), now.getTime()) + byMinutes * 60_000)
  }
  if (at === undefined) return null
  const today = toLocal(now, order.timeZone).date
  const date = order.slot && order.slot.date > today ? order.slot.date : today
  const next = toInstant(date, at, order.timeZone)
  // If the time has already passed today, staff mean tomorrow, for example if they enter 00:15 shortly before midnight.
  return next && next >= now ? next : toInstant(addDays(date, 1), at, order.timeZone)
}

/** Like `findOrder`, but fails with `staff.unknown` if there is no such order. */
async function requireOrder(ctx: Context, reference: string): Promise<OrderRow> {
  return (
    (await findOrder(ctx, reference)) ??
    fail('staff.unknown', { what: bilingualText('staff.an_order', { name: reference }) })
  )
}

/**
 * Finds an order by id, number or code; null if there is none. Numbers repeat each year, so a number means its newest
 * order. A code means its open order, or its newest order if none is open. Fails with `staff.ambiguous` if several open
 * orders have the code.
 */
async function findOrder(ctx: Context, said: string): Promise<OrderRow | null> {
  const byId = await find(ctx, said)
  if (byId) return byId
  const code = said.toUpperCase()
  const [numbered] = await ctx.db
    .select()
    .from(orderRows)
    .where(and(eq(orderRows.number, code), storeCondition(ctx)))
    .orderBy(desc(orderRows.placedAt))
    .limit(1)
  if (numbered) return numbered
  const found = await ctx.db
    .select()
    .from(orderRows)
    .where(
      and(
        eq(orderRows.pickupCode, code),
        storeCondition(ctx),
        gte(orderRows.placedAt, new Date(ctx.app.now().getTime() - codeDays * dayMs)),
      ),
    )
    .orderBy(desc(orderRows.placedAt))
    .limit(20)
  const open = found.filter(({ status, closedAt }) => status === 'NEW' && !closedAt)
  const matches = open.length > 0 ? open : found.slice(0, 1)
  const [match, ...others] = matches
  if (!match) return null
  if (others.length > 0) {
    fail('staff.ambiguous', { count: matches.length, code, numbers: matches.map(numberOf).join(', ') })
  }
  return match
}
