import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { runShop } from '#scripts/shop-run.ts'
import type { NginxResponse } from './asked.ts'
import { difference, digestOf, directly, isShared, shopFolder, shopUrl, textOf, throughNginx } from './asked.ts'
import { dependencies } from './dependencies.ts'
import { desktop } from './user-agents.ts'
import type { Visitor } from './visitors.ts'
import { addresses, guests, openVisitors, sitemap } from './visitors.ts'

// Many different visitors read the same addresses through nginx. Each response must equal a response of the shop itself
// to the same visitor, or to a guest with the same key (`keyOf`).

interface Task {
  visitor: Visitor
  path: string
}
interface Read extends Task {
  answer: NginxResponse
  /** The shop's own response to the same request, from just before the request through nginx. */
  before: NginxResponse
}

const hasSession = ({ headers }: Visitor) => /\bsid=/.test(headers.cookie ?? '')

let visitors: Visitor[]
let paths: string[]
let priceChange: { shown: Promise<{ seconds: number; within: number }> }
beforeAll(async () => {
  visitors = [...guests, ...(await openVisitors())]
  paths = await addresses()
  priceChange = await changePrice()
})

/**
 * Lets nginx cache a product's page, and then changes the product's price. Resolves once the shop itself shows the new
 * price, while nginx still shows the old price. `shown` resolves once nginx shows the new price too. Uses another host
 * name than the visitors, so that they do not get the old page: nginx caches pages by host name.
 */
async function changePrice() {
  const path = '/store/product/hokkaido-milk-loaf'
  const { port } = new URL(shopUrl)
  const host = `localhost:${port}`
  const priceOf = (answer: NginxResponse) => Number(/"price":"([\d.]+)"/.exec(textOf(answer))?.[1])
  const kept = await throughNginx(path, { host })
  const keptAt = performance.now()
  expect(isShared(kept)).toBe(true)
  const price = priceOf(kept) + 1
  const until = async (ask: typeof directly) => {
    while (priceOf(await ask(path, { host })) !== price) await wait(200)
  }
  const typed = ['price', 'hokkaido-milk-loaf', String(price), '--url', `http://127.0.0.1:${port}`]
  expect(await runShop(typed, { ...process.env, DATA_DIR: shopFolder })).toMatchObject({ code: 0 })
  await until(directly)
  const old = await throughNginx(path, { host })
  expect([old.cache, priceOf(old)]).toEqual(['HIT', price - 1])
  const untilNew = async () => {
    await until(throughNginx)
    return {
      seconds: (performance.now() - keptAt) / 1000,
      within: Number(/s-maxage=(\d+)/.exec(kept.headers['cache-control'] ?? '')?.[1]),
    }
  }
  return { shown: untilNew() }
}

/** For each key from `keyOf`, the digests of the shop's own responses so far. */
const own = new Map<string, Set<string>>()

/** A key made of everything that the visitor's page depends on. Each visitor with a session has keys of their own. */
function keyOf({ visitor, path }: Task): string {
  return JSON.stringify([path, hasSession(visitor) ? visitor.name : dependencies(visitor.headers)])
}

/**
 * Reads the pages of all tasks through nginx, six at a time. The order mixes visitors and addresses. Returns the
 * responses.
 */
async function crawl(tasks: Task[]): Promise<Read[]> {
  const reads: Read[] = []
  // The step is prime and does not divide the number of tasks, so it reaches each task once.
  const step = 7919
  expect(tasks.length % step).not.toBe(0)
  const order = tasks.flatMap((_, at) => tasks[(at * step) % tasks.length] ?? [])
  const askShop = async (task: Task) => {
    const answer = await directly(task.path, task.visitor.headers)
    const known = own.get(keyOf(task)) ?? new Set()
    own.set(keyOf(task), known.add(digestOf(answer)))
    return answer
  }
  const work = async () => {
    for (let task = order.pop(); task; task = order.pop()) {
      const before = await askShop(task)
      const answer = await throughNginx(task.path, task.visitor.headers)
      reads.push({ ...task, answer, before })
      // nginx may have fetched the page after the shop sent `before`, so times on the page may be a minute later. Asks
      // the shop again, up to five times, until `own` contains the page that nginx sent.
      for (let tries = 0; tries < 5 && answer.cache !== 'HIT'; tries++) {
        if (own.get(keyOf(task))?.has(digestOf(answer))) break
        await askShop(task)
      }
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  return reads
}

test('each visitor gets through nginx what the shop itself answers, and shared pages have nothing personal', async () => {
  expect(visitors.length).toBeGreaterThanOrEqual(20)
  expect(paths.length).toBeGreaterThanOrEqual(30)
  const sessions = visitors.filter(hasSession)
  expect(sessions.length).toBeGreaterThanOrEqual(6)
  const first = await crawl(paths.flatMap((path) => visitors.map((visitor) => ({ visitor, path }))))
  // Reads all shared pages twice more, mixed with the home pages of visitors with sessions.
  const shared = first.filter(({ answer }) => isShared(answer))
  const others = sessions.map((visitor) => ({ visitor, path: '/home' }))
  const [second, third] = [await crawl([...shared, ...others]), await crawl([...others, ...shared])]
  const reads = [...first, ...second, ...third]

  // A page from nginx's cache may be older than the shop's own response to this visitor. The shop has sent this older
  // page to another visitor with the same key, so `own` contains it.
  const wrong = reads.filter((read) => !own.get(keyOf(read))?.has(digestOf(read.answer)))
  const differences = wrong.map(({ visitor, path, answer, before }) => {
    return [`${visitor.name} at ${path}, ${answer.cache}`, ...(difference(answer, before) ?? [])]
  })
  expect(differences.slice(0, 5)).toEqual([])

  const secrets = visitors.flatMap((visitor) => visitor.secrets)
  expect(secrets.length).toBeGreaterThan(10)
  // Searches the text of each shared page for secrets only once, because equal ETags mean equal texts.
  const seen = new Set<string | undefined>()
  for (const { visitor, path, answer } of reads) {
    const where = `${visitor.name} at ${path}`
    if (sessions.includes(visitor)) expect([where, answer.cache]).toEqual([where, 'BYPASS'])
    if (!answer.headers['cache-control']?.includes('public')) {
      expect([where, answer.cache]).toEqual([where, expect.stringMatching(/^(BYPASS|MISS)$/)])
      continue
    }
    expect([where, answer.headers['set-cookie']]).toEqual([where, undefined])
    const words = JSON.stringify(answer.headers) + (seen.has(answer.headers.etag) ? '' : textOf(answer))
    seen.add(answer.headers.etag)
    expect([where, secrets.filter((secret) => words.includes(secret))]).toEqual([where, []])
  }
})

test('the cache answers guests who ask for what others like them have read', async () => {
  const paths = ['/home', '/store', '/store/productlist?cat=all', '/blog']
  const caches: (string | undefined)[] = []
  for (const path of paths) {
    for (const { headers } of guests) {
      for (let time = 0; time < 3; time++) caches.push((await throughNginx(path, headers)).cache)
    }
  }
  expect(caches.filter((cache) => cache === 'HIT').length / caches.length).toBeGreaterThan(0.5)
})

test('a cache may keep each page of the sitemap for all guests', async () => {
  const paths = await sitemap()
  expect(paths.length).toBeGreaterThan(150)
  const notShared: string[] = []
  for (const path of paths) if (!isShared(await directly(path, { 'user-agent': desktop }))) notShared.push(path)
  expect(notShared).toEqual([])
})

test('a new price shows through nginx before the time is over for which a page may be kept', async () => {
  const { seconds, within } = await priceChange.shown
  expect(within).toBeLessThanOrEqual(60)
  expect(seconds).toBeLessThan(within + 5)
})
