import { formatPhone } from '#contract/format.ts'
import { useShop } from '#storefront/core/shop.ts'
import { OpenLine, StoreTimeNote, WeekHours } from '#storefront/parts/hours/store-hours.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { supportDialog } from './dialog-names.ts'

/** The contact details of the visitor's store: telephone, map and opening hours. */
export function SupportDialog() {
  const { app, stores, t, say, langOf } = useShop()
  const { locid } = app.appDetail
  const store = stores.find(({ id }) => id === locid)
  return (
    <Dialog id={supportDialog} title={t('shell.support_title')}>
      <div className="stack">
        <p>{t('shell.support_text')}</p>
        {store && (
          <>
            <p>
              <strong lang={langOf(store.localStoreName)}>{say(store.localStoreName)}</strong>
              <br />
              {[store.address.streetNumberAndNameDetails, store.address.city].filter(Boolean).join(', ')}
            </p>
            <p>
              <OpenLine store={store} />
            </p>
            {store.phone && (
              <a className="button" href={`tel:${store.phone.replace(/[^\d+]/g, '')}`}>
                <Icon name="phone" />
                {t('shell.call', { phone: formatPhone(store.phone) })}
              </a>
            )}
            {store.mapUrl && (
              <a className="button button-quiet" href={store.mapUrl} target="_blank" rel="noopener">
                <Icon name="pin" />
                {t('shell.map')}
                <span className="visually-hidden"> ({t('shell.new_tab')})</span>
              </a>
            )}
            <WeekHours store={store} />
            <StoreTimeNote store={store} />
          </>
        )}
      </div>
    </Dialog>
  )
}
