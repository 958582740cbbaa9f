import type { CampaignStage, CampaignState, GoalKind } from '#contract/campaigns.ts'

/** What a campaign's state comes from. */
export interface Standing {
  opensAt: Date
  closesAt: Date
  goalKind: GoalKind
  goal: number
  cap: number | null
  participants: number
  pieces: number
  amount: number
  outcome: 'succeeded' | 'failed' | 'cancelled' | null
  settledAt: Date | null
  stage: CampaignStage | null
}

/** Where a campaign stands at a moment; `isSoldOut`: no piece of any item is left to be paid. */
export function stateOf(standing: Standing, now: Date, isSoldOut: boolean): CampaignState {
  const { opensAt, closesAt, outcome, settledAt, goalKind, cap, stage } = standing
  if (outcome === 'cancelled') return 'cancelled'
  if (outcome) return settledAt ? (stage ?? outcome) : 'settling'
  if (now < opensAt) return 'scheduled'
  if (now >= closesAt) return 'settling'
  if (isSoldOut || (cap !== null && reachedOf(standing) >= cap)) return 'full'
  return goalKind !== 'none' && isReached(standing) ? 'reached' : 'open'
}

/** How far a campaign is, in what it counts: pieces where it has no goal. */
export function reachedOf({ goalKind, participants, pieces, amount }: Standing): number {
  return goalKind === 'participants' ? participants : goalKind === 'amount' ? amount : pieces
}

/** Whether it takes place as it stands. */
export function isReached(standing: Standing): boolean {
  return reachedOf(standing) >= standing.goal
}

/** Price and tier of a piece when so many are paid: the first tier counts from the beginning. */
export function tierAt<Tier extends { from: number }>(tiers: Tier[], sold: number): Tier {
  const reached = tiers.findLast(({ from }) => from <= sold) ?? tiers[0]
  if (!reached) throw new Error('an item has no price')
  return reached
}
