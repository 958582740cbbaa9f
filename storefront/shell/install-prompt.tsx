import { useEffect, useState } from 'react'
import { installIconDelayMs } from '#contract/constants.ts'
import { assetAddress } from '#storefront/links.ts'
import { useShop } from '#storefront/shop.ts'

interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<unknown>
}

/** Offers the shop as an app when the browser can install it: a bar that becomes an icon after three seconds. */
export function InstallPrompt() {
  const { app, t } = useShop()
  const { stored, isSmall, clear } = useInstallEvent()
  if (!stored) return null
  const picture = app.favicon.imageURL ?? app.logo.imageURL ?? '/icon-192.png'
  const ask = async () => {
    await stored.prompt()
    await stored.userChoice
    clear()
  }
  return (
    <aside className={isSmall ? 'install install-small' : 'install'} aria-label={t('shell.install_text')}>
      <button type="button" onClick={ask} aria-label={isSmall ? t('shell.install_text') : undefined}>
        <img src={assetAddress(picture, app.appDetail.cdnpath)} alt="" width="40" height="40" />
        {!isSmall && (
          <span>
            <strong>{app.storeName}</strong>
            <br />
            {t('shell.install_text')}
          </span>
        )}
      </button>
      {!isSmall && (
        <button type="button" className="link" onClick={clear}>
          {t('shell.install_later')}
        </button>
      )}
    </aside>
  )
}

/** The browser's offer to install, once it has made one, until it is answered. */
function useInstallEvent() {
  const [stored, setStored] = useState<InstallEvent | null>(null)
  const [isSmall, setSmall] = useState(false)
  useEffect(() => {
    const keep = (event: Event) => {
      event.preventDefault()
      setStored(event as InstallEvent)
    }
    window.addEventListener('beforeinstallprompt', keep)
    return () => window.removeEventListener('beforeinstallprompt', keep)
  }, [])
  useEffect(() => {
    if (!stored) return
    const timer = setTimeout(() => setSmall(true), installIconDelayMs)
    return () => clearTimeout(timer)
  }, [stored])
  return { stored, isSmall, clear: () => setStored(null) }
}
