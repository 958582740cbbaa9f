import type { Tier } from '#contract/campaigns.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import { tiersOf } from './facts.ts'
import './ladder.css'

/** The price tiers by pieces sold, with the current one marked. Renders nothing if there is a single price. */
export function Ladder({ tiers, label }: { tiers: Tier[]; label: string }) {
  const { t } = useShop()
  if (tiers.length < 2) return null
  const { now } = tiersOf({ tiers })
  const rangeText = ({ from }: Tier, next: Tier | undefined) => {
    if (!next) return t('campaign.tier_from', { from })
    return next.from - 1 > from ? t('campaign.tier_span', { from, to: next.from - 1 }) : `${from}`
  }
  const stateText = (tier: Tier) => {
    if (tier === now) return t('campaign.tier_now')
    // Without a state to show, the no-break space keeps the line as high as the lines of the other tiers.
    return tier.isReached ? t('campaign.tier_reached') : '\u00a0'
  }
  return (
    <ol className="ladder" aria-label={label}>
      {tiers.map((tier, index) => (
        <li
          key={tier.from}
          className="tier"
          aria-current={tier === now || undefined}
          data-reached={tier.isReached || undefined}
        >
          <span className="tier-from">{rangeText(tier, tiers[index + 1])}</span>
          <strong className="tier-price">
            <Price money={tier.price} isExact />
          </strong>
          <span className="tier-state">{stateText(tier)}</span>
        </li>
      ))}
    </ol>
  )
}
