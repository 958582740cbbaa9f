import { and, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm'
import { eraseDetails } from '#server/cart/cart.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import { forgottenMs as maxOverdueMs, openCondition } from './open-orders.ts'
import type { OrderRow } from './tables.ts'
import { orders, orderTimeline } from './tables.ts'

/** Erases personal data from orders. Keeps what was bought, when and for how much, for bookkeeping. */

/** The maximum number of orders that `eraseFinished` erases in one transaction. */
const batchSize = 200

/** The condition that the order still waits for payment, preparation, hand-over or the end of its group-buy. */
const stillOpenCondition = (ctx: Context) =>
  openCondition(sql`${new Date(ctx.app.now().getTime() - maxOverdueMs).toISOString()}`)

/**
 * The ids of the orders that must keep their contact, because another module still needs it, for example so that staff
 * can send a refund.
 */
async function findNeeded(ctx: Context, orderIds: string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  return new Set(((await emit(ctx, 'order.erasing', { orderIds })) as string[][]).flat())
}

/**
 * Erases a member from their orders, and from guest orders with their verified email address. Other members' orders
 * keep the address. Fails with `account.orders_open` while the member has an open order. An open guest order is erased
 * once it is over. An order that needs its contact for a refund is erased once the refund is done.
 */
export async function erase(
  ctx: Context,
  { memberId, provenEmail }: { memberId: string; provenEmail: string | null },
): Promise<void> {
  const guestCondition = and(isNull(orders.memberId), eq(sql`lower(${orders.contact} ->> 'email')`, provenEmail ?? ''))
  const condition = or(eq(orders.memberId, memberId), provenEmail ? guestCondition : undefined)
  const found = await ctx.db
    .select({ order: orders, isOpen: stillOpenCondition(ctx) })
    .from(orders)
    .where(condition)
    .orderBy(orders.id)
    .for('update')
  const open = found.filter(({ isOpen }) => isOpen).map(({ order }) => order)
  const finished = found.filter(({ isOpen }) => !isOpen).map(({ order }) => order)
  if (open.some((order) => order.memberId === memberId)) fail('account.orders_open')
  const needed = await findNeeded(
    ctx,
    finished.map(({ id }) => id),
  )
  const ids = [...open.map(({ id }) => id), ...needed]
  if (ids.length > 0) await ctx.db.update(orders).set({ eraseWhenOver: true }).where(inArray(orders.id, ids))
  await eraseRows(
    ctx,
    finished.filter(({ id }) => !needed.has(id)),
  )
}

/** Erases orders whose buyer has deleted the account, as soon as these orders no longer need their contact. */
export function eraseFinished(ctx: Context): Promise<void> {
  return transact(ctx, async (ctx) => {
    const finished = await ctx.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.eraseWhenOver, true), not(stillOpenCondition(ctx))))
      .orderBy(orders.placedAt)
    const found = finished.map(({ id }) => id)
    const needed = await findNeeded(ctx, found)
    const ids = found.filter((id) => !needed.has(id)).slice(0, batchSize)
    if (ids.length === 0) return
    const rows = await ctx.db.select().from(orders).where(inArray(orders.id, ids)).orderBy(orders.id).for('update')
    await eraseRows(ctx, rows)
  })
}

/** The contact after erasure: a placeholder name, no email and no phone. */
const erasedContact = { name: '—', phone: '', email: '' }

async function eraseRows(ctx: Context, rows: OrderRow[]) {
  for (const { id, lines, address } of rows)
    await ctx.db
      .update(orders)
      .set({
        contact: erasedContact,
        network: '',
        // Keeps country, province and city, because bookkeeping needs them for taxes. Removes the parts that identify a
        // home.
        address: address && { ...address, street: '—', unit: '', buzzer: '', note: '', district: '', postCode: '' },
        tracking: null,
        comment: '',
        lines: lines.map((line) => ({ ...line, note: '' })),
        eraseWhenOver: false,
      })
      .where(eq(orders.id, id))
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  const personalEntries = or(eq(orderTimeline.by, 'shopper'), eq(orderTimeline.kind, 'comment'))
  const condition = and(inArray(orderTimeline.orderId, ids), personalEntries, ne(orderTimeline.note, ''))
  await ctx.db.update(orderTimeline).set({ note: '—' }).where(condition)
  await eraseDetails(
    ctx,
    rows.map(({ cartId }) => cartId),
  )
}
