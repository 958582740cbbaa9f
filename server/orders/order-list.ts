import type { SQL } from 'drizzle-orm'
import { and, desc, eq, inArray, ne, not, or, sql } from 'drizzle-orm'
import { fromKeys } from '#contract/object-keys.ts'
import type { FulfilmentStatus, OrderGroup, OrderSummary } from '#contract/orders.ts'
import { orderGroup } from '#contract/orders.ts'
import { sum } from '#contract/sum.ts'
import { memberIdOf } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { findRefundStatus } from './ledger.ts'
import { doneStates, stateCondition, whollyRefundedCondition } from './open-orders.ts'
import { toOrder } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

interface PageRequest {
  numberToLoad: number
  startingPosition: number
  group?: OrderGroup | undefined
  first?: string | undefined
}
interface OrderPage {
  orders: OrderSummary[]
  hasMore: boolean
}

const maxLines = 3

const progressStates: FulfilmentStatus[] = ['PLACED', 'ACCEPTED', 'PREPARING', 'OUT']

/** The member's orders, newest first. Omits failed orders, because their carts are open again. */
export async function list(ctx: Context, page: PageRequest): Promise<OrderPage> {
  return findPage(ctx, memberIdOf(ctx), page)
}

/** Lists the orders of the member with this id. Fails with `not_found` unless it is the signed-in member's id. */
export async function ofCustomer(ctx: Context, { id, ...page }: PageRequest & { id: string }): Promise<OrderPage> {
  if (id !== ctx.memberId) fail('not_found')
  return findPage(ctx, id, page)
}

/** The number of orders that `list` returns, in total and by group. */
export async function count(ctx: Context): Promise<{ count: number; groups: Record<OrderGroup, number> }> {
  const { status, fulfilmentStatus } = orders
  const rows = await ctx.db
    .select({ status, fulfilmentStatus, isWhollyRefunded: whollyRefundedCondition, count: sql<number>`count(*)::int` })
    .from(orders)
    .where(ofMember(memberIdOf(ctx)))
    .groupBy(status, fulfilmentStatus, whollyRefundedCondition)
  const groups = fromKeys(orderGroup.options, () => 0)
  for (const row of rows) groups[groupOf(row)] += row.count
  return { count: sum(rows.map((row) => row.count)), groups }
}

async function findPage(ctx: Context, memberId: string, page: PageRequest): Promise<OrderPage> {
  const { numberToLoad, startingPosition, group, first } = page
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(and(ofMember(memberId), group && inGroup[group], first ? notAfter(memberId, first) : undefined))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .offset(startingPosition)
    .limit(numberToLoad + 1)
  const shown = rows.slice(0, numberToLoad)
  return {
    orders: await Promise.all(shown.map((row) => toSummary(ctx, row))),
    hasMore: rows.length > numberToLoad,
  }
}

function ofMember(memberId: string): SQL | undefined {
  return and(eq(orders.memberId, memberId), ne(orders.status, 'FAILED'))
}

function notAfter(memberId: string, first: string): SQL {
  return sql`(${orders.placedAt}, ${orders.id}) <=
    (select placed_at, id from orders anchor where anchor.id = ${first} and anchor.member_id = ${memberId})`
}

export const inGroup: Record<OrderGroup, SQL | undefined> = {
  to_pay: eq(orders.status, 'INTERIM'),
  in_progress: and(stateCondition(...progressStates), not(whollyRefundedCondition)),
  ready: and(stateCondition('READY'), not(whollyRefundedCondition)),
  done: and(eq(orders.status, 'NEW'), or(inArray(orders.fulfilmentStatus, doneStates), whollyRefundedCondition)),
  cancelled: eq(orders.status, 'CANCELLED'),
}

/** Whether staff have not accepted the order yet. */
export const unacceptedCondition = and(eq(orders.status, 'NEW'), stateCondition('PLACED'), not(whollyRefundedCondition))

interface GroupFacts extends Pick<OrderRow, 'status' | 'fulfilmentStatus'> {
  isWhollyRefunded: boolean
}

function groupOf({ status, fulfilmentStatus, isWhollyRefunded }: GroupFacts): OrderGroup {
  if (status === 'INTERIM') return 'to_pay'
  if (status !== 'NEW') return 'cancelled'
  if (isWhollyRefunded || doneStates.includes(fulfilmentStatus)) return 'done'
  return fulfilmentStatus === 'READY' ? 'ready' : 'in_progress'
}

async function toSummary(ctx: Context, row: OrderRow): Promise<OrderSummary> {
  const order = toOrder(row)
  const refundStatus = await findRefundStatus(ctx, row)
  return {
    orderID: order.orderID,
    status: order.status,
    paymentStatus: order.paymentStatus,
    fulfilmentStatus: order.fulfilmentStatus,
    isService: order.isService,
    refundStatus,
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
    group: groupOf({ ...row, isWhollyRefunded: refundStatus === 'FULL' }),
    locationName: row.location.name,
    canReorder: !order.campaign && !order.isService,
    pieces: sum(row.lines.map(({ quantity }) => quantity)),
    lines: row.lines.slice(0, maxLines).map(({ key, name, quantity, image }) => ({ key, name, quantity, image })),
  }
}
