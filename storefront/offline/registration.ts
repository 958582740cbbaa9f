import { isCheckout } from './cache-rules.ts'
import type { Message } from './messages.ts'

const updateIntervalMs = 60 * 60 * 1000

/**
 * Reports a page to the service worker. Also lets a waiting new version of the shop take over, unless a purchase is in
 * progress in any window.
 */
export async function visit(url: URL) {
  holdPurchaseLock(isCheckout(url.pathname))
  registrationPromise ??= register()
  const registration = await registrationPromise.catch(() => null)
  if (!registration) return
  if (isOutdated) reloadIfOutdated()
  const urls = [url.href, new URL('/home', url).href]
  sendMessage(registration.active, { kind: 'visited', urls, pictures: loadedPictures() })
  if (performance.now() - lastUpdateCheck > updateIntervalMs) {
    lastUpdateCheck = performance.now()
    await registration.update().catch(() => {})
  }
  if (registration.waiting && !(await isPurchaseInProgress())) {
    hasRequestedTakeOver = true
    sendMessage(registration.waiting, { kind: 'take-over' })
  }
}

let registrationPromise: Promise<ServiceWorkerRegistration> | undefined
let lastUpdateCheck = 0
/**
 * `hasRequestedTakeOver`: this window told the new version to take over. `isOutdated`: this window still runs the
 * scripts of the previous version.
 */
let hasRequestedTakeOver = false
let isOutdated = false

async function register(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    isOutdated = isControlled
    isControlled = true
    if (hasRequestedTakeOver) reloadIfOutdated()
  })
  await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  return serviceWorker.ready
}

/**
 * During a purchase, holds a lock that is visible to all windows. The browser releases the lock when the window closes.
 */
function holdPurchaseLock(isPurchasing: boolean) {
  if (!isPurchasing) {
    releasePurchaseLock?.()
    releasePurchaseLock = undefined
  } else if (!releasePurchaseLock) {
    const untilReleased = new Promise<void>((resolve) => {
      releasePurchaseLock = resolve
    })
    void navigator.locks?.request(purchaseLock, { mode: 'shared' }, () => untilReleased)
  }
}
const purchaseLock = 'buying'
let releasePurchaseLock: (() => void) | undefined

/**
 * Whether a purchase is in progress in any window. Checks the lock of `holdPurchaseLock`, because the service worker
 * knows only the page that each window loaded first, not the page that the window shows now. True if the browser does
 * not support locks.
 */
async function isPurchaseInProgress(): Promise<boolean> {
  const { held } = (await navigator.locks?.query()) ?? {}
  return held?.some(({ name }) => name === purchaseLock) ?? true
}

/**
 * Reloads the page with the scripts of the new version. Does nothing during a purchase, or if the visitor has typed or
 * submitted something on this page.
 */
function reloadIfOutdated() {
  if (isOutdated && !isCheckout(location.pathname) && editedPath !== location.pathname && !hasUnsavedInput())
    location.reload()
}

/**
 * The path of the page on which the visitor last typed or submitted something. Reloading that page would lose the input
 * or the response.
 */
let editedPath: string | undefined
for (const eventName of ['input', 'submit']) {
  document.addEventListener(
    eventName,
    () => {
      editedPath = location.pathname
    },
    { capture: true },
  )
}

/**
 * Whether the shopper has changed a text field. Compares each field with its default value, so it also detects input
 * from before this module loaded.
 */
function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFieldSelector)
  return [...fields].some((field) => field.value !== field.defaultValue)
}
const textFieldSelector = 'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=submit])'

/** The loaded pictures of the page, in the sizes that the browser chose. */
function loadedPictures(): string[] {
  const loaded = [...document.images].filter((image) => image.complete && image.currentSrc)
  return [...new Set(loaded.map((image) => image.currentSrc))]
}

const sendMessage = (worker: ServiceWorker | null, message: Message) => worker?.postMessage(message)
