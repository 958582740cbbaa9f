import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { allergens } from '#contract/constants.ts'
import { dayMs } from '#contract/durations.ts'
import { formatPhone } from '#contract/format.ts'
import { messages } from '#contract/messages.ts'
import { image } from '#contract/shapes.ts'
import * as catalogue from '#server/catalogue/catalogue.ts'
import { brands, removeBrand } from '#server/catalogue/label-settings.ts'
import * as products from '#server/catalogue/products.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as locations from '#server/locations/locations.ts'
import { mediaFolder } from '#server/platform/pictures/media-folder.ts'
import { withDrawnPictures } from '#tests/drawn-pictures.ts'
import type { TestShop } from '#tests/harness.ts'
import { openTestShop } from '#tests/harness.ts'
import { demoAccounts } from './accounts.ts'
import { demoCampaigns } from './campaign-stories.ts'
import { demoPoints } from './campaigns.ts'
import { demoBrands, demoCategories, demoModifierGroups, demoTags } from './catalogue.ts'
import { demoCoupons } from './coupons.ts'
import { addDays, today } from './days.ts'
import { demoForms } from './forms.ts'
import { demoHome } from './home.ts'
import { openDemo } from './open.ts'
import { demoPages } from './pages.ts'
import { drawPicture } from './pictures.ts'
import { demoProducts, toInput, toStock } from './products.ts'
import { demoSettings } from './shop.ts'
import { demoStores } from './stores.ts'

/**
 * 7:35 in Toronto, shortly before the store opens. Shoppers who order at this time for the same day have the least time
 * to cancel.
 */
const beforeTheDoorsOpen = '2026-11-24T12:35:00Z'
const drawn = { src: '/media/x', widths: [400], width: 400, height: 400 }
const home = demoHome((_, alt) => ({ ...drawn, alt }))
const inputs = (day: string) =>
  demoProducts.map((product, at) => toInput(product, at, { pictures: () => drawn, today: day }))

describe('the data', () => {
  test('has about 120 products', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(115)
    expect(demoProducts.length).toBeLessThanOrEqual(130)
  })

  test('has each text in English and in Chinese', () => {
    const all = { demoProducts, demoCategories, demoBrands, demoTags, demoModifierGroups, demoPages }
    const settled = [demoSettings, demoStores('2026-11-20'), home, demoForms, demoPages]
    const pairs = [...wordsIn(all), ...textsIn(settled)]
    expect(pairs.length).toBeGreaterThan(600)
    for (const [en, zh] of pairs) {
      expect(en.trim(), zh).not.toBe('')
      expect(en, zh).not.toMatch(/\p{Script=Han}{3}/u)
      expect(zh, en).toMatch(/\p{Script=Han}|@|\d/u)
      expect(zh, en).not.toMatch(/[\p{Script=Han}][,;!?]/u)
    }
  })

  test('has unique and well-formed ids', () => {
    const lists = [
      demoProducts,
      demoCategories,
      demoBrands,
      demoTags,
      demoModifierGroups,
      home,
      demoStores('2026-11-20'),
    ]
    const modifiers = demoModifierGroups.flatMap((group) => group.modifiers)
    const skus = inputs('2026-11-20').flatMap(({ variants }) => variants.map(({ sku }) => ({ id: sku })))
    for (const list of [...lists, modifiers, skus]) {
      const ids = list.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const id of ids) expect(id).toMatch(/^[a-z0-9]+([-.][a-z0-9]+)*$/)
    }
  })

  test('gives no two modifiers the same name, because staff see them in one list', () => {
    const modifiers = demoModifierGroups.flatMap((group) => group.modifiers)
    for (const names of [modifiers.map(({ name: [en] }) => en), modifiers.map(({ name: [, zh] }) => zh)])
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test('refers only to categories, brands, products, groups, tags and allergens that exist', () => {
    const known = {
      category: new Set(demoCategories.map(({ id }) => id)),
      brand: new Set(demoBrands.map(({ id }) => id)),
      product: new Set(demoProducts.map(({ id }) => id)),
      group: new Set(demoModifierGroups.map(({ id }) => id)),
      tag: new Set(demoTags.map(({ id }) => id)),
    }
    for (const product of inputs('2026-11-20')) {
      for (const id of product.categories ?? []) expect(known.category, product.id).toContain(id)
      for (const id of product.related ?? []) expect(known.product, product.id).toContain(id)
      for (const id of product.modifierGroups ?? []) expect(known.group, product.id).toContain(id)
      for (const id of product.tags ?? []) expect(known.tag, product.id).toContain(id)
      for (const id of product.allergens ?? []) expect(allergens, product.id).toContain(id)
      if (product.brandId) expect(known.brand, product.id).toContain(product.brandId)
      expect(product.related ?? []).not.toContain(product.id)
    }
    for (const { parentId } of demoCategories) if (parentId) expect(known.category).toContain(parentId)
    for (const { id, unless } of demoModifierGroups) {
      const drinks = demoProducts.filter(({ modifierGroups }) => modifierGroups?.includes(id))
      for (const { option, value } of unless ?? []) {
        const isThere = drinks.some(({ options }) =>
          options?.some(
            ({ name, values }) => `${name}` === `${option}` && values.some((v) => `${v.name}` === `${value}`),
          ),
        )
        expect(isThere, `${option} ${value}`).toBe(true)
      }
    }
  })

  test('has a product in every category and of every brand and tag', () => {
    const filled = new Set(demoProducts.flatMap(({ categories }) => categories))
    const parents = new Set(demoCategories.flatMap(({ parentId }) => parentId ?? []))
    for (const { id } of demoCategories) expect(filled.has(id) || parents.has(id), id).toBe(true)
    for (const { id } of demoBrands)
      expect(
        demoProducts.some(({ brand }) => brand === id),
        id,
      ).toBe(true)
    for (const { id } of demoTags)
      expect(
        inputs('2026-11-20').some(({ tags }) => tags?.includes(id)),
        id,
      ).toBe(true)
  })

  test('has prices in whole cents, and higher former prices, also for each clearance product', () => {
    for (const product of demoProducts) {
      expect(Number.isInteger(product.price), product.id).toBe(true)
      expect(product.price, product.id).toBeGreaterThanOrEqual(150)
      expect(product.price, product.id).toBeLessThanOrEqual(10_000)
      if (product.was !== undefined) expect(product.was, product.id).toBeGreaterThan(product.price)
      if (product.clearance) expect(product.was, product.id).toBeDefined()
    }
  })

  test('has examples of each stock level, order limit, note, option, clearance and tax class', () => {
    const some = (has: (product: (typeof demoProducts)[number]) => unknown) => demoProducts.filter(has).length
    expect(some(({ stock }) => stock === 'none')).toBeGreaterThanOrEqual(2)
    expect(some(({ stock }) => stock === 'few')).toBeGreaterThanOrEqual(3)
    expect(some(({ made }) => made)).toBeGreaterThan(30)
    expect(some(({ maxPerOrder }) => maxPerOrder)).toBeGreaterThanOrEqual(5)
    expect(some(({ noteAllowed }) => noteAllowed)).toBeGreaterThanOrEqual(20)
    expect(some(({ options }) => options)).toBeGreaterThanOrEqual(20)
    expect(some(({ clearance }) => clearance)).toBeGreaterThanOrEqual(4)
    expect(new Set(demoProducts.map(({ tax }) => tax))).toEqual(
      new Set(['prepared', 'zero_rated', 'standard', 'snack', 'baked_single']),
    )
  })

  // Basic groceries are zero-rated under the Excise Tax Act, Schedule VI, Part III, and the Canada Revenue Agency's
  // memorandum 4-3.
  test('taxes each product by its class: meals, drinks, snacks and single servings of cakes, but no groceries', () => {
    const taxed: Record<string, string> = {
      standard:
        'clay-teapot kumquat-fizz lacquer-chopsticks mooncake-gift-box neighbour-hamper paper-lantern red-envelopes yuzu-soda',
      snack:
        'berry-cupcakes dark-chocolate-orange-peel egg-tarts five-nut-mooncakes lotus-yolk-mooncakes moon-rabbit-milk-candy nori-rice-crackers plum-juice-boxes red-bean-ice-bars salted-egg-popcorn sesame-pretzels',
      baked_single:
        'char-siu-bun cocktail-bun garlic-cream-cheese-bun hk-pineapple-bun mango-mille-crepe matcha-roll-cake mochi-doughnut red-bean-bagel strawberry-shortcake',
      prepared:
        'alishan-oolong braised-beef-noodle-soup brown-sugar-boba-milk century-egg-congee char-siu-rice chrysanthemum-puer classic-pearl-milk-tea coconut-latte cold-sesame-noodles curry-laksa curry-pork-cutlet dan-dan-noodles grape-jasmine-slush hainan-chicken-rice har-gow hojicha-latte hong-kong-milk-tea jasmine-dragon-pearls jasmine-green-milk-tea kiwi-basil-green-tea longjing mango-pomelo-sago mapo-tofu-rice matcha-oat-latte orange-americano osmanthus-oolong-milk-tea popcorn-chicken pork-chive-dumplings pounded-lemon-tea roasted-chestnuts salmon-onigiri scallion-oil-noodles scallion-pork-floss-roll shrimp-fried-rice shrimp-wonton-soup smacked-cucumber strawberry-cheese-foam taro-milk three-fresh-vegetarian-dumplings tomato-egg-noodles tri-colour-dango watermelon-coconut-slush white-peach-oolong xiao-long-bao yuanyang',
    }
    const classes = Object.groupBy(demoProducts, ({ tax }) => tax)
    for (const [tax, ids] of Object.entries(taxed))
      expect(classes[tax as keyof typeof classes]?.map(({ id }) => id).sort(), tax).toEqual(ids.split(' '))
    const variants = demoProducts.flatMap(({ id, options = [] }) =>
      options.flatMap(({ values }) =>
        values.filter(({ tax }) => tax).map(({ id: value, tax }) => `${id} ${value} ${tax}`),
      ),
    )
    expect(variants.sort()).toEqual([
      'char-siu-bun half-dozen zero_rated',
      'cocktail-bun half-dozen zero_rated',
      'hk-pineapple-bun half-dozen zero_rated',
    ])
  })

  test('has mooncakes among the favourites only around the Mid-Autumn Festival, and none in a group-buy', () => {
    const favourites = (day: string) =>
      inputs(day).filter(({ id, tags }) => id.includes('mooncake') && tags?.includes('best-seller'))
    expect(favourites('2026-09-20').map(({ id }) => id)).toEqual(['mooncake-gift-box'])
    expect(favourites('2026-11-29')).toEqual([])
    expect(demoCampaigns.flatMap(({ items }) => items.map(({ sku }) => sku)).join()).not.toContain('mooncake')
  })

  test('lists no dish for dinner that the kitchen sells only at another time of day', () => {
    const evening = inputs('2026-11-29').filter(({ tags }) => tags?.includes('evening'))
    expect(evening.length).toBeGreaterThan(10)
    expect(evening.filter(({ windows }) => windows && windows.length > 0)).toEqual([])
  })

  test('never says that the store weighs products at pickup', () => {
    const words = JSON.stringify([demoProducts, demoPages, demoHome((_, alt) => ({ ...drawn, alt })), messages])
    expect(words).not.toMatch(/what the scale says|[Ww]eighed when you collect|秤上|到店称重/)
  })

  test('is the same at each start, except dates, which are relative to today', () => {
    expect(inputs('2026-11-20')).toEqual(inputs('2026-11-20'))
    expect(demoProducts.flatMap(toStock)).toEqual(demoProducts.flatMap(toStock))
    const [one, other] = [inputs('2026-11-20'), inputs('2026-11-21')]
    for (const [at, { bestBefore }] of one.entries()) {
      if (bestBefore) expect(other[at]?.bestBefore).toBe(addDays(bestBefore, 1))
    }
  })

  test('has five stores: three to choose, one hidden, one virtual', () => {
    const stores = demoStores('2026-11-20').map(({ display = true, virtual = false, ...store }) => ({
      ...store,
      display,
      virtual,
    }))
    expect(stores.filter(locations.isSelectable).map(({ province }) => province)).toEqual(['ON', 'ON', 'BC'])
    expect(stores.filter(({ display }) => !display)).toHaveLength(1)
    expect(stores.filter(({ virtual }) => virtual)).toHaveLength(1)
  })

  test('has a group-buy pickup point with the address and phone of a store', () => {
    const [counter] = demoPoints('2026-11-20')
    const store = demoStores('2026-11-20').find(({ id }) => id === 'markham')
    expect(counter?.address).toBe(`${store?.street}, ${store?.city}, ${store?.province} ${store?.postCode}`)
    expect(counter?.contact).toBe(formatPhone(store?.phone ?? ''))
  })

  test('links menus and sections to categories and pages that exist', () => {
    const links = JSON.stringify([demoSettings.navigation, home])
    for (const [, id] of links.matchAll(/"products\/([^"]+)"/g)) {
      expect([...demoCategories.map((category) => category.id), 'all']).toContain(id)
    }
    for (const [, name] of links.matchAll(/"page\/([^"]+)"/g))
      expect(demoPages.map((page) => page.name)).toContain(name)
  })
})

describe('pictures', () => {
  test('are the same for the same recipe', async () => {
    const recipe = 'berry side boba@320 strawberry'
    expect((await drawPicture(recipe)).equals(await drawPicture(recipe))).toBe(true)
  })

  test('refuse unknown words in a recipe', async () => {
    await expect(drawPicture('berry side unicorn')).rejects.toThrow('unicorn')
    await expect(drawPicture('berry upside boba')).rejects.toThrow('arrangement')
  })
})

describe('the shop', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop()
    shop.clock.set(beforeTheDoorsOpen)
    await withDrawnPictures(shop.app.config, () => openDemo(shop.ctx()))
  }, 180_000)
  afterAll(() => shop.close())

  test('has products, categories, pictures and a home page', async () => {
    const { api } = shop.visitor()
    const { count } = await api.catalogue.count({})
    expect(count).toBe(demoProducts.length)
    const { categories } = await api.catalogue.categories({ id: 'all' })
    const counts = categories.flatMap((category) => [category, ...category.children])
    for (const { id, productCount } of counts) expect(productCount, id).toBeGreaterThan(0)
    const { products } = await api.catalogue.list({ categoryName: 'milk-tea' })
    const shown = products[0]?.image as z.infer<typeof image>
    expect(image.parse(shown).widths).toEqual([400, 800])
    expect((await api.content.sections({ type: 'home' })).sections.map(({ kind }) => kind)).toContain('hero')
  })

  test('has orders, group-buys and referrals, also when it is set up before opening', async () => {
    const kept = await shop.query<{ key: string }>("select key from settings where key like 'demo.%' order by key")
    expect(kept.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['demo.campaigns', 'demo.orders', 'demo.referrals']),
    )
    const [row] = await shop.query<{ orders: number }>('select count(*)::int as orders from orders')
    expect(row?.orders).toBeGreaterThan(20)
  })

  test('finds products by words of both languages', async () => {
    const { api } = shop.visitor()
    for (const term of ['波霸', 'boba', 'lgm', '月饼', 'mooncake', '草莓']) {
      const { products } = await api.catalogue.search({ term })
      expect(products.length, term).toBeGreaterThan(0)
    }
  })

  test('offers at least three add-ons', async () => {
    const { products } = await catalogue.addons(shop.ctx(), { tagName: 'add-on' })
    expect(products.length).toBeGreaterThanOrEqual(3)
  })

  test('signs each demo member in', async () => {
    for (const { email, password, name } of demoAccounts) {
      const signedIn = await shop.visitor().api.account.signIn({ email, password })
      expect(signedIn.user?.name).toBe(name)
    }
  })

  test('changes no data and draws no pictures when it is opened again', async () => {
    const look = () => Promise.all([fingerprint(shop), filesIn(mediaFolder(shop.app.config))])
    const before = await look()
    await openDemo(shop.ctx())
    expect(await look()).toEqual(before)
  })

  test('moves its dates when it is opened on another day, and keeps the stock', async () => {
    const before = await stockOf(shop)
    shop.clock.advance(dayMs)
    await openDemo(shop.ctx())
    const day = today(shop.app.now())
    const [row] = await shop.query<{ at: string }>(
      "select best_before::text as at from products where id = 'sweet-cherries'",
    )
    expect(row?.at).toBe(addDays(day, 2))
    expect(await stockOf(shop)).toEqual(before)
    const { exceptions } = await storeOf(shop, 'markham')
    expect(exceptions).toMatchObject([{ date: addDays(day, 5), from: '11:00' }])
    expect((await couponOf(shop, 'MOON')).starts_at).toEqual(new Date(`${addDays(day, 30)}T05:00:00Z`))
  })

  test('keeps on later days what staff changed', async () => {
    const holiday = { date: '2027-01-04', closed: true, reason: { en: 'Holiday', zh: '放假' } }
    const ctx = shop.ctx()
    const [variant] = await shop.query<{ sku: string }>(
      "select sku from variants where product_id = 'sweet-cherries' and active limit 1",
    )
    const sku = variant?.sku ?? ''
    await products.setPrice(ctx, { sku, price: 77 })
    await shop.query("update products set best_before = '2027-05-01' where id = 'jasmine-rice'")
    const brand = (await brands(ctx)).brands.find(({ brand }) => brand === 'north-shore-farms')
    if (!brand) throw new Error('the demonstration has no farm')
    await removeBrand(ctx, { brand: brand.brand, version: brand.version, into: null })
    const [markham, downtown] = demoStores(today(shop.app.now()))
    if (!markham || !downtown) throw new Error('the demonstration has no stores')
    await locations.put(ctx, { ...markham, phone: '+14165550100' })
    await locations.put(ctx, { ...downtown, exceptions: [holiday] })
    for (const { code, name } of demoCoupons('2026-11-20').filter(({ code }) => ['MOON', 'LANTERN10'].includes(code))) {
      await coupons.put(ctx, { code, name, reward: { kind: 'amount', amount: 1234 }, startsAt: null })
    }
    for (let days = 1; days <= 2; days++) {
      shop.clock.advance(dayMs)
      await openDemo(ctx)
    }
    const day = today(shop.app.now())
    expect(await shop.query('select price from variants where sku = $1', [sku])).toEqual([{ price: 77 }])
    expect(await storeOf(shop, 'markham')).toMatchObject({
      phone: '+14165550100',
      exceptions: [{ date: addDays(day, 5) }],
    })
    expect((await storeOf(shop, 'downtown')).exceptions).toEqual([holiday])
    for (const code of ['MOON', 'LANTERN10']) {
      expect(await couponOf(shop, code)).toEqual({ reward: { kind: 'amount', amount: 1234 }, starts_at: null })
    }
    // The rice keeps the best-before date that staff wrote. The dates of the other two products move, although staff
    // changed the price of one and removed the brand of the other.
    const dates = 'select id, best_before::text as at from products where id = any ($1) order by id'
    expect(await shop.query(dates, [['jasmine-rice', 'ontario-strawberries', 'sweet-cherries']])).toEqual([
      { id: 'jasmine-rice', at: '2027-05-01' },
      { id: 'ontario-strawberries', at: addDays(day, 4) },
      { id: 'sweet-cherries', at: addDays(day, 2) },
    ])
  })
})

/** The files in a folder, each with the time of its last modification. */
async function filesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).sort()
  return Promise.all(names.map(async (name) => `${name} ${(await stat(join(folder, name))).mtimeMs}`))
}

async function storeOf(shop: TestShop, id: string) {
  const [store] = await shop.query('select phone, exceptions from locations where id = $1', [id])
  if (!store) throw new Error(`there is no store ${id}`)
  return store
}

async function couponOf(shop: TestShop, code: string) {
  const [coupon] = await shop.query('select reward, starts_at from coupons where code = $1', [code])
  if (!coupon) throw new Error(`there is no coupon ${code}`)
  return coupon
}

function stockOf(shop: TestShop) {
  return shop.query('select sku, location_id, on_hand, held from stock order by 1, 2')
}

async function fingerprint(shop: TestShop) {
  const tables = [
    'products',
    'variants',
    'stock',
    'stock_movements',
    'categories',
    'sections',
    'pages',
    'members',
    'shop',
  ]
  const rows = tables.map((table) =>
    shop.query(`select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`),
  )
  return Promise.all(rows)
}

/** Every pair of an English and a Chinese text in a value, at any depth. */
function* wordsIn(value: unknown): Generator<readonly [string, string]> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'string')) {
    if (isWords(value)) yield value as [string, string]
    return
  }
  for (const [name, item] of Object.entries(value)) {
    if (!notWords.has(name)) yield* wordsIn(item)
  }
}

const notWords = new Set(['pictures', 'categories', 'tags', 'diet', 'related', 'modifierGroups', 'allergens', 'recipe'])

/** Every pair of an English and a Chinese text in a stored value, at any depth. */
function* textsIn(value: unknown): Generator<readonly [string, string]> {
  if (typeof value !== 'object' || value === null) return
  if ('en' in value || 'zh' in value) {
    const { en, zh } = value as { en?: string; zh?: string }
    yield [en ?? '', zh ?? '']
    return
  }
  for (const item of Object.values(value)) yield* textsIn(item)
}

function isWords([, zh]: string[]) {
  return zh !== undefined
}
