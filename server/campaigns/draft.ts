import { eq, inArray } from 'drizzle-orm'
import type { CampaignSummary } from '#contract/campaigns.ts'
import type { CampaignDraft } from '#contract/office/campaigns.ts'
import { sum } from '#contract/sum.ts'
import type { Buyable } from '#server/catalogue/catalogue.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import * as locations from '#server/locations/locations.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { isFalling, put } from './campaign-input.ts'
import { requireReadyWindows } from './hand-over-windows.ts'
import { buyables, find } from './rows.ts'
import { campaign, refuseState } from './staff.ts'
import { progressOf, stateOf } from './states.ts'
import { campaignItems, campaignPoints, campaignWindows } from './tables.ts'

/** The owner's drafts of group-buys. */

/**
 * Adds a campaign, or replaces a campaign that has not opened yet. The default cover is the first item's picture. With
 * `rehearse`, returns the result but stores nothing. Fails with `campaigns.state` if the campaign has already opened,
 * and with `staff.unknown` for an unknown store or SKU. Fails with `campaigns.times`, `campaigns.goal`,
 * `campaigns.prices`, `campaigns.twice`, `campaigns.membership`, `campaigns.windows` or `checkout.method_unavailable`
 * for an invalid draft.
 */
export async function createCampaign(
  ctx: Context,
  { rehearse, ...draft }: CampaignDraft & { rehearse: boolean },
): Promise<CampaignSummary> {
  const location = await locations.find(ctx, draft.location)
  if (!location) fail('staff.unknown', { what: bilingualText('staff.a_store', { name: draft.location }) }, 'location')
  requireValid(ctx, draft, location)
  const goods = await findGoods(ctx, draft)
  const windows = draft.points.flatMap(({ windows }) => windows)
  const { timeZone } = location
  requireReadyWindows({ closesAt: new Date(draft.closesAt), timeZone, windows, goods }, 'points')
  const cover = draft.cover ?? goods[0]?.image ?? null
  return transactUnless(rehearse, ctx, async (ctx) => {
    await replace(ctx, { ...draft, cover })
    return campaign(ctx, { campaign: draft.id })
  })
}

function requireValid(ctx: Context, { opensAt, closesAt, goal, items, points }: CampaignDraft, location: LocationRow) {
  const closing = new Date(closesAt)
  if (new Date(opensAt) >= closing || closing <= ctx.app.now()) fail('campaigns.times', undefined, 'closesAt')
  const isInvalidGoal = (goal.kind === 'none') !== (goal.target === 0) || (goal.cap !== null && goal.cap < goal.target)
  if (isInvalidGoal) fail('campaigns.goal', undefined, 'goal')
  if (goal.target > maxProgressOf(goal.kind, items)) fail('campaigns.goal', { message: 'campaigns.goal_stock' }, 'goal')
  for (const { sku, tiers } of items) if (!isFalling(tiers)) fail('campaigns.prices', { sku }, 'items')
  if (new Set(items.map(({ sku }) => sku)).size < items.length) fail('campaigns.twice', undefined, 'items')
  for (const { windows } of points) refuseRepeatedWindow(windows)
  if (!points.every(({ method }) => location.methods.includes(method)))
    fail('checkout.method_unavailable', undefined, 'points')
}

/** Fails with `campaigns.windows` if two windows of a point begin at the same time. */
function refuseRepeatedWindow(windows: CampaignDraft['points'][number]['windows']) {
  const isSameStart = (one: (typeof windows)[number], other: (typeof windows)[number]) =>
    one.date === other.date && one.from === other.from
  const repeated = windows.find((window, at) => windows.slice(0, at).some((earlier) => isSameStart(earlier, window)))
  if (!repeated) return
  const { date, from, until } = repeated
  fail('campaigns.windows', { message: 'campaigns.windows_twice', date, from, until }, 'points')
}

/** Returns the catalogue data of the items, in the order of the items. */
async function findGoods(ctx: Context, { items, location: locationId }: CampaignDraft): Promise<Buyable[]> {
  const skus = items.map(({ sku }) => sku)
  const bySku = await buyables(ctx, { skus, locationId, holder: '' })
  return skus.map((sku) => {
    const goods =
      bySku.get(sku) ?? fail('staff.unknown', { what: bilingualText('staff.a_sku', { name: sku }) }, 'items')
    // Every order of a campaign needs a pickup window, but shoppers do not pick up memberships.
    if (goods.type === 'MEMBERSHIP') fail('campaigns.membership', { name: goods.name }, 'items')
    return goods
  })
}

/**
 * The maximum progress towards a goal: all pieces of these items are sold, each to a different person and at the price
 * of the first tier.
 */
function maxProgressOf(goalKind: CampaignDraft['goal']['kind'], items: CampaignDraft['items']): number {
  const pieces = sum(items.map(({ stock }) => stock))
  const amount = sum(items.map(({ stock, tiers }) => stock * (tiers[0]?.price ?? 0)))
  return progressOf({ goalKind, participants: pieces, pieces, amount })
}

async function replace(ctx: Context, { location: locationId, goal, opensAt, closesAt, ...draft }: CampaignDraft) {
  const before = await find(ctx, draft.id)
  const state = before && stateOf(before, ctx.app.now(), { isSoldOut: false })
  if (state && state !== 'scheduled') refuseState(state)
  await deleteParts(ctx, draft.id)
  const points = draft.points.map(({ closesAt, ...point }) => ({
    ...point,
    closesAt: closesAt ? new Date(closesAt) : null,
  }))
  await put(ctx, {
    ...draft,
    points,
    locationId,
    opensAt: new Date(opensAt),
    closesAt: new Date(closesAt),
    goalKind: goal.kind,
    goal: goal.target,
    cap: goal.cap,
  })
}

/** Deletes the items and points of a campaign. The campaign must not be open yet, so that no order refers to them. */
async function deleteParts(ctx: Context, campaignId: string) {
  const points = ctx.db
    .select({ id: campaignPoints.id })
    .from(campaignPoints)
    .where(eq(campaignPoints.campaignId, campaignId))
  await ctx.db.delete(campaignWindows).where(inArray(campaignWindows.pointId, points))
  await ctx.db.delete(campaignPoints).where(eq(campaignPoints.campaignId, campaignId))
  await ctx.db.delete(campaignItems).where(eq(campaignItems.campaignId, campaignId))
}

/** Carries the result of a rehearsal. It is thrown to roll back the rehearsal's transaction. */
class RehearsalResult<Result> extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('a rehearsal')
    this.result = result
  }
}

async function transactUnless<Result>(rehearse: boolean, ctx: Context, work: (ctx: Context) => Promise<Result>) {
  try {
    return await transact(ctx, async (ctx) => {
      const result = await work(ctx)
      if (rehearse) throw new RehearsalResult(result)
      return result
    })
  } catch (error) {
    // When a rehearsal ends, this error carries the result of `work`.
    if (error instanceof RehearsalResult) return error.result as Result
    throw error
  }
}
