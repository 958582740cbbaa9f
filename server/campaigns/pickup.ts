import type { PickupPoint } from '#contract/campaigns.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import type { Pickup } from './joins.ts'
import { ownJoins } from './joins.ts'
import type { CampaignRow } from './rows.ts'
import { find, pointsOf } from './rows.ts'
import { toPoint } from './wire.ts'

/** The pickup options of a campaign. */
export interface CampaignMethod {
  campaign: CampaignRow
  /** The campaign's points. A visitor who has joined before gets only the point and window of the first order. */
  points: PickupPoint[]
  /** The pickup point and time window of a visitor who has already joined this campaign; null for others. */
  joined: (Pickup & { orderId: string }) | null
  /** Whether the list of participants omits this visitor's name. */
  isHidden: boolean
}

/** Returns the visitor's pickup options in a campaign; null for an unknown campaign. */
export async function campaignMethod(ctx: Context, campaignId: string): Promise<CampaignMethod | null> {
  const campaign = await find(ctx, campaignId)
  if (!campaign) return null
  const [points, before] = await inParallel(pointsOf(ctx, campaignId), ownJoins(ctx, campaignId, ctx))
  const first = before.find(({ hasPlace }) => hasPlace)
  const joined = first
    ? { orderId: first.orderId, pickupPointId: first.pointId, date: first.date, from: first.from, until: first.until }
    : null
  const all = points.map((point) => toPoint(ctx, point))
  const isHidden = before.some(({ isHidden }) => isHidden)
  return { campaign, joined, isHidden, points: joined ? onlyThis(all, joined) : all }
}

function onlyThis(points: PickupPoint[], { pickupPointId, date, from }: Pickup): PickupPoint[] {
  return points
    .filter(({ id }) => id === pickupPointId)
    .map((point) => ({
      ...point,
      windows: point.windows
        .filter((window) => window.date === date && window.from === from)
        .map((window) => ({ ...window, state: 'free' as const })),
    }))
}
