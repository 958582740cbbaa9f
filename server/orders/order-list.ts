import type { SQL } from 'drizzle-orm'
import { and, desc, eq, inArray, ne, not, or, sql } from 'drizzle-orm'
import { fromKeys } from '#contract/object-keys.ts'
import type { FulfilmentStatus, OrderGroup, OrderSummary } from '#contract/orders.ts'
import { orderGroup } from '#contract/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { toOrder } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

interface Page {
  numberToLoad: number
  startingPosition: number
  group?: OrderGroup | undefined
  first?: string | undefined
}
interface Listed {
  orders: OrderSummary[]
  hasMore: boolean
}

const shownLines = 3

const doneStates: FulfilmentStatus[] = ['PICKED_UP', 'DELIVERED', 'SERVED', 'NO_SHOW']
const progressStates: FulfilmentStatus[] = ['PLACED', 'ACCEPTED', 'PREPARING', 'OUT']
/**
 * Writes the states into the query text instead of passing them as parameters. The planner does not know the values of
 * parameters, so it could not use the partial index.
 */
const inState = (...states: FulfilmentStatus[]) => {
  const list = states.map((state) => `'${state}'`).join(', ')
  return sql`${orders.fulfilmentStatus} in (${sql.raw(list)})`
}

/** The member's orders, newest first. Omits failed orders, because their carts are open again. */
export async function list(ctx: Context, page: Page): Promise<Listed> {
  return listOf(ctx, ctx.memberId ?? fail('account.sign_in_required'), page)
}

/** Lists the orders of the member with this id. Fails with `not_found` unless it is the signed-in member's id. */
export async function ofCustomer(ctx: Context, { id, ...page }: Page & { id: string }): Promise<Listed> {
  if (id !== ctx.memberId) fail('not_found')
  return listOf(ctx, id, page)
}

/** The number of orders that `list` returns, in total and by group. */
export async function count(ctx: Context): Promise<{ count: number; groups: Record<OrderGroup, number> }> {
  const { status, fulfilmentStatus } = orders
  const found = await ctx.db
    .select({ status, fulfilmentStatus, isWhollyRefunded, count: sql<number>`count(*)::int` })
    .from(orders)
    .where(ofMember(ctx.memberId ?? fail('account.sign_in_required')))
    .groupBy(status, fulfilmentStatus, isWhollyRefunded)
  const groups = fromKeys(orderGroup.options, () => 0)
  for (const row of found) groups[groupOf(row)] += row.count
  return { count: found.reduce((sum, row) => sum + row.count, 0), groups }
}

async function listOf(ctx: Context, memberId: string, page: Page): Promise<Listed> {
  const { numberToLoad, startingPosition, group, first } = page
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(and(ofMember(memberId), group && inGroup[group], first ? notAfter(memberId, first) : undefined))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .offset(startingPosition)
    .limit(numberToLoad + 1)
  return { orders: rows.slice(0, numberToLoad).map(toSummary), hasMore: rows.length > numberToLoad }
}

function ofMember(memberId: string): SQL | undefined {
  return and(eq(orders.memberId, memberId), ne(orders.status, 'FAILED'))
}

function notAfter(memberId: string, first: string): SQL {
  return sql`(${orders.placedAt}, ${orders.id}) <=
    (select placed_at, id from orders anchor where anchor.id = ${first} and anchor.member_id = ${memberId})`
}

/**
 * The SQL equivalent of FULL in `refundStatusOf`: all payments of the order were returned. Staff do not prepare such an
 * order, so it counts as done.
 */
const isWhollyRefunded = sql<boolean>`(
  ${orders.refunding} = 0
  and ${orders.refunded} + ${orders.creditReturned} > 0
  and ${orders.refunded} + ${orders.creditReturned} >= case
    when ${orders.paymentStatus} in ('PAID_ONLINE', 'PAID_AT_STORE')
      then ${orders.total} - ${orders.balance} + ${orders.balancePaid}
    else ${orders.credit} end)`

export const inGroup: Record<OrderGroup, SQL | undefined> = {
  to_pay: eq(orders.status, 'INTERIM'),
  in_progress: and(inState(...progressStates), not(isWhollyRefunded)),
  ready: and(inState('READY'), not(isWhollyRefunded)),
  done: and(eq(orders.status, 'NEW'), or(inArray(orders.fulfilmentStatus, doneStates), isWhollyRefunded)),
  cancelled: eq(orders.status, 'CANCELLED'),
}

interface Standing extends Pick<OrderRow, 'status' | 'fulfilmentStatus'> {
  isWhollyRefunded: boolean
}

function groupOf({ status, fulfilmentStatus, isWhollyRefunded }: Standing): OrderGroup {
  if (status === 'INTERIM') return 'to_pay'
  if (status !== 'NEW') return 'cancelled'
  if (isWhollyRefunded || doneStates.includes(fulfilmentStatus)) return 'done'
  return fulfilmentStatus === 'READY' ? 'ready' : 'in_progress'
}

function toSummary(row: OrderRow): OrderSummary {
  const order = toOrder(row)
  return {
    orderID: order.orderID,
    status: order.status,
    paymentStatus: order.paymentStatus,
    fulfilmentStatus: order.fulfilmentStatus,
    isService: order.isService,
    refundStatus: order.refundStatus,
    orderNumber: order.orderNumber,
    pickupCode: order.pickupCode,
    payAtStore: order.payAtStore,
    method: order.method,
    slot: order.slot,
    timeZone: order.timeZone,
    promisedAt: order.promisedAt,
    placedAt: order.placedAt,
    expiresAt: order.expiresAt,
    total: order.total,
    group: groupOf({ ...row, isWhollyRefunded: order.refundStatus === 'FULL' }),
    locationName: row.location.name,
    canReorder: !order.campaign && !order.isService,
    pieces: row.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: row.lines.slice(0, shownLines).map(({ key, name, quantity, image }) => ({ key, name, quantity, image })),
  }
}
