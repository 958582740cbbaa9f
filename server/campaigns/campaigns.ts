import type { CampaignDetail, CampaignItem, CampaignSummary, JoinedRow } from '#contract/campaigns.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'

/** Campaigns that are open, come, or are over. */
export async function list(_: Context): Promise<{ campaigns: CampaignSummary[] }> {
  return { campaigns: [] }
}

/** One campaign, whole; `not_found`. */
export async function detail(_: Context, { id }: { id: string }): Promise<CampaignDetail> {
  return fail('not_found', { id })
}

/** The items of a campaign; `not_found`. */
export async function items(
  _: Context,
  { fissionCampaignId: id }: { fissionCampaignId: string },
): Promise<{ items: CampaignItem[] }> {
  return fail('not_found', { id })
}

/** One item of a campaign; `not_found`. */
export async function item(_: Context, { id }: { id: string }): Promise<CampaignItem> {
  return fail('not_found', { id })
}

/** Who joined, masked; `not_found`. */
export async function joined(
  _: Context,
  { fissionCampaignId: id }: { fissionCampaignId: string },
): Promise<{ joined: JoinedRow[]; count: number; hasMore: boolean }> {
  return fail('not_found', { id })
}
