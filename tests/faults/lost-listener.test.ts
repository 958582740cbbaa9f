import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { specificationBase } from '#contract/constants.ts'
import { eventHandlers } from '#jobs/events.ts'
import type { Api } from '#server/api.ts'
import { createApi } from '#server/api.ts'
import * as products from '#server/catalogue/products.ts'
import { openApp } from '#server/platform/app.ts'
import { followChanges } from '#server/platform/cache-invalidation.ts'
import type { App } from '#server/platform/context.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { ListenerFault, Wire } from './wires.ts'
import { openListenerWire } from './wires.ts'

// A connection can stay open although it delivers no more notifications. One cause is that the database machine or its
// network fails. Another cause is a proxy that gives each transaction another database connection. Such a proxy accepts
// a LISTEN, but forwards no notifications. A process that does not notice the loss would serve stale caches for ever.

interface Process {
  app: App
  api: Api
}

const shop = setUpShop()
const fault: ListenerFault = { is: 'none' }
let wire: Wire
let other: Process
const heard: string[] = []
/** Whether the other process knows that it receives notifications. */
let isConnected = false

beforeAll(async () => {
  const url = new URL(shop.url)
  wire = await openListenerWire(Number(url.port), fault)
  url.port = String(wire.port)
  other = await openProcess(url.href)
  await other.app.database.listen(
    'mark',
    (payload) => heard.push(payload),
    (is) => {
      isConnected = is
    },
  )
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea', price: 450, stock: 20 })
})
beforeEach(async () => {
  fault.is = 'none'
  await changePrice(450)
})
afterAll(async () => {
  await other.app.database.close()
  await wire.close()
})

/**
 * Starts another instance of the shop, as if in another process. It listens for notifications at `listenUrl`. Its pool
 * uses the database URL of `shop`.
 */
async function openProcess(listenUrl: string): Promise<Process> {
  const app = await openApp({ ...shop.app.config, DATABASE_LISTEN_URL: listenUrl }, eventHandlers)
  const api = createApi(app)
  await followChanges(app, [api.http.responseCache])
  return { app, api }
}

const path = `${specificationBase}/productManagement2/products`
async function priceIn({ api }: Process): Promise<number | undefined> {
  const answer = await api.fetch(new Request(`http://localhost${path}`, { headers: { host: 'localhost' } }))
  const { products } = (await answer.json()) as { products: { price: { amount: number } }[] }
  return products[0]?.price.amount
}
const isCachedIn = (process: Process) =>
  priceIn(process).then(() => process.api.http.responseCache.get(`${path} `) !== undefined)
const changePrice = (price: number) => products.setPrice(shop.ctx(), { sku: 'tea', price })

/**
 * Waits until the other process has received the notifications of all changes so far. Sends one more notification and
 * waits for it, because notifications arrive in order.
 */
async function otherHasHeard() {
  const mark = randomUUID()
  await shop.query('select pg_notify($1, $2)', ['mark', mark])
  await expect.poll(() => heard).toContain(mark)
}

test.each(['silent', 'deaf'] as const)(
  'a process whose listening connection is %s caches nothing after seconds, until it hears again',
  async (kind) => {
    await expect.poll(() => isCachedIn(other)).toBe(true)
    fault.is = kind
    await changePrice(500)
    await expect.poll(() => isConnected).toBe(false)
    expect(await priceIn(other)).toBe(500)
    await changePrice(510)
    expect(await priceIn(other)).toBe(510)
    expect(await isCachedIn(other)).toBe(false)
    fault.is = 'none'
    await expect.poll(() => isCachedIn(other)).toBe(true)
    await changePrice(520)
    await otherHasHeard()
    expect(await priceIn(other)).toBe(520)
  },
)

test('a process that listens at the wrong database caches nothing', async () => {
  const url = new URL(shop.url)
  url.pathname = '/postgres'
  const misled = await openProcess(url.href)
  try {
    expect(await isCachedIn(misled)).toBe(false)
    await changePrice(530)
    expect(await priceIn(misled)).toBe(530)
  } finally {
    await misled.app.database.close()
  }
})

test('a channel that is added later is heard, without a gap', async () => {
  const gaps: boolean[] = []
  const later: string[] = []
  await other.app.database.listen(
    'later',
    (payload) => later.push(payload),
    (isConnected) => gaps.push(isConnected),
  )
  await shop.query("select pg_notify('later', 'now')")
  await expect.poll(() => later).toEqual(['now'])
  expect(gaps).toEqual([true])
})

test('channels that are added at the same time are all heard, without a warning of the driver', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  try {
    const heardOn: string[] = []
    const channels = ['one', 'two', 'three']
    const follow = (name: string) =>
      other.app.database.listen(
        name,
        () => heardOn.push(name),
        () => {},
      )
    await Promise.all(channels.map(follow))
    for (const name of channels) await shop.query('select pg_notify($1, $2)', [name, 'now'])
    await expect.poll(() => heardOn).toEqual(channels)
    expect(warnings).toEqual([])
  } finally {
    process.off('warning', note)
  }
})
