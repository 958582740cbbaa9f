import { readFileSync } from 'node:fs'
import { pinyin } from 'pinyin-pro'
import { describe, expect, test } from 'vitest'
import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { columns, locales, pick } from '#contract/languages.ts'
import { officeMessages } from '#contract/messages/office.ts'
import { paletteMessages } from '#contract/messages/office-palette.ts'
import type { Me } from '#contract/office/people.ts'
import type { OfficeProduct } from '#contract/office/products.ts'
import type { Order } from '#contract/orders.ts'
import type { RoleAt } from '#contract/rights.ts'
import { rights, storesWith } from '#contract/rights.ts'
import { pageEntries } from './entries.ts'
import type { CachedData } from './results.ts'
import { isOrderLike, resultsFor } from './results.ts'
import type { PaletteTexts } from './texts.ts'

const stores = [
  { id: 'markham', name: { en: 'Markham', zh: '万锦店' } },
  { id: 'downtown', name: { en: 'Downtown', zh: '市中心店' } },
]

/** A staff member with these roles. */
function person(...roles: RoleAt[]): Me {
  const may = rights.map((right) => [right, storesWith(roles, right)] as const)
  return {
    id: 'p',
    name: 'Mei',
    email: 'mei@shop.example',
    locale: 'en',
    roles,
    rights: Object.fromEntries(may.filter(([, at]) => at === 'all' || at.length > 0)),
    hasSecondStep: true,
    hasPasskey: false,
    hasPin: false,
    isOnDevice: false,
    secondStepDue: null,
    stores: roles.some(({ location }) => location === null) ? stores : stores.slice(0, 1),
  }
}
const owner = person({ role: 'owner', location: null })
const cashier = person({ role: 'cashier', location: 'markham' })

function textsIn(locale: Locale): PaletteTexts {
  const rows: Record<string, readonly string[]> = { ...officeMessages, ...paletteMessages }
  return {
    locale,
    setLocale: () => {},
    t: (key, values) => fill(rows[key]?.[columns[locale]] ?? key, values),
    say: (text) => (text ? pick(text, locale) : ''),
    when: (instant) => instant,
  }
}

const lychee: OfficeProduct = {
  product: 'lychee',
  name: { en: 'Lychee', zh: '荔枝' },
  image: null,
  sku: 'LY',
  price: { amount: 1100, currency: 'CAD' },
  isShown: true,
  isScheduled: false,
  isSoldOut: false,
  isArchived: false,
  isSimple: true,
  isCounted: false,
  priceTo: null,
  changedAt: '2026-11-20T12:00:00.000Z',
}
// Contains only the fields that the palette reads.
const order = {
  ...{ orderID: 'abcdefgh2345', orderNumber: 'MK-1120-037', pickupCode: 'K7Q2F4' },
  method: 'PICKUP',
  slot: { date: '2026-11-20', time: '12:40' },
  contact: { name: 'Mei Lin', phone: '+14165550123', email: '' },
  total: { amount: 2340, currency: 'CAD' },
  placedAt: '2026-11-20T17:00:00Z',
  location: stores[0],
} as unknown as Order
const known: CachedData = { orders: [order], products: [lychee], paused: [] }

const find = (typed: string, me = owner, more: Partial<Parameters<typeof resultsFor>[1]> = {}) =>
  resultsFor(typed, { me, known, recent: [], texts: textsIn('en'), ...more })
const titles = (...given: Parameters<typeof find>) =>
  find(...given).flatMap(({ entries }) => entries.map(({ title }) => title))
const places = (...given: Parameters<typeof find>) =>
  find(...given).flatMap(({ entries }) => entries.flatMap(({ to }) => to ?? []))

describe('the palette', () => {
  test('finds an order by code, number, phone number and name', () => {
    for (const typed of [
      'mk-1120-037',
      'k7q2',
      'K7Q2F4',
      'abcdefgh',
      '0123',
      '(416) 555-0123',
      '+1 416 555 0123',
      'mei lin',
    ])
      expect([typed, places(typed)]).toEqual([typed, ['/orders/abcdefgh2345']])
  })

  test('finds a product in both languages, whatever the language of the person', () => {
    for (const locale of locales)
      for (const typed of ['lych', '荔', '荔枝'])
        expect(places(typed, owner, { texts: textsIn(locale) })).toContain('/products/lychee')
  })

  test('finds each page by the pinyin initials of its name', () => {
    const texts = textsIn('zh')
    const pages = find('', owner, { texts }).filter(({ kind }) => kind === 'page')
    const all = [...pages.flatMap(({ entries }) => entries.map(({ title }) => title)), '菜单', '收款', '税、收据与小费']
    expect(all.length).toBeGreaterThan(6)
    for (const title of all) {
      const initials = pinyin(title.replace(/[^\p{Script=Han}]/gu, ''), { pattern: 'first', toneType: 'none' })
      const typed = initials.replace(/\s/g, '')
      expect([typed, titles(typed, owner, { texts })]).toEqual([typed, expect.arrayContaining([title])])
    }
  })

  test('sets a price in one line', () => {
    expect(titles('lychee 12.8')).toEqual(['$12.80 for Lychee', 'Lychee'])
    expect(titles('荔枝12.8', owner, { texts: textsIn('zh') })[0]).toBe('改价 $12.80：荔枝')
    const [section] = find('lychee 12.8')
    expect(section?.entries[0]?.action?.sentence).toContain('$12.80 instead of $11.00')
    // The product already has this price, so there is nothing to change.
    expect(titles('lychee 11')).toEqual(['Lychee'])
  })

  test('pauses a store, and lets a paused one take orders again', () => {
    expect(titles('pause mark')).toEqual(['Pause Markham 30 minutes'])
    expect(titles('pause')).toEqual(['Pause Markham 30 minutes', 'Pause Downtown 30 minutes'])
    expect(titles('暂停万锦')).toEqual(['Pause Markham 30 minutes'])
    const paused = { known: { ...known, paused: ['markham'] } }
    expect(titles('pause', owner, paused)).toEqual(['Pause Downtown 30 minutes'])
    expect(titles('resume', owner, paused)).toEqual(['Take orders again at Markham'])
  })

  test('hides, shows and sells out a product', () => {
    expect(titles('hide lychee')).toEqual(['Hide Lychee', 'Lychee'])
    const hidden = { known: { ...known, products: [{ ...lychee, isShown: false }] } }
    expect(titles('lychee', owner, hidden)).toEqual(['Lychee', 'Show Lychee'])
    expect(titles('sold out lychee', cashier)).toEqual(['Sold out: Lychee', 'Lychee'])
    expect(titles('售罄荔枝')).toEqual(['Sold out: Lychee · Markham', 'Sold out: Lychee · Downtown', 'Lychee'])
  })

  test('lists what was used last first', () => {
    const recent = [
      { id: 'order:x', kind: 'order', icon: 'cart', title: 'Order AAA', to: '/orders/x' },
      { id: 'page:/taxes', kind: 'page', icon: 'card', title: 'old title' },
    ] as const
    const [first, second] = find('', owner, { recent: [...recent] })
    expect(first).toMatchObject({ kind: 'recent', entries: [{ title: 'Order AAA' }, { to: '/taxes' }] })
    expect(first?.entries[1]?.title).not.toBe('old title')
    expect(second?.entries.map(({ id }) => id)).not.toContain('page:/taxes')
  })
})

/**
 * The pages that the palette need not list: a print page, and pages about a single record. Staff reach such a record
 * from a search or a list.
 */
const found = [
  '/orders/:order',
  '/products/:product',
  '/stock/:sku',
  '/categories/:category',
  '/categories/:category/delete',
  '/brands/:brand',
  '/tags/:tag',
  '/modifiers/:group',
  '/import/:import',
  '/shop/:location/zones/:zone',
  '/tables/:location/print',
  '/payment/:provider',
  '/staff/:person',
]

test('every other page of the back office has an entry', () => {
  const [, framed = ''] = readFileSync('backoffice/routes.tsx', 'utf8').split('loader: loadFrame')
  const paths = [...framed.matchAll(/(index: true|path: '([^*']+)'), lazy/g)].map((match) => match[2] ?? '/')
  expect(paths.length).toBeGreaterThan(25)
  const texts = textsIn('en')
  const entries = pageEntries(owner, texts).map(({ to = '' }) => to)
  const bookkeeper = person({ role: 'bookkeeper', location: null })
  for (const me of [owner, bookkeeper]) {
    const offered = pageEntries(me, texts).map(({ to }) => to)
    expect(offered.filter((to, place) => offered.indexOf(to) !== place)).toEqual([])
  }
  const hasEntry = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/\/:\w+\?/, '').replace(/:\w+/g, '[^/]+')}$`)
    const isOther = (to: string) => to !== path && (paths.includes(to) || to.endsWith('/new'))
    return entries.some((to) => pattern.test(to) && !isOther(to))
  }
  expect(paths.filter((path) => !hasEntry(path))).toEqual(found)
  expect(places('tables downtown')).toEqual(['/tables/downtown'])
  expect(places('pickup markham')).toContain('/shop/markham/methods/pickup')
  expect(places('页脚菜单')).toEqual(['/menus/footerMenu'])
})

describe('a person', () => {
  test('of one store is offered nothing that the role does not allow', () => {
    expect(places('', cashier)).toEqual(['/', '/products', '/sold-out', '/stock', '/me', '/notices'])
    expect(places('tables', cashier)).toContain('/tables/markham')
    expect(titles('pause', cashier)).toEqual(['Pause Markham 30 minutes'])
    for (const typed of ['taxes', 'staff', 'hide lychee', 'lychee 12.8', 'delivery', 'downtown', 'log', '税'])
      expect([typed, titles(typed, cashier).filter((title) => title !== 'Lychee')]).toEqual([typed, []])
    expect(places('lychee', cashier)).toEqual(['/products?name=Lychee'])
  })

  test('with rights in one store gets no action of the whole shop', () => {
    const manager = person({ role: 'manager', location: 'markham' })
    expect(titles('lychee 12.8', manager)).toEqual(['Lychee'])
    expect(titles('hide lychee', manager)).toEqual(['Lychee'])
    expect(places('taxes', manager)).toEqual([])
    expect(places('zones', manager)).toEqual(['/shop/markham/zones'])
  })

  test('who lost a right no longer sees what was used with it', () => {
    const recent = [{ id: 'order:x', kind: 'order', icon: 'cart', title: 'Order AAA', to: '/orders/x' } as const]
    const driver = person({ role: 'driver', location: 'markham' })
    expect(titles('', driver, { recent, known: { orders: [], products: [], paused: [] } })).not.toContain('Order AAA')
  })

  test('on a counter device is not offered the account', () => {
    expect(places('', { ...cashier, isOnDevice: true })).not.toContain('/me')
  })
})

test('names of products are not sent to the search for orders', () => {
  expect(['k7q2f4', '+1 416 555-0123', '荔枝', 'x'].map(isOrderLike)).toEqual([true, true, false, false])
})
