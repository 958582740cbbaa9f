import { Link } from 'react-router'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { Ladder } from '#storefront/cards/ladder.tsx'
import { Progress } from '#storefront/cards/progress.tsx'
import { wallTime } from '#storefront/cards/times.ts'
import { useCampaignFormat } from '#storefront/cards/use-campaign-format.ts'
import { menuPath } from '#storefront/core/links.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Picture } from '#ui/picture.tsx'
import { BlockFrame } from './block-frame.tsx'
import type { BlockProps } from './block-props.ts'

/** Short descriptions of open and upcoming group-buys, with links to their pages. */
export default function Campaigns({ block: { title, text }, data }: BlockProps<'campaigns'>) {
  const { t } = useShop()
  return (
    <BlockFrame title={title} text={text} fallback={t('content.campaigns')}>
      <ul className="coupon-cards">
        {data.map((campaign) => (
          <Campaign key={campaign.id} campaign={campaign} />
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

function Campaign({ campaign }: { campaign: CampaignSummary }) {
  const { t, say, langOf, locale } = useShop()
  const { price } = useCampaignFormat()
  const { id, title, cover, state, opensAt, closesAt, timeZone, fromPrice, ladder } = campaign
  const isUpcoming = state === 'scheduled'
  const { day, time } = wallTime(isUpcoming ? opensAt : closesAt, timeZone, locale)
  return (
    <li className="place-card campaign-tile">
      <Picture image={cover} sizes="(min-width: 44rem) 24rem, 80vw" decorative />
      <h3 lang={langOf(title)}>
        <Link to={menuPath(`store/groupCampaign/${id}`)}>{say(title)}</Link>
      </h3>
      <p className="campaign-tile-facts">
        {fromPrice && <strong>{price(campaign)}</strong>}
        <span>{t(isUpcoming ? 'content.campaign_from' : 'content.campaign_until', { day, time })}</span>
      </p>
      {!isUpcoming && <Progress campaign={campaign} />}
      <Ladder tiers={ladder} label={`${say(title)}: ${t('campaign.tiers')}`} />
    </li>
  )
}
