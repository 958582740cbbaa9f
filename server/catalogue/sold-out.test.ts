import { beforeEach, describe, expect, it, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import type { SoldOutEnd } from '#contract/constants.ts'
import { hourMs } from '#contract/durations.ts'
import * as locations from '#server/locations/locations.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { fillCart, fillCheckout, placeOrder } from '#tests/purchases.ts'
import { putModifierGroup } from './products.ts'
import { closingTime, removeExpiredMarks, soldOut } from './sold-out.ts'
import { clearStock, receive, setOnHandMany } from './stock.ts'

/** 13:00 on a Wednesday in Toronto; the stores close at 22:00. */
const noon = '2026-11-25T18:00:00Z'
const closing = '2026-11-26T03:00:00.000Z'

const shop = setUpShop({ DATABASE_POOL: '40' })
let owner: Office
let visitor: Visitor

beforeEach(async () => {
  await shop.reset()
  shop.clock.set(noon)
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'richmond', 1)
  await putModifierGroup(shop.ctx(), {
    id: 'toppings',
    name: { en: 'Toppings', zh: '加料' },
    max: 2,
    modifiers: [
      { id: 'pearls', name: { en: 'Pearls', zh: '珍珠' }, price: 80 },
      { id: 'jelly', name: { en: 'Grass jelly', zh: '仙草' }, price: 60 },
    ],
  })
  await addProducts(
    shop.ctx(),
    { id: 'egg-tart', name: { en: 'Egg tart', zh: '蛋挞' }, stock: 12 },
    { id: 'tea', name: { en: 'Milk tea', zh: '奶茶' }, stock: null, modifierGroups: ['toppings'] },
    {
      id: 'bun',
      name: { en: 'Bun', zh: '包子' },
      options: [
        {
          id: 'kind',
          name: { en: 'Kind', zh: '口味' },
          values: [
            { id: 'pork', name: { en: 'Pork', zh: '猪肉' } },
            { id: 'leek', name: { en: 'Leek', zh: '韭菜' } },
          ],
        },
      ],
      variants: [
        { sku: 'bun-pork', optionPair: 'kind:pork', price: 300, stock: null },
        { sku: 'bun-leek', optionPair: 'kind:leek', price: 250, stock: null },
      ],
    },
  )
  owner = await openOwner(shop)
  visitor = shop.visitor()
})

type Kind = 'product' | 'variant' | 'modifier'
const mark = (kind: Kind, id: string, ends: SoldOutEnd = 'closing', location = 'markham') =>
  owner.staff.markSoldOut({ location, kind, id, ends })
const back = (kind: Kind, id: string) => owner.staff.backOnSale({ location: 'markham', kind, id })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: ApiError) => error.code,
  )
const page = (id: string, { api }: { api: Client } = visitor) => api.catalogue.detail({ id })
const inStock = async () =>
  (await visitor.api.catalogue.list({ startingPosition: 0, inStock: true })).products.map(({ id }) => id).toSorted()

describe('what is sold out at a store', () => {
  it.each([
    ['tea', 'product', 'tea'],
    ['egg-tart', 'variant', 'egg-tart'],
  ] as const)('cannot be bought there, whether its stock is counted or not: %s', async (id, kind, sku) => {
    await visitor.api.cart.add({ sku, quantity: 2 })
    expect([(await page(id)).availability, await inStock()]).toEqual(['in', ['bun', 'egg-tart', 'tea']])
    await mark(kind, id)
    const { availability, badges, variants } = await page(id)
    expect([availability, variants[0]?.availability]).toEqual(['out', 'out'])
    expect(badges).toContain('out')
    expect(await inStock()).not.toContain(id)
    const { products } = await visitor.api.catalogue.list({ startingPosition: 0 })
    expect(products.at(-1)?.id).toBe(id)
    const [line] = Object.values((await visitor.api.cart.view()).lineItems)
    expect(line).toMatchObject({ problem: 'out_of_stock', purchasable: 0 })
    expect(await codeOf(shop.visitor().api.cart.add({ sku, quantity: 1 }))).toBe('cart.out_of_stock')
    await back(kind, id)
    expect((await page(id)).availability).toBe('in')
    expect(Object.values((await visitor.api.cart.view()).lineItems)[0]?.problem).toBe(null)
    expect(await shop.query(`select sku from stock where sku = 'tea'`)).toEqual([])
  })

  it('stays for sale in other stores', async () => {
    await mark('product', 'tea')
    const other = shop.visitor()
    await other.api.locations.select({ locationId: 'richmond' })
    expect((await page('tea', other)).availability).toBe('in')
    await other.api.cart.add({ sku: 'tea', quantity: 1 })
  })

  it('can be one variant of a product, whose card then shows the other price', async () => {
    await mark('variant', 'bun-leek')
    const { price, availability, variants } = await page('bun')
    expect([price.amount, availability]).toEqual([300, 'in'])
    expect(variants.map(({ sku, availability }) => [sku, availability])).toEqual([
      ['bun-pork', 'in'],
      ['bun-leek', 'out'],
    ])
    await mark('product', 'bun')
    await back('product', 'bun')
    // Removing the product's mark does not remove the mark of its variant.
    expect((await page('bun')).price.amount).toBe(300)
  })

  it('can be a modifier: shoppers cannot choose it, and a line with it says so', async () => {
    const { api } = visitor
    await api.cart.add({ sku: 'tea', quantity: 1, modifiers: [{ id: 'pearls' }] })
    await fillCheckout(visitor)
    await mark('modifier', 'pearls')
    const [group] = (await page('tea')).modifierGroups
    expect(group?.modifiers.map(({ id, available }) => [id, available])).toEqual([
      ['pearls', false],
      ['jelly', true],
    ])
    const [line] = Object.values((await api.cart.view()).lineItems)
    expect([line?.problem, line?.modifiers]).toEqual([
      'unavailable',
      [expect.objectContaining({ id: 'pearls', isSoldOut: true })],
    ])
    const refusal = await shop
      .visitor()
      .api.cart.add({ sku: 'tea', quantity: 1, modifiers: [{ id: 'pearls' }] })
      .catch((error: ApiError) => error)
    expect(refusal).toMatchObject({ code: 'cart.modifiers', message: expect.stringContaining('Pearls') })
    expect(await codeOf(api.checkout.reserve({}))).toBe('cart.unavailable')
    await api.cart.add({ sku: 'tea', quantity: 1, modifiers: [{ id: 'jelly' }] })
    await back('modifier', 'pearls')
    expect(Object.values((await api.cart.view()).lineItems).map(({ problem }) => problem)).toEqual([null, null])
  })

  it('is refused at the reservation and at the order, even if pieces were held before', async () => {
    await fillCart(visitor, 'egg-tart', 3)
    await visitor.api.checkout.reserve({})
    const bill = await visitor.api.billing.view({ pickUpAandPayAtStore: true })
    await mark('product', 'egg-tart')
    expect(await codeOf(visitor.api.checkout.reserve({}))).toBe('cart.out_of_stock')
    const place = () => visitor.api.billing.place({ id: bill.id, hash: bill.hash, pickUpAandPayAtStore: true })
    expect(['cart.out_of_stock', 'billing.changed']).toContain(await codeOf(place()))
    await back('product', 'egg-tart')
    await placeOrder(visitor, { payAtStore: true })
    expect(await shop.query('select on_hand, held from stock')).toEqual([{ on_hand: 9, held: 0 }])
  })
})

describe('a mark', () => {
  it('ends by itself when the store closes, a day later, or never', async () => {
    await mark('product', 'tea', 'closing')
    await mark('product', 'bun', 'day')
    const { things } = await mark('modifier', 'pearls', 'manual')
    expect(Object.fromEntries(things.map(({ id, until }) => [id, until]))).toEqual({
      tea: closing,
      bun: expect.stringMatching(/^2026-11-26T18:00:0/),
      pearls: null,
    })
    shop.clock.set('2026-11-26T02:59:00Z')
    expect(await removeExpiredMarks(shop.ctx())).toBe(0)
    expect((await page('tea')).availability).toBe('out')
    shop.clock.set('2026-11-26T03:00:01Z')
    expect(await removeExpiredMarks(shop.ctx())).toBe(1)
    expect([(await page('tea')).availability, (await page('bun')).availability]).toEqual(['in', 'out'])
    shop.clock.set('2027-01-01T00:00:00Z')
    expect(await removeExpiredMarks(shop.ctx())).toBe(1)
    const { things: left } = await soldOut(shop.ctx(), { location: 'markham' })
    expect(left.map(({ id }) => id)).toEqual(['pearls'])
    expect((await page('tea')).modifierGroups[0]?.modifiers[0]?.available).toBe(false)
  })

  it('names who set it, and another mark replaces it', async () => {
    await mark('product', 'tea', 'manual')
    const { things, name } = await mark('product', 'tea', 'closing')
    expect(name.en).toBe('markham')
    expect(things).toMatchObject([{ kind: 'product', id: 'tea', by: 'Mei', ends: 'closing', until: closing }])
  })

  it('holds for variants and stock rows that are added later', async () => {
    await mark('product', 'bun')
    await addProducts(shop.ctx(), {
      id: 'bun',
      options: [
        { id: 'kind', name: { en: 'Kind', zh: '口味' }, values: [{ id: 'beef', name: { en: 'Beef', zh: '牛肉' } }] },
      ],
      variants: [{ sku: 'bun-beef', optionPair: 'kind:beef', price: 400, stock: null }],
    })
    expect((await page('bun')).variants.find(({ sku }) => sku === 'bun-beef')?.availability).toBe('out')
    await back('product', 'bun')
    expect((await page('bun')).variants.find(({ sku }) => sku === 'bun-beef')?.availability).toBe('in')

    await shop.query('delete from stock')
    await mark('variant', 'egg-tart')
    // Counted goods without stock are not for sale anyway, so the mark inserts no stock row.
    expect(await shop.query('select sku from stock')).toEqual([])
    await receive(shop.ctx(), { sku: 'egg-tart', locationId: 'markham', quantity: 20 })
    expect((await page('egg-tart')).availability).toBe('out')
    await back('variant', 'egg-tart')
    expect((await page('egg-tart')).availability).toBe('in')
  })

  it('stays when the stock of the goods is removed', async () => {
    await mark('product', 'tea')
    await mark('product', 'egg-tart')
    for (const sku of ['tea', 'egg-tart']) await clearStock(shop.ctx(), sku)
    expect((await page('tea')).availability).toBe('out')
    await setOnHandMany(shop.ctx(), [{ sku: 'egg-tart', locationId: 'markham', quantity: 3 }])
    expect((await page('egg-tart')).availability).toBe('out')
  })

  it('gets its old end again if its removal is undone', async () => {
    const { things } = await mark('product', 'tea', 'day')
    // A staff session ends after twelve hours without a call, so the clock advances by less than that at a time.
    shop.clock.advance(11 * hourMs)
    await back('product', 'tea')
    const until = things[0]?.until ?? ''
    const undo = { location: 'markham', kind: 'product', id: 'tea', ends: 'day', until } as const
    expect((await owner.staff.markSoldOut(undo)).things).toMatchObject([{ id: 'tea', ends: 'day', until }])
    shop.clock.advance(11 * hourMs)
    await back('product', 'tea')
    shop.clock.advance(3 * hourMs)
    expect((await owner.staff.markSoldOut(undo)).things).toEqual([])
    expect((await page('tea')).availability).toBe('in')
  })

  it('needs a thing that exists', async () => {
    for (const kind of ['product', 'variant', 'modifier'] as const) {
      expect(await codeOf(mark(kind, 'nothing'))).toBe('not_found')
    }
    expect(await codeOf(mark('product', 'tea', 'closing', 'nowhere'))).toBe('not_found')
  })

  it('is found by a part of a name in either language', async () => {
    const find = async (name: string) =>
      (await owner.staff.sellable({ location: 'markham', name })).things.map(({ kind, id }) => `${kind} ${id}`)
    expect(await find('tar')).toEqual(['product egg-tart'])
    expect(await find('包')).toEqual(['product bun', 'variant bun-pork', 'variant bun-leek'])
    expect(await find('JELLY')).toEqual(['modifier jelly'])
    expect(await find('%')).toEqual([])
    await mark('product', 'bun')
    const { things } = await owner.staff.sellable({ location: 'markham', name: 'bun' })
    expect(things.map(({ isSoldOut }) => isSoldOut)).toEqual([true, true, true])
  })

  it('is found by its exact name first, and the search says that it leaves names out', async () => {
    const named = (id: string, en: string, position: number) => ({ id, name: { en, zh: '' }, stock: null, position })
    await addProducts(
      shop.ctx(),
      ...Array.from({ length: 31 }, (_, at) => named(`set-${at}`, `Lunch with bun ${at}`, at)),
      named('buns', 'Bun platter', 40),
    )
    const { things, hasMore } = await owner.staff.sellable({ location: 'markham', name: 'bun' })
    expect(things.slice(0, 4).map(({ id }) => id)).toEqual(['bun', 'bun-pork', 'bun-leek', 'buns'])
    expect(things.filter(({ kind }) => kind === 'product')).toHaveLength(30)
    expect(hasMore).toBe(true)
    expect(await owner.staff.sellable({ location: 'markham', name: 'pearls' })).toMatchObject({ hasMore: false })
  })
})

test('the day of a store ends when it closes, else at midnight', async () => {
  const store = await locations.find(shop.ctx(), 'markham')
  if (!store) throw new Error('there is no store')
  const at = (now: string, change: Partial<typeof store> = {}) =>
    closingTime({ ...store, ...change }, new Date(now)).toISOString()
  // Before the first opening of a day, and between two openings, the mark expires at the end of the day's last opening.
  expect(at('2026-11-25T11:00:00Z')).toBe(closing)
  const split = [
    { weekday: 3, from: '08:00', to: '12:00' },
    { weekday: 3, from: '17:00', to: '21:00' },
  ]
  expect(at(noon, { hours: split })).toBe('2026-11-26T02:00:00.000Z')
  // After closing time, and in a store without hours, the mark expires at midnight.
  expect(at('2026-11-26T04:00:00Z')).toBe('2026-11-26T05:00:00.000Z')
  expect(at(noon, { hours: [] })).toBe('2026-11-26T05:00:00.000Z')
  // An opening that runs past midnight belongs to the day on which it began.
  const late = [{ weekday: 3, from: '18:00', to: '02:00' }]
  expect(at(noon, { hours: late })).toBe('2026-11-26T07:00:00.000Z')
  expect(at('2026-11-26T06:00:00Z', { hours: late })).toBe('2026-11-26T07:00:00.000Z')
})

describe('the right to mark as sold out', () => {
  it('is all that a kitchen may do with the catalogue, in its own store', async () => {
    const kitchen = await openColleague(shop, owner, 'wok@shop.test', [{ role: 'kitchen', location: 'markham' }])
    const tea = { kind: 'product', id: 'tea' } as const
    const { things } = await kitchen.staff.markSoldOut({ location: 'markham', ...tea })
    expect(things).toMatchObject([{ id: 'tea', by: 'wok' }])
    await kitchen.staff.sellable({ location: 'markham', name: 'tea' })
    await kitchen.staff.backOnSale({ location: 'markham', ...tea })
    expect(await codeOf(kitchen.staff.markSoldOut({ location: 'richmond', ...tea }))).toBe('not_found')
    expect(await codeOf(kitchen.staff.soldOut({ location: 'richmond' }))).toBe('not_found')
    expect(await codeOf(kitchen.staff.products({}))).toBe('staff.no_right')
    expect(await codeOf(kitchen.staff.stockIn({ sku: 'egg-tart', quantity: 1, location: 'markham' }))).toBe(
      'staff.no_right',
    )
    const packer = await openColleague(shop, owner, 'box@shop.test', [{ role: 'packer', location: 'markham' }])
    expect(await codeOf(packer.staff.markSoldOut({ location: 'markham', ...tea }))).toBe('staff.no_right')
    const log = await shop.query(`select person_name as name, call, location_id as store, subject from staff_log
      where call like '%old%' or call like '%back%' order by id`)
    expect(log).toEqual([
      { name: 'wok', call: 'staff.markSoldOut', store: 'markham', subject: 'tea' },
      { name: 'wok', call: 'staff.backOnSale', store: 'markham', subject: 'tea' },
    ])
  })
})

it.each(['tea', 'egg-tart'])('no order of %s is accepted after the mark, however many race with it', async (sku) => {
  for (let round = 0; round < 3; round++) {
    const buyers = Array.from({ length: 8 }, () => shop.visitor())
    for (const buyer of buyers) await fillCart(buyer, sku)
    let isMarked = false
    const late: string[] = []
    const orders = buyers.map(async (buyer, n) => {
      for (let tick = 0; tick < n * 3; tick++) await shop.query('select 1')
      const wasMarked = isMarked
      const code = await codeOf(placeOrder(buyer, { payAtStore: true }))
      if (wasMarked) late.push(code)
      return code
    })
    const marking = shop.query('select 1').then(async () => {
      await mark('product', sku)
      isMarked = true
      // Every order that the shop accepted has been written by now.
      return shop.query<{ n: number }>('select count(*)::int as n from orders')
    })
    const [before] = await marking
    await Promise.all(orders)
    expect(late.filter((code) => code === 'done')).toEqual([])
    expect(await shop.query('select count(*)::int as n from orders')).toEqual([before])
    await back('product', sku)
  }
})
