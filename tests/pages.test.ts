import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCalls } from '#contract/calls.ts'
import { specificationBase, xsrfCookie } from '#contract/constants.ts'
import { dayMs } from '#contract/durations.ts'
import { createStaffClient } from '#scripts/staff-client.ts'
import { apiDocsFiles } from '#server/platform/http/api-docs-files.ts'
import { readStaffSecret } from '#server/platform/http/staff-secret.ts'
import { normalizeLine } from '#server/platform/normalize-text.ts'
import { storeImage } from '#server/platform/pictures/images.ts'
import { registerMember } from './registration.ts'
import type { RunningServer } from './server.ts'
import { startServer } from './server.ts'
import { createShopper } from './shopper.ts'

// Each page of the built server combines shared content from a cache with content that differs in each response.
let server: RunningServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-pages-'))
  server = await startServer({ DATA_DIR: folder, DEMO: 'false', RATE_LIMIT_FACTOR: '100' })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' })
const nonceOf = (answer: Response) =>
  /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? ''

let people = 0
async function signedIn(name = 'Canary Person') {
  const shopper = createShopper(server.url)
  const email = `canary-${Date.now()}-${++people}@example.com`
  await registerMember(folder, shopper, { name, email, password: 'a long enough sentence' })
  return { ...shopper, email }
}

type Member = Awaited<ReturnType<typeof signedIn>>
const encodings = ['identity', 'gzip', 'br'] as const

/** Requests a member’s page in an encoding, and checks the encoding of the response. Returns the decompressed bytes. */
async function bytesFor({ cookies }: Member, path: string, encoding: string): Promise<Buffer> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(server.url + path, { headers: { cookie, 'accept-encoding': encoding } }, resolve).on('error', reject)
  })
  expect([path, answer.statusCode, answer.headers['content-encoding'] ?? 'identity']).toEqual([path, 200, encoding])
  const bytes = await buffer(answer)
  return encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
}

/** A member’s page without values that differ in each response. */
async function readBy(member: Member, path: string, encoding: string = 'identity'): Promise<string> {
  const html = (await bytesFor(member, path, encoding)).toString()
  return html
    .replaceAll('&apos;', '&#x27;')
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, '')
}

/** The data that a page’s scripts receive. */
const dataIn = (html: string) =>
  [...html.matchAll(/streamController\.enqueue\("(.*?)"\);?<\/script>/g)].flatMap(([, words]) =>
    String(JSON.parse(`"${words}"`))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line.replace(/^\w\d+:/, ''))),
  )

const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

test('all guests get the same bytes, and the policy has the hashes of their scripts and styles', async () => {
  const [one, other] = [await page('/home'), await page('/home')]
  const html = await one.text()
  expect(await other.text()).toBe(html)
  expect(policyOf(other)).toBe(policyOf(one))
  expect(policyOf(one)).not.toContain('nonce-')
  const inline = [...html.matchAll(/<(?:script|style)(?![^>]*application\/)[^>]*>(.*?)<\/(?:script|style)>/gs)]
  expect(inline.length).toBeGreaterThan(2)
  for (const [, code = ''] of inline) {
    expect(policyOf(one)).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  }
  expect(html).not.toMatch(/\sstyle="/)
  expect(html).not.toMatch(/\son\w+="/)
})

test('each response of a personal page has its own nonce, and all its scripts and styles carry it', async () => {
  const [one, other] = [await page('/checkout/cart'), await page('/checkout/cart')]
  expect(nonceOf(one)).not.toBe('')
  expect(nonceOf(one)).not.toBe(nonceOf(other))
  const tags = (await one.text()).match(/<(script|style)\b[^>]*>/g) ?? []
  expect(tags.length).toBeGreaterThan(2)
  for (const tag of tags) expect(tag).toContain(`nonce="${nonceOf(one)}"`)
})

/** The `Cache-Control` header of a page that guests share. */
const shared = /^public, max-age=0, must-revalidate, s-maxage=\d+, stale-while-revalidate=\d+$/

test('a page that guests share begins no session, may be kept by shared caches, and is answered 304', async () => {
  const answer = await page('/home')
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(answer.headers.get('cache-control')).toMatch(shared)
  const etag = answer.headers.get('etag') ?? ''
  const again = await page('/home', { 'if-none-match': etag })
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  for (const path of ['/home?lang=zh', '/checkout/cart', '/store/product/no-such-product']) {
    expect((await page(path)).headers.get('cache-control')).toBe('private, no-cache')
  }
})

test('each visitor gets a session and a token of their own with a personal page', async () => {
  const cookies = async () => (await page('/checkout/cart')).headers.getSetCookie().map((line) => line.split(';')[0])
  const [one, other] = [await cookies(), await cookies()]
  expect(one).toHaveLength(2)
  expect(one).not.toEqual(other)
  const [session = ''] = one
  const known = await page('/home', { cookie: session })
  expect(known.headers.get('cache-control')).toBe('private, no-cache')
  expect(known.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual([xsrfCookie])
})

test('the first change of a browser without a session needs its own origin, and begins the session', async () => {
  const change = (headers: Record<string, string>) =>
    fetch(`${server.url}${specificationBase}/common3/setSelectedStoreLocation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ locationId: 'main' }),
    })
  const others: Record<string, string>[] = [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of others) {
    expect((await change(headers)).status).toBe(403)
  }
  expect((await change({ origin: server.url, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const own: Record<string, string>[] = [{ origin: server.url }, { 'sec-fetch-site': 'same-origin' }]
  for (const headers of own) {
    const answer = await change(headers)
    expect(answer.status).toBe(200)
    const names = answer.headers.getSetCookie().map((line) => line.split('=')[0])
    expect(names).toEqual(expect.arrayContaining(['sid', xsrfCookie]))
    // Now the browser has a session, so the server refuses the same change without the token.
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
    expect((await change({ ...headers, cookie: cookie.join('; ') })).status).toBe(403)
  }
})

test('a script that reads data begins no session', async () => {
  const read = (headers: Record<string, string>) => page(`${specificationBase}/common3/appInfoInit`, headers)
  expect((await read({ 'sec-fetch-dest': 'empty' })).headers.getSetCookie()).toEqual([])
  expect((await read({})).headers.getSetCookie()).toHaveLength(2)
})

test('a cached page filled in for a member equals its rendering, without data of others, in each encoding', async () => {
  const names = [
    'Ann & <b>"O’Neil"</b> \'x\' </script><script>alert(1)</script>',
    '$& $1 {name} \\ \u2028林美',
    'Canary Three',
    '👩‍👩‍👧‍👦😀 \\" \\\\" ]}',
    '<\u2029>&'.repeat(16),
  ]
  const people = await Promise.all(names.map((name) => signedIn(name)))
  for (const path of ['/home', '/store/productlist?cat=all', '/store/search?q=tea', '/blog', '/']) {
    // The page cache has no entries with this parameter, so the server renders every response.
    const rendered = `${path}${path.includes('?') ? '&' : '?'}whole=1`
    const own = await Promise.all(
      people.map(async (person) =>
        (await readBy(person, rendered)).replaceAll(/(?:[?&]|&amp;|\\u0026|%3F|%26)whole(?:=|%3D)1/g, ''),
      ),
    )
    // Sends the requests in parallel, so that some of them wait for the cache entry of another request.
    for (const _ of [1, 2]) {
      const asked = people.flatMap((person, n) => encodings.map((encoding) => ({ person, encoding, own: own[n] })))
      const kept = await Promise.all(asked.map(({ person, encoding }) => readBy(person, path, encoding)))
      for (const [n, html] of kept.entries()) {
        expect(html === asked[n]?.own, `${path} ${asked[n]?.encoding}`).toBe(true)
        expect(dataIn(html)).toEqual(dataIn(asked[n]?.own ?? ''))
        for (const other of people) if (other !== asked[n]?.person) expect(html).not.toContain(other.email)
        expect(html).not.toContain('<script>alert(1)')
      }
    }
    for (const [n, person] of people.entries()) {
      const html = (await bytesFor(person, path, 'br')).toString()
      // Compares with the normalized name, because the shop stores a name as one line.
      expect(JSON.stringify(dataIn(html))).toContain(JSON.stringify(normalizeLine(names[n] ?? '')))
    }
    const guest = await (await page(path)).text()
    for (const { email } of people) expect(guest).not.toContain(email)
    expect(guest).not.toMatch(/[0-9a-f]{32}-\w+-/)
  }
})

test.each(encodings)('a new name and a sign-out show at once in a cached page that is sent as %s', async (encoding) => {
  const [member, other] = [await signedIn('Canary Before'), await signedIn('Canary Other')]
  const read = (who = member) => readBy(who, '/home', encoding)
  for (const _ of [1, 2]) expect(await read()).toContain('Canary Before')
  await member.api.account.update({ name: 'Renamed Person' })
  expect(await read()).toContain('Renamed Person')
  expect(await read(other)).toContain('Canary Other')
  const { cookies } = member
  const before = { ...member, cookies: new Map(cookies) }
  await member.api.account.signOut({})
  for (const who of [member, before]) expect(await read(who)).not.toMatch(/Renamed Person|Canary/)
  expect(await read(other)).toContain('Canary Other')
})

test('a member’s page shows the member, and the guest page does not', async () => {
  const member = await signedIn()
  expect(await (await member.walk('/home')).text()).toContain('Canary Person')
  expect(await (await page('/home')).text()).not.toContain('Canary Person')
})

test('a member without the signed_in cookie gets the guest page and leaves nothing in it', async () => {
  const member = await signedIn()
  const path = '/store?page=1'
  member.cookies.delete('signed_in')
  const answer = await member.walk(path)
  expect(await answer.text()).not.toContain('Canary Person')
  expect(await (await page(path)).text()).not.toContain('Canary Person')
})

test.each([
  ['the language', { cookie: 'locale=zh' }],
  ['the environment', { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile MicroMessenger/8.0 miniProgram/wx1' }],
])('the page cache has an entry of its own for %s', async (_, headers) => {
  const plain = (html: string) => html.replace(/nonce="[^"]*"/g, '')
  const before = plain(await (await page('/home')).text())
  expect(plain(await (await page('/home', headers)).text())).not.toBe(before)
  expect(plain(await (await page('/home')).text())).toBe(before)
})

test.each([
  ['/api/openapi.json', 'openapi.json'],
  ['/api/docs/swagger-ui-bundle.js', 'swagger-ui-bundle.js'],
] as const)('%s is the file that the build made, in each encoding', async (path, name) => {
  const written = String(await apiDocsFiles[name](listCalls()))
  for (const [encoding, ending] of [
    ['identity', ''],
    ['gzip', '.gz'],
    ['br', '.br'],
  ]) {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(server.url + path, { headers: { 'accept-encoding': encoding } }, resolve).on('error', reject)
    })
    const bytes = await buffer(answer)
    expect(answer.headers['content-length']).toBe(String(bytes.length))
    expect(bytes.equals(await readFile(`build/api-docs/${name}${ending}`))).toBe(true)
    if (encoding === 'identity') expect(bytes.toString()).toBe(written)
  }
})

test('a language in the address sets the language of the page and the language cookie', async () => {
  for (const [locale, lang] of [
    ['zh', 'zh-Hans'],
    ['en', 'en-CA'],
  ]) {
    const answer = await page(`/home?lang=${locale}`, { cookie: `locale=${locale === 'zh' ? 'en' : 'zh'}` })
    const html = await answer.text()
    expect(html).toContain(`<html lang="${lang}"`)
    expect(html).toContain(`<link rel="canonical" href="${server.url}/home?lang=${locale}"/>`)
    expect(html).toContain(`<link rel="alternate" hrefLang="x-default" href="${server.url}/home"/>`)
    expect(answer.headers.getSetCookie().join('\n')).toContain(`locale=${locale};`)
  }
  const unknown = await page('/home?lang=xx')
  expect(await unknown.text()).toContain('<html lang="en-CA"')
  expect(unknown.headers.getSetCookie().join('\n')).not.toContain('locale=')
})

test('choosing a language removes the one in the address', async () => {
  const answer = await fetch(`${server.url}/preferences`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
    body: new URLSearchParams({ locale: 'en', redirectTo: '/store/productlist?cat=tea&lang=zh' }),
  })
  expect(answer.headers.get('location')).toBe('/store/productlist?cat=tea')
})

test('a form from another origin is refused, one from the shop is accepted', async () => {
  const send = (origin: string | null) =>
    fetch(`${server.url}/preferences`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin && { origin }) },
      body: 'locale=zh&redirectTo=/home',
    })
  expect((await send('https://evil.test')).status).toBe(403)
  expect((await send('null')).status).toBe(403)
  expect((await send(null)).status).toBe(403)
  expect((await send(server.url)).status).toBeLessThan(400)
})

test.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '/\t/evil.test'])(
  'the shop does not redirect to %s',
  async (target) => {
    const answer = await fetch(`${server.url}/preferences`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
      body: new URLSearchParams({ locale: 'zh', redirectTo: target }),
    })
    const location = answer.headers.get('location') ?? '/'
    expect(new URL(location, server.url).origin).toBe(server.url)
    expect(location).not.toMatch(/evil|javascript/)
  },
)

test.each([
  ['/no-such-page', '/'],
  ['/store/nothing/here', '/'],
  ['/user', '/user/list'],
  ['/main?to=%2Fstore%3Fpage%3D2', '/store?page=2'],
  ['/about?loc=nowhere', '/home'],
])('%s redirects to %s', async (path, target) => {
  const answer = await page(path)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(target)
})

test('the empty path shows the home page', async () => {
  const body = async (path: string) =>
    /<main[^>]*>.*<\/main>/s.exec((await (await page(path)).text()).replace(/nonce="[^"]*"/g, ''))?.[0]
  expect(await body('/')).toBe(await body('/home'))
})

/** Imports products, each with its handle as its SKU. */
async function importProducts(...rows: { handle: string; title: string; status?: string }[]) {
  const file = join(folder, `${rows[0]?.handle}.csv`)
  const lines = rows.map(({ handle, title, status = 'active' }) => `${handle},${title},true,${status},${handle},4.50`)
  await writeFile(file, ['Handle,Title,Published,Status,Variant SKU,Variant Price', ...lines].join('\n'))
  const child = spawn(process.execPath, ['scripts/import.ts', file, '--pictures', 'skip'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  })
  expect(await once(child, 'exit')).toEqual([0, null])
}

test('an archived product is answered 410, an unknown one 404, both with a search field', async () => {
  await importProducts({ handle: 'old-tea', title: 'Old Tea', status: 'archived' }, { handle: 'tea', title: 'Old Tea' })
  for (const [path, status, words] of [
    ['/store/product/tea', 200, 'Old Tea'],
    ['/store/product/old-tea', 410, 'We no longer carry this'],
    ['/store/product/unknown', 404, 'We don’t carry that one'],
    ['/store/brand/unknown', 404, 'We don’t carry that one'],
  ] as const) {
    const answer = await page(path)
    const html = await answer.text()
    expect(answer.status, path).toBe(status)
    expect(html).toContain(words)
    if (status !== 200) expect(html).toMatch(/<input[^>]*name="q"/)
  }
  const html = await (await page('/store/product/tea?lang=en')).text()
  const [product] = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)]
    .map(([, json = '']) => JSON.parse(json))
    .filter((thing) => thing['@type'] === 'Product')
  expect(product).toMatchObject({ name: 'Old Tea', offers: { price: '4.50', priceCurrency: 'CAD' } })
})

/** A client for the staff calls of the shop. It sends the shop’s staff secret. */
async function openStaff() {
  const secret = await readStaffSecret(folder)
  return createStaffClient({ url: server.url, host: new URL(server.url).host, secret }, 'en')
}

const inBoth = (words: string) => ({ en: words, zh: words })

/**
 * The text of a page that guests share. Waits until two visits get the same bytes, because a change clears the cache
 * once more when its notification arrives.
 */
async function sharedPage(path: string): Promise<string> {
  const textOf = async () => (await page(path)).text()
  await expect.poll(async () => new Set([await textOf(), await textOf()]).size).toBe(1)
  const answer = await page(path)
  expect(answer.headers.get('cache-control')).toMatch(shared)
  return answer.text()
}

test('guests share a page with a form', async () => {
  const staff = await openStaff()
  const label = inBoth('Message')
  await staff.writeForm({
    form: 'ask',
    title: inBoth('Ask us'),
    text: inBoth(''),
    submit: inBoth('Send'),
    thanks: inBoth('Thanks'),
    fields: [{ name: 'message', kind: 'textarea', label, required: true }],
  })
  const blocks = [{ kind: 'form' as const, form: 'ask' }]
  await staff.writePage({ page: 'ask-us', title: inBoth('Questions'), blocks })
  const html = await sharedPage('/ask-us')
  expect(html).toMatch(/<textarea[^>]*name="message"/)
  expect(html).toMatch(/name="ticket" value="[\w.-]+"/)
})

test('guests share the page of a group-buy product only at the address that names its group-buy', async () => {
  await importProducts({ handle: 'lychee', title: 'Lychees' })
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
  const staff = await openStaff()
  await staff.createCampaign({
    id: 'lychees',
    location: 'main',
    title: inBoth('Lychee box'),
    organiser: inBoth('Auntie Wang'),
    opensAt: at(-1),
    closesAt: at(2),
    goal: { kind: 'none' },
    items: [{ sku: 'lychee', stock: 20, tiers: [{ from: 1, price: 400 }] }],
    points: [{ name: inBoth('Plaza'), windows: [{ date: at(5).slice(0, 10), from: '10:00', until: '12:00' }] }],
  })
  const path = '/store/campaignItem/lychees-lychee'
  expect(await sharedPage(`${path}?FissionSale=lychees`)).toContain('Lychee box')
  for (const query of ['', '?FissionSale=pears']) {
    const wrong = await page(path + query)
    expect([query, wrong.status, wrong.headers.get('location')]).toEqual([query, 302, `${path}?FissionSale=lychees`])
    expect(wrong.headers.get('cache-control')).toBe('private, no-cache')
  }
  const missing = await page('/store/campaignItem/lychees-pear?FissionSale=lychees')
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'private, no-cache'])
})

test('the page /main is blank', async () => {
  const html = await (await page('/main')).text()
  expect(html).toMatch(/<main><\/main>/)
  expect(html).not.toContain('<footer')
})

test.each(['/no-such-page', '/store/nothing/here', '/%E0%A4%A', '/..%2f..%2fetc/passwd'])(
  'the path %s causes no server error',
  async (path) => {
    const answer = await page(path)
    expect(answer.status).toBeLessThan(500)
    await answer.arrayBuffer()
  },
)

test('the JPEG form of a picture for link previews is served for its one width', async () => {
  const tile = sharp({ create: { width: 400, height: 300, channels: 3, background: '#d9481c' } })
  const { src } = await storeImage({ DATA_DIR: folder }, await tile.png().toBuffer(), {
    alt: { en: 'Tile', zh: '一块' },
  })
  for (const _ of ['made', 'stored']) {
    const answer = await page(`${src}/320.jpg`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 320, height: 240 })
  }
  expect((await page(`${src}/160.jpg`)).status).toBe(404)
})

test.each(['/assets/..%2f..%2fpackage.json', '/media/..%2flock', '/assets/%00', '/media/'])(
  '%s is not found',
  async (path) => {
    const answer = await page(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('pid')
  },
)
