import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Seat, TableOrders } from '#contract/dining.ts'
import { choices } from '#server/cart/cart.ts'
import type { TableSession } from '#server/locations/locations.ts'
import * as locations from '#server/locations/locations.ts'
import { dining, tableList } from '#server/locations/locations.ts'
import { isPaid } from '#server/orders/orders.ts'
import { orders } from '#server/orders/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'

/**
 * If a party has paid all its orders and has done nothing for this long, the shop assumes that the party has left. The
 * next scan of the table's QR code starts a new party.
 */
const paidIdleMs = 30 * 60_000

/**
 * The table to which a code belongs, before the visitor sits down. Fails with `tables.unknown` for a forged or replaced
 * code.
 */
export async function look(ctx: Context, { token }: { token: string }) {
  const found = await dining.lookUp(ctx, token)
  const { table, location } = found
  return {
    tableNumber: table.number,
    locationId: location.id,
    localStoreName: location.name,
    isOpen: await dining.isOpenTable(ctx, found),
  }
}

/**
 * Seats the visitor at the table to which a code belongs, and selects its store. Fails with `tables.unknown` for a
 * forged or replaced code, and with `tables.closed` if the table is not open.
 */
export async function sit(ctx: Context, { token }: { token: string }): Promise<Seat> {
  const party = await dining.sit(ctx, token, hasLeft)
  await locations.select(ctx, { locationId: party.locationId })
  await choices.choose(ctx, { method: 'EAT_IN' })
  return toSeat(ctx, party)
}

/**
 * The visitor's table, and the orders of its party without the guests' names. `seat` is null if the visitor has no
 * table or the party has ended.
 */
export async function table(ctx: Context): Promise<TableOrders> {
  const party = await dining.findOwnParty(ctx)
  if (!party) return { seat: null, orders: [] }
  await dining.touch(ctx, party.id)
  const rows = await ordersOf(ctx, party)
  return {
    seat: await toSeat(ctx, party),
    orders: rows.map(({ sessionId, memberId, placedAt, lines, total, currency, paymentStatus }) => ({
      isOwn: sessionId === ctx.sessionId || (memberId !== null && memberId === ctx.memberId),
      placedAt: placedAt.toISOString(),
      lines: lines.map(({ name, optionText, quantity }) => ({ name, optionText, quantity })),
      total: { amount: total, currency },
      isPaid: isPaid({ paymentStatus }),
    })),
  }
}

/**
 * The codes of all tables at stores that offer eating in, for the demonstration. Fails with `not_found` in a real shop,
 * because a code admits anyone to a table.
 */
export async function codes(ctx: Context) {
  if (!ctx.app.config.DEMO) fail('not_found')
  const stores = (await locations.all(ctx)).filter(({ methods }) => methods.includes('EAT_IN'))
  const lists = await Promise.all(stores.map(({ id }) => tableList.list(ctx, id)))
  return {
    tables: stores.flatMap(({ id, name }, index) =>
      (lists[index] ?? []).map(({ number, code }) => ({ locationId: id, localStoreName: name, number, code })),
    ),
  }
}

/** Removes the visitor from their table; the other guests stay. */
export async function leave(ctx: Context): Promise<{ left: true }> {
  await dining.leave(ctx)
  return { left: true }
}

async function toSeat(ctx: Context, party: TableSession): Promise<Seat> {
  const location = (await locations.find(ctx, party.locationId)) ?? fail('tables.unknown')
  return {
    tableNumber: party.tableNumber,
    locationId: party.locationId,
    localStoreName: location.name,
    openedAt: party.openedAt.toISOString(),
    guests: await dining.guestsOf(ctx, party.id),
  }
}

async function hasLeft(ctx: Context, party: TableSession): Promise<boolean> {
  if (ctx.app.now().getTime() - party.lastSeenAt.getTime() < paidIdleMs) return false
  const rows = await ordersOf(ctx, party)
  const activeSince = new Date(ctx.app.now().getTime() - paidIdleMs)
  const isActive = rows.some(({ placedAt, paidAt }) => (paidAt ?? placedAt) > activeSince)
  return rows.length > 0 && rows.every(isPaid) && !isActive
}

/** The party's orders, newest first. Omits cancelled orders and unpaid online orders. */
function ordersOf(ctx: Context, party: TableSession) {
  return ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.tableSessionId, party.id), inArray(orders.status, ['NEW'])))
    .orderBy(desc(orders.placedAt))
}
