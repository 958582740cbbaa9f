import { toLocal } from '#contract/hours.ts'
import * as locations from '#server/locations/locations.ts'
import { dateText, timeText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { CampaignRow } from './rows.ts'
import { reachedOf } from './states.ts'

/**
 * Fails with `campaigns.ended`, `campaigns.cancelled` or `campaigns.full` if a campaign is no longer open. If it is not
 * open yet, fails with `campaigns.not_started` and the `date` and `time` of the opening as text in this time zone.
 */
export function refuseClosed(ctx: Context, campaign: CampaignRow, timeZone = 'UTC') {
  const { outcome, opensAt, closesAt, cap } = campaign
  const now = ctx.app.now()
  if (outcome === 'cancelled') fail('campaigns.cancelled')
  if (now < opensAt) {
    const { date, time } = toLocal(opensAt, timeZone)
    fail('campaigns.not_started', { date: dateText(date, toLocal(now, timeZone).date), time: timeText(time) })
  }
  if (outcome || now >= closesAt) fail('campaigns.ended')
  if (cap !== null && reachedOf(campaign) >= cap) fail('campaigns.full')
}

/** Like `refuseClosed`, in the time zone of the campaign's store. */
export async function refuseJoining(ctx: Context, campaign: CampaignRow): Promise<void> {
  const location = await locations.find(ctx, campaign.locationId)
  refuseClosed(ctx, campaign, location?.timeZone)
}
