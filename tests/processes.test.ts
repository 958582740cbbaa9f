import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientBase } from '#contract/calls.ts'
import { eventHandlers } from '#jobs/events.ts'
import type { Api } from '#server/api.ts'
import { createApi } from '#server/api.ts'
import * as products from '#server/catalogue/products.ts'
import * as stock from '#server/catalogue/stock.ts'
import { openApp } from '#server/platform/app.ts'
import { followChanges } from '#server/platform/changes.ts'
import type { App } from '#server/platform/context.ts'
import { openStore, sell } from './catalogue-factory.ts'
import type { TestShop } from './harness.ts'
import { openTestShop } from './harness.ts'

// Two processes of one shop: what one changes, the other must not show as it was.
let shop: TestShop
let other: { app: App; api: Api }
beforeAll(async () => {
  shop = await openTestShop()
  const app = await openApp(shop.app.config, eventHandlers)
  other = { app, api: createApi(app) }
  await followChanges(app, [other.api.http.answers])
  await openStore(shop.ctx())
  await sell(shop.ctx(), { id: 'tea', price: 450, stock: 20 })
})
afterAll(async () => {
  await other.app.database.close()
  await shop.close()
})

interface Card {
  price: { amount: number }
  left: number | null
}
async function readThere(): Promise<Card | undefined> {
  const request = new Request(`http://localhost${clientBase}/productManagement2/products`, {
    headers: { host: 'localhost' },
  })
  const { products } = (await (await other.api.fetch(request)).json()) as { products: Card[] }
  return products[0]
}

const keptThere = () => other.api.http.answers.get(`|${clientBase}/productManagement2/products`)

test('a price changed in one process is the price in the other', async () => {
  expect((await readThere())?.price.amount).toBe(450)
  const [variant] = await shop.query<{ sku: string }>('select sku from variants')
  await products.setPrice(shop.ctx(), { sku: variant?.sku ?? '', price: 475 })
  await expect.poll(async () => (await readThere())?.price.amount, { interval: 5, timeout: 250 }).toBe(475)
})

test('a product taken off in one process is gone in the other', async () => {
  expect(await readThere()).toBeDefined()
  await products.publish(shop.ctx(), 'tea', false)
  await expect.poll(readThere, { interval: 5, timeout: 250 }).toBeUndefined()
  await products.publish(shop.ctx(), 'tea', true)
  await expect.poll(readThere, { interval: 5, timeout: 250 }).toBeDefined()
})

test('stock changed in one process shows in the other within a second', async () => {
  const [variant] = await shop.query<{ sku: string; location_id: string }>('select sku, location_id from stock')
  await readThere()
  await stock.setOnHand(shop.ctx(), { sku: variant?.sku ?? '', locationId: variant?.location_id ?? '', quantity: 2 })
  await expect.poll(async () => (await readThere())?.left, { interval: 20, timeout: 1000 }).toBe(2)
})

test('a change that is rolled back is heard of nowhere', async () => {
  const { transact } = await import('#server/platform/context.ts')
  const [variant] = await shop.query<{ sku: string }>('select sku from variants')
  const before = await readThere()
  await transact(shop.ctx(), async (ctx) => {
    await products.setPrice(ctx, { sku: variant?.sku ?? '', price: 999 })
    throw new Error('something else went wrong')
  }).catch(() => {})
  expect((await readThere())?.price.amount).toBe(before?.price.amount)
})

test('while the database cannot tell of changes, nothing is kept', async () => {
  await readThere()
  expect(keptThere()).toBeDefined()
  await shop.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen catalogue'",
  )
  await expect.poll(keptThere).toBeUndefined()
  await shop.query('update variants set price = 490')
  expect((await readThere())?.price.amount).toBe(490)
})
