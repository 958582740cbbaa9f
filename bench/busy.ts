import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import autocannon from 'autocannon'
import type pg from 'pg'
import type { RunningServer } from '#tests/server.ts'
import type { ChangesInput, ChangeTimes } from './changes.ts'
import { payForOrder } from './checkouts.ts'
import type { BenchDatabase } from './database.ts'
import { memoryOf } from './memory.ts'
import { readPage } from './read-page.ts'

interface BenchContext {
  db: pg.Pool
  postgres: BenchDatabase
  /** The servers' data folder, with the secret for staff calls. */
  folder: string
  wallet: string
  seconds: number
}

/** A product that the simulated shoppers buy. */
interface Product {
  sku: string
  productId: string
}

const minAddresses = 600
const connections = 50
const ordersPerSecond = 10
/**
 * The maximum number of orders in progress at the same time. If the shop is slow, this limit keeps the rate below
 * `ordersPerSecond`.
 */
const maxInFlight = 100
const productCount = 50
const rounds = 2
const watchedCount = 3
const warmUpSeconds = 5
const pageConcurrency = 4
const idleWaitMs = 30_000
const largeStock = 1_000_000
const encodings = 'gzip, deflate, br, zstd'

/** Selects products that a shopper can order without any choice, such as an option or a modifier. */
const simpleProducts = `select * from products p where record_status = 'ACTIVE' and type = 'STANDARD'
  and coalesce(max_per_order, 2) > 1 and min_quantity = 1 and quantity_step = 1
  and prepayment is null and not cross_border and not contact_required and windows = '[]' and lead_minutes = 0
  and not exists (select 1 from product_modifier_groups g where g.product_id = p.id)
  and (select count(*) from variants v where v.product_id = p.id and v.active and v.counted) = 1
  and (select count(*) from variants v where v.product_id = p.id) = 1`

/**
 * Measures how much slower pages become while people buy. Readers open every address of the sitemap on all servers.
 * Periods without orders alternate with periods of ten orders a second. Afterwards, measures how soon a change appears
 * on the pages, and how much memory is used.
 */
export async function measureBusy(context: BenchContext, servers: RunningServer[]): Promise<string[][]> {
  const paths = await readSitemapPaths(servers[0]?.url ?? '')
  if (paths.length < minAddresses) throw new Error(`the sitemap has only ${paths.length} addresses`)
  const products = await chooseProducts(context, servers)
  const watched = await chooseWatched(context, servers, products)
  await Promise.all(servers.map(({ url }) => openAll(url, paths)))
  await measureLoad(servers, paths, warmUpSeconds)
  const runs: Record<'idle' | 'busy', LoadResult[]> = { idle: [], busy: [] }
  const orders: OrderCounts[] = []
  for (let round = 0; round < rounds; round++) {
    // Fills the cache again, because its entries may have expired while the last round's events were handled.
    await Promise.all(servers.map(({ url }) => openAll(url, paths)))
    runs.idle.push(await measureLoad(servers, paths, context.seconds / rounds))
    const selling = startOrders(context, servers, products)
    // An order takes seconds. This warm-up lets the first orders reach their payment, so that the measured period has
    // paid orders from its start.
    await measureLoad(servers, paths, warmUpSeconds)
    selling.count()
    runs.busy.push(await measureLoad(servers, paths, context.seconds / rounds))
    orders.push(await selling.stop())
    await waitForEvents(context.db)
  }
  const [idle, busy] = [averageLoad(runs.idle), averageLoad(runs.busy)]
  const paid = orders.reduce((sum, { paid }) => sum + paid, 0) / context.seconds
  const failed = orders.reduce((sum, { failed }) => sum + failed, 0)
  const processCount = `${servers.length} server ${servers.length === 1 ? 'process' : 'processes'}`
  const rows = [
    [
      `${paths.length} addresses, ${processCount}, ${paid.toFixed(1)} orders/s`,
      `${Math.round(busy.rate)} /s`,
      `${Math.round(idle.rate)} /s without orders`,
      `${Math.round((100 * busy.rate) / idle.rate)} % (≥ 80 %)`,
      `${busy.failed + idle.failed} answers and ${failed} orders failed`,
    ],
    [
      'the same, p99',
      `${Math.round(busy.p99)} ms`,
      `${Math.round(idle.p99)} ms without orders`,
      `${(busy.p99 / idle.p99).toFixed(1)} × (≤ 4 ×)`,
      '',
    ],
    ...(await measureChanges(context, servers, { paths, goods: products, probed: watched })),
  ]
  const memory = () => `${Math.round(memoryOf([...pidsOf(servers), context.postgres.pid()]) / 1024 / 1024)} MB`
  const afterwards = memory()
  await waitForEvents(context.db)
  await new Promise((resolve) => setTimeout(resolve, idleWaitMs))
  const bound = servers.length === 1 ? '≤ 320 MB' : ''
  return [...rows, [`${processCount} and database after that, and after a rest (PSS)`, afterwards, memory(), bound, '']]
}

const pidsOf = (servers: RunningServer[]) => servers.map(({ process }) => process.pid)

/**
 * Returns the paths of all addresses in the sitemap. Each page has one address without a language and one for each
 * language.
 */
async function readSitemapPaths(url: string): Promise<string[]> {
  const addresses = async (path: string) => {
    const xml = await (await fetch(url + path)).text()
    const matches = [...xml.matchAll(/<loc>([^<]+)<\/loc>|<xhtml:link [^>]*href="([^"]+)"/g)]
    return matches.map(([, loc, alternate]) => {
      const { pathname, search } = new URL((loc ?? alternate ?? '').replaceAll('&amp;', '&'))
      return pathname + search
    })
  }
  const parts = await addresses('/sitemap.xml')
  return [...new Set((await Promise.all(parts.map(addresses))).flat())]
}

/** Opens each page once, so that the server caches it. */
async function openAll(url: string, paths: string[]): Promise<void> {
  const remaining = [...paths]
  const openOn = async () => {
    for (let path = remaining.pop(); path; path = remaining.pop()) {
      const response = await fetch(url + path, { headers: { 'Accept-Encoding': encodings } })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: pageConcurrency }, openOn))
}

/**
 * Gives many counted products plenty of stock and buys each of them once. Returns the first `productCount` products
 * that could be bought, in the order in which lists show them.
 */
async function chooseProducts({ db, wallet }: BenchContext, servers: RunningServer[]): Promise<Product[]> {
  const { rows } = await db.query<Product>(
    `select v.sku, p.id as "productId" from (${simpleProducts}) p join variants v on v.product_id = p.id
     order by p.position, p.id limit $1`,
    [productCount * 2],
  )
  await setStock(db, rows)
  const purchasable = await Promise.all(
    rows.map(({ sku }, n) => {
      const url = servers[n % servers.length]?.url ?? ''
      return payForOrder({ wallet }, url, { sku, turn: 0 }).then(
        () => true,
        () => false,
      )
    }),
  )
  const chosen = rows.filter((_, n) => purchasable[n]).slice(0, productCount)
  if (chosen.length < productCount) throw new Error(`only ${chosen.length} products can be bought without a choice`)
  return chosen
}

async function setStock(db: pg.Pool, products: Product[]): Promise<void> {
  await db.query(
    `insert into stock (location_id, sku, on_hand) select l.id, sku, $2 from locations l, unnest($1::text[]) sku
     on conflict (location_id, sku) do update set on_hand = excluded.on_hand`,
    [products.map(({ sku }) => sku), largeStock],
  )
  await db.query('update locations set slot_capacity = 100000')
  await db.query("select pg_notify('catalogue', 'content')")
}

interface LoadResult {
  rate: number
  p99: number
  failed: number
}

/** Simulates readers. Each opens all addresses one after the other, and each begins at a different address. */
async function measureLoad(servers: RunningServer[], paths: string[], seconds: number): Promise<LoadResult> {
  let started = 0
  const { requests, latency, non2xx, errors } = await autocannon({
    // autocannon also accepts a list of URLs and distributes its connections over them. Its types allow only one URL,
    // so the list is cast.
    url: servers.map(({ url }) => url) as unknown as string,
    connections,
    duration: seconds,
    timeout: 60,
    setupClient(client) {
      const start = Math.floor((started++ * paths.length) / connections)
      const rotated = [...paths.slice(start), ...paths.slice(0, start)]
      client.setRequests(rotated.map((path) => ({ path, headers: { 'accept-encoding': encodings } })))
    },
  })
  return { rate: requests.average, p99: latency.p99, failed: non2xx + errors }
}

function averageLoad(results: LoadResult[]): LoadResult {
  const mean = (pick: (burst: LoadResult) => number) =>
    results.reduce((sum, burst) => sum + pick(burst), 0) / results.length
  return {
    rate: mean(({ rate }) => rate),
    p99: mean(({ p99 }) => p99),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  }
}

interface OrderCounts {
  /** Orders that were paid between `count` and `stop`. */
  paid: number
  failed: number
}

/**
 * Begins `ordersPerSecond` orders each second until `stop`, but skips an order while `maxInFlight` orders are in
 * progress. The orders rotate through the products and through the servers.
 */
function startOrders({ wallet }: Pick<BenchContext, 'wallet'>, servers: RunningServer[], products: Product[]) {
  const inFlight = new Set<Promise<void>>()
  const counts: OrderCounts = { paid: 0, failed: 0 }
  let started = 0
  const startOrder = () => {
    if (inFlight.size >= maxInFlight) return
    const n = started++
    const sku = products[n % products.length]?.sku ?? ''
    const order = payForOrder({ wallet }, servers[n % servers.length]?.url ?? '', { sku, turn: 2 * n })
      .then(
        () => void counts.paid++,
        () => void counts.failed++,
      )
      .finally(() => inFlight.delete(order))
    inFlight.add(order)
  }
  const timer = setInterval(startOrder, 1000 / ordersPerSecond)
  let paidBefore = 0
  return {
    count() {
      paidBefore = counts.paid
    },
    async stop(): Promise<OrderCounts> {
      clearInterval(timer)
      const paid = counts.paid - paidBefore
      await Promise.all(inFlight)
      return { paid, failed: counts.failed }
    },
  }
}

/** Waits until the worker has handled the events of all orders. */
async function waitForEvents(db: pg.Pool): Promise<void> {
  const open = "select 1 from events where name in ('order.paid', 'order.paid.mails') and done_at is null limit 1"
  while ((await db.query(open)).rowCount) await new Promise((resolve) => setTimeout(resolve, 500))
}

const listPath = '/store/productlist?cat=all'
const pagesShowing = (product: Product) => [
  `/store/product/${encodeURIComponent(product.productId)}`,
  listPath,
  '/home',
]

/**
 * Chooses goods that are on both the list and the home page, and makes them the best-selling products. The home page
 * shows the best sellers, so it keeps these goods while the orders of the bench change the sales figures.
 */
async function chooseWatched({ db }: BenchContext, servers: RunningServer[], products: Product[]): Promise<Product[]> {
  const url = servers[0]?.url ?? ''
  const fronts = await Promise.all([listPath, '/home'].map((path) => readPage(url, path)))
  const watched = products
    .filter(({ productId }) => fronts.every((html) => html.includes(`/store/product/${productId}"`)))
    .slice(0, watchedCount)
  if (watched.length < watchedCount)
    throw new Error(`only ${watched.length} of the goods stand on the list and the home page`)
  const ids = watched.map(({ productId }) => productId)
  await db.query('update products set sold = sold + $2 where id = any($1)', [ids, largeStock])
  await db.query("select pg_notify('catalogue', 'content')")
  return watched
}

/**
 * Measures how soon a new price and a sold-out product appear on every server: on the product's page, the list and the
 * home page. Meanwhile, shoppers place orders and readers open pages. Another thread makes and times the changes,
 * because the load keeps this thread busy. A busy thread would notice a response late.
 */
async function measureChanges(
  context: BenchContext,
  servers: RunningServer[],
  { paths, goods: products, probed: watched }: { paths: string[]; goods: Product[]; probed: Product[] },
): Promise<string[][]> {
  let isOver = false
  const keepLoading = async () => {
    while (!isOver) await measureLoad(servers, paths, warmUpSeconds)
  }
  const reading = keepLoading()
  const others = products.filter((product) => !watched.includes(product))
  const selling = startOrders(context, servers, others)
  const workerData: ChangesInput = {
    database: context.postgres.socketUrl('shop'),
    folder: context.folder,
    urls: servers.map(({ url }) => url),
    products: watched.map((product) => ({ ...product, pages: pagesShowing(product) })),
  }
  const worker = new Worker(new URL('./changes.ts', import.meta.url), { workerData })
  let times: ChangeTimes
  try {
    ;[times] = await once(worker, 'message')
  } finally {
    isOver = true
    await selling.stop()
    await reading
  }
  await setStock(context.db, watched)
  const row = (name: string, all: number[]) => [
    `${name} in every process, meanwhile`,
    `${Math.round(Math.max(...all))} ms at most`,
    '',
    '≤ 1000 ms',
    `${all.map((ms) => Math.round(ms)).join(', ')} ms`,
  ]
  return [
    row('a new price shows on the product, list and home page', times.price),
    row('sold out shows on the product, list and home page', times.out),
  ]
}
