import { formatPhone } from '#contract/format.ts'
import type { Location } from '#contract/locations.ts'
import { useShop } from '#storefront/core/shop.ts'
import { OpenLine, WeekHours } from '#storefront/parts/store-hours.tsx'
import { Icon } from '#ui/icon.tsx'
import { BlockFrame } from './block-frame.tsx'
import type { BlockProps } from './block-props.ts'

/**
 * The stores with opening state, weekly hours and a drawing of a map that links to a real map. Loads nothing from other
 * hosts.
 */
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
      <DrawnMap />
      <h3 lang={langOf(name)}>{say(name)}</h3>
      <p>
        {address.streetNumberAndNameDetails}
        <br />
        {address.city}, {address.province} {address.postCode}
      </p>
      <p>
        <OpenLine store={store} />
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
        <summary>{t('shell.hours')}</summary>
        <WeekHours store={store} />
      </details>
    </li>
  )
}

/** A decorative drawing of streets and a pin. */
function DrawnMap() {
  return (
    <svg className="place-map" viewBox="0 0 320 110" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d="M-10 84 330 58M-10 30 330 4M54-10 92 120M196-10 234 120M122 120 160-10" />
      <path className="place-pin" d="M160 78c-12-16-20-25-20-36a20 20 0 0 1 40 0c0 11-8 20-20 36Z" />
      <circle cx="160" cy="42" r="7" />
    </svg>
  )
}
