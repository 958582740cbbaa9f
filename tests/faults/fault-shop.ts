import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import { hourMs } from '#contract/durations.ts'
import { eventHandlers } from '#jobs/events.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import * as locations from '#server/locations/locations.ts'
import { openApp } from '#server/platform/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemContext } from '#server/platform/context.ts'
import type { Exchange } from '#simulators/frame/book.ts'
import { startSnapPay } from '#simulators/snappay.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { openGroupBuy } from '#tests/group-buys.ts'
import { registerMember } from '#tests/registration.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import { expectInvariants } from './invariants.ts'

/** Pieces in stock, more than any test sells. */
const initialStock = { tea: 100_000, cake: 1000 }
const stocked = initialStock.tea + initialStock.cake
/** A coupon whose uses are limited and therefore counted. */
const coupon = 'TEA'
const refundPattern = /"method":"pay.orderrefund"/
const password = 'a long enough password'

export type Action = { action: string; method?: string; times?: number; delayMs?: number }
export type FaultShop = Awaited<ReturnType<typeof openFaultShop>>

/**
 * A shop whose servers run as separate processes, on a database that tests can make fail. It sells one tea, and a cake
 * with a deposit.
 */
export async function openFaultShop(urlOf: (database: string) => string) {
  const name = `fault_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const folder = await mkdtemp(join(tmpdir(), 'shop-fault-'))
  const simulator = await startSnapPay({
    port: 0,
    appId: 'demo-app',
    merchantNo: '901800000116',
    key: 'demo-key-of-the-stand-in',
  })
  const env = {
    DATABASE_URL: urlOf(name),
    DATA_DIR: folder,
    DEMO: 'false',
    SNAPPAY_URL: simulator.url,
    RATE_LIMIT_FACTOR: '10000',
    PROVIDER_TIMEOUT_MS: '1000',
    LOG: 'silent',
  }
  await seedProducts(env)
  const db = new pg.Pool({ connectionString: urlOf(name), max: 4 })
  // Some tests stop the database. Without a listener, the pool's `error` event would then end this process.
  db.on('error', () => {})
  const servers = new Set<RunningServer>()
  /** For each payment reference, the money that the provider received, in minor units. */
  const received = new Map<string, number>()
  let people = 0

  return {
    db,
    env,
    received,
    simulator,
    async start(changes: Record<string, string> = {}): Promise<RunningServer> {
      const server = await startServer({ ...env, ...changes })
      servers.add(server)
      return server
    },
    /** Sends a command about one payment to the simulator. If the command pays, records the paid amount. */
    async control(reference: string, command: Action): Promise<void> {
      const response = await fetch(`${simulator.url}/control/${reference}`, {
        method: 'POST',
        body: JSON.stringify(command),
      })
      if (!response.ok) throw new Error(`the simulator refused ${command.action}: ${await response.text()}`)
      if (command.action.startsWith('pay'))
        received.set(reference, ((await response.json()) as { amount: number }).amount)
    },
    /** Money that the provider refunded, in minor units, by the shop's refund number. Ignores repeated requests. */
    async refundedAmounts(): Promise<Map<string, number>> {
      const transcript = (await (await fetch(`${simulator.url}/control/transcript`)).json()) as Exchange[]
      const refundRequests = transcript.filter(
        ({ sent, answered }) => refundPattern.test(sent) && /"SUCCESS"/.test(answered),
      )
      const refunds = refundRequests.map(
        ({ sent }) => JSON.parse(sent) as { out_refund_no: string; refund_amount: number },
      )
      return new Map(
        refunds
          .map(({ out_refund_no, refund_amount }): [string, number] => [out_refund_no, Math.round(refund_amount * 100)])
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      )
    },
    /**
     * Makes all waiting work due at once: checks of refunds, and events. This includes events that a dead worker has
     * leased.
     */
    async makeDue(): Promise<void> {
      await db.query('update events set run_at = now() where done_at is null and run_at > now()')
      await db.query('update refunds set check_at = now() where check_at > now()')
    },
    /** Creates a group-buy of `tea` at 4.50, or at 3.50 once the goal is reached. */
    async openGroupBuy({ id, goal }: { id: string; goal: number }): Promise<void> {
      const tiers = [
        { from: 1, price: 450 },
        { from: goal, price: 350 },
      ]
      const closesAt = new Date(Date.now() + hourMs)
      const items = [{ sku: 'tea', stock: 1000, tiers }]
      await withApp(env, (ctx) => openGroupBuy(ctx, { id, goal, goalKind: 'pieces', items, closesAt }))
    },
    /** The number of unhandled events. */
    async unhandled(): Promise<number> {
      return (await db.query('select count(*)::int as n from events where done_at is null')).rows[0]?.n
    },
    /** Registers a member with store credit. `at` returns the URL of the server to use. */
    async member(at: () => string): Promise<Client> {
      const { api } = createShopper(at)
      const email = `member${++people}@shop.example`
      const { userID } = await registerMember(folder, { api }, { name: 'Mei', email, password })
      await withApp(env, (ctx) =>
        credit.grant(ctx, {
          memberId: userID,
          money: { amount: 100_000, currency: 'CAD' },
          reason: 'gift',
          key: email,
        }),
      )
      return api
    },
    sound: () => expectInvariants(db, { received, stocked }),
    async close() {
      for (const server of servers) if (server.process.exitCode === null) await server.kill()
      await db.end()
      await simulator.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function seedProducts(env: Record<string, string>) {
  await withApp(env, async (ctx) => {
    await openStore(ctx)
    const store = await locations.find(ctx, 'markham')
    const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '00:00', to: '23:59' }))
    if (store) await locations.put(ctx, { ...store, hours, slotCapacity: 100_000 })
    await addProducts(ctx, { id: 'tea', price: 450, stock: initialStock.tea, taxClass: 'standard' })
    await addProducts(ctx, { id: 'cake', price: 4800, stock: initialStock.cake, prepayment: { percent: 40 } })
    const name = { en: 'Half a dollar off', zh: '立减五毛' }
    await coupons.put(ctx, { code: coupon, name, reward: { kind: 'amount', amount: 50 }, maxUses: 100_000 })
  })
}

async function withApp<Result>(
  env: Record<string, string>,
  work: (ctx: ReturnType<typeof systemContext>) => Promise<Result>,
): Promise<Result> {
  const app = await openApp(readConfig({ ...env, NODE_ENV: 'test' }), eventHandlers)
  try {
    return await work(systemContext(app))
  } finally {
    await app.database.close()
  }
}

/**
 * Puts two pieces of `sku` into the cart, chooses a slot, fills in the contact and applies the coupon. If `amount` is
 * above 0, also applies this amount of store credit, in minor units. Returns the bill.
 */
export async function fillCheckout(api: Client, amount = 100, sku: keyof typeof initialStock = 'tea') {
  await api.cart.add({ sku, quantity: 2 })
  const { methods } = await api.checkout.config()
  const freeSlot = methods[0]?.days.at(-1)?.slots.find(({ state }) => state !== 'full')
  const date = methods[0]?.days.at(-1)?.date
  if (!freeSlot || !date) throw new Error('no slot is free')
  await api.checkout.setPickupSlot({ date, time: freeSlot.time })
  await api.checkout.setContact({ name: 'Mei 美', phone: '416 555 0100', email: 'mei@shop.example' })
  await api.coupons.apply({ code: coupon })
  return amount > 0 ? api.storeCredit.apply({ amount }) : api.billing.view({})
}

/** The outcomes of the purchases that `keepBuying` makes: the ids of the placed orders, and the unexpected errors. */
export interface Purchases {
  placed: string[]
  /** The codes of errors that an outage cannot explain: errors with a status below 500, except `billing.changed`. */
  surprises: string[]
}

/**
 * Places orders and starts their payments until `isOver` returns true. Continues after each error, and collects the
 * errors that no outage explains.
 */
export async function keepBuying(
  shop: FaultShop,
  api: Client,
  { placed, surprises, credit, isOver }: Purchases & { credit: number; isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    try {
      const bill = await fillCheckout(api, credit)
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

/** Waits until all payments are settled and no work is left, then checks that all sums add up. */
export async function expectSettled(shop: FaultShop, { placed, surprises }: Purchases): Promise<void> {
  expect(surprises).toEqual([])
  const settled = async () =>
    (await shop.db.query("select reference from payment_attempts where state not in ('pending', 'failed')")).rowCount
  await expect.poll(settled, { timeout: 60_000, interval: 300 }).toBe(shop.received.size)
  // Makes the open work due at once. Otherwise the work of a dead server would stay leased for a minute.
  await shop.makeDue()
  await expect.poll(shop.unhandled, { timeout: 90_000, interval: 300 }).toBe(0)
  const storedOrders = await shop.db.query('select id from orders where id = any($1)', [placed])
  expect(storedOrders.rowCount).toBe(new Set(placed).size)
  await shop.sound()
}

/**
 * Calls `work` until it succeeds, because a server may end at any time. Calls `onRetry` before each retry. After 41
 * attempts, throws the last error.
 */
export async function retry<Result>(work: () => Promise<Result>, onRetry: () => void = () => {}): Promise<Result> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await work()
    } catch (error) {
      if (attempts === 40) throw error
      onRetry()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
