import { describe, expect, it } from 'vitest'
import { locationNames, sideMenuLabelLength } from '#contract/constants.ts'
import type { MenuItem } from '#contract/shell.ts'
import {
  assetUrl,
  cartPath,
  cutLabel,
  externalAddress,
  isActiveTab,
  isCampaignList,
  isCampaignPage,
  isCartTab,
  isCurrentPage,
  labelOf,
  menuPath,
  shortenLocationName,
  storePath,
  tabPath,
  targetOf,
} from './links.ts'

const at = (pathname: string, search = '') => ({ pathname, search })

describe('links of menus', () => {
  it.each([
    ['products/tea', '/store/productlist?cat=tea'],
    ['products/fruit%26veg', '/store/productlist?cat=fruit%26veg'],
    ['products/散装 茶', '/store/productlist?cat=%E6%95%A3%E8%A3%85+%E8%8C%B6'],
    ['page/about', '/about'],
    ['page//evil.example', '/evil.example'],
    ['search', '/store/search'],
    ['tag/new', '/store/tag/new'],
    ['brand/lantern', '/store/brand/lantern'],
    ['product/egg-tarts', '/store/product/egg-tarts'],
    ['clearance', '/store/clearance'],
    ['productlist?cat=tea&sort=newest', '/store/productlist?cat=tea&sort=newest'],
    ['productlist?sort=newest&cat=fruit%26veg', '/store/productlist?cat=fruit%26veg&sort=newest'],
    ['productlist?', '/store/productlist'],
    ['productlist?cat=tea%26sort=newest', '/store/productlist?cat=tea&sort=newest'],
    ['productlist?sort=newest%26cat=fruit%26veg', '/store/productlist?cat=fruit%26veg&sort=newest'],
    ['productlist?cat=tea&page=2', '/store/productlist?cat=tea'],
    ['products/tea%26sort=newest', '/store/productlist?cat=tea&sort=newest'],
    ['page/about?a=1%26b=2', '/about?a=1&b=2'],
    ['productlist', '/productlist'],
    ['store/groupCampaigns', '/store/groupCampaigns'],
    ['about?a=1%26b=2', '/about?a=1&b=2'],
    ['/home', '/home'],
    ['//evil.example', '/evil.example'],
    ['/\\evil.example', '/evil.example'],
    ['user/orders', '/user/orders'],
  ])('reads %s as %s', (link, path) => {
    expect(menuPath(link)).toBe(path)
  })

  const item = (more: Partial<MenuItem>): MenuItem => ({ name: 'x', ...more })
  it.each<[Partial<MenuItem>, ReturnType<typeof targetOf>]>([
    [{ link: 'store' }, { kind: 'internal', to: '/store' }],
    [
      { link: 'store', linkActionType: 'INTERNAL_LINK' },
      { kind: 'internal', to: '/store' },
    ],
    [{}, { kind: 'text' }],
    [{ link: '' }, { kind: 'text' }],
    [
      { link: 'https://a.example', linkActionType: 'EXTERNAL_LINK' },
      { kind: 'external', href: 'https://a.example' },
    ],
    [{ link: 'javascript:alert(1)', linkActionType: 'EXTERNAL_LINK' }, { kind: 'text' }],
    [
      { linkActionType: 'SET_LOCATION', navLink: { storeLocationId: 'a', targetLink: 'products/tea' } },
      { kind: 'location', locationId: 'a', to: '/store/productlist?cat=tea' },
    ],
    [
      { linkActionType: 'SET_LOCATION', navLink: { storeLocationId: 'a' } },
      { kind: 'location', locationId: 'a', to: null },
    ],
    [{ linkActionType: 'SET_LOCATION', link: 'store' }, { kind: 'text' }],
  ])('%j leads to %j', (more, target) => {
    expect(targetOf(item(more))).toEqual(target)
  })

  it('labels an entry in the current language, else by its default name', () => {
    expect(labelOf({ name: 'Tea', nameContent: { zh: '茶' } }, 'zh')).toBe('茶')
    expect(labelOf({ name: 'Tea', nameContent: { zh: '茶' } }, 'en')).toBe('Tea')
    expect(labelOf({ name: 'Tea', nameContent: { zh: '' } }, 'zh')).toBe('Tea')
  })
})

describe('bottom tabs', () => {
  it.each<[string | undefined, { pathname: string; search: string }, string | null]>([
    ['home', at('/'), '/home'],
    ['store', at('/'), '/store'],
    ['checkout', at('/'), '/checkout'],
    [undefined, at('/'), null],
    ['user/list', at('/'), '/user/list'],
    ['clearance', at('/'), '/store/clearance'],
    ['productlist?cat=tea', at('/'), '/store/productlist?cat=tea'],
    ['productlist?cat=fruit%26veg', at('/'), '/store/productlist?cat=fruit%26veg'],
    ['checkout/cart', at('/store'), '/checkout/cart'],
    ['checkout/cart', at('/store/groupCampaign/mooncakes-9'), '/checkout/campaignCart?FissionSale=mooncakes-9'],
    ['checkout/cart', at('/store/groupCampaigns'), '/checkout/cart'],
    ['checkout/cart', at('/checkout/campaignPayment', '?FissionSale=m1'), '/checkout/campaignCart?FissionSale=m1'],
    ['checkout', at('/store/groupCampaign/m1'), '/checkout'],
    ['/checkout/cart', at('/store/groupCampaign/m1'), '/checkout/campaignCart?FissionSale=m1'],
    ['checkout/cart?note=1', at('/store/groupCampaign/m1'), '/checkout/cart?note=1'],
    ['checkout/carts', at('/store/groupCampaign/m1'), '/checkout/carts'],
    ['checkout/cart', at('/store/groupCampaign/m1', '?FissionSale=m2'), '/checkout/campaignCart?FissionSale=m1'],
    ['checkout/cart', at('/store/groupCampaign/'), '/checkout/cart'],
    ['checkout/cart', at('/store/groupCampaigns', '?FissionSale=m2'), '/checkout/campaignCart?FissionSale=m2'],
    ['search', at('/'), '/store/search'],
    ['tag/new', at('/'), '/store/tag/new'],
    ['brand/lantern', at('/'), '/store/brand/lantern'],
    ['product/egg-tarts', at('/'), '/store/product/egg-tarts'],
    ['about?a=1%26b=2', at('/'), '/about?a=1&b=2'],
    ['productlist?cat=tea%26sort=newest', at('/'), '/store/productlist?cat=tea&sort=newest'],
    ['productlist?cat=tea&sort=newest', at('/'), '/store/productlist?cat=tea&sort=newest'],
    ['productlist?cat=', at('/'), '/store/productlist'],
    ['products/tea', at('/'), '/store/productlist?cat=tea'],
    ['page/about', at('/'), '/about'],
    ['productlist', at('/'), '/productlist'],
    ['//evil.example', at('/'), '/evil.example'],
  ])('%s on %j leads to %s', (link, here, path) => {
    expect(tabPath(link, here)).toBe(path)
  })

  it('keeps the campaign id escaped in the query', () => {
    expect(cartPath(at('/x', '?FissionSale=a%26b'))).toBe('/checkout/campaignCart?FissionSale=a%26b')
  })

  it.each<[string | undefined, string, boolean]>([
    ['home', '/', true],
    ['home', '/home', true],
    ['home', '/store', false],
    ['store', '/store/search', true],
    ['productlist?cat=all', '/store', true],
    ['productlist?cat=all', '/store/product/tea', true],
    ['productlist?cat=all', '/store/clearance', false],
    ['productlist?cat=all', '/store/search', false],
    ['productlist?cat=all', '/store/groupCampaigns', false],
    ['productlist?cat=all', '/home', false],
    ['productlist?cat=all', '/store/groupCampaign/m1', true],
    ['tag/new', '/store/tag/new', true],
    ['clearance', '/store/clearance', true],
    ['clearance', '/store', false],
    ['store', '/', false],
    ['user/list', '/account/login', true],
    ['user/list', '/user/orders', true],
    ['account/login', '/user/list', true],
    ['user/list', '/store', false],
    ['checkout', '/checkout/payment', true],
    ['checkout/cart', '/checkout/payment', false],
    ['/checkout', '/checkout', true],
    ['products/tea', '/store/productlist', true],
    ['products/tea', '/store/search', false],
    ['page/about', '/about', true],
    ['page/about', '/home', false],
    ['about?a=1', '/about', true],
    [undefined, '/store', false],
    ['', '/store', false],
  ])('%s on %s is active: %s', (link, pathname, active) => {
    expect(isActiveTab(link, pathname)).toBe(active)
  })

  it('knows the cart by its link', () => {
    expect(['checkout', '/checkout', 'checkout/cart', 'checkout/payment', undefined].map(isCartTab)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the current page', () => {
  it.each([
    ['/store/groupCampaigns', true, true],
    ['/store/groupCampaign/m1', true, false],
    ['/checkout/campaignCart', true, false],
    ['/store/campaignItem/m1.box', true, false],
    ['/store', false, false],
  ])('%s is of a campaign: %s, the list: %s', (pathname, isCampaign, isList) => {
    expect([isCampaignPage(pathname), isCampaignList(pathname)]).toEqual([isCampaign, isList])
  })

  it.each([
    ['/store', at('/store', '?x=1'), true],
    ['/store/productlist?cat=tea', at('/store/productlist', '?cat=tea&sort=name'), true],
    ['/store/productlist?cat=tea', at('/store/productlist', '?cat=cake'), false],
    ['/store', at('/store/search'), false],
  ])('%s on %j is current: %s', (to, here, isCurrent) => {
    expect(isCurrentPage(to, here)).toBe(isCurrent)
  })
})

describe('shortened names', () => {
  it.each([
    ['x'.repeat(20), 'x'.repeat(20)],
    ['x'.repeat(21), `${'x'.repeat(20)}…`],
    ['🧋'.repeat(20), '🧋'.repeat(20)],
    [`${'𠮷'.repeat(20)}店`, `${'𠮷'.repeat(20)}…`],
  ])('%s in a side menu is %s', (label, cut) => {
    expect(cutLabel(label, sideMenuLabelLength)).toBe(cut)
  })

  it.each([
    [13, 13, 13],
    [14, 14, 14],
    [15, 15, 15],
    [16, 15, 16],
    [20, 15, 20],
    [21, 15, 20],
  ])('a location name of %i characters has %i on a small screen and %i on a large one', (length, small, large) => {
    const name = '店'.repeat(length)
    expect([...shortenLocationName(name, locationNames.small)]).toHaveLength(small)
    expect([...shortenLocationName(name, locationNames.large)]).toHaveLength(large)
  })

  it('ends a shortened location name in two dots', () => {
    expect(shortenLocationName('Lantern Lane Markham', locationNames.small)).toBe('Lantern Lane ..')
  })
})

describe('addresses', () => {
  it.each([
    ['/media/logo.png', 'https://cdn.example/', 'https://cdn.example/media/logo.png'],
    ['media/logo.png', 'https://cdn.example', 'https://cdn.example/media/logo.png'],
    ['/favicon.svg', '', '/favicon.svg'],
    ['https://elsewhere.example/logo.png', 'https://cdn.example', 'https://elsewhere.example/logo.png'],
    ['http://elsewhere.example/logo.png', '', '/http://elsewhere.example/logo.png'],
  ])('%s below %s is %s', (imageURL, cdnpath, address) => {
    expect(assetUrl(imageURL, cdnpath)).toBe(address)
  })

  it.each([
    ['https://a.example/x?y=1', 'https://a.example/x?y=1'],
    ['a.example/x', 'https://a.example/x'],
    ['a.example:8080/x', 'https://a.example:8080/x'],
    ['//a.example', 'https://a.example'],
    ['mailto:hello@a.example', 'mailto:hello@a.example'],
    ['javascript:alert(1)', null],
    ['  JavaScript:alert(1)', null],
    ['data:text/html,x', null],
    ['', null],
  ])('the external address of %s is %s', (link, address) => {
    expect(externalAddress(link)).toBe(address)
  })

  it('adds the prefix /store only to links of the store', () => {
    expect(['products/x', 'searching', 'tags'].map(storePath)).toEqual([
      '/products/x',
      '/store/searching',
      '/store/tags',
    ])
  })
})
