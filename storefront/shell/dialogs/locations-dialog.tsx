import type { Location } from '#contract/locations.ts'
import type { MessageKey } from '#contract/messages.ts'
import { storesByProvince } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { OpenLine, StoreTimeNote } from '#storefront/parts/store-hours.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { locationsDialog } from './dialog-names.ts'
import { PreferenceForm } from './preference-form.tsx'

/**
 * The choice of store: the provinces, and the stores of the unfolded province. It can be closed once a store is chosen.
 */
export function LocationsDialog() {
  const { app, stores, t } = useShop()
  const { locid, locname } = app.appDetail
  if (!app.system.appConfig.enableMultiLocationSelection) return null
  const byProvince = storesByProvince(stores)
  return (
    <Dialog id={locationsDialog} title={t('shell.choose_location')} isClosable={Boolean(locid && locname)}>
      <StoreTimeNote store={stores.find(({ id }) => id === locid)} />
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
  // The province may have no text. `t` then returns the key itself.
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
      <span className="store-ways">{store.methods.map((method) => t(`checkout.method_${method}`)).join(' · ')}</span>
      {isCurrent && (
        <span className="store-chosen">
          <Icon name="check" />
          {t('shell.current_location')}
        </span>
      )}
    </button>
  )
}
