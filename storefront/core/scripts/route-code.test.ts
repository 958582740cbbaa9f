// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { fetchRouteCode } from './route-code.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Simulates a page with the router's manifest. */
const open = (manifest?: unknown) => vi.stubGlobal('window', { __reactRouterManifest: manifest })
const cart = { routes: { cart: { module: '/assets/cart.js' } } }

test('fetchRouteCode downloads the script of a route', async () => {
  open(cart)
  const load = vi.fn(async () => ({}))
  expect(await fetchRouteCode('cart', load)).toBe(true)
  expect(load).toHaveBeenCalledWith('/assets/cart.js')
})

test('fetchRouteCode returns false if the download fails', async () => {
  open(cart)
  expect(await fetchRouteCode('cart', () => Promise.reject(new TypeError('offline')))).toBe(false)
})

test.each([
  { what: 'no manifest', manifest: undefined },
  { what: 'a manifest of another shape', manifest: {} },
  { what: 'a manifest without the route', manifest: { routes: {} } },
  { what: 'a route without its script', manifest: { routes: { cart: {} } } },
])('fetchRouteCode leaves the download to the router with $what', async ({ manifest }) => {
  open(manifest)
  const load = vi.fn(async () => ({}))
  expect(await fetchRouteCode('cart', load)).toBe(true)
  expect(load).not.toHaveBeenCalled()
})
