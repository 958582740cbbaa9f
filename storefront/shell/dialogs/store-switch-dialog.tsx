import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { PreviewLine } from '#contract/cart.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import { closeDialog, Dialog, openDialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { PreferenceForm, usePreferencesFetcher } from './preference-form.tsx'
import { clearSwitch, trackSwitchPage, useLastSwitch } from './store-switch.ts'

const switchDialog = 'switch-dialog'

/** The two dialogs of a store change: the confirmation before it, and the undo after it. */
export default function StoreSwitchDialog() {
  return (
    <>
      <StoreChangeConfirmation />
      <StoreChanged />
    </>
  )
}

/** Before the store changes, shows how the cart would differ and asks for confirmation. */
function StoreChangeConfirmation() {
  const { app, t, count, say } = useShop()
  const pendingChange = usePreferencesFetcher().data
  useEffect(() => {
    if (pendingChange) openDialog(switchDialog)
  }, [pendingChange])
  if (!pendingChange) return null
  const { preview, target } = pendingChange
  const store = say(preview.localStoreName)
  const changed = preview.lines.filter(({ kind }) => kind !== 'same')
  const unchanged = preview.lines.length - changed.length
  return (
    <Dialog id={switchDialog} title={t('switch.title', { store })}>
      <div className="stack">
        {changed.length > 0 && <p>{t('switch.intro', { store })}</p>}
        <ul className="switch-lines">
          {changed.map((line) => (
            <ChangedLine key={line.key} line={line} />
          ))}
        </ul>
        {unchanged > 0 && <p>{count('switch.unchanged', unchanged)}</p>}
        {preview.losesSlot && <p>{t('switch.slot')}</p>}
        {preview.losesDelivery && <p>{t('switch.delivery')}</p>}
        <p className="field-hint">{t('switch.way_back')}</p>
        <PreferenceForm target={target} closes={switchDialog} isDecided>
          <button type="submit" name="locationId" value={preview.locationId} className="button button-wide">
            {t('switch.confirm', { store })}
          </button>
        </PreferenceForm>
        <button type="button" className="button button-quiet button-wide" onClick={() => closeDialog(switchDialog)}>
          {t('switch.stay', { store: app.appDetail.locname })}
        </button>
      </div>
    </Dialog>
  )
}

function ChangedLine({ line }: { line: PreviewLine }) {
  const { t, say, langOf } = useShop()
  const { kind, name, optionText, quantity, purchasable, before, after } = line
  return (
    <li>
      <strong lang={langOf(name)}>
        {t('checkout.times', { count: quantity })} {say(name)}
      </strong>
      {say(optionText) && <span lang={langOf(optionText)}>{say(optionText)}</span>}
      <span className={kind === 'price' ? 'switch-price' : 'switch-problem'}>
        {kind === 'unavailable' && t('switch.unavailable')}
        {kind === 'sold_out' && t('switch.sold_out')}
        {kind === 'less' && t('switch.less', { purchasable: purchasable ?? 0 })}
        {kind === 'price' && (
          <>
            <Price money={before} isExact /> → <Price money={after} />
          </>
        )}
      </span>
    </li>
  )
}

/** After the store has changed, reports it and offers an undo. Navigation closes the dialog. */
function StoreChanged() {
  const { app, stores, t, say } = useShop()
  const { pathname } = useLocation()
  const last = useLastSwitch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `last` can change while the path stays the same
  useEffect(() => trackSwitchPage(pathname), [pathname, last])
  const previousStore = stores.find(({ id }) => id === last?.from)
  const hasSwitched = last?.to === app.appDetail.locid
  return (
    <div role="status">
      {previousStore && hasSwitched && (
        <div className="store-changed">
          <p>{t('switch.changed', { store: app.appDetail.locname })}</p>
          <PreferenceForm isDecided>
            <input type="hidden" name="isBack" value="1" />
            <button type="submit" name="locationId" value={previousStore.id} className="button button-quiet">
              {t('switch.back', { store: say(previousStore.localStoreName) })}
            </button>
          </PreferenceForm>
          <button type="button" className="icon-button" aria-label={t('shell.close')} onClick={clearSwitch}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  )
}
