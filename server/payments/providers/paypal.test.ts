import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchConnection } from '#server/platform/http/http-client.ts'
import type { Exchange, Simulator } from '#simulators/frame/simulator.ts'
import { startPayPal } from '#simulators/paypal.ts'
import type { NotificationReceiver } from '#tests/provider-fixtures.ts'
import { samplePayment, startReceiver } from '#tests/provider-fixtures.ts'
import { payPal } from './paypal.ts'
import { signedText } from './paypal-webhook.ts'
import type { AttemptRef, Payment, Refund, WebhookDelivery } from './provider.ts'

const account = { clientId: 'client-1', secret: 'a secret of this test', merchantId: 'MERCHANT1', webhookId: 'WH-1' }
const settings = {
  PAYPAL_URL: '',
  PAYPAL_CLIENT_ID: account.clientId,
  PAYPAL_SECRET: account.secret,
  PAYPAL_MERCHANT_ID: account.merchantId,
  PAYPAL_WEBHOOK_ID: account.webhookId,
  PROVIDER_TIMEOUT_MS: 1500,
}

let simulator: Simulator
let shop: NotificationReceiver
const open = (changes = {}) => payPal({ ...settings, PAYPAL_URL: simulator.url, ...changes })
const newPayment = (changes: Partial<Payment> = {}) =>
  samplePayment({
    channel: 'checkout',
    returnUrl: `${shop.url}/confirmation/ORDER?from_source=paypalXORDER`,
    notifyUrl: `${shop.url}/not-used`,
    ...changes,
  })
const control = (reference: string, command: object) =>
  fetch(`${simulator.url}/control/${reference}`, { method: 'POST', body: JSON.stringify(command) })
const transcript = async (): Promise<Exchange[]> => (await fetch(`${simulator.url}/control/transcript`)).json()
const requests = async () => (await transcript()).filter(({ direction }) => direction === 'request')
const last = async (target: RegExp) => (await requests()).findLast((exchange) => target.test(exchange.target))

/** A started payment whose page the shopper can open. */
async function begin(changes: Partial<Payment> = {}) {
  const payment = newPayment(changes)
  const started = await open().start(payment)
  if (started.outcome !== 'started') throw new Error(started.answer)
  const { reference, channel, amount } = payment
  const tried: AttemptRef = { reference, channel, amount, providerReference: started.providerReference ?? null }
  return { payment, started, tried }
}
async function captured(changes: Partial<Payment> = {}) {
  const begun = await begin(changes)
  await control(begun.payment.reference, { action: 'pay' })
  expect(await open().capture?.(begun.tried)).toMatchObject({ outcome: 'paid' })
  return begun
}
const toRefund = (tried: AttemptRef, amount: number, number = 1): Refund => ({
  ...tried,
  amount: { amount, currency: 'CAD' },
  total: tried.amount,
  refundReference: `${tried.reference.replace('-A1', '')}-R${number}`,
  refundProviderReference: null,
  reason: 'Two cups were missing',
})

beforeAll(async () => {
  shop = await startReceiver('')
  simulator = await startPayPal({ port: 0, ...account, webhookPath: '/webhook' })
})
afterAll(async () => {
  shop.close()
  await simulator.close()
})

test('an order is created, checked, captured and refunded with PayPal’s Orders v2 messages', async () => {
  const { payment, started, tried } = await begin()
  expect(started).toMatchObject({ next: { kind: 'redirect', url: expect.stringMatching(/\/wallet\/[0-9A-F]{17}$/) } })
  const login = await last(/oauth2/)
  expect(login).toMatchObject({ method: 'POST', sent: 'grant_type=client_credentials', status: 200 })
  expect(login?.headers.authorization).toMatch(/^Basic /)
  const create = await last(/^\/v2\/checkout\/orders$/)
  expect(create).toMatchObject({ method: 'POST', status: 201 })
  expect(create?.headers).toMatchObject({
    'paypal-request-id': payment.reference,
    prefer: 'return=representation',
    authorization: expect.stringMatching(/^Bearer /),
  })
  expect(JSON.parse(create?.sent ?? '')).toEqual({
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: payment.reference,
        invoice_id: payment.reference,
        description: '灯里 · K7M2QX',
        amount: { currency_code: 'CAD', value: '12.30' },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          locale: 'zh-CN',
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          return_url: payment.returnUrl,
          cancel_url: `${payment.returnUrl}&status=cancelled`,
        },
      },
    },
  })
  expect(await open().check(tried)).toMatchObject({ outcome: 'pending', answer: 'PAYER_ACTION_REQUIRED' })
  await control(payment.reference, { action: 'pay' })
  expect(await open().check(tried)).toMatchObject({ outcome: 'approved', answer: 'APPROVED' })
  const facts = {
    outcome: 'paid',
    reference: payment.reference,
    providerReference: tried.providerReference,
    merchant: 'MERCHANT1',
    amount: 1230,
    currency: 'CAD',
    answer: 'COMPLETED',
  }
  expect(await open().capture?.(tried)).toEqual(facts)
  expect((await last(/capture$/))?.headers).toMatchObject({ 'paypal-request-id': `cap-${payment.reference}` })
  expect(await open().check(tried)).toEqual(facts)
  const refunded = await open().refund(toRefund(tried, 230))
  expect(refunded).toMatchObject({ outcome: 'refunded', answer: 'COMPLETED' })
  const refund = await last(/refund$/)
  expect(refund).toMatchObject({ target: `/v2/payments/captures/C-${tried.providerReference}/refund`, status: 201 })
  expect(JSON.parse(refund?.sent ?? '')).toEqual({
    amount: { currency_code: 'CAD', value: '2.30' },
    invoice_id: `${payment.reference.replace('-A1', '')}-R1`,
    note_to_payer: 'Two cups were missing',
  })
  expect(await open().check(tried)).toMatchObject({ outcome: 'paid', answer: 'PARTIALLY_REFUNDED', amount: 1230 })
  const long = { ...toRefund(tried, 100), refundReference: `${payment.reference}-R2`, reason: `a${'🥟'.repeat(200)}` }
  await open().refund(long)
  expect(JSON.parse((await last(/refund$/))?.sent ?? '')).toMatchObject({ note_to_payer: `a${'🥟'.repeat(127)}` })
})

test('the login is reused for later calls, and renewed after PayPal forgot it', async () => {
  const { tried } = await begin()
  const logins = async () => (await requests()).filter(({ target }) => target.includes('oauth2')).length
  const before = await logins()
  await open().check(tried)
  expect(await logins()).toBe(before)
  const url = simulator.url
  await simulator.close()
  simulator = await startPayPal({ port: Number(new URL(url).port), ...account, webhookPath: '/webhook' })
  // The server cuts the open connection. Later calls open a new connection.
  await expect.poll(async () => (await open().start(newPayment())).outcome).toBe('started')
})

test('two captures at the same time both answer paid', async () => {
  const { payment, tried } = await begin()
  await control(payment.reference, { action: 'pay' })
  const both = await Promise.all([open().capture?.(tried), open().capture?.(tried)])
  expect(both).toMatchObject([{ outcome: 'paid' }, { outcome: 'paid' }])
})

test('an unapproved payment is not captured, and a declined card makes it fail', async () => {
  const { payment, tried } = await begin()
  expect(await open().capture?.(tried)).toMatchObject({ outcome: 'pending' })
  await control(payment.reference, { action: 'pay' })
  await control(payment.reference, { action: 'decline', method: 'capture' })
  expect(await open().capture?.(tried)).toMatchObject({ outcome: 'failed', answer: 'INSTRUMENT_DECLINED' })
  const slow = await begin()
  await control(slow.payment.reference, { action: 'pay' })
  await control(slow.payment.reference, { action: 'pending_capture', method: 'capture' })
  expect(await open().capture?.(slow.tried)).toMatchObject({ outcome: 'pending', answer: 'PENDING' })
  expect(await open().cancel(slow.tried)).toMatchObject({ outcome: 'refused' })
})

test('an unpaid order can be cancelled; one that PayPal does not know is absent', async () => {
  const { tried } = await begin()
  expect(await open().cancel(tried)).toMatchObject({ outcome: 'cancelled' })
  expect(await open().cancel({ ...tried, providerReference: null })).toMatchObject({ outcome: 'absent' })
  expect(await open().cancel({ ...tried, providerReference: 'NO-SUCH' })).toMatchObject({ outcome: 'absent' })
  expect(await open().check({ ...tried, providerReference: null })).toMatchObject({ outcome: 'unknown' })
})

test.each(['timeout_after_acceptance', 'connection_cut', 'html_502', 'empty_data'])(
  'a start that ends with %s is unknown, and a repeated start succeeds',
  async (action) => {
    const payment = newPayment()
    await control(payment.reference, { action })
    expect((await open().start(payment)).outcome).toBe('unknown')
    const again = await open().start(payment)
    expect(again.outcome).toBe('started')
  },
)

test.each(['timeout_after_acceptance', 'connection_cut', 'html_502', 'empty_data', 'unknown_status', 'other_order'])(
  'a check or capture that ends with %s is unknown, and the next capture answers paid',
  async (action) => {
    const { payment, tried } = await begin()
    await control(payment.reference, { action: 'pay' })
    await control(payment.reference, { action, method: 'get' })
    expect(await open().check(tried)).toMatchObject({ outcome: 'unknown' })
    await control(payment.reference, { action, method: 'capture' })
    const first = await open().capture?.(tried)
    expect(first?.outcome).toBe('unknown')
    expect(await open().capture?.(tried)).toMatchObject({ outcome: 'paid', amount: 1230 })
  },
)

test.each([
  ['another client', { PAYPAL_CLIENT_ID: 'client-2' }],
  ['another secret', { PAYPAL_SECRET: 'wrong' }],
])('starts and checks with %s are unknown', async (_, changes) => {
  const { tried } = await begin()
  expect(await open(changes).start(newPayment())).toEqual({ outcome: 'unknown', answer: 'login' })
  expect(await open(changes).check(tried)).toMatchObject({ outcome: 'unknown' })
})

test('a refund happens once per number, is found after a lost answer, and never exceeds the payment', async () => {
  const { payment, tried } = await captured()
  const wish = toRefund(tried, 500)
  expect(await open().checkRefund(wish)).toMatchObject({ outcome: 'absent' })
  await control(payment.reference, { action: 'timeout_after_acceptance', method: 'refund' })
  expect(await open().refund(wish)).toMatchObject({ outcome: 'unknown' })
  expect(await open().checkRefund(wish)).toMatchObject({ outcome: 'refunded' })
  expect(await open().refund(wish)).toMatchObject({ outcome: 'refunded' })
  expect(await open().refund(toRefund(tried, 731, 2))).toMatchObject({
    outcome: 'refused',
    answer: 'REFUND_AMOUNT_EXCEEDED',
  })
  await control(payment.reference, { action: 'slow_refund', method: 'refund' })
  const slow = await open().refund(toRefund(tried, 730, 3))
  expect(slow).toMatchObject({ outcome: 'pending' })
  const asked = { ...toRefund(tried, 730, 3), refundProviderReference: slow.providerReference }
  expect(await open().checkRefund(asked)).toMatchObject({ outcome: 'refunded' })
})

test('a webhook is accepted only with PayPal’s signature over the raw body', async () => {
  const provider = open()
  const told = async (...actions: string[]) => {
    const { payment } = await begin()
    for (const action of actions) await control(payment.reference, { action })
    await control(payment.reference, { action: 'pay' })
    const delivery = shop.received.at(-1) as WebhookDelivery
    return { payment, delivery, read: await provider.readNotification(delivery) }
  }
  const good = await told()
  expect(good.read).toMatchObject({ verdict: 'accepted', reference: good.payment.reference })
  expect(good.read.eventKey).toMatch(/^WH-/)
  const changed = { ...good.delivery, body: good.delivery.body.replace('12.30', '12.31') }
  expect(await provider.readNotification(changed)).toMatchObject({ verdict: 'forged', reason: 'signature' })
  for (const fault of ['bad_sign', 'no_sign', 'other_webhook', 'foreign_certificate'])
    expect((await told(fault)).read, fault).toMatchObject({ verdict: 'forged', reason: 'signature' })
  const elsewhere = { ...good.delivery.headers, 'paypal-cert-url': 'https://paypal.com.example/cert' }
  expect(await provider.readNotification({ ...good.delivery, headers: elsewhere })).toMatchObject({ verdict: 'forged' })
  expect(await provider.readNotification({ body: 'hello', headers: {}, query: '' })).toMatchObject({
    reason: 'not JSON',
  })
})

test('forged webhooks cause one request for a certificate, and none elsewhere than at PayPal’s certificates', async () => {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const provider = open({ PAYPAL_URL: `http://127.0.0.1:${port}` })
  const forge = (certificate: string, changes: Record<string, string> = {}) => {
    const headers = {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-transmission-id': 'x',
      'paypal-transmission-time': 'x',
      'paypal-transmission-sig': 'x',
      'paypal-cert-url': certificate,
      ...changes,
    }
    return provider.readNotification({ body: '{"id":"WH-1"}', headers, query: '' })
  }
  const unknown = `http://127.0.0.1:${port}/certs/unknown`
  await forge(unknown, { 'paypal-transmission-sig': '' })
  expect(asked).toEqual([])
  const { line } = await watchConnection(async () => {
    for (const elsewhere of [
      'https://www.paypal.com/v1/notifications/certs/x',
      'https://api.paypal.com:8443/v1/notifications/certs/x',
      'https://api.paypal.com/cert',
      'https://api.paypal.com/v1/notifications/certs/x?n=1',
      'http://api.paypal.com/v1/notifications/certs/x',
    ])
      expect(await forge(elsewhere), elsewhere).toMatchObject({ verdict: 'forged' })
  })
  expect(line).toBe('unused')
  const forged = await Promise.all(Array.from({ length: 10 }, () => forge(unknown)))
  expect(new Set(forged.map(({ verdict }) => verdict))).toEqual(new Set(['forged']))
  await forge(unknown)
  expect(asked).toEqual(['/certs/unknown'])
  server.close()
})

test('the signed text contains the body’s checksum as PayPal computes it', () => {
  const body = '{"id":"WH-SIM-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}'
  expect(signedText('id', 'time', { webhookId: 'hook', body })).toBe('id|time|hook|4291614548')
})
