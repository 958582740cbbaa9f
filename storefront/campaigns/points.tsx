import type { CampaignDetail } from '#contract/campaigns.ts'
import { formatTime } from '#contract/format.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { offersDelivery } from '#storefront/cards/facts.ts'
import { useCampaignFormat } from '#storefront/cards/use-campaign-format.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatDay } from '#storefront/core/time/format.ts'
import { Icon } from '#ui/icon.tsx'
import './campaign.css'
import '#storefront/cards/campaign-card.css'

/** The places and times where shoppers pick up their orders. */
export function Points({ campaign: { points, timeZone } }: { campaign: Pick<CampaignDetail, 'points' | 'timeZone'> }) {
  const { t, say, langOf, locale } = useShop()
  const { when } = useCampaignFormat()
  if (points.length === 0) return null
  return (
    <section className="campaign-points" aria-labelledby="points">
      <h2 id="points">{t(offersDelivery({ points }) ? 'campaign.points_brought' : 'campaign.points')}</h2>
      <ul>
        {points.map(({ id, method, name, address, contact, note, windows, closesAt }) => (
          <li key={id}>
            <h3 lang={langOf(name)}>
              <Icon name={goesTo(method, 'address') ? 'home' : 'pin'} /> {say(name)}
            </h3>
            {address && <p>{address}</p>}
            {contact && <p className="field-hint">{contact}</p>}
            <ul>
              {windows.map(({ date, from, until, state }) => (
                <li key={`${date} ${from}`} className="campaign-window" data-state={state}>
                  {t('campaign.window', { day: formatDay(date, locale), span: formatTime(from, locale, until) })}
                  {state === 'few' && <span> · {t('campaign.window_few')}</span>}
                  {state === 'full' && <span> · {t('campaign.window_full')}</span>}
                </li>
              ))}
            </ul>
            {say(note) && (
              <p className="field-hint" lang={langOf(note)}>
                {say(note)}
              </p>
            )}
            {closesAt && <p className="field-hint">{t('campaign.point_closes', { when: when(closesAt, timeZone) })}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
