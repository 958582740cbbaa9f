import type { CampaignDetail } from '#contract/campaigns.ts'
import { hasReachedGoal, phaseOf } from '#storefront/cards/facts.ts'
import { useCampaignFormat } from '#storefront/cards/use-campaign-format.ts'
import { useShop } from '#storefront/core/shop.ts'

/**
 * Returns a function that creates the first text that a shopper reads after joining. The text says how the group-buy
 * ended, that it will take place, or how much is missing and what happens if the group-buy fails. Without a campaign,
 * the text only says that the shopper has joined or paid. `isUnpaid` is true if the shopper pays when receiving the
 * order.
 */
export function useJoinMessage(): (campaign: CampaignDetail | null, options: { isUnpaid: boolean }) => string {
  const { t } = useShop()
  const { amount, when } = useCampaignFormat()
  return (campaign, { isUnpaid }) => {
    if (!campaign) return t(isUnpaid ? 'campaign.in_text_unpaid' : 'campaign.in_text')
    if (phaseOf(campaign) === 'ended') return t(`campaign.told_${campaign.state}`)
    if (hasReachedGoal(campaign)) return t('campaign.in_certain')
    return t(isUnpaid ? 'campaign.in_waiting_unpaid' : 'campaign.in_waiting', {
      missing: amount(campaign, campaign.progress.missing),
      when: when(campaign.closesAt, campaign.timeZone),
    })
  }
}
