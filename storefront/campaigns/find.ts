import type { CampaignDetail } from '#contract/campaigns.ts'
import type { Client } from '#contract/client.ts'

/** Loads a campaign for a page that also works without the campaign. Null if the request fails. */
export function findCampaign(api: Client, id: string): Promise<CampaignDetail | null> {
  return api.campaigns.detail({ id }).catch(() => null)
}
