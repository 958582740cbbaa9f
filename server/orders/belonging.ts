import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { orders, orderTimeline } from './tables.ts'

/** Whose orders are: guests' become members', and members leave. */

/** Orders that were placed as a guest with an address are the member's, once it is shown to be theirs. */
export async function claim(ctx: Context, { memberId, email }: { memberId: string; email: string }): Promise<void> {
  await ctx.db
    .update(orders)
    .set({ memberId })
    .where(and(isNull(orders.memberId), eq(sql`lower(${orders.contact} ->> 'email')`, email.toLowerCase())))
}

/** The member's orders as they were agreed, for the download of their data. */
export async function exportOf(ctx: Context, { memberId }: { memberId: string }) {
  const rows = await ctx.db.select().from(orders).where(eq(orders.memberId, memberId)).orderBy(asc(orders.placedAt))
  return { orders: rows.map(({ sessionId: _, cartId: __, billHash: ___, ...order }) => order) }
}

/** Nobody's: an address that says so, and no number. */
const nobody = { name: '—', phone: '', email: '' }

/**
 * Takes a member out of their orders: what was bought, when and for how much stays for the books. Refuses while one is
 * still to be paid or handed over: `account.orders_open`.
 */
export async function forget(ctx: Context, { memberId, email }: { memberId: string; email: string }): Promise<void> {
  const theirs = or(eq(orders.memberId, memberId), eq(sql`lower(${orders.contact} ->> 'email')`, email))
  const rows = await ctx.db.select().from(orders).where(theirs).for('update')
  const now = ctx.app.now()
  const isOpen = ({ status, slotStartsAt }: (typeof rows)[number]) =>
    status === 'INTERIM' || (status === 'NEW' && slotStartsAt !== null && slotStartsAt > now)
  if (rows.some((order) => order.memberId === memberId && isOpen(order))) fail('account.orders_open')
  for (const { id, lines, address } of rows)
    await ctx.db
      .update(orders)
      .set({
        contact: nobody,
        // Where taxes and fees came from; nothing that leads to a door.
        address: address && { ...address, street: '—', unit: '', buzzer: '', note: '', district: '', postCode: '' },
        comment: '',
        lines: lines.map((line) => ({ ...line, note: '' })),
      })
      .where(eq(orders.id, id))
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    const said = and(inArray(orderTimeline.orderId, ids), eq(orderTimeline.kind, 'comment'))
    await ctx.db.update(orderTimeline).set({ note: '—' }).where(said)
  }
}
