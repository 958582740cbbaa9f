import { Link } from 'react-router'
import type { CampaignDetail } from '#contract/campaigns.ts'
import { useShop } from '#storefront/shop.ts'
import { Picture } from '#storefront/ui/picture.tsx'
import { StateBadge } from './campaign-card.tsx'
import { Countdown } from './countdown.tsx'
import { campaignPath } from './facts.ts'

/** On the way from a campaign's cart to paying: which group-buy this is, until when, and what is paid now. */
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
