import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { xsrfCookie } from '#contract/constants.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import type { Simulator } from '#simulators/frame/simulator.ts'
import { startPayPal } from '#simulators/paypal.ts'
import { setUpShop } from '#tests/harness.ts'
import { phoneHeaders, setUpTill } from '#tests/payments.ts'
import * as attempts from './attempts.ts'
import * as payments from './payments.ts'

// Payment in two steps: the shopper approves at the provider, and the shop captures the money.
const minute = 60_000
const pending = { status: 'INTERIM', paymentStatus: 'NOT_PAID' }
const paid = { status: 'NEW', paymentStatus: 'PAID_ONLINE' }

const shop = setUpShop({ PROVIDER_TIMEOUT_MS: '1500' })
const till = setUpTill(shop)
let payPal: Simulator
beforeAll(async () => {
  const { config } = shop.app
  payPal = await startPayPal({
    port: 0,
    clientId: config.PAYPAL_CLIENT_ID,
    secret: config.PAYPAL_SECRET,
    merchantId: config.PAYPAL_MERCHANT_ID,
    webhookId: config.PAYPAL_WEBHOOK_ID,
    webhookPath: '/api/istore/more/payments/paypal/notification',
  })
  config.PAYPAL_URL = payPal.url
})
afterAll(() => payPal.close())
beforeEach(() => shop.reset())

const control = (reference: string, action: string, method?: string) =>
  fetch(`${payPal.url}/control/${reference}`, { method: 'POST', body: JSON.stringify({ action, method }) })
const captures = async (id: string) => {
  const transcript: { target: string; answered: string }[] = await (
    await fetch(`${payPal.url}/control/transcript`)
  ).json()
  return transcript.filter(({ target, answered }) => target.endsWith('/capture') && answered.includes(id)).length
}
async function begin() {
  const ctx = await till.shopper()
  const order = await till.order(ctx)
  const started = await payments.payPal(ctx, { orderID: order.id })
  return { ctx, id: order.id, reference: `${order.id}-A1`, started }
}
const check = (ctx: Context, orderID: string) => payments.check(ctx, { orderID })

test('PayPal’s settings are public, and a repeated start of an order answers the same payment', async () => {
  const { ctx, id, started } = await begin()
  const settings = { isEnabled: true, clientId: 'demo-client', currency: 'CAD', intent: 'CAPTURE' }
  expect(await payments.payPal(ctx, {})).toEqual(settings)
  expect(started).toEqual({ ...settings, orderID: id, paymentUrl: expect.stringMatching(/\/wallet\//), ...pending })
  expect(await payments.payPal(ctx, { orderID: id })).toEqual(started)

  const visitor = shop.visitor(phoneHeaders)
  await visitor.api.payments.payPal({})
  const own = await visitor.ctx()
  await own.ensureSession()
  const order = await till.order(own)
  const headers = { 'x-xsrf-token': visitor.cookies.get(xsrfCookie) ?? '' }
  const get = async (query: string) =>
    (await visitor.fetch(`/api/istore/client/shoppingManagement4/paymentoption/PayPal${query}`, { headers })).json()
  expect(await get('')).toEqual(settings)
  expect(await get(`?orderID=${order.id}`)).toMatchObject({ ...settings, orderID: order.id, ...pending })
})

test('ten parallel status checks capture the approved money once', async () => {
  const { ctx, id, reference } = await begin()
  expect(await check(ctx, id)).toMatchObject(pending)
  await control(reference, 'never')
  await control(reference, 'pay')
  shop.clock.advance(2000)
  await Promise.all(Array.from({ length: 10 }, () => check(ctx, id)))
  expect(await check(ctx, id)).toEqual({ orderID: id, qrCodeScan: false, ...paid })
  expect(await captures(reference)).toBe(1)
  expect(await orders.detail(ctx, { id })).toMatchObject({ ...paid, paymentOption: 'paypal' })
})

test('an attempt is found by PayPal’s id, and not under another provider', async () => {
  const { reference } = await begin()
  const [{ id } = { id: '' }] = await shop.query<{ id: string }>(
    'select provider_reference as id from payment_attempts where reference = $1',
    [reference],
  )
  expect(await attempts.findByProvider(shop.ctx(), 'paypal', id)).toMatchObject({ reference, state: 'pending' })
  expect(await attempts.findByProvider(shop.ctx(), 'snappay', id)).toBeUndefined()
  expect(await attempts.findByProvider(shop.ctx(), 'paypal', `${id}0`)).toBeUndefined()
})

test('the webhook captures the money of a shopper who does not return', async () => {
  const { ctx, id, reference } = await begin()
  await control(reference, 'pay')
  await expect.poll(() => orders.find(ctx, id)).toMatchObject(paid)
  expect(await captures(reference)).toBe(1)
})

test.each(['bad_sign', 'other_webhook', 'foreign_certificate'])(
  'a webhook with %s captures nothing; the job does',
  async (fault) => {
    const { ctx, id, reference } = await begin()
    await control(reference, fault)
    await control(reference, 'pay')
    expect(await orders.find(ctx, id)).toMatchObject(pending)
    shop.clock.advance(minute)
    await payments.checkPending(shop.ctx())
    expect(await orders.find(ctx, id)).toMatchObject(paid)
  },
)

test('an approved payment of an expired order is never captured', async () => {
  const { ctx, id, reference } = await begin()
  await control(reference, 'never')
  await control(reference, 'pay')
  shop.clock.advance(20 * minute)
  await payments.checkPending(shop.ctx())
  await payments.checkPending(shop.ctx())
  expect(await orders.find(ctx, id)).toMatchObject({ status: 'FAILED' })
  expect(await captures(reference)).toBe(0)
})

test('a shopper who approved at PayPal and then pays with another method pays once', async () => {
  const { ctx, id, reference } = await begin()
  await control(reference, 'never')
  await control(reference, 'pay')
  expect(await payments.startSnapPayAlipay(ctx, { orderID: id })).toMatchObject({
    paymentUrl: expect.stringMatching(/\/wallet\//),
  })
  await till.control(`${id}-A2`, { action: 'pay' })
  expect(await orders.find(ctx, id)).toMatchObject(paid)
  expect(await captures(reference)).toBe(0)
  expect(await till.attempt(id)).toMatchObject([
    { provider: 'paypal', state: 'failed' },
    { provider: 'snappay', state: 'paid' },
  ])
})

test('the status check finds a captured payment whose answer was lost', async () => {
  const { ctx, id, reference } = await begin()
  // Makes PayPal send no webhook, neither about the approval nor about the capture.
  await control(reference, 'never')
  await control(reference, 'never')
  await control(reference, 'timeout_after_acceptance', 'capture')
  await control(reference, 'pay')
  shop.clock.advance(2000)
  expect(await check(ctx, id)).toMatchObject(pending)
  shop.clock.advance(2000)
  expect(await check(ctx, id)).toMatchObject(paid)
})

test('a captured amount that differs from the due amount is a mismatch and does not pay the order', async () => {
  const { ctx, id, reference } = await begin()
  await control(reference, 'never')
  await control(reference, 'pay_wrong_amount')
  shop.clock.advance(2000)
  expect(await check(ctx, id)).toMatchObject(pending)
  expect(await till.attempt(id)).toMatchObject([{ state: 'mismatch', received: 2339 }])
})

test('staff refund a paid order through PayPal', async () => {
  const { ctx, id, reference } = await begin()
  await control(reference, 'pay')
  await expect.poll(() => orders.find(ctx, id)).toMatchObject(paid)
  const wish = { orderId: id, amount: 340, reason: 'A cup was missing', key: `one:${id}` }
  expect(await payments.refund(shop.ctx(), wish)).toMatchObject([{ state: 'refunded', amount: 340 }])
  await control(reference, 'timeout_after_acceptance', 'refund')
  const rest = { orderId: id, reason: 'All of it', key: `rest:${id}` }
  expect(await payments.refund(shop.ctx(), rest)).toMatchObject([{ state: 'requested', amount: 2000 }])
  shop.clock.advance(minute)
  await payments.sendRefunds(shop.ctx())
  expect(await shop.query('select state, sum(amount)::int from refunds group by state')).toEqual([
    { state: 'refunded', sum: 2340 },
  ])
})

test('a provider that does not answer is not called for a minute; other methods stay available', async () => {
  const ctx = await till.shopper()
  const url = shop.app.config.PAYPAL_URL
  shop.app.config.PAYPAL_URL = 'http://127.0.0.1:9'
  for (let time = 0; time < 5; time++) {
    const order = await till.order(ctx)
    expect(await payments.payPal(ctx, { orderID: order.id })).toMatchObject({ paymentUrl: null, ...pending })
  }
  const order = await till.order(ctx)
  await expect(payments.payPal(ctx, { orderID: order.id })).rejects.toMatchObject({
    items: [{ code: 'payments.down' }],
  })
  expect(await till.attempt(order.id)).toEqual([])
  expect(await payments.startSnapPayAlipay(ctx, { orderID: order.id })).toMatchObject({
    paymentUrl: expect.stringMatching(/\/wallet\//),
  })
  shop.app.config.PAYPAL_URL = url
  const next = await till.order(ctx)
  await expect(payments.payPal(ctx, { orderID: next.id })).rejects.toMatchObject({ items: [{ code: 'payments.down' }] })
  shop.clock.advance(minute)
  expect(await payments.payPal(ctx, { orderID: next.id })).toMatchObject({
    paymentUrl: expect.stringMatching(/\/wallet\//),
  })
})
