import { formatPhone } from '#contract/format.ts'
import type { Location } from '#contract/locations.ts'
import { useShop } from '#storefront/core/shop.ts'
import { OpenLine, TodayHours, WeekHours } from '#storefront/parts/hours/store-hours.tsx'
import { Icon } from '#ui/icon.tsx'
import { BlockFrame } from './block-frame.tsx'
import type { BlockProps } from './block-props.ts'

/** The stores with opening state, weekly hours and a link to a map. Loads nothing from other hosts. */
export default function Places({ block: { title, text, locations } }: BlockProps<'places'>) {
  const { stores, t } = useShop()
  const shown = stores.filter(({ id }) => locations.length === 0 || locations.includes(id))
  if (shown.length === 0) return null
  return (
    <BlockFrame title={title} text={text} fallback={t('content.places')}>
      <ul className="place-cards">
        {shown.map((store) => (
          <Place key={store.id} store={store} />
        ))}
      </ul>
    </BlockFrame>
  )
}

function Place({ store }: { store: Location }) {
  const { t, say, langOf } = useShop()
  const { localStoreName: name, address, phone, mapUrl } = store
  return (
    <li className="place-card">
      <h3 lang={langOf(name)}>{say(name)}</h3>
      <p>
        {address.streetNumberAndNameDetails}
        <br />
        {address.city}, {address.province} {address.postCode}
      </p>
      <p>
        <OpenLine store={store} />
        <br />
        <TodayHours store={store} />
      </p>
      <p className="place-ways">
        {mapUrl && (
          <a
            className="link"
            href={mapUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('content.map_of', { store: say(name) })}
          >
            <Icon name="pin" className="icon-small" />
            {t('content.map')}
          </a>
        )}
        {phone && (
          <a
            className="link"
            href={`tel:${phone.replace(/[^+\d]/g, '')}`}
            aria-label={t('content.call', { phone: formatPhone(phone) })}
          >
            {formatPhone(phone)}
          </a>
        )}
      </p>
      <details>
        <summary className="unfold">{t('shell.hours')}</summary>
        <WeekHours store={store} />
      </details>
    </li>
  )
}
