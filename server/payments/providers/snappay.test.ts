import type { RequestOptions } from 'node:http'
import { createServer, request } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange, Simulator } from '#simulators/snappay.ts'
import { startSnapPay } from '#simulators/snappay.ts'
import type { NotificationReceiver } from '#tests/provider-fixtures.ts'
import { samplePayment, startReceiver } from '#tests/provider-fixtures.ts'
import type { AttemptRef, Payment, WebhookDelivery } from './provider.ts'
import { snapPay, toDollars } from './snappay.ts'

const account = { appId: 'app-1', merchantNo: '901800000116', key: 'a key of this test' }
const now = () => new Date('2026-11-20T17:00:00Z')
const settings = {
  SNAPPAY_URL: '',
  SNAPPAY_APP_ID: account.appId,
  SNAPPAY_MERCHANT_NO: account.merchantNo,
  SNAPPAY_STORE_NO: '80519419',
  SNAPPAY_KEY: account.key,
  PROVIDER_TIMEOUT_MS: 2500,
}

let simulator: Simulator
let shop: NotificationReceiver
const open = (changes = {}) => snapPay({ ...settings, SNAPPAY_URL: simulator.url, ...changes }, now)
const newPayment = (channel = 'h5pay/WECHATPAY', changes: Partial<Payment> = {}) =>
  samplePayment({
    channel,
    returnUrl: 'http://192.168.1.20:3000/confirmation/ORDER?from_source=snappay_h5XORDER',
    notifyUrl: `${shop.url}/notify`,
    locale: 'en',
    ...changes,
  })
const tried = (reference: string): AttemptRef => ({
  reference,
  providerReference: null,
  channel: 'h5pay/WECHATPAY',
  amount: { amount: 1230, currency: 'CAD' },
})
const delivery = (body: string): WebhookDelivery => ({ body, headers: {}, query: '' })
const control = (reference: string, command: object) =>
  fetch(`${simulator.url}/control/${encodeURIComponent(reference)}`, { method: 'POST', body: JSON.stringify(command) })
const transcript = async (): Promise<Exchange[]> => (await fetch(`${simulator.url}/control/transcript`)).json()
const requestsAbout = async (reference: string) =>
  (await transcript())
    .filter(({ direction, sent }) => direction === 'request' && sent.includes(`"${reference}"`))
    .map(({ sent }) => JSON.parse(sent))

beforeAll(async () => {
  simulator = await startSnapPay({ port: 0, ...account })
  shop = await startReceiver('{"code":"0","msg":"SUCCESS"}')
})
afterAll(async () => {
  shop.close()
  await simulator.close()
})

test.each<[string, string, string, string | undefined]>([
  ['h5pay/WECHATPAY', 'pay.h5pay', 'WECHATPAY', undefined],
  ['webpay/ALIPAY', 'pay.webpay', 'ALIPAY', 'WAP'],
  ['webpay/UNIONPAY', 'pay.webpay', 'UNIONPAY', 'PC'],
])('a start with %s sends the message that the gateway documents', async (channel, method, wallet, browserType) => {
  const payment = newPayment(channel)
  const started = await open().start(payment)
  expect(started.outcome).toBe('started')
  const [sent] = await requestsAbout(payment.reference)
  expect(sent).toEqual({
    app_id: 'app-1',
    method,
    merchant_no: '901800000116',
    format: 'JSON',
    charset: 'UTF-8',
    version: '1.0',
    timestamp: '2026-11-20 17:00:00',
    payment_method: wallet,
    out_order_no: payment.reference,
    trans_currency: 'CAD',
    trans_amount: 12.3,
    description: '灯里 · K7M2QX',
    notify_url: payment.notifyUrl,
    return_url: payment.returnUrl,
    effective_minutes: 15,
    extension_parameters: '{"store_no":"80519419"}',
    ...(browserType && { browser_type: browserType }),
    sign_type: 'MD5',
    sign: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test('the wallet page has an address that the shopper’s device can open', async () => {
  const started = await open().start(newPayment())
  expect(started).toMatchObject({
    next: { kind: 'redirect', url: expect.stringMatching(/^http:\/\/192\.168\.1\.20:\d+\/wallet\/[0-9a-f]{32}$/) },
  })
})

test.each([
  [1, '0.01'],
  [10, '0.1'],
  [1200, '12.0'],
  [1230, '12.3'],
  [1234, '12.34'],
  [10_000_000, '100000.0'],
])('%i cents are sent as %s', (amount, expected) => {
  expect(toDollars({ amount, currency: 'CAD' }).toString()).toBe(expected)
})

test('minutes are sent between 5 and 60, the description with at most 128 characters, never half an emoji', async () => {
  const short = newPayment('h5pay/WECHATPAY', { minutes: 1.5, description: `a${'🥟'.repeat(100)}` })
  const long = newPayment('h5pay/WECHATPAY', { minutes: 500 })
  await open().start(short)
  await open().start(long)
  const [sent] = await requestsAbout(short.reference)
  expect(sent).toMatchObject({ effective_minutes: 5, description: `a${'🥟'.repeat(63)}` })
  expect((await requestsAbout(long.reference))[0]).toMatchObject({ effective_minutes: 60 })
})

test('a start with a return address that is too long is refused and not sent', async () => {
  const payment = newPayment('h5pay/WECHATPAY', { returnUrl: `https://shop.example/${'x'.repeat(250)}` })
  expect(await open().start(payment)).toEqual({ outcome: 'refused', answer: 'return_url is too long' })
  expect(await requestsAbout(payment.reference)).toEqual([])
})

test('a payment is pending, then paid, with its amount in cents', async () => {
  const payment = newPayment()
  const provider = open()
  await provider.start(payment)
  expect(await provider.check(tried(payment.reference))).toMatchObject({ outcome: 'pending', answer: 'USERPAYING' })
  await control(payment.reference, { action: 'pay' })
  expect(await provider.check(tried(payment.reference))).toEqual({
    outcome: 'paid',
    reference: payment.reference,
    providerReference: expect.stringMatching(/^[0-9a-f]{32}$/),
    merchant: '901800000116',
    amount: 1230,
    currency: 'CAD',
    answer: 'SUCCESS',
  })
})

test('a cancelled payment is failed; a paid one cannot be cancelled; an unknown one is absent', async () => {
  const provider = open()
  const [cancelled, paid] = [newPayment(), newPayment()]
  await provider.start(cancelled)
  await provider.start(paid)
  await control(paid.reference, { action: 'pay' })
  expect(await provider.cancel(tried(cancelled.reference))).toMatchObject({ outcome: 'cancelled' })
  expect(await provider.check(tried(cancelled.reference))).toMatchObject({ outcome: 'failed', answer: 'CLOSE' })
  expect(await provider.cancel(tried(paid.reference))).toMatchObject({ outcome: 'refused' })
  expect(await provider.cancel(tried('NEVER-SEEN-A1'))).toMatchObject({ outcome: 'absent' })
  expect(await provider.check(tried('NEVER-SEEN-A1'))).toMatchObject({ outcome: 'unknown' })
})

test('the gateway refuses a reference that was used before', async () => {
  const payment = newPayment()
  await open().start(payment)
  expect(await open().start(payment)).toEqual({ outcome: 'refused', answer: 'E045002' })
})

test.each([
  ['another key', { SNAPPAY_KEY: 'wrong' }],
  ['another merchant', { SNAPPAY_MERCHANT_NO: '1' }],
  ['another app', { SNAPPAY_APP_ID: 'app-2' }],
])('a start with %s does not succeed', async (_, changes) => {
  const result = await open(changes).start(newPayment())
  expect(['refused', 'unknown']).toContain(result.outcome)
})

test.each([
  ['timeout_after_acceptance', 'timeout'],
  ['connection_cut', 'connection'],
  ['html_502', 'HTTP 502'],
  ['no_answer_signature', 'signature'],
  ['bad_answer_signature', 'signature'],
  ['empty_data', 'no address'],
])('a start that ends with %s is unknown, not failed', async (action, answer) => {
  const payment = newPayment()
  await control(payment.reference, { action })
  expect(await open().start(payment)).toEqual({ outcome: 'unknown', answer })
})

test.each([
  ['timeout_after_acceptance', 'timeout', 1],
  ['connection_cut', 'connection', 2],
  ['html_502', 'HTTP 502', 2],
  ['no_answer_signature', 'signature', 1],
  ['bad_answer_signature', 'signature', 1],
  ['empty_data', 'no data', 1],
  ['unknown_status', 'PONDERING', 1],
  ['other_order', 'another order', 1],
])('a check that ends with %s is unknown', async (action, answer, times) => {
  const payment = newPayment()
  await open().start(payment)
  await control(payment.reference, { action: 'pay' })
  await control(payment.reference, { action, method: 'pay.orderquery', times })
  expect(await open().check(tried(payment.reference))).toMatchObject({ outcome: 'unknown', answer })
  expect(await open().check(tried(payment.reference))).toMatchObject({ outcome: 'paid' })
})

test('a check is repeated after a lost connection, a start is not', async () => {
  const payment = newPayment()
  await control(payment.reference, { action: 'connection_cut', method: 'pay.h5pay' })
  expect(await open().start(payment)).toMatchObject({ outcome: 'unknown' })
  await control(payment.reference, { action: 'connection_cut', method: 'pay.orderquery' })
  expect(await open().check(tried(payment.reference))).toMatchObject({ outcome: 'pending' })
  const methods = (await requestsAbout(payment.reference)).map(({ method }) => method)
  expect(methods).toEqual(['pay.h5pay', 'pay.orderquery', 'pay.orderquery'])
})

test.each([
  ['a redirect', (url: string) => ({ status: 302, headers: { Location: url }, body: '' })],
  ['two megabytes', () => ({ status: 200, headers: {}, body: 'x'.repeat(2_000_000) })],
  ['half a JSON', () => ({ status: 200, headers: {}, body: '{"code":"0"' })],
  ['a list', () => ({ status: 200, headers: {}, body: '[]' })],
  ['nothing', () => ({ status: 200, headers: {}, body: '' })],
])('an answer that is %s makes a check or start unknown', async (_, make) => {
  const { status, headers, body } = make(simulator.url)
  const server = createServer((_, response) => response.writeHead(status, headers).end(body))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await open({ SNAPPAY_URL: url }).check(tried('ORDER-A1'))).toMatchObject({ outcome: 'unknown' })
  expect(await open({ SNAPPAY_URL: url }).start(newPayment())).toMatchObject({ outcome: 'unknown' })
  server.close()
})

test('a payment page without TLS from a gateway with TLS is rejected', async () => {
  const url = 'https://gateway.example'
  const provider = snapPay({ ...settings, SNAPPAY_URL: url }, now)
  const original = https.request
  https.request = ((_: string, { agent, ...options }: RequestOptions) =>
    request(`${simulator.url}/api/gateway`, options)) as never
  try {
    expect(await provider.start(newPayment())).toEqual({ outcome: 'unknown', answer: 'no address' })
  } finally {
    https.request = original
  }
})

test('forged notifications and those of another merchant are recognised', async () => {
  const provider = open()
  const notified = async (...actions: string[]) => {
    const payment = newPayment()
    await provider.start(payment)
    for (const action of actions) await control(payment.reference, { action })
    await control(payment.reference, { action: 'pay' })
    return { payment, read: provider.readNotification(delivery(shop.received.at(-1)?.body ?? '')) }
  }
  const good = await notified()
  expect(good.read).toMatchObject({ verdict: 'accepted', reference: good.payment.reference })
  expect(JSON.parse(shop.received.at(-1)?.body ?? '')).toMatchObject({
    app_id: 'app-1',
    trans_status: 'SUCCESS',
    trans_amount: 12.3,
    discount_bmopc: 0,
  })
  expect((await notified('bad_sign')).read).toMatchObject({ verdict: 'forged', reason: 'signature' })
  expect((await notified('no_sign')).read).toMatchObject({ verdict: 'forged', reason: 'signature' })
  expect((await notified('reserialised_numbers')).read).toMatchObject({ verdict: 'forged', reason: 'signature' })
  expect((await notified('other_merchant')).read).toMatchObject({ verdict: 'foreign', reason: 'merchant' })
  expect(provider.readNotification(delivery('hello'))).toMatchObject({ verdict: 'forged', reason: 'not JSON' })
  expect(provider.readNotification(delivery('[1]'))).toMatchObject({ verdict: 'forged', reason: 'not JSON' })
})
