import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencyCookie, environmentCookie, localeCookie, locationCookie } from '#contract/constants.ts'
import { locales } from '#contract/languages.ts'
import { sessionCookie, signedInCookie } from '#server/platform/http/visits.ts'
import { dependencies } from './dependencies.ts'
import type { RunningNginx } from './nginx.ts'
import { readDocumentedConfig, startNginx } from './nginx.ts'
import { aliPay, desktop, miniProgram, weChat } from './user-agents.ts'

// Behind nginx is a test server, `origin`, instead of the shop. It responds with what the shop would read from the
// request, so each response shows for which visitor it was made.
let folder: string
let nginx: RunningNginx
let origin: Server
/** The part of the origin's `Cache-Control` that says how long nginx may cache the origin's pages. */
let lifetime = 's-maxage=60'
let status = 200
let asked: { method: string | undefined; headers: Record<string, unknown> }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nginx-keys-'))
  origin = createServer((request, answer) => {
    const { method, headers } = request
    asked.push({ method, headers })
    request.resume().on('end', () => {
      answer.writeHead(status, {
        'Cache-Control': status === 200 ? `public, max-age=0, must-revalidate, ${lifetime}` : 'no-store',
        Vary: 'Cookie, Accept-Encoding, Accept-Language, User-Agent',
        ETag: `"${asked.length}"`,
      })
      answer.end(JSON.stringify(dependencies(headers)))
    })
  })
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
  // The cast is safe, because the server listens on a port.
  nginx = await startNginx(join(folder, 'nginx'), (origin.address() as AddressInfo).port)
})
afterAll(async () => {
  await nginx.stop()
  origin.closeAllConnections()
  await new Promise((resolve) => origin.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(nginx.url + path, { method, headers, redirect: 'manual' })
  return { status: answer.status, cache: answer.headers.get('x-cache'), text: await answer.text(), answer }
}

const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values)
const pair = (name: string, ...values: string[]) => oneOf('', '', ...values.map((value) => `${name}=${value}`))
const userAgent = oneOf(
  desktop,
  'Mozilla/5.0 (Linux; Android 14) Mobile',
  'Mozilla/5.0 (iPad; CPU OS 18_0)',
  weChat,
  miniProgram,
  aliPay,
  `${aliPay} miniProgram`,
  'micromessenger MINIPROGRAM',
  'Mobi',
  '',
)
const acceptLanguage = oneOf(
  '',
  'en',
  'zh-CN,zh;q=0.9',
  'fr-CA, ZH;q=0.5, en;q=0.4',
  'fr,en-GB,zh',
  'fr',
  '*',
  'x-en,zh',
  'xzh, yen',
  ',,zh',
  'EN-us',
)
const plainCookies = fc
  .tuple(
    pair(localeCookie, ...locales, 'fr', 'english'),
    pair(locationCookie, 'markham', 'downtown', '%E4%B8%87%E9%94%A6'),
    pair(currencyCookie, 'USD', 'CNY', 'usd', 'DOLLARS'),
    pair(environmentCookie, 'mini_program', 'browser'),
    pair('theme', '1', 'locale'),
    pair('my_locale', ...locales),
  )
  .chain((pairs) => fc.shuffledSubarray(pairs.filter(Boolean)))
/** Cookies that nginx and the shop may read differently. */
const oddCookies = fc.shuffledSubarray([
  ...locales.flatMap((locale) => [
    `LOCALE=${locale}`,
    `locale=${locale}`,
    `locale =${locale}`,
    `locale=${locale} x`,
    `locale=%${locale.charCodeAt(0).toString(16)}${locale.slice(1)}`,
    `a="; locale=${locale}"`,
  ]),
  'location=downtown; location=richmond',
  'Location=richmond',
  'location=a b',
  'location=""',
  'currency=USD ; currency=CNY',
  'CURRENCY=CNY',
  'environment=%6dini_program',
  'Environment=mini_program',
  '=',
  ';;',
])
const visitor = (cookies: fc.Arbitrary<string[]>) =>
  fc.record({
    cookie: cookies.map((all) => all.join('; ')),
    'accept-language': acceptLanguage,
    'user-agent': userAgent,
  })
const isPresent = ([, value]: [string, string]) => value !== ''

test('no request, however odd, puts a page before visitors who differ from the one whom it was made for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1e9 }),
      fc.array(fc.oneof(visitor(oddCookies), visitor(plainCookies)), { minLength: 1, maxLength: 5 }),
      fc.array(visitor(plainCookies), { minLength: 3, maxLength: 8 }),
      async (page, before, plain) => {
        const path = `/store/productlist?cat=all&page=${page}`
        const headersOf = (headers: Record<string, string>) =>
          Object.fromEntries(Object.entries(headers).filter(isPresent))
        for (const headers of before) await ask(path, headersOf(headers))
        for (const headers of plain) {
          const { text } = await ask(path, { 'accept-language': '', 'user-agent': '', ...headersOf(headers) })
          expect(JSON.parse(text), JSON.stringify(headers)).toEqual(dependencies(headersOf(headers)))
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('what visitors have in common is kept once', async () => {
  const path = '/store?page=common'
  expect(await ask(path, { cookie: 'theme=1; XSRF-TOKEN=2', 'accept-language': 'en' })).toMatchObject({ cache: 'MISS' })
  const same: Record<string, string>[] = [
    { 'accept-language': 'en-GB,en;q=0.5' },
    { cookie: 'locale=en', 'accept-language': 'zh' },
    { cookie: 'utc_offset=-300; theme=2', 'accept-language': 'fr, en' },
    { cookie: 'presid=1; my_signed_in=1', 'accept-language': 'en' },
  ]
  for (const headers of same) expect(await ask(path, headers), JSON.stringify(headers)).toMatchObject({ cache: 'HIT' })
  const { answer } = await ask(path, { 'accept-language': 'en' }, 'HEAD')
  expect(answer.headers.get('x-cache')).toBe('HIT')
  const etag = answer.headers.get('etag') ?? ''
  expect(await ask(path, { 'accept-language': 'en', 'if-none-match': etag })).toMatchObject({ status: 304 })
})

test.each([
  ['a session', '/store', { cookie: `theme=1; ${sessionCookie(false)}=token` }],
  ['a session over https', '/store', { cookie: `${sessionCookie(true)}=token` }],
  ['the mark of members', '/store', { cookie: `theme=1;${signedInCookie}=1` }],
  ['an authorization', '/store', { authorization: 'Bearer token' }],
  ['the checkout', '/checkout/cart', { cookie: 'theme=1' }],
  ['a personal address in other letters', '//USER%2Flist', { cookie: 'theme=1' }],
  ['a call', '/api/istore/client/common3/appInfoInit', { cookie: 'theme=1' }],
  ['the data of a page', '/store/product/tea.data', { cookie: 'theme=1' }],
  ['a parameter of no kept page', '/store?cat=all&token=secret', { cookie: 'theme=1' }],
  ['a language in the address, which becomes a cookie', '/home?lang=zh', { cookie: 'theme=1' }],
  ['a parameter without a value', '/store?cat', { cookie: 'theme=1' }],
] satisfies [string, string, Record<string, string>][])(
  '%s bypasses the cache, and the shop gets the whole request',
  async (_, path, headers) => {
    asked = []
    const sent: Record<string, string> = { 'accept-language': 'zh-CN,fr', ...headers }
    for (const _ of [1, 2]) expect(await ask(path, sent)).toMatchObject({ cache: 'BYPASS' })
    expect(asked.map(({ headers }) => headers)).toEqual([expect.objectContaining(sent), expect.objectContaining(sent)])
  },
)

test('a form is never answered from the cache, and keeps its cookies', async () => {
  asked = []
  for (const _ of [1, 2]) expect(await ask('/store', { cookie: 'theme=1' }, 'POST')).toMatchObject({ cache: null })
  expect(asked).toHaveLength(2)
  expect(asked[0]).toMatchObject({ method: 'POST', headers: { cookie: 'theme=1' } })
})

test('two pictures of 8 MB reach the shop', async () => {
  const body = new Uint8Array(2 * 8 * 1024 * 1024)
  const answer = await fetch(`${nginx.url}/user/contacts`, { method: 'POST', body })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
})

test('a stale page is sent once while nginx fetches the new one, and no longer than the shop allows', async () => {
  const path = '/store?page=stale'
  lifetime = 's-maxage=1, stale-while-revalidate=2'
  const { answer } = await ask(path)
  const first = answer.headers.get('etag')
  const etagNow = async () => (await ask(path)).answer.headers.get('etag')
  await expect.poll(async () => (await ask(path)).cache).toMatch(/STALE|UPDATING/)
  await expect.poll(etagNow).not.toBe(first)
  // The origin now responds with 404. nginx sends the old version of the page until `s-maxage` and
  // `stale-while-revalidate` are over.
  status = 404
  await expect.poll(async () => (await ask(path)).status, { interval: 100 }).toBe(404)
  status = 200
  lifetime = 's-maxage=60'
})

test('the configuration knows each language and each form that the shop has', () => {
  for (const locale of locales) expect(readDocumentedConfig()).toContain(`"~^${locale}$" ${locale};`)
})
