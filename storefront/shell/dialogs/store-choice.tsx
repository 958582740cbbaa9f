import { formatPhone } from '#contract/format.ts'
import { mapMethods } from '#contract/fulfilment-methods.ts'
import type { Locale } from '#contract/languages.ts'
import { toLang } from '#contract/languages.ts'
import type { Location } from '#contract/locations.ts'
import { useShop } from '#storefront/core/shop.ts'
import { OpenLine, TodayHours } from '#storefront/parts/hours/store-hours.tsx'
import type { IconName } from '#ui/icon.tsx'
import { Icon } from '#ui/icon.tsx'

/** A store in the list: the button that chooses it, and links to its telephone and map. `km` is its distance. */
export function StoreChoice({ store, isCurrent, km }: { store: Location; isCurrent: boolean; km: number | null }) {
  const { t, say, langOf, locale } = useShop()
  const { streetNumberAndNameDetails, city, province, postCode } = store.address
  const name = say(store.localStoreName)
  return (
    <li className="store-card">
      <button
        type="submit"
        name="locationId"
        value={store.id}
        className="store-choice"
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="store-row">
          <strong lang={langOf(store.localStoreName)}>{name}</strong>
          {km !== null && <span>{t('shell.near_distance', { distance: distanceText(km, locale) })}</span>}
        </span>
        <span>{streetNumberAndNameDetails}</span>
        <span>
          {city}, {province} {postCode}
        </span>
        <span className="store-row">
          <OpenLine store={store} />
          <TodayHours store={store} />
        </span>
        <span className="store-row field-hint">
          {store.methods.map((method) => (
            <span key={method} className="store-mark">
              <Icon name={methodIcons[method]} className="icon-small" />
              {t(`shell.way_${method}`)}
            </span>
          ))}
        </span>
        {isCurrent ? (
          <span className="store-mark store-chosen">
            <Icon name="check" />
            {t('shell.current_location')}
          </span>
        ) : (
          <span className="button button-quiet store-choose">{t('shell.choose_store')}</span>
        )}
      </button>
      {(store.phone || store.mapUrl) && (
        <p className="store-choice store-row">
          {store.mapUrl && (
            <a
              className="store-mark link"
              href={store.mapUrl}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('content.map_of', { store: name })}
            >
              <Icon name="pin" className="icon-small" />
              {t('content.map')}
            </a>
          )}
          {store.phone && (
            <a
              className="store-mark link"
              href={`tel:${store.phone.replace(/[^\d+]/g, '')}`}
              aria-label={t('content.call', { phone: formatPhone(store.phone) })}
            >
              <Icon name="phone" className="icon-small" />
              {formatPhone(store.phone)}
            </a>
          )}
        </p>
      )}
    </li>
  )
}

/** The icon of each fulfilment method. */
const methodIcons = mapMethods<IconName>(({ place, time }) => {
  if (place === 'table') return 'bowl'
  if (place === 'store') return 'shop'
  return time === 'days' ? 'box' : 'truck'
})

/** Formats a distance in kilometres, at least 0.1. Below ten kilometres it has one decimal. */
function distanceText(km: number, locale: Locale): string {
  const format = new Intl.NumberFormat(toLang(locale), { maximumFractionDigits: km < 10 ? 1 : 0 })
  return format.format(Math.max(km, 0.1))
}
