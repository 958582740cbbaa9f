import { beforeEach, expect, test, vi } from 'vitest'
import { listSpecificationCalls } from '#contract/calls.ts'
import { specificationBase, xsrfCookie } from '#contract/constants.ts'
import { errors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { changingGets } from '#contract/routes.ts'
import * as products from '#server/catalogue/products.ts'
import * as stock from '#server/catalogue/stock.ts'
import * as locations from '#server/locations/locations.ts'
import type { Visitor } from '#tests/harness.ts'
import { openTestShop, setUpShop } from '#tests/harness.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  const ctx = shop.ctx()
  await locations.put(ctx, {
    id: 'main-street',
    name: { en: 'Main Street', zh: '主街店' },
    street: '1 Main Street',
    city: 'Markham',
    province: 'ON',
    postCode: 'L3P 1A1',
    timeZone: 'America/Toronto',
    hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '00:00', to: '23:59' })),
    methods: ['PICKUP'],
  })
  await products.putProduct(ctx, { id: 'tea', name: { en: 'Tea', zh: '茶' }, variants: [{ sku: 'T1', price: 450 }] })
  await stock.setOnHandMany(ctx, [{ sku: 'T1', locationId: 'main-street', quantity: 100 }])
})

const cartPath = `${specificationBase}/shoppingManagement4/myCart`
const post = (visitor: Visitor, path: string, body: unknown, headers: Record<string, string> = {}) =>
  visitor.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-xsrf-token': visitor.cookies.get(xsrfCookie) ?? '', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const codeOf = async (answer: Response) =>
  ((await answer.json()) as { error: { errors: { code: string }[] } }).error.errors[0]?.code
async function arrive(headers?: Record<string, string>): Promise<Visitor> {
  const visitor = shop.visitor(headers)
  await visitor.fetch(`${specificationBase}/common3/appInfoInit`)
  return visitor
}
const cartRows = async () => Number((await shop.query('select count(*) as n from cart_lines'))[0]?.n)

test('every call of the specification answers', async () => {
  const visitor = await arrive()
  for (const call of listSpecificationCalls()) {
    const path = specificationBase + call.path.replace(/:\w+/g, 'x').split('?')[0]
    const answer = await visitor.fetch(path, {
      method: call.method,
      headers: { 'x-xsrf-token': visitor.cookies.get(xsrfCookie) ?? '', 'content-type': 'application/json' },
      ...(call.method !== 'GET' && { body: '{}' }),
    })
    const text = await answer.text()
    expect(answer.headers.get('content-type'), call.name).toContain('application/json')
    expect(answer.status, `${call.name}: ${text}`).toBeLessThan(500)
  }
})

test.each([
  ['no header', undefined],
  ['a wrong header', 'wrong'],
  ["another session's token", 'other'],
])('a change with %s is refused, and nothing changes', async (_, kind) => {
  const visitor = await arrive()
  const other = await arrive()
  const header = kind === 'other' ? (other.cookies.get(xsrfCookie) ?? '') : kind
  if (kind === 'other') visitor.cookies.set(xsrfCookie, header ?? '')
  const answer = await visitor.fetch(cartPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(header && { 'x-xsrf-token': header }) },
    body: JSON.stringify({ sku: 'T1' }),
  })
  expect([answer.status, await codeOf(answer)]).toEqual([403, 'request.forged'])
  expect(await cartRows()).toBe(0)
})

test('each state-changing call refuses requests from other sites, also GET calls', async () => {
  const visitor = await arrive()
  for (const call of listSpecificationCalls()) {
    if (call.method === 'GET' && !changingGets.has(call.name)) continue
    const answer = await visitor.fetch(specificationBase + call.path.replace(/:\w+/g, 'en').split('?')[0], {
      method: call.method,
      headers: {
        'sec-fetch-site': 'cross-site',
        'x-xsrf-token': visitor.cookies.get(xsrfCookie) ?? '',
        'content-type': 'application/json',
      },
      ...(call.method !== 'GET' && { body: '{}' }),
    })
    expect([answer.status, await codeOf(answer)], call.name).toEqual([403, 'request.forged'])
  }
})

test('a state-changing GET call is answered no-store, both on success and on refusal', async () => {
  const gets = listSpecificationCalls().filter(({ name }) => changingGets.has(name))
  expect(gets).toHaveLength(changingGets.size)
  const done: string[] = []
  for (const { name, path } of gets) {
    const visitor = await arrive()
    const address = specificationBase + path.replace(/:\w+/g, 'zh')
    const headers = { 'x-xsrf-token': visitor.cookies.get(xsrfCookie) ?? '' }
    for (const answer of [await visitor.fetch(address, { headers }), await visitor.fetch(address)]) {
      expect(answer.headers.get('cache-control'), name).toBe('no-store')
      if (answer.ok) done.push(name)
    }
  }
  expect(done).toEqual(expect.arrayContaining(['shell.changeLocale', 'account.signOut']))
})

test('a state-changing GET call requires a same-origin request or the token', async () => {
  const visitor = await arrive()
  const path = `${specificationBase}/common3/changeLocale/zh`
  expect((await visitor.fetch(path)).status).toBe(403)
  expect((await visitor.fetch(path, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
  const token = visitor.cookies.get(xsrfCookie) ?? ''
  expect((await visitor.fetch(path, { headers: { 'x-xsrf-token': token } })).status).toBe(200)
})

test.each([-1, 0, 1.5, '2', '1e3', 1e9, null, [], {}, 2 ** 53, true])(
  'the quantity %j is refused, and the cart stays as it was',
  async (quantity) => {
    const visitor = await arrive()
    expect((await post(visitor, cartPath, { sku: 'T1', quantity: 2 })).status).toBe(200)
    const answer = await post(visitor, cartPath, { sku: 'T1', quantity })
    expect(answer.status).toBe(400)
    expect((await visitor.api.cart.view()).pieces).toBe(2)
  },
)

test.each(['NaN', 'Infinity', '{"sku":"T1","quantity":NaN}', '{"sku":', '[]', '"text"', 'null', '1'])(
  'the body %s is refused',
  async (body) => {
    const visitor = await arrive()
    const answer = await post(visitor, cartPath, body)
    expect(answer.status).toBe(400)
    expect(await cartRows()).toBe(0)
  },
)

test.each([
  'price',
  'total',
  'discount',
  'currency',
  'exchangeRate',
  'userId',
  'status',
  'paid',
  '__proto__',
  'constructor',
])('a body with the unknown field %s is refused', async (member) => {
  const visitor = await arrive()
  const answer = await post(visitor, cartPath, `{"sku":"T1","${member}":{"polluted":true}}`)
  expect(answer.status).toBe(400)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  expect(await cartRows()).toBe(0)
})

test.each([
  ['a control character', 'T1\u0000'],
  ['an escape', '\u001b[31m'],
  ['a lone surrogate', '\ud800'],
])('%s is refused', async (_, note) => {
  const visitor = await arrive()
  const answer = await post(visitor, cartPath, { sku: 'T1', note })
  expect([answer.status, await codeOf(answer)]).toEqual([400, 'input.characters'])
})

test('names are stored in NFC with emoji and right-to-left letters, without invisible characters', async () => {
  const visitor = await arrive()
  await visitor.api.cart.add({ sku: 'T1' })
  const chosen = await visitor.api.checkout.setContact({
    name: 'Ame\u0301lie 👨‍👩‍👧 \u202eעברית\u200b',
    phone: '416 555 0199',
    email: 'a@example.com',
  })
  expect(chosen.contact?.name).toBe('Amélie 👨‍👩‍👧 עברית')
})

test('one-line fields lose line breaks, and a comment keeps them', async () => {
  const visitor = await arrive()
  await visitor.api.cart.add({ sku: 'T1', note: 'no\r\nice' })
  const contact = { phone: '416 555 0199', email: 'a@example.com', name: 'Mei\r\nBcc: all@example.com\u2028Lin' }
  const chosen = await visitor.api.checkout.setContact(contact)
  expect(chosen.contact?.name).toBe('Mei Bcc: all@example.com Lin')
  const address = {
    country: 'CA',
    province: 'ON',
    city: 'To\nronto',
    street: '1 Main',
    postCode: 'M5T 1L4',
    note: 'a\nb',
  } as const
  await visitor.api.checkout.setDeliveryAddress(address).catch(() => {})
  expect((await visitor.api.checkout.config()).chosen.address).toMatchObject({ city: 'To ronto', note: 'a b' })
  expect((await visitor.api.checkout.setComment({ comment: 'one\ntwo' })).comment).toBe('one\ntwo')
  expect(Object.values((await visitor.api.cart.view()).lineItems).map(({ note }) => note)).not.toContain('no\r\nice')
})

test('a too large body is refused by its announced and by its actual length', async () => {
  const visitor = await arrive()
  const large = JSON.stringify({ sku: 'T1', note: 'x'.repeat(10 * 1024 * 1024) })
  expect((await post(visitor, cartPath, large, { 'content-length': String(large.length) })).status).toBe(413)
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(large))
      controller.close()
    },
  })
  const answer = await visitor.fetch(cartPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-xsrf-token': visitor.cookies.get(xsrfCookie) ?? '' },
    body: stream,
    duplex: 'half',
  } as RequestInit)
  expect(answer.status).toBe(413)
})

test('deeply nested bodies and bodies with many fields are refused', async () => {
  const visitor = await arrive()
  const deep = `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`
  expect((await post(visitor, cartPath, deep)).status).toBe(400)
  const crowded = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1])))
  expect((await post(visitor, cartPath, crowded)).status).toBe(400)
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
  'a body sent as “%s” is refused',
  async (type) => {
    const visitor = await arrive()
    const answer = await post(visitor, cartPath, { sku: 'T1' }, { 'content-type': type })
    expect(answer.status).toBe(415)
  },
)

test.each(['evil.test', 'localhost.evil.test', 'shop.example@evil.test', '127.0.0.1.nip.io'])(
  'the host %s is refused',
  async (host) => {
    const answer = await shop.visitor({ host }).fetch(`${specificationBase}/common3/appInfoInit`)
    expect([answer.status, await codeOf(answer)]).toEqual([421, 'request.host'])
  },
)

test('a repeated query parameter is refused', async () => {
  const answer = await shop
    .visitor()
    .fetch(`${specificationBase}/productManagement2/products?sortby=name&sortby=default`)
  expect(answer.status).toBe(400)
})

test('an alias address is answered by its call', async () => {
  const visitor = await arrive()
  const { log } = shop.app
  const aliased = listSpecificationCalls().filter(({ alias }) => alias)
  expect(aliased.length).toBeGreaterThan(30)
  const made: unknown[] = []
  shop.app.log = { ...log, debug: (message, fields) => message === 'a call' && made.push(fields?.call) }
  try {
    for (const { method, alias = '' } of aliased) {
      const address = specificationBase + alias.replace(/:\w+/g, 'x')
      const headers = { 'x-xsrf-token': visitor.cookies.get(xsrfCookie) ?? '' }
      if (method === 'GET') await visitor.fetch(address, { headers })
      else await post(visitor, address, {})
    }
  } finally {
    shop.app.log = log
  }
  expect(made).toEqual(aliased.map(({ name }) => name))

  const full = await (await visitor.fetch(`${specificationBase}/productManagement2/products/listCount`)).text()
  expect(await (await visitor.fetch(`${specificationBase}/products/listCount`)).text()).toBe(full)
  expect((await post(visitor, `${specificationBase}/iCart`, { sku: 'T1' })).status).toBe(200)
})

test('a success has a plain body; a failure has only its list of errors and the request id', async () => {
  const visitor = await arrive()
  const answer = await post(visitor, cartPath, { sku: 'T1', quantity: 2 })
  expect(await answer.json()).toEqual(await visitor.api.cart.view())

  const refused = await post(visitor, cartPath, { sku: 'T1', quantity: 0 })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({
    error: {
      errors: [{ code: 'input.invalid', field: 'quantity', message: expect.any(String), details: expect.any(Object) }],
    },
    requestId: expect.stringMatching(/./),
  })
  const missing = await visitor.fetch(`${specificationBase}/productManagement/product/gone`)
  const plain = { code: expect.any(String), message: 'This product is no longer in the shop.' }
  expect(await missing.json()).toEqual({ error: { errors: [plain] }, requestId: expect.stringMatching(/./) })
})

test('error messages are in the language of the visitor', async () => {
  const english = await shop
    .visitor({ 'accept-language': 'en-CA' })
    .fetch(`${specificationBase}/productManagement/product/gone`)
  const chinese = await shop
    .visitor({ 'accept-language': 'zh-CN,zh;q=0.9' })
    .fetch(`${specificationBase}/productManagement/product/gone`)
  const messageOf = async (answer: Response) =>
    ((await answer.json()) as { error: { errors: { message: string }[] } }).error.errors[0]?.message
  expect(await messageOf(english)).toBe('This product is no longer in the shop.')
  expect(await messageOf(chinese)).toBe('这件商品已经下架了。')
})

test('made-up stores in a cookie share one cached response', async () => {
  const path = `${specificationBase}/productManagement2/products`
  const visitor = shop.visitor()
  const etags = new Set<string | null>()
  for (let n = 0; n < 20; n++) {
    visitor.cookies.set('location', `made-up-${n}`)
    etags.add((await visitor.fetch(path)).headers.get('etag'))
    expect(shop.api.http.responseCache.get(`${path} made-up-${n}`)).toBeUndefined()
  }
  expect(etags.size).toBe(1)
  expect(shop.api.http.responseCache.get(`${path} `)).toBeDefined()
})

test('a cached response with the same ETag is answered 304', async () => {
  const visitor = await arrive()
  const path = `${specificationBase}/productManagement2/products`
  const first = await visitor.fetch(path)
  const again = await visitor.fetch(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('a response is cached by store and by the parameters of the call alone', async () => {
  const visitor = await arrive()
  const log = vi.spyOn(shop.app.log, 'debug')
  const countRuns = () => log.mock.calls.filter(([, details]) => details?.call === 'catalogue.count').length
  const runs = async (query: string, cookie = '') => {
    const path = `${specificationBase}/productManagement2/products/listCount${query}`
    if (cookie) visitor.cookies.set('location', cookie)
    const before = countRuns()
    for (const _ of [1, 2]) expect((await visitor.fetch(path)).status).toBe(200)
    return countRuns() - before
  }
  expect(await runs(`?onSale=true&x=${'y'.repeat(8000)}`)).toBe(2)
  let hints = 0
  const runsWithNewHint = async () => {
    await runs('?onSale=true', 'y')
    return runs('?onSale=true', `${'y'.repeat(8000)}${hints++}`)
  }
  // Polls, because the notifications of the changes in `beforeEach` may still arrive. They remove the response from the
  // cache.
  await expect.poll(runsWithNewHint).toBe(0)
  expect(await runs('?onSale=true', 'main-street')).toBeGreaterThan(0)
  log.mockRestore()
})

test('cacheable calls without a cached response are limited per network', async () => {
  const strict = await openTestShop({ RATE_LIMIT_FACTOR: String(12 / limits.cacheMisses) })
  await locations.openFirst(strict.ctx())
  const visitor = strict.visitor()
  const status = async (n: number) =>
    (await visitor.fetch(`${specificationBase}/productManagement2/products?startingPosition=${n}`)).status
  const statuses: number[] = []
  for (let n = 0; n < 14; n++) statuses.push(await status(n))
  expect(statuses).toEqual([...Array(12).fill(200), 429, 429])
  expect(await status(0)).toBe(200)
  await strict.close()
})

test('the product list shows a new price at once, and new stock soon', async () => {
  const visitor = await arrive()
  const read = async () => (await visitor.api.catalogue.list({})).products[0]
  expect((await read())?.price.amount).toBe(450)
  await products.setPrice(shop.ctx(), { sku: 'T1', price: 475 })
  expect((await read())?.price.amount).toBe(475)
  await stock.setOnHandMany(shop.ctx(), [{ sku: 'T1', locationId: 'main-street', quantity: 2 }])
  await expect.poll(async () => (await read())?.left).toBe(2)
})

test('responses have security headers', async () => {
  const { headers } = await (await arrive()).fetch(`${specificationBase}/common3/appInfoInit`)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('the OpenAPI 3.1 description has the path of each call', async () => {
  const description = (await (await shop.visitor().fetch('/api/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, object>
  }
  expect(description.openapi).toBe('3.1.0')
  for (const call of listSpecificationCalls())
    expect(description.paths, call.name).toHaveProperty([specificationBase + call.path.replace(/:(\w+)/g, '{$1}')])
})

test('the page of API docs loads only its own files, and other files below it are not found', async () => {
  const visitor = shop.visitor()
  const answer = await visitor.fetch('/api/docs')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  const html = await answer.text()
  const files = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file = '']) => file)
  expect(files).toEqual(expect.arrayContaining(['/api/openapi.json', '/api/docs/start.js']))
  for (const file of files) expect([file, (await visitor.fetch(file)).status]).toEqual([file, 200])
  for (const file of ['package.json', '..%2fpackage.json', 'constructor'])
    expect([file, (await visitor.fetch(`/api/docs/${file}`)).status]).toEqual([file, 404])
})

test('sign-in is limited by address', async () => {
  const strict = await openTestShop({ RATE_LIMIT_FACTOR: '1' })
  const visitor = strict.visitor()
  await visitor.fetch(`${specificationBase}/common3/appInfoInit`)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 22; attempt++) {
    statuses.push(
      (
        await post(visitor, `${specificationBase}/common3/signon`, {
          email: `a${attempt}@example.com`,
          password: 'wrong password',
        })
      ).status,
    )
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  await strict.close()
})

test('each error code has an allowed status', () => {
  for (const status of Object.values(errors))
    expect([400, 401, 403, 404, 409, 410, 413, 415, 421, 422, 429, 500, 501, 503]).toContain(status)
})

test('dots in a path parameter are taken as its value', async () => {
  const { api } = shop.visitor()
  for (const dots of ['.', '..', '...']) {
    expect(await api.catalogue.search({ term: dots })).toMatchObject({ products: [] })
    await expect(api.catalogue.product({ id: dots })).rejects.toThrow('This product is no longer')
  }
  await expect(api.catalogue.product({ id: '\ud800' })).rejects.toThrow('This does not look right')
})

test('the rate limit counts an IPv6 network as one caller and ignores forged forwarded addresses', async () => {
  const strict = await openTestShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' })
  /**
   * Tries to guess a coupon twelve times, each time with another `X-Forwarded-For`. Returns how many attempts the limit
   * allowed. The proxy appends the last address of the header; the caller may forge the others.
   */
  const tries = async (addressOf: (n: number) => string) => {
    const answers: number[] = []
    for (let n = 0; n < 12; n++) {
      const visitor = strict.visitor({ 'x-forwarded-for': addressOf(n) })
      answers.push((await visitor.fetch(`${specificationBase}/common3/coupons/GUESS${n}`)).status)
    }
    return answers.filter((status) => status !== 429).length
  }
  expect(await tries((n) => `203.0.113.${n}`)).toBe(12)
  expect(await tries((n) => `198.51.100.${n}, 192.0.2.1`)).toBe(10)
  expect(await tries((n) => `2001:db8:1:2::${n.toString(16)}`)).toBe(10)
  expect(await tries((n) => `2001:db8:2:${n}::1`)).toBe(12)
  await strict.close()
})
