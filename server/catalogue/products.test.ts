import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { Failure } from '#server/platform/fail.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { openOwner } from '#tests/office.ts'
import * as catalogue from './catalogue.ts'
import { writeCategory } from './category-settings.ts'
import {
  findSkuOwners,
  publish,
  putBrand,
  putCategory,
  putModifierGroup,
  putProduct,
  putProducts,
  putTag,
  setPrice,
  unpublish,
} from './products.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
})

const both = (text: string) => ({ en: text, zh: text })
const sizes = (...variants: [sku: string, value: string, price: number][]) =>
  variants.map(([sku, value, price]) => ({ sku, optionPair: `size:${value}`, price }))
const searched = async (term: string) =>
  (await shop.visitor().api.catalogue.search({ term })).products.map(({ id }) => id)
const variantRows = () => shop.query('select sku, option_pair, active from variants order by sku')

const inSkus = catalogue.prepareBuyables(() => sql`select unnest(${sql.placeholder('skus')}::text[])`)
const buyables = (skus: string[]) => inSkus(shop.ctx(), { skus, locationId: 'markham', holder: 'cart' })

describe('putting a product', () => {
  it('again replaces it, and variants that are left out can no longer be bought', async () => {
    await putProduct(shop.ctx(), { id: 'tea', name: both('Tea'), variants: sizes(['s', 's', 400], ['l', 'l', 600]) })
    await putProduct(shop.ctx(), {
      id: 'tea',
      name: both('Green tea'),
      variants: sizes(['m', 'm', 500], ['s', 's', 450]),
    })
    expect(await variantRows()).toEqual([
      { sku: 'l', option_pair: 'size:l', active: false },
      { sku: 'm', option_pair: 'size:m', active: true },
      { sku: 's', option_pair: 'size:s', active: true },
    ])
    const { name, price, priceTo } = await shop.visitor().api.catalogue.product({ id: 'tea' })
    expect([name.en, price.amount, priceTo?.amount]).toEqual(['Green tea', 450, 500])
    expect(await shop.query('select price_from, price_to from products')).toEqual([{ price_from: 450, price_to: 500 }])
    expect((await buyables(['l', 's', 'x'])).get('l')?.published).toBe(false)
  })

  it('lets variants swap their options', async () => {
    await putProduct(shop.ctx(), { id: 'tea', name: both('Tea'), variants: sizes(['a', 's', 400], ['b', 'l', 600]) })
    await putProduct(shop.ctx(), { id: 'tea', name: both('Tea'), variants: sizes(['a', 'l', 600], ['b', 's', 400]) })
    expect(await variantRows()).toEqual([
      { sku: 'a', option_pair: 'size:l', active: true },
      { sku: 'b', option_pair: 'size:s', active: true },
    ])
  })

  it('keeps its stock, the number sold and the date of its first publication', async () => {
    const publishedAt = new Date('2026-01-02T03:04:05Z')
    await addProducts(shop.ctx(), { id: 'tea', stock: 7, sold: 3, publishedAt })
    await putProduct(shop.ctx(), { id: 'tea', name: both('Tea'), variants: [{ sku: 'tea', price: 500 }] })
    expect(await shop.query('select sold, published_at from products')).toEqual([
      { sold: 3, published_at: publishedAt },
    ])
    expect(await shop.query('select on_hand from stock')).toEqual([{ on_hand: 7 }])
  })

  it('refuses a SKU of another product and then writes nothing', async () => {
    await addProducts(shop.ctx(), { id: 'tea' })
    const stolen = putProducts(shop.ctx(), [
      { id: 'good', name: both('Good'), variants: [{ sku: 'good', price: 1 }] },
      { id: 'thief', name: both('Thief'), variants: [{ sku: 'tea', price: 1 }] },
    ])
    await expect(stolen).rejects.toThrow('SKU tea belongs to product tea')
    expect(await shop.query('select id from products')).toEqual([{ id: 'tea' }])
    expect(await findSkuOwners(shop.ctx(), ['tea', 'good'])).toEqual(new Map([['tea', 'tea']]))
  })

  it('refuses a product without a variant', async () => {
    const nothing = putProduct(shop.ctx(), { id: 'air', name: both('Air'), variants: [] })
    await expect(nothing).rejects.toThrow('has no variant')
  })

  it('writes 700 products at once', async () => {
    await putCategory(shop.ctx(), { id: 'all-sorts', name: both('All sorts') })
    const many = Array.from({ length: 700 }, (_, n) => ({
      id: `p${n}`,
      name: both(`Product ${n}`),
      categories: ['all-sorts'],
      related: [`p${(n + 1) % 700}`],
      variants: sizes([`p${n}-s`, 's', n], [`p${n}-l`, 'l', n + 100]),
    }))
    await putProducts(shop.ctx(), many)
    await putProducts(shop.ctx(), many)
    expect(await shop.query('select count(*)::int from variants')).toEqual([{ count: 1400 }])
    expect(await shop.query('select count(*)::int from related_products')).toEqual([{ count: 700 }])
    expect(await catalogue.count(shop.ctx(), { categoryName: 'all-sorts' })).toEqual({ count: 700 })
  })
})

describe('categories, brands, tags and modifier groups', () => {
  it('a search finds products by the new name of their brand, tag or category at once', async () => {
    await putBrand(shop.ctx(), { id: 'b', name: both('Lantern') })
    await putTag(shop.ctx(), { id: 't', name: both('Spring') })
    await putCategory(shop.ctx(), { id: 'c', name: both('Picnic') })
    await addProducts(
      shop.ctx(),
      { id: 'tea', name: both('Tea'), brandId: 'b', tags: ['t'], categories: ['c'] },
      { id: 'other' },
    )
    for (const term of ['lantern', 'spring', 'picnic']) expect(await searched(term)).toEqual(['tea'])
    await putBrand(shop.ctx(), { id: 'b', name: { en: 'Lantern Lane', zh: '灯里' } })
    await putTag(shop.ctx(), { id: 't', name: both('Summer') })
    await putCategory(shop.ctx(), { id: 'c', name: both('Camping') })
    for (const term of ['灯里', 'summer', 'camping', 'tea']) expect(await searched(term)).toEqual(['tea'])
    for (const term of ['spring', 'picnic']) expect(await searched(term)).toEqual([])
  })

  it('a category cannot be below itself', async () => {
    await putCategory(shop.ctx(), { id: 'a', name: both('A') })
    await putCategory(shop.ctx(), { id: 'b', name: both('B'), parentId: 'a' })
    await putCategory(shop.ctx(), { id: 'c', name: both('C'), parentId: 'b' })
    for (const parentId of ['a', 'b', 'c']) {
      await expect(putCategory(shop.ctx(), { id: 'a', name: both('A'), parentId })).rejects.toThrow('below itself')
    }
  })

  it('a modifier group has its modifiers in the given order, and those left out are deleted', async () => {
    const put = (...ids: string[]) =>
      putModifierGroup(shop.ctx(), { id: 'g', name: both('G'), modifiers: ids.map((id) => ({ id, name: both(id) })) })
    await addProducts(shop.ctx(), { id: 'cup' })
    await put('pearls', 'jelly')
    await put('jelly', 'pudding')
    expect(await shop.query('select id from modifiers order by position')).toEqual([{ id: 'jelly' }, { id: 'pudding' }])
    await put()
    expect(await shop.query('select id from modifiers')).toEqual([])
  })
})

describe('a change', () => {
  it('of a price is visible in lists at once', async () => {
    await putProduct(shop.ctx(), { id: 'tea', name: both('Tea'), variants: sizes(['s', 's', 400], ['l', 'l', 600]) })
    const { api } = shop.visitor()
    expect((await api.catalogue.list()).products[0]?.price.amount).toBe(400)
    await setPrice(shop.ctx(), { sku: 's', price: 700, compareAtPrice: 800 })
    expect((await api.catalogue.list()).products[0]).toMatchObject({ price: { amount: 600 }, priceTo: { amount: 700 } })
    expect(await shop.query('select price_from, price_to from products')).toEqual([{ price_from: 600, price_to: 700 }])
    await setPrice(shop.ctx(), { sku: 's', price: 500 })
    expect((await api.catalogue.list()).products[0]).toMatchObject({ compareAtPrice: { amount: 800 } })
  })

  it('of publication is visible in counts at once', async () => {
    await addProducts(shop.ctx(), { id: 'tea', publishedAt: new Date(Date.now() + dayMs) })
    const { api } = shop.visitor()
    expect((await api.catalogue.count()).count).toBe(0)
    await publish(shop.ctx(), 'tea')
    expect((await api.catalogue.count()).count).toBe(1)
    await unpublish(shop.ctx(), 'tea')
    expect((await api.catalogue.count()).count).toBe(0)
  })

  it('of an unknown SKU or product is refused', async () => {
    await expect(setPrice(shop.ctx(), { sku: 'x', price: 1 })).rejects.toThrow(Failure)
    await expect(publish(shop.ctx(), 'x')).rejects.toThrow(Failure)
    await expect(unpublish(shop.ctx(), 'x')).rejects.toThrow(Failure)
  })
})

it('buyablesOf returns all that a cart needs of its variants', async () => {
  await putModifierGroup(shop.ctx(), {
    id: 'toppings',
    name: both('Toppings'),
    min: 1,
    max: 2,
    free: 1,
    modifiers: [{ id: 'pearls', name: both('Pearls'), price: 75 }],
  })
  await addProducts(shop.ctx(), {
    id: 'tea',
    name: { en: 'Tea', zh: '茶' },
    taxClass: 'prepared',
    maxPerOrder: 3,
    noteAllowed: true,
    modifierGroups: ['toppings'],
    options: [{ id: 'size', name: both('Size'), values: [{ id: 'l', name: { en: 'Large', zh: '大杯' } }] }],
    variants: [{ sku: 'tea-l', optionPair: 'size:l', price: 600, stock: 2 }],
  })
  const found = await buyables(['tea-l', 'tea-l', 'unknown'])
  expect([...found]).toEqual([
    [
      'tea-l',
      {
        sku: 'tea-l',
        productId: 'tea',
        type: 'STANDARD',
        name: { en: 'Tea', zh: '茶' },
        optionText: { en: 'Large', zh: '大杯' },
        optionPair: 'size:l',
        options: [
          {
            id: 'size',
            name: { en: 'Size', zh: 'Size' },
            values: [{ id: 'l', name: { en: 'Large', zh: '大杯' } }],
          },
        ],
        price: 600,
        compareAtPrice: null,
        memberPrice: null,
        deposit: 0,
        prepayment: null,
        currency: 'CAD',
        image: null,
        taxClass: 'prepared',
        purchasable: 2,
        carried: true,
        maxPerOrder: 3,
        quantityStep: 1,
        minQuantity: 1,
        noteAllowed: true,
        crossBorder: false,
        grams: null,
        contactRequired: false,
        leadMinutes: 0,
        windows: [],
        published: true,
        modifierGroups: [
          {
            id: 'toppings',
            name: both('Toppings'),
            min: 1,
            max: 2,
            free: 1,
            modifiers: [{ id: 'pearls', name: both('Pearls'), price: 75, available: true }],
          },
        ],
      },
    ],
  ])
  expect(await buyables([])).toEqual(new Map())
})

it('the owner can rename, hide and show a category; it keeps its position and is found by its new name', async () => {
  await putCategory(shop.ctx(), { id: 'food', name: both('Food') })
  await putCategory(shop.ctx(), { id: 'buns', name: both('Buns'), parentId: 'food', position: 2, layout: 'menu' })
  await addProducts(shop.ctx(), { id: 'lotus', categories: ['buns'] })
  const shown = async () => JSON.stringify((await shop.visitor().api.catalogue.categories({ id: 'all' })).categories)
  const { categories } = await writeCategory(shop.ctx(), { category: 'buns', name: { en: 'Baozi', zh: '包子' } })
  expect(categories[1]).toEqual({
    image: null,
    category: 'buns',
    name: { en: 'Baozi', zh: '包子' },
    parent: 'food',
    isShown: true,
    products: 1,
  })
  expect(await searched('包子')).toEqual(['lotus'])
  expect(await shown()).toContain('包子')
  await writeCategory(shop.ctx(), { category: 'buns', isShown: false })
  expect(await shown()).not.toContain('包子')
  await writeCategory(shop.ctx(), { category: 'buns', isShown: true })
  expect(await shop.query("select name, layout, position from categories where id = 'buns'")).toEqual([
    { name: { en: 'Baozi', zh: '包子' }, layout: 'menu', position: 2 },
  ])
  const unknown = writeCategory(shop.ctx(), { category: 'soups', isShown: false })
  await expect(unknown).rejects.toThrow('staff.unknown')
})

it('staff take a product out of the shop and show it again', async () => {
  const owner = await openOwner(shop)
  await addProducts(shop.ctx(), { id: 'bun' })
  const listed = async () => (await shop.visitor().api.catalogue.list({})).products.map(({ id }) => id)
  expect(await listed()).toEqual(['bun'])
  expect(await owner.staff.showProduct({ product: 'bun', isShown: false })).toEqual({ product: 'bun', isShown: false })
  expect(await listed()).toEqual([])
  await owner.staff.showProduct({ product: 'bun', isShown: true })
  expect(await listed()).toEqual(['bun'])
  const unknown = owner.staff.showProduct({ product: 'cake', isShown: true })
  await expect(unknown).rejects.toMatchObject({ code: 'staff.unknown' })
})

it('staff take back that they hid a scheduled product, which still appears only at its time', async () => {
  const owner = await openOwner(shop)
  await addProducts(shop.ctx(), { id: 'mooncake' })
  const [{ later } = {}] = await shop.query(
    "update products set published_at = '2999-09-01T12:00Z' returning published_at as later",
  )
  const listed = async () => (await shop.visitor().api.catalogue.list({})).products.map(({ id }) => id)
  await owner.staff.showProduct({ product: 'mooncake', isShown: false })
  await owner.staff.showProduct({ product: 'mooncake', isShown: true, keepsSchedule: true })
  expect(await listed()).toEqual([])
  expect(await shop.query('select record_status as status, published_at as at from products')).toEqual([
    { status: 'ACTIVE', at: later },
  ])
  await owner.staff.showProduct({ product: 'mooncake', isShown: true })
  expect(await listed()).toEqual(['mooncake'])
})
