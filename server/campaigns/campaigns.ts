import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type {
  CampaignDetail,
  CampaignItem,
  CampaignParticipant,
  CampaignState,
  CampaignSummary,
} from '#contract/campaigns.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { findOwnJoins } from './joins.ts'
import { toDetail, toItem, toJoined, toSummary } from './responses.ts'
import { buyables, find, loadAllCampaigns, loadCampaign } from './rows.ts'
import { campaignItems, campaignJoins } from './tables.ts'

export type { CampaignInput } from './campaign-input.ts'
export { put } from './campaign-input.ts'
export type { CampaignLine } from './campaign-stock.ts'
export { hold, release } from './campaign-stock.ts'
export { createCampaign } from './draft.ts'
export type { JoinInput, Pickup } from './joins.ts'
export { join, leave, recordPayment, removePieces } from './joins.ts'
export { hide } from './name-privacy.ts'
export type { CampaignOffer } from './offer.ts'
export { enter, findFinalPrices, findOffer } from './offer.ts'
export { isCalledOff, requireJoinable } from './open.ts'
export { claim, erase, moveToSession, transfer } from './ownership.ts'
export { requireWithinLimits } from './person-limits.ts'
export type { PickupOptions } from './pickup.ts'
export { findPickupOptions } from './pickup.ts'
export { findRemainingItems, findRemainingItemsOf } from './remaining-items.ts'
export type { CampaignRow } from './rows.ts'
export { markSettled, publishStates, settleDue } from './settlement.ts'
export { recordSoldOut, requireNotSoldOut } from './sold-out.ts'
export * as staff from './staff.ts'
/** Whether a campaign's paid orders reach its goal. */
export { isReached as hasReached } from './states.ts'
export { find }

/** Returns the given SKUs that a group-buy offers or has offered. */
export async function findReferencedSkus(ctx: Context, { skus }: { skus: string[] }): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ sku: campaignItems.sku })
    .from(campaignItems)
    .where(sql`${campaignItems.sku} in (select json_array_elements_text(${JSON.stringify(skus)}::json))`)
  return rows.map(({ sku }) => sku)
}

/** The rank of each state in lists; lower ranks come first. */
const stateRanks: Record<CampaignState, number> = {
  open: 0,
  reached: 0,
  full: 0,
  scheduled: 1,
  settling: 2,
  succeeded: 2,
  failed: 2,
  cancelled: 2,
  ordered: 2,
  arrived: 2,
  handing_out: 2,
  done: 2,
}

/**
 * Lists the open campaigns, the soonest to close first. Then lists the scheduled campaigns, the soonest to open first,
 * and then the ended campaigns, the last closed first.
 */
export async function list(ctx: Context): Promise<{ campaigns: CampaignSummary[] }> {
  const all = (await loadAllCampaigns(ctx)).map((found) => toSummary(ctx, found))
  return {
    campaigns: all.sort((one, other) => stateRanks[one.state] - stateRanks[other.state] || compareTime(one, other)),
  }
}

function compareTime(one: CampaignSummary, other: CampaignSummary): number {
  if (stateRanks[one.state] === 2) return Date.parse(other.closesAt) - Date.parse(one.closesAt)
  const timeOf = ({ state, opensAt, closesAt }: CampaignSummary) =>
    Date.parse(state === 'scheduled' ? opensAt : closesAt)
  return timeOf(one) - timeOf(other)
}

/** Returns a campaign with the visitor's orders in it. Fails with `not_found` for an unknown campaign. */
export async function detail(ctx: Context, { id }: { id: string }): Promise<CampaignDetail> {
  const found = await loadCampaign(ctx, id)
  return { ...toDetail(ctx, found), mine: await findOwn(ctx, id) }
}

async function findOwn(ctx: Context, id: string): Promise<CampaignDetail['mine']> {
  const rows = await findOwnJoins(ctx, id, ctx)
  if (rows.length === 0) return null
  const place = rows.find(({ hasPlace }) => hasPlace)
  return {
    orders: rows
      .filter(({ state }) => state !== 'held')
      .map(({ orderId, pieces, pickupCode }) => ({ orderID: orderId, pieces, pickupCode })),
    isHidden: rows.some(({ isHidden }) => isHidden),
    pickup: place ? { pickupPointId: place.pointId, date: place.date, from: place.from, until: place.until } : null,
  }
}

/** Returns the items of a campaign. Fails with `not_found` for an unknown campaign. */
export async function items(
  ctx: Context,
  { fissionCampaignId }: { fissionCampaignId: string },
): Promise<{ items: CampaignItem[] }> {
  const found = await loadCampaign(ctx, fissionCampaignId)
  return { items: found.items.map((item) => toItem(item, found)) }
}

/** Returns one item of a campaign. Fails with `not_found` for an unknown item. */
export async function item(ctx: Context, { id }: { id: string }): Promise<CampaignItem> {
  const [row] = await ctx.db.select().from(campaignItems).where(eq(campaignItems.id, id))
  const campaign = row && (await find(ctx, row.campaignId))
  if (!row || !campaign) return fail('not_found')
  const products = await buyables(ctx, { skus: [row.sku], locationId: campaign.locationId, holder: '' })
  return toItem(row, { products, currency: await shopCurrency(ctx) })
}

/**
 * Lists the paid orders of a campaign with the buyers' masked names, the latest payment first. Omits orders that
 * left the campaign. Fails with `not_found` for an unknown campaign.
 */
export async function joined(
  ctx: Context,
  {
    fissionCampaignId,
    numberToLoad,
    startingPosition,
  }: { fissionCampaignId: string; numberToLoad: number; startingPosition: number },
): Promise<{ joined: CampaignParticipant[]; count: number; hasMore: boolean }> {
  if (!(await find(ctx, fissionCampaignId))) fail('not_found')
  const joinedOnly = and(
    eq(campaignJoins.campaignId, fissionCampaignId),
    inArray(campaignJoins.state, ['paid', 'settling', 'settled']),
  )
  const [counted] = await ctx.db.select({ all: count() }).from(campaignJoins).where(joinedOnly)
  const all = counted?.all ?? 0
  const furtherCondition = sql<boolean>`exists (select 1 from campaign_joins first
    where first.campaign_id = campaign_joins.campaign_id and first.person = campaign_joins.person
      and first.number < campaign_joins.number and first.state <> 'left')`
  const rows = await ctx.db
    .select({ row: campaignJoins, isFurther: furtherCondition })
    .from(campaignJoins)
    .where(joinedOnly)
    .orderBy(desc(campaignJoins.number))
    .limit(numberToLoad)
    .offset(startingPosition)
  return {
    joined: rows.map(({ row, isFurther }) => toJoined(ctx, { ...row, isFurther })),
    count: all,
    hasMore: startingPosition + rows.length < all,
  }
}
