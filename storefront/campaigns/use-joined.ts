import type { CampaignDetail } from '#contract/campaigns.ts'
import { hasReached, partOf } from '#storefront/cards/facts.ts'
import { useCampaignWords } from '#storefront/cards/use-words.ts'
import { useShop } from '#storefront/core/shop.ts'

/**
 * Returns a function for the first sentence after payment: whether the group-buy is certain to happen, how much is
 * missing, and that money is refunded if it fails.
 */
export function useJoined(): (campaign: CampaignDetail | null) => string {
  const { t } = useShop()
  const { amount, when } = useCampaignWords()
  return (campaign) => {
    if (!campaign) return t('campaign.in_text')
    if (partOf(campaign) === 'ended') return t(`campaign.told_${campaign.state}`)
    if (hasReached(campaign)) return t('campaign.in_certain')
    return t('campaign.in_waiting', {
      missing: amount(campaign, campaign.progress.missing),
      when: when(campaign.closesAt, campaign.timeZone),
    })
  }
}
