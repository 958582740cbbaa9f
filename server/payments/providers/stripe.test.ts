import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modeOfStripeKey } from '#server/platform/provider-settings.ts'
import type { Exchange, Simulator } from '#simulators/frame/simulator.ts'
import { startStripe } from '#simulators/stripe.ts'
import { testCards } from '#simulators/stripe-cards.ts'
import type { NotificationReceiver } from '#tests/provider-fixtures.ts'
import { samplePayment, startReceiver } from '#tests/provider-fixtures.ts'
import type { AttemptRef, Payment, Refund, WebhookDelivery } from './provider.ts'
import { stripe } from './stripe.ts'

const secretKey = 'sk_test_of_this_test'
const webhookSecret = 'whsec_of_this_test'
let simulator: Simulator
let shop: NotificationReceiver
const open = (changes = {}) => stripe({ url: simulator.url, secretKey, webhookSecret, timeoutMs: 1500, ...changes })
const newPayment = (changes: Partial<Payment> = {}) =>
  samplePayment({
    channel: 'card',
    returnUrl: `${shop.url}/confirmation/ORDER?from_source=stripeXORDER`,
    notifyUrl: `${shop.url}/not-used`,
    ...changes,
  })
const control = (reference: string, command: object) =>
  fetch(`${simulator.url}/control/${reference}`, { method: 'POST', body: JSON.stringify(command) })
const transcript = async (): Promise<Exchange[]> => (await fetch(`${simulator.url}/control/transcript`)).json()
const last = async (target: RegExp, method = 'POST') =>
  (await transcript()).findLast((said) => target.test(said.target) && said.method === method)

/** A started payment whose page the shopper can open. */
async function begin(changes: Partial<Payment> = {}) {
  const payment = newPayment(changes)
  const started = await open().start(payment)
  if (started.outcome !== 'started' || started.next.kind !== 'redirect') throw new Error(JSON.stringify(started))
  const { reference, channel, amount } = payment
  const tried: AttemptRef = { reference, channel, amount, providerReference: started.providerReference ?? null }
  return { payment, page: started.next.url, tried }
}

/** Pays on Stripe's page with a card. Returns the URL that the page leads to. */
async function payOnPage(page: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const answer = await fetch(`${page}/pay?lang=en`, { method: 'POST', body, redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}

const toRefund = (tried: AttemptRef, amount: number, number = 1): Refund => ({
  ...tried,
  amount: { amount, currency: tried.amount.currency },
  total: tried.amount,
  refundReference: `${tried.reference.replace('-A1', '')}-R${number}`,
  refundProviderReference: null,
  reason: 'Two cups were missing',
})

beforeAll(async () => {
  shop = await startReceiver('')
  simulator = await startStripe({ port: 0, secretKey, webhookSecret, webhookPath: '/webhook' })
})
afterAll(async () => {
  shop.close()
  await simulator.close()
})

test('a session is created with the amount, the reference and an idempotency key, and no card data', async () => {
  const { payment, page } = await begin()
  expect(page).toMatch(/\/wallet\/cs_test_[0-9a-f]{48}$/)
  const create = await last(/^\/v1\/checkout\/sessions$/)
  expect(create?.headers).toMatchObject({
    authorization: `Bearer ${secretKey}`,
    'idempotency-key': payment.reference,
    'stripe-version': Stripe.API_VERSION,
  })
  const sent = Object.fromEntries(new URLSearchParams(create?.sent))
  const { expires_at: expiresAt, ...fields } = sent
  expect(Number(expiresAt) - Date.now() / 1000).toBeGreaterThan(30 * 60)
  expect(fields).toEqual({
    mode: 'payment',
    'allowed_payment_method_types[0]': 'card',
    client_reference_id: payment.reference,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'cad',
    'line_items[0][price_data][unit_amount]': '1230',
    'line_items[0][price_data][product_data][name]': '灯里 · K7M2QX',
    'metadata[reference]': payment.reference,
    'payment_intent_data[metadata][reference]': payment.reference,
    'payment_intent_data[description]': '灯里 · K7M2QX',
    'adaptive_pricing[enabled]': 'false',
    locale: 'zh',
    success_url: payment.returnUrl,
    cancel_url: `${payment.returnUrl}&status=cancelled`,
  })
})

test('a session is pending, then paid with its amount and mode, and refunded in parts', async () => {
  const { payment, page, tried } = await begin()
  expect(await open().check(tried)).toMatchObject({ outcome: 'pending', amount: 1230, currency: 'CAD' })
  expect(await payOnPage(page, { card: '4242424242424242' })).toBe(payment.returnUrl)
  const paid = { outcome: 'paid', merchant: 'test', amount: 1230, currency: 'CAD', reference: payment.reference }
  expect(await open().check(tried)).toMatchObject(paid)
  const first = await open().refund(toRefund(tried, 1000))
  expect(first).toMatchObject({ outcome: 'refunded', providerReference: expect.stringMatching(/^re_/) })
  expect((await last(/^\/v1\/refunds$/))?.headers['idempotency-key']).toBe(toRefund(tried, 1000).refundReference)
  expect(await open().refund(toRefund(tried, 1000))).toEqual(first)
  expect(await open().checkRefund(toRefund(tried, 1000))).toEqual(first)
  expect(await open().checkRefund(toRefund(tried, 230, 2))).toMatchObject({ outcome: 'absent' })
  expect(await open().refund(toRefund(tried, 231, 2))).toMatchObject({
    outcome: 'refused',
    answer: expect.stringMatching(/^amount_too_large: /),
  })
})

test('a slow refund is pending until Stripe reports its success', async () => {
  const { page, tried } = await begin()
  await payOnPage(page, { card: '4242424242424242' })
  await control(tried.reference, { action: 'slow_refund', method: 'refund' })
  const pending = await open().refund(toRefund(tried, 1230))
  expect(pending).toMatchObject({ outcome: 'pending' })
  const wish = { ...toRefund(tried, 1230), refundProviderReference: pending.providerReference }
  expect(await open().checkRefund(wish)).toMatchObject({ outcome: 'refunded' })
})

describe('test cards', () => {
  test.each([
    ['declined', '4000000000000002', 'The card was declined', '这张卡被拒绝了'],
    ['without money', '4000000000009995', 'does not have enough money', '余额不足'],
  ])('a card that is %s leaves the session open, and another card pays', async (_, card, english, chinese) => {
    const { page, tried, payment } = await begin()
    const next = new URL(await payOnPage(page, { card }), page)
    expect(await (await fetch(next)).text()).toContain(english)
    next.searchParams.set('lang', 'zh')
    expect(await (await fetch(next)).text()).toContain(chinese)
    expect(await open().check(tried)).toMatchObject({ outcome: 'pending' })
    expect(await payOnPage(page, { card: '5555555555554444' })).toBe(payment.returnUrl)
    expect(await open().check(tried)).toMatchObject({ outcome: 'paid' })
  })

  test('a card with 3-D Secure pays only once the shopper confirms', async () => {
    const { page, tried, payment } = await begin()
    const card = '4000002760003184'
    const next = new URL(await payOnPage(page, { card }), page)
    expect(await (await fetch(next)).text()).toContain('Your bank asks you to confirm')
    expect(await payOnPage(page, { card, confirmed: 'no' })).toContain('stage=authentication')
    expect(await open().check(tried)).toMatchObject({ outcome: 'pending' })
    expect(await payOnPage(page, { card, confirmed: 'yes' })).toBe(payment.returnUrl)
    expect(await open().check(tried)).toMatchObject({ outcome: 'paid' })
  })

  test('the page lists each card in both languages, and runs no script', async () => {
    const { page } = await begin()
    for (const lang of ['en', 'zh']) {
      const html = await (await fetch(`${page}?lang=${lang}`)).text()
      for (const { number } of testCards) expect(html).toContain(`value="${number}"`)
      expect(html).not.toContain('<script')
    }
  })
})

test('an expired session can no longer be paid, and a paid one can no longer expire', async () => {
  const ended = await begin()
  expect(await open().cancel(ended.tried)).toEqual({ outcome: 'cancelled', answer: 'expired' })
  expect(await open().cancel(ended.tried)).toEqual({ outcome: 'cancelled', answer: 'expired' })
  await payOnPage(ended.page, { card: '4242424242424242' })
  expect(await open().check(ended.tried)).toMatchObject({ outcome: 'failed', answer: 'expired' })
  const paid = await begin()
  await payOnPage(paid.page, { card: '4242424242424242' })
  expect(await open().cancel(paid.tried)).toMatchObject({ outcome: 'refused' })
})

test('a session whose number never arrived is found by our reference', async () => {
  const { tried, payment } = await begin()
  const lost = { ...tried, providerReference: null }
  expect(await open().check(lost)).toMatchObject({ outcome: 'pending', providerReference: tried.providerReference })
  expect(await open().cancel(lost)).toMatchObject({ outcome: 'cancelled' })
  const never = { ...lost, reference: `${payment.reference}X` }
  expect(await open().check(never)).toMatchObject({ outcome: 'unknown', answer: 'never started' })
  expect(await open().cancel(never)).toMatchObject({ outcome: 'absent' })
})

test.each([
  ['a refusal', 'refuse_create', { outcome: 'refused', answer: expect.stringContaining('account_invalid') }],
  ['too many calls', 'too_many_calls', { outcome: 'unknown' }],
  ['a key without the right', 'no_permission', { outcome: 'refused' }],
  ['an empty answer', 'empty_data', { outcome: 'unknown', answer: 'no address' }],
  ['HTTP 502', 'html_502', { outcome: 'unknown' }],
  ['a timeout', 'timeout_after_acceptance', { outcome: 'unknown' }],
])('a start with %s has a clear outcome', async (_, action, outcome) => {
  const payment = newPayment()
  await control(payment.reference, { action, method: 'create' })
  expect(await open().start(payment)).toMatchObject(outcome)
})

test('a start whose connection is lost is repeated with the same key, and creates one session', async () => {
  const payment = newPayment()
  await control(payment.reference, { action: 'connection_cut', method: 'create' })
  expect(await open().start(payment)).toMatchObject({ outcome: 'started' })
  const sent = (await transcript()).filter(({ headers }) => headers['idempotency-key'] === payment.reference)
  expect(sent).toHaveLength(2)
  expect(sent[0]?.sent).toBe(sent[1]?.sent)
})

test('while Stripe cannot be reached, every outcome is unknown', async () => {
  const { tried, payment } = await begin()
  const away = open({ url: 'http://127.0.0.1:9' })
  const unknown = { outcome: 'unknown', answer: 'connection' }
  expect(await away.start(payment)).toEqual(unknown)
  expect(await away.check(tried)).toMatchObject(unknown)
  expect(await away.cancel(tried)).toEqual(unknown)
  expect(await away.refund(toRefund(tried, 1230))).toMatchObject(unknown)
  expect(await away.checkRefund(toRefund(tried, 1230))).toMatchObject(unknown)
  expect(await away.checkDispute?.('dp_1')).toBeNull()
})

test('a payment below Stripe’s minimum, and a wrong key, are refused with Stripe’s words', async () => {
  const small = newPayment({ amount: { amount: 399, currency: 'HKD' } })
  const answer = expect.stringMatching(/^amount_too_small: The minimum is 400 hkd/)
  expect(await open().start(small)).toEqual({ outcome: 'refused', answer })
  const denied = { outcome: 'refused', answer: expect.stringContaining('Invalid API Key') }
  expect(await open({ secretKey: 'sk_test_other' }).start(newPayment())).toEqual(denied)
})

test.each([
  ['of another order', 'other_order'],
  ['with an unknown status', 'unknown_status'],
  ['that is empty', 'empty_data'],
  ['that is not JSON', 'html_502'],
])('a session %s is an unknown outcome', async (_, action) => {
  const { tried } = await begin()
  await control(tried.reference, { action, method: 'get' })
  expect(await open().check(tried)).toMatchObject({ outcome: 'unknown' })
})

test('a yen has no smaller unit', async () => {
  const { page, tried } = await begin({ amount: { amount: 1200, currency: 'JPY' } })
  expect(await (await fetch(page)).text()).toContain('¥1,200')
  expect(await open().check(tried)).toMatchObject({ amount: 1200, currency: 'JPY' })
})

test('the key tells test mode from live mode', () => {
  expect(['sk_test_a', 'rk_test_a', 'sk_live_a', 'rk_live_a'].map(modeOfStripeKey)).toEqual([
    'test',
    'test',
    'live',
    'live',
  ])
})

describe('webhooks', () => {
  const event = (changes: object = {}) => ({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_test_1', object: 'checkout.session', client_reference_id: 'ORDER1-A1' } },
    ...changes,
  })
  const signed = (payload: string, changes: { secret?: string; timestamp?: number } = {}): WebhookDelivery => {
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, ...changes })
    return { body: payload, headers: { 'stripe-signature': header }, query: '' }
  }
  const read = (delivery: WebhookDelivery) => open().readNotification(delivery)

  test('the library’s signature of an event is accepted', async () => {
    expect(await read(signed(JSON.stringify(event())))).toEqual({
      verdict: 'accepted',
      reference: 'ORDER1-A1',
      providerReference: 'cs_test_1',
      eventKey: 'evt_1',
    })
  })

  test('a signature that follows Stripe’s published rule, without the library, is accepted', async () => {
    const body = JSON.stringify(event())
    const at = Math.floor(Date.now() / 1000)
    const digest = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex')
    const headers = { 'stripe-signature': `t=${at},v1=${'0'.repeat(64)},v1=${digest}` }
    expect(await read({ body, headers, query: '' })).toMatchObject({ verdict: 'accepted', eventKey: 'evt_1' })
  })

  test('the event of a payment on the page is accepted', async () => {
    const { page, tried } = await begin()
    await payOnPage(page, { card: '4242424242424242' })
    await expect.poll(() => shop.received.some(({ body }) => body.includes(tried.reference))).toBe(true)
    const delivery = shop.received.find(({ body }) => body.includes(tried.reference))
    expect(delivery && (await read(delivery))).toMatchObject({ verdict: 'accepted', reference: tried.reference })
  })

  test.each<[string, (body: string) => WebhookDelivery]>([
    ['a signature with another secret', (body) => signed(body, { secret: 'whsec_other' })],
    ['a signature of six minutes ago', (body) => signed(body, { timestamp: Math.floor(Date.now() / 1000) - 360 })],
    ['no signature', (body) => ({ body, headers: {}, query: '' })],
    ['a changed body', (body) => ({ ...signed(body), body: body.replace('ORDER1', 'ORDER2') })],
    ['a body that is not JSON', () => signed('welcome')],
  ])('%s is refused as forged', async (_, toDelivery) => {
    expect(await read(toDelivery(JSON.stringify(event())))).toMatchObject({ verdict: 'forged', reference: null })
  })

  test.each([
    ['another kind of object', { data: { object: { id: 'cus_1', object: 'customer' } } }],
    ['a session of another app', { data: { object: { id: 'cs_2', object: 'checkout.session' } } }],
  ])('an event about %s is foreign', async (_, changes) => {
    expect(await read(signed(JSON.stringify(event(changes))))).toMatchObject({ verdict: 'foreign' })
  })

  test('an event about a dispute names it, and Stripe reports its payment', async () => {
    const { page, tried } = await begin()
    await payOnPage(page, { card: '4000000000000259' })
    await expect.poll(() => shop.received.some(({ body }) => body.includes('dispute')), { timeout: 5000 }).toBe(true)
    const delivery = shop.received.find(({ body }) => body.includes('dispute'))
    const notification = delivery && (await read(delivery))
    expect(notification).toMatchObject({ verdict: 'dispute', dispute: expect.stringMatching(/^dp_/) })
    const id = notification?.verdict === 'dispute' ? notification.dispute : ''
    expect(await open().checkDispute?.(id)).toMatchObject({
      reference: id,
      payment: tried.reference,
      state: 'open',
      amount: 1230,
      currency: 'CAD',
      reason: 'fraudulent',
      dueAt: expect.any(Date),
    })
    expect(await open().checkDispute?.('dp_unknown')).toBeNull()
    expect(await open().refund(toRefund(tried, 1230))).toMatchObject({ outcome: 'refused' })
  })
})
