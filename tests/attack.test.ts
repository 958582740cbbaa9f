import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { specificationBase, xsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { orderToken } from '#server/orders/codes.ts'
import type { AttackClient, RawResponse, Victim } from './attacker.ts'
import { openAttackClient as arriveAt, hostile, hostOf, openVictim, password, sendRaw as sayTo } from './attacker.ts'
import { photo, toFile } from './pictures.ts'
import type { RunningServer } from './server.ts'
import { createShopper, placeOrder } from './shopper.ts'

/** These tests attack the built server over real sockets. */
let victim: Victim
let server: RunningServer
let slow: Promise<RawResponse[]>
let restful: Promise<RawResponse>
let stalled: Promise<RawResponse>
let uploaded: Promise<number | undefined>

beforeAll(async () => {
  victim = await openVictim()
  server = victim.server
  const eve = await arrive()
  const byTheDrop = { everyMs: 500, drip: 'x', patience: 25_000 }
  slow = Promise.all([
    say('GET / HTTP/1.1\r\nHost: ', byTheDrop),
    say(`${eve.head(cartPath, 'application/json')}Content-Length: 1000\r\n\r\n`, byTheDrop),
    say(`${eve.head('/preferences', plainForm)}Content-Length: 1000\r\n\r\n`, byTheDrop),
  ])
  const once = `GET /livez HTTP/1.1\r\nHost: ${hostOf(server)}\r\n\r\n`
  restful = say(once, { everyMs: 9000, drip: once, patience: 12_000 })
  await eve.signIn()
  stalled = say(`${eve.head(uploadPath, 'multipart/form-data; boundary=x')}Content-Length: 1000\r\n\r\n--x`, {
    patience: 40_000,
  })
  uploaded = uploadSlowly(eve)
}, 60_000)
afterAll(() => victim.close())

const cartPath = `${specificationBase}/shoppingManagement4/myCart`
const uploadPath = `${specificationBase}/admin/userManagement/image/upload`
const plainForm = 'application/x-www-form-urlencoded'
const arrive = () => arriveAt(server)
const say = (words: string | Buffer, options?: Parameters<typeof sayTo>[2]) => sayTo(server, words, options)
/** Sends a GET request with exactly this target over a bare socket, because `fetch` would normalize the target. */
const askFor = (target: string, headers = '', host = hostOf(server)) =>
  say(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`))
const whoIs = async (visitor: AttackClient) =>
  ((await (await visitor.ask(`${specificationBase}/common3/appInfoInit`)).json()) as { user: { name: string } | null })
    .user?.name
const count = async (table: string) => Number((await victim.shop.query(`select count(*) as n from ${table}`))[0]?.n)

/** Uploads a picture in 18 seconds, as over a slow network. Returns the status. */
async function uploadSlowly({ cookies }: AttackClient): Promise<number | undefined> {
  const form = new FormData()
  form.set('file', toFile(await photo().png().toBuffer(), 'a.png', 'image/png'))
  const whole = new Response(form)
  const bytes = Buffer.from(await whole.arrayBuffer())
  async function* pieces() {
    for (let n = 0; n < 36; n++) {
      yield bytes.subarray((bytes.length * n) / 36, (bytes.length * (n + 1)) / 36)
      await setTimeout(500)
    }
  }
  const headers = {
    cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
    'content-type': whole.headers.get('content-type') ?? '',
    'content-length': bytes.length,
    [xsrfHeader]: cookies.get(xsrfCookie) ?? '',
  }
  const sent = request(server.url + uploadPath, { method: 'POST', headers })
  const answered = once(sent, 'response')
  await pipeline(pieces(), sent)
  const [answer] = await answered
  answer.resume()
  return answer.statusCode
}

// Request bodies

test.each([
  [cartPath, 'application/json'],
  ['/preferences', plainForm],
  ['/checkout/cart.data', plainForm],
])('a body of 10 MB for %s is refused before it is sent', async (path, type) => {
  const heard = await say(`${(await arrive()).head(path, type)}Content-Length: 10485760\r\n\r\n`)
  expect(heard.status).toBe(413)
})

test.each(['/preferences', '/checkout/cart', '/account/login'])('a multipart form for %s is refused', async (path) => {
  const visitor = await arrive()
  for (const body of ['--x\r\nnonsense', `--x\r\nContent-Disposition: form-data; name="sku"\r\n\r\ntea\r\n--x--`]) {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', origin: server.url }
    expect((await visitor.call('POST', path, body, headers)).status).toBe(415)
  }
})

test.each([
  ['a call', cartPath, 'application/json'],
  ['a form', '/preferences', plainForm],
])('an endless body for %s is refused', async (_, path, type) => {
  const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`
  const heard = await say(`${(await arrive()).head(path, type)}Transfer-Encoding: chunked\r\n\r\n`, {
    everyMs: 5,
    drip: chunk,
    deafMs: 200,
    patience: 8000,
  })
  expect(heard.status).toBe(413)
  expect(heard.ms).toBeLessThan(7000)
})

test.each([cartPath, '/preferences', '/checkout/cart'])('a compressed body for %s is refused', async (path) => {
  const visitor = await arrive()
  const type = path === cartPath ? 'application/json' : plainForm
  const answer = await visitor.call('POST', path, 'locale=zh', {
    'content-type': type,
    'content-encoding': 'gzip',
    origin: server.url,
  })
  expect(answer.status).toBe(415)
})

// Malformed requests

test.each([
  ['%', 'a percent sign alone'],
  ['/%E0%A4%A', 'a broken percent sequence'],
  ['/store/product/%E0%A4%A', 'a broken product id'],
  ['/store/product/%00', 'a NUL'],
  [`${specificationBase}/productManagement/product/%E0%A4%A`, 'a broken id of a call'],
  [`${specificationBase}/productManagement/product/%00`, 'a NUL in a call'],
  [`${specificationBase}/productManagement2/products?cat=%E0%A4%A&sortby=%`, 'a broken query'],
  ['/media/../../../etc/passwd', 'dots'],
  ['/media/%2e%2e/%2e%2e/%2e%2e/etc/passwd', 'written dots'],
  ['/media/..%2f..%2f..%2fetc%2fpasswd', 'written slashes'],
  ['/media/..%5c..%5cmain.ts', 'written backslashes'],
  ['/media/%252e%252e/%252e%252e/lock', 'dots written twice'],
  ['/media/%00.png', 'a NUL in a file name'],
  ['/assets/..%2f..%2fserver%2fmain.js', 'the server’s own code'],
  ['/assets/../../server/main.js', 'the same with dots'],
  ['/assets/%2e%2e/%2e%2e/server/main.js', 'the same with written dots'],
  ['/assets\\..\\..\\server\\main.js', 'the same with backslashes'],
  ['/.env', 'a hidden file'],
  ['/__proto__', 'a prototype'],
  ['/store/product/__proto__', 'a prototype as a product'],
  ['/store/product/constructor', 'a constructor as a product'],
  [`${specificationBase}/productManagement/product/__proto__`, 'a prototype in a call'],
  [`${specificationBase}/productManagement2/products?__proto__=1&constructor=2`, 'a prototype in a query'],
  [`/${'a'.repeat(5000)}`, '5,000 characters'],
  [`/store/product/${'a'.repeat(5000)}`, 'a product id of 5,000 characters'],
  [`/store/search/${'%E8%8C%B6'.repeat(1000)}`, 'a search of 9,000 characters'],
  [`/home?${'a=b&'.repeat(2000)}`, '2,000 parameters'],
  ['//evil.example/..', 'two slashes'],
  ['http://evil.example/home', 'an address of elsewhere'],
  ['http://evil.example/preferences', 'a redirect of an address of elsewhere'],
])('%s is answered without a server error or a leak (%s)', async (target) => {
  const { status, text } = await askFor(target)
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(500)
  expect(text).not.toMatch(/root:|createShop|migrationLock| {4}at |node_modules|\/work\//)
  expect(/\r\nlocation: (.*)\r\n/i.exec(text)?.[1] ?? '/').toMatch(/^\/(?![/\\])/)
  expect(text.replaceAll(target.slice(1), '')).not.toContain('evil.example')
})

test.each([
  [
    'a body with two lengths',
    'POST /preferences HTTP/1.1\r\nHost: {host}\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
  ],
  [
    'a body with a length and in chunks',
    'POST /preferences HTTP/1.1\r\nHost: {host}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['no host', 'GET /home HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a header of 20 kB', `GET /home HTTP/1.1\r\nHost: {host}\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['a header that is none', 'GET /home HTTP/1.1\r\nHost: {host}\r\nno header\r\n\r\n'],
  ['no HTTP at all', '\u0016\u0003\u0001 hello\r\n\r\n'],
])('%s is refused', async (_, words) => {
  const { status, ms } = await say(words.replace('{host}', hostOf(server)), { patience: 8000 })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(ms).toBeLessThan(7000)
})

test('the server accepts only its own host: no other, no second and no forwarded one', async () => {
  const own = hostOf(server)
  expect((await askFor('/home', '', 'evil.example')).status).toBe(421)
  expect((await askFor('/home', 'Host: evil.example\r\n')).text).not.toContain('evil.example')
  expect((await askFor('/home', `Host: ${own}\r\n`, 'evil.example')).status).toBeGreaterThanOrEqual(400)
  const forwarded = await askFor(
    '/preferences',
    'X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example\r\nX-Original-URL: /user/list\r\n',
  )
  expect(forwarded.text).not.toMatch(/evil\.example|strict-transport-security|__Host-/i)
})

test.each(['256.1.1.1', '[::zz]', '127.0.0.1:99999'])(
  'the malformed host %s is refused on every route',
  async (host) => {
    const before = server.errors()
    for (const path of [
      '/home',
      '/home.data',
      cartPath,
      '/api/docs',
      '/robots.txt',
      '/assets/x.js',
      '/livez',
      '/nothing',
    ])
      expect([400, 421], path).toContain((await askFor(path, '', host)).status)
    expect(server.errors()).toBe(before)
  },
)

test.each(['http://evil.example/table/1', 'http://evil.example', 'HTTP://evil.example/home', 'evil.example', '*'])(
  'the target %s, which is no path, is refused although the host is correct',
  async (target) => {
    const { status, text } = await askFor(target)
    expect([400, 421]).toContain(status)
    expect(text).not.toContain('evil.example')
  },
)

test('without PUBLIC_URL the server refuses the IP address of another machine as host', async () => {
  expect((await askFor('/home', '', '203.0.113.7')).status).toBe(421)
})

test('broken cookies are ignored', async () => {
  const broken = [
    'sid=%E0%A4%A',
    'sid=\u00ff',
    '%%%',
    '=',
    ';;;;',
    'sid',
    'locale=%00',
    'location=%E0',
    'currency=<script>',
    `x=${'a'.repeat(8000)}`,
  ]
  for (const cookie of broken) {
    const { status, text } = await askFor('/home', `Cookie: ${cookie}\r\n`)
    expect(status, cookie).toBe(200)
    expect(text).not.toContain('currency=<script>')
    expect((await askFor(`${specificationBase}/common3/appInfoInit`, `Cookie: ${cookie}\r\n`)).status, cookie).toBe(200)
  }
})

test('HEAD, OPTIONS and unknown methods cause no server error', async () => {
  const paths = [
    '/',
    '/home',
    '/store',
    '/checkout/cart',
    '/user/list',
    '/store/product/tea',
    '/media/x.png',
    '/assets/x.js',
    '/livez',
    '/nowhere/at/all',
    cartPath,
    `${specificationBase}/nothing`,
  ]
  for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'PURGE', 'M-SEARCH'])
    for (const path of paths) {
      const { status } = await say(
        `${method} ${path} HTTP/1.1\r\nHost: ${hostOf(server)}\r\nOrigin: ${server.url}\r\nConnection: close\r\n\r\n`,
      )
      expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(200)
      expect(status, `${method} ${path}`).toBeLessThan(500)
    }
})

test('a client that pipelines many requests is disconnected', async () => {
  const one = `GET /home HTTP/1.1\r\nHost: ${hostOf(server)}\r\n\r\n`
  const answersTo = async (times: number) =>
    (await say(one.repeat(times), { patience: 10_000 })).text.match(/HTTP\/1\.1 200/g)?.length ?? 0
  expect(await answersTo(8)).toBe(8)
  expect(await answersTo(1000)).toBeLessThan(20)
  expect((await askFor('/livez')).status).toBe(200)
})

// Requests from other sites

const forms: [string, Record<string, string>][] = [
  ['/checkout/cart', { intent: 'add', sku: 'tea', quantity: '1' }],
  ['/checkout/checkout', { name: 'Eve' }],
  ['/checkout/payment', { id: 'x', hash: 'x', option: 'pay_at_store' }],
  ['/preferences', { locale: 'zh', locationId: 'uptown', currency: 'USD' }],
  ['/account/login', { email: 'mei@shop.example', password }],
  ['/account/signup', { name: 'Eve', email: 'eve@shop.example', password }],
  ['/user/list', {}],
  ['/store/product/tea', { intent: 'add', sku: 'tea', quantity: '1' }],
]
test.each(forms)('a form that another site sends to %s is refused and changes nothing', async (path, fields) => {
  const visitor = await arrive()
  const before = [await count('sessions'), await count('cart_lines'), await count('members'), await count('orders')]
  const cookies = [...visitor.cookies]
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: server.url.replace('http:', 'https:') },
    { origin: `${server.url}.evil.example` },
    { origin: 'http://127.0.0.1:9' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    {},
  ]
  for (const headers of foreign)
    for (const address of [path, `${path}.data`, `${path}?index`]) {
      const answer = await visitor.form(address, fields, headers)
      expect([answer.status, address, headers]).toEqual([403, address, headers])
    }
  expect([...visitor.cookies]).toEqual(cookies)
  expect([await count('sessions'), await count('cart_lines'), await count('members'), await count('orders')]).toEqual(
    before,
  )
})

test.each(['common3/changeLocale/zh', 'common3/logout'])('a GET of %s from another site is refused', async (path) => {
  const visitor = await arrive()
  await visitor.signIn()
  const answer = await visitor.ask(`${specificationBase}/${path}`, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(answer.status).toBe(403)
  expect(await whoIs(visitor)).toBe('Mei Secret')
})

const elsewhere = [
  '//evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://evil.example/',
  'http:////evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/../\\evil.example',
  '@evil.example',
  '.evil.example',
]
test.each(elsewhere)('no redirect leads to %j', async (where) => {
  const visitor = await arrive()
  const quoted = encodeURIComponent(where)
  const answers = [
    await visitor.form('/preferences', { locale: 'en', redirectTo: where }),
    await visitor.form('/preferences', { locale: 'en', target: where }),
    await visitor.form('/checkout/cart', { intent: 'add', sku: 'tea', quantity: '1', redirectTo: where }),
    await visitor.form('/store/product/tea', { intent: 'add', sku: 'tea', quantity: '1', redirectTo: where }),
    await visitor.ask(`/main?to=${quoted}`),
    await visitor.ask(`/main.data?to=${quoted}`),
    await visitor.ask(`/home?loc=${quoted}`),
    await visitor.form(`/account/login?next=${quoted}`, { email: 'mei@shop.example', password }),
  ]
  for (const answer of answers) {
    const location = answer.headers.get('location')
    if (location !== null) {
      expect(new URL(location, `${server.url}/main`).origin, location).toBe(server.url)
      expect(location).toMatch(/^\/(?![/\\])/)
    }
    expect(/(href|action|content)="[^"]*evil\.example[^"]*/.exec(await answer.text())?.[0]).toBeUndefined()
  }
})

// Hostile texts in pages

/** Checks that the page has no scripts, styles or event handlers that its content security policy does not allow. */
function expectOnlyOwnScripts(html: string, headers: Headers) {
  const policy = headers.get('content-security-policy') ?? ''
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1]
  const tags = html.match(/<[a-z](?:[^<>"]|"[^"]*")*>/gi) ?? []
  const isForeign = (tag: string) =>
    (nonce !== undefined && /^<(script|style)\b/i.test(tag) && !tag.includes(`nonce="${nonce}"`)) ||
    /\s(on\w+|style)=/i.test(tag.replace(/"[^"]*"/g, '""')) ||
    /\s(href|src|action|formaction)="\s*(javascript|data):/i.test(tag)
  expect(tags.filter(isForeign)).toEqual([])
  expect(html.match(/<script\b/gi)?.length).toBe(html.match(/<\/script>/gi)?.length)
  if (nonce !== undefined) {
    expect(nonce.length).toBeGreaterThan(20)
    return nonce
  }
  // A page that all guests share has no nonce. Its policy contains the hashes of the code that the renderer marked.
  // Injected code has no such mark, so its hash would be missing.
  const inline = [...html.matchAll(/<(?:script|style)(?![^>]*application\/)[^>]*>(.*?)<\/(?:script|style)>/gis)]
  expect(inline.length).toBeGreaterThan(2)
  for (const [, code = ''] of inline) {
    expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  }
  return null
}

test.each([
  `/store/search?q=${encodeURIComponent(hostile)}`,
  `/store/search/${encodeURIComponent(hostile)}`,
  `/store/productlist?cat=${encodeURIComponent(hostile)}&sort=${encodeURIComponent(hostile)}`,
  `/store/tag/${encodeURIComponent(hostile)}`,
  `/store/product/trap?variant=${encodeURIComponent(hostile)}`,
  `/confirmation/x?from_source=snappay_h5X${encodeURIComponent(hostile)}&message=${encodeURIComponent(hostile)}`,
  `/confirmation/x?MP_paymentstatus=OK&wmpoid=1&orderID=${encodeURIComponent(hostile)}`,
  `/account/login?next=${encodeURIComponent(`/${hostile}`)}`,
  `/${encodeURIComponent(hostile)}`,
  `/home?loc=${encodeURIComponent(hostile)}`,
  '/store/product/trap',
  '/store',
])('hostile input is escaped on %s', async (path) => {
  const visitor = await arrive()
  const answer = await visitor.ask(path)
  expect(answer.status).toBeLessThan(500)
  if (answer.status < 300 || answer.status > 399) expectOnlyOwnScripts(await answer.text(), answer.headers)
})

test('hostile input in forms for contact, comment and sign-in is escaped', async () => {
  const visitor = await arrive()
  await visitor.form('/checkout/cart', { intent: 'add', sku: 'trap', quantity: '1' })
  const name = hostile.replace('\u2028', '').slice(0, 78)
  const answers = [
    await visitor.form('/checkout/checkout', {
      name,
      phone: hostile,
      email: hostile,
      comment: hostile,
      date: hostile,
      time: hostile,
    }),
    await visitor.form('/account/login', { email: hostile, password: hostile }),
    await visitor.form('/account/signup', { name, email: `${hostile}@x`, password: 'short', phone: hostile }),
    await visitor.ask('/checkout/cart'),
    await visitor.ask('/checkout/checkout'),
  ]
  for (const [n, answer] of answers.entries()) {
    if (answer.status >= 500) console.log(n, (await answer.clone().text()).slice(0, 300))
    expect(answer.status).toBeLessThan(500)
    if (answer.status < 300 || answer.status > 399) expectOnlyOwnScripts(await answer.text(), answer.headers)
  }
})

test('a hostile name is escaped on each page from the details to the confirmation', async () => {
  const { api, walk } = createShopper(server.url)
  await placeOrder(api, 'trap', (slots) => slots[0])
  await api.checkout.setContact({ name: hostile.slice(0, 80), phone: '416 555 0100', email: 'eve@shop.example' })
  const bill = await api.billing.view({})
  const order = await api.billing.place({ id: bill.id, hash: bill.hash })
  expect(order.contact?.name).toContain('<script>')
  for (const path of ['/checkout/checkout', '/checkout/payment', `/confirmation/${order.orderID}`]) {
    const answer = await walk(path)
    if (answer.status === 200) expectOnlyOwnScripts(await answer.text(), answer.headers)
  }
})

test('each response of a personal page has its own nonce, and only scripts, styles and links carry it', async () => {
  const visitor = await arrive()
  const nonces = new Set<string>()
  for (const path of ['/checkout/cart', '/checkout/cart', '/account/login', '/account/signup', '/account/forgot']) {
    const answer = await visitor.ask(path)
    expect(answer.status, path).toBe(200)
    const html = await answer.text()
    const nonce = expectOnlyOwnScripts(html, answer.headers) ?? expect.unreachable()
    nonces.add(nonce)
    const places = html.split(nonce).length - 1
    expect(places).toBe([...html.matchAll(/<(script|style|link)\b[^>]*\snonce="[^"]+"/gi)].length)
  }
  expect(nonces.size).toBe(5)
})

test('the policy allows forms only to the shop and to configured providers', async () => {
  const { headers } = await (await arrive()).ask('/checkout/cart')
  const formAction = /form-action ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ')
  expect(formAction).toEqual(["'self'", expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)])
})

test.each([
  '/account/reset?token=abc',
  '/confirmation/x?token=abc',
  '/table/abc',
  '/account/with/wechat?code=a&state=b',
])('the page %s sends no referrer', async (path) => {
  const visitor = await arrive()
  expect((await visitor.ask(path)).headers.get('referrer-policy')).toBe('no-referrer')
  // Pages with the policy `no-referrer` send forms with the origin `null`. The server must accept this origin from the
  // shop's own pages, and refuse it from other sites.
  const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
  expect((await visitor.form('/account/reset?token=abc', { password }, headers)).status).toBe(422)
  const crossSite = { origin: 'null', 'sec-fetch-site': 'cross-site' }
  expect((await visitor.form('/account/reset?token=abc', { password }, crossSite)).status).toBe(403)
})

// Access to other people's data

test('an order of another visitor is answered like one that does not exist', async () => {
  const { api } = createShopper(server.url)
  const { orderID } = await placeOrder(api, 'tea', (slots) => slots[0])
  const absent = orderID.replace(/./g, (letter) => (letter === 'a' ? 'b' : 'a'))
  const right = orderToken(victim.shop.app.secret, orderID, new Date())
  const other = orderToken(victim.shop.app.secret, absent, new Date())
  const altered = [0, 3, 6, 10, right.length - 1].map(
    (at) => right.slice(0, at) + (right[at] === 'b' ? 'c' : 'b') + right.slice(at + 1),
  )
  const late = `zzzzzz.${right.split('.')[1]}`
  const stranger = await arrive()
  const answers = async (id: string) => {
    const orders = `${specificationBase}/admin/orderManagement/order`
    const shopping = `${specificationBase}/shoppingManagement4`
    const start = `${shopping}/requestSnapPayPrePayment`
    return Promise.all(
      [
        ...[undefined, '', '.', other, late, ...altered].map((token) =>
          stranger.call('GET', `${orders}/${id}${token === undefined ? '' : `?token=${encodeURIComponent(token)}`}`),
        ),
        stranger.call('GET', `${start}/h5pay/WECHATPAY?orderID=${id}`),
        stranger.call('GET', `${start}/webpay/ALIPAY?orderID=${id}`),
        stranger.call('POST', `${shopping}/checkSnapPayPaymentStatus`, { orderID: id }),
        stranger.call('POST', `${shopping}/billing/${id}`, { hash: 'x' }),
      ].map(async (asked) => {
        const answer = await asked
        const { error } = (await answer.json()) as { error: unknown }
        return [answer.status, JSON.stringify(error).replaceAll(id, 'ID')]
      }),
    )
  }
  const theirs = await answers(orderID)
  expect(theirs).toEqual(await answers(absent))
  expect(theirs.slice(0, 10).every(([status]) => status === 404)).toBe(true)
  const words = async (id: string) => {
    const page = await (await stranger.ask(`/confirmation/${id}`)).text()
    return page
      .replaceAll(id, 'ID')
      .replace(/nonce="[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z|requestId[^,]*,[^,]*/g, '')
      .split(/(?=<)/)
  }
  expect(await words(orderID)).toEqual(await words(absent))
  const linked = await stranger.call(
    'GET',
    `${specificationBase}/admin/orderManagement/order/${orderID}?token=${right}`,
  )
  expect(linked.status).toBe(200)
})

test('not-found responses reveal nothing about the server', async () => {
  const visitor = await arrive()
  for (const [path, status] of [
    [cartPath.replace('myCart', 'yourCart'), 404],
    [`${specificationBase}/nothing`, 404],
    ['/api/', 404],
    ['/media/no.png', 404],
  ] as const) {
    const answer = await visitor.call('GET', path)
    const text = await answer.text()
    expect([answer.status, path]).toEqual([status, path])
    expect(text).not.toMatch(/\bat \S+:\d+|node_modules|select |drizzle|postgres|\.ts\b/i)
    expect(answer.headers.get('x-powered-by')).toBeNull()
    expect(answer.headers.get('server')).toBeNull()
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

// Sessions

test('a sign-in replaces the session, and a sign-out ends it for copied cookies', async () => {
  const attacker = await arrive()
  await attacker.form('/checkout/cart', { intent: 'add', sku: 'tea', quantity: '1' })
  const victim = await arrive()
  for (const name of ['sid', xsrfCookie]) victim.cookies.set(name, attacker.cookies.get(name) ?? '')
  expect((await victim.signIn()).status).toBe(303)
  expect(await whoIs(victim)).toBe('Mei Secret')
  expect(victim.cookies.get('sid')).not.toBe(attacker.cookies.get('sid'))
  expect(await whoIs(attacker)).toBeUndefined()
  const copied = await arrive()
  for (const [name, value] of victim.cookies) copied.cookies.set(name, value)
  await victim.form('/user/list', {})
  expect(await whoIs(victim)).toBeUndefined()
  expect(await whoIs(copied)).toBeUndefined()
})

test('cached pages contain no data of a member, even if a cookie is missing', async () => {
  const paths = [
    '/home?cat=1',
    '/store?page=1',
    '/store/product/tea?variant=tea',
    '/store/search?q=secret',
    '/nothing-here',
  ]
  const member = await arrive()
  await member.signIn()
  expect(await whoIs(member)).toBe('Mei Secret')
  member.cookies.delete('signed_in')
  const seen: string[] = []
  for (const path of paths) await (await member.ask(path)).text()
  member.cookies.set('signed_in', '1')
  for (const path of paths) await (await member.ask(path)).text()
  const stranger = await arrive()
  for (const path of paths)
    for (const address of [path, path.replace(/^([^?]+)/, '$1.data')]) {
      const answer = await stranger.ask(address)
      seen.push(
        ...answer.headers
          .getSetCookie()
          .filter((line) => line.startsWith('sid=') && line.includes(member.cookies.get('sid') ?? '?')),
      )
      expect(/Mei Secret|mei@shop\.example/i.exec(await answer.text())?.[0], address).toBeUndefined()
    }
  expect(seen).toEqual([])
})

test.each([
  '/checkout/cart',
  '/Checkout/Cart',
  '/CHECKOUT/cart/',
  '/%63heckout/cart',
  '/checkout/%63art',
  '//checkout/cart',
])('a personal page is shown only to its visitor: %s', async (path) => {
  const [visitor, stranger] = [await arrive(), await arrive()]
  await visitor.form('/checkout/cart', { intent: 'add', sku: 'trap', quantity: '3' })
  const own = await visitor.ask(path)
  const page = await own.text()
  // The page of an empty cart suggests bestsellers, so a product's name on the page does not prove that the cart
  // contains the product. A cart line does.
  const hasProduct = (html: string) => html.includes('class="cart-line"')
  if (own.status === 200) expect(hasProduct(page)).toBe(true)
  expect(hasProduct(await (await stranger.ask(path)).text())).toBe(false)
})

// Pages during many sign-ins

test('200 parallel sign-ins do not block the product list', async () => {
  const eve = await arrive()
  const statuses: number[] = []
  const lookedAt = () => statuses.filter((status) => status === 401).length
  const headers = {
    'content-type': 'application/json',
    cookie: [...eve.cookies].map((pair) => pair.join('=')).join('; '),
    [xsrfHeader]: eve.cookies.get(xsrfCookie) ?? '',
  }
  let isOver = false
  const signIns = Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const body = JSON.stringify({ email: `nobody${index}@shop.example`, password: 'a wrong password' })
      const answer = await fetch(`${server.url}${specificationBase}/common3/signon`, { method: 'POST', headers, body })
      statuses.push(answer.status)
    }),
  ).finally(() => {
    isOver = true
  })
  let lists = 0
  for (; !isOver; lists++) {
    const list = `${specificationBase}/productManagement2/products?numberToLoad=${(lists % 20) + 1}`
    await (await fetch(server.url + list)).text()
  }
  await signIns
  // The server checks some passwords and responds with 429 to sign-ins that would wait too long.
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  // Compares two counts instead of times, so that the machine's speed does not matter. The number of lists that the
  // shopper receives must exceed the number of passwords that the server checks.
  expect(lists).toBeGreaterThan(lookedAt())
})

test.each([
  ['en', 'en-CA', 'That is too large to send.', 'Back to the shop'],
  ['zh', 'zh-Hans', '发送的内容太大了。', '回到店里'],
])('a form that is refused before rendering gets an error page in %s', async (locale, tag, words, home) => {
  const visitor = await arrive()
  const headers = { origin: server.url, accept: 'text/html,*/*;q=0.8', 'accept-language': locale }
  const answer = await visitor.form('/checkout/cart', { note: 'x'.repeat(2_000_000) }, headers)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
  const html = await answer.text()
  expect(html).toContain(`<html lang="${tag}">`)
  expect(html).toContain(`<h1>${words}</h1>`)
  expect(html).toContain(`<a class="quiet" href="/home">${home}</a>`)
  expect(html).not.toContain('unread')
})

// Secure connections

test('only on https the server sends HSTS and a __Host- session cookie', async () => {
  const secure = await victim.startBeside({
    PUBLIC_URL: 'https://shop.example',
    SNAPPAY_KEY: 'a key of the shop itself',
  })
  const heard = await sayTo(secure, 'GET /checkout/cart HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n')
  expect(heard.text).toMatch(/strict-transport-security: max-age=31536000/i)
  expect(heard.text).toMatch(/set-cookie: __Host-sid=[^;]+; Path=\/; [^\n]*HttpOnly; SameSite=Lax; Secure/i)
  // Sends HTTP, as a proxy does after it has received HTTPS. The form's origin is therefore the HTTPS URL.
  const form = `password=${password}`
  const posted = await sayTo(
    secure,
    `POST /account/reset?token=abc HTTP/1.1\r\nHost: shop.example\r\nOrigin: https://shop.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\nConnection: close\r\n\r\n${form}`,
  )
  expect(posted.text).toMatch(/^HTTP\/1\.1 422/)
  await secure.stop()
  expect((await askFor('/checkout/cart')).text).not.toMatch(/strict-transport-security|__Host-|; Secure/i)
})

// Slow requests, started at the beginning of this file

test('a client that sends a request very slowly is disconnected', async () => {
  const [headers, body, form] = (await slow).map(({ ms }) => ms)
  expect(headers).toBeLessThan(10_000)
  expect(body).toBeLessThan(20_000)
  expect(form).toBeLessThan(20_000)
})

test('a picture may take longer than other requests, unless its upload stalls', async () => {
  expect(await uploaded).toBe(200)
  expect((await stalled).ms).toBeLessThan(35_000)
}, 60_000)

test('a connection that was idle for nine seconds still answers', async () => {
  expect((await restful).text.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
})
