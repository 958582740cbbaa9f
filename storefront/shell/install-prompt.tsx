import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { readClientState, writeClientState } from '#storefront/core/client-state/client-state.ts'
import { optionalComponent } from '#storefront/core/optional-component.ts'
import type { InstallEvent, Offer } from './install-event.ts'

const InstallOffer = optionalComponent(() => import('./install-offer.tsx'))

/**
 * Offers the shop as an app if the browser or its user can install it. The bar becomes an icon after three seconds.
 * After an answer it stays away for ninety days.
 */
export function InstallPrompt() {
  const { pathname } = useLocation()
  const hasStepped = useNavigationType() === 'PUSH'
  const offer = useSyncExternalStore(
    subscribe,
    () => stored,
    () => null,
  )
  useEffect(() => {
    // Never on a visitor's first page.
    if (hasStepped && !stored && isInstalledByHand()) store('guide')
  }, [hasStepped])
  // Nothing may lie over the buttons of a checkout.
  if (!offer || pathname.startsWith('/checkout')) return null
  const end = () => {
    writeClientState('installAnswered', 'yes')
    store(null)
  }
  return (
    <Suspense>
      <InstallOffer offer={offer} onEnd={end} />
    </Suspense>
  )
}

/**
 * Safari on iOS makes no offer of its own. Other browsers on iOS, such as WeChat's and Alipay's, cannot install at all.
 */
const isInstalledByHand = () =>
  /iP(hone|ad|od).*Safari/.test(navigator.userAgent) &&
  !/CriOS|FxiOS|EdgiOS|MicroMessenger|AlipayClient/.test(navigator.userAgent) &&
  !('standalone' in navigator && navigator.standalone) &&
  !readClientState('installAnswered')

// A browser fires its offer once, perhaps before hydration or before the first script.
let stored: Offer | null = null
const listeners = new Set<() => void>()

function store(offer: Offer | null) {
  stored = offer
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function take(event: Event) {
  event.preventDefault()
  // The browser sends this event under this name.
  if (!readClientState('installAnswered')) store(event as InstallEvent)
}

if (typeof window !== 'undefined') {
  if (window.installOffer) take(window.installOffer)
  window.addEventListener('beforeinstallprompt', take)
}
