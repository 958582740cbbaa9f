import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { defaultLocale, rowText } from '#contract/languages.ts'
import { storeMessages } from '#contract/messages/store.ts'
import { createStaffClient, findStaffEndpoint } from '#scripts/staff-client.ts'
import { readConfig } from '#server/platform/config.ts'
import { createShopper, placeOrder } from '#tests/shopper.ts'
import { readPage } from './read-page.ts'

// The thread that `measureChanges` in busy.ts starts. It changes prices and stock, waits until all pages show each
// change, and sends the times to the main thread.

export interface ChangesInput {
  /** URL of the shop's database. */
  database: string
  /** The servers' data folder, with the secret for staff calls. */
  folder: string
  /** URLs of the servers. */
  urls: string[]
  /** The products to change, each with the paths of the pages that show it. */
  products: WatchedProduct[]
}

interface WatchedProduct {
  sku: string
  productId: string
  pages: string[]
}

/** For each product, the milliseconds until all pages showed the new price, and until they showed it as sold out. */
export interface ChangeTimes {
  price: number[]
  out: number[]
}

const probeIntervalMs = 20
const probeTimeoutMs = 30_000

// The cast is safe: `measureChanges` starts this thread with data of this type.
const { database, folder, urls, products } = workerData as ChangesInput
const db = new pg.Client({ connectionString: database })
await db.connect()
parentPort?.postMessage(await measure())
await db.end()

async function measure(): Promise<ChangeTimes> {
  const staff = createStaffClient(await findStaffEndpoint(readConfig({ DATA_DIR: folder }), urls[0]), defaultLocale)
  const times: ChangeTimes = { price: [], out: [] }
  for (const [n, { sku, pages }] of products.entries()) {
    const price = 77_01 + 11 * n
    await staff.setPrice({ sku, price })
    times.price.push(await waitUntilShown(pages, (html) => html.includes((price / 100).toFixed(2))))
  }
  for (const product of products) times.out.push(await timeUntilSoldOut(product))
  return times
}

/**
 * Orders the last piece of a product. Returns the milliseconds from then until every page says that the product is sold
 * out, or no longer shows the product. The home page replaces a sold-out product with another product.
 */
async function timeUntilSoldOut({ sku, productId, pages }: WatchedProduct): Promise<number> {
  const soldOutPattern = new RegExp(rowText(storeMessages['store.badge_out'])[defaultLocale], 'gi')
  const link = `/store/product/${productId}"`
  const stateOf = (html: string) => ({
    marks: html.match(soldOutPattern)?.length ?? 0,
    links: html.split(link).length,
  })
  const before = await Promise.all(pages.map(async (path) => stateOf(await readPage(urls[0] ?? '', path))))
  await db.query(
    `update stock set on_hand = held + case when location_id = first.id then 1 else 0 end
     from (select id from locations order by position, id limit 1) first where sku = $1`,
    [sku],
  )
  await placeOrder(createShopper(urls.at(-1) ?? '').api, sku, (slots) => slots[0])
  return waitUntilShown(pages, (html, page) => {
    const [was, is] = [before[page], stateOf(html)]
    return was !== undefined && (is.marks > was.marks || is.links < was.links)
  })
}

/** Waits until `isShown` is true for each of these pages on each server. Returns the milliseconds until then. */
async function waitUntilShown(pages: string[], isShown: (html: string, page: number) => boolean): Promise<number> {
  const startedAt = performance.now()
  const waitForPage = async (url: string, page: number) => {
    while (!isShown(await readPage(url, pages[page] ?? ''), page)) {
      if (performance.now() - startedAt > probeTimeoutMs) throw new Error(`${pages[page]} does not show the change`)
      await new Promise((resolve) => setTimeout(resolve, probeIntervalMs))
    }
  }
  await Promise.all(urls.flatMap((url) => pages.map((_, page) => waitForPage(url, page))))
  return performance.now() - startedAt
}
