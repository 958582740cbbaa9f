import { afterAll, beforeAll, expect, test } from 'vitest'
import { moreBase, specificationBase } from '#contract/constants.ts'
import { eventHandlers } from '#jobs/events.ts'
import type { Api } from '#server/api.ts'
import { createApi } from '#server/api.ts'
import * as products from '#server/catalogue/products.ts'
import * as stock from '#server/catalogue/stock.ts'
import * as orders from '#server/orders/orders.ts'
import { openApp } from '#server/platform/app.ts'
import { followChanges } from '#server/platform/cache-invalidation.ts'
import type { App, Context } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from './catalogue-factory.ts'
import type { Visitor } from './harness.ts'
import { setUpShop } from './harness.ts'
import { fillCart, placeOrder } from './purchases.ts'

// Two processes of one shop. After a change in one process, the other process must not serve stale data.
const shop = setUpShop()
let other: { app: App; api: Api }
beforeAll(async () => {
  const app = await openApp(shop.app.config, eventHandlers)
  other = { app, api: createApi(app) }
  await followChanges(app, [other.api.http.responseCache])
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea', price: 450, stock: 20 })
})
afterAll(() => other.app.database.close())

interface Card {
  price: { amount: number }
  left: number | null
}
async function readThere(): Promise<Card | undefined> {
  const request = new Request(`http://localhost${specificationBase}/productManagement2/products`, {
    headers: { host: 'localhost' },
  })
  const { products } = (await (await other.api.fetch(request)).json()) as { products: Card[] }
  return products[0]
}

const keptThere = () => other.api.http.responseCache.get(`${specificationBase}/productManagement2/products `)

test('a price changed in one process shows in the other', async () => {
  expect((await readThere())?.price.amount).toBe(450)
  const [variant] = await shop.query<{ sku: string }>('select sku from variants')
  await products.setPrice(shop.ctx(), { sku: variant?.sku ?? '', price: 475 })
  await expect.poll(async () => (await readThere())?.price.amount, { interval: 5 }).toBe(475)
})

test('a product unpublished in one process disappears in the other', async () => {
  expect(await readThere()).toBeDefined()
  await products.unpublish(shop.ctx(), 'tea')
  await expect.poll(readThere, { interval: 5 }).toBeUndefined()
  await products.publish(shop.ctx(), 'tea')
  await expect.poll(readThere, { interval: 5 }).toBeDefined()
})

test('stock changed in one process shows in the other', async () => {
  const [variant] = await shop.query<{ sku: string; location_id: string }>('select sku, location_id from stock')
  await readThere()
  await stock.setOnHandMany(shop.ctx(), [
    { sku: variant?.sku ?? '', locationId: variant?.location_id ?? '', quantity: 2 },
  ])
  await expect.poll(async () => (await readThere())?.left, { interval: 20 }).toBe(2)
})

test('a rolled-back change shows nowhere', async () => {
  const { transact } = await import('#server/platform/database/transactions.ts')
  const [variant] = await shop.query<{ sku: string }>('select sku from variants')
  const before = await readThere()
  await transact(shop.ctx(), async (ctx) => {
    await products.setPrice(ctx, { sku: variant?.sku ?? '', price: 999 })
    throw new Error('something else went wrong')
  }).catch(() => {})
  expect((await readThere())?.price.amount).toBe(before?.price.amount)
})

test('without the listening connection nothing is cached', async () => {
  // Repeats the read, because the process caches no reads while the notification of the last change is under way.
  await expect.poll(() => readThere().then(keptThere)).toBeDefined()
  await shop.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listening' and datname = current_database()",
  )
  await expect.poll(keptThere).toBeUndefined()
  await shop.query('update variants set price = 490')
  expect((await readThere())?.price.amount).toBe(490)
})

/** Runs `deed` in the other process. Waits until a visitor who follows the order in this process is notified. */
async function heardAfter(visitor: Visitor, id: string, deed: (there: Context) => Promise<unknown>) {
  const answer = await visitor.fetch(`${moreBase}/orders/${id}/events`)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  await deed(systemContext(other.app))
  let said = ''
  while (!said.includes('event: changed')) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done) throw new Error('the stream ended without a change')
    said += value
  }
  await reader?.cancel()
}

test('the event stream of an order reports changes made in the other process', async () => {
  const visitor = shop.visitor()
  await fillCart(visitor, 'tea')
  const { orderID: id } = await placeOrder(visitor)
  const pay = (there: Context) =>
    transact(there, async (ctx) =>
      orders.markPaid(ctx, await orders.lock(ctx, id), { paymentOption: 'snappay_alipay' }),
    )
  const deeds: [(there: Context) => Promise<unknown>, object][] = [
    [pay, { paymentStatus: 'PAID_ONLINE' }],
    [(there) => orders.staff.accept(there, { order: id, note: '' }), { fulfilmentStatus: 'ACCEPTED' }],
    [(there) => orders.staff.reply(there, { order: id, comment: 'Soon' }), {}],
    [() => visitor.api.orders.askToCancel({ id, note: '' }), { cancelRequest: 'ASKED' }],
    [(there) => orders.staff.declineCancel(there, { order: id, note: '' }), { cancelRequest: 'DECLINED' }],
    [
      (there) => orders.recordRefund(there, { orderId: id, amount: 50, outcome: 'refunding' }),
      { refundStatus: 'PENDING' },
    ],
  ]
  for (const [deed, seen] of deeds) {
    await heardAfter(visitor, id, deed)
    expect(await visitor.api.orders.detail({ id })).toMatchObject(seen)
  }
})

test('the event stream reports a change after the listening connection was restored', async () => {
  const visitor = shop.visitor()
  await fillCart(visitor, 'tea')
  const { orderID: id } = await placeOrder(visitor, { payAtStore: true })
  const cut = () =>
    shop.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listening' and datname = current_database()`,
    )
  await heardAfter(visitor, id, cut)
})
