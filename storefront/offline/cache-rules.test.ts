import { expect, it } from 'vitest'
import { listSpecificationCalls } from '#contract/calls.ts'
import { toRequest } from '#contract/client.ts'
import { moreBase, specificationBase } from '#contract/constants.ts'
import { changingGets } from '#contract/routes.ts'
import { cacheRuleOf, isCheckout, isGuestAppInfo } from './cache-rules.ts'

const origin = 'https://shop.example'
const keep = (path: string, method = 'GET', mode = 'cors') =>
  cacheRuleOf({ method, mode, origin, url: new URL(path, origin) })

it.each([
  ['/', 'page'],
  ['/home', 'page'],
  ['/store/product/lgm?variant=large', 'page'],
  ['/store/productlist?cat=bread', 'page'],
  ['/about', 'page'],
  ['/checkout', 'private-page'],
  ['/CHECKOUT/payment', 'private-page'],
  ['https://shop.example//checkout/cart', 'private-page'],
  ['/confirmation/abc', 'private-page'],
  ['/account/login', 'private-page'],
  ['/user/list', 'private-page'],
  ['/main?to=%2Fhome', 'private-page'],
  ['https://wallet.example/home', 'nothing'],
])('the page %s has the cache rule %s', (path, keeping) => {
  expect(keep(path, 'GET', 'navigate')).toBe(keeping)
})

it('a form submission is not cached', () => {
  expect(keep('/preferences', 'POST', 'navigate')).toBe('nothing')
})

it('pictures of this shop are cached, those of other origins are not', () => {
  expect(keep('/media/a/400.avif')).toBe('picture')
  expect(keep('https://cdn.example/media/a/400.avif')).toBe('nothing')
  expect(keep('/livez')).toBe('nothing')
  expect(keep('/api/openapi.json')).toBe('nothing')
})

it('only calls with the same response for all visitors are cached', () => {
  const kept = listSpecificationCalls().flatMap((call) => {
    const { url } = toRequest(call, { id: 'x', term: 'x', currency: 'USD', country: 'CA', code: 'x', type: 'x' })
    return keep(specificationBase + url, call.method) === 'call' ? [call] : []
  })
  expect(kept.map(({ name }) => name)).toEqual([
    'shell.appInfo',
    'content.page',
    'content.sections',
    'locations.countries',
    'locations.provinces',
    'locations.pickup',
    'currency.rates',
    'currency.rate',
    'catalogue.list',
    'catalogue.count',
    'catalogue.product',
    'catalogue.detail',
    'catalogue.category',
    'catalogue.categories',
    'catalogue.brands',
    'catalogue.tag',
    'catalogue.related',
    'catalogue.search',
    'catalogue.searchCount',
    'catalogue.addons',
    'campaigns.list',
    'campaigns.items',
    'campaigns.item',
  ])
  for (const { name, access, method } of kept) {
    expect(method).toBe('GET')
    expect(access, name).toBe('anyone')
    expect(changingGets.has(name)).toBe(false)
  }
})

it.each([
  ['GET', '/common3/logout'],
  ['GET', '/common3/changeLocale/zh'],
  ['POST', '/common3/setSelectedStoreLocation'],
  ['POST', '/wechat/login'],
  ['PUT', '/admin/userManagement/userInfo'],
])('%s %s clears the cache', (method, path) => {
  expect(keep(specificationBase + path, method)).toBe('forget')
})

it.each(['/account/registration/confirm', '/account/code/sign-in', '/account/link/sign-in', '/account/remove'])(
  'POST %s clears the cache',
  (path) => {
    expect(keep(moreBase + path, 'POST')).toBe('forget')
    expect(keep(moreBase + path, 'GET')).toBe('nothing')
  },
)

it.each([
  [{ userID: null }, true],
  [{ userID: 'm1' }, false],
  [{}, false],
  [null, false],
  ['', false],
])('app info %j belongs to a guest: %s', (body, expected) => {
  expect(isGuestAppInfo(body)).toBe(expected)
})

it.each([
  ['/checkout', true],
  ['/checkout/payment', true],
  ['/confirmation/1', true],
  ['/checkouts', false],
  ['/home', false],
])('%s belongs to the checkout: %s', (path, expected) => {
  expect(isCheckout(path)).toBe(expected)
})
