import pg from 'pg'
import { catalogue as schemas } from '#contract/catalogue.ts'
import { countedOnPages, foundOnPages } from '#contract/constants.ts'
import * as catalogue from '#server/catalogue/catalogue.ts'
import { openApp } from '#server/platform/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemContext } from '#server/platform/context.ts'
import { bindCalls } from '#server/platform/http.ts'
import { fillCatalogue } from './catalogue.ts'
import { terms } from './terms.ts'

/** Where a shop's database and files are. */
interface Place {
  url: string
  folder: string
}

const base = '/api/istore/client/productManagement2'
const paging = 'numberToLoad=12&startingPosition=0'
const counting = `facets=true&upTo=${countedOnPages}`
const searchBoundMs = 30
const growthBound = 1.5
const rounds = 30

/** What is read, by the addresses that read it. */
const readings: Record<string, string[]> = {
  'search, 200 terms': terms.map((term) => `${base}/products/search/${encodeURIComponent(term)}?${paging}`),
  'search count, 200 terms': terms.map(
    (term) => `${base}/products/searchCount/${encodeURIComponent(term)}?facets=true&upTo=${foundOnPages}`,
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
 * How long lists and searches take in shops of these sizes, one after the other, on a real PostgreSQL, nothing kept, as
 * rows of a table.
 */
export async function measureSearches(sizes: number[], place: (name: string) => Promise<Place>): Promise<string[][]> {
  const figures: string[][] = []
  const smallest = new Map<string, number>()
  for (const size of sizes) {
    const here = await place(`shop_${size}`)
    const began = performance.now()
    await fill(here, size)
    const seconds = Math.round((performance.now() - began) / 1000)
    figures.push([`${size.toLocaleString('en')} products made`, `${seconds} s`, '', '', ''])
    for (const [name, times] of await timesAt(here)) {
      const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
      const growth = p50 / (smallest.get(name) ?? p50)
      if (!smallest.has(name)) smallest.set(name, p50)
      const bound = name.startsWith('search,') ? `p95 < ${searchBoundMs} ms at 100,000; ` : ''
      figures.push([
        `${name}, of ${size.toLocaleString('en')}`,
        `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
        '',
        `${growth.toFixed(2)} × (${bound}≤ ${growthBound} ×)`,
        `slowest ${Math.max(...times).toFixed(1)} ms`,
      ])
    }
  }
  return figures
}

/** Makes the shop of a size. */
export async function fill({ url, folder }: Place, size: number): Promise<void> {
  const app = await open({ url, folder })
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query("set maintenance_work_mem = '512MB'")
  await fillCatalogue(systemContext(app), size, (text, values) => admin.query(text, values))
  await admin.query('vacuum analyze')
  await admin.end()
  await app.database.close()
}

/** The times of every reading in the shop that is there, in milliseconds. */
export async function timesAt(place: Place): Promise<[name: string, times: number[]][]> {
  const app = await open(place)
  const { hono } = bindCalls(
    app,
    { catalogue: schemas },
    { catalogue },
    { kept: () => false, limits: {}, admit: { referrer: async () => {} } },
  )
  const all: [string, number[]][] = []
  for (const [name, paths] of Object.entries(readings)) {
    all.push([name, await timesOf(async (path) => hono.fetch(new Request(`http://localhost${path}`), {}), paths)])
  }
  await app.database.close()
  return all
}

function open({ url, folder }: Place) {
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

async function timesOf(ask: (path: string) => Promise<Response>, paths: string[]): Promise<number[]> {
  const times: number[] = []
  for (const path of [...paths, ...paths]) {
    const began = performance.now()
    const answer = await ask(path)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    times.push(performance.now() - began)
  }
  return times.slice(paths.length)
}

export function quantile(times: number[], part: number): number {
  return times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
}
