import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { publishTopics } from '#server/platform/publish.ts'
import { emit } from '#server/platform/queue.ts'
import type { CampaignRow } from './rows.ts'
import { findItems, isSoldOut, lock } from './rows.ts'
import { isReached, stateOf } from './states.ts'
import { campaignJoins, campaigns } from './tables.ts'

const batchSize = 50

/**
 * Decides campaigns that have ended and settles all their orders; the worker runs this job. Each batch has a separate
 * transaction, so the job continues where a killed run stopped. Several workers can run it at the same time.
 */
export async function settleDue(ctx: Context): Promise<void> {
  const now = ctx.app.now()
  const due = await ctx.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(isNull(campaigns.settledAt), or(lte(campaigns.closesAt, now), isNotNull(campaigns.outcome))))
    .orderBy(asc(campaigns.closesAt))
  for (const { id } of due) {
    await transact(ctx, (ctx) => decideOutcome(ctx, id))
    while (await transact(ctx, (ctx) => settleBatch(ctx, id))) {}
    await transact(ctx, (ctx) => finishSettlement(ctx, id))
  }
}

/**
 * Decides whether a closed campaign succeeded or failed, unless its outcome is already decided. Does nothing while an
 * order of the campaign is being paid. Each of these orders has a deadline, so a later run of the job decides.
 */
async function decideOutcome(ctx: Context, id: string) {
  const campaign = await lock(ctx, id)
  const now = ctx.app.now()
  if (campaign.outcome || campaign.closesAt > now || (await countJoins(ctx, id, ['held'])) > 0) return
  const isSuccess = isReached(campaign) && campaign.pieces > 0
  await write(ctx, id, { outcome: isSuccess ? 'succeeded' : 'failed', decidedAt: now })
  await emit(ctx, 'campaign.decided', { campaignId: id, isSuccess })
  await emit(ctx, 'campaign.ended', { campaignId: id })
}

/**
 * Starts to settle a batch of orders of a campaign whose outcome is decided. Returns whether there may be more orders
 * to settle.
 */
async function settleBatch(ctx: Context, id: string): Promise<boolean> {
  const { outcome } = await lock(ctx, id)
  if (!outcome) return false
  const rows = await ctx.db
    .select({ orderId: campaignJoins.orderId })
    .from(campaignJoins)
    .where(and(eq(campaignJoins.campaignId, id), eq(campaignJoins.state, 'paid')))
    .orderBy(asc(campaignJoins.number))
    .limit(batchSize)
  const ids = rows.map(({ orderId }) => orderId)
  if (ids.length === 0) return false
  await ctx.db.update(campaignJoins).set({ state: 'settling' }).where(inArray(campaignJoins.orderId, ids))
  const event = outcome === 'succeeded' ? 'campaign.order_succeeded' : 'campaign.order_failed'
  for (const orderId of ids) await emit(ctx, event, { campaignId: id, orderId })
  return ids.length === batchSize
}

/** Publishes an event about each unpaid order of a locked campaign that staff cancel or close early. */
export async function publishUnpaid(
  ctx: Context,
  id: string,
  event: 'campaign.order_stopped' | 'campaign.order_unpaid',
): Promise<void> {
  const unpaid = await ctx.db
    .select({ orderId: campaignJoins.orderId })
    .from(campaignJoins)
    .where(and(eq(campaignJoins.campaignId, id), eq(campaignJoins.state, 'held')))
  for (const { orderId } of unpaid) await emit(ctx, event, { campaignId: id, orderId })
}

/** Marks an order of an ended campaign as settled. A repeated call does nothing. */
export async function markSettled(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  await ctx.db
    .update(campaignJoins)
    .set({ state: 'settled', settledAt: ctx.app.now() })
    .where(and(eq(campaignJoins.orderId, orderId), eq(campaignJoins.state, 'settling')))
}

async function finishSettlement(ctx: Context, id: string) {
  const { outcome, settledAt } = await lock(ctx, id)
  if (!outcome || settledAt || (await countJoins(ctx, id, ['held', 'paid', 'settling'])) > 0) return
  await write(ctx, id, { settledAt: ctx.app.now() })
}

function countJoins(ctx: Context, campaignId: string, states: ('held' | 'paid' | 'settling')[]): Promise<number> {
  return ctx.db.$count(
    campaignJoins,
    and(eq(campaignJoins.campaignId, campaignId), inArray(campaignJoins.state, states)),
  )
}

async function write(ctx: Context, id: string, values: Partial<CampaignRow>) {
  await ctx.db.update(campaigns).set(values).where(eq(campaigns.id, id))
  publishTopics(ctx, ['campaigns'])
}

/**
 * Publishes that campaigns have opened, reached their goal, become full or ended; the worker runs this job. Campaigns
 * open and end by the passing of time, so no request can publish these changes.
 */
export async function publishStates(ctx: Context): Promise<void> {
  const now = ctx.app.now()
  const rows = await ctx.db
    .select()
    .from(campaigns)
    .where(sql`${campaigns.told} not in ('succeeded', 'failed', 'cancelled')`)
  for (const row of rows) {
    const told = stateOf(row, now, { isSoldOut: isSoldOut(await findItems(ctx, row.id)) })
    if (told !== row.told) await transact(ctx, (ctx) => write(ctx, row.id, { told }))
  }
}
