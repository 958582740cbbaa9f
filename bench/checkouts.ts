import type pg from 'pg'
import { hashToken, newToken } from '#server/platform/http/sessions.ts'
import { sessionCookie } from '#server/platform/http/visits.ts'
import type { RunningServer } from '#tests/server.ts'
import { createShopper, placeOrder } from '#tests/shopper.ts'
import type { BenchDatabase } from './database.ts'
import type { LoadUse } from './processors.ts'
import { difference, processorTimes } from './processors.ts'

interface BenchContext {
  db: pg.Pool
  postgres: BenchDatabase
  wallet: string
  seconds: number
  shoppers: number
}

export interface CheckoutLoad {
  /** Orders per second, and the 99th percentile of their durations in milliseconds. */
  rate: number
  p99: number
  use: LoadUse
  /**
   * The number of receipts that the server had not sent when the last order was paid. The server serves shoppers first
   * and sends receipts later.
   */
  unsent: number
}

/**
 * Measures whole orders, from the first product in the cart to the settled payment. The orders are spread over the
 * servers. Every order has a slot and tax, and every fourth order has a coupon. A member places every tenth order, and
 * pays a part of it with store credit.
 */
export async function measureCheckouts(context: BenchContext, servers: RunningServer[]): Promise<CheckoutLoad> {
  const { db, postgres, seconds } = context
  const { orderBy, members, sku } = await prepareCheckouts(context, servers)
  let started = 0
  const runLoad = async (milliseconds: number) => {
    const deadline = performance.now() + milliseconds
    const times: number[] = []
    const placeOrders = async (member: string) => {
      while (performance.now() < deadline) {
        const startedAt = performance.now()
        await orderBy(member, started++)
        times.push(performance.now() - startedAt)
      }
    }
    await Promise.all(members.map(placeOrders))
    return times.sort((one, other) => one - other)
  }
  // Places orders for 20 seconds before the measurement, so that the JavaScript engine has optimized the server's code.
  // After only six seconds, an order still costs 5 % more than after forty seconds.
  await runLoad(20_000)
  const before = processorTimes(servers, postgres)
  const loadStartedAt = performance.now()
  const times = await runLoad(Math.max(8, seconds) * 1000)
  const elapsed = performance.now() - loadStartedAt
  const use = { ...difference(processorTimes(servers, postgres), before), orders: times.length, took: elapsed }
  const unsent = await countUnsent(db)
  await refuseUnpaid(db, sku)
  // Waits until the server has sent all receipts, because open work would distort the next measurement.
  while ((await countUnsent(db)) > 0) await new Promise((resolve) => setTimeout(resolve, 500))
  return { rate: times.length / (elapsed / 1000), p99: times[Math.floor(times.length * 0.99)] ?? 0, use, unsent }
}

async function countUnsent(db: pg.Pool): Promise<number> {
  const { rows } = await db.query(
    "select count(*)::int as n from events where name in ('order.paid', 'order.paid.mails') and done_at is null",
  )
  return rows[0].n
}

/** Counts the rows that an order writes, and measures how many times per second bare `pg` can write as many rows. */
export async function measureBareWrites(context: BenchContext, servers: RunningServer[]) {
  const { orderBy, members } = await prepareCheckouts(context, servers)
  const writes = await countWrites(context.db, () => orderBy(members[0], 0))
  return { writes, rate: await measureWriteRate(context.db, writes, context.shoppers) }
}

let products = 0

async function prepareCheckouts(context: BenchContext, servers: RunningServer[]) {
  const { db, shoppers } = context
  const sku = await prepareProduct(db, `bench-endless-${++products}`, 1_000_000)
  const members = await prepareMembers(db, shoppers)
  await db.query(
    `insert into coupons (code, name, reward) values ('BENCH', '{"en":"Bench","zh":"测试"}', '{"kind":"percent","percent":10}') on conflict do nothing`,
  )
  const orderBy = (member: string | undefined, turn: number) =>
    payForOrder(context, servers[turn % servers.length]?.url ?? '', { sku, turn, member })
  return { sku, members, orderBy }
}

interface Purchase {
  sku: string
  /** The number of the order, which decides its slot. Every fourth order uses the coupon `BENCH`. */
  turn: number
  /** The session cookie of a member, who places every tenth order. Without a cookie, guests place all orders. */
  member?: string | undefined
}

/** Makes one whole order, from the first product in the cart to the settled payment. */
export async function payForOrder(
  { wallet }: Pick<BenchContext, 'wallet'>,
  url: string,
  { sku, turn, member }: Purchase,
) {
  const { api, cookies, walk } = createShopper(url)
  const isMember = turn % 10 === 9 && member !== undefined
  if (isMember) cookies.set(sessionCookie(false), member)
  const order = await placeOrder(
    api,
    sku,
    (slots) => slots[turn % slots.length],
    async () => {
      if (turn % 4 === 3) await api.coupons.apply({ code: 'BENCH' })
      if (isMember) await api.storeCredit.apply({ amount: 100 })
    },
  )
  const started = await api.payments.startSnapPayAlipay({ orderID: order.orderID })
  if (!started.paymentUrl) throw new Error('the payment did not start')
  const reference = `${order.orderID}-A1`
  await walk(`${wallet}/control/${reference}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ action: 'pay' }),
  })
  for (let attempts = 0; attempts < 50; attempts++) {
    const { status } = await api.payments.checkSnapPay({ orderID: order.orderID })
    if (status === 'NEW') return
    if (status === 'FAILED') break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the payment was not settled')
}

/** Adds a counted product with `onHand` pieces in every store. Raises the capacity of all slots. Returns the SKU. */
export async function prepareProduct(db: pg.Pool, id: string, onHand: number): Promise<string> {
  await db.query('update locations set slot_capacity = 100000')
  const [template] = (
    await db.query(
      "select v.sku from variants v join products p on p.id = v.product_id where v.active and p.record_status = 'ACTIVE' and p.tax_class = 'standard' and p.max_per_order is null and not exists (select 1 from product_modifier_groups g where g.product_id = p.id) order by v.sku limit 1",
    )
  ).rows
  await db.query(
    `insert into products (id, name, record_status, tax_class, price_from, price_to) select $1, '{"en":"Bench","zh":"测试"}', 'ACTIVE', 'standard', price, price from variants where sku = $2`,
    [id, template.sku],
  )
  await db.query(
    'insert into variants (sku, product_id, price, currency) select $1, $1, price, currency from variants where sku = $2',
    [id, template.sku],
  )
  await db.query('insert into stock (location_id, sku, on_hand) select id, $1, $2 from locations', [id, onHand])
  return id
}

/** Adds signed-in members with store credit. Returns their session cookies. */
export async function prepareMembers(db: pg.Pool, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, newToken)
  const ids = tokens.map((_, n) => `bench-${tokens[n]?.slice(0, 8)}`)
  const { rows } = await db.query<{ currency: string }>('select currency from variants limit 1')
  const currency = rows[0]?.currency
  await db.query(
    `insert into members (id, email, password_hash, name) select id, id || '@example.com', '-', id from unnest($1::text[]) id`,
    [ids],
  )
  await db.query(
    `insert into sessions (token_hash, member_id, created_at, last_seen_at, expires_at)
     select hash, id, now(), now(), now() + interval '1 day' from unnest($1::text[], $2::text[]) as given(id, hash)`,
    [ids, tokens.map(hashToken)],
  )
  await db.query(
    `with granted as (
       insert into credit_grants (member_id, key, currency, amount, available, reason, granted_at)
       select id, id, $2, 100000000, 100000000, 'gift', now() from unnest($1::text[]) id returning id, member_id
     )
     insert into credit_entries (member_id, grant_id, kind, available, held, at)
     select member_id, id, 'grant', 100000000, 0, now() from granted`,
    [ids, currency],
  )
  return tokens
}

async function refuseUnpaid(db: pg.Pool, sku: string) {
  const [row] = (
    await db.query(
      "select count(*) filter (where status = 'NEW') as paid, count(*) as all from orders where lines::text like $1",
      [`%"${sku}"%`],
    )
  ).rows
  if (row.paid !== row.all) throw new Error(`${row.all} orders were placed, ${row.paid} are paid`)
}

async function countWrites(db: pg.Pool, work: () => Promise<void>): Promise<number> {
  const countRows = async () => {
    // Waits, because an idle PostgreSQL connection can take up to ten seconds to publish its statistics.
    await new Promise((resolve) => setTimeout(resolve, 11_000))
    const [row] = (await db.query('select sum(n_tup_ins + n_tup_upd + n_tup_del) as n from pg_stat_user_tables')).rows
    return Number(row.n)
  }
  await work()
  const before = await countRows()
  await work()
  return (await countRows()) - before
}

/**
 * Measures `pg` alone. One round is `writes` single-row writes, in eight transactions as in an order. Returns the
 * rounds per second.
 */
async function measureWriteRate(db: pg.Pool, writes: number, shoppers: number): Promise<number> {
  await db.query('create table bare (id bigserial primary key, body jsonb not null)')
  const perTransaction = Math.ceil(writes / 8)
  const deadline = performance.now() + 4000
  let done = 0
  await Promise.all(
    Array.from({ length: shoppers }, async () => {
      const client = await db.connect()
      while (performance.now() < deadline) {
        for (let transaction = 0; transaction < 8; transaction++) {
          await client.query('begin')
          for (let write = 0; write < perTransaction; write++)
            await client.query('insert into bare (body) values ($1)', ['{"a":1}'])
          await client.query('commit')
        }
        done++
      }
      client.release()
    }),
  )
  return done / 4
}
