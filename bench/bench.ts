import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import pg from 'pg'
import { ApiError } from '#contract/api-error.ts'
import { startSnapPay } from '#simulators/snappay.ts'
import { freePort, startPostgres } from '#tests/postgres.ts'
import type { RunningServer } from '#tests/server.ts'
import { startServer } from '#tests/server.ts'
import { createShopper, placeOrder } from '#tests/shopper.ts'
import { measureBackup } from './backup.ts'
import { measureBusy } from './busy.ts'
import type { CheckoutLoad } from './checkouts.ts'
import { measureBareWrites, measureCheckouts, prepareProduct } from './checkouts.ts'
import type { BenchDatabase } from './database.ts'
import { embeddedIn } from './database.ts'
import { measureFlash } from './flash.ts'
import { measureMembers } from './members.ts'
import { memoryOf } from './memory.ts'
import { measureOffice } from './office.ts'
import { measureImport } from './office-import.ts'
import { costOf, describeLimit, throttleTo } from './processors.ts'
import { measureSearches } from './search.ts'
import { terms } from './terms.ts'

/**
 * `npm run bench [-- --seconds=6 --only=readers,members,busy,search,office,import --sizes=1000,100000,1000000
 * --orders=100000 --rows=10000 --embedded]` measures the server on a real PostgreSQL (fsync on), or on its embedded
 * PostgreSQL with `--embedded`. Most parts measure one server process. For comparison, some parts also
 * measure bare handlers or bare `pg` in the same run.
 */
const seconds = Number(process.argv.find((word) => word.startsWith('--seconds='))?.split('=')[1] ?? 6)
const selectedParts = process.argv
  .find((word) => word.startsWith('--only='))
  ?.split('=')[1]
  ?.split(',')
const sizes = process.argv.find((word) => word.startsWith('--sizes='))?.split('=')[1] ?? '1000,100000'
const orders = Number(process.argv.find((word) => word.startsWith('--orders='))?.split('=')[1] ?? 100_000)
const importedRows = Number(process.argv.find((word) => word.startsWith('--rows='))?.split('=')[1] ?? 10_000)
const connections = 50
const shoppers = 20
const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'))
const isEmbedded = process.argv.includes('--embedded')
const postgres: BenchDatabase = isEmbedded ? embeddedIn(folder) : await startPostgres({ durable: true })
const admin = new pg.Pool({ connectionString: postgres.socketUrl('postgres'), max: 2 })
if (!isEmbedded) await admin.query('create database shop')
const db = new pg.Pool({ connectionString: postgres.socketUrl('shop'), max: shoppers })
for (const pool of [admin, db]) pool.on('error', () => {})
const wallet = await startSnapPay({
  port: 0,
  appId: 'demo-app',
  merchantNo: '901800000116',
  key: 'demo-key-of-the-stand-in',
})
const env: Record<string, string> = {
  ...(!isEmbedded && { DATABASE_URL: postgres.socketUrl('shop') }),
  DATA_DIR: folder,
  SNAPPAY_URL: wallet.url,
  RATE_LIMIT_FACTOR: '100000',
}
const figures: string[][] = []
/**
 * Idle time in milliseconds. During this time, the server collects its garbage and PostgreSQL closes idle connections.
 */
const idleWaitMs = 30_000

let server = await startServer(env)
try {
  for (const [name, part] of Object.entries({
    readers,
    members,
    checkouts,
    races,
    flash,
    weights,
    search,
    office,
    backup,
    memoryAndStart,
    busy,
    import: importing,
  })) {
    if (!selectedParts || selectedParts.includes(name)) await part()
  }
} catch (error) {
  process.exitCode = 1
  console.error(error)
} finally {
  await server.stop()
  await wallet.close()
  await Promise.all([db.end(), admin.end()])
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
print()

/** Measures lists, details, searches and pages, and compares them with a bare handler that sends the same bytes. */
async function readers() {
  const api = '/api/istore/client/productManagement2'
  const { products }: { products: { id: string }[] } = await (await fetch(`${server.url}${api}/products`)).json()
  const id = encodeURIComponent(products[0]?.id ?? '')
  const rows: [name: string, bound: number, paths: string[]][] = [
    ['product list', 60, [`${api}/products?infiniteLoad=true&numberToLoad=12&startingPosition=0&sortby=default`]],
    ['product detail', 60, [`/api/istore/client/productDetailManagement/productDetail/${id}`]],
    [
      'search, 200 terms',
      60,
      terms.map((term) => `${api}/products/search/${encodeURIComponent(term)}?numberToLoad=12&startingPosition=0`),
    ],
    ['home, HTML', 50, ['/home']],
    ['list, HTML', 50, ['/store/productlist?cat=all']],
    ['product, HTML', 50, [`/store/product/${id}`]],
  ]
  for (const [name, bound, paths] of rows) {
    const bare = await startBare(paths)
    for (const path of paths) await fetch(server.url + path).then((response) => response.arrayBuffer())
    await fire(bare.url, paths, 1)
    await fire(server.url, paths, 1)
    const runs: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
    let p99 = 0
    for (let round = 0; round < 2; round++) {
      runs.bare.push((await fire(bare.url, paths, seconds / 2)).requests.average)
      const ours = await fire(server.url, paths, seconds / 2)
      runs.ours.push(ours.requests.average)
      p99 = ours.latency.p99
    }
    bare.stop()
    const [ours, yardstick] = [mean(runs.ours), mean(runs.bare)]
    figures.push([
      name,
      `${round(ours)} /s`,
      `${round(yardstick)} /s`,
      `${Math.round((100 * ours) / yardstick)} % (≥ ${bound} %)`,
      `p99 ${p99} ms`,
    ])
  }
}

async function startBare(paths: string[]) {
  const responses = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(server.url + path, { headers: { 'Accept-Encoding': 'identity' } })
      return {
        path: new URL(path, 'http://x').pathname,
        type: response.headers.get('content-type') ?? '',
        body: await response.text(),
      }
    }),
  )
  const file = join(folder, 'bare.json')
  writeFileSync(file, JSON.stringify(responses))
  const port = await freePort()
  const child = spawn(process.execPath, ['bench/bare.ts', String(port), file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

async function fire(url: string, paths: string[], duration: number) {
  const requests = paths.map((path) => ({ path }))
  const result = await autocannon({ url, connections, duration: Math.max(1, duration), requests })
  const { non2xx, errors } = result
  if (non2xx + errors > 0) throw new Error(`${url}${paths[0]}: ${non2xx} answers were not 200, ${errors} failed`)
  return result
}

/** Measures whole orders of simultaneous shoppers on a warm server, with one server process and with two. */
async function checkouts() {
  const scene = { db, postgres, wallet: wallet.url, seconds, shoppers }
  const single = await measureCheckouts(scene, [server])
  const bare = await measureBareWrites(scene, [server])
  const addFigures = (name: string, { rate, p99, use, unsent }: CheckoutLoad, yardstick: string, bound: string) => {
    const { each, full } = costOf(use)
    figures.push(
      [name, `${rate.toFixed(1)} orders/s`, yardstick, bound, `p99 ${Math.round(p99)} ms`],
      ['processor time of an order', each, '', '', full],
      ['receipts that went out after the rush', String(unsent), '', '', ''],
    )
  }
  const yardstick = `${bare.rate.toFixed(1)} /s (${bare.writes} row writes each, bare pg)`
  addFigures(`orders, ${shoppers} shoppers at once`, single, yardstick, '≥ 80 orders/s')
  const second = await startServer({ ...env, DATABASE_URL: postgres.socketUrl('shop') })
  try {
    const both = await measureCheckouts(scene, [server, second])
    const ratio = `${(both.rate / single.rate).toFixed(2)} × (≥ 1.6 ×, or as far as the cores go)`
    addFigures('the same by two server processes', both, '', ratio)
    figures.push(['how far the cores go', describeLimit(single.use), '', '', ''])
    await measureThrottled(scene, [server, second])
  } finally {
    await second.stop()
  }
}

/** Measures one and two server processes, each limited to part of a core, to find bottlenecks other than the cores. */
async function measureThrottled(
  scene: Parameters<typeof measureCheckouts>[0],
  servers: [RunningServer, RunningServer],
) {
  const percent = 30
  const name = `orders by server processes held to ${percent} % of a core each`
  const release = throttleTo(percent, servers)
  if (!release) {
    figures.push([name, 'not measured: needs Linux’s control groups, as root', '', '≥ 1.6 ×', ''])
    return
  }
  try {
    const single = await measureCheckouts(scene, servers.slice(0, 1))
    const both = await measureCheckouts(scene, servers)
    const rates = `${single.rate.toFixed(1)} orders/s by one, ${both.rate.toFixed(1)} by two`
    figures.push([name, rates, '', `${(both.rate / single.rate).toFixed(2)} × (≥ 1.6 ×)`, costOf(both.use).full])
  } finally {
    release()
  }
}

async function members() {
  figures.push(...(await measureMembers({ db, folder, server, seconds })))
}

async function races() {
  const sku = await prepareProduct(db, 'bench-fifty', 50)
  const results = await Promise.all(
    Array.from({ length: 200 }, () => outcome(placeOrder(createShopper(server.url).api, sku, (slots) => slots[0]))),
  )
  const leftQuery = "select min(on_hand - held) as least from stock where sku = 'bench-fifty'"
  const [stock] = (await db.query<{ least: number }>(leftQuery)).rows
  const placed = results.filter((result) => result === 'placed').length
  figures.push([
    '200 buyers for 50 pieces',
    `${placed} orders, ${results.filter((result) => result === '5xx').length} × 5xx`,
    '',
    '50 orders, no 5xx',
    `${stock?.least} left where they bought`,
  ])

  const once = await prepareProduct(db, 'bench-once', 1000)
  const orders = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { api } = createShopper(server.url)
      const order = await placeOrder(api, once, (slots) => slots[1])
      const started = await Promise.all(
        Array.from({ length: 5 }, () => api.payments.startSnapPayAlipay({ orderID: order.orderID })),
      )
      if (!started.some(({ paymentUrl }) => paymentUrl)) throw new Error('no payment started')
      const reference = `${order.orderID}-A1`
      await fetch(`${wallet.url}/control/${reference}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ action: 'pay' }),
      })
      await Promise.all(Array.from({ length: 5 }, () => api.payments.checkSnapPay({ orderID: order.orderID })))
      return order.orderID
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const [settled] = (
    await db.query("select count(*) as n from payment_attempts where state = 'paid' and order_id = any($1)", [orders])
  ).rows
  figures.push(['10 carts completed 5 times at once', `${settled.n} settled payments`, '', '10', ''])
}

/** Measures simultaneous joins of a group-buy. */
async function flash() {
  figures.push(...(await measureFlash(db, server)))
}

/** Measures pages while people buy, with one server process and with two. */
async function busy() {
  const scene = { db, postgres, folder, wallet: wallet.url, seconds: Math.max(30, seconds) }
  figures.push(...(await measureBusy(scene, [server])))
  const second = await startServer({ ...env, DATABASE_URL: postgres.socketUrl('shop') })
  try {
    figures.push(...(await measureBusy(scene, [server, second])))
  } finally {
    await second.stop()
  }
}

/** Measures an import in the back office, and how long shoppers wait for pages during the import. */
async function importing() {
  figures.push(...(await measureImport({ folder, server, postgres, rows: importedRows })))
}

async function outcome(work: Promise<unknown>): Promise<'placed' | 'refused' | '5xx'> {
  try {
    await work
    return 'placed'
  } catch (error) {
    return error instanceof ApiError && error.status < 500 ? 'refused' : '5xx'
  }
}

async function memoryAndStart() {
  const toMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
  const add = (when: string, bounds: [server: string, all: string]) => {
    const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
    const resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
    const all = memoryOf([server.process.pid, postgres.pid()])
    figures.push([`server memory ${when}`, toMegabytes(resident), '', bounds[0], ''])
    figures.push([`server and database ${when} (PSS)`, toMegabytes(all), '', bounds[1], ''])
  }
  add('after the run', ['', ''])
  await new Promise((resolve) => setTimeout(resolve, idleWaitMs))
  add('after a rest', ['< 250 MB', isEmbedded ? '≤ 320 MB' : ''])
  await server.stop()
  const startedAt = performance.now()
  server = await startServer(env)
  await fetch(`${server.url}/home`).then((response) => response.text())
  figures.push(['start to first answer', `${((performance.now() - startedAt) / 1000).toFixed(2)} s`, '', '< 2 s', ''])
}

async function weights() {
  const html = await (await fetch(`${server.url}/home`)).text()
  const files = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map((match) => match[0]))]
  const size = async (paths: string[]) => {
    let bytes = 0
    for (const path of paths) {
      const file = `build/client${path}.gz`
      const body = readFileSync(file)
      gunzipSync(body)
      bytes += body.length
    }
    return bytes / 1024
  }
  const scripts = await size(files(/\/assets\/[\w.-]+\.js/g))
  const styles = await size(files(/\/assets\/[\w.-]+\.css/g))
  figures.push(
    ['JavaScript of home, gz', `${scripts.toFixed(1)} kB`, '', '≤ 135 kB', ''],
    ['CSS, gz', `${styles.toFixed(1)} kB`, '', '≤ 20 kB', ''],
  )
}

/** Measures searches in shops of growing sizes, each in its own database. */
async function search() {
  figures.push(
    ...(await measureSearches(sizes.split(',').map(Number), async (name) => {
      await admin.query(`create database ${name}`)
      return { url: postgres.socketUrl(name), folder }
    })),
  )
}

/** Measures the lists of the back office in a shop of 100,000 products. */
async function office() {
  await admin.query('create database shop_office')
  figures.push(...(await measureOffice({ url: postgres.socketUrl('shop_office'), folder })))
}

/** Measures backup and restore of a shop with many orders. */
async function backup() {
  figures.push(...(await measureBackup({ db, postgres, server, wallet: wallet.url, folder, orders })))
}

function print() {
  const rows = [['what', 'ours', 'yardstick', 'ratio or bound', ''], ['---', '---', '---', '---', '---'], ...figures]
  process.stdout.write(`\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`)
}

function mean(numbers: number[]) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

function round(number: number) {
  return Math.round(number).toLocaleString('en')
}
