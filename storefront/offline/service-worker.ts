import { ExpirationPlugin } from 'workbox-expiration'
import { enable as enableNavigationPreload } from 'workbox-navigation-preload'
import type { PrecacheEntry } from 'workbox-precaching'
import { precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { cachedHeader, forAnyoneHeader } from '#contract/constants.ts'
import type { CacheRule } from './cache-rules.ts'
import { cacheRuleOf, isGuestAppInfo } from './cache-rules.ts'
import type { Message } from './messages.ts'
import { offlinePage } from './offline-page.ts'

/**
 * The service worker for offline use. Caches the shop's scripts, visited pages, and API responses and pictures of the
 * catalogue. Anything that can change is requested from the server first, and personal data is never cached.
 */
declare const self: ServiceWorkerGlobalScope
declare const __BUILT_FILES__: PrecacheEntry[]
declare const __BUILD__: string

/** The name of the cache for pages. Each build has its own, because pages refer to the scripts of their build. */
const pagesCacheName = `pages-${__BUILD__}`
const callsCacheName = `calls-${__BUILD__}`
const picturesCacheName = 'pictures'
const day = 24 * 60 * 60

precacheAndRoute(__BUILT_FILES__)

const hasRule =
  (...rules: CacheRule[]) =>
  ({ request, url }: { request: Request; url: URL }) =>
    rules.includes(cacheRuleOf({ method: request.method, mode: request.mode, url, origin: self.location.origin }))

// Ignores `Vary`, because the cache is emptied whenever the visitor's language or store changes.
const matchOptions = { ignoreVary: true }
const withoutNetwork = {
  handlerDidError: async ({ request }: { request: Request }) => {
    const { pathname } = new URL(request.url)
    // The cache stores the home page only as `/home`, so an offline request for `/` redirects there.
    const home = pathname === '/' && (await caches.match('/home', { ...matchOptions, cacheName: pagesCacheName }))
    return home ? Response.redirect('/home') : offlinePage(pathname)
  },
}
const pages = new NetworkFirst({
  cacheName: pagesCacheName,
  matchOptions,
  plugins: [
    {
      cacheWillUpdate: async ({ response }) =>
        response.status === 200 && response.headers.has(forAnyoneHeader) ? response : null,
    },
    new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * day, matchOptions, purgeOnQuotaError: true }),
    withoutNetwork,
  ],
})
registerRoute(hasRule('page'), pages)
registerRoute(hasRule('private-page'), new NetworkOnly({ plugins: [withoutNetwork] }))

registerRoute(
  hasRule('call'),
  new NetworkFirst({
    cacheName: callsCacheName,
    matchOptions,
    plugins: [
      {
        cacheWillUpdate: async ({ request, response }) =>
          (await mayCacheResponse(request, response)) ? response : null,
        cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && markAsCached(cachedResponse),
      },
      new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: 30 * day, matchOptions, purgeOnQuotaError: true }),
    ],
  }),
)

for (const method of ['GET', 'POST', 'PUT'] as const) {
  registerRoute(
    hasRule('forget'),
    new NetworkOnly({
      plugins: [
        {
          fetchDidSucceed: async ({ response }) => {
            if (response.ok) await clearCaches()
            return response
          },
        },
      ],
    }),
    method,
  )
}

const pictures = new CacheFirst({
  cacheName: picturesCacheName,
  matchOptions,
  plugins: [new ExpirationPlugin({ maxEntries: 400, maxAgeSeconds: 60 * day, matchOptions, purgeOnQuotaError: true })],
})
registerRoute(hasRule('picture'), pictures)

enableNavigationPreload()
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldBuilds(), self.clients.claim()]))
})
self.addEventListener('message', (event) => {
  // The cast is safe, because only the shop's own pages send messages to its worker.
  const message = event.data as Message
  if (message.kind === 'visited') event.waitUntil(cacheVisited(message, event))
  if (message.kind === 'take-over') event.waitUntil(self.skipWaiting())
})
// Forms that sign in or out, or that change preferences, make no API call if they are sent before the page's scripts
// have loaded. This listener empties the cache for such forms.
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  if (method === 'POST' && mode === 'navigate' && /^\/(account|user|preferences)/.test(new URL(url).pathname)) {
    event.waitUntil(clearCaches())
  }
})

/** Caches visited pages and their pictures, because both may have loaded before this worker was active. */
async function cacheVisited(
  { urls, pictures: pictureUrls }: Extract<Message, { kind: 'visited' }>,
  event: ExtendableEvent,
) {
  await Promise.allSettled(pictureUrls.map((url) => cachePicture(url, event)))
  await Promise.all(urls.map((url) => cachePage(url, event)))
}

async function cachePicture(url: string, event: ExtendableEvent) {
  const request = new Request(url)
  if (hasRule('picture')({ request, url: new URL(url) })) await pictures.handle({ event, request })
}

/**
 * Caches a page that loaded without this worker and is not cached yet. Requests the version of the page that is the
 * same for all visitors.
 */
async function cachePage(url: string, event: ExtendableEvent) {
  const isPage =
    cacheRuleOf({ method: 'GET', mode: 'navigate', url: new URL(url), origin: self.location.origin }) === 'page'
  if (!isPage || (await caches.match(url, { ...matchOptions, cacheName: pagesCacheName }))) return
  await pages.handle({ event, request: new Request(url, { headers: { [forAnyoneHeader]: '1' } }) })
}

async function mayCacheResponse(request: Request, response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  if (!request.url.includes('/appInfoInit')) return true
  return isGuestAppInfo(
    await response
      .clone()
      .json()
      .catch(() => null),
  )
}

/** Adds a header that tells the page that the response is from the cache. */
function markAsCached(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(cachedHeader, '1')
  return new Response(response.body, { status: response.status, headers })
}

/**
 * Empties the caches of pages and API responses after a change of visitor, language or store. Pages are cached again
 * when they are next visited. Pictures stay cached.
 */
async function clearCaches() {
  await Promise.all([caches.delete(pagesCacheName), caches.delete(callsCacheName)])
}

async function dropOldBuilds() {
  const current = new Set([pagesCacheName, callsCacheName])
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => /^(pages|calls)-/.test(name) && !current.has(name)).map((name) => caches.delete(name)),
  )
}
