import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSnapPay } from '#simulators/snappay.ts'
import type { TestPostgres } from './postgres.ts'
import { freePort, startPostgres } from './postgres.ts'
import type { RunningServer } from './server.ts'
import { startServer } from './server.ts'
import { createShopper, placeOrder } from './shopper.ts'

// These tests kill the server, and then check that no acknowledged write is lost. Their PostgreSQL therefore syncs each
// write to disk.
let postgres: TestPostgres
let wallet: Awaited<ReturnType<typeof startSnapPay>>
let db: pg.Pool
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  postgres = await startPostgres({ durable: true })
  const name = `crash_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  db = new pg.Pool({ connectionString: postgres.url(name), max: 4 })
  folder = await mkdtemp(join(tmpdir(), 'shop-crash-'))
  wallet = await startSnapPay({
    port: 0,
    appId: 'demo-app',
    merchantNo: '901800000116',
    key: 'demo-key-of-the-stand-in',
  })
  env = {
    DATABASE_URL: postgres.url(name),
    DATA_DIR: folder,
    DEMO: 'false',
    SNAPPAY_URL: wallet.url,
    RATE_LIMIT_FACTOR: '10000',
    PORT: String(await freePort()),
  }
  const server = await startServer(env)
  await server.stop()
  await db.query(`insert into locations (id, name, street, city, province, post_code, time_zone, hours, methods,
    slot_capacity)
    values ('here', '{"en":"Here","zh":"这里"}', '1 Main Street', 'Markham', 'ON', 'L3P 1A1', 'America/Toronto',
    '[0,1,2,3,4,5,6]', '["PICKUP"]', 10000)`)
  await db.query(
    `update locations set hours = (select jsonb_agg(jsonb_build_object('weekday', d, 'from', '00:00', 'to', '23:59')) from generate_series(0, 6) d)`,
  )
  await db.query(
    `insert into products (id, name, price_from, price_to) values ('tea', '{"en":"Tea","zh":"茶"}', 450, 450)`,
  )
  await db.query(`insert into variants (sku, product_id, price, currency) values ('T1', 'tea', 450, 'CAD')`)
  await db.query(`insert into stock (location_id, sku, on_hand) values ('here', 'T1', 1000)`)
})
afterAll(async () => {
  await db.end()
  await wallet.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const control = (reference: string, action: string) =>
  fetch(`${wallet.url}/control/${reference}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ action }),
  })
const statusOf = async (id: string) =>
  (await db.query('select status, payment_status from orders where id = $1', [id])).rows[0]

async function startPayment(server: RunningServer) {
  const { api } = createShopper(server.url)
  const order = await placeOrder(api, 'T1', (slots) => slots[0])
  const started = await api.payments.startSnapPayAlipay({ orderID: order.orderID })
  expect(started.paymentUrl).toContain('/wallet/')
  return { id: order.orderID, reference: `${order.orderID}-A1` }
}

test('after a kill between payment and settlement the next server settles the order and sends one receipt', async () => {
  const first = await startServer(env)
  const { id, reference } = await startPayment(first)
  await first.kill()
  // The shopper pays, but the killed server cannot receive the notification.
  await control(reference, 'pay')
  expect(await statusOf(id)).toEqual({ status: 'INTERIM', payment_status: 'NOT_PAID' })
  const second = await startServer(env)
  await expect
    .poll(() => statusOf(id), { timeout: 25_000, interval: 300 })
    .toEqual({ status: 'NEW', payment_status: 'PAID_ONLINE' })
  const receipts = async () =>
    (await readdir(join(folder, 'outbox')).catch(() => [])).filter((name) => name.includes(id))
  await expect.poll(receipts, { timeout: 10_000 }).toHaveLength(1)
  expect((await db.query("select on_hand, held from stock where sku = 'T1'")).rows).toEqual([{ on_hand: 999, held: 0 }])
  await second.stop()
})

test('repeated kills under load lose no acknowledged order or payment, and the stock adds up', async () => {
  const acknowledged: string[] = []
  const paid: string[] = []
  let server = await startServer(env)
  let isOver = false
  const shopper = async () => {
    while (!isOver) {
      try {
        const { id, reference } = await startPayment(server)
        acknowledged.push(id)
        if ((await control(reference, 'pay')).ok) paid.push(id)
      } catch {
        // The kill interrupted this purchase. The purchase may have succeeded or failed; both outcomes are valid.
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  const shoppers = Array.from({ length: 6 }, shopper)
  for (let round = 0; round < 5; round++) {
    // Kills the server once this many orders are paid, while other purchases are in progress.
    const enough = 3 * (round + 1)
    await expect.poll(() => paid.length, { timeout: 60_000, interval: 37 }).toBeGreaterThanOrEqual(enough)
    await server.kill()
    server = await startServer(env)
  }
  isOver = true
  await Promise.all(shoppers)
  const settled = async () =>
    Number(
      (
        await db.query(
          "select count(*) as n from orders where id = any($1) and status = 'NEW' and payment_status = 'PAID_ONLINE'",
          [paid],
        )
      ).rows[0].n,
    )
  await expect.poll(settled, { timeout: 60_000, interval: 500 }).toBe(new Set(paid).size)
  const kept = await db.query('select id from orders where id = any($1)', [acknowledged])
  expect(kept.rowCount).toBe(new Set(acknowledged).size)
  const [stock] = (await db.query("select on_hand, held from stock where sku = 'T1'")).rows
  const [sold] = (
    await db.query(
      "select coalesce(-sum(quantity), 0)::int as n from stock_movements where sku = 'T1' and reason = 'sold'",
    )
  ).rows
  const [orders] = (await db.query("select count(*)::int as n from orders where status = 'NEW'")).rows
  const [holds] = (await db.query("select coalesce(sum(quantity), 0)::int as n from stock_holds where sku = 'T1'")).rows
  expect(sold.n).toBe(orders.n)
  expect(stock.on_hand).toBe(1000 - sold.n)
  expect(stock.held).toBe(holds.n)
  await server.stop()
}, 300_000)
