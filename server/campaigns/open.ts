import { toLocal } from '#contract/hours.ts'
import * as locations from '#server/locations/locations.ts'
import { dateText, timeText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { CampaignRow, PointRow } from './rows.ts'
import { find } from './rows.ts'
import { progressOf } from './states.ts'

/**
 * Fails with `campaigns.ended`, `campaigns.cancelled` or `campaigns.full` if a campaign is no longer open. If the
 * campaign is not open yet, fails with `campaigns.not_started`. This error has the `date` and `time` of the opening in
 * the given time zone.
 */
export function requireOpen(ctx: Context, campaign: CampaignRow, timeZone = 'UTC') {
  const { outcome, opensAt, closesAt, cap } = campaign
  const now = ctx.app.now()
  if (outcome === 'cancelled') fail('campaigns.cancelled')
  if (now < opensAt) {
    const { date, time } = toLocal(opensAt, timeZone)
    fail('campaigns.not_started', { date: dateText(date, toLocal(now, timeZone).date), time: timeText(time) })
  }
  if (outcome || now >= closesAt) fail('campaigns.ended')
  if (cap !== null && progressOf(campaign) >= cap) fail('campaigns.full')
}

/** Whether a pickup point takes no further orders, because its time to close has passed. */
export function isPointClosed({ app }: Context, { closesAt }: Pick<PointRow, 'closesAt'>): boolean {
  return closesAt !== null && closesAt <= app.now()
}

/** Whether staff cancelled the group-buy of an order. False for orders without a group-buy. */
export async function isCalledOff(ctx: Context, { campaignId }: { campaignId: string }): Promise<boolean> {
  return campaignId !== '' && (await find(ctx, campaignId))?.outcome === 'cancelled'
}

/** Like `requireOpen`, but states the time of the opening in the time zone of the campaign's store. */
export async function requireJoinable(ctx: Context, campaign: CampaignRow): Promise<void> {
  const location = await locations.find(ctx, campaign.locationId)
  requireOpen(ctx, campaign, location?.timeZone)
}
