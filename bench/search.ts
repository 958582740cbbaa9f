import pg from 'pg'
import { catalogue as rows } from '#contract/catalogue.ts'
import { pageCountLimit, searchCountLimit } from '#contract/constants.ts'
import * as catalogue from '#server/catalogue/catalogue.ts'
import { openApp } from '#server/platform/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemContext } from '#server/platform/context.ts'
import { bindCalls } from '#server/platform/http/server.ts'
import { fillCatalogue } from './catalogue.ts'
import { terms } from './terms.ts'

/** Search terms: Chinese compounds, generic words, and phrases with a word that no product has. */
const compounds = [
  ...['港式奶茶', '速冻水饺', '猪肉白菜饺子', '黑糖珍珠奶茶', '红豆面包', '茉莉绿茶', '台湾牛肉面', '日式咖喱饭'],
  ...['海鲜', 'seafood', '甜点', 'breakfast', 'spring onion pancake', 'fresh mango cake', '新鲜草莓蛋糕', '辣椒酱'],
]
/** Terms of the maximum length. */
const longTerms = [
  '茶'.repeat(200),
  '港式丝袜奶茶红豆面包猪肉白菜水饺'.repeat(13).slice(0, 200),
  'milk tea rice '.repeat(15).slice(0, 200),
]

/** The database and data folder of a shop. */
export interface ShopStorage {
  url: string
  folder: string
}

interface Shop {
  size: number
  request: (path: string) => Promise<Response>
  close: () => Promise<void>
}

const base = '/api/istore/client/productManagement2'
const paging = 'numberToLoad=12&startingPosition=0'
const counting = `facets=true&upTo=${pageCountLimit}`
const searchBoundMs = 30
const growthBound = 1.3
const rounds = 30
/** The number of measured rounds in each shop, after a first round that is not measured. */
const turns = 5

/** The URLs to request, by the kind of list or search. */
const readings: Record<string, string[]> = {
  'search, 200 terms': terms.map((term) => `${base}/products/search/${encodeURIComponent(term)}?${paging}`),
  'search, compounds': compounds.map((term) => `${base}/products/search/${encodeURIComponent(term)}?${paging}`),
  'search count, compounds': compounds.map(
    (term) => `${base}/products/searchCount/${encodeURIComponent(term)}?facets=true&upTo=${searchCountLimit}`,
  ),
  'search, 200 characters': longTerms.map((term) => `${base}/products/search/${encodeURIComponent(term)}?${paging}`),
  'search count, 200 terms': terms.map(
    (term) => `${base}/products/searchCount/${encodeURIComponent(term)}?facets=true&upTo=${searchCountLimit}`,
  ),
  'list, first page': repeated(`${base}/products?${paging}&sortby=default`),
  'list, fourth page': repeated(`${base}/products?numberToLoad=12&startingPosition=36&sortby=default`),
  'list by price': repeated(`${base}/products?${paging}&sortby=price_asc`),
  'list, newest': repeated(`${base}/products?${paging}&sortby=newest`),
  'list, best selling': repeated(`${base}/products?${paging}&sortby=best_selling`),
  'list by name': repeated(`${base}/products?${paging}&sortby=name`),
  'list of what is on sale': repeated(`${base}/products?${paging}&onSale=true`),
  'list of a price': repeated(`${base}/products?${paging}&priceFrom=20&priceTo=21`),
  'list count and choices': repeated(`${base}/products/listCount?${counting}`),
  'category count and choices': repeated(`${base}/products/listCount?${counting}&categoryName=grocer`),
  'categories with counts': repeated('/api/istore/client/productManagement/categories/all'),
  'brands with counts': repeated('/api/istore/client/productManagement/brands'),
  'category, first page': repeated(`${base}/products?${paging}&categoryName=grocer.fruit`),
  'category by price': repeated(`${base}/products?${paging}&categoryName=grocer&sortby=price_desc`),
  'category with those below, first page': repeated(`${base}/products?${paging}&categoryName=grocer`),
}

function repeated(path: string): string[] {
  return Array.from({ length: rounds }, () => path)
}

/**
 * Measures uncached lists and searches in shops of these sizes on a real PostgreSQL. First fills and checkpoints all
 * shops. Then requests the same URLs in one shop after the other, for several rounds, because the machine's speed
 * varies. Returns the rows of a table, with the figures of each shop's median round.
 */
export async function measureSearches(
  sizes: number[],
  createStorage: (name: string) => Promise<ShopStorage>,
): Promise<string[][]> {
  const figures: string[][] = []
  const shops: Shop[] = []
  for (const size of sizes) {
    const storage = await createStorage(`shop_${size}`)
    const startedAt = performance.now()
    await fillShop(storage, size)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    figures.push([`${size.toLocaleString('en')} products made`, `${seconds} s`, '', '', ''])
    shops.push({ size, ...(await serve(storage)) })
  }
  for (const [name, paths] of Object.entries(readings)) {
    const timesByShop = await measureInTurn(shops, paths)
    const smallest = quantile(timesByShop[0] ?? [], 0.5)
    for (const [index, { size }] of shops.entries()) {
      const times = timesByShop[index] ?? []
      const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
      const bound = name.startsWith('search,') ? `p95 < ${searchBoundMs} ms at 100,000; ` : ''
      figures.push([
        `${name}, of ${size.toLocaleString('en')}`,
        `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
        '',
        `${(p50 / smallest).toFixed(2)} × (${bound}≤ ${growthBound} ×)`,
        `slowest ${Math.max(...times).toFixed(1)} ms`,
      ])
    }
  }
  for (const { close } of shops) await close()
  return figures
}

/** Returns the request durations of each shop's median round. */
async function measureInTurn(shops: Shop[], paths: string[]): Promise<number[][]> {
  const all: number[][][] = shops.map(() => [])
  for (let turn = 0; turn <= turns; turn++) {
    for (const [index, { request: ask }] of shops.entries()) {
      const times = await timesOf(ask, paths)
      if (turn > 0) all[index]?.push(times)
    }
  }
  return all.map((runs) => {
    const sorted = runs.toSorted((one, other) => quantile(one, 0.5) - quantile(other, 0.5))
    return sorted[Math.floor(turns / 2)] ?? []
  })
}

/** Migrates the database of a shop, and fills the shop with `size` products. */
export async function fillShop({ url, folder }: ShopStorage, size: number): Promise<void> {
  const app = await openShop({ url, folder })
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query("set maintenance_work_mem = '512MB'")
  await fillCatalogue(systemContext(app), size, (text, values) => admin.query(text, values))
  await admin.query('vacuum analyze')
  await admin.query('checkpoint')
  await admin.end()
  await app.database.close()
}

/** The catalogue's calls without caching or rate limits. */
const uncached = Object.fromEntries(
  Object.entries(rows).map(([name, { isCached: _, limit: __, ...row }]) => [name, row]),
) as unknown as typeof rows

async function serve(place: ShopStorage): Promise<Omit<Shop, 'size'>> {
  const app = await openShop(place)
  const { hono } = bindCalls(app, { catalogue: uncached }, { catalogue }, { admit: { referrer: async () => {} } })
  return {
    request: async (path) => hono.fetch(new Request(`http://localhost${path}`), {}),
    close: () => app.database.close(),
  }
}

/** Opens the database of a benchmark's shop, and returns the app. */
export function openShop({ url, folder }: ShopStorage) {
  const config = readConfig({
    NODE_ENV: 'production',
    DATABASE_URL: url,
    DATA_DIR: folder,
    DATABASE_POOL: '4',
    RATE_LIMIT_FACTOR: '100000',
    APP_SECRET: 'a secret of the benchmark that is long enough',
    LOG: 'error',
  })
  return openApp(config, {})
}

async function timesOf(ask: Shop['request'], paths: string[]): Promise<number[]> {
  const times: number[] = []
  for (const path of paths) {
    const startedAt = performance.now()
    const response = await ask(path)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Returns the value below which the given part of the values lies: 0.95 for the 95th percentile. */
export function quantile(times: number[], part: number): number {
  return times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
}
