import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { Exchange } from '#simulators/frame/book.ts'
import type { Simulators } from '#simulators/providers.ts'
import { startSimulators } from '#simulators/providers.ts'
import type { NotificationReceiver } from '#tests/provider-fixtures.ts'
import { samplePayment, startReceiver } from '#tests/provider-fixtures.ts'
import { openCitcon } from './citcon.ts'
import { openIotPay } from './iotpay.ts'
import { openOPay } from './opay.ts'
import { openOtt } from './ott.ts'
import type { Payment, Provider, Refund } from './provider.ts'
import { openWeChatPay } from './wechatpay.ts'

const now = () => new Date()
const factories = { ott: openOtt, citcon: openCitcon, iotpay: openIotPay, opay: openOPay, wechatpay: openWeChatPay }
type Name = keyof typeof factories
const names = Object.keys(factories) as Name[]
const channels = { ott: 'WECHATPAY', citcon: 'alipay', iotpay: 'ALIPAY_WAP', opay: 'ALIPAY_WAP', wechatpay: 'JSAPI' }

let demonstration: Simulators
let shop: NotificationReceiver

beforeAll(async () => {
  demonstration = await startSimulators()
  shop = await startReceiver('success')
})
afterAll(async () => {
  shop.close()
  await demonstration.close()
})

function open(name: Name, changes: Record<string, string> = {}): Provider {
  const config = readConfig({ PROVIDER_TIMEOUT_MS: '1500', ...demonstration.env, ...changes })
  const provider = factories[name](config, now)
  if (!provider) throw new Error(`${name} is not set`)
  return provider
}

const newPayment = (name: Name, changes: Partial<Payment> = {}) =>
  samplePayment({
    channel: channels[name],
    returnUrl: 'http://192.168.1.20:3000/confirmation/ORDER?from_source=iot_h5XORDER',
    notifyUrl: `${shop.url}/notify`,
    openId: 'oX-1',
    ...changes,
  })
const triedOf = ({ reference, channel, amount }: Payment) => ({ reference, channel, amount, providerReference: null })
const refundOf = (payment: Payment, changes: Partial<Refund> = {}): Refund => ({
  ...triedOf(payment),
  refundReference: payment.reference.replace('-A1', '-R1'),
  amount: { amount: 500, currency: 'CAD' },
  total: payment.amount,
  reason: 'sold out',
  refundProviderReference: null,
  ...changes,
})

const urlOf = (name: Name) => demonstration.env[`${name.toUpperCase()}_URL`] ?? ''
const control = async (name: Name, reference: string, command: object) => {
  const url = `${urlOf(name)}/control/${encodeURIComponent(reference)}`
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(command) })
  if (!answer.ok) throw new Error(await answer.text())
}
const transcript = async (name: Name): Promise<Exchange[]> => (await fetch(`${urlOf(name)}/control/transcript`)).json()
const linesOf = async (name: Name, from = 0) =>
  (await transcript(name)).slice(from).filter(({ direction }) => direction === 'request')

/** Completes a payment. Returns the payment, its provider and the parsed last notification. */
async function paid(name: Name, ...faults: string[]) {
  const payment = newPayment(name)
  const provider = open(name)
  expect(await provider.start(payment)).toMatchObject({ outcome: 'started' })
  for (const action of faults) await control(name, payment.reference, { action })
  await control(name, payment.reference, { action: 'pay' })
  const told = shop.received.at(-1)
  return { payment, provider, read: told ? await provider.readNotification(told) : undefined }
}

describe.each(names)('%s', (name) => {
  test('starts, checks and partly refunds a payment', async () => {
    const provider = open(name)
    const payment = newPayment(name)
    const started = await provider.start(payment)
    if (started.outcome !== 'started') throw new Error(JSON.stringify(started))
    if (started.next.kind === 'redirect') expect(started.next.url).toMatch(/\/wallet\/[0-9a-f]{32}/)
    if (started.next.kind === 'mini_program')
      expect(started.next.parameters).toMatchObject({ signType: 'RSA', package: expect.stringMatching(/^prepay_id=/) })
    const tried = triedOf(payment)
    expect(await provider.check(tried)).toMatchObject({ outcome: 'pending' })
    await control(name, payment.reference, { action: 'pay' })
    const report = await provider.check(tried)
    expect(report).toMatchObject({ outcome: 'paid', amount: 1230, currency: 'CAD', merchant: provider.merchant })
    expect(report.providerReference).toBeTruthy()
    const refund = refundOf(payment, { providerReference: report.providerReference })
    const given = await provider.refund(refund)
    expect(['refunded', 'pending']).toContain(given.outcome)
    expect(await provider.checkRefund({ ...refund, refundProviderReference: given.providerReference })).toMatchObject({
      outcome: 'refunded',
    })
    expect(await provider.check(tried)).toMatchObject({ outcome: 'paid' })
  })

  test('refunds once for a repeated request, and refuses more than was paid', async () => {
    const { payment, provider } = await paid(name)
    const { providerReference } = await provider.check(triedOf(payment))
    const refund = refundOf(payment, { providerReference, amount: { amount: 1000, currency: 'CAD' } })
    await provider.refund(refund)
    const again = await provider.refund(refund)
    expect(['refunded', 'pending']).toContain(again.outcome)
    const more = { ...refund, refundReference: refund.refundReference.replace('-R1', '-R2') }
    expect(await provider.refund(more)).toMatchObject({ outcome: 'refused' })
  })

  test('accepts its own notifications, and marks others as forged or foreign', async () => {
    const good = await paid(name)
    expect(good.read).toMatchObject({ verdict: 'accepted', reference: good.payment.reference })
    expect((await paid(name, 'bad_sign')).read).toMatchObject({ verdict: 'forged' })
    expect((await paid(name, 'no_sign')).read).toMatchObject({ verdict: 'forged' })
    if (name !== 'citcon') expect((await paid(name, 'other_merchant')).read).toMatchObject({ verdict: 'foreign' })
    const { readNotification } = open(name)
    for (const body of ['', 'hello', '[1]', '{"a":1}', 'a=1&sign=2']) {
      expect(await readNotification({ body, headers: {}, query: '' })).toMatchObject({ verdict: 'forged' })
    }
  })

  test('gives the same key to repeated notifications', async () => {
    const { payment, provider } = await paid(name, 'duplicate')
    const told = shop.received.slice(-3)
    const keys = new Set<string>()
    for (const delivery of told) keys.add((await provider.readNotification(delivery)).eventKey)
    // Each of WeChat Pay's notifications has a different id here, because the simulator does not repeat ids.
    expect(keys.size).toBe(name === 'wechatpay' ? 3 : 1)
    expect(payment.reference).toBeTruthy()
  })

  test.each(['refuse', 'expire'])('reports a payment as failed after %s', async (action) => {
    const provider = open(name)
    const payment = newPayment(name)
    await provider.start(payment)
    await control(name, payment.reference, { action })
    expect(await provider.check(triedOf(payment))).toMatchObject({ outcome: 'failed' })
  })

  test.each([
    ['pay_wrong_amount', { amount: 1229, currency: 'CAD' }],
    ['pay_other_currency', { amount: 1230, currency: 'USD' }],
  ])('reports the amount and currency that arrived after %s', async (action, money) => {
    const provider = open(name)
    const payment = newPayment(name)
    await provider.start(payment)
    await control(name, payment.reference, { action })
    expect(await provider.check(triedOf(payment))).toMatchObject({ outcome: 'paid', ...money })
  })

  test.each(['timeout_after_acceptance', 'connection_cut', 'html_502', 'empty_data'])(
    'reports a start that ends with %s as unknown, not failed',
    async (action) => {
      const payment = newPayment(name)
      await control(name, payment.reference, { action })
      const started = await open(name).start(payment)
      // Citcon's response to a start is plain text, so any JSON is a refusal.
      expect(started.outcome).toBe(name === 'citcon' && action === 'empty_data' ? 'refused' : 'unknown')
    },
  )

  test('reports a refused start as refused', async () => {
    const payment = newPayment(name)
    await control(name, payment.reference, { action: 'refuse_create' })
    expect(await open(name).start(payment)).toMatchObject({ outcome: 'refused' })
  })

  test.each(['timeout_after_acceptance', 'connection_cut', 'html_502', 'empty_data', 'unknown_status', 'other_order'])(
    'reports a check that ends with %s as unknown, and answers the next check',
    async (action) => {
      const provider = open(name)
      const payment = newPayment(name)
      await provider.start(payment)
      await control(name, payment.reference, { action: 'pay' })
      const times = action === 'connection_cut' || action === 'html_502' ? 2 : 1
      await control(name, payment.reference, { action, method: 'query', times })
      expect(await provider.check(triedOf(payment))).toMatchObject({ outcome: 'unknown' })
      expect(await provider.check(triedOf(payment))).toMatchObject({ outcome: 'paid' })
    },
  )

  test('refuses a reference that was used before', async () => {
    const provider = open(name)
    const payment = newPayment(name)
    await provider.start(payment)
    expect(await provider.start(payment)).toMatchObject({ outcome: 'refused' })
  })

  test('reports an unknown payment as unknown, not failed', async () => {
    expect(await open(name).check(triedOf(newPayment(name)))).toMatchObject({ outcome: 'unknown' })
  })

  test('answers notifications in the provider’s own format', async () => {
    const provider = open(name)
    const answers = await Promise.all(
      (['taken', 'refused', 'again'] as const).map(async (reception) => {
        const answer = provider.respondToNotification(reception)
        return [answer.status, await answer.text()]
      }),
    )
    const words = {
      ott: ['SUCCESS', 'FAIL', 'FAIL'],
      citcon: ['ok', 'fail', 'fail'],
      iotpay: ['success', 'fail', 'fail'],
      opay: ['success', 'fail', 'fail'],
      wechatpay: ['{"code":"SUCCESS"}', '{"code":"FAIL","message":"refused"}', '{"code":"FAIL","message":"again"}'],
    }[name]
    expect(answers).toEqual([200, 400, 503].map((status, at) => [status, words[at]]))
  })
})

// Citcon does not sign responses. Only TLS protects them.
describe.each(names.filter((name) => name !== 'citcon'))('%s signs its answers', (name) => {
  test.each(['no_answer_signature', 'bad_answer_signature'])(
    'an answer with %s is not trusted, and the payment stays unknown',
    async (action) => {
      const provider = open(name)
      const payment = newPayment(name)
      await provider.start(payment)
      await control(name, payment.reference, { action: 'pay' })
      await control(name, payment.reference, { action, method: 'query' })
      expect(await provider.check(triedOf(payment))).toMatchObject({ outcome: 'unknown' })
    },
  )
})

test('OTT Pay gets the return address through the payment page', async () => {
  const payment = newPayment('ott')
  const started = await open('ott').start(payment)
  const next = started.outcome === 'started' && started.next.kind === 'redirect' ? started.next.url : ''
  expect(new URL(next).searchParams.get('redirect_url')).toBe(payment.returnUrl)
})

test('a cancelled WeChat payment is closed at WeChat Pay', async () => {
  const from = (await transcript('wechatpay')).length
  const payment = newPayment('wechatpay')
  const provider = open('wechatpay')
  await provider.start(payment)
  expect(await provider.cancel(triedOf(payment))).toMatchObject({ outcome: 'cancelled' })
  expect((await linesOf('wechatpay', from))[1]).toMatchObject({
    target: `/v3/global/transactions/out-trade-no/${payment.reference}/close`,
    sent: '{"mchid":"1900000109"}',
    status: 204,
  })
})

test('a Citcon notification that does not sign its amount is forged', async () => {
  expect((await paid('citcon', 'trimmed_fields')).read).toMatchObject({ verdict: 'forged' })
})

test('an IOT Pay payment inside WeChat uses its own call', async () => {
  const from = (await transcript('iotpay')).length
  expect(await open('iotpay').start(newPayment('iotpay', { channel: 'WX_JSAPI' }))).toMatchObject({
    outcome: 'started',
  })
  expect((await linesOf('iotpay', from))[0]?.target).toBe('/v1/payForSubmit')
})

test('IOT Pay’s browser return settles nothing, and its notification is also read from a query string', async () => {
  const { read, payment } = await paid('iotpay', 'browser_return')
  expect(read).toMatchObject({ verdict: 'foreign', reference: payment.reference })
  const good = await paid('iotpay')
  const query = shop.received.at(-1)?.body ?? ''
  expect(await good.provider.readNotification({ body: '', headers: {}, query })).toMatchObject({ verdict: 'accepted' })
})

test('WeChat Pay does not start without an open id, and rejects an old notification as forged', async () => {
  const nobody = newPayment('wechatpay', { openId: null })
  expect(await open('wechatpay').start(nobody)).toEqual({ outcome: 'refused', answer: 'no open id' })
  expect((await paid('wechatpay', 'stale_timestamp')).read).toMatchObject({ verdict: 'forged' })
})

test('a provider is off until it is configured, and then needs all of its settings', () => {
  const none = readConfig({})
  for (const name of names) expect(factories[name](none, now)).toBeNull()
  expect(() => readConfig({ OTT_URL: 'https://ott.example' })).toThrow('OTT_MERCHANT_ID must be set where OTT_URL is.')
  expect(() => readConfig({ ...demonstration.env, WECHATPAY_API_KEY: 'short' })).toThrow('32 characters')
  expect(() => readConfig({ ...demonstration.env, DEMO: 'false' })).toThrow('OPAY_URL is for the demonstration alone')
})
