import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { readClientState, writeClientState } from '#storefront/core/client-state/client-state.ts'
import { isQuietPage } from '#storefront/core/links.ts'
import { optionalComponent } from '#storefront/core/optional-component.ts'
import type { InstallEvent, InstallMethod } from './install-event.ts'

const InstallOffer = optionalComponent(() => import('./install-offer.tsx'))

/**
 * Offers to install the shop as an app if the browser can install it. The bar shrinks to an icon after three seconds.
 * Once the visitor has accepted or dismissed the offer, the offer does not appear again for ninety days.
 */
export function InstallPrompt() {
  const { pathname } = useLocation()
  const hasNavigated = useNavigationType() === 'PUSH'
  const offer = useSyncExternalStore(
    subscribe,
    () => currentOffer,
    () => null,
  )
  useEffect(() => {
    // Offers the guide only after a navigation, so never on the visitor's first page.
    if (hasNavigated && !currentOffer && isInstalledByHand()) setOffer('guide')
  }, [hasNavigated])
  // Nothing may distract shoppers while they check out or wait for their payment.
  if (!offer || isQuietPage(pathname) || /^\/+checkout(\/|$)/i.test(pathname)) return null
  const endOffer = () => {
    writeClientState('installAnswered', 'yes')
    setOffer(null)
  }
  return (
    <Suspense>
      <InstallOffer offer={offer} onEnd={endOffer} />
    </Suspense>
  )
}

/**
 * Whether the visitor can install the shop, but only by hand. Safari on iOS has no prompt. Other browsers on iOS, such
 * as WeChat's and Alipay's, cannot install at all.
 */
const isInstalledByHand = () =>
  /iP(hone|ad|od).*Safari/.test(navigator.userAgent) &&
  !/CriOS|FxiOS|EdgiOS|MicroMessenger|AlipayClient/.test(navigator.userAgent) &&
  !('standalone' in navigator && navigator.standalone) &&
  !readClientState('installAnswered')

// The current offer. Keeps the browser's event, which fires only once, perhaps before this script loads or the page
// hydrates.
let currentOffer: InstallMethod | null = null
const listeners = new Set<() => void>()

function setOffer(offer: InstallMethod | null) {
  currentOffer = offer
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function storeInstallEvent(event: Event) {
  event.preventDefault()
  // The cast is safe, because events of this name have this type.
  if (!readClientState('installAnswered')) setOffer(event as InstallEvent)
}

if (typeof window !== 'undefined') {
  if (window.installOffer) storeInstallEvent(window.installOffer)
  window.addEventListener('beforeinstallprompt', storeInstallEvent)
}
