import type { PickupPoint } from '#contract/campaigns.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import type { Pickup } from './joins.ts'
import { findOwnJoins, isSameWindow } from './joins.ts'
import { toPoint } from './responses.ts'
import type { CampaignRow, FullCampaign, JoinRow } from './rows.ts'
import { find, findPoints } from './rows.ts'

/** The pickup options of a campaign. */
export interface PickupOptions {
  campaign: CampaignRow
  /** The campaign's points. A visitor who has joined before gets only the point and window of the first order. */
  points: PickupPoint[]
  /** The pickup point and time window of a visitor who has already joined this campaign; null for others. */
  joined: (Pickup & { orderId: string }) | null
  /** The visitor's orders at the point and window of `joined`, paid or being paid. */
  earlierOrderIds: string[]
  /** Whether the list of participants omits this visitor's name. */
  isHidden: boolean
}

/**
 * Returns the visitor's pickup options in a campaign; null for an unknown campaign. `replacedOrderId` is the unpaid
 * order that the visitor's next order replaces. The result ignores this order, and counts its place as free.
 */
export async function findPickupOptions(
  ctx: Context,
  { campaignId, replacedOrderId }: { campaignId: string; replacedOrderId: string | null },
): Promise<PickupOptions | null> {
  const campaign = await find(ctx, campaignId)
  if (!campaign) return null
  const [points, joins] = await inParallel(findPoints(ctx, campaignId), findOwnJoins(ctx, campaignId, ctx))
  const replaced = joins.find(({ orderId }) => orderId === replacedOrderId)
  const earlierJoins = joins.filter((join) => join !== replaced)
  const first = earlierJoins.find(({ hasPlace }) => hasPlace)
  const joined = first
    ? { orderId: first.orderId, pickupPointId: first.pointId, date: first.date, from: first.from, until: first.until }
    : null
  const earlierOrderIds = earlierJoins
    .filter((join) => first && isSameWindow(join, first))
    .map(({ orderId }) => orderId)
  const converted = withFreedPlace(points, replaced).map((point) => toPoint(ctx, point))
  const isHidden = earlierJoins.some(({ isHidden }) => isHidden)
  return { campaign, joined, earlierOrderIds, isHidden, points: joined ? onlyJoined(converted, joined) : converted }
}

/** Returns the points as if the order `join` did not take its place in the pickup window. */
function withFreedPlace(points: FullCampaign['points'], join: JoinRow | undefined): FullCampaign['points'] {
  if (!join?.hasPlace) return points
  return points.map((point) => ({
    ...point,
    windows: point.windows.map((window) =>
      isSameWindow(window, join) ? { ...window, taken: window.taken - 1 } : window,
    ),
  }))
}

function onlyJoined(points: PickupPoint[], { pickupPointId, date, from }: Pickup): PickupPoint[] {
  return points
    .filter(({ id }) => id === pickupPointId)
    .map((point) => ({
      ...point,
      windows: point.windows
        .filter((window) => window.date === date && window.from === from)
        .map((window) => ({ ...window, state: 'free' as const })),
    }))
}
