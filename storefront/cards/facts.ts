import type { CampaignDetail, CampaignItem, CampaignState, CampaignSummary, Tier } from '#contract/campaigns.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import type { Money } from '#contract/money.ts'

/** The section in which the list of campaigns shows a campaign. */
export type CampaignPhase = 'open' | 'coming' | 'ended'

const phases: Record<CampaignState, CampaignPhase> = {
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

export const phaseOf = ({ state }: Pick<CampaignSummary, 'state'>): CampaignPhase => phases[state]

/** Whether shoppers can currently add the campaign's items to the cart. */
export const isJoinable = ({ state }: Pick<CampaignSummary, 'state'>) => state === 'open' || state === 'reached'

/** Whether shoppers get their goods: the campaign neither failed nor was cancelled. */
export const getsFulfilled = ({ state }: Pick<CampaignSummary, 'state'>) => state !== 'failed' && state !== 'cancelled'

const isFinal = (state: CampaignState) => state === 'failed' || state === 'cancelled' || state === 'done'

/** The milliseconds between polls of a campaign. Null once the campaign's state is final. */
export function pollIntervalOf({ state }: Pick<CampaignSummary, 'state'>): number | null {
  if (isFinal(state)) return null
  // An ended campaign changes its state only every few days, so the page polls less often. In the state `settling`, the
  // server still settles the orders, so the result comes soon and the page keeps polling often.
  return phaseOf({ state }) !== 'ended' || state === 'settling' ? 10_000 : 30_000
}

/** The progress towards the goal in percent, 0 to 100. 100 for a campaign without a goal. */
export function progressPercent({ goal, progress }: Pick<CampaignSummary, 'goal' | 'progress'>): number {
  if (goal.kind === 'none' || goal.target <= 0) return 100
  return Math.min(100, Math.floor((progress.reached * 100) / goal.target))
}

/** Whether the campaign offers delivery. */
export const offersDelivery = ({ points }: Pick<CampaignDetail, 'points'>) =>
  points.some(({ method }) => goesTo(method, 'address'))

/** Whether the campaign reached its goal. True for a campaign without a goal. */
export const hasReachedGoal = ({ goal, progress }: Pick<CampaignSummary, 'goal' | 'progress'>) =>
  goal.kind === 'none' || progress.missing === 0

/** The cap of a campaign without a goal, and how much of it is claimed. Null for all other campaigns. */
export function capClaimOf({ goal, progress }: Pick<CampaignSummary, 'goal' | 'progress'>) {
  const { kind, cap } = goal
  return kind === 'none' && cap !== null && progress.left !== null ? { claimed: cap - progress.left, cap } : null
}

/** The current price tier and the next one. `tiers` must be sorted by `from`, the lowest first. */
export function tiersOf({ tiers }: Pick<CampaignItem, 'tiers'>) {
  const now = tiers.findLast(({ isReached }) => isReached) ?? tiers[0] ?? null
  const next = tiers.find(({ isReached }) => !isReached) ?? null
  return { now, next: next === now ? null : next }
}

/**
 * The price of the last tier, to which `price` can still fall. Null if `price` is not the price of the current tier, or
 * if the last tier is not cheaper.
 */
export function lowestPriceOf(ladder: Tier[], price: Money): Money | null {
  const last = ladder.at(-1)?.price
  return last && tiersOf({ tiers: ladder }).now?.price.amount === price.amount && last.amount < price.amount
    ? last
    : null
}

export const campaignPath = (id: string) => `/store/groupCampaign/${encodeURIComponent(id)}`

/** The path of an item's page. The query names the campaign, so that the page uses the campaign's cart. */
export const itemPath = ({ id, fissionCampaignId }: Pick<CampaignItem, 'id' | 'fissionCampaignId'>) =>
  `/store/campaignItem/${encodeURIComponent(id)}?${new URLSearchParams({ FissionSale: fissionCampaignId })}`
