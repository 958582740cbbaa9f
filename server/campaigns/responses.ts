import type {
  CampaignDetail,
  CampaignItem,
  CampaignParticipant,
  CampaignSummary,
  PickupPoint,
  Tier,
} from '#contract/campaigns.ts'
import { noText, sameText } from '#contract/languages.ts'
import { publishedPieces } from '#contract/quantities.ts'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { isPointClosed } from './open.ts'
import type { FullCampaign, ItemRow, JoinRow } from './rows.ts'
import { isSoldOut } from './rows.ts'
import { progressOf, stateOf, tierAt } from './states.ts'

/** A window with at most this many places left is marked as nearly full. */
const nearlyFullPlaces = 5

/** Converts a campaign for lists. */
export function toSummary(
  ctx: Context,
  { campaign, items, points, location, currency }: FullCampaign,
): CampaignSummary {
  const { id, title, organiser, cover, opensAt, closesAt, goalKind, goal, cap } = campaign
  const { participants, pieces, amount } = campaign
  const reached = progressOf(campaign)
  const prices = items.map(({ tiers, sold }) => tierAt(tiers, sold).price)
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const now = ctx.app.now()
  return {
    id,
    title,
    organiser,
    cover,
    state: stateOf(campaign, now, { isSoldOut: isSoldOut(items) }),
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    timeZone: location.timeZone,
    locationId: location.id,
    localStoreName: location.name,
    goal: { kind: goalKind, target: goal, cap },
    progress: {
      participants,
      pieces,
      amount: { amount, currency },
      reached,
      missing: Math.max(0, goal - reached),
      left: cap === null ? null : Math.max(0, cap - reached),
    },
    pickupDates: [...new Set(points.flatMap(({ windows }) => windows.map(({ date }) => date)))].sort(),
    fromPrice: prices.length === 0 ? null : { amount: lowest, currency },
    priceTo: highest > lowest ? { amount: highest, currency } : null,
    ...ladderOf(items, currency),
    serverTime: now.toISOString(),
    settledAt: campaign.settledAt?.toISOString() ?? null,
  }
}

/** Converts a campaign with all its parts, but without the visitor's orders in it. */
export function toDetail(ctx: Context, found: FullCampaign): Omit<CampaignDetail, 'mine'> {
  const { story, rules, perPerson, allowsCoupons, allowsCash } = found.campaign
  return {
    ...toSummary(ctx, found),
    story,
    rules,
    items: found.items.map((item) => toItem(item, found)),
    points: found.points.map((point) => toPoint(ctx, point)),
    perPerson,
    allowsCoupons,
    allowsCash,
  }
}

const toTiers = ({ tiers, sold }: Pick<ItemRow, 'tiers' | 'sold'>, currency: string): Tier[] =>
  tiers.map(({ from, price }) => ({ from, price: { amount: price, currency }, isReached: from <= sold }))

/**
 * The tiers of the item with the most tiers, and how many more pieces must be sold to reach its next tier. If several
 * items tie, the first of them counts. No tiers if each item has a single price.
 */
function ladderOf(items: ItemRow[], currency: string): Pick<CampaignSummary, 'ladder' | 'toNextTier'> {
  const maxTiers = Math.max(1, ...items.map(({ tiers }) => tiers.length))
  const item = maxTiers > 1 && items.find(({ tiers }) => tiers.length === maxTiers)
  return item ? { ladder: toTiers(item, currency), toNextTier: toNextTier(item) } : { ladder: [], toNextTier: null }
}

/** The number of pieces that must still be sold to reach an item's next tier; null at the last tier. */
function toNextTier({ tiers, sold }: Pick<ItemRow, 'tiers' | 'sold'>): number | null {
  const current = tierAt(tiers, sold)
  const next = tiers.find(({ from }) => from > Math.max(sold, current.from))
  return next ? next.from - sold : null
}

/** Converts an item with its current price. */
export function toItem(
  item: ItemRow,
  { products, currency }: Pick<FullCampaign, 'products' | 'currency'>,
): CampaignItem {
  const { id, campaignId, sku, tiers, stock, held, sold, perOrder, perPerson } = item
  const product = products.get(sku)
  const current = tierAt(tiers, sold)
  const name: Text = product?.name ?? sameText(sku)
  return {
    id,
    fissionCampaignId: campaignId,
    productId: product?.productId ?? '',
    sku,
    name,
    optionText: product?.optionText ?? noText,
    image: product?.image ?? null,
    price: { amount: current.price, currency },
    regularPrice: { amount: Math.max(current.price, product?.price ?? current.price), currency },
    tiers: toTiers(item, currency),
    sold,
    toNextTier: toNextTier(item),
    purchasable: product?.published ? publishedPieces(stock - held - sold) : 0,
    perOrder,
    perPerson,
  }
}

/** Converts a pickup point. The `state` of each window says how full the window is; `full` if the point has closed. */
export function toPoint(ctx: Context, point: FullCampaign['points'][number]): PickupPoint {
  const { id, method, name, address, contact, note, windows, closesAt } = point
  const isClosed = isPointClosed(ctx, point)
  return {
    id,
    method,
    name,
    address,
    contact,
    note,
    windows: windows.map(({ date, from, until, capacity, taken }) => ({
      date,
      from,
      until,
      state: isClosed ? 'full' : windowState(capacity, taken),
    })),
    closesAt: closesAt?.toISOString() ?? null,
  }
}

function windowState(capacity: number | null, taken: number): 'full' | 'few' | 'free' {
  if (capacity === null) return 'free'
  if (taken >= capacity) return 'full'
  return capacity - taken <= nearlyFullPlaces ? 'few' : 'free'
}

/** Converts a paid order for the public list of participants. The name is empty if the buyer hides it. */
export function toJoined(ctx: Context, row: JoinRow & { isFurther: boolean }): CampaignParticipant {
  const { number, name, isHidden, items, joinedAt, sessionId, memberId, isFurther } = row
  return {
    number: number ?? 0,
    name: isHidden ? '' : name,
    items: items.map(({ name, optionText, quantity }) => ({ name, optionText, quantity })),
    at: joinedAt.toISOString(),
    isOwn: sessionId === ctx.sessionId || (memberId !== null && memberId === ctx.memberId),
    isFurther,
  }
}
