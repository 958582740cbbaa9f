import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
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

/** Makes one member's orders another's. */
export async function takeOver(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  await ctx.db.update(orders).set({ memberId: intoId }).where(eq(orders.memberId, fromId))
}

/** The member's orders as they were agreed, for the download of their data. */
export async function exportOf(ctx: Context, { memberId }: { memberId: string }) {
  const rows = await ctx.db.select().from(orders).where(eq(orders.memberId, memberId)).orderBy(asc(orders.placedAt))
  const ids = rows.map(({ id }) => id)
  const said = and(eq(orderTimeline.by, 'shopper'), inArray(orderTimeline.orderId, ids))
  const comments = ids.length > 0 ? await ctx.db.select().from(orderTimeline).where(said) : []
  return {
    orders: rows.map(({ sessionId: _, cartId: __, billHash: ___, network: ____, ...order }) => order),
    comments: comments.map(({ orderId, at, kind, note }) => ({ orderId, at, kind, note })),
  }
}

const handedOver = new Set(['PICKED_UP', 'DELIVERED', 'SERVED', 'NO_SHOW'])
/** An order whose time is over for so long counts as handed over, though nobody wrote it down. */
const forgottenMs = 2 * 86_400_000

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
  const isOpen = ({ status, fulfilmentStatus, slotStartsAt, placedAt }: (typeof rows)[number]) =>
    status === 'INTERIM' ||
    (status === 'NEW' &&
      !handedOver.has(fulfilmentStatus) &&
      now.getTime() - (slotStartsAt ?? placedAt).getTime() < forgottenMs)
  if (rows.some((order) => order.memberId === memberId && isOpen(order))) fail('account.orders_open')
  for (const { id, lines, address } of rows)
    await ctx.db
      .update(orders)
      .set({
        contact: nobody,
        network: '',
        // Where taxes and fees came from; nothing that leads to a door.
        address: address && { ...address, street: '—', unit: '', buzzer: '', note: '', district: '', postCode: '' },
        comment: '',
        lines: lines.map((line) => ({ ...line, note: '' })),
      })
      .where(eq(orders.id, id))
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    const spoken = or(eq(orderTimeline.by, 'shopper'), eq(orderTimeline.kind, 'comment'))
    const said = and(inArray(orderTimeline.orderId, ids), spoken, ne(orderTimeline.note, ''))
    await ctx.db.update(orderTimeline).set({ note: '—' }).where(said)
  }
}
