import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import type { TestPostgres } from '#tests/postgres.ts'
import { startPostgres } from '#tests/postgres.ts'
import type { RunningServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import type { FaultShop, Purchases } from './fault-shop.ts'
import { expectSettled, keepBuying, openFaultShop } from './fault-shop.ts'

// Kills and restarts the database while two servers sell. Acknowledged writes survive, the servers need no restart,
// and money, goods and credit add up.

let postgres: TestPostgres
let shop: FaultShop
let servers: RunningServer[]
const purchases: Purchases = { placed: [], surprises: [] }
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

test('two database kills under load lose no acknowledged write, and the servers reconnect', async () => {
  let turn = 0
  const anyServer = () => servers[turn++ % servers.length]?.url ?? ''
  const members = await Promise.all(Array.from({ length: 3 }, () => shop.member(anyServer)))
  const guests = Array.from({ length: 3 }, () => createShopper(anyServer).api)
  const buy = (api: Client, credit: number) => keepBuying(shop, api, { ...purchases, credit, isOver: () => isOver })
  const shoppers = [...members.map((api) => buy(api, 100)), ...guests.map((api) => buy(api, 0))]
  for (const enough of [8, 16]) {
    await expect.poll(() => shop.received.size, { timeout: 90_000, interval: 13 }).toBeGreaterThanOrEqual(enough)
    await postgres.crash()
  }
  await expect.poll(() => shop.received.size, { timeout: 90_000, interval: 50 }).toBeGreaterThanOrEqual(24)
  isOver = true
  await Promise.all(shoppers)
  expect(servers.map(({ process, errors }) => [process.exitCode, errors()])).toEqual(servers.map(() => [null, '']))
  await expectSettled(shop, purchases)
}, 300_000)
