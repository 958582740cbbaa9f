import { useEffect, useState, useSyncExternalStore } from 'react'
import { installIconDelayMs } from '#contract/constants.ts'
import { assetAddress } from '#storefront/links.ts'
import { useShop } from '#storefront/shop.ts'
import { iconOf } from './shell-rules.ts'

interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<unknown>
}

/** Offers the shop as an app when the browser can install it: a bar that becomes an icon after three seconds. */
export function InstallPrompt() {
  const offer = useSyncExternalStore(
    subscribe,
    () => stored,
    () => null,
  )
  return offer && <Offer offer={offer} />
}

/** Until it is accepted or dismissed. */
function Offer({ offer }: { offer: InstallEvent }) {
  const { app, t } = useShop()
  const isSmall = useLater(installIconDelayMs)
  const ask = async () => {
    await offer.prompt()
    await offer.userChoice
    store(null)
  }
  return (
    <aside className={isSmall ? 'install install-small' : 'install'} aria-label={t('shell.install_text')}>
      <button type="button" onClick={ask} aria-label={isSmall ? t('shell.install_text') : undefined}>
        <img src={assetAddress(iconOf(app), app.appDetail.cdnpath)} alt="" width="40" height="40" />
        {!isSmall && (
          <span>
            <strong>{app.storeName}</strong>
            <br />
            {t('shell.install_text')}
          </span>
        )}
      </button>
      {!isSmall && (
        <button type="button" className="link" onClick={() => store(null)}>
          {t('shell.install_later')}
        </button>
      )}
    </aside>
  )
}

function useLater(delayMs: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isLater
}

// A browser makes its offer once, perhaps before React has taken the page over: it is kept from the first script on.
let stored: InstallEvent | null = null
const listeners = new Set<() => void>()

function store(offer: InstallEvent | null) {
  stored = offer
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store(event as InstallEvent)
  })
}
