import { Link } from 'react-router'
import type { CampaignDetail } from '#contract/campaigns.ts'
import { StateBadge } from '#storefront/cards/campaign-card.tsx'
import { Countdown } from '#storefront/cards/countdown.tsx'
import { campaignPath } from '#storefront/cards/facts.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Picture } from '#ui/picture.tsx'
import './item.css'

/** Shows the group-buy, its deadline and the terms of payment, on all pages from the campaign's cart to the payment. */
export function BasketNote({ campaign }: { campaign: CampaignDetail | null }) {
  const { t, say, langOf } = useShop()
  if (!campaign) return null
  return (
    <section className="basket-note" aria-label={t('campaign.cart_of')}>
      <Picture image={campaign.cover} sizes="6rem" decorative className="basket-note-picture" />
      <div>
        <p>
          <Link className="link" to={campaignPath(campaign.id)} lang={langOf(campaign.title)}>
            {say(campaign.title)}
          </Link>{' '}
          <StateBadge campaign={campaign} />
        </p>
        <Countdown campaign={campaign} />
        <p className="field-hint">{t('campaign.pay_words')}</p>
      </div>
    </section>
  )
}
