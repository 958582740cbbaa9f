import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'
import * as orders from './orders.ts'

const shop = setUpShop()
let member: Visitor

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await shop.query('update locations set slot_capacity = 50')
  shop.app.onCatalogueChange('content')
  await addProducts(shop.ctx(), { id: 'bun', name: { en: 'Red bean bun', zh: '红豆包' }, price: 1000, stock: 100 })
  member = shop.visitor()
  await registerMember(shop, member, { email: 'mei@shop.example', password: 'seven warm buns', name: 'Mei' })
})

async function place(many = 1): Promise<string[]> {
  const ids: string[] = []
  for (let round = 0; round < many; round++) {
    await fillCart(member, 'bun')
    ids.unshift((await placeOrder(member, { payAtStore: true })).orderID)
    shop.clock.advance(1000)
  }
  return ids
}
const idsOf = ({ orders }: { orders: { orderID: string }[] }) => orders.map(({ orderID }) => orderID)
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ApiError) => error.code,
  )

describe('a member’s list of orders', () => {
  test('has pages of ten, newest first, which a new order does not shift', async () => {
    const ids = await place(12)
    const first = await member.api.orders.list({ numberToLoad: 10, startingPosition: 0, infiniteLoad: true })
    expect([idsOf(first), first.hasMore]).toEqual([ids.slice(0, 10), true])
    await place()
    const rest = await member.api.orders.list({ startingPosition: 10, infiniteLoad: true, first: ids[0] })
    expect([idsOf(rest), rest.hasMore]).toEqual([ids.slice(10), false])
    expect(first.orders[0]).toMatchObject({ pieces: 1, group: 'in_progress', lines: [{ name: { zh: '红豆包' } }] })
  })

  test('matches its counts in total and by group, without failed orders', async () => {
    const [cancelled = '', ready = '', done = ''] = await place(4)
    await member.api.orders.cancel({ id: cancelled })
    await orders.ready(shop.ctx(), { id: ready })
    await orders.ready(shop.ctx(), { id: done })
    await orders.handOver(shop.ctx(), { id: done })
    await fillCart(member, 'bun')
    await placeOrder(member)
    const { count, groups } = await member.api.orders.count()
    expect({ count, groups }).toEqual({
      count: 5,
      groups: { to_pay: 1, in_progress: 1, ready: 1, done: 1, cancelled: 1 },
    })
    for (const group of ['to_pay', 'in_progress', 'ready', 'done', 'cancelled'] as const) {
      expect((await member.api.orders.list({ group })).orders.map((order) => order.group)).toEqual([group])
    }
    await shop.query(
      "update orders set status = 'FAILED', payment_status = 'FAILED', fulfilment_status = 'NONE' where status = 'INTERIM'",
    )
    expect((await member.api.orders.count()).count).toBe(4)
    expect((await member.api.orders.list()).orders).toHaveLength(4)
  })

  test('is visible to this member only, also by member id', async () => {
    const ids = await place(2)
    const { userID } = await member.api.shell.appInfo()
    expect(idsOf(await member.api.orders.ofCustomer({ id: userID ?? '' }))).toEqual(ids)
    const other = shop.visitor()
    expect(await codeOf(other.api.orders.list())).toBe('account.sign_in_required')
    await registerMember(shop, other, { email: 'lin@shop.example', password: 'eight cold teas', name: 'Lin' })
    expect(await codeOf(other.api.orders.ofCustomer({ id: userID ?? '' }))).toBe('not_found')
    expect(await other.api.orders.list()).toEqual({ orders: [], hasMore: false })
    expect(await other.api.orders.list({ first: ids[0] })).toEqual({ orders: [], hasMore: false })
    expect((await other.api.orders.count()).count).toBe(0)
  })

  test('refuses pages of more than ten orders', async () => {
    expect(await codeOf(member.api.orders.list({ numberToLoad: 11 }))).toBe('input.invalid')
    expect(await codeOf(member.api.orders.list({ startingPosition: -1 }))).toBe('input.invalid')
  })
})

describe('notes about an order', () => {
  test('by shopper and staff appear on its timeline', async () => {
    const [id = ''] = await place()
    await member.api.orders.comment({ id, comment: 'No bag, please' })
    await orders.reply(shop.ctx(), { id, comment: 'Gladly' })
    expect((await member.api.orders.detail({ id })).timeline.slice(1)).toMatchObject([
      { kind: 'comment', by: 'shopper', note: 'No bag, please' },
      { kind: 'comment', by: 'staff', note: 'Gladly' },
    ])
  })

  test('are stored once when a form is sent repeatedly', async () => {
    const [id = ''] = await place()
    const send = (comment: string) => member.api.orders.comment({ id, comment })
    await Promise.all(Array.from({ length: 5 }, () => send('No bag, please')))
    await send('Or a small one')
    await send('No bag, please')
    const notes = (await member.api.orders.detail({ id })).timeline.slice(1).map(({ note }) => note)
    expect(notes).toEqual(['No bag, please', 'Or a small one', 'No bag, please'])
  })

  test('are limited to fifty', async () => {
    const [id = ''] = await place()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => codeOf(member.api.orders.comment({ id, comment: `Note ${n}` }))),
    )
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(50)
    expect(new Set(answers)).toEqual(new Set(['done', 'orders.comments_full']))
  })
})

describe('ordering again', () => {
  test('adds the same items to the cart', async () => {
    const [id = ''] = await place()
    expect(await member.api.orders.reorder({ id })).toEqual({ added: 1, differences: [] })
    expect((await member.api.cart.view()).pieces).toBe(1)
  })

  test('by emailed link fills the visitor’s cart, without duplicating items that are still in it', async () => {
    await fillCart(member, 'bun', 2)
    const { orderID: id } = await placeOrder(member)
    await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, id)))
    const token = new URL(orders.signedLink(shop.ctx(), { id, locale: 'en' })).searchParams.get('token') ?? ''
    const elsewhere = shop.visitor()
    expect(await codeOf(elsewhere.api.orders.reorder({ id }))).toBe('not_found')
    for (const { api } of [elsewhere, member]) {
      expect(await api.orders.reorder({ id, token })).toEqual({ added: 2, differences: [] })
      expect((await api.cart.view()).pieces).toBe(2)
    }
    const [key = ''] = Object.keys((await member.api.cart.view()).lineItems)
    await member.api.cart.remove({ keys: [key] })
    expect(await member.api.orders.reorder({ id })).toMatchObject({ added: 2 })
    expect((await member.api.cart.view()).pieces).toBe(2)
  })

  test('counts the stock of each variant by itself, and a limit per order over all variants', async () => {
    const shirts = (small: number, large: number, maxPerOrder: number | null) =>
      addProducts(shop.ctx(), {
        id: 'shirt',
        maxPerOrder,
        options: [
          {
            id: 'size',
            name: { en: 'Size', zh: '尺码' },
            values: [
              { id: 's', name: { en: 'S', zh: '小' } },
              { id: 'l', name: { en: 'L', zh: '大' } },
            ],
          },
        ],
        variants: [
          { sku: 'shirt-s', price: 2000, stock: small, optionPair: 'size:s' },
          { sku: 'shirt-l', price: 2000, stock: large, optionPair: 'size:l' },
        ],
      })
    await shirts(5, 5, null)
    await member.api.cart.add({ sku: 'shirt-s', quantity: 2 })
    await fillCart(member, 'shirt-l', 3)
    const { orderID: id } = await placeOrder(member, { payAtStore: true })
    await shirts(5, 2, null)
    expect(await member.api.orders.reorder({ id })).toMatchObject({
      added: 4,
      differences: [{ kind: 'fewer', before: 3, after: 2 }],
    })
    const { lineItems } = await member.api.cart.view()
    await member.api.cart.remove({ keys: Object.keys(lineItems) })
    await shirts(5, 5, 3)
    expect(await member.api.orders.reorder({ id })).toMatchObject({
      added: 3,
      differences: [{ kind: 'fewer', before: 3, after: 1 }],
    })
  })

  test('reports items that are gone, fewer or differently priced', async () => {
    await addProducts(shop.ctx(), { id: 'tea', price: 500, stock: 4 }, { id: 'cake', price: 3000, stock: 4 })
    for (const sku of ['bun', 'tea', 'cake']) await member.api.cart.add({ sku, quantity: 3 })
    await fillCart(member, 'bun')
    const { orderID: id } = await placeOrder(member, { payAtStore: true })
    await addProducts(
      shop.ctx(),
      { id: 'bun', price: 1200, stock: 100 },
      { id: 'tea', price: 500, stock: 2 },
      { id: 'cake', price: 3000, stock: 0 },
    )
    const { added, differences } = await member.api.orders.reorder({ id })
    expect(added).toBe(6)
    expect(differences).toMatchObject([
      { kind: 'price', before: { amount: 1000 }, after: { amount: 1200 } },
      { kind: 'fewer', before: 3, after: 2 },
      { kind: 'gone', name: { en: 'cake' } },
    ])
  })
})
