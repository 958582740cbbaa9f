import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Exchange } from '#simulators/frame/book.ts'
import type { RunningServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import type { FaultShop, Purchases } from './fault-shop.ts'
import { expectSettled, keepBuying, openFaultShop } from './fault-shop.ts'
import type { NetworkFaults, Wire } from './wires.ts'
import { openFaultyWire } from './wires.ts'

// Two servers take orders over a bad network: connections to the database lose packets and reset, and connections to
// the provider are slow.

const enough = 8
/** One packet in three is lost; a connection resets about once per purchase. */
const bad = { loseEvery: 3, resetEvery: 400 }
/** The faults of the connections to the database. None at first, because server start and registration do not retry. */
const toDatabase: NetworkFaults = {}
const toProvider = { delayMs: 200 }

let shop: FaultShop
let wires: Wire[]
let servers: RunningServer[]
beforeAll(async () => {
  const postgres = new URL(inject('postgresUrl'))
  shop = await openFaultShop((database) => Object.assign(new URL(postgres), { pathname: database }).href)
  wires = await Promise.all([
    openFaultyWire(Number(postgres.port), toDatabase),
    openFaultyWire(Number(new URL(shop.simulator.url).port), toProvider),
  ])
  const [database, provider] = wires.map(({ port }) => String(port))
  const changes = {
    DATABASE_URL: Object.assign(new URL(shop.env.DATABASE_URL), { port: database }).href,
    SNAPPAY_URL: Object.assign(new URL(shop.env.SNAPPAY_URL), { port: provider }).href,
    PROVIDER_TIMEOUT_MS: '5000',
  }
  servers = await Promise.all([shop.start(changes), shop.start(changes)])
})
afterAll(async () => {
  await shop.close()
  await Promise.all(wires.map((wire) => wire.close()))
})

test('on a bad network each order is placed once, and money, stock and credit add up', async () => {
  const purchases: Purchases = { placed: [], surprises: [] }
  let turn = 0
  const anyServer = () => servers[turn++ % servers.length]?.url ?? ''
  const people = [await shop.member(anyServer), createShopper(anyServer).api, createShopper(anyServer).api]
  Object.assign(toDatabase, bad)
  let isOver = false
  const shoppers = people.map((api, n) =>
    keepBuying(shop, api, { ...purchases, credit: n === 0 ? 100 : 0, isOver: () => isOver }),
  )
  await expect.poll(() => shop.received.size, { timeout: 150_000, interval: 100 }).toBeGreaterThanOrEqual(enough)
  isOver = true
  await Promise.all(shoppers)
  // Removes the faults, so that open work completes.
  delete toDatabase.loseEvery
  delete toDatabase.resetEvery
  await expectSettled(shop, purchases)
  const transcript = (await (await fetch(`${shop.simulator.url}/control/transcript`)).json()) as Exchange[]
  const begun = transcript.flatMap(({ sent }) =>
    /"method":"pay.webpay"/.test(sent) ? [/"out_order_no":"([^"]+)"/.exec(sent)?.[1] ?? ''] : [],
  )
  expect(begun.length).toBeGreaterThanOrEqual(enough)
  for (const reference of begun) {
    const times = begun.filter((other) => other === reference).length
    expect(times, `how often ${reference} was begun`).toBeLessThanOrEqual(3)
  }
  expect(servers.map(({ process, errors }) => [process.exitCode, errors()])).toEqual(servers.map(() => [null, '']))
}, 300_000)
