import { eq } from 'drizzle-orm'
import type { CampaignStage, CampaignSummary } from '#contract/campaigns.ts'
import { campaignStages } from '#contract/campaigns.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { stockChanged } from '#server/platform/publish.ts'
import { emit } from '#server/platform/queue.ts'
import type { CampaignRow } from './rows.ts'
import { everyWhole, find, isSoldOut, itemsOf, lock, whole } from './rows.ts'
import { stateOf } from './states.ts'
import { campaigns as rows } from './tables.ts'
import { toSummary } from './wire.ts'

type Asked = { campaign: string }

/** Every campaign, those that close soonest first. */
export async function campaigns(ctx: Context): Promise<{ campaigns: CampaignSummary[] }> {
  return { campaigns: (await everyWhole(ctx)).map((found) => toSummary(ctx, found)) }
}

/** One campaign; `staff.unknown` where there is none of this id. */
export async function campaign(ctx: Context, { campaign: id }: Asked): Promise<CampaignSummary> {
  if (!(await find(ctx, id))) fail('staff.unknown', { what: both('staff.a_campaign', { name: id }) })
  return toSummary(ctx, await whole(ctx, id))
}

/** Opens a campaign before its time; `campaigns.state` for one that is open or over. */
export function openCampaign(ctx: Context, { campaign: id }: Asked): Promise<CampaignSummary> {
  return change(ctx, id, ['scheduled'], (now) => ({ opensAt: now }))
}

/** Ends a campaign now: it is settled by what it came to. `campaigns.state` for one that is not open. */
export function closeCampaign(ctx: Context, { campaign: id }: Asked): Promise<CampaignSummary> {
  return change(ctx, id, ['open', 'reached', 'full'], (now) => ({ closesAt: now }))
}

/**
 * Takes a campaign back: everybody has their money back. Again does nothing; one that is decided is `campaigns.state`.
 */
export function cancelCampaign(ctx: Context, { campaign: id }: Asked): Promise<CampaignSummary> {
  return change(ctx, id, ['scheduled', 'open', 'reached', 'full', 'settling', 'cancelled'], (now, row) => {
    if (row.outcome === 'cancelled') return {}
    return row.outcome ? null : { outcome: 'cancelled', decidedAt: now }
  })
}

/**
 * The goods of a campaign that took place are a stage further: everybody is told. Again does nothing; back is
 * `campaigns.state`, as for one that did not take place or is not settled.
 */
export function stageCampaign(
  ctx: Context,
  { campaign: id, stage }: Asked & { stage: CampaignStage },
): Promise<CampaignSummary> {
  const until = campaignStages.slice(0, campaignStages.indexOf(stage) + 1)
  return change(ctx, id, ['succeeded', ...until], async (_, row, ctx) => {
    if (row.stage === stage) return {}
    await emit(ctx, 'campaign.staged', { campaignId: id, stage })
    return { stage }
  })
}

/**
 * Moves the end of a campaign that is open to a later time, once; everybody is told, and may leave until then.
 * `campaigns.extended` for a second time, `campaigns.earlier` for a time that is not later.
 */
export function extendCampaign(
  ctx: Context,
  { campaign: id, until }: Asked & { until: string },
): Promise<CampaignSummary> {
  return change(ctx, id, ['open', 'reached', 'full'], async (now, row, ctx) => {
    const closesAt = new Date(until)
    if (row.closesAt.getTime() === closesAt.getTime()) return {}
    if (row.extendedAt) fail('campaigns.extended')
    if (closesAt <= row.closesAt) fail('campaigns.earlier')
    await emit(ctx, 'campaign.changed', { campaignId: id, change: 'extended' })
    return { closesAt, extendedAt: now }
  })
}

/**
 * Asks for less, so that a campaign takes place after all; everybody is told, and may leave. `campaigns.higher` for a
 * goal that is not lower.
 */
export function lowerGoal(ctx: Context, { campaign: id, goal }: Asked & { goal: number }): Promise<CampaignSummary> {
  return change(ctx, id, ['open'], async (_, row, ctx) => {
    if (row.goal === goal) return {}
    if (goal > row.goal) fail('campaigns.higher')
    await emit(ctx, 'campaign.changed', { campaignId: id, change: 'lowered' })
    return { goal }
  })
}

type Changes = Partial<CampaignRow> | null

function change(
  ctx: Context,
  id: string,
  from: CampaignSummary['state'][],
  to: (now: Date, row: CampaignRow, ctx: Context) => Changes | Promise<Changes>,
): Promise<CampaignSummary> {
  return transact(ctx, async (ctx) => {
    if (!(await find(ctx, id))) fail('staff.unknown', { what: both('staff.a_campaign', { name: id }) })
    const row = await lock(ctx, id)
    const now = ctx.app.now()
    const state = stateOf(row, now, isSoldOut(await itemsOf(ctx, id)))
    const values = from.includes(state) ? await to(now, row, ctx) : null
    if (!values) refuseState(state)
    if (Object.keys(values).length > 0) {
      await ctx.db.update(rows).set(values).where(eq(rows.id, id))
      stockChanged(ctx)
    }
    return campaign(ctx, { campaign: id })
  })
}

/** Refuses what cannot be done while a campaign stands there. */
export function refuseState(state: CampaignSummary['state']): never {
  fail('campaigns.state', { state: both(`campaigns.is_${state}`) })
}
