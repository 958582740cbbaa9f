/**
 * The script that replaces the service worker if the owner switched off offline use. The script empties all caches and
 * unregisters itself.
 */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(removeWorker()))

async function removeWorker() {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
}

export {}
