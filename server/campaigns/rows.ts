import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Buyable } from '#server/catalogue/catalogue.ts'
import { prepareBuyables, shopCurrency } from '#server/catalogue/catalogue.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { recordTopics } from '#server/platform/topics.ts'
import { lockCampaign, selectCampaign, selectItems, selectPoints } from './queries.ts'
import type { campaignJoins } from './tables.ts'
import { campaignItems, campaignPoints, campaigns, campaignWindows } from './tables.ts'

export type CampaignRow = typeof campaigns.$inferSelect
export type ItemRow = typeof campaignItems.$inferSelect
export type PointRow = typeof campaignPoints.$inferSelect
export type WindowRow = typeof campaignWindows.$inferSelect
export type JoinRow = typeof campaignJoins.$inferSelect

/** A campaign with all its parts. */
export interface FullCampaign {
  campaign: CampaignRow
  items: ItemRow[]
  points: (PointRow & { windows: WindowRow[] })[]
  location: LocationRow
  currency: string
  /** Catalogue data of the campaign's items, by SKU. */
  products: Map<string, Buyable>
}

/** Whether all pieces of all items of a campaign are paid. */
export function isSoldOut(items: ItemRow[]): boolean {
  return items.length > 0 && items.every(({ stock, sold }) => sold >= stock)
}

/** Finds a campaign by id; null if missing. */
export async function find(ctx: Context, id: string): Promise<CampaignRow | null> {
  recordTopics(ctx, 'campaigns')
  const [row] = await selectCampaign(ctx.db, { id })
  return row ?? null
}

/** Locks a campaign until the transaction ends. Fails with `not_found` for an unknown campaign. */
export async function lock(ctx: Context, id: string): Promise<CampaignRow> {
  const [row] = await lockCampaign(ctx.db, { id })
  return row ?? fail('not_found')
}

/** The items of a campaign in the sequence that the organiser chose, each with the pieces that `holder` holds. */
export async function findItems(ctx: Context, campaignId: string, holder = ''): Promise<(ItemRow & { own: number })[]> {
  const rows = await selectItems(ctx.db, { campaignId, holder })
  return rows.map(({ item, own }) => ({ ...item, own: own ?? 0 }))
}

/** The pickup points of a campaign with their windows, in the sequence that the organiser chose. */
export async function findPoints(ctx: Context, campaignId: string): Promise<FullCampaign['points']> {
  const rows = await selectPoints(ctx.db, { campaignId })
  const byPoint = Map.groupBy(rows, ({ point }) => point.id)
  return [...byPoint.values()].flatMap((group) =>
    group[0] ? [{ ...group[0].point, windows: group.flatMap(({ window }) => window ?? []) }] : [],
  )
}

/** Reads a campaign with all its parts. Fails with `not_found` for an unknown campaign. */
export async function loadCampaign(ctx: Context, id: string): Promise<FullCampaign> {
  const campaign = (await find(ctx, id)) ?? fail('not_found')
  const [items, points] = await inParallel(findItems(ctx, id), findPoints(ctx, id))
  return withProducts(ctx, { campaign, items, points })
}

/**
 * Reads all campaigns with their items and windows, the earliest to close first. Unlike `loadCampaign`, returns a point
 * once for each of its windows, with only that window.
 */
export async function loadAllCampaigns(ctx: Context): Promise<FullCampaign[]> {
  recordTopics(ctx, 'campaigns')
  const rows = await ctx.db.select().from(campaigns).orderBy(asc(campaigns.closesAt), asc(campaigns.id))
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const items = await ctx.db.select().from(campaignItems).where(inArray(campaignItems.campaignId, ids))
  const windows = await ctx.db
    .select({ point: campaignPoints, window: campaignWindows })
    .from(campaignPoints)
    .innerJoin(campaignWindows, eq(campaignWindows.pointId, campaignPoints.id))
    .where(inArray(campaignPoints.campaignId, ids))
  return Promise.all(
    rows.map((campaign) =>
      withProducts(ctx, {
        campaign,
        items: items.filter(({ campaignId }) => campaignId === campaign.id),
        points: windows
          .filter(({ point }) => point.campaignId === campaign.id)
          .map(({ point, window }) => ({ ...point, windows: [window] })),
      }),
    ),
  )
}

async function withProducts(
  ctx: Context,
  parts: Pick<FullCampaign, 'campaign' | 'items' | 'points'>,
): Promise<FullCampaign> {
  const { locationId } = parts.campaign
  const location = (await locations.find(ctx, locationId)) ?? fail('locations.none_open')
  const skus = parts.items.map(({ sku }) => sku)
  const products = await buyables(ctx, { skus, locationId, holder: '' })
  recordTopics(ctx, ...[...products.values()].map(({ productId }) => `product ${productId}` as const))
  return { ...parts, location, products, currency: await shopCurrency(ctx) }
}

/** Reads the catalogue data of these SKUs. */
export const buyables = prepareBuyables(() => sql`select unnest(${sql.placeholder('skus')}::text[])`)
