import type { Location } from '#contract/locations.ts'
import type { MessageKey } from '#contract/messages.ts'
import { useShop } from '#storefront/shop.ts'
import { Dialog } from '#storefront/ui/dialog.tsx'
import { Icon } from '#storefront/ui/icon.tsx'
import { openState } from './hours.ts'
import { PreferenceForm } from './preference-form.tsx'
import { storesByProvince } from './shell-rules.ts'

export const locationsDialog = 'locations-dialog'

/** Provinces, and the stores of the one that is opened. It can be left once a store is chosen. */
export function LocationsDialog() {
  const { app, t } = useShop()
  const { locid, locname } = app.appDetail
  if (!app.system.appConfig.enableMultiLocationSelection) return null
  const byProvince = storesByProvince(app.system.storeLocations)
  return (
    <Dialog id={locationsDialog} title={t('shell.choose_location')} isClosable={Boolean(locid && locname)}>
      {byProvince.size === 0 && <p>{t('shell.locations_none')}</p>}
      <PreferenceForm closes={locationsDialog} className="provinces">
        {[...byProvince].map(([province, stores]) => (
          <details key={province} name="province" open={stores.some(({ id }) => id === locid) || byProvince.size === 1}>
            <summary>
              <ProvinceName province={province} />
              <Icon name="chevron-down" />
            </summary>
            <ul>
              {stores.map((store) => (
                <li key={store.id}>
                  <StoreChoice store={store} isCurrent={store.id === locid} />
                </li>
              ))}
            </ul>
          </details>
        ))}
      </PreferenceForm>
    </Dialog>
  )
}

function ProvinceName({ province }: { province: string }) {
  const { t } = useShop()
  const key = `province.${province}`
  const name = t(key as MessageKey)
  return name === key ? province : name
}

function StoreChoice({ store, isCurrent }: { store: Location; isCurrent: boolean }) {
  const { t, say, langOf } = useShop()
  const { streetNumberAndNameDetails, city, province, postCode } = store.address
  return (
    <button
      type="submit"
      name="locationId"
      value={store.id}
      className="store-choice"
      aria-current={isCurrent ? 'true' : undefined}
    >
      <strong lang={langOf(store.localStoreName)}>{say(store.localStoreName)}</strong>
      <span>{streetNumberAndNameDetails}</span>
      <span>
        {city}, {province} {postCode}
      </span>
      <OpenLine store={store} />
      {isCurrent && (
        <span className="store-chosen">
          <Icon name="check" />
          {t('shell.current_location')}
        </span>
      )}
    </button>
  )
}

/** Whether the store is open now, by the server's clock. */
function OpenLine({ store }: { store: Location }) {
  const { app, t } = useShop()
  const state = openState(store, new Date(app.appDetail.serverTime))
  if (state.kind === 'open') return <span className="store-open">{t('shell.open_until', { time: state.until })}</span>
  if (state.kind === 'opens') return <span>{t('shell.opens_at', { time: state.at })}</span>
  return <span>{t('shell.closed_today')}</span>
}
