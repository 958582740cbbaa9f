import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { App } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { setUpShop } from '#tests/harness.ts'
import { isDown } from './breaker.ts'
import { openProvider } from './providers.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const says =
  (status: number, body: string): Answer =>
  (_, response) =>
    response.writeHead(status).end(body)

let answer: Answer
const server = createServer((request, response) => answer(request, response))
let url: string
const shop = setUpShop()
const silence: Answer = () => undefined
/**
 * The timeout is short only where the provider never responds. Elsewhere it is long, so that a slow machine causes no
 * timeout.
 */
const timeoutMs = () => (answer === silence ? 200 : 10_000)
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
let times = 0
beforeEach(async () => {
  // A breaker keeps its state until the process ends. So each test begins an hour after the previous test, with a
  // successful call, which closes the breaker.
  shop.clock.set(new Date(Date.now() + ++times * hourMs))
  for (const name of ['ott', 'paypal']) {
    answer = notKnown[name] as Answer
    await ask(name, url, 1)
  }
})

const tried = {
  reference: 'order1-A1',
  providerReference: 'P1',
  channel: 'WECHATPAY',
  amount: { amount: 2340, currency: 'CAD' },
}

/** Sets the URL of every provider to `address`, and returns the client of the provider `name`. */
async function at(app: App, name: string, address: string) {
  Object.assign(app.config, {
    SNAPPAY_URL: address,
    PAYPAL_URL: address,
    STRIPE_URL: address,
    STRIPE_SECRET_KEY: 'sk_test_1',
    OTT_URL: address,
    CITCON_URL: address,
    IOTPAY_URL: address,
    OPAY_URL: address,
    PROVIDER_TIMEOUT_MS: timeoutMs(),
  })
  const provider = await openProvider(systemContext(app), name)
  if (!provider) throw new Error(`there is no ${name}`)
  return provider
}

async function ask(name: string, address: string, count: number) {
  const outcomes = []
  for (let time = 0; time < count; time++)
    outcomes.push((await (await at(shop.app, name, address)).check(tried)).outcome)
  return outcomes
}

const json = (facts: object) => says(200, JSON.stringify(facts))
const notKnown: Record<string, Answer> = {
  snappay: json({ code: 'E045025', msg: 'no such order', data: [] }),
  paypal: (request, response) =>
    request.url?.startsWith('/v1/oauth2')
      ? response.writeHead(200).end('{"access_token":"token","expires_in":3600}')
      : response.writeHead(404).end('{"name":"RESOURCE_NOT_FOUND"}'),
  stripe: says(404, '{"error":{"type":"invalid_request_error","code":"resource_missing"}}'),
  ott: json({ rsp_code: 'FAIL', rsp_msg: 'order_id is not known', data: '', md5: '' }),
  citcon: json({ result: 'fail', error: 'not found' }),
  iotpay: json({ retCode: 'SUCCESS', resCode: 'FAIL', errCode: 'ORDER_NOT_EXIST' }),
  opay: json({ retCode: 'SUCCESS', resCode: 'FAIL', errCode: 'ORDER_NOT_EXIST' }),
}

test.each(Object.keys(notKnown))(
  '%s stays available after ten checks of payments that it does not know',
  async (name) => {
    answer = notKnown[name] as Answer
    expect(await ask(name, url, 10)).toEqual(Array(10).fill('unknown'))
    expect(isDown(shop.app, name)).toBe(false)
  },
)

test.each<[string, Answer]>([
  ['an invalid answer', says(200, 'welcome')],
  ['a wrong signature', json({ rsp_code: 'SUCCESS', data: 'x', md5: 'x' })],
  ['a refused login', says(401, '{}')],
  ['too many calls', says(429, '')],
  ['a redirect', says(302, '')],
])('%s does not count as an outage of the provider', async (_, given) => {
  answer = given
  await ask('ott', url, 10)
  expect(isDown(shop.app, 'ott')).toBe(false)
})

test.each<[string, Answer | string]>([
  ['a timeout', silence],
  ['HTTP 500', says(500, '')],
  ['HTTP 503 with a page', says(503, '<html>')],
  ['a lost connection', (request) => request.socket.destroy()],
  ['a closed port', 'http://127.0.0.1:9'],
  ['a failed TLS handshake', 'https'],
])('%s five times in a row makes the provider unavailable until its next answer', async (_, given) => {
  if (typeof given !== 'string') answer = given
  const address = given === 'https' ? url.replace('http:', 'https:') : typeof given === 'string' ? given : url
  await ask('ott', address, 4)
  expect(isDown(shop.app, 'ott')).toBe(false)
  await ask('ott', address, 1)
  expect(isDown(shop.app, 'ott')).toBe(true)
  shop.clock.advance(60_000)
  answer = notKnown.ott as Answer
  await ask('ott', url, 1)
  expect(isDown(shop.app, 'ott')).toBe(false)
  await ask('ott', 'http://127.0.0.1:9', 4)
  expect(isDown(shop.app, 'ott')).toBe(false)
})

test('a check that needs no call neither counts as a failure nor resets the count', async () => {
  await ask('paypal', 'http://127.0.0.1:9', 4)
  const unstarted = { ...tried, providerReference: null }
  for (let time = 0; time < 5; time++) await (await at(shop.app, 'paypal', url)).check(unstarted)
  expect(isDown(shop.app, 'paypal')).toBe(false)
  await ask('paypal', 'http://127.0.0.1:9', 1)
  expect(isDown(shop.app, 'paypal')).toBe(true)
})

test('a clock that is set back by a day does not keep a provider unavailable', async () => {
  await ask('ott', 'http://127.0.0.1:9', 5)
  expect(isDown(shop.app, 'ott')).toBe(true)
  shop.clock.advance(-dayMs)
  expect(isDown(shop.app, 'ott')).toBe(false)
})
