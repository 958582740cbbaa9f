import { Link } from 'react-router'
import type { CampaignDetail } from '#contract/campaigns.ts'
import { formatTime } from '#contract/format.ts'
import { isJoinable } from '#storefront/cards/facts.ts'
import { useCampaignFormat } from '#storefront/cards/use-campaign-format.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatDay } from '#storefront/core/time/format.ts'
import { HideNameButton } from './hide-name.tsx'
import './campaign.css'

/**
 * The visitor's orders in a campaign, with the time and place of their common pickup. While the visitor can order more,
 * the section also says until when.
 */
export function OwnOrders({ campaign }: { campaign: CampaignDetail }) {
  const { t, count, say, locale } = useShop()
  const { when } = useCampaignFormat()
  const { mine, points } = campaign
  if (!mine || mine.orders.length === 0) return null
  const { pickup } = mine
  const point = points.find(({ id }) => id === pickup?.pickupPointId)
  return (
    <section className="campaign-mine" aria-labelledby="mine">
      <h2 id="mine">{t('campaign.mine')}</h2>
      <ul>
        {mine.orders.map(({ orderID, pieces, pickupCode }) => (
          <li key={orderID}>
            <Link to={`/confirmation/${orderID}`} className="link">
              {t('campaign.mine_order', { code: pickupCode })}
            </Link>{' '}
            · {count('campaign.pieces', pieces)}
          </li>
        ))}
      </ul>
      {pickup && point && (
        <p>
          {t('campaign.mine_pickup', {
            place: say(point.name),
            when: t('campaign.window', {
              day: formatDay(pickup.date, locale),
              span: formatTime(pickup.from, locale, pickup.until),
            }),
          })}
        </p>
      )}
      <p className="field-hint">
        {isJoinable(campaign)
          ? t('campaign.mine_until', { when: when(campaign.closesAt, campaign.timeZone) })
          : t('campaign.mine_over')}
      </p>
      <HideNameButton campaignId={campaign.id} isHidden={mine.isHidden} />
    </section>
  )
}
