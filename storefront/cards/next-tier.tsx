import type { Tier } from '#contract/campaigns.ts'
import { useShop } from '#storefront/core/shop.ts'
import { tiersOf } from './facts.ts'
import './campaign-card.css'

/** Says how many more pieces must sell before the price falls, and the new price. Renders nothing at the last tier. */
export function NextTier({ tiers, toNextTier }: { tiers: Tier[]; toNextTier: number | null }) {
  const { count, moneyText } = useShop()
  const { next } = tiersOf({ tiers })
  if (!next || toNextTier === null || toNextTier <= 0) return null
  return <p className="tier-next">{count('campaign.to_next', toNextTier, { price: moneyText(next.price) })}</p>
}
