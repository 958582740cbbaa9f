import autocannon from 'autocannon'
import type pg from 'pg'
import { keysOf } from '#contract/object-keys.ts'
import { sessionCookie, signedInCookie } from '#server/platform/http/visits.ts'
import { registerMember } from '#tests/registration.ts'
import type { RunningServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import { prepareMembers, prepareProduct } from './checkouts.ts'
import { serverTime } from './processors.ts'

interface BenchContext {
  /** The server's data folder, in which the server stores its emails. */
  folder: string
  db: pg.Pool
  server: RunningServer
  seconds: number
}

const api = '/api/istore/client/productManagement2'
const concurrentSignIns = 20
const rounds = 8
const pagesPerRound = 150
/** Processor time has a resolution of 10 ms, so cheap pages need more repetitions. */
const cachedPagesPerRound = 1500
const connections = 4
const memberCount = 20

/**
 * Measures the cost of members: their pages in comparison with the pages of guests, and lists during many simultaneous
 * sign-ins.
 */
export async function measureMembers(scene: BenchContext): Promise<string[][]> {
  return [...(await pageCosts(scene)), ...(await measureListsDuringSignIns(scene))]
}

/** A number of requests for one page. Each request sends one of the `cookies`, in turn. */
interface PageLoad {
  path: string
  cookies: string[]
  pages: number
}

/**
 * Measures the server's processor time per page. Measures cached pages for guests, for members, and for members who
 * open their first page. Also measures URLs that the server does not cache, so that it renders the page each time.
 */
async function pageCosts({ db, server }: BenchContext): Promise<string[][]> {
  const sku = await prepareProduct(db, 'bench-members', 1_000_000)
  const guest = createShopper(server.url)
  await guest.api.cart.add({ sku, quantity: 1 })
  const guests = [cookieOf(guest)]
  const members = await signInMembers({ db, server }, memberCount, sku)
  const rows: string[][] = []
  for (const [name, path] of [
    ['home', '/home?'],
    ['list', '/store/productlist?cat=all&'],
    ['product', `/store/product/${sku}?`],
  ] as const) {
    const cachedPath = path.slice(0, -1)
    const loads = {
      kept: { path: cachedPath, cookies: guests, pages: cachedPagesPerRound },
      filled: { path: cachedPath, cookies: members, pages: cachedPagesPerRound },
      guest: { path: `${path}bench=1`, cookies: guests, pages: pagesPerRound },
      member: { path: `${path}bench=1`, cookies: members, pages: pagesPerRound },
    }
    const costs: Record<string, number[]> = { kept: [], filled: [], guest: [], member: [], unknown: [] }
    const record = async (who: string, load: PageLoad) => costs[who]?.push(await costOf(server, load))
    for (const who of keysOf(loads)) await costOf(server, loads[who])
    for (let round = 0; round < rounds; round++) {
      for (const who of keysOf(loads)) await record(who, loads[who])
      const cookies = await signInMembers({ db, server }, pagesPerRound)
      await record('unknown', { path: cachedPath, cookies, pages: pagesPerRound })
    }
    const cost = (who: string) => minOf(costs[who] ?? [])
    rows.push([
      `${name}, HTML, of a member: processor time`,
      `${cost('filled').toFixed(2)} ms`,
      `${cost('kept').toFixed(2)} ms of a guest`,
      `${percent(cost('filled') / cost('kept'))} (≤ +15 %)`,
      `the first page of ten minutes: ${cost('unknown').toFixed(2)} ms; rendered for each: ${cost('member').toFixed(1)} ms, a guest ${cost('guest').toFixed(1)} ms, ${percent(cost('member') / cost('guest'))}`,
    ])
  }
  return rows
}

/**
 * Returns the cookies of new members who have not requested any page yet. If `sku` is given, each member has one piece
 * of it in the cart.
 */
async function signInMembers(
  { db, server }: Pick<BenchContext, 'db' | 'server'>,
  count: number,
  sku?: string,
): Promise<string[]> {
  const tokens = await prepareMembers(db, count)
  return Promise.all(
    tokens.map(async (token) => {
      const member = createShopper(server.url)
      member.cookies.set(sessionCookie(false), token)
      member.cookies.set(signedInCookie, '1')
      if (sku) await member.api.cart.add({ sku, quantity: 1 })
      else await member.api.shell.appInfo({})
      return cookieOf(member)
    }),
  )
}

const cookieOf = ({ cookies }: ReturnType<typeof createShopper>) =>
  [...cookies].map((pair) => pair.join('=')).join('; ')

/** Milliseconds of the server's processor time per page. */
async function costOf(server: RunningServer, { path, cookies, pages }: PageLoad): Promise<number> {
  let started = 0
  const before = serverTime([server])
  const { non2xx, errors } = await autocannon({
    url: server.url + path,
    connections,
    amount: pages,
    setupClient(client) {
      const share = cookies.filter((_, n) => n % connections === started % Math.min(connections, cookies.length))
      started++
      // The encodings that browsers accept.
      const headers = (cookie: string) => ({ cookie, 'accept-encoding': 'gzip, deflate, br, zstd' })
      client.setRequests(share.map((cookie) => ({ path, headers: headers(cookie) })))
    },
  })
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} answers were not 200, ${errors} failed`)
  return (serverTime([server]) - before) / pages
}

/** Measures how long a list takes alone, and while twenty members sign in repeatedly with the right password. */
async function measureListsDuringSignIns({ folder, server, seconds }: BenchContext): Promise<string[][]> {
  const password = 'three dumplings at noon'
  const shoppers = await Promise.all(
    Array.from({ length: concurrentSignIns }, async (_, n) => {
      const shopper = createShopper(server.url)
      const email = `bench-sign-in-${n}@example.com`
      await registerMember(folder, shopper, { name: 'Bench', email, password })
      return { ...shopper, email }
    }),
  )
  const lists = () =>
    autocannon({ url: `${server.url}${api}/products?numberToLoad=12`, connections: 5, duration: seconds })
  const baseline = await lists()
  let isOver = false
  let signIns = 0
  const signingIn = shoppers.map(async ({ api, email }) => {
    while (!isOver) {
      await api.account.signIn({ email, password })
      signIns++
    }
  })
  const duringSignIns = await lists()
  isOver = true
  await Promise.all(signingIn)
  if (duringSignIns.non2xx + duringSignIns.errors > 0) throw new Error('a list failed beside sign-ins')
  return [
    [
      `product list beside ${concurrentSignIns} who sign in without end`,
      `p99 ${duringSignIns.latency.p99} ms, ${Math.round(duringSignIns.requests.average)} /s`,
      `p99 ${baseline.latency.p99} ms, ${Math.round(baseline.requests.average)} /s without them`,
      'p99 < 100 ms, all signed in',
      `${(signIns / seconds).toFixed(1)} sign-ins/s`,
    ],
  ]
}

/** The minimum, because other load on the machine affects it least. */
const minOf = (numbers: number[]) => Math.min(...numbers)
const percent = (ratio: number) => `${ratio < 1 ? '−' : '+'}${Math.abs(Math.round((ratio - 1) * 100))} %`
