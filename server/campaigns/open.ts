import { toLocal } from '#contract/hours.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { CampaignRow } from './rows.ts'
import { reachedOf } from './states.ts'

/**
 * Refuses to join what is not open: `campaigns.ended`, `campaigns.cancelled`, `campaigns.full`, and before it opens
 * `campaigns.not_started` with `date` and `time`, in UTC unless `timeZone` is said.
 */
export function refuseClosed(ctx: Context, campaign: CampaignRow, timeZone = 'UTC') {
  const { outcome, opensAt, closesAt, cap } = campaign
  const now = ctx.app.now()
  if (outcome === 'cancelled') fail('campaigns.cancelled')
  if (now < opensAt) fail('campaigns.not_started', toLocal(opensAt, timeZone))
  if (outcome || now >= closesAt) fail('campaigns.ended')
  if (cap !== null && reachedOf(campaign) >= cap) fail('campaigns.full')
}

/** The same, with the times of its store. */
export async function refuseJoining(ctx: Context, campaign: CampaignRow): Promise<void> {
  const location = await locations.find(ctx, campaign.locationId)
  refuseClosed(ctx, campaign, location?.timeZone)
}
