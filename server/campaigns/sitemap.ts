import { campaignParameter } from '#contract/constants.ts'
import type { SitemapEntry } from '#server/content/content.ts'
import type { Context } from '#server/platform/context.ts'
import { toSummary } from './responses.ts'
import type { FullCampaign } from './rows.ts'
import { loadAllCampaigns } from './rows.ts'

const listedStates = new Set(['scheduled', 'open', 'reached', 'full'])

/**
 * Lists the sitemap entries of group-buys: the list page, and the pages of each campaign that has not ended and of its
 * items. Empty if there are no such campaigns.
 */
export async function listPages(ctx: Context): Promise<SitemapEntry[]> {
  const current = (await loadAllCampaigns(ctx)).filter((found) => listedStates.has(toSummary(ctx, found).state))
  if (current.length === 0) return []
  return [{ path: '/store/groupCampaigns' }, ...current.flatMap(pagesOf)]
}

function pagesOf({ campaign, items, products }: FullCampaign): SitemapEntry[] {
  const id = encodeURIComponent(campaign.id)
  return [
    { path: `/store/groupCampaign/${id}`, image: campaign.cover },
    ...items.map((item) => ({
      path: `/store/campaignItem/${encodeURIComponent(item.id)}?${campaignParameter}=${id}`,
      image: products.get(item.sku)?.image ?? null,
    })),
  ]
}
