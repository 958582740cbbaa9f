import type { CampaignItem } from '#contract/campaigns.ts'
import { Ladder } from '#storefront/cards/ladder.tsx'
import { NextTier } from '#storefront/cards/next-tier.tsx'
import { useShop } from '#storefront/core/shop.ts'
import './item.css'

/**
 * An item's price tiers by pieces sold, with the current tier and the number of pieces missing for the next one.
 * Renders nothing if there is a single price.
 */
export function Tiers({ item }: { item: CampaignItem }) {
  const { t, say } = useShop()
  if (item.tiers.length < 2) return null
  return (
    <div className="tiers">
      <Ladder tiers={item.tiers} label={`${say(item.name)}: ${t('campaign.tiers')}`} />
      <NextTier tiers={item.tiers} toNextTier={item.toNextTier} />
    </div>
  )
}
