import { eq } from 'drizzle-orm'
import type { CampaignStage, CampaignSummary } from '#contract/campaigns.ts'
import { campaignStages } from '#contract/campaigns.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { publishTopics } from '#server/platform/publish.ts'
import { emit } from '#server/platform/queue.ts'
import { requireReadyWindows } from './hand-over-windows.ts'
import { toSummary } from './responses.ts'
import type { CampaignRow } from './rows.ts'
import { find, findItems, isSoldOut, loadAllCampaigns, loadCampaign, lock } from './rows.ts'
import { publishUnpaid } from './settlement.ts'
import { isReached, stateOf } from './states.ts'
import { campaigns as rows } from './tables.ts'

type CampaignRef = { campaign: string }

/** Lists the campaigns of the caller's stores, sorted by closing time, the earliest first. */
export async function campaigns(ctx: Context): Promise<{ campaigns: CampaignSummary[] }> {
  const visible = (await loadAllCampaigns(ctx)).filter(({ campaign }) =>
    canAccessStore(ctx, 'groups.see', campaign.locationId),
  )
  return { campaigns: visible.map((full) => toSummary(ctx, full)) }
}

/** The store of a campaign; null if there is no such campaign. */
export async function findStoreOfCampaign(ctx: Context, id: string): Promise<string | null> {
  return (await find(ctx, id))?.locationId ?? null
}

/** Returns one campaign. Fails with `staff.unknown` for an unknown campaign. */
export async function campaign(ctx: Context, { campaign: id }: CampaignRef): Promise<CampaignSummary> {
  if (!(await find(ctx, id))) fail('staff.unknown', { what: bilingualText('staff.a_campaign', { name: id }) })
  return toSummary(ctx, await loadCampaign(ctx, id))
}

/** Opens a scheduled campaign early. Fails with `campaigns.state` if it is not scheduled. */
export function openCampaign(ctx: Context, { campaign: id }: CampaignRef): Promise<CampaignSummary> {
  return change(ctx, id, { from: ['scheduled'], to: (now) => ({ opensAt: now }) })
}

/**
 * Closes an open campaign immediately; it is then settled as usual. An e-transfer that is under way must arrive within
 * an hour. Fails with `campaigns.state` if the campaign is not open.
 */
export function closeCampaign(ctx: Context, { campaign: id }: CampaignRef): Promise<CampaignSummary> {
  return change(ctx, id, {
    from: ['open', 'reached', 'full'],
    to: async (now, _, ctx) => {
      await publishUnpaid(ctx, id, 'campaign.order_unpaid')
      return { closesAt: now }
    },
  })
}

/**
 * Cancels a campaign, refunds its paid orders and cancels its unpaid orders. A repeated call does nothing. Fails with
 * `campaigns.state` if the campaign is already decided.
 */
export function cancelCampaign(ctx: Context, { campaign: id }: CampaignRef): Promise<CampaignSummary> {
  return change(ctx, id, {
    from: ['scheduled', 'open', 'reached', 'full', 'settling', 'cancelled'],
    to: async (now, row, ctx) => {
      if (row.outcome === 'cancelled') return {}
      if (row.outcome) return null
      await publishUnpaid(ctx, id, 'campaign.order_stopped')
      await emit(ctx, 'campaign.ended', { campaignId: id })
      return { outcome: 'cancelled', decidedAt: now }
    },
  })
}

/**
 * Records that the goods of a successful campaign reached a later stage. Publishes `campaign.staged`, so that the shop
 * emails the participants who still wait for their goods. A repeated call does nothing. Fails with `campaigns.state`
 * for an earlier stage, or if the campaign failed or is not settled.
 */
export function stageCampaign(
  ctx: Context,
  { campaign: id, stage }: CampaignRef & { stage: CampaignStage },
): Promise<CampaignSummary> {
  const earlierStages = campaignStages.slice(0, campaignStages.indexOf(stage) + 1)
  return change(ctx, id, {
    from: ['succeeded', ...earlierStages],
    to: async (_, row, ctx) => {
      if (row.stage === stage) return {}
      await emit(ctx, 'campaign.staged', { campaignId: id, stage })
      return { stage }
    },
  })
}

/**
 * Extends an open campaign once and notifies all participants, who are allowed to leave until the new end. Does nothing
 * if the end stays the same. Fails with `campaigns.extended` if the campaign was extended before, with
 * `campaigns.earlier` if the new end is earlier, and with `campaigns.windows` if a pickup window begins before the new
 * end or before the goods of the last order can be ready.
 */
export function extendCampaign(
  ctx: Context,
  { campaign: id, until }: CampaignRef & { until: string },
): Promise<CampaignSummary> {
  return change(ctx, id, {
    from: ['open', 'reached', 'full'],
    to: async (now, row, ctx) => {
      const closesAt = new Date(until)
      if (row.closesAt.getTime() === closesAt.getTime()) return {}
      if (row.extendedAt) fail('campaigns.extended')
      if (closesAt <= row.closesAt) fail('campaigns.earlier')
      const { points, location, products } = await loadCampaign(ctx, id)
      const windows = points.flatMap(({ windows }) => windows)
      const goods = [...products.values()]
      requireReadyWindows({ closesAt, timeZone: location.timeZone, windows, goods }, 'until')
      await emit(ctx, 'campaign.changed', { campaignId: id, change: 'extended' })
      return { closesAt, extendedAt: now }
    },
  })
}

/**
 * Lowers the goal of an open campaign and notifies all participants, who are then allowed to leave. A campaign that is
 * sold out below its goal can only succeed this way. Fails with `campaigns.higher` if the new goal is higher, and with
 * `campaigns.state` if the goal is reached.
 */
export function lowerGoal(
  ctx: Context,
  { campaign: id, goal }: CampaignRef & { goal: number },
): Promise<CampaignSummary> {
  return change(ctx, id, {
    from: ['open', 'full'],
    to: async (_, row, ctx) => {
      if (row.goal === goal) return {}
      if (goal > row.goal) fail('campaigns.higher')
      if (isReached(row)) return null
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
    if (!(await find(ctx, id))) fail('staff.unknown', { what: bilingualText('staff.a_campaign', { name: id }) })
    const row = await lock(ctx, id)
    const now = ctx.app.now()
    const state = stateOf(row, now, { isSoldOut: isSoldOut(await findItems(ctx, id)) })
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
  fail('campaigns.state', { state: bilingualText(`campaigns.is_${state}`) })
}
