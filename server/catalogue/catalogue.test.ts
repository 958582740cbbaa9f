import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import { clearMemos } from '#server/platform/memo.ts'
import { addProducts, openStore, showSold } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { search } from './catalogue.ts'
import { putBrand, putCategory, putModifierGroup, putTag } from './products.ts'
import { readWords } from './search/terms.ts'
import * as stock from './stock.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
})

const both = (text: string) => ({ en: text, zh: text })
const ids = (answer: { products: { id: string }[] }) => answer.products.map(({ id }) => id)
const api = () => shop.visitor().api.catalogue
const codeOf = (failed: Promise<unknown>) =>
  failed.then(
    () => 'nothing failed',
    (error: ApiError) => error.code,
  )

describe('a product list', () => {
  it('marks signature products by their tag', async () => {
    await putTag(shop.ctx(), { id: 'signature', name: both('Signature') })
    const old = { id: 'water', publishedAt: new Date(Date.now() - 15 * dayMs) }
    await addProducts(shop.ctx(), { id: 'boba', tags: ['signature'] }, { id: 'tea' }, old)
    const { products } = await api().list({ sortby: 'name' })
    expect(products.map(({ id, badges }) => [id, badges])).toEqual([
      ['boba', ['new', 'signature']],
      ['tea', ['new']],
      ['water', []],
    ])
  })

  it('marks no product as new in the first two weeks of a shop', async () => {
    const fresh = async () => {
      shop.app.onCatalogueChange('content')
      const { products } = await api().list({ sortby: 'name' })
      return products.filter(({ badges }) => badges.includes('new')).map(({ id }) => id)
    }
    const day = dayMs
    const draft = { id: 'draft', recordStatus: 'DRAFT' as const, publishedAt: new Date(Date.now() - 20 * day) }
    await addProducts(shop.ctx(), { id: 'tea' }, { id: 'bun' }, draft)
    expect(await fresh()).toEqual([])
    shop.clock.advance(13 * day)
    await addProducts(shop.ctx(), { id: 'cake' })
    expect(await fresh()).toEqual([])
    shop.clock.advance(day + 1)
    expect(await fresh()).toEqual(['cake'])
    shop.clock.advance(13 * day)
    expect(await fresh()).toEqual([])
  })

  it('tells how many pieces were sold, rounded down, unless the owner hides it', async () => {
    await addProducts(shop.ctx(), { id: 'tea', sold: 438 })
    const sold = async () => {
      const [listed, page] = await Promise.all([api().list(), api().detail({ id: 'tea' })])
      return [listed.products[0]?.sold, page.sold]
    }
    expect(await sold()).toEqual([400, 400])
    await showSold(shop.ctx(), false)
    expect(await sold()).toEqual([null, null])
  })

  it('shows only active and published products, and memberships only on request', async () => {
    await addProducts(
      shop.ctx(),
      { id: 'shown' },
      { id: 'draft', recordStatus: 'DRAFT' },
      { id: 'archived', recordStatus: 'ARCHIVED' },
      { id: 'later', publishedAt: new Date(Date.now() + hourMs) },
      { id: 'membership', type: 'MEMBERSHIP' },
    )
    expect(ids(await api().list())).toEqual(['shown'])
    expect(await api().count()).toEqual({ count: 1 })
    expect(ids(await api().list({ productType: 'MEMBERSHIP', recordStatus: 'ACTIVE', infiniteLoad: false }))).toEqual([
      'membership',
    ])
    for (const id of ['draft', 'later', 'unknown']) {
      expect(await codeOf(api().product({ id }))).toBe('catalogue.product_gone')
      expect(await codeOf(api().detail({ id }))).toBe('catalogue.product_gone')
    }
    expect(await codeOf(api().product({ id: 'archived' }))).toBe('catalogue.product_archived')
    expect(await codeOf(api().detail({ id: 'archived' }))).toBe('catalogue.product_archived')
    shop.clock.advance(3_600_001)
    shop.app.onCatalogueChange('content')
    expect(ids(await api().list())).toEqual(['later', 'shown'])
  })

  it.each([
    ['default', ['b', 'a', 'c', 'out']],
    ['date', ['b', 'a', 'c', 'out']],
    ['newest', ['c', 'a', 'b', 'out']],
    ['price_asc', ['c', 'a', 'b', 'out']],
    ['price_desc', ['b', 'a', 'c', 'out']],
    ['best_selling', ['a', 'b', 'c', 'out']],
    ['name', ['c', 'b', 'a', 'out']],
  ] as const)('sorted by %s has sold-out products last', async (sortby, order) => {
    const day = (days: number) => new Date(Date.now() - days * dayMs)
    await addProducts(
      shop.ctx(),
      { id: 'out', position: 0, price: 1, stock: 0, sold: 99, publishedAt: day(0), name: both('!') },
      { id: 'a', position: 2, price: 200, stock: null, sold: 9, publishedAt: day(2), name: { en: '', zh: '茶' } },
      { id: 'b', position: 1, price: 300, sold: 5, publishedAt: day(3), name: { en: 'bread', zh: '面包' } },
      { id: 'c', position: 3, price: 100, sold: 5, publishedAt: day(1), name: { en: 'Apple', zh: '苹果' } },
    )
    expect(ids(await api().list({ sortby }))).toEqual(order)
  })

  it('sorts by the price of the cheapest variant in stock', async () => {
    await addProducts(
      shop.ctx(),
      { id: 'plain', price: 500 },
      {
        id: 'sizes',
        variants: [
          { sku: 'small', optionPair: 'size:s', price: 100, stock: 0 },
          { sku: 'large', optionPair: 'size:l', price: 900, stock: 1 },
        ],
      },
    )
    const answer = await api().list({ sortby: 'price_asc' })
    expect(answer.products.map(({ price }) => price.amount)).toEqual([500, 900])
  })

  it('shows the stock of the visitor’s store and how many pieces are left', async () => {
    await openStore(shop.ctx(), 'richmond', 1)
    await addProducts(shop.ctx(), { id: 'cake', stock: 3 })
    const visitor = shop.visitor()
    expect((await visitor.api.catalogue.product({ id: 'cake' })).left).toBe(3)
    await visitor.api.locations.select({ locationId: 'richmond' })
    expect(await visitor.api.catalogue.product({ id: 'cake' })).toMatchObject({ availability: 'out', left: null })
  })

  it('pages without gaps or repeats in every order, and its count is the number of products', async () => {
    const many = Array.from({ length: 31 }, (_, n) => ({
      id: `p${n}`,
      price: (n % 3) * 100,
      stock: n % 5 === 0 ? 0 : 10,
      sold: n % 2,
    }))
    await addProducts(shop.ctx(), ...many)
    const sortby = fc.constantFrom('default', 'newest', 'price_asc', 'price_desc', 'best_selling', 'name' as const)
    await fc.assert(
      fc.asyncProperty(sortby, fc.integer({ min: 1, max: 40 }), async (sortby, numberToLoad) => {
        const seen: string[] = []
        let hasMore = true
        for (let startingPosition = 0; hasMore; startingPosition += numberToLoad) {
          const page = await api().list({ sortby, numberToLoad, startingPosition })
          expect(page.products.length).toBeLessThanOrEqual(numberToLoad)
          seen.push(...ids(page))
          hasMore = page.hasMore
        }
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.length).toBe((await api().count()).count)
        const out = seen.map((id) => Number(id.slice(1)) % 5 === 0)
        expect(out.indexOf(true)).toBe(31 - 7)
      }),
      { numRuns: 25 },
    )
  })

  it('has 12 products by default, 60 with infiniteLoad=false, and none beyond its end', async () => {
    await addProducts(shop.ctx(), ...Array.from({ length: 70 }, (_, n) => ({ id: `p${n}` })))
    expect(await api().list()).toMatchObject({ numberToLoad: 12, hasMore: true, products: { length: 12 } })
    expect((await api().list({ infiniteLoad: true })).products).toHaveLength(12)
    expect((await api().list({ infiniteLoad: false })).products).toHaveLength(60)
    expect((await api().list({ infiniteLoad: false, numberToLoad: 5 })).products).toHaveLength(5)
    expect(await api().list({ startingPosition: 70 })).toMatchObject({ products: [], hasMore: false })
    expect(await api().list({ startingPosition: 9_999_999 })).toMatchObject({ products: [], hasMore: false })
    for (const input of [{ numberToLoad: 61 }, { numberToLoad: 0 }, { startingPosition: -1 }, { numberToLoad: 1.5 }]) {
      expect(await codeOf(api().list(input))).toBe('input.invalid')
    }
    expect((await shop.visitor().fetch('/api/istore/client/productManagement2/products?sortby=id;drop')).status).toBe(
      400,
    )
  })
})

describe('filters, categories, brands, tags and add-ons', () => {
  beforeEach(async () => {
    const ctx = shop.ctx()
    await putCategory(ctx, { id: 'food', name: both('Food'), position: 1 })
    await putCategory(ctx, { id: 'bakery', name: both('Bakery'), parentId: 'food' })
    await putCategory(ctx, { id: 'buns', name: both('Buns'), parentId: 'bakery', position: 2 })
    await putCategory(ctx, { id: 'staff', name: both('Staff'), parentId: 'food', visible: false })
    await putBrand(ctx, { id: 'lantern', name: both('Lantern') })
    await putTag(ctx, { id: 'new-year', name: both('New Year') })
    await putTag(ctx, { id: 'addon', name: both('Add-on'), hidden: true })
    await addProducts(
      ctx,
      { id: 'bun', categories: ['buns', 'bakery'], tags: ['new-year', 'addon'], brandId: 'lantern' },
      { id: 'apple', categories: ['food'], clearance: true, clearanceReason: both('Short date'), tags: ['addon'] },
      { id: 'apron', categories: ['staff'] },
      { id: 'hidden', categories: ['food'], recordStatus: 'DRAFT' },
    )
  })

  it.each([
    [{ categoryName: 'all' }, ['apple', 'apron', 'bun']],
    [{ categoryName: 'food' }, ['apple', 'bun']],
    [{ categoryName: 'bakery' }, ['bun']],
    [{ categoryName: 'staff' }, []],
    [{ categoryName: 'unknown' }, []],
    [{ brandName: 'lantern' }, ['bun']],
    [{ brandName: 'unknown' }, []],
    [{ tagName: 'addon' }, ['apple', 'bun']],
    [{ tagName: 'unknown' }, []],
    [{ clearance: true }, ['apple']],
    [{ clearance: false }, ['apron', 'bun']],
    [{ categoryName: 'food', tagName: 'addon', clearance: true }, ['apple']],
  ])('%j', async (filters, found) => {
    expect(ids(await api().list(filters))).toEqual(found)
    expect(await api().count(filters)).toEqual({ count: found.length })
  })

  it('categories are a tree, and each counts the products of its subcategories', async () => {
    const { categories } = await api().categories({ id: 'all' })
    expect(categories).toMatchObject([
      {
        id: 'food',
        productCount: 2,
        children: [{ id: 'bakery', productCount: 1, children: [{ id: 'buns', productCount: 1, children: [] }] }],
      },
    ])
    expect((await api().categories({ id: 'bakery' })).categories).toMatchObject([{ id: 'buns' }])
    expect(await codeOf(api().categories({ id: 'unknown' }))).toBe('not_found')
  })

  it('a category has its parent, breadcrumb and children', async () => {
    expect(await api().category({ id: 'bakery' })).toMatchObject({
      parentId: 'food',
      breadcrumb: [{ id: 'food' }, { id: 'bakery' }],
      children: [{ id: 'buns' }],
    })
    for (const id of ['staff', 'unknown']) expect(await codeOf(api().category({ id }))).toBe('not_found')
  })

  it('brands and tags have their number of products, and hidden tags are not found', async () => {
    expect((await api().brands()).brands).toMatchObject([{ id: 'lantern', productCount: 1 }])
    expect(await api().tag({ id: 'new-year' })).toEqual({ id: 'new-year', name: both('New Year'), productCount: 1 })
    for (const id of ['addon', 'unknown']) expect(await codeOf(api().tag({ id }))).toBe('not_found')
    expect((await api().detail({ id: 'bun' })).tags).toEqual([{ id: 'new-year', name: both('New Year') }])
  })

  it('only products that one tap can add are add-ons', async () => {
    await putModifierGroup(shop.ctx(), { id: 'toppings', name: both('Toppings'), modifiers: [] })
    await addProducts(
      shop.ctx(),
      { id: 'rice', tags: ['addon'], stock: null },
      { id: 'sold-out', tags: ['addon'], stock: 0 },
      { id: 'tea', tags: ['addon'], modifierGroups: ['toppings'] },
      {
        id: 'two',
        tags: ['addon'],
        variants: [
          { sku: 'two-s', optionPair: 'size:s', price: 1 },
          { sku: 'two-l', optionPair: 'size:l', price: 2 },
        ],
      },
    )
    expect(ids(await api().addons({ tagName: 'addon' }))).toEqual(['apple', 'bun', 'rice'])
    expect(ids(await api().addons({ tagName: 'unknown' }))).toEqual([])
  })

  it('add-ons have the tag “add-on” if no tag is named', async () => {
    await putTag(shop.ctx(), { id: 'add-on', name: both('Add-on'), hidden: true })
    await addProducts(shop.ctx(), { id: 'rice', tags: ['add-on'], stock: null })
    expect(ids(await api().addons({}))).toEqual(['rice'])
  })
})

describe('a product’s page', () => {
  it('has all fields of the product', async () => {
    const ctx = shop.ctx()
    await putCategory(ctx, { id: 'drinks', name: both('Drinks') })
    await putCategory(ctx, { id: 'tea-bar', name: both('Tea bar'), parentId: 'drinks' })
    await putModifierGroup(ctx, {
      id: 'toppings',
      name: both('Toppings'),
      min: 0,
      max: 3,
      free: 1,
      modifiers: [
        { id: 'pearls', name: both('Pearls'), price: 75 },
        { id: 'jelly', name: both('Jelly'), price: 50, available: false },
      ],
    })
    await addProducts(ctx, {
      id: 'milk-tea',
      name: { en: 'Milk tea', zh: '奶茶' },
      categories: ['tea-bar'],
      modifierGroups: ['toppings'],
      noteAllowed: true,
      maxPerOrder: 4,
      allergens: ['milk'],
      options: [
        {
          id: 'size',
          name: both('Size'),
          values: [
            { id: 's', name: both('Small') },
            { id: 'l', name: both('Large') },
          ],
        },
      ],
      variants: [
        { sku: 'mt-s', optionPair: 'size:s', price: 500, stock: null },
        { sku: 'mt-l', optionPair: 'size:l', price: 600, compareAtPrice: 700, stock: 2 },
      ],
    })
    expect(await api().detail({ id: 'milk-tea' })).toMatchObject({
      id: 'milk-tea',
      sku: null,
      price: { amount: 500, currency: 'CAD' },
      priceTo: { amount: 600 },
      recordStatus: 'ACTIVE',
      breadcrumb: [{ id: 'drinks' }, { id: 'tea-bar' }],
      variants: [
        { sku: 'mt-s', availability: 'in', left: null },
        { sku: 'mt-l', availability: 'low', left: 2, compareAtPrice: { amount: 700 } },
      ],
      modifierGroups: [
        {
          id: 'toppings',
          free: 1,
          modifiers: [
            { id: 'pearls', price: { amount: 75, currency: 'CAD' }, available: true },
            { id: 'jelly', available: false },
          ],
        },
      ],
      allergens: ['milk'],
      maxPerOrder: 4,
      noteAllowed: true,
    })
  })

  it('has the pieces of a variant that can be bought, after holds and the limit per order', async () => {
    await addProducts(shop.ctx(), {
      id: 'bun',
      maxPerOrder: 6,
      variants: [
        { sku: 'bun-a', optionPair: 'kind:a,size:s', price: 100, stock: 9 },
        { sku: 'bun-b', optionPair: 'kind:b,size:s', price: 100, stock: null },
      ],
    })
    const ask = (optionPair: string) => api().inventory({ id: 'bun', optionPair })
    expect(await ask('size:s,kind:a')).toEqual({
      sku: 'bun-a',
      optionPair: 'kind:a,size:s',
      locationId: 'markham',
      availability: 'in',
      purchasable: 6,
      ready: null,
    })
    expect(await ask('kind:b,size:s')).toMatchObject({ purchasable: null, availability: 'in' })
    expect(await codeOf(ask('kind:c'))).toBe('not_found')
    expect(await codeOf(api().inventory({ id: 'unknown' }))).toBe('catalogue.product_gone')
    await stock.hold(shop.ctx(), {
      holder: 'somebody',
      lines: [{ sku: 'bun-a', quantity: 7 }],
      locationId: 'markham',
    })
    expect(await ask('kind:a,size:s')).toMatchObject({ purchasable: 2, availability: 'low' })
  })

  it('has chosen related products first, then those of its categories, without sold-out ones or itself', async () => {
    await putCategory(shop.ctx(), { id: 'tea', name: both('Tea') })
    const others = Array.from({ length: 14 }, (_, n) => ({ id: `tea-${n}`, categories: ['tea'], position: n }))
    await addProducts(shop.ctx(), ...others, { id: 'cup' }, { id: 'gone', stock: 0, categories: ['tea'] })
    await addProducts(shop.ctx(), {
      id: 'pot',
      categories: ['tea'],
      related: ['gone', 'cup', 'tea-7', 'pot', 'unknown'],
    })
    const expected = ['cup', 'tea-7', ...[0, 1, 2, 3, 4, 5, 6, 8, 9, 10].map((n) => `tea-${n}`)]
    expect(ids(await api().related({ id: 'pot' }))).toEqual(expected)
    expect(ids(await api().related({ id: 'unknown' }))).toEqual([])
  })
})

describe('the search', () => {
  beforeEach(async () => {
    const ctx = shop.ctx()
    await putBrand(ctx, { id: 'ten-ren', name: { en: "Ten Ren's", zh: '天仁' } })
    await putCategory(ctx, { id: 'sauces', name: { en: 'Sauces', zh: '酱料' } })
    await putTag(ctx, { id: 'spicy', name: { en: 'Fiery', zh: '辣味' } })
    await putTag(ctx, { id: 'internal', name: { en: 'Internal', zh: '内部' }, hidden: true })
    await addProducts(
      ctx,
      { id: 'milk-tea', name: { en: 'Pearl Milk Tea', zh: '珍珠奶茶' } },
      { id: 'tea-pot', name: { en: 'Teapot', zh: '茶壶' } },
      {
        id: 'oolong',
        name: { en: 'High Mountain Oolong', zh: '高山乌龙' },
        brandId: 'ten-ren',
        description: { en: 'A tea', zh: '一种茶' },
      },
      { id: 'brulee', name: { en: 'Crème Brûlée', zh: '焦糖布丁' }, summary: { en: 'goes with tea', zh: '' } },
      {
        id: 'lgm',
        name: { en: 'Chili Crisp', zh: '老干妈' },
        synonyms: 'lao gan ma 辣酱 老乾媽',
        categories: ['sauces'],
        tags: ['spicy', 'internal'],
      },
      { id: 'sold-out-tea', name: { en: 'Tea', zh: '茶' }, stock: 0 },
      { id: 'draft-tea', name: { en: 'Tea', zh: '茶' }, recordStatus: 'DRAFT' },
    )
  })

  it.each([
    ['tea', ['milk-tea', 'tea-pot', 'sold-out-tea', 'brulee', 'oolong']],
    ['TEA pearl', ['milk-tea']],
    ['pea', ['milk-tea']],
    ['茶', ['milk-tea', 'tea-pot', 'sold-out-tea', 'oolong']],
    ['奶茶', ['milk-tea']],
    ['珠奶', ['milk-tea']],
    ['珍珠奶茶', ['milk-tea']],
    ['茶奶', ['milk-tea']],
    ['珍珠 milk', ['milk-tea']],
    ['milk奶茶', ['milk-tea']],
    ['creme brulee', ['brulee']],
    ['CRÈME', ['brulee']],
    ['天仁', ['oolong']],
    ['ten rens', ['oolong']],
    ['ten ren’s', ['oolong']],
    ['lao gan ma 辣酱', ['lgm']],
    ['老乾媽', ['lgm']],
    ['sauce', ['lgm']],
    ['酱', ['lgm']],
    ['fiery', ['lgm']],
    ['internal', []],
    ['coffee', []],
    ['tea coffee', ['milk-tea', 'tea-pot', 'sold-out-tea']],
  ])('finds by %s', async (term, found) => {
    const answer = await api().search({ term, numberToLoad: 60 })
    expect([...ids(answer)].sort()).toEqual([...found].sort())
    expect(await api().searchCount({ term })).toEqual({ count: found.length })
  })

  it('ranks teas before a teapot and before other mentions of tea, and a sold-out tea after the other teas', async () => {
    const found = ids(await api().search({ term: 'tea' }))
    expect(found).toEqual(['milk-tea', 'sold-out-tea', 'tea-pot', 'brulee', 'oolong'])
  })

  it('returns all results page by page', async () => {
    const first = await api().search({ term: 'tea', numberToLoad: 3 })
    const rest = await api().search({ term: 'tea', numberToLoad: 3, startingPosition: 3 })
    expect(first.hasMore).toBe(true)
    expect(rest.hasMore).toBe(false)
    expect([...ids(first), ...ids(rest)]).toEqual(ids(await api().search({ term: 'tea' })))
  })

  it.each([
    "'; drop table products; --",
    '%',
    '%%%___',
    "'",
    "''",
    '\\',
    "\\' or 1=1",
    '🧋',
    '🧋 奶茶',
    ':* & | ! ( ) <->',
    'a'.repeat(200),
    '茶'.repeat(200),
    "'tea' <-> 'pot'",
    '$1 $2 ?',
    '\u202etea',
    '𠮷',
    '½ ㎏ ﬁ',
    '. ..',
  ])('accepts the term %j', async (term) => {
    const [found, counted] = await Promise.all([api().search({ term, numberToLoad: 60 }), api().searchCount({ term })])
    expect(found.products).toHaveLength(counted.count)
  })

  it('finds a product by its name, whatever its characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), async (term) => {
        const name = term.replaceAll('\u0000', ' ').toWellFormed()
        await addProducts(shop.ctx(), { id: 'fuzzed', name: both(name) })
        const answer = await search(shop.ctx(), { term: name, numberToLoad: 60, startingPosition: 0 })
        expect(ids(answer).includes('fuzzed')).toBe(readWords(name).length > 0)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a shop whose stores are all hidden', () => {
  it('lists, counts and finds no product, and answers locations.none_open for one product', async () => {
    await addProducts(shop.ctx(), { id: 'tea', name: both('Tea') })
    await shop.query('update locations set display = false')
    clearMemos(shop.app)
    shop.app.onCatalogueChange('content')
    const paging = { numberToLoad: 12, startingPosition: 0 }
    expect(await api().list(paging)).toMatchObject({ products: [] })
    expect(await api().count({})).toEqual({ count: 0 })
    expect(await api().search({ term: 'tea', ...paging })).toMatchObject({ products: [] })
    expect(await api().searchCount({ term: 'tea' })).toEqual({ count: 0 })
    expect(await api().related({ id: 'tea' })).toEqual({ products: [] })
    expect(await codeOf(api().detail({ id: 'tea' }))).toBe('locations.none_open')
  })
})
