import { Link } from 'react-router'
import { useShop } from '#storefront/shop.ts'
import type { BlockProps } from './block-data.ts'
import { BlockFrame } from './block-frame.tsx'

/** The way to the group-buys. */
export default function Campaigns({ block: { title, text } }: BlockProps<'campaigns'>) {
  const { t } = useShop()
  return (
    <BlockFrame title={title} text={text} fallback={t('content.campaigns')}>
      <p>
        <Link className="button" to="/store/groupCampaigns">
          {t('content.campaigns')}
        </Link>
      </p>
    </BlockFrame>
  )
}
