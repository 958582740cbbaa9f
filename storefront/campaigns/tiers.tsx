import type { CampaignItem } from '#contract/campaigns.ts'
import { tiersOf } from '#storefront/cards/facts.ts'
import { Ladder } from '#storefront/cards/ladder.tsx'
import { useShop } from '#storefront/core/shop.ts'
import './item.css'

/**
 * An item's price tiers by pieces sold, with the current tier and the number of pieces missing for the next one.
 * Renders nothing if there is a single price.
 */
export function Tiers({ item }: { item: CampaignItem }) {
  const { t, count, say, moneyText } = useShop()
  if (item.tiers.length < 2) return null
  const { next } = tiersOf(item)
  return (
    <div className="tiers">
      <Ladder tiers={item.tiers} label={`${say(item.name)}: ${t('campaign.tiers')}`} />
      {next && item.toNextTier !== null && item.toNextTier > 0 && (
        <p className="tier-next">{count('campaign.to_next', item.toNextTier, { price: moneyText(next.price) })}</p>
      )}
    </div>
  )
}
