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
  return (
    <ol className="ladder" aria-label={label}>
      {tiers.map((tier) => (
        <li
          key={tier.from}
          className="tier"
          aria-current={tier === now || undefined}
          data-reached={tier.isReached || undefined}
        >
          <span className="tier-from">
            {tier.from <= 1 ? t('campaign.tier_first') : t('campaign.tier_from', { count: tier.from })}
          </span>
          <strong className="tier-price">
            <Price money={tier.price} isExact />
          </strong>
          <span className="tier-state">
            {tier === now ? t('campaign.tier_now') : tier.isReached ? t('campaign.tier_reached') : '\u00a0'}
          </span>
        </li>
      ))}
    </ol>
  )
}
