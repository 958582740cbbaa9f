import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { defaultLocale, rowText } from '#contract/languages.ts'
import { storeMessages } from '#contract/messages/store.ts'
import { findDoor, openDoor } from '#scripts/staff-client.ts'
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
  goods: Changed[]
}

interface Changed {
  sku: string
  productId: string
  pages: string[]
}

/** For each product, the milliseconds until all pages showed the change. */
export interface ChangeTimes {
  price: number[]
  out: number[]
}

const probeEveryMs = 20
const probeLimitMs = 30_000

// The cast is safe: `measureChanges` starts this thread with data of this type.
const { database, folder, urls, goods } = workerData as ChangesInput
const db = new pg.Client({ connectionString: database })
await db.connect()
parentPort?.postMessage(await measure())
await db.end()

async function measure(): Promise<ChangeTimes> {
  const staff = openDoor(await findDoor(readConfig({ DATA_DIR: folder }), urls[0]), defaultLocale)
  const times: ChangeTimes = { price: [], out: [] }
  for (const [n, { sku, pages }] of goods.entries()) {
    const price = 77_01 + 11 * n
    await staff.setPrice({ sku, price })
    times.price.push(await untilAll(pages, (html) => html.includes((price / 100).toFixed(2))))
  }
  for (const product of goods) times.out.push(await timeUntilSoldOut(product))
  return times
}

/**
 * Milliseconds from the order of the last piece until every page says that the product is sold out, or no longer shows
 * it. The home page shows another product instead.
 */
async function timeUntilSoldOut({ sku, productId, pages }: Changed): Promise<number> {
  const words = new RegExp(rowText(storeMessages['store.badge_out'])[defaultLocale], 'gi')
  const link = `/store/product/${productId}"`
  const stateOf = (html: string) => ({
    marks: html.match(words)?.length ?? 0,
    links: html.split(link).length,
  })
  const before = await Promise.all(pages.map(async (path) => stateOf(await readPage(urls[0] ?? '', path))))
  await db.query(
    `update stock set on_hand = held + case when location_id = first.id then 1 else 0 end
     from (select id from locations order by position, id limit 1) first where sku = $1`,
    [sku],
  )
  await placeOrder(createShopper(urls.at(-1) ?? '').api, sku, (slots) => slots[0])
  return untilAll(pages, (html, page) => {
    const [was, is] = [before[page], stateOf(html)]
    return was !== undefined && (is.marks > was.marks || is.links < was.links)
  })
}

/** Waits until `shows` is true for each of these pages on each server. Returns the milliseconds until then. */
async function untilAll(pages: string[], shows: (html: string, page: number) => boolean): Promise<number> {
  const from = performance.now()
  const wait = async (url: string, page: number) => {
    while (!shows(await readPage(url, pages[page] ?? ''), page)) {
      if (performance.now() - from > probeLimitMs) throw new Error(`${pages[page]} does not show the change`)
      await new Promise((resolve) => setTimeout(resolve, probeEveryMs))
    }
  }
  await Promise.all(urls.flatMap((url) => pages.map((_, page) => wait(url, page))))
  return performance.now() - from
}
