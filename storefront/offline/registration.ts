import { isCheckout } from './cache-rules.ts'
import type { Message } from './messages.ts'

const updateEveryMs = 60 * 60 * 1000

/**
 * Reports a page to the service worker. Also lets a waiting new version of the shop take over, unless a purchase is in
 * progress in any window.
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
/**
 * `isAsked`: this window told the new version to take over. `isOutdated`: this window still runs the scripts of the
 * previous version.
 */
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

/**
 * During a purchase, holds a lock that is visible to all windows. The browser releases the lock when the window closes.
 */
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

/**
 * Whether a purchase is in progress in any window. Checks the lock of `noteBuying`, because the service worker knows
 * only the first page of each window. True if the browser does not support locks.
 */
async function isAnybodyBuying(): Promise<boolean> {
  const { held } = (await navigator.locks?.query()) ?? {}
  return held?.some(({ name }) => name === buyingLock) ?? true
}

/**
 * Reloads the page with the scripts of the new version. Does nothing during a purchase, or if the visitor has typed or
 * submitted something on this page.
 */
function renew() {
  if (isOutdated && !isCheckout(location.pathname) && usedPath !== location.pathname && !isFilledIn()) location.reload()
}

/**
 * The path of the page on which the visitor last typed or submitted something. Reloading that page would lose the input
 * or the response.
 */
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

/**
 * Whether the shopper has changed a text field. Compares each field with its default value, so it also detects input
 * from before this module loaded.
 */
function isFilledIn(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typedFields)
  return [...fields].some((field) => field.value !== field.defaultValue)
}
const typedFields = 'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=submit])'

/** The loaded pictures of the page, in the sizes that the browser chose. */
function picturesInView(): string[] {
  const drawn = [...document.images].filter((image) => image.complete && image.currentSrc)
  return [...new Set(drawn.map((image) => image.currentSrc))]
}

const tell = (worker: ServiceWorker | null, message: Message) => worker?.postMessage(message)
