import type { CampaignStage, CampaignState, GoalKind } from '#contract/campaigns.ts'

/** The facts that decide a campaign's state. */
export interface StateFacts {
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

/** The state of a campaign at a time. `isSoldOut` tells whether all pieces of all items are paid. */
export function stateOf(facts: StateFacts, now: Date, { isSoldOut }: { isSoldOut: boolean }): CampaignState {
  const { opensAt, closesAt, outcome, settledAt, goalKind, cap, stage } = facts
  if (outcome === 'cancelled') return 'cancelled'
  if (outcome) return settledAt ? (stage ?? outcome) : 'settling'
  if (now < opensAt) return 'scheduled'
  if (now >= closesAt) return 'settling'
  if (isSoldOut || (cap !== null && progressOf(facts) >= cap)) return 'full'
  return goalKind !== 'none' && isReached(facts) ? 'reached' : 'open'
}

/** The progress of a campaign in the unit of its goal, or in pieces if it has no goal. */
export function progressOf({
  goalKind,
  participants,
  pieces,
  amount,
}: Pick<StateFacts, 'goalKind' | 'participants' | 'pieces' | 'amount'>): number {
  if (goalKind === 'participants') return participants
  return goalKind === 'amount' ? amount : pieces
}

/** Whether the paid orders reach the campaign's goal. */
export function isReached(facts: StateFacts): boolean {
  return progressOf(facts) >= facts.goal
}

/** The price tier of an item after `sold` pieces were paid. The first tier also applies before any piece is paid. */
export function tierAt<Tier extends { from: number }>(tiers: Tier[], sold: number): Tier {
  const reached = tiers.findLast(({ from }) => from <= sold) ?? tiers[0]
  if (!reached) throw new Error('an item has no price')
  return reached
}
