import { eq, inArray } from 'drizzle-orm'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { toInstant } from '#contract/hours.ts'
import type { CampaignDraft } from '#contract/office/campaigns.ts'
import type { Buyable } from '#server/catalogue/catalogue.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import * as locations from '#server/locations/locations.ts'
import { both, leadText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { isFalling, put } from './campaign-input.ts'
import { buyables, find } from './rows.ts'
import { campaign, refuseState } from './staff.ts'
import { stateOf } from './states.ts'
import { campaignItems, campaignPoints, campaignWindows } from './tables.ts'

/** The owner's drafts of group-buys. */

/**
 * Adds a campaign, or replaces a campaign that has not opened yet. The default cover is the first item's picture. With
 * `rehearse`, returns the result but stores nothing. Fails with `campaigns.state` if the campaign has already opened,
 * and with `staff.unknown` for an unknown store or SKU. Fails with `campaigns.times`, `campaigns.goal`,
 * `campaigns.prices`, `campaigns.twice`, `campaigns.windows` or `checkout.method_unavailable` for an invalid draft.
 */
export async function createCampaign(
  ctx: Context,
  { rehearse, ...draft }: CampaignDraft & { rehearse: boolean },
): Promise<CampaignSummary> {
  const location = await locations.find(ctx, draft.location)
  if (!location) fail('staff.unknown', { what: both('staff.a_store', { name: draft.location }) }, 'location')
  refuseUnsound(ctx, draft, location)
  const goods = await goodsOf(ctx, draft)
  refuseEarly(draft, location, goods)
  const cover = draft.cover ?? goods[0]?.image ?? null
  return keepUnless(rehearse, ctx, async (ctx) => {
    await replace(ctx, { ...draft, cover })
    return campaign(ctx, { campaign: draft.id })
  })
}

function refuseUnsound(ctx: Context, { opensAt, closesAt, goal, items, points }: CampaignDraft, location: LocationRow) {
  const closing = new Date(closesAt)
  if (new Date(opensAt) >= closing || closing <= ctx.app.now()) fail('campaigns.times', undefined, 'closesAt')
  const isOdd = (goal.kind === 'none') !== (goal.target === 0) || (goal.cap !== null && goal.cap < goal.target)
  if (isOdd) fail('campaigns.goal', undefined, 'goal')
  for (const { sku, tiers } of items) if (!isFalling(tiers)) fail('campaigns.prices', { sku }, 'items')
  if (new Set(items.map(({ sku }) => sku)).size < items.length) fail('campaigns.twice', undefined, 'items')
  for (const { method, windows } of points) {
    if (!location.methods.includes(method)) fail('checkout.method_unavailable', undefined, 'points')
    for (const { date, from, until } of windows) {
      const start = toInstant(date, from, location.timeZone)
      if (from >= until || !start || start < closing) fail('campaigns.windows', { date, from, until }, 'points')
    }
  }
}

/** The catalogue data of the items, in their order. */
async function goodsOf(ctx: Context, { items, location: locationId }: CampaignDraft): Promise<Buyable[]> {
  const skus = items.map(({ sku }) => sku)
  const found = await buyables(ctx, { skus, locationId, holder: '' })
  return skus.map(
    (sku) => found.get(sku) ?? fail('staff.unknown', { what: both('staff.a_sku', { name: sku }) }, 'items'),
  )
}

/** Fails with `campaigns.windows` if a pickup window starts before the goods of the last order can be ready. */
function refuseEarly({ closesAt, points }: CampaignDraft, { timeZone }: LocationRow, goods: Buyable[]) {
  const longest = goods.reduce<Buyable | null>(
    (one, other) => (other.leadMinutes > (one?.leadMinutes ?? 0) ? other : one),
    null,
  )
  if (!longest) return
  const ready = new Date(new Date(closesAt).getTime() + longest.leadMinutes * 60_000)
  for (const { date, from, until } of points.flatMap(({ windows }) => windows)) {
    const start = toInstant(date, from, timeZone)
    if (start && start >= ready) continue
    const words = { name: longest.name, lead: leadText(longest.leadMinutes) }
    fail('campaigns.windows', { message: 'checkout.lead_handout', date, from, until, ...words }, 'points')
  }
}

async function replace(ctx: Context, { location: locationId, goal, opensAt, closesAt, ...draft }: CampaignDraft) {
  const before = await find(ctx, draft.id)
  const state = before && stateOf(before, ctx.app.now(), false)
  if (state && state !== 'scheduled') refuseState(state)
  await forgetParts(ctx, draft.id)
  const points = draft.points.map(({ closesAt, ...point }) => ({
    ...point,
    closesAt: closesAt ? new Date(closesAt) : null,
  }))
  await put(ctx, {
    ...{ ...draft, points, locationId, opensAt: new Date(opensAt), closesAt: new Date(closesAt) },
    ...{ goalKind: goal.kind, goal: goal.target, cap: goal.cap },
  })
}

/** Deletes the items and points of a campaign. Safe before the campaign opens, because no order refers to them yet. */
async function forgetParts(ctx: Context, campaignId: string) {
  const points = ctx.db
    .select({ id: campaignPoints.id })
    .from(campaignPoints)
    .where(eq(campaignPoints.campaignId, campaignId))
  await ctx.db.delete(campaignWindows).where(inArray(campaignWindows.pointId, points))
  await ctx.db.delete(campaignPoints).where(eq(campaignPoints.campaignId, campaignId))
  await ctx.db.delete(campaignItems).where(eq(campaignItems.campaignId, campaignId))
}

/** Carries the result of a rehearsal. It is thrown to roll back the rehearsal's transaction. */
class Rehearsed<Answer> extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('a rehearsal')
    this.answer = answer
  }
}

async function keepUnless<Answer>(rehearse: boolean, ctx: Context, work: (ctx: Context) => Promise<Answer>) {
  try {
    return await transact(ctx, async (ctx) => {
      const answer = await work(ctx)
      if (rehearse) throw new Rehearsed(answer)
      return answer
    })
  } catch (error) {
    // The rehearsal threw this error, with the result of `work`.
    if (error instanceof Rehearsed) return error.answer as Answer
    throw error
  }
}
