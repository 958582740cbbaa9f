import type { CampaignDetail } from '#contract/campaigns.ts'
import { offersDelivery } from '#storefront/cards/facts.ts'
import { useCampaignFormat } from '#storefront/cards/use-campaign-format.ts'
import { useShop } from '#storefront/core/shop.ts'
import './campaign.css'

/** The campaign's rules in plain language: goal and deadline, failure, prices, pickup, changes and limits. */
export function Rules({ campaign }: { campaign: CampaignDetail }) {
  const { t, say, langOf } = useShop()
  const lines = useRules(campaign)
  return (
    <section className="campaign-rules" aria-labelledby="rules">
      <h2 id="rules">{t('campaign.rules')}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {say(campaign.rules) && <p lang={langOf(campaign.rules)}>{say(campaign.rules)}</p>}
    </section>
  )
}

function useRules(campaign: CampaignDetail): string[] {
  const { t, count } = useShop()
  const { amount, when } = useCampaignFormat()
  const { goal, closesAt, timeZone, items, perPerson, allowsCoupons, allowsCash } = campaign
  const close = when(closesAt, timeZone)
  const hasGoal = goal.kind !== 'none'
  const hasTiers = items.some(({ tiers }) => tiers.length > 1)
  return [
    hasGoal
      ? t('campaign.rule_goal', { target: amount(campaign, goal.target), when: close })
      : t('campaign.rule_no_goal', { when: close }),
    hasGoal && t('campaign.rule_else'),
    hasTiers && t('campaign.rule_tiers'),
    goal.cap !== null && t('campaign.rule_cap', { cap: amount(campaign, goal.cap) }),
    t(offersDelivery(campaign) ? 'campaign.rule_brought' : 'campaign.rule_pickup'),
    t('campaign.rule_change'),
    perPerson !== null && count('campaign.rule_person', perPerson),
    allowsCash && t('campaign.rule_cash'),
    !allowsCoupons && t('campaign.rule_coupons'),
  ].filter((line): line is string => Boolean(line))
}
