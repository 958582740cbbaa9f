import type { Entry } from '#server/content/sitemap.ts'
import type { Context } from '#server/platform/context.ts'
import { list } from './campaigns.ts'

const worthFinding = new Set(['scheduled', 'open', 'reached', 'full'])

/** The group-buys' part of the sitemap: their list, and each that is open or comes; nothing while there is none. */
export async function listPages(ctx: Context): Promise<Entry[]> {
  const { campaigns } = await list(ctx)
  const current = campaigns.filter(({ state }) => worthFinding.has(state))
  if (current.length === 0) return []
  return [
    { path: '/store/groupCampaigns' },
    ...current.map(({ id, cover }) => ({ path: `/store/groupCampaign/${encodeURIComponent(id)}`, image: cover })),
  ]
}
