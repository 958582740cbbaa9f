import { useEffect, useState } from 'react'
import { installIconDelayMs } from '#contract/constants.ts'
import { assetUrl } from '#storefront/core/links.ts'
import { iconOf } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Dialog, openDialog } from '#ui/dialog.tsx'
import { installGuide } from './dialogs/dialog-names.ts'
import type { InstallMethod } from './install-event.ts'

/**
 * Offers to install the shop, with the browser's prompt or a guide, until the visitor accepts or dismisses the offer.
 */
export default function InstallOffer({ offer, onEnd }: { offer: InstallMethod; onEnd: () => void }) {
  const { app, t } = useShop()
  const isSmall = useDelayPassed(installIconDelayMs)
  const install = async () => {
    if (offer === 'guide') return openDialog(installGuide)
    await offer.prompt()
    await offer.userChoice
    onEnd()
  }
  return (
    <>
      <aside className={isSmall ? 'install install-small' : 'install'} aria-label={t('shell.install_text')}>
        <button type="button" onClick={install} aria-label={isSmall ? t('shell.install_text') : undefined}>
          <img src={assetUrl(iconOf(app), app.appDetail.cdnpath)} alt="" width="40" height="40" />
          {!isSmall && (
            <span>
              <strong>{app.storeName}</strong>
              <br />
              {t('shell.install_text')}
            </span>
          )}
        </button>
        {!isSmall && (
          <button type="button" className="link" onClick={onEnd}>
            {t('shell.install_later')}
          </button>
        )}
      </aside>
      {offer === 'guide' && (
        <Dialog id={installGuide} title={t('shell.install_guide')}>
          <div className="stack">
            <ol className="stack">
              <li>1. {t('shell.install_share')}</li>
              <li>2. {t('shell.install_add')}</li>
            </ol>
            <button type="button" className="button button-quiet" onClick={onEnd}>
              {t('shell.install_later')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function useDelayPassed(delayMs: number): boolean {
  const [hasPassed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return hasPassed
}
