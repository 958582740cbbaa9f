import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import { choices, close } from '#server/cart/cart.ts'
import { carts } from '#server/cart/tables.ts'
import * as stock from '#server/catalogue/stock.ts'
import { slots } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { fail as refuse } from '#server/platform/fail.ts'
import { openAll, placeholders, prepared } from '#server/platform/prepared.ts'
import { emit } from '#server/platform/queue.ts'
import { isOrderToken, newOrderId, newPickupCode, orderToken } from './codes.ts'
import { receipt } from './receipt.tsx'
import type { Step } from './states.ts'
import { after, stateOf } from './states.ts'
import { orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect

/** What was agreed when an order was placed. */
export type Snapshot = Omit<OrderRow, 'id' | 'pickupCode' | 'placedAt' | 'closedAt'>

/** Writes an order down as it was agreed, under a new id. At most one of a cart is live: the database refuses a second. */
export async function create(ctx: Context, snapshot: Snapshot): Promise<OrderRow> {
  const ids = { id: newOrderId(), pickupCode: newPickupCode() }
  const [order] = await insertOrder(ctx.db, { ...snapshot, ...ids, placedAt: ctx.app.now(), closedAt: null })
  if (!order) throw new Error('an order was not stored')
  return order
}

/** One order, for the session or member that placed it or with a mailed link's `token`; anyone else learns `not_found`. */
export async function detail(ctx: Context, { id, token }: { id: string; token?: string | undefined }): Promise<Order> {
  const order = await find(ctx, id)
  if (!order || !maySee(ctx, order, token)) refuse('not_found')
  return toOrder(order)
}

/** The order of this id if the visitor placed it; `not_found` otherwise. */
export async function owned(ctx: Context, id: string): Promise<OrderRow> {
  const order = await find(ctx, id)
  if (!order || !maySee(ctx, order)) refuse('not_found')
  return order
}

/** The same, locked until the transaction ends. */
export async function lockOwned(ctx: Context, id: string): Promise<OrderRow> {
  const order = await lock(ctx, id)
  return maySee(ctx, order) ? order : refuse('not_found')
}

/** The order of this id, whoever's it is; null where there is none. */
export async function find(ctx: Context, id: string): Promise<OrderRow | null> {
  const [order] = await selectOrder(ctx.db, { id })
  return order ?? null
}

const selectOrder = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id'))),
)
const insertOrder = prepared((db) => db.insert(orders).values(placeholders(orders)).returning())

/** The pending or placed order of a cart; null where there is none. */
export async function live(ctx: Context, cartId: string): Promise<OrderRow | null> {
  const [order] = await selectLive(ctx.db, { cartId })
  return order ?? null
}

const selectLive = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.cartId, sql.placeholder('cartId')), inArray(orders.status, ['INTERIM', 'NEW']))),
)

/**
 * Makes a pending order, locked in the open transaction, a paid one: what was held is sold and its cart closed. `already`
 * where it was paid before, `closed` where it is no longer to be paid (failed, cancelled, or paid at the store).
 */
export async function markPaid(
  ctx: Context,
  order: OrderRow,
  { paymentOption }: { paymentOption: string },
): Promise<'paid' | 'already' | 'closed'> {
  if (order.paymentStatus === 'PAID_ONLINE') return 'already'
  const paidAt = ctx.app.now()
  if (!(await step(ctx, order, 'pay', { paymentOption, paidAt, expiresAt: null }))) return 'closed'
  await emit(ctx, 'order.paid', { orderId: order.id })
  await fulfil(ctx, order)
  return 'paid'
}

/**
 * Gives a pending order, locked in the open transaction, up: stock and slot are free again, its cart is open again.
 * Others stay as they are.
 */
export async function fail(ctx: Context, order: OrderRow): Promise<void> {
  if (!(await step(ctx, order, 'fail', { closedAt: ctx.app.now(), expiresAt: null }))) return
  await choices.noteHeld(ctx, order.cartId, { heldUntil: null, heldVersion: null, heldSlot: null })
  await emit(ctx, 'order.failed', { orderId: order.id })
  if (order.slotStartsAt) {
    const { locationId, method, slotStartsAt } = order
    await slots.give(ctx, { locationId, method, startsAt: slotStartsAt })
  }
  await stock.release(ctx, order.cartId)
}

/** Sells what an order holds and closes its cart: for an order that is settled, or to be paid at the store. */
export async function fulfil(ctx: Context, order: OrderRow): Promise<void> {
  await close(ctx, order.cartId, order.lines)
  await stock.commit(ctx, order.cartId, order.id)
}

/** Remembers the way by which an order is being paid. */
export async function setPaymentOption(ctx: Context, orderId: string, paymentOption: string): Promise<void> {
  await writeStep(ctx.db, { paymentOption, orderId, before: 'INTERIM' }, 'paymentOption')
}

/** Pending orders that are over their time, the oldest first: whoever takes payments asks the provider, then ends them. */
export async function expired(ctx: Context, limit: number): Promise<string[]> {
  const found = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'INTERIM'), lte(orders.expiresAt, ctx.app.now())))
    .orderBy(asc(orders.expiresAt))
    .limit(limit)
  return found.map(({ id }) => id)
}

/** What a guest has placed stays theirs in the session in which they sign in. */
export async function keepThroughSignIn(
  ctx: Context,
  { guestSessionId, sessionId }: { guestSessionId: string | null; sessionId: string },
): Promise<void> {
  if (!guestSessionId) return
  await ctx.db.update(orders).set({ sessionId }).where(eq(orders.sessionId, guestSessionId))
}

/** An address that shows this order to whoever has it, for 90 days. */
export function signedLink(ctx: Context, orderId: string): string {
  const token = orderToken(ctx.app.secret, orderId, ctx.app.now())
  return `${publicOrigin(ctx.app.config)}/confirmation/${orderId}?token=${token}`
}

/** Mails the receipt in the order's language. Sending it again is the same message. */
export async function mailReceipt(ctx: Context, orderId: string): Promise<void> {
  const row = await find(ctx, orderId)
  if (!row) throw new Error(`there is no order ${orderId} to mail a receipt of`)
  const to = { name: row.contact.name, address: row.contact.email }
  const message = receipt(toOrder(row), row.locale, signedLink(ctx, orderId))
  await ctx.app.mailer.send({ key: `order-${orderId}-receipt`, to, ...message })
}

/** An order as the wire tells it. */
export function toOrder(row: OrderRow): Order {
  const { currency } = row
  return {
    orderID: row.id,
    qrCodeScan: false,
    status: row.status,
    paymentStatus: row.paymentStatus,
    pickupCode: row.pickupCode,
    payAtStore: row.payAtStore,
    lines: row.lines,
    subtotal: { amount: row.subtotal, currency },
    adjustments: row.adjustments,
    total: { amount: row.total, currency },
    parts: row.parts,
    coupon: row.coupon,
    credit: { amount: row.credit, currency },
    amountDue: { amount: amountDue(row), currency },
    balance: { amount: row.balance, currency },
    method: row.method,
    slot: row.slot,
    timeZone: row.timeZone,
    contact: row.contact,
    address: row.address,
    table: row.tableNumber === null ? null : { number: row.tableNumber },
    placeOfSupply: row.placeOfSupply,
    comment: row.comment,
    location: row.location,
    placedAt: row.placedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    paymentOption: row.paymentOption,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}

/** What is to be paid, or was, with the order: its total without store credit and what is paid later. */
export function amountDue({ total, credit, balance }: Pick<OrderRow, 'total' | 'credit' | 'balance'>): number {
  return total - credit - balance
}

function maySee(ctx: Context, order: OrderRow, token?: string): boolean {
  if (ctx.sessionId && order.sessionId === ctx.sessionId) return true
  if (ctx.memberId && order.memberId === ctx.memberId) return true
  return token !== undefined && isOrderToken(ctx.app.secret, order.id, token, ctx.app.now())
}

/** The order, locked until the transaction ends: `not_found`. Its cart first, as placing does, so that nobody waits in a circle. */
export async function lock(ctx: Context, orderId: string): Promise<OrderRow> {
  const [found] = await lockOrder(ctx.db, { orderId })
  return found?.order ?? refuse('not_found')
}

// Rows are locked in the order of the tables: the cart's, then the order's.
const lockOrder = prepared((db) =>
  db
    .select({ cartId: carts.id, order: orders })
    .from(carts)
    .innerJoin(orders, eq(orders.cartId, carts.id))
    .where(eq(orders.id, sql.placeholder('orderId')))
    .for('update'),
)

/** Takes the step if the order's state allows it; false if it does not. */
async function step(ctx: Context, order: OrderRow, name: Step, values: Partial<OrderRow>): Promise<boolean> {
  const next = after(stateOf(order), name)
  if (!next) return false
  const change = { ...values, ...next }
  const taken = await writeStep(ctx.db, { ...change, orderId: order.id, before: order.status }, ...Object.keys(change))
  return taken.length > 0
}

const writeStep = prepared((db, ...names: string[]) =>
  db
    .update(orders)
    .set(openAll(orders, names))
    .where(and(eq(orders.id, sql.placeholder('orderId')), eq(orders.status, sql.placeholder('before'))))
    .returning({ id: orders.id }),
)
