import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { sum } from '#contract/sum.ts'
import type { Persons } from '#server/coupons/coupons.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import type { CampaignLine } from './campaign-stock.ts'
import { release, returnPieces, sell } from './campaign-stock.ts'
import { maskName } from './names.ts'
import { isPointClosed, requireOpen } from './open.ts'
import { requireWithinLimits } from './person-limits.ts'
import { selectItemIds, selectJoinedSums } from './queries.ts'
import type { CampaignRow, JoinRow } from './rows.ts'
import { lock } from './rows.ts'
import { isReached, progressOf } from './states.ts'
import type { JoinedItem } from './tables.ts'
import { campaignJoins, campaignPoints, campaigns, campaignWindows } from './tables.ts'

export interface JoinInput {
  orderId: string
  campaignId: string
  /** Digests of the buyer's identities. The limits of coupons use the same digests. */
  persons: Persons
  sessionId: string
  memberId: string | null
  name: string
  /**
   * Whether the buyer wants to hide their name in the list of participants. The name also stays hidden if an earlier
   * order of the buyer hid it.
   */
  isHidden: boolean
  pickupCode: string
  pickup: Pickup
  /**
   * Set for an order that joins again, because its payment arrived late. Its pickup point may have closed meanwhile.
   */
  isRejoin?: boolean
  lines: (CampaignLine & Omit<JoinedItem, 'itemId'>)[]
}

export interface Pickup {
  pickupPointId: string
  date: string
  from: string
  until: string
}

/**
 * Adds a locked order, whose pieces are held, to a campaign. Fails like `requireOpen`, with `campaigns.full` above the
 * cap, and with `campaigns.limit` above the limit per person. Fails with `campaigns.point_full` if the pickup window is
 * full and, unless `isRejoin` is set, with `campaigns.point_closed` if the pickup point has closed. A buyer's further
 * orders share the place of the first order, so a full window or a closed point does not refuse them.
 */
export async function join(ctx: Context, input: JoinInput): Promise<void> {
  const { orderId, campaignId, persons, sessionId, memberId, pickup, lines } = input
  const campaign = await lock(ctx, campaignId)
  requireOpen(ctx, campaign)
  const earlierJoins = await requireWithinLimits(ctx, campaign, { persons, lines, replacedOrderId: null })
  const { pieces, amount } = sumsOf(lines)
  await requireBelowCap(ctx, campaign, { people: earlierJoins.length > 0 ? 0 : 1, pieces, amount })
  const ownOrders = await findOwnJoins(ctx, campaignId, { sessionId, memberId })
  const sharesPlace = ownOrders.some(({ hasPlace }) => hasPlace)
  if (!sharesPlace) {
    if (!input.isRejoin) await requirePointOpen(ctx, pickup)
    await reservePlace(ctx, pickup)
  }
  const { pickupPointId: pointId, date, from, until } = pickup
  const itemIds = await selectItemIds(ctx.db, { campaignId })
  const idOf = new Map(itemIds.map(({ id, sku }) => [sku, id]))
  const row = {
    orderId,
    campaignId,
    persons: persons.stored,
    person: earlierJoins[0]?.person ?? persons.counted[0] ?? sessionId,
    sessionId,
    memberId,
    name: maskName(input.name),
    isHidden: input.isHidden || ownOrders.some(({ isHidden }) => isHidden),
    items: lines.map((line) => ({ ...line, itemId: idOf.get(line.sku) ?? '' })),
    pieces,
    amount,
    pointId,
    date,
    from,
    until,
    pickupCode: input.pickupCode,
    hasPlace: !sharesPlace,
    state: 'held' as const,
    joinedAt: ctx.app.now(),
  }
  await ctx.db.insert(campaignJoins).values(row).onConflictDoUpdate({ target: campaignJoins.orderId, set: row })
}

/** The visitor's orders in a campaign, paid or being paid, oldest first. */
export async function findOwnJoins(
  ctx: Context,
  campaignId: string,
  { sessionId, memberId }: { sessionId: string | null; memberId: string | null },
): Promise<JoinRow[]> {
  return ctx.db
    .select()
    .from(campaignJoins)
    .where(
      and(
        eq(campaignJoins.campaignId, campaignId),
        inArray(campaignJoins.state, ['held', 'paid', 'settling', 'settled']),
        ownedBy({ sessionId, memberId }),
      ),
    )
    .orderBy(campaignJoins.joinedAt)
}

/**
 * The condition for a visitor's orders, which belong to the session or the account. Matches no order if both are
 * missing.
 */
export function ownedBy({ sessionId, memberId }: { sessionId: string | null; memberId: string | null }) {
  return or(
    sessionId ? eq(campaignJoins.sessionId, sessionId) : sql`false`,
    memberId ? eq(campaignJoins.memberId, memberId) : undefined,
  )
}

/**
 * Records the payment of a locked order. Sells the order's held pieces, and adds the order to the campaign's totals.
 * Publishes `campaign.reached` if this payment makes the campaign reach its goal.
 */
export async function recordPayment(
  ctx: Context,
  { orderId, campaignId, holder }: { orderId: string; campaignId: string; holder: string },
) {
  const campaign = await lock(ctx, campaignId)
  const number = sql`(select coalesce(max(number), 0) + 1 from campaign_joins where campaign_id = ${campaignId})`
  const paid = await ctx.db
    .update(campaignJoins)
    .set({ state: 'paid', number })
    .where(and(eq(campaignJoins.orderId, orderId), eq(campaignJoins.state, 'held')))
    .returning({ orderId: campaignJoins.orderId })
  if (paid.length === 0) throw new Error(`order ${orderId} was paid and had not joined its campaign`)
  await sell(ctx, holder)
  const updated = await recount(ctx, campaignId)
  if (updated && campaign.goalKind !== 'none' && !isReached(campaign) && isReached(updated)) {
    await emit(ctx, 'campaign.reached', { campaignId })
  }
}

/**
 * Removes a failed or cancelled order from its campaign. The caller must have locked the order. With `isHoldKept`, the
 * pieces that are held for an unpaid order stay held. The totals of a decided campaign do not change. If the campaign
 * itself failed or was cancelled, its paid orders stay in the list of participants.
 */
export async function leave(
  ctx: Context,
  {
    orderId,
    campaignId,
    holder,
    isHoldKept,
  }: { orderId: string; campaignId: string; holder: string; isHoldKept: boolean },
) {
  const campaign = await lock(ctx, campaignId)
  const [row] = await ctx.db.select().from(campaignJoins).where(eq(campaignJoins.orderId, orderId)).for('update')
  if (!row || row.state === 'left') return
  if (row.state === 'held') {
    if (!isHoldKept) await release(ctx, holder)
  } else if (hasFailed(campaign)) return
  else if (!campaign.outcome) await returnPieces(ctx, row.items)
  await ctx.db.update(campaignJoins).set({ state: 'left', hasPlace: false }).where(eq(campaignJoins.orderId, orderId))
  if (row.hasPlace) await transferPlace(ctx, row)
  if (!campaign.outcome) await recount(ctx, campaignId)
}

/**
 * Removes refunded pieces from a locked order. If no pieces remain, the order leaves the campaign. While the campaign
 * is undecided, the pieces return to its stock, and the price tier can change. A decided campaign keeps its stock,
 * price tier and outcome.
 */
export async function removePieces(
  ctx: Context,
  { orderId, campaignId, pieces }: { orderId: string; campaignId: string; pieces: Map<string, number> | 'all' },
) {
  const campaign = await lock(ctx, campaignId)
  const [row] = await ctx.db.select().from(campaignJoins).where(eq(campaignJoins.orderId, orderId)).for('update')
  // If the campaign failed or was cancelled, all its orders are refunded. Its participants and their pieces stay in the
  // list.
  if (!row || row.state === 'held' || row.state === 'left' || hasFailed(campaign)) return
  const [remaining, returned] = split(row.items, pieces)
  if (returned.length === 0) return
  const isEmpty = remaining.length === 0
  const values = isEmpty ? { state: 'left' as const, hasPlace: false } : { items: remaining, ...sumsOf(remaining) }
  await ctx.db.update(campaignJoins).set(values).where(eq(campaignJoins.orderId, orderId))
  if (isEmpty && row.hasPlace) await transferPlace(ctx, row)
  if (campaign.outcome) return
  await returnPieces(ctx, returned)
  await recount(ctx, campaignId)
}

const hasFailed = ({ outcome }: CampaignRow) => outcome !== null && outcome !== 'succeeded'

/** Splits the items of an order into the items that remain in it and the items that are refunded. */
function split(items: JoinedItem[], pieces: Map<string, number> | 'all'): [kept: JoinedItem[], back: JoinedItem[]] {
  const returnedQuantity = ({ sku, quantity }: JoinedItem) =>
    pieces === 'all' ? quantity : Math.min(quantity, pieces.get(sku) ?? 0)
  const withQuantity = (item: JoinedItem, quantity: number) => (quantity > 0 ? [{ ...item, quantity }] : [])
  return [
    items.flatMap((item) => withQuantity(item, item.quantity - returnedQuantity(item))),
    items.flatMap((item) => withQuantity(item, returnedQuantity(item))),
  ]
}

function sumsOf(items: { quantity: number; price: number }[]): { pieces: number; amount: number } {
  return {
    pieces: sum(items.map(({ quantity }) => quantity)),
    amount: sum(items.map(({ quantity, price }) => quantity * price)),
  }
}

/** Recomputes the totals of a locked campaign from its paid orders; returns the updated campaign. */
export async function recount(ctx: Context, campaignId: string): Promise<CampaignRow | undefined> {
  const total = (what: string) => sql`(select coalesce(${sql.raw(what)}, 0)::int from campaign_joins
    where campaign_id = ${campaignId} and state in ('paid', 'settling', 'settled'))`
  const [row] = await ctx.db
    .update(campaigns)
    .set({ participants: total('count(distinct person)'), pieces: total('sum(pieces)'), amount: total('sum(amount)') })
    .where(eq(campaigns.id, campaignId))
    .returning()
  return row
}

/**
 * Fails with `campaigns.full` if the order would exceed the cap. Orders that are being paid count, too, so that nobody
 * pays for a place that is taken.
 */
async function requireBelowCap(
  ctx: Context,
  { id, cap, goalKind }: CampaignRow,
  added: { people: number; pieces: number; amount: number },
) {
  if (cap === null) return
  const [all] = await selectJoinedSums(ctx.db, { campaignId: id })
  const { people = 0, pieces = 0, amount = 0 } = all ?? {}
  const after = progressOf({
    goalKind,
    participants: people + added.people,
    pieces: pieces + added.pieces,
    amount: amount + added.amount,
  })
  if (after > cap) fail('campaigns.full')
}

async function requirePointOpen(ctx: Context, { pickupPointId }: Pickup) {
  const [point] = await ctx.db
    .select({ closesAt: campaignPoints.closesAt })
    .from(campaignPoints)
    .where(eq(campaignPoints.id, pickupPointId))
  if (point && isPointClosed(ctx, point)) fail('campaigns.point_closed')
}

async function reservePlace(ctx: Context, { pickupPointId, date, from }: Pickup) {
  const updated = await ctx.db
    .update(campaignWindows)
    .set({ taken: sql`${campaignWindows.taken} + 1` })
    .where(
      and(
        eq(campaignWindows.pointId, pickupPointId),
        eq(campaignWindows.date, date),
        eq(campaignWindows.from, from),
        sql`(${campaignWindows.capacity} is null or ${campaignWindows.taken} < ${campaignWindows.capacity})`,
      ),
    )
    .returning({ taken: campaignWindows.taken })
  if (updated.length === 0) fail('campaigns.point_full')
}

type WindowKey = Pick<JoinRow, 'pointId' | 'date' | 'from'>

/** Whether two orders, or an order and a pickup window, have the same point, date and start time. */
export function isSameWindow(one: WindowKey, other: WindowKey): boolean {
  return one.pointId === other.pointId && one.date === other.date && one.from === other.from
}

/**
 * When an order leaves the group-buy, gives its place in the pickup window to another order of the same visitor in the
 * same window. Frees the place if the visitor has no other order there.
 */
async function transferPlace(ctx: Context, join: JoinRow) {
  const { campaignId, orderId, sessionId, memberId, pointId, date, from } = join
  const others = await findOwnJoins(ctx, campaignId, { sessionId, memberId })
  // Only an order in the same window can take over the place. A visitor who joined as a guest and as a member can have
  // orders in two windows of one point.
  const successor = others.find((other) => other.orderId !== orderId && !other.hasPlace && isSameWindow(other, join))
  if (successor) {
    await ctx.db.update(campaignJoins).set({ hasPlace: true }).where(eq(campaignJoins.orderId, successor.orderId))
    return
  }
  await ctx.db
    .update(campaignWindows)
    .set({ taken: sql`${campaignWindows.taken} - 1` })
    .where(and(eq(campaignWindows.pointId, pointId), eq(campaignWindows.date, date), eq(campaignWindows.from, from)))
}
