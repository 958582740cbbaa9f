import { useSyncExternalStore } from 'react'
import type { MessageKey } from '#contract/messages.ts'
import type { StoreAtDistance } from '#storefront/core/shell-rules.ts'
import { storesByDistance, storesByProvince } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { StoreTimeNote } from '#storefront/parts/hours/store-hours.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { locationsDialog } from './dialog-names.ts'
import { PreferenceForm } from './preference-form.tsx'
import { StoreChoice } from './store-choice.tsx'
import type { PositionAnswer } from './use-position.ts'
import { usePosition } from './use-position.ts'

/**
 * The dialog for choosing a store. Shows the provinces, and the stores of the unfolded province. Once the visitor has
 * shared a position, shows all stores by distance instead. If no store is selected, the dialog has no close button, but
 * Escape closes it.
 */
export function LocationsDialog() {
  const { app, stores, t } = useShop()
  const { locid, locname } = app.appDetail
  const { answer, point, locate } = usePosition()
  if (!app.system.appConfig.enableMultiLocationSelection) return null
  const byProvince = storesByProvince(stores)
  return (
    <Dialog id={locationsDialog} title={t('shell.choose_location')} isClosable={Boolean(locid && locname)}>
      <StoreTimeNote store={stores.find(({ id }) => id === locid)} />
      {stores.length > 1 && stores.some(({ point }) => point) && <NearButton answer={answer} locate={locate} />}
      {byProvince.size === 0 && <p>{t('shell.locations_none')}</p>}
      <PreferenceForm closes={locationsDialog} className="provinces">
        {point ? (
          <StoresNear stores={storesByDistance(stores, point)} current={locid} />
        ) : (
          [...byProvince].map(([province, stores]) => (
            <details
              key={province}
              name="province"
              open={stores.some(({ id }) => id === locid) || byProvince.size === 1}
            >
              <summary>
                <ProvinceName province={province} />
                <Icon name="chevron-down" />
              </summary>
              <ul>
                {stores.map((store) => (
                  <StoreChoice key={store.id} store={store} isCurrent={store.id === locid} km={null} />
                ))}
              </ul>
            </details>
          ))
        )}
      </PreferenceForm>
    </Dialog>
  )
}

/** If a store is at most this many kilometres away, the list folds the stores that are farther away. */
const nearKm = 100

/**
 * The stores by distance. If any store is within `nearKm`, all other stores are folded, including stores whose distance
 * is unknown.
 */
function StoresNear({ stores, current }: { stores: StoreAtDistance[]; current: string }) {
  const { t } = useShop()
  const isNear = ({ km }: StoreAtDistance) => km !== null && km <= nearKm
  const nearStores = stores.filter(isNear)
  const [shown, folded] = nearStores.length > 0 ? [nearStores, stores.filter((store) => !isNear(store))] : [stores, []]
  const list = (stores: StoreAtDistance[]) => (
    <ul>
      {stores.map(({ store, km }) => (
        <StoreChoice key={store.id} store={store} isCurrent={store.id === current} km={km} />
      ))}
    </ul>
  )
  return (
    <>
      {list(shown)}
      {folded.length > 0 && (
        <details>
          <summary>
            {t('shell.near_far')}
            <Icon name="chevron-down" />
          </summary>
          {list(folded)}
        </details>
      )}
    </>
  )
}

/** A button that asks the browser for the visitor's position, with the browser's answer below it. */
function NearButton({ answer, locate }: { answer: PositionAnswer; locate: () => void }) {
  const { t } = useShop()
  // Disables the button until hydration. The dialog can open earlier, and a press would then do nothing.
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return (
    <div className="stack needs-script">
      <button
        type="button"
        className="button button-quiet"
        disabled={!isHydrated}
        aria-disabled={answer === 'busy' || undefined}
        onClick={locate}
      >
        <Icon name="target" />
        {t('shell.near')}
      </button>
      <p className="field-hint" role="status">
        {answer !== 'unasked' && t(answerTexts[answer])}
      </p>
    </div>
  )
}

const neverChanges = () => () => {}

const answerTexts = {
  busy: 'shell.near_busy',
  known: 'shell.near_sorted',
  refused: 'shell.near_refused',
  late: 'shell.near_late',
  missing: 'shell.near_missing',
} as const satisfies Record<Exclude<PositionAnswer, 'unasked'>, MessageKey>

function ProvinceName({ province }: { province: string }) {
  const { t } = useShop()
  const key = `province.${province}`
  // The province may have no text. `t` then returns the key itself.
  const name = t(key as MessageKey)
  return name === key ? province : name
}
