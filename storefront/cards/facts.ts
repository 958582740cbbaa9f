import type { CampaignDetail, CampaignItem, CampaignState, CampaignSummary } from '#contract/campaigns.ts'

/** Which part of the list a campaign stands in. */
export type Part = 'open' | 'coming' | 'ended'

const parts: Record<CampaignState, Part> = {
  scheduled: 'coming',
  open: 'open',
  reached: 'open',
  full: 'open',
  settling: 'ended',
  succeeded: 'ended',
  failed: 'ended',
  cancelled: 'ended',
  ordered: 'ended',
  arrived: 'ended',
  handing_out: 'ended',
  done: 'ended',
}

export const partOf = ({ state }: Pick<CampaignSummary, 'state'>): Part => parts[state]

/** Whether something can be put into its cart now. */
export const isJoinable = ({ state }: Pick<CampaignSummary, 'state'>) => state === 'open' || state === 'reached'

/** Whether anything of it is had in the end. */
export const isHad = ({ state }: Pick<CampaignSummary, 'state'>) => state !== 'failed' && state !== 'cancelled'

const isFinal = (state: CampaignState) => state === 'failed' || state === 'cancelled' || state === 'done'

/** How often it is looked whether what is shown of it changed, in milliseconds; null where nothing more comes. */
export function askEvery({ state }: Pick<CampaignSummary, 'state'>): number | null {
  if (isFinal(state)) return null
  // What succeeded goes on by the organiser's word, a few times in days.
  return partOf({ state }) !== 'ended' || state === 'settling' ? 10_000 : 30_000
}

/** How much of the goal is there, from 0 to 100; of one without a goal nothing is to be filled. */
export function percentOf({ goal, progress }: Pick<CampaignSummary, 'goal' | 'progress'>): number {
  if (goal.kind === 'none' || goal.target <= 0) return 100
  return Math.min(100, Math.floor((progress.reached * 100) / goal.target))
}

/** Whether one can have it brought. */
export const isBrought = ({ points }: Pick<CampaignDetail, 'points'>) =>
  points.some(({ method }) => method === 'DELIVERY')

/** Whether the goal is there. */
export const hasReached = ({ goal, progress }: Pick<CampaignSummary, 'goal' | 'progress'>) =>
  goal.kind === 'none' || progress.missing === 0

/** The tier that is paid now, and the one that comes next; tiers are in order. */
export function tiersOf({ tiers }: Pick<CampaignItem, 'tiers'>) {
  const now = tiers.findLast(({ isReached }) => isReached) ?? tiers[0] ?? null
  const next = tiers.find(({ isReached }) => !isReached) ?? null
  return { now, next: next === now ? null : next }
}

export const campaignPath = (id: string) => `/store/groupCampaign/${encodeURIComponent(id)}`

/** The page of an item, which names its campaign so that the cart on it is the campaign's. */
export const itemPath = ({ id, fissionCampaignId }: Pick<CampaignItem, 'id' | 'fissionCampaignId'>) =>
  `/store/campaignItem/${encodeURIComponent(id)}?${new URLSearchParams({ FissionSale: fissionCampaignId })}`
