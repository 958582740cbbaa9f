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
      <StoreFront />
      <h3 lang={langOf(name)}>{say(name)}</h3>
      <p>
        {address.streetNumberAndNameDetails}
        <br />
        {address.city}, {address.province} {address.postCode}
      </p>
      <p className="place-state">
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

/** A drawing of a store with an awning, a door and two lanterns. */
function StoreFront() {
  return (
    <svg className="place-front" viewBox="0 0 320 112" aria-hidden="true">
      <path className="front-wall" d="M72 44h176v68H72Z" />
      <path className="front-glass" d="M88 62h72v34H88ZM180 62h46v50h-46Z" />
      <path className="front-awning" d="M74 20h172l14 26q-20 20-40 0-20 20-40 0-20 20-40 0-20 20-40 0-20 20-40 0Z" />
      <path className="front-stripes" d="M108 20h35l-3 26q-20 20-40 0ZM177 20h35l8 26q-20 20-40 0Z" />
      <path className="front-line" d="M20 112h280M124 62v34M217 86v6" />
      <path
        className="front-light"
        d="M52 50v10M44 70a8 10 0 0 1 16 0 8 10 0 0 1-16 0ZM268 50v10M260 70a8 10 0 0 1 16 0 8 10 0 0 1-16 0Z"
      />
    </svg>
  )
}
