import autocannon from 'autocannon'
import type pg from 'pg'
import { sessionCookie, signedInCookie } from '#server/platform/visit.ts'
import type { RunningServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'
import { prepareMembers, prepareProduct } from './checkouts.ts'
import { serverTime } from './processors.ts'

interface Scene {
  db: pg.Pool
  server: RunningServer
  seconds: number
}

const api = '/api/istore/client/productManagement2'
const signInsAtOnce = 20
const rounds = 4
const pagesPerRound = 150

/** What members cost the shop: their pages beside those of guests, and lists while many sign in at once. */
export async function measureMembers(scene: Scene): Promise<string[][]> {
  return [...(await pageCosts(scene)), ...(await listsWhileSigningIn(scene))]
}

/**
 * The server's processor time of a page: of a member's as it is visited, kept and filled in, beside a guest's kept one; and
 * rendered for each, at addresses that are not kept. All with the same cart.
 */
async function pageCosts({ db, server }: Scene): Promise<string[][]> {
  const sku = await prepareProduct(db, 'bench-members', 1_000_000)
  const [token = ''] = await prepareMembers(db, 1)
  const guest = createShopper(server.url)
  const member = createShopper(server.url)
  member.cookies.set(sessionCookie(false), token)
  member.cookies.set(signedInCookie, '1')
  for (const { api } of [guest, member]) await api.cart.add({ sku, quantity: 1 })
  const cookieOf = ({ cookies }: typeof guest) => [...cookies].map((pair) => pair.join('=')).join('; ')
  const rows: string[][] = []
  for (const [name, path] of [
    ['home', '/home?'],
    ['list', '/store/productlist?cat=all&'],
    ['product', `/store/product/${sku}?`],
  ] as const) {
    const asked = {
      kept: { path: path.slice(0, -1), cookie: cookieOf(guest) },
      filled: { path: path.slice(0, -1), cookie: cookieOf(member) },
      guest: { path: `${path}bench=1`, cookie: cookieOf(guest) },
      member: { path: `${path}bench=1`, cookie: cookieOf(member) },
    }
    const costs = { kept: [], filled: [], guest: [], member: [] } as Record<keyof typeof asked, number[]>
    for (const who of keysOf(asked)) await costOf(server, asked[who])
    for (let round = 0; round < rounds; round++)
      for (const who of keysOf(asked)) costs[who].push(await costOf(server, asked[who]))
    const [kept, filled] = [least(costs.kept), least(costs.filled)]
    const [alike, own] = [least(costs.guest), least(costs.member)]
    rows.push([
      `${name}, HTML, of a member: processor time`,
      `${filled.toFixed(1)} ms`,
      `${kept.toFixed(1)} ms of a guest`,
      `${percent(filled / kept)} (≤ +15 %)`,
      `rendered for each: ${own.toFixed(1)} ms, a guest ${alike.toFixed(1)} ms, ${percent(own / alike)}`,
    ])
  }
  return rows
}

/** Milliseconds of the server's processor time per page. */
async function costOf(server: RunningServer, { path, cookie }: { path: string; cookie: string }): Promise<number> {
  const before = serverTime([server])
  const { non2xx, errors } = await autocannon({
    url: server.url + path,
    connections: 4,
    amount: pagesPerRound,
    // As a browser asks.
    headers: { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' },
  })
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} answers were not 200, ${errors} failed`)
  return (serverTime([server]) - before) / pagesPerRound
}

/** How long a list takes with nobody else there, and while twenty sign in over and over with the right password. */
async function listsWhileSigningIn({ server, seconds }: Scene): Promise<string[][]> {
  const password = 'three dumplings at noon'
  const people = await Promise.all(
    Array.from({ length: signInsAtOnce }, async (_, n) => {
      const shopper = createShopper(server.url)
      const email = `bench-sign-in-${n}@example.com`
      await shopper.api.account.register({ name: 'Bench', email, password })
      return { ...shopper, email }
    }),
  )
  const lists = () =>
    autocannon({ url: `${server.url}${api}/products?numberToLoad=12`, connections: 5, duration: seconds })
  const alone = await lists()
  let isOver = false
  let signIns = 0
  const signingIn = people.map(async ({ api, email }) => {
    while (!isOver) {
      await api.account.signIn({ email, password })
      signIns++
    }
  })
  const beside = await lists()
  isOver = true
  await Promise.all(signingIn)
  if (beside.non2xx + beside.errors > 0) throw new Error('a list failed beside sign-ins')
  return [
    [
      `product list beside ${signInsAtOnce} who sign in without end`,
      `p99 ${beside.latency.p99} ms, ${Math.round(beside.requests.average)} /s`,
      `p99 ${alone.latency.p99} ms, ${Math.round(alone.requests.average)} /s without them`,
      'p99 < 100 ms, all signed in',
      `${(signIns / seconds).toFixed(1)} sign-ins/s`,
    ],
  ]
}

const keysOf = <Key extends string>(of: Record<Key, unknown>) => Object.keys(of) as Key[]
/** The least says what the work is, whatever else this machine does. */
const least = (numbers: number[]) => Math.min(...numbers)
const percent = (ratio: number) => `${ratio < 1 ? '−' : '+'}${Math.abs(Math.round((ratio - 1) * 100))} %`
