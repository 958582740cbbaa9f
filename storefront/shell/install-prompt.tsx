import { lazy, Suspense, useSyncExternalStore } from 'react'

const InstallOffer = lazy(() => import('./install-offer.tsx'))

/** What a browser offers: to ask, and to learn what was answered. */
export interface InstallEvent extends Event {
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
  return (
    offer && (
      <Suspense>
        <InstallOffer offer={offer} onEnd={() => store(null)} />
      </Suspense>
    )
  )
}

// A browser makes its offer once, perhaps before React has taken the page over, or before the first script.
let stored = typeof window === 'undefined' ? null : ((window.installOffer as InstallEvent | undefined) ?? null)
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
