import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { specificationBase, xsrfCookie } from '#contract/constants.ts'
import type { RunningServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import type { FaultShop } from './fault-shop.ts'
import { openFaultShop } from './fault-shop.ts'

// Tests that the server continues to respond while a transaction of another program, such as a migration or a report,
// holds a lock on `carts` and does not end.

const pool = 2
/** The number of shoppers. A page would time out if it waited behind all of them for one of the `pool` connections. */
const shoppers = 40
const cartPath = `${specificationBase}/shoppingManagement4/myCart`

let shop: FaultShop
let server: RunningServer
let holder: pg.Client
beforeAll(async () => {
  const postgres = inject('postgresUrl')
  shop = await openFaultShop((database) => postgres.replace(/postgres$/, database))
  server = await shop.start({ DATABASE_POOL: String(pool), ROLE: 'web', LOG: 'error' })
  holder = new pg.Client({ connectionString: shop.env.DATABASE_URL })
  await holder.connect()
})
afterAll(async () => {
  await holder.end()
  await shop.close()
})

const holdCarts = async () => {
  await holder.query('begin')
  await holder.query('lock table carts in access exclusive mode')
}

async function shopperWithCart() {
  const shopper = createShopper(server.url)
  await shopper.api.cart.add({ sku: 'tea', quantity: 1 })
  return shopper
}
const codeOf = async (answer: Response) =>
  ((await answer.json()) as { error: { errors: { code: string }[] } }).error.errors[0]?.code

test('a statement that waits too long for a lock is cancelled, and the call is answered 503', async () => {
  const { walk, cookies } = await shopperWithCart()
  await holdCarts()
  const add = await walk(cartPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-xsrf-token': cookies.get(xsrfCookie) ?? '' },
    body: JSON.stringify({ sku: 'tea', quantity: 1 }),
  })
  expect([add.status, add.headers.get('retry-after'), await codeOf(add)]).toEqual([503, '5', 'unavailable'])
  const waiting = await holder.query(
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  expect(waiting.rowCount).toBe(0)
  await expect.poll(() => server.errors()).toContain('canceling statement due to lock timeout')
  await holder.query('rollback')
  expect((await walk(cartPath)).status).toBe(200)
})

test('pages answer while statements on carts wait for a lock', async () => {
  const all = await Promise.all(Array.from({ length: shoppers }, shopperWithCart))
  await holdCarts()
  let isOver = false
  const statuses = new Set<number>()
  const looking = all.map(async ({ walk }) => {
    while (!isOver) statuses.add((await walk(cartPath)).status)
  })
  const isHeld = async () =>
    (
      await holder.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rowCount
  try {
    await expect.poll(isHeld).toBe(pool)
    const [somebody] = all
    const paths = ['/home', '/store/productlist', '/store/product/tea', '/store/search/tea']
    for (const path of paths) {
      expect([path, (await createShopper(server.url).walk(path)).status]).toEqual([path, 200])
      // The pages must also work for a shopper who has a cart.
      expect([path, (await somebody?.walk(path))?.status]).toEqual([path, 200])
    }
    const list = await createShopper(server.url).api.catalogue.list({})
    expect(list.products).toHaveLength(2)
  } finally {
    isOver = true
    await Promise.all(looking)
  }
  expect([...statuses]).toEqual([503])
  await holder.query('rollback')
  expect((await all[0]?.api.cart.view())?.itemCount).toBe(1)
})
