import { eq } from 'drizzle-orm'
import type { CampaignStage, CampaignSummary } from '#contract/campaigns.ts'
import { campaignStages } from '#contract/campaigns.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { isMine } from '#server/platform/http/office-access.ts'
import { publishTopics } from '#server/platform/publish.ts'
import { emit } from '#server/platform/queue.ts'
import type { CampaignRow } from './rows.ts'
import { everyWhole, find, isSoldOut, itemsOf, lock, whole } from './rows.ts'
import { stateOf } from './states.ts'
import { campaigns as rows } from './tables.ts'
import { toSummary } from './wire.ts'

type Asked = { campaign: string }

/** Lists the campaigns of the caller's stores, sorted by closing time, the earliest first. */
export async function campaigns(ctx: Context): Promise<{ campaigns: CampaignSummary[] }> {
  const found = (await everyWhole(ctx)).filter(({ campaign }) => isMine(ctx, 'groups.see', campaign.locationId))
  return { campaigns: found.map((one) => toSummary(ctx, one)) }
}

/** The store of a campaign; null if there is no such campaign. */
export async function storeOfCampaign(ctx: Context, id: string): Promise<string | null> {
  return (await find(ctx, id))?.locationId ?? null
}

/** Returns one campaign. Fails with `staff.unknown` for an unknown campaign. */
export async function campaign(ctx: Context, { campaign: id }: Asked): Promise<CampaignSummary> {
  if (!(await find(ctx, id))) fail('staff.unknown', { what: both('staff.a_campaign', { name: id }) })
  return toSummary(ctx, await whole(ctx, id))
}

/** Opens a scheduled campaign early. Fails with `campaigns.state` if it is not scheduled. */
export function openCampaign(ctx: Context, { campaign: id }: Asked): Promise<CampaignSummary> {
  return change(ctx, id, { from: ['scheduled'], to: (now) => ({ opensAt: now }) })
}

/** Closes an open campaign immediately; it is then settled as usual. Fails with `campaigns.state` if it is not open. */
export function closeCampaign(ctx: Context, { campaign: id }: Asked): Promise<CampaignSummary> {
  return change(ctx, id, { from: ['open', 'reached', 'full'], to: (now) => ({ closesAt: now }) })
}

/**
 * Cancels a campaign and refunds all its orders. A repeated call does nothing. Fails with `campaigns.state` if the
 * campaign is already decided.
 */
export function cancelCampaign(ctx: Context, { campaign: id }: Asked): Promise<CampaignSummary> {
  return change(ctx, id, {
    from: ['scheduled', 'open', 'reached', 'full', 'settling', 'cancelled'],
    to: (now, row) => {
      if (row.outcome === 'cancelled') return {}
      return row.outcome ? null : { outcome: 'cancelled', decidedAt: now }
    },
  })
}

/**
 * Moves the goods of a successful campaign to a later stage and notifies all participants. A repeated call does
 * nothing. Fails with `campaigns.state` for an earlier stage, or if the campaign failed or is not settled.
 */
export function stageCampaign(
  ctx: Context,
  { campaign: id, stage }: Asked & { stage: CampaignStage },
): Promise<CampaignSummary> {
  const until = campaignStages.slice(0, campaignStages.indexOf(stage) + 1)
  return change(ctx, id, {
    from: ['succeeded', ...until],
    to: async (_, row, ctx) => {
      if (row.stage === stage) return {}
      await emit(ctx, 'campaign.staged', { campaignId: id, stage })
      return { stage }
    },
  })
}

/**
 * Extends an open campaign once and notifies all participants, who are allowed to leave until the new end. Does nothing
 * if the end stays the same. Fails with `campaigns.extended` if the campaign was extended before, and with
 * `campaigns.earlier` if the new end is earlier.
 */
export function extendCampaign(
  ctx: Context,
  { campaign: id, until }: Asked & { until: string },
): Promise<CampaignSummary> {
  return change(ctx, id, {
    from: ['open', 'reached', 'full'],
    to: async (now, row, ctx) => {
      const closesAt = new Date(until)
      if (row.closesAt.getTime() === closesAt.getTime()) return {}
      if (row.extendedAt) fail('campaigns.extended')
      if (closesAt <= row.closesAt) fail('campaigns.earlier')
      await emit(ctx, 'campaign.changed', { campaignId: id, change: 'extended' })
      return { closesAt, extendedAt: now }
    },
  })
}

/**
 * Lowers the goal of an open campaign and notifies all participants, who are then allowed to leave. Fails with
 * `campaigns.higher` if the new goal is higher.
 */
export function lowerGoal(ctx: Context, { campaign: id, goal }: Asked & { goal: number }): Promise<CampaignSummary> {
  return change(ctx, id, {
    from: ['open'],
    to: async (_, row, ctx) => {
      if (row.goal === goal) return {}
      if (goal > row.goal) fail('campaigns.higher')
      await emit(ctx, 'campaign.changed', { campaignId: id, change: 'lowered' })
      return { goal }
    },
  })
}

type Changes = Partial<CampaignRow> | null

function change(
  ctx: Context,
  id: string,
  {
    from,
    to,
  }: {
    from: CampaignSummary['state'][]
    to: (now: Date, row: CampaignRow, ctx: Context) => Changes | Promise<Changes>
  },
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
      publishTopics(ctx, ['campaigns'])
    }
    return campaign(ctx, { campaign: id })
  })
}

/** Fails with `campaigns.state` for an action that the campaign's state does not allow. */
export function refuseState(state: CampaignSummary['state']): never {
  fail('campaigns.state', { state: both(`campaigns.is_${state}`) })
}
