import { Link } from 'react-router'
import type { CampaignParticipant } from '#contract/campaigns.ts'
import { useCampaignFormat } from '#storefront/cards/use-campaign-format.ts'
import { useShop } from '#storefront/core/shop.ts'
import type { JoinedList } from './campaign-page-data.ts'
import './joined.css'

interface JoinedProps {
  list: JoinedList
  timeZone: string
  /** The current time by the server's clock. */
  now: string
  /** The path that loads a longer list. */
  morePath: string
}

/** The participants, newest first, each with number, masked name, items and time. The list identifies nobody. */
export function ParticipantList({ list: { joined, hasMore }, timeZone, now, morePath }: JoinedProps) {
  const { t, say } = useShop()
  const { ago } = useCampaignFormat()
  return (
    <section className="campaign-joined" aria-labelledby="joined">
      <h2 id="joined">{t('campaign.joined')}</h2>
      {joined.length === 0 && <p>{t('campaign.joined_none')}</p>}
      <ol reversed>
        {joined.map(({ number, name, items, at, isOwn, isFurther }) => (
          <li key={`${number} ${at}`} className="joined-row" data-own={isOwn || undefined}>
            <span className="joined-number">
              <span className="visually-hidden">{t('campaign.joined_number', { number })}</span>
              <span aria-hidden="true">{number}</span>
            </span>
            <Face name={name} />
            <span className="joined-who">
              <strong>{name || t('campaign.joined_hidden')}</strong>
              {isOwn && <span className="joined-mark">{t('campaign.joined_own')}</span>}
              {isFurther && <span className="joined-mark">{t('campaign.joined_further')}</span>}
            </span>
            <span className="joined-items">
              {items
                .map(({ name, optionText, quantity }) =>
                  t('campaign.joined_item', {
                    name: [say(name), say(optionText)].filter(Boolean).join(' '),
                    count: quantity,
                  }),
                )
                .join(' · ')}
            </span>
            <time dateTime={at}>{ago(at, now, timeZone)}</time>
          </li>
        ))}
      </ol>
      {hasMore && (
        <Link className="button button-quiet" to={morePath} preventScrollReset>
          {t('campaign.joined_more')}
        </Link>
      )}
    </section>
  )
}

/** The newest participants as avatars with the first letters of their names. Each name appears once. */
export function Faces({ joined }: { joined: CampaignParticipant[] }) {
  const shownNames = [...new Set(joined.filter(({ isFurther }) => !isFurther).map(({ name }) => name))].slice(
    0,
    maxFaces,
  )
  if (shownNames.length === 0) return null
  return (
    <span className="faces" aria-hidden="true">
      {shownNames.map((name) => (
        <Face key={name} name={name} />
      ))}
    </span>
  )
}
const maxFaces = 6

function Face({ name }: { name: string }) {
  const [initial = ''] = name
  return (
    <span className="face" aria-hidden="true">
      {initial === '*' ? '' : initial}
    </span>
  )
}
