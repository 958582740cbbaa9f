import { Link } from 'react-router'
import { CampaignCard } from '#storefront/campaigns/campaign-card.tsx'
import { useShop } from '#storefront/shop.ts'
import type { BlockProps } from './block-data.ts'
import { BlockFrame } from './block-frame.tsx'

/** Group-buys that can be joined or come soon. */
export default function Campaigns({ block: { title, text }, data }: BlockProps<'campaigns'>) {
  const { t } = useShop()
  return (
    <BlockFrame title={title} text={text} fallback={t('content.campaigns')}>
      <ul className="campaign-grid">
        {data.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} />
          </li>
        ))}
      </ul>
      <p>
        <Link className="link" to="/store/groupCampaigns">
          {t('content.campaigns')}
        </Link>
      </p>
    </BlockFrame>
  )
}
