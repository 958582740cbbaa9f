import { isCheckout } from './cache-rules.ts'
import type { Message } from './messages.ts'

const updateEveryMs = 60 * 60 * 1000

/**
 * Tells the service worker of a page that is shown; a new version of the shop takes over here, outside of a purchase.
 */
export async function visit(url: URL) {
  noteBuying(isCheckout(url.pathname))
  registered ??= register()
  const registration = await registered.catch(() => null)
  if (!registration) return
  if (isOutdated) renew()
  const urls = [url.href, new URL('/home', url).href]
  tell(registration.active, { kind: 'visited', urls, pictures: picturesInView() })
  if (performance.now() - lookedAt > updateEveryMs) {
    lookedAt = performance.now()
    await registration.update().catch(() => {})
  }
  if (registration.waiting && !(await isAnybodyBuying())) {
    isAsked = true
    tell(registration.waiting, { kind: 'take-over' })
  }
}

let registered: Promise<ServiceWorkerRegistration> | undefined
let lookedAt = 0
/** Whether this window let the new version take over, and whether its scripts are those of the version before. */
let isAsked = false
let isOutdated = false

async function register(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    isOutdated = isControlled
    isControlled = true
    if (isAsked) renew()
  })
  await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  return serviceWorker.ready
}

/** While this window is in a purchase it holds a lock that all windows see, and that ends with it. */
function noteBuying(isBuying: boolean) {
  if (!isBuying) {
    endBuying?.()
    endBuying = undefined
  } else if (!endBuying) {
    const isOver = new Promise<void>((resolve) => {
      endBuying = resolve
    })
    void navigator.locks?.request(buyingLock, { mode: 'shared' }, () => isOver)
  }
}
const buyingLock = 'buying'
let endBuying: (() => void) | undefined

/** A worker is told only of the page that a window began with, so the windows tell each other. */
async function isAnybodyBuying(): Promise<boolean> {
  const { held } = (await navigator.locks?.query()) ?? {}
  return held?.some(({ name }) => name === buyingLock) ?? true
}

/**
 * Loads the page with the scripts of the new version. Never in the middle of a purchase, nor where the page was used.
 */
function renew() {
  if (isOutdated && !isCheckout(location.pathname) && usedPath !== location.pathname && !isFilledIn()) location.reload()
}

/** The page where somebody last typed or sent a form: a reload would lose what was typed, or what the shop answered. */
let usedPath: string | undefined
for (const use of ['input', 'submit']) {
  document.addEventListener(
    use,
    () => {
      usedPath = location.pathname
    },
    true,
  )
}

/** Whether a field differs from how it came, also one that was filled in before this module was loaded. */
function isFilledIn(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typedFields)
  return [...fields].some((field) => field.value !== field.defaultValue)
}
const typedFields = 'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=submit])'

/** The pictures that the page has by now, as the browser chose them. */
function picturesInView(): string[] {
  const drawn = [...document.images].filter((image) => image.complete && image.currentSrc)
  return [...new Set(drawn.map((image) => image.currentSrc))]
}

const tell = (worker: ServiceWorker | null, message: Message) => worker?.postMessage(message)
