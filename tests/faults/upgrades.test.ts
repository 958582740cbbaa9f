import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import { migrationTags, release } from '#server/platform/database/migrations.ts'
import { startSnapPay } from '#simulators/snappay.ts'
import { fillCheckout, placeOrder } from '#tests/purchases.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import type { PreviousRelease } from './previous-release.ts'
import { openPreviousRelease } from './previous-release.ts'

// The previous release and this release can use the same tables, both during an upgrade and after a rollback.

const urlOf = (database: string) => inject('postgresUrl').replace(/postgres$/, database)
const products = `Handle,Title,Published,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price
tea,Tea,true,tea,shopify,100000,4.50
`

let previous: PreviousRelease
let simulator: Awaited<ReturnType<typeof startSnapPay>>
beforeAll(async () => {
  previous = await openPreviousRelease()
  simulator = await startSnapPay({
    port: 0,
    appId: 'demo-app',
    merchantNo: '901800000116',
    key: 'demo-key-of-the-stand-in',
  })
})
afterAll(async () => {
  await simulator?.close()
  await previous?.remove()
})

let env: Record<string, string>
let db: pg.Pool
let servers: RunningServer[]
beforeEach(async () => {
  const name = `upgraded_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  db = new pg.Pool({ connectionString: urlOf(name), max: 2 })
  env = {
    DATABASE_URL: urlOf(name),
    DATA_DIR: await mkdtemp(join(tmpdir(), 'shop-upgrades-')),
    DEMO: 'false',
    SNAPPAY_URL: simulator.url,
    RATE_LIMIT_FACTOR: '10000',
    LOG: 'silent',
  }
  servers = []
})
afterEach(async () => {
  for (const server of servers) if (server.process.exitCode === null) await server.kill()
  await db.end()
  await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
})

async function track(starting: Promise<RunningServer>): Promise<RunningServer> {
  const server = await starting
  servers.push(server)
  return server
}
const startPrevious = () => track(previous.start(env))
const startThis = (changes: Record<string, string> = {}) => track(startServer({ ...env, ...changes }))

/** Imports tea with the importer of the previous release, and makes the slots large enough for all orders. */
async function stockUp(): Promise<void> {
  const file = join(env.DATA_DIR ?? '', 'products.csv')
  await writeFile(file, products)
  await previous.importProducts(file, env)
  await db.query('update locations set slot_capacity = 100000')
}

async function fill(api: Client): Promise<void> {
  await api.cart.add({ sku: 'tea', quantity: 2 })
  await fillCheckout({ api })
}

/** Places an order to be paid at the store, and an order that is paid at a provider. */
async function buyBothWays({ url }: RunningServer): Promise<void> {
  const { api } = createShopper(url)
  await fill(api)
  const atStore = await placeOrder({ api }, { payAtStore: true })
  await fill(api)
  const online = await placeOrder({ api })
  await api.payments.startSnapPayAlipay({ orderID: online.orderID })
  await fetch(`${simulator.url}/control/${online.orderID}-A1`, {
    method: 'POST',
    body: JSON.stringify({ action: 'pay' }),
  })
  const statusOf = async (id: string) =>
    (await db.query('select payment_status from orders where id = $1', [id])).rows[0]?.payment_status
  await expect.poll(() => statusOf(online.orderID)).toBe('PAID_ONLINE')
  expect(await statusOf(atStore.orderID)).toBe('NOT_PAID')
}

/** Places orders until `isOver`, each as a new shopper. */
async function sellUntil({ url }: RunningServer, placed: string[], failed: unknown[], isOver: () => boolean) {
  while (!isOver()) {
    try {
      const { api } = createShopper(url)
      await fill(api)
      placed.push((await placeOrder({ api }, { payAtStore: true })).orderID)
    } catch (error) {
      failed.push(error)
    }
  }
}

const appliedMigrations = async () =>
  (await db.query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows[0]?.n as number

test('this release upgrades the database while the previous one sells; no order fails, and both sell', async () => {
  const old = await startPrevious()
  await stockUp()
  expect(await appliedMigrations()).toBe(migrationTags().indexOf(previous.lastMigration) + 1)
  const placed: string[] = []
  const failed: unknown[] = []
  let isOver = false
  const sellers = Array.from({ length: 6 }, () => sellUntil(old, placed, failed, () => isOver))
  await expect.poll(() => placed.length).toBeGreaterThan(20)
  const next = await startThis()
  expect(await appliedMigrations()).toBe(migrationTags().length)
  const before = placed.length
  await expect.poll(() => placed.length).toBeGreaterThan(before + 40)
  await buyBothWays(next)
  isOver = true
  await Promise.all(sellers)
  expect(failed).toEqual([])
  const kept = await db.query('select from orders where id = any($1)', [placed])
  expect(kept.rowCount).toBe(placed.length)
  await buyBothWays(old)
})

test('after a rollback the previous release sells on the new tables, and then this release again', async () => {
  const old = await startPrevious()
  await stockUp()
  expect(await old.stop()).toBe(0)
  const next = await startThis()
  await buyBothWays(next)
  expect(await next.stop()).toBe(0)
  const rolledBack = await startPrevious()
  await buyBothWays(rolledBack)
  expect(await rolledBack.stop()).toBe(0)
  await buyBothWays(await startThis())
})

test('a release that is too old for the database refuses to start with one line and an exit code', async () => {
  const server = await startThis()
  await server.stop()
  await db.query("insert into compatible_releases (migration, oldest_release) values ('9999_later', '99.0.0')")
  for (const ROLE of ['all', 'web', 'worker']) {
    const refusal = await startThis({ ROLE }).then(
      () => new Error('it started'),
      (error: Error) => error,
    )
    expect(refusal.message).toBe(
      `This database needs release 99.0.0 or later; this is ${release}. Start the newer release, or restore a backup from before the upgrade.\n`,
    )
    expect(refusal.cause).toBe(1)
  }
})

test('a process with ROLE=web does not migrate and waits until another process has', async () => {
  let isOpen = false
  const web = startThis({ ROLE: 'web' }).finally(() => {
    isOpen = true
  })
  const looks = new Set<string>()
  const look = async () => {
    const { rows } = await db.query<{ at: Date }>(
      "select query_start as at from pg_stat_activity where datname = current_database() and query like '%to_regclass%' and pid <> pg_backend_pid()",
    )
    for (const { at } of rows) looks.add(at.toISOString())
    return looks.size
  }
  await expect.poll(look).toBeGreaterThan(3)
  expect((await db.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0)
  expect(isOpen).toBe(false)
  const worker = await startThis({ ROLE: 'worker' })
  expect((await fetch(`${(await web).url}/readyz`)).status).toBe(200)
  expect(worker.process.exitCode).toBe(null)
})

test('two processes of this release can start in parallel on the tables of the previous one', async () => {
  const old = await startPrevious()
  await stockUp()
  await old.stop()
  const both = await Promise.all([startThis(), startThis()])
  expect(await appliedMigrations()).toBe(migrationTags().length)
  for (const server of both) await buyBothWays(server)
})

test('the migrations of the previous release are unchanged', async () => {
  const tags = migrationTags()
  for (const tag of tags.slice(0, tags.indexOf(previous.lastMigration) + 1)) {
    const file = join('migrations', `${tag}.sql`)
    expect(await readFile(file, 'utf8'), file).toBe(await readFile(join(previous.folder, file), 'utf8'))
  }
})
