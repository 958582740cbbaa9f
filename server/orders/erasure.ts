import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { addDays, toInstant } from '#contract/hours.ts'
import { eraseDetails } from '#server/cart/cart.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import type { OrderRow } from './tables.ts'
import { orders, orderTimeline } from './tables.ts'

/** Erases personal data from orders. Keeps what was bought, when and for how much, for bookkeeping. */

const handedOver = new Set(['PICKED_UP', 'DELIVERED', 'SERVED', 'NO_SHOW'])
/** An order that is overdue by this long counts as handed over, even if staff never recorded it. */
const forgottenMs = 2 * 86_400_000
/** The maximum number of orders that `eraseFinished` erases in one transaction. */
const batch = 200

/** The latest agreed time of the hand-over. If no time was agreed, the time at which the order was placed. */
function dueAt({ arrival, timeZone, slotStartsAt, placedAt }: OrderRow): Date {
  return (arrival && toInstant(addDays(arrival.to, 1), '00:00', timeZone)) ?? slotStartsAt ?? placedAt
}

/** Whether the order's contact data is still needed: for payment, preparation or hand-over. */
function isOpen(ctx: Context, order: OrderRow): boolean {
  const { status, fulfilmentStatus } = order
  const age = ctx.app.now().getTime() - dueAt(order).getTime()
  return status === 'INTERIM' || (status === 'NEW' && !handedOver.has(fulfilmentStatus) && age < forgottenMs)
}

/**
 * Erases a member from their orders, and from guest orders with their verified email address. Other members' orders
 * keep the address. Fails with `account.orders_open` while the member has an open order. An open guest order is erased
 * once it is over.
 */
export async function erase(
  ctx: Context,
  { memberId, provenEmail }: { memberId: string; provenEmail: string | null },
): Promise<void> {
  const isGuests = and(isNull(orders.memberId), eq(sql`lower(${orders.contact} ->> 'email')`, provenEmail ?? ''))
  const theirs = or(eq(orders.memberId, memberId), provenEmail ? isGuests : undefined)
  const rows = await ctx.db.select().from(orders).where(theirs).orderBy(orders.id).for('update')
  const open = rows.filter((order) => isOpen(ctx, order))
  if (open.some((order) => order.memberId === memberId)) fail('account.orders_open')
  const ids = open.map(({ id }) => id)
  if (ids.length > 0) await ctx.db.update(orders).set({ eraseWhenOver: true }).where(inArray(orders.id, ids))
  await eraseRows(
    ctx,
    rows.filter((order) => !open.includes(order)),
  )
}

/**
 * Erases orders that were still open when the owner of their email address deleted the account, and that are finished
 * now.
 */
export function eraseFinished(ctx: Context): Promise<void> {
  return transact(ctx, async (ctx) => {
    const rows = await ctx.db
      .select()
      .from(orders)
      .where(eq(orders.eraseWhenOver, true))
      .orderBy(orders.placedAt)
      .limit(batch)
      .for('update')
    await eraseRows(
      ctx,
      rows.filter((order) => !isOpen(ctx, order)),
    )
  })
}

/** The contact after erasure: a placeholder name, no email and no phone. */
const nobody = { name: '—', phone: '', email: '' }

async function eraseRows(ctx: Context, rows: OrderRow[]) {
  for (const { id, lines, address } of rows)
    await ctx.db
      .update(orders)
      .set({
        contact: nobody,
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
  const spoken = or(eq(orderTimeline.by, 'shopper'), eq(orderTimeline.kind, 'comment'))
  const said = and(inArray(orderTimeline.orderId, ids), spoken, ne(orderTimeline.note, ''))
  await ctx.db.update(orderTimeline).set({ note: '—' }).where(said)
  await eraseDetails(
    ctx,
    rows.map(({ cartId }) => cartId),
  )
}
