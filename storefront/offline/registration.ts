import { isCheckout } from './cache-rules.ts'
import type { Message } from './messages.ts'

const updateEveryMs = 60 * 60 * 1000

/** Reports a page to the service worker. A new version of the shop takes over here, outside of a purchase. */
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
 * `isAsked`: this window let the new version take over. `isOutdated`: its scripts are those of the previous version.
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

/** During a purchase this window holds a lock that all windows see. The browser releases the lock with the window. */
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

/** A worker knows only the page that a window started with, so the windows share a lock. */
async function isAnybodyBuying(): Promise<boolean> {
  const { held } = (await navigator.locks?.query()) ?? {}
  return held?.some(({ name }) => name === buyingLock) ?? true
}

/** Reloads the page with the scripts of the new version. Never during a purchase, and never on a page in use. */
function renew() {
  if (isOutdated && !isCheckout(location.pathname) && usedPath !== location.pathname && !isFilledIn()) location.reload()
}

/** The page with the visitor's last input or submitted form. A reload would lose the input or the response. */
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

/** Whether a field differs from its default, including input from before this module loaded. */
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
