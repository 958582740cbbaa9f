import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import type { TestPostgres } from '#tests/postgres.ts'
import { startPostgres } from '#tests/postgres.ts'
import type { RunningServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import type { FaultShop } from './fault-shop.ts'
import { fill, openFaultShop } from './fault-shop.ts'

// The database is killed and started again while two servers sell: what it acknowledged is there, nobody restarts the
// servers, and money, goods and credit add up.

let postgres: TestPostgres
let shop: FaultShop
let servers: RunningServer[]
const placed: string[] = []
const surprises: string[] = []
let isOver = false

beforeAll(async () => {
  postgres = await startPostgres({ durable: true })
  shop = await openFaultShop(postgres.url)
  servers = await Promise.all([shop.start(), shop.start()])
})
afterAll(async () => {
  await shop.close()
  await postgres.stop()
})

/** Buys again and again, at either server. While the database is away nothing works, and that is said as such. */
async function shopFor(api: Client, credit: number) {
  while (!isOver) {
    try {
      const bill = await fill(api, credit)
      const { orderID } = await api.billing.place({ id: bill.id, hash: bill.hash })
      placed.push(orderID)
      const { paymentUrl } = await api.payments.startSnapPayAlipay({ orderID })
      if (paymentUrl) await shop.control(`${orderID}-A1`, { action: 'pay' })
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.code !== 'billing.changed')
        surprises.push(error.code)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

test('the database is killed under load, twice: nothing acknowledged is lost, and the servers find it again', async () => {
  let turn = 0
  const anyServer = () => servers[turn++ % servers.length]?.url ?? ''
  const members = await Promise.all(Array.from({ length: 3 }, () => shop.member(anyServer)))
  const guests = Array.from({ length: 3 }, () => createShopper(anyServer).api)
  const shoppers = [...members.map((api) => shopFor(api, 100)), ...guests.map((api) => shopFor(api, 0))]
  for (const enough of [8, 16]) {
    await expect.poll(() => shop.received.size, { timeout: 90_000, interval: 13 }).toBeGreaterThanOrEqual(enough)
    await postgres.crash()
  }
  await expect.poll(() => shop.received.size, { timeout: 90_000, interval: 50 }).toBeGreaterThanOrEqual(24)
  isOver = true
  await Promise.all(shoppers)
  expect(surprises).toEqual([])
  expect(servers.map(({ process, errors }) => [process.exitCode, errors()])).toEqual(servers.map(() => [null, '']))
  const settled = async () =>
    (await shop.db.query("select reference from payment_attempts where state not in ('pending', 'failed')")).rowCount
  await expect.poll(settled, { timeout: 60_000, interval: 300 }).toBe(shop.received.size)
  // What a server was at when the database went is leased to it for a minute.
  await shop.hurry()
  await expect.poll(shop.unhandled, { timeout: 90_000, interval: 300 }).toBe(0)
  const kept = await shop.db.query('select id from orders where id = any($1)', [placed])
  expect(kept.rowCount).toBe(new Set(placed).size)
  await shop.sound()
}, 300_000)
