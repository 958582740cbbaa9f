import { desc, eq, sql } from 'drizzle-orm'
import type { TimelineEntry } from '#contract/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { selectTimeline } from './queries.ts'
import type { OrderRow } from './tables.ts'
import { orderTimeline } from './tables.ts'

type Row = typeof orderTimeline.$inferSelect
type NewEntry = Pick<Row, 'kind' | 'by'> & Partial<Pick<Row, 'note' | 'promisedAt' | 'amount' | 'credit' | 'taxes'>>

/** A timeline entry as emails use it, together with the taxes that were refunded. */
export type EmailTimelineEntry = TimelineEntry & Pick<Row, 'taxes'>

/** Adds an entry to an order's timeline; returns the entry's id. */
export async function addTimelineEntry(ctx: Context, orderId: string, entry: NewEntry): Promise<number> {
  const [row] = await ctx.db
    .insert(orderTimeline)
    .values({ orderId, at: ctx.app.now(), ...entry })
    .returning({ id: orderTimeline.id })
  if (!row) throw new Error('a row of the time line was not stored')
  return row.id
}

/** Finds an entry in an order's timeline; null if this timeline has no such entry. */
export async function findEntry(ctx: Context, order: OrderRow, entryId: number): Promise<EmailTimelineEntry | null> {
  const [row] = await ctx.db.select().from(orderTimeline).where(eq(orderTimeline.id, entryId))
  return row?.orderId === order.id ? toEmailEntry(row, order) : null
}

/** Every entry of an order's timeline, oldest first, for emails. */
export async function loadEntries(ctx: Context, order: OrderRow): Promise<EmailTimelineEntry[]> {
  return (await selectTimeline(ctx.db, { orderId: order.id })).map((row) => toEmailEntry(row, order))
}

const toEmailEntry = (row: Row, order: OrderRow): EmailTimelineEntry => ({ ...toEntry(row, order), taxes: row.taxes })

/** Whether the newest entry of an order's timeline has these values. */
export async function isLastEntry(
  ctx: Context,
  orderId: string,
  { kind, by, note }: Pick<Row, 'kind' | 'by' | 'note'>,
): Promise<boolean> {
  const [last] = await ctx.db
    .select()
    .from(orderTimeline)
    .where(eq(orderTimeline.orderId, orderId))
    .orderBy(desc(orderTimeline.id))
    .limit(1)
  return last?.kind === kind && last.by === by && last.note === note
}

/** The number of entries of a kind in an order's timeline. */
export function countEntries(ctx: Context, orderId: string, kind: Row['kind']): Promise<number> {
  return ctx.db.$count(orderTimeline, sql`${orderTimeline.orderId} = ${orderId} and ${orderTimeline.kind} = ${kind}`)
}

/** All events of an order, oldest first. */
export async function loadTimeline(ctx: Context, order: OrderRow): Promise<TimelineEntry[]> {
  const rows = await selectTimeline(ctx.db, { orderId: order.id })
  return [...derivedEntries(order), ...rows.map((row) => toEntry(row, order))]
}

/** The entries that are derived from the order's columns: placed, paid and failed. */
function derivedEntries({ placedAt, paidAt, status, closedAt, payAtStore, total }: OrderRow): TimelineEntry[] {
  const entryOf = (kind: Row['kind'], by: Row['by'], at: Date): TimelineEntry => ({
    at: at.toISOString(),
    kind,
    by,
    note: '',
    promisedAt: null,
    amount: null,
    credit: null,
  })
  return [
    entryOf('placed', 'shopper', placedAt),
    ...(paidAt && !payAtStore && total > 0 ? [entryOf('paid', 'shopper', paidAt)] : []),
    ...(status === 'FAILED' && closedAt ? [entryOf('failed', 'shop', closedAt)] : []),
  ]
}

function toEntry({ at, kind, by, note, promisedAt, amount, credit }: Row, { currency }: OrderRow): TimelineEntry {
  return {
    at: at.toISOString(),
    kind,
    by,
    note,
    promisedAt: promisedAt?.toISOString() ?? null,
    amount: amount === null ? null : { amount, currency },
    credit: credit === null ? null : { amount: credit, currency },
  }
}
