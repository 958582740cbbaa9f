import { Link } from 'react-router'
import type { CampaignDetail } from '#contract/campaigns.ts'
import type { Order } from '#contract/orders.ts'
import { StateBadge } from '#storefront/cards/campaign-card.tsx'
import { campaignPath, hasReachedGoal, isJoinable, phaseOf } from '#storefront/cards/facts.ts'
import { Progress } from '#storefront/cards/progress.tsx'
import { useCampaignFormat } from '#storefront/cards/use-campaign-format.ts'
import { useShop } from '#storefront/core/shop.ts'
import { ShareButton } from '#storefront/store/sharing/share-button.tsx'
import { useShareData } from './use-shared.ts'
import './join-confirmation.css'
import './campaign.css'
import '#storefront/store/sharing/share.css'

interface JoinConfirmationProps {
  order: Order
  campaign: CampaignDetail
  /** Whether the steps are folded, because the shopper has seen them on the confirmation page. */
  isFolded?: boolean
}

/**
 * What to expect after ordering in a group-buy: the goal, the deadline and what happens to a price difference. After
 * the end of the group-buy, also shows the refunded amount.
 */
export function JoinConfirmation({ order, campaign, isFolded = false }: JoinConfirmationProps) {
  const { t, say, langOf, moneyText } = useShop()
  const hasEnded = phaseOf(campaign) === 'ended'
  // The shopper shares the group-buy's page, because the address of this page may have a token that opens the order.
  const shared = { ...useShareData(campaign), path: campaignPath(campaign.id) }
  const steps = useSteps(campaign, { isUnpaid: order.paymentStatus === 'NOT_PAID' })
  const { refunded, creditReturned } = order
  const totalRefund = { ...refunded, amount: refunded.amount + creditReturned.amount }
  return (
    <section className="confirmation-part join-confirmation" aria-labelledby="join-confirmation">
      <h2 id="join-confirmation">{t(hasEnded || isFolded ? 'campaign.cart_of' : 'campaign.next')}</h2>
      <p>
        <Link className="link" to={campaignPath(campaign.id)} lang={langOf(campaign.title)}>
          {say(campaign.title)}
        </Link>{' '}
        <StateBadge campaign={campaign} />
      </p>
      <Progress campaign={campaign} />
      {hasEnded && <p>{t(`campaign.told_${campaign.state}`)}</p>}
      {!hasEnded && isFolded && (
        <details>
          <summary>{t('campaign.next')}</summary>
          <Steps steps={steps} />
        </details>
      )}
      {!hasEnded && !isFolded && <Steps steps={steps} />}
      {totalRefund.amount > 0 && (
        <p className="alert alert-calm">{t('campaign.given_back', { amount: moneyText(totalRefund) })}</p>
      )}
      {isJoinable(campaign) && (
        <div className="campaign-ways">
          <Link className="button button-quiet" to={campaignPath(campaign.id)}>
            {t('campaign.mine_add')}
          </Link>
          <ShareButton shared={shared} />
        </div>
      )}
    </section>
  )
}

function Steps({ steps }: { steps: string[] }) {
  return (
    <ol className="after-steps">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

function useSteps(campaign: CampaignDetail, { isUnpaid }: { isUnpaid: boolean }): string[] {
  const { t } = useShop()
  const { amount, when } = useCampaignFormat()
  const isGoalReached = hasReachedGoal(campaign)
  const hasTiers = campaign.items.some(({ tiers }) => tiers.length > 1)
  return [
    isGoalReached
      ? t(campaign.goal.kind === 'none' ? 'campaign.next_anyway' : 'campaign.next_certain')
      : t('campaign.next_goal', { missing: amount(campaign, campaign.progress.missing) }),
    t(hasTiers ? 'campaign.next_close' : 'campaign.next_close_plain', {
      when: when(campaign.closesAt, campaign.timeZone),
    }),
    hasTiers && t(isUnpaid ? 'campaign.next_less' : 'campaign.next_back'),
    !isGoalReached && t(isUnpaid ? 'campaign.next_else_unpaid' : 'campaign.next_else'),
    t('campaign.next_pickup'),
  ].filter((step): step is string => Boolean(step))
}
