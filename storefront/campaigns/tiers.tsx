import type { CampaignItem } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { tiersOf } from '#storefront/cards/facts.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import './item.css'

/**
 * An item's price tiers by pieces sold, with the current tier and the pieces missing for the next. Renders nothing with
 * a single price.
 */
export function Tiers({ item }: { item: CampaignItem }) {
  const { t, count, say, locale } = useShop()
  if (item.tiers.length < 2) return null
  const { now, next } = tiersOf(item)
  return (
    <div className="tiers">
      <ol aria-label={`${say(item.name)}: ${t('campaign.tiers')}`}>
        {item.tiers.map((tier) => (
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
      {next && item.toNextTier !== null && item.toNextTier > 0 && (
        <p className="tier-next">
          {count('campaign.to_next', item.toNextTier, { price: formatMoney(next.price, locale) })}
        </p>
      )}
    </div>
  )
}
