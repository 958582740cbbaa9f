import type { CampaignDetail } from '#contract/campaigns.ts'
import type { Client } from '#contract/client.ts'

/** A campaign, for a page that stands without it too: null where it cannot be learnt. */
export function findCampaign(api: Client, id: string): Promise<CampaignDetail | null> {
  return api.campaigns.detail({ id }).catch(() => null)
}
