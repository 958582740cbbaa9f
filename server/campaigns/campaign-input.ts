import { sql } from 'drizzle-orm'
import type { SlotMethod } from '#contract/fulfilment-methods.ts'
import { noText } from '#contract/languages.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { picturesIn, recordPictures } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import type { CampaignRow } from './rows.ts'
import { clearSoldOut } from './sold-out.ts'
import { campaignItems, campaignPoints, campaigns, campaignWindows } from './tables.ts'

/** The organiser's input for a campaign. Ids of items and points derive from the campaign's id. */
export interface CampaignInput {
  id: string
  locationId: string
  title: Text
  organiser: Text
  story?: Text
  rules?: Text
  cover?: Image | null
  opensAt: Date
  closesAt: Date
  /** The unit of the goal: people, pieces or minor units. With `none`, any campaign with paid orders succeeds. */
  goalKind: CampaignRow['goalKind']
  goal?: number
  cap?: number | null
  perPerson?: number | null
  allowsCoupons?: boolean
  allowsTransfer?: boolean
  allowsCash?: boolean
  items: {
    sku: string
    stock: number
    /**
     * The price tiers. `price` is per piece in minor units, and applies once `from` pieces are paid. The first tier
     * starts at 1.
     */
    tiers: { from: number; price: number }[]
    perOrder?: number | null
    perPerson?: number | null
  }[]
  points: {
    /** With DELIVERY, the point represents a van that delivers to the shoppers. */
    method?: SlotMethod
    name: Text
    address: string
    contact?: string
    note?: Text
    closesAt?: Date | null
    windows: { date: string; from: string; until: string; capacity?: number | null }[]
  }[]
}

/**
 * Adds or replaces a campaign. Existing items, points and windows that are missing from the input stay. Throws if the
 * price tiers of an item break the rules of `isFalling`.
 */
export async function put(ctx: Context, input: CampaignInput): Promise<void> {
  for (const { sku, tiers } of input.items) {
    if (!isFalling(tiers)) throw new RangeError(`the prices of ${sku} do not fall from 1 piece on`)
  }
  await transact(ctx, async (ctx) => {
    await putCampaign(ctx, input)
    await putItems(ctx, input)
    await putPoints(ctx, input)
    await publishCatalogueChange(ctx)
    clearSoldOut(ctx)
  })
}

/**
 * Whether price tiers are valid. The first tier starts at one piece. Each later tier starts at more pieces and has a
 * lower price. All prices are above 0.
 */
export function isFalling(tiers: { from: number; price: number }[]): boolean {
  const [first] = tiers
  return (
    first?.from === 1 &&
    tiers.every(({ from, price }, index) => {
      const before = tiers[index - 1]
      return price > 0 && (!before || (from > before.from && price < before.price))
    })
  )
}

async function putCampaign(ctx: Context, { items: _, points: __, ...input }: CampaignInput) {
  const { id, ...values } = { story: noText, rules: noText, ...input }
  await ctx.db
    .insert(campaigns)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: campaigns.id, set: values })
  await recordPictures(
    ctx,
    picturesIn(values).map((image) => ({ image, name: values.title })),
  )
}

async function putItems(ctx: Context, { id: campaignId, items }: CampaignInput) {
  const rows = items.map((item, position) => ({ ...item, id: `${campaignId}-${item.sku}`, campaignId, position }))
  if (rows.length === 0) return
  await ctx.db
    .insert(campaignItems)
    .values(rows)
    .onConflictDoUpdate({
      target: [campaignItems.campaignId, campaignItems.sku],
      set: {
        position: sql`excluded.position`,
        stock: sql`excluded.stock`,
        tiers: sql`excluded.tiers`,
        perOrder: sql`excluded.per_order`,
        perPerson: sql`excluded.per_person`,
      },
    })
}

async function putPoints(ctx: Context, { id: campaignId, points }: CampaignInput) {
  const rows = points.map(({ windows: _, note = noText, ...point }, position) => ({
    ...point,
    note,
    id: `${campaignId}-p${position + 1}`,
    campaignId,
    position,
  }))
  if (rows.length === 0) return
  await ctx.db
    .insert(campaignPoints)
    .values(rows)
    .onConflictDoUpdate({
      target: campaignPoints.id,
      set: {
        method: sql`excluded.method`,
        name: sql`excluded.name`,
        address: sql`excluded.address`,
        contact: sql`excluded.contact`,
        note: sql`excluded.note`,
        closesAt: sql`excluded.closes_at`,
      },
    })
  const windows = points.flatMap(({ windows }, position) =>
    windows.map((window) => ({ ...window, pointId: `${campaignId}-p${position + 1}` })),
  )
  if (windows.length === 0) return
  await ctx.db
    .insert(campaignWindows)
    .values(windows)
    .onConflictDoUpdate({
      target: [campaignWindows.pointId, campaignWindows.date, campaignWindows.from],
      set: { until: sql`excluded.until_time`, capacity: sql`excluded.capacity` },
    })
}
