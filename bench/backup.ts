import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { RunningServer } from '#tests/server.ts'
import { createShopper, placeOrder } from '#tests/shopper.ts'
import { prepareProduct } from './checkouts.ts'
import { cloneOrders } from './cloned-orders.ts'
import type { BenchDatabase } from './database.ts'

interface BenchContext {
  db: pg.Pool
  postgres: BenchDatabase
  server: RunningServer
  wallet: string
  folder: string
  orders: number
}

const maxBackupSeconds = 60
const maxSlowdownPercent = 10
const templateOrders = 12
const rounds = 4
/** The number of visits per second during a backup. This load keeps the server busy, but does not overload it. */
const requestsPerSecond = 30
const orderEvery = 20

/** Measures how long backup and restore take, and how long shoppers wait with and without a backup. */
export async function measureBackup(scene: BenchContext): Promise<string[][]> {
  const { db, folder, orders } = scene
  const skus = await Promise.all([1, 2, 3, 4].map((n) => prepareProduct(db, `bench-backup-${n}`, 1_000_000)))
  const placed: string[] = []
  for (let n = 0; n < templateOrders; n++) placed.push(await order(scene, skus, n))
  // Waits until the server has handled all events, because the clones must include the rows that the server writes
  // after a payment.
  while ((await db.query('select from events where done_at is null')).rowCount) await sleep(200)
  const clonedRows = await cloneOrders(db, placed, orders)
  const rows = Object.values(clonedRows).reduce((sum, some) => sum + some, 0)
  const { rows: sizes } = await db.query('select pg_database_size(current_database()) as bytes')

  const archive = join(folder, 'backup.tar.zst')
  const backUp = () => {
    rmSync(archive, { force: true })
    return run(['backup', archive], { DATABASE_URL: scene.postgres.socketUrl('shop'), DATA_DIR: folder })
  }
  const alone = await backUp().ended
  const times: Times = { beside: [], without: [] }
  const visit = createVisit(scene, skus)
  for (let round = 0; round < rounds; round++) await compare(visit, backUp(), times)
  const [p95, p95Beside] = [quantile95(times.without), quantile95(times.beside)]

  await db.query('create database restored')
  const restoreFolder = join(folder, 'restored')
  mkdirSync(restoreFolder)
  const target = { DATABASE_URL: scene.postgres.socketUrl('restored'), DATA_DIR: restoreFolder }
  const restored = await run(['restore', archive], target).ended
  const size = megabytes(sizes[0].bytes)
  return [
    ['orders', `${count(orders)} in ${count(rows)} rows`, '', '', `database ${size}`],
    [
      'backup',
      `${alone.seconds.toFixed(1)} s`,
      '',
      `≤ ${maxBackupSeconds} s`,
      `archive ${megabytes(statSync(archive).size)}, memory ${megabytes(alone.memory)}`,
    ],
    [
      'shoppers beside it',
      `p95 ${p95Beside.toFixed(1)} ms`,
      `p95 ${p95.toFixed(1)} ms without`,
      `${percent(p95Beside / p95)} (≤ +${maxSlowdownPercent} %)`,
      `${count(times.beside.length)} and ${count(times.without.length)} visits`,
    ],
    ['restore', `${restored.seconds.toFixed(1)} s`, '', '', `memory ${megabytes(restored.memory)}`],
  ]
}

/** Places one paid order of one to four lines. */
async function order({ server, wallet }: BenchContext, skus: string[], turn: number): Promise<string> {
  const { api } = createShopper(server.url)
  for (const sku of skus.slice(1, 1 + (turn % skus.length))) await api.cart.add({ sku, quantity: 1 + (turn % 3) })
  const { orderID } = await placeOrder(api, skus[0] ?? '', (slots) => slots[turn % slots.length])
  await api.payments.startSnapPayAlipay({ orderID })
  await fetch(`${wallet}/control/${orderID}-A1`, { method: 'POST', body: JSON.stringify({ action: 'pay' }) })
  for (let attempts = 0; attempts < 100; attempts++) {
    if ((await api.payments.checkSnapPay({ orderID })).status === 'NEW') return orderID
    await sleep(100)
  }
  throw new Error('the payment was not settled')
}

/**
 * Returns a function that makes the next visit: opens a page, loads a list, searches, adds to the cart, or sometimes
 * places an order.
 */
function createVisit(scene: BenchContext, skus: string[]): () => Promise<unknown> {
  const { url } = scene.server
  const api = '/api/istore/client/productManagement2'
  let { api: shopper } = createShopper(url)
  const get = async (path: string) => {
    const response = await fetch(url + path)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  }
  const visitKinds = [
    (turn: number) => get(`/store/product/${skus[0]}?bench=${turn}`),
    (turn: number) => get(`${api}/products?numberToLoad=12&startingPosition=${turn % 30}`),
    (turn: number) => get(`${api}/products/search/${turn % 2 ? '茶' : 'tea'}?numberToLoad=12&startingPosition=0`),
    () => get('/home'),
    (turn: number) => shopper.cart.add({ sku: skus[turn % skus.length] ?? '', quantity: 1 }),
  ]
  let turn = 0
  return () => {
    turn++
    if (turn % 200 === 0) shopper = createShopper(url).api
    return turn % orderEvery === 0
      ? order(scene, skus, turn)
      : (visitKinds[turn % visitKinds.length]?.(turn) ?? Promise.resolve())
  }
}

/** Durations of visits in milliseconds, while the backup runs and while it is paused. */
interface Times {
  beside: number[]
  without: number[]
}

/**
 * Makes visits at a steady rate during a backup. Pauses the backup in every other second, so that other load on the
 * machine slows visits with and without the backup alike.
 */
async function compare(visit: () => Promise<unknown>, backup: Command, times: Times) {
  let isOver = false
  backup.ended.finally(() => {
    isOver = true
  })
  const pending: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; !isOver; n++) {
    const due = startedAt + (n * 1000) / requestsPerSecond
    await sleep(Math.max(0, due - performance.now()))
    const isStopped = Math.floor(n / requestsPerSecond) % 2 === 1
    if (n % requestsPerSecond === 0) backup.signal(isStopped ? 'SIGSTOP' : 'SIGCONT')
    // Durations count from the planned start, so that late visits include their wait.
    const list = isStopped ? times.without : times.beside
    pending.push(visit().then(() => void list.push(performance.now() - due)))
  }
  await Promise.all(pending)
}

interface Command {
  signal(signal: NodeJS.Signals): void
  ended: Promise<{ seconds: number; memory: number }>
}

/** The settings of the memory allocator that `npm run` sets for its commands (`scripts/set-up.mjs`). */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Runs a command of `npm run shop`. `ended` resolves with the command's duration in seconds and its peak memory in
 * bytes.
 */
function run(args: string[], env: Record<string, string>): Command {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/shop.ts', ...args], {
    env: { PATH: process.env.PATH, ...allocator, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let memory = 0
  const reading = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024)
    } catch {}
  }, 100)
  const ended = once(child, 'close').then(([code]) => {
    clearInterval(reading)
    if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
    return { seconds: (performance.now() - startedAt) / 1000, memory }
  })
  return { signal: (signal) => child.kill(signal), ended }
}

const quantile95 = (times: number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0
const megabytes = (bytes: number) => `${Math.round(Number(bytes) / 1024 / 1024)} MB`
const count = (number: number) => number.toLocaleString('en')
const percent = (ratio: number) => `${ratio < 1 ? '−' : '+'}${Math.abs(Math.round((ratio - 1) * 100))} %`
