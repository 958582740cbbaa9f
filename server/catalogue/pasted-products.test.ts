import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { maxPastedProducts, officeBase, officeXsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { noText } from '#contract/languages.ts'
import * as locations from '#server/locations/locations.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { addPasted } from './pasted-products.ts'
import { putCategory } from './products.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
  owner = await openOwner(shop)
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )

type Pasted = Parameters<Office['staff']['addPasted']>[0]
const milkTea = { en: 'Milk tea', zh: '奶茶' }
const tea = {
  name: { en: 'Pearl milk tea', zh: '珍珠奶茶' },
  description: noText,
  category: milkTea,
  tags: [{ en: 'New', zh: '新品' }],
  sizes: [
    { name: { en: 'Medium', zh: '中杯' }, price: 650 },
    { name: { en: 'Large', zh: '大杯' }, price: 750 },
  ],
  groups: [0],
}
const bun = { ...tea, name: { en: '', zh: '菠萝包' }, sizes: [{ name: noText, price: 225 }], tags: [], groups: [] }
const menu: Pasted = {
  submission: '6f8f5c0a-0f5d-4a57-9a3c-1d1f2a3b4c5d',
  isShown: true,
  taxClass: 'prepared',
  sizeName: { en: 'Size', zh: '规格' },
  groups: [
    {
      name: { en: 'Toppings', zh: '加料' },
      min: 0,
      max: 2,
      choices: [
        { name: { en: 'Pearls', zh: '珍珠' }, price: 75 },
        { name: { en: 'Pudding', zh: '布丁' }, price: 100 },
      ],
    },
  ],
  products: [tea, bun],
}
const other = (last: string) => menu.submission.slice(0, -1) + last

describe('a pasted menu', () => {
  it('becomes products with sizes, a category, tags and toppings', async () => {
    const { products } = await owner.staff.addPasted(menu)
    expect(products).toEqual(['pearl-milk-tea', '菠萝包'])
    const detail = await shop.visitor().api.catalogue.detail({ id: 'pearl-milk-tea' })
    expect(detail.options).toMatchObject([{ name: menu.sizeName, values: [{ id: 'medium' }, { id: 'large' }] }])
    expect(detail.variants.map(({ price }) => price.amount)).toEqual([650, 750])
    expect(detail.modifierGroups).toMatchObject([
      { name: { en: 'Toppings' }, max: 2, modifiers: [{ name: { en: 'Pearls' } }, { name: { zh: '布丁' } }] },
    ])
    const { categories } = await owner.staff.categories()
    expect(categories).toMatchObject([{ name: milkTea, products: 2 }])
    const { entries } = await owner.people.log({})
    expect(entries.filter(({ call }) => call === 'staff.addPasted')).toHaveLength(1)
  })

  it('gets ids without a hyphen at their ends', async () => {
    const name = { en: `${'a'.repeat(59)} noodles`, zh: '' }
    const { products } = await owner.staff.addPasted({ ...menu, products: [{ ...bun, name }] })
    expect(products).toEqual(['a'.repeat(59)])
  })

  it('stays in its order, after the categories and products that exist', async () => {
    await putCategory(shop.ctx(), { id: 'zongzi', name: { en: 'Zongzi', zh: '粽子' }, position: 3 })
    const named = (category: string, name: string) => ({
      ...bun,
      category: { en: category, zh: '' },
      name: { en: name, zh: '' },
    })
    const order = [
      ['Tea', 'Oolong'],
      ['Coffee', 'Mocha'],
      ['Tea', 'Assam'],
      ['Bakery', 'Bun'],
      ['Coffee', 'Latte'],
    ]
    const add = (rows: string[][], submission: string) =>
      owner.staff.addPasted({
        ...menu,
        submission,
        products: rows.map(([category = '', name = '']) => named(category, name)),
      })
    await add(order, other('d'))
    await add(
      [
        ['Apples', 'Cider'],
        ['Tea', 'Darjeeling'],
      ],
      other('e'),
    )
    const { api } = shop.visitor()
    const inOrder = ['Zongzi', 'Tea', 'Coffee', 'Bakery', 'Apples']
    expect((await api.catalogue.categories({ id: 'all' })).categories.map(({ name }) => name.en)).toEqual(inOrder)
    expect((await owner.staff.categories()).categories.map(({ name }) => name.en)).toEqual(inOrder)
    const listed = async (cat: string) =>
      (await api.catalogue.list({ categoryName: cat, sortby: 'default' })).products.map(({ name }) => name.en)
    expect(await listed('all')).toEqual(['Oolong', 'Mocha', 'Assam', 'Bun', 'Latte', 'Cider', 'Darjeeling'])
    expect(await listed('tea')).toEqual(['Oolong', 'Assam', 'Darjeeling'])
    // A product that the form adds also comes last, and a change does not move it.
    const form = { name: { en: 'Sencha', zh: '煎茶' }, variants: [{ sku: '', price: 400 }], categories: ['tea'] }
    const { version } = await owner.staff.writeProduct({ product: 'new', version: '', ...form })
    expect(await listed('tea')).toEqual(['Oolong', 'Assam', 'Darjeeling', 'Sencha'])
    await owner.staff.writeProduct({ product: 'sencha', version, synonyms: 'green' })
    expect((await listed('all')).at(-1)).toBe('Sencha')
  })

  it('is added with long texts, in a body of at most half a megabyte', async () => {
    const long = { en: 'Warm. '.repeat(70), zh: '现做现卖，'.repeat(60) }
    const products = Array.from({ length: maxPastedProducts }, (_, at) => ({
      ...tea,
      name: { en: `Tea ${at}`, zh: `茶${at}` },
      description: long,
    }))
    expect(JSON.stringify(products).length).toBeGreaterThan(100_000)
    expect((await owner.staff.addPasted({ ...menu, products })).products).toHaveLength(maxPastedProducts)
    const tooLong = { ...long, en: 'x'.repeat(4000) }
    const many = products.map((product) => ({ ...product, description: tooLong }))
    expect(await refusal(owner.staff.addPasted({ ...menu, submission: other('e'), products: many }))).toBe(
      'input.too_large',
    )
    const [{ n } = {}] = await shop.query('select count(*)::int as n from products')
    expect(n).toBe(maxPastedProducts)
  })

  it('is refused before it is parsed if it has too many levels or values', async () => {
    for (const crowd of [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, `[${'1,'.repeat(200_000)}1]`]) {
      const cookies = owner.visitor.cookies
      const answer = await owner.visitor.fetch(`${officeBase}/pasted-products`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [xsrfHeader]: cookies.get(officeXsrfCookie) ?? '' },
        body: `{"products":${crowd}}`,
      })
      expect(await answer.json()).toMatchObject({
        error: { errors: [{ code: 'input.invalid', details: { field: 'body' } }] },
      })
    }
  })

  it('stays hidden as drafts', async () => {
    await owner.staff.addPasted({ ...menu, isShown: false })
    expect(await refusal(shop.visitor().api.catalogue.detail({ id: 'pearl-milk-tea' }))).toBe('catalogue.product_gone')
    expect(await owner.staff.product({ product: 'pearl-milk-tea' })).toMatchObject({ isShown: false, isCounted: false })
  })

  it('is added once, however often it is sent', async () => {
    const first = await owner.staff.addPasted(menu)
    const again = await Promise.all([owner.staff.addPasted(menu), owner.staff.addPasted(menu)])
    expect(again).toEqual([first, first])
    const sameTime = { ...menu, submission: other('e') }
    const [one, two] = await Promise.all([owner.staff.addPasted(sameTime), owner.staff.addPasted(sameTime)])
    expect(one).toEqual(two)
    expect(await shop.query('select count(*)::int as n from products')).toEqual([{ n: 4 }])
  })

  it('is not taken for another menu with the same submission', async () => {
    const { paste } = await owner.staff.addPasted(menu)
    const corrected = { ...menu, products: [{ ...tea, sizes: [{ name: noText, price: 700 }] }] }
    expect(await refusal(owner.staff.addPasted(corrected))).toBe('request.key_reused')
    expect(await shop.query('select count(*)::int as n from products')).toEqual([{ n: 2 }])
    await owner.staff.undoPasted({ paste })
    expect(await refusal(owner.staff.addPasted(menu))).toBe('request.key_reused')
  })

  it('uses the categories and groups that exist', async () => {
    await putCategory(shop.ctx(), { id: 'tea', name: { en: 'MILK TEA', zh: '' } })
    await owner.staff.addPasted(menu)
    await owner.staff.addPasted({ ...menu, submission: other('e') })
    expect(await shop.query('select id from categories')).toEqual([{ id: 'tea' }])
    expect(await shop.query('select count(*)::int as n from modifier_groups')).toEqual([{ n: 1 }])
    expect(await shop.query('select count(distinct sku)::int as n from variants')).toEqual([{ n: 6 }])
  })

  it('is undone with all that it added', async () => {
    const { paste } = await owner.staff.addPasted({ ...menu, isShown: false })
    expect(await owner.staff.undoPasted({ paste })).toEqual({ removed: 2, kept: 0 })
    for (const table of ['products', 'categories', 'tags', 'modifier_groups'])
      expect(await shop.query(`select id from ${table}`)).toEqual([])
    expect(await owner.staff.undoPasted({ paste })).toEqual({ removed: 0, kept: 0 })
  })

  it('is undone without a group that another group depends on', async () => {
    const { paste } = await owner.staff.addPasted({ ...menu, isShown: false })
    const [added] = (await owner.staff.modifierGroups()).groups
    const [pearls] = added?.modifiers ?? []
    if (!added || !pearls) throw new Error('there are no toppings')
    const { name, price } = pearls
    const ice = await owner.staff.writeModifierGroup({
      group: 'new',
      version: '',
      name: { en: 'Ice', zh: '冰量' },
      min: 0,
      max: 1,
      free: 0,
      condition: { kind: 'only', modifiers: [pearls.id] },
      modifiers: [{ id: '', name, price, isPreselected: false }],
    })
    expect(await owner.staff.undoPasted({ paste })).toEqual({ removed: 2, kept: 0 })
    const left = (await owner.staff.modifierGroups()).groups
    expect(left.map(({ group }) => group).sort()).toEqual([added.group, ice.group].sort())
    expect(left.find(({ group }) => group === ice.group)?.condition).toEqual(ice.condition)
  })

  it('is undone with the sold-out marks of its choices and the search words of its category', async () => {
    const { id: location } = locations.firstLocation
    const { paste } = await owner.staff.addPasted({ ...menu, isShown: false })
    await shop.query(
      "insert into sold_out (location_id, kind, id, ends) select $1, 'modifier', id, 'manual' from modifiers limit 1",
      [location],
    )
    await owner.staff.writeSynonyms({ category: { id: 'milk-tea', words: ['boba'] } })
    await owner.staff.undoPasted({ paste })
    expect(await shop.query('select id from sold_out')).toEqual([])
    expect((await owner.staff.synonyms()).categories).toEqual([])
  })

  it('archives products that shoppers may have seen, and keeps those that changed', async () => {
    const { paste } = await owner.staff.addPasted(menu)
    const { version } = await owner.staff.product({ product: '菠萝包' })
    await owner.staff.writeProduct({ product: '菠萝包', version, name: { en: 'Pineapple bun', zh: '菠萝包' } })
    expect(await owner.staff.undoPasted({ paste })).toEqual({ removed: 1, kept: 1 })
    expect(await shop.query('select id, record_status from products order by id')).toEqual([
      { id: 'pearl-milk-tea', record_status: 'ARCHIVED' },
      { id: '菠萝包', record_status: 'ACTIVE' },
    ])
    expect(await refusal(shop.visitor().api.catalogue.detail({ id: 'pearl-milk-tea' }))).toBe(
      'catalogue.product_archived',
    )
  })

  it('can be undone for seven days, and is no change of many products', async () => {
    const { paste } = await owner.staff.addPasted(menu)
    expect(await owner.staff.productChanges()).toEqual({ changes: [] })
    expect(await refusal(owner.staff.undoProductChange({ change: paste }))).toBe('not_found')
    await shop.query(`update product_changes set at = at - interval '8 days'`)
    expect(await refusal(owner.staff.undoPasted({ paste }))).toBe('not_found')
  })

  it('finds the products that exist, in either language', async () => {
    await owner.staff.addPasted(menu)
    const { products } = await owner.staff.findPasted({ names: ['珍珠奶茶', 'PEARL MILK TEA ', 'tea', ''] })
    expect(products).toEqual([
      { name: 'pearl milk tea', product: 'pearl-milk-tea' },
      { name: '珍珠奶茶', product: 'pearl-milk-tea' },
    ])
  })

  it('needs the right to change prices', async () => {
    const staff = { personId: null, roles: [], note: () => {} } as never
    expect(() => addPasted({ ...shop.ctx(), staff }, menu as never)).toThrow()
    const cashier = await openColleague(shop, owner, 'cashier@shop.test', [{ role: 'cashier', location: null }])
    expect(await refusal(cashier.staff.addPasted(menu))).toBe('staff.no_right')
  })

  it('is refused as a whole if a part is wrong', async () => {
    const [size] = tea.sizes
    for (const wrong of [
      { ...menu, products: [] },
      { ...menu, products: [tea, { ...bun, name: { en: ' ', zh: '' } }] },
      { ...menu, products: [{ ...bun, sizes: [{ name: noText, price: -1 }] }] },
      { ...menu, products: [{ ...tea, sizes: [size, { name: noText, price: 700 }] }] } as Pasted,
    ])
      expect(await refusal(owner.staff.addPasted(wrong))).toBe('input.invalid')
    expect(await shop.query('select id from products')).toEqual([])
  })
})
