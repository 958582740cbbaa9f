import { describe, expect, it } from 'vitest'
import routes from '#storefront/routes.ts'
import type { MenuTarget } from './menu-links.ts'
import { linkedRecordOf, ownAddresses, readTarget, writeTarget } from './menu-links.ts'

describe('the target of a menu entry', () => {
  it.each<MenuTarget>([
    { kind: 'none' },
    { kind: 'page', page: 'home' },
    { kind: 'page', page: 'all' },
    { kind: 'page', page: 'cart' },
    { kind: 'page', page: 'groupBuys' },
    { kind: 'category', id: 'tea' },
    { kind: 'product', id: 'green-tea' },
    { kind: 'content', id: 'about' },
    { kind: 'tag', id: 'new' },
    { kind: 'brand', id: 'lantern' },
    { kind: 'path', link: 'store/search?q=tea' },
    { kind: 'path', link: 'productlist?cat=tea&sort=newest' },
    { kind: 'external', link: 'https://example.com' },
    { kind: 'store', store: 'main', link: '' },
    { kind: 'store', store: 'main', link: 'store' },
  ])('%j is the same after writing and reading', (target) => {
    expect(readTarget({ name: 'x', ...writeTarget(target) })).toEqual(target)
  })

  it.each<[string, MenuTarget]>([
    ['/home', { kind: 'page', page: 'home' }],
    ['checkout', { kind: 'page', page: 'cart' }],
    ['products/all', { kind: 'page', page: 'all' }],
    ['productlist?cat=tea', { kind: 'category', id: 'tea' }],
    ['productlist?cat=tea&sort=newest', { kind: 'path', link: 'productlist?cat=tea&sort=newest' }],
    ['about', { kind: 'content', id: 'about' }],
  ])('the link %s is read as %j', (link, target) => {
    expect(readTarget({ name: 'x', link })).toEqual(target)
  })

  it('an entry whose thing nobody chose has no link', () => {
    expect(writeTarget({ kind: 'category', id: '' })).toEqual({ linkActionType: 'INTERNAL_LINK' })
  })
})

it.each([
  ['productlist?cat=tea&sort=newest', { kind: 'category', id: 'tea' }],
  ['products/all', null],
  ['product/green-tea?variant=large', { kind: 'product', id: 'green-tea' }],
  ['/store/tag/new', { kind: 'tag', id: 'new' }],
  ['brand', null],
  ['page/about', { kind: 'content', id: 'about' }],
  ['blog/some-article', null],
  ['user/orders', null],
  ['', null],
])('the link %s opens the page of %j', (link, thing) => {
  expect(linkedRecordOf(link)).toEqual(thing)
})

it('every address of the shop is known, so that no content page is expected there', () => {
  const paths = JSON.stringify(routes).matchAll(/"path":"([^":*/]+)/g)
  expect(new Set([...paths].map(([, head]) => head))).toEqual(ownAddresses)
})
