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

interface Scene {
  db: pg.Pool
  postgres: BenchDatabase
  /** The servers' data folder, with the secret for staff calls. */
  folder: string
  wallet: string
  seconds: number
}

/** A product that shoppers buy. Its page, a list and the home page show it. */
interface Ware {
  sku: string
  productId: string
}

const leastAddresses = 600
const connections = 50
const ordersPerSecond = 10
/**
 * The maximum number of orders in progress at the same time. If the shop is slow, this limit keeps the rate below
 * `ordersPerSecond`.
 */
const mostUnderWay = 100
const wares = 50
const rounds = 2
const probes = 3
const warmUpSeconds = 5
const pagesAtOnce = 4
const restMs = 30_000
const plenty = 1_000_000
const encodings = 'gzip, deflate, br, zstd'

/** Selects products that a shopper can order without any choice, such as an option or a modifier. */
const plain = `select * from products p where record_status = 'ACTIVE' and type = 'STANDARD'
  and coalesce(max_per_order, 2) > 1 and min_quantity = 1 and quantity_step = 1
  and prepayment is null and not cross_border and not contact_required and windows = '[]' and lead_minutes = 0
  and not exists (select 1 from product_modifier_groups g where g.product_id = p.id)
  and (select count(*) from variants v where v.product_id = p.id and v.active and v.counted) = 1
  and (select count(*) from variants v where v.product_id = p.id) = 1`

/**
 * Measures how much slower pages become while people buy. Readers open every address of the sitemap on all servers,
 * alternately without orders and with ten orders a second. Afterwards, measures how soon a change appears on the pages,
 * and how much memory is used.
 */
export async function measureBusy(scene: Scene, servers: RunningServer[]): Promise<string[][]> {
  const paths = await readSitemap(servers[0]?.url ?? '')
  if (paths.length < leastAddresses) throw new Error(`the sitemap has only ${paths.length} addresses`)
  const goods = await chooseWares(scene, servers)
  const probed = await chooseProbed(scene, servers, goods)
  await Promise.all(servers.map(({ url }) => openAll(url, paths)))
  await read(servers, paths, warmUpSeconds)
  const runs: Record<'idle' | 'busy', Burst[]> = { idle: [], busy: [] }
  const orders: Sold[] = []
  for (let round = 0; round < rounds; round++) {
    // Fills the cache again, because its entries may have expired while the last round's events were handled.
    await Promise.all(servers.map(({ url }) => openAll(url, paths)))
    runs.idle.push(await read(servers, paths, scene.seconds / rounds))
    const selling = sell(scene, servers, goods)
    // An order takes seconds, so the first orders are paid during the warm-up.
    await read(servers, paths, warmUpSeconds)
    selling.count()
    runs.busy.push(await read(servers, paths, scene.seconds / rounds))
    orders.push(await selling.stop())
    await settle(scene.db)
  }
  const [idle, busy] = [merge(runs.idle), merge(runs.busy)]
  const paid = orders.reduce((sum, { paid }) => sum + paid, 0) / scene.seconds
  const failed = orders.reduce((sum, { failed }) => sum + failed, 0)
  const who = `${servers.length} server ${servers.length === 1 ? 'process' : 'processes'}`
  const rows = [
    [
      `${paths.length} addresses, ${who}, ${paid.toFixed(1)} orders/s`,
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
    ...(await measureChanges(scene, servers, { paths, goods, probed })),
  ]
  const memory = () => `${Math.round(memoryOf([...pidsOf(servers), scene.postgres.pid()]) / 1024 / 1024)} MB`
  const afterwards = memory()
  await settle(scene.db)
  await new Promise((resolve) => setTimeout(resolve, restMs))
  const bound = servers.length === 1 ? '≤ 320 MB' : ''
  return [...rows, [`${who} and database after that, and after a rest (PSS)`, afterwards, memory(), bound, '']]
}

const pidsOf = (servers: RunningServer[]) => servers.map(({ process }) => process.pid)

/**
 * Returns the paths of all addresses in the sitemap. Each page has one address without a language and one for each
 * language.
 */
async function readSitemap(url: string): Promise<string[]> {
  const addresses = async (path: string) => {
    const xml = await (await fetch(url + path)).text()
    const found = [...xml.matchAll(/<loc>([^<]+)<\/loc>|<xhtml:link [^>]*href="([^"]+)"/g)]
    return found.map(([, loc, alternate]) => {
      const { pathname, search } = new URL((loc ?? alternate ?? '').replaceAll('&amp;', '&'))
      return pathname + search
    })
  }
  const parts = await addresses('/sitemap.xml')
  return [...new Set((await Promise.all(parts.map(addresses))).flat())]
}

/** Opens each page once, so that the server caches it. */
async function openAll(url: string, paths: string[]): Promise<void> {
  const rest = [...paths]
  const openOn = async () => {
    for (let path = rest.pop(); path; path = rest.pop()) {
      const answer = await fetch(url + path, { headers: { 'Accept-Encoding': encodings } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, openOn))
}

/**
 * Gives many counted products plenty of stock and buys each of them once. Returns the products that could be bought, in
 * the order of the lists.
 */
async function chooseWares({ db, wallet }: Scene, servers: RunningServer[]): Promise<Ware[]> {
  const { rows } = await db.query<Ware>(
    `select v.sku, p.id as "productId" from (${plain}) p join variants v on v.product_id = p.id
     order by p.position, p.id limit $1`,
    [wares * 2],
  )
  await putStock(db, rows)
  const isBought = await Promise.all(
    rows.map(({ sku }, n) => {
      const url = servers[n % servers.length]?.url ?? ''
      return payForOrder({ wallet }, url, { sku, turn: 0 }).then(
        () => true,
        () => false,
      )
    }),
  )
  const chosen = rows.filter((_, n) => isBought[n]).slice(0, wares)
  if (chosen.length < wares) throw new Error(`only ${chosen.length} products can be bought without a choice`)
  return chosen
}

async function putStock(db: pg.Pool, goods: Ware[]): Promise<void> {
  await db.query(
    `insert into stock (location_id, sku, on_hand) select l.id, sku, $2 from locations l, unnest($1::text[]) sku
     on conflict (location_id, sku) do update set on_hand = excluded.on_hand`,
    [goods.map(({ sku }) => sku), plenty],
  )
  await db.query('update locations set slot_capacity = 100000')
  await db.query("select pg_notify('catalogue', 'content')")
}

interface Burst {
  rate: number
  p99: number
  failed: number
}

/** Simulates readers. Each opens all addresses one after the other, and each begins at a different address. */
async function read(servers: RunningServer[], paths: string[], seconds: number): Promise<Burst> {
  let begun = 0
  const { requests, latency, non2xx, errors } = await autocannon({
    // autocannon also accepts a list of URLs and distributes its connections over them. Its types allow only one URL,
    // so the list is cast.
    url: servers.map(({ url }) => url) as unknown as string,
    connections,
    duration: seconds,
    timeout: 60,
    setupClient(client) {
      const at = Math.floor((begun++ * paths.length) / connections)
      const turned = [...paths.slice(at), ...paths.slice(0, at)]
      client.setRequests(turned.map((path) => ({ path, headers: { 'accept-encoding': encodings } })))
    },
  })
  return { rate: requests.average, p99: latency.p99, failed: non2xx + errors }
}

function merge(bursts: Burst[]): Burst {
  const mean = (pick: (burst: Burst) => number) => bursts.reduce((sum, burst) => sum + pick(burst), 0) / bursts.length
  return {
    rate: mean(({ rate }) => rate),
    p99: mean(({ p99 }) => p99),
    failed: bursts.reduce((sum, { failed }) => sum + failed, 0),
  }
}

interface Sold {
  /** Orders that were paid between `count` and `stop`. */
  paid: number
  failed: number
}

/**
 * Begins `ordersPerSecond` orders each second until `stop`. Each order takes the next of the goods and the next of the
 * servers, in rotation.
 */
function sell({ wallet }: Pick<Scene, 'wallet'>, servers: RunningServer[], goods: Ware[]) {
  const underWay = new Set<Promise<void>>()
  const sold: Sold = { paid: 0, failed: 0 }
  let begun = 0
  const begin = () => {
    if (underWay.size >= mostUnderWay) return
    const n = begun++
    const sku = goods[n % goods.length]?.sku ?? ''
    const order = payForOrder({ wallet }, servers[n % servers.length]?.url ?? '', { sku, turn: 2 * n })
      .then(
        () => void sold.paid++,
        () => void sold.failed++,
      )
      .finally(() => underWay.delete(order))
    underWay.add(order)
  }
  const timer = setInterval(begin, 1000 / ordersPerSecond)
  let paidBefore = 0
  return {
    count() {
      paidBefore = sold.paid
    },
    async stop(): Promise<Sold> {
      clearInterval(timer)
      const paid = sold.paid - paidBefore
      await Promise.all(underWay)
      return { paid, failed: sold.failed }
    },
  }
}

/** Waits until the worker has handled the events of all orders. */
async function settle(db: pg.Pool): Promise<void> {
  const open = "select 1 from events where name = 'order.paid' and done_at is null limit 1"
  while ((await db.query(open)).rowCount) await new Promise((resolve) => setTimeout(resolve, 500))
}

const listPath = '/store/productlist?cat=all'
const shownOn = (ware: Ware) => [`/store/product/${encodeURIComponent(ware.productId)}`, listPath, '/home']

/**
 * Chooses goods that are on both the list and the home page, and makes them the best-selling products. The home page
 * shows the best sellers, so it keeps these goods while the orders of the bench change the sales figures.
 */
async function chooseProbed({ db }: Scene, servers: RunningServer[], goods: Ware[]): Promise<Ware[]> {
  const url = servers[0]?.url ?? ''
  const fronts = await Promise.all([listPath, '/home'].map((path) => readPage(url, path)))
  const probed = goods
    .filter(({ productId }) => fronts.every((html) => html.includes(`/store/product/${productId}"`)))
    .slice(0, probes)
  if (probed.length < probes) throw new Error(`only ${probed.length} of the goods stand on the list and the home page`)
  const ids = probed.map(({ productId }) => productId)
  await db.query('update products set sold = sold + $2 where id = any($1)', [ids, plenty])
  await db.query("select pg_notify('catalogue', 'content')")
  return probed
}

/**
 * Measures how long a new price and a sold-out product take to show on the product's page, the list and the home page
 * of every server. Meanwhile, shoppers place orders and readers open pages. The changes are made and timed in a thread
 * of their own, because the load keeps this thread busy, and a busy thread notices a response late.
 */
async function measureChanges(
  scene: Scene,
  servers: RunningServer[],
  { paths, goods, probed }: { paths: string[]; goods: Ware[]; probed: Ware[] },
): Promise<string[][]> {
  let isOver = false
  const readOn = async () => {
    while (!isOver) await read(servers, paths, warmUpSeconds)
  }
  const reading = readOn()
  const others = goods.filter((ware) => !probed.includes(ware))
  const selling = sell(scene, servers, others)
  const workerData: ChangesInput = {
    database: scene.postgres.socketUrl('shop'),
    folder: scene.folder,
    urls: servers.map(({ url }) => url),
    goods: probed.map((ware) => ({ ...ware, pages: shownOn(ware) })),
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
  await putStock(scene.db, probed)
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
