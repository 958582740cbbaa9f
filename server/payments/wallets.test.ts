import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { xsrfCookie } from '#contract/constants.ts'
import type { StatusResult } from '#contract/orders.ts'
import { paymentMethodIds, paymentMethods } from '#contract/payment-methods.ts'
import type { StartedPayment } from '#contract/payments.ts'
import { shopSettings, writeShop } from '#server/content/staff.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import type { Exchange } from '#simulators/frame/book.ts'
import type { Simulators } from '#simulators/providers.ts'
import { startSimulators } from '#simulators/providers.ts'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { phoneHeaders, setUpTill } from '#tests/payments.ts'
import * as payments from './payments.ts'
import { paymentMethods as methodsOfProviders } from './providers/providers.ts'

const minute = 60_000
const pending = { status: 'INTERIM', paymentStatus: 'NOT_PAID' }
const paid = { status: 'NEW', paymentStatus: 'PAID_ONLINE' }
const failed = { status: 'FAILED', paymentStatus: 'FAILED' }
const names = ['ott', 'citcon', 'iotpay', 'opay'] as const
type Name = (typeof names)[number]
const wechat = { 'user-agent': 'Mozilla/5.0 (iPhone) MicroMessenger/8.0 miniProgram' }

let simulators: Simulators
beforeAll(async () => {
  simulators = await startSimulators({ PAYPAL_URL: 'none' })
})
afterAll(() => simulators.close())
const shop = setUpShop(() => ({ PROVIDER_TIMEOUT_MS: '1500', ...simulators.env }))
const till = setUpTill(shop)
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
})

const urlOf = (name: string) => simulators.env[`${name.toUpperCase()}_URL`] ?? ''
const control = async (name: string, reference: string, command: object) => {
  const body = JSON.stringify(command)
  const answer = await fetch(`${urlOf(name)}/control/${reference}`, { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
}
/** The last notification that the simulator of provider `name` sent. */
const lastTold = async (name: string): Promise<Exchange | undefined> => {
  const all: Exchange[] = await (await fetch(`${urlOf(name)}/control/transcript`)).json()
  return all.findLast(({ direction }) => direction === 'notification')
}
const starts = {
  ott: payments.startOtt,
  citcon: payments.startCitcon,
  iotpay: payments.startIotPay,
  opay: payments.startOPay,
}
const startWith = (ctx: Context, name: Name, orderID: string): Promise<StartedPayment> => starts[name](ctx, { orderID })
const check = (ctx: Context, orderID: string): Promise<StatusResult> => payments.checkOtt(ctx, { orderID })
const paidEvents = async () => (await shop.query("select * from events where name = 'order.paid'")).length

/** For each provider: the path that starts a payment, and the path that checks it. */
const callsOf = [
  ['ott', 'requestOTTH5Payment', 'checkOttPaymentStatus'],
  ['citcon', 'requestCitconH5Payment', 'checkCitconPaymentStatus'],
  ['iotpay', 'requestIOTPayH5Payment', 'checkIOTPayPaymentStatus'],
  ['opay', 'requestOPayH5Payment', 'checkOPayPaymentStatus'],
] as const

/** Creates a visitor who uses a phone and has a session. `get` and `post` send requests of this visitor. */
async function phoneAtTill() {
  const visitor = shop.visitor(phoneHeaders)
  await visitor.fetch('/api/istore/client/shoppingManagement4/paymentConfig')
  const ctx = await visitor.ctx()
  await ctx.ensureSession()
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': visitor.cookies.get(xsrfCookie) ?? '' }
  const send = async (path: string, init: RequestInit): Promise<unknown> =>
    (await visitor.fetch(`/api/istore/client/shoppingManagement4/${path}`, { headers, ...init })).json()
  return {
    visitor,
    ctx,
    get: (path: string) => send(path, {}),
    post: (path: string, body: object) => send(path, { method: 'POST', body: JSON.stringify(body) }),
  }
}

async function begin(name: Name) {
  const ctx = await till.shopper()
  const { id } = await till.order(ctx)
  const started = await startWith(ctx, name, id)
  return { ctx, id, reference: `${id}-A1`, started }
}

test('each payment method of the contract has a provider', () => {
  expect(methodsOfProviders.map(({ option }) => option).toSorted()).toEqual([...paymentMethodIds].toSorted())
})

describe.each(names)('%s', (name) => {
  test('returns the shopper from the wallet with its prefix, and the notification alone settles the order', async () => {
    const { ctx, id, started } = await begin(name)
    expect(started).toMatchObject({ orderID: id, paymentUrl: expect.stringMatching(/\/wallet\//), ...pending })
    const url = new URL(started.paymentUrl ?? '')
    const zh = await (await fetch(url, { headers: { 'Accept-Language': 'zh-CN' } })).text()
    expect(zh).toContain('演示钱包')
    url.searchParams.set('lang', 'en')
    expect(await (await fetch(url)).text()).toContain('$23.40')
    const back = await fetch(`${url.origin}${url.pathname}/pay`, { method: 'POST', redirect: 'manual' })
    const { pathname, searchParams } = new URL(back.headers.get('location') ?? '')
    expect(pathname).toBe(`/confirmation/${id}`)
    expect(searchParams.get('from_source')).toBe(`${paymentMethods[name].source}X${id}`)
    expect(searchParams.get('status')).toMatch(/^(success|2)$/)
    await expect.poll(() => orders.find(ctx, id)).toMatchObject({ ...paid, paymentOption: name })
    expect(await paidEvents()).toBe(1)
  })

  test('settles once after three parallel notifications and a later one', async () => {
    const { ctx, id, reference } = await begin(name)
    await control(name, reference, { action: 'parallel' })
    await control(name, reference, { action: 'pay' })
    await expect.poll(() => orders.find(ctx, id)).toMatchObject(paid)
    const again = await lastTold(name)
    const answer = await fetch(again?.target ?? '', {
      method: 'POST',
      body: again?.sent ?? '',
      headers: again?.headers ?? {},
    })
    expect(answer.status).toBe(200)
    expect(await paidEvents()).toBe(1)
  })

  test('refuses a forged notification, which changes nothing', async () => {
    const { ctx, id, reference } = await begin(name)
    await control(name, reference, { action: 'bad_sign' })
    await control(name, reference, { action: 'pay' })
    expect((await lastTold(name))?.status).toBe(400)
    expect(await orders.find(ctx, id)).toMatchObject(pending)
    expect(await check(ctx, id)).toMatchObject(paid)
  })

  test('does not make an order paid by a wrong amount', async () => {
    const { ctx, id, reference } = await begin(name)
    await control(name, reference, { action: 'pay_wrong_amount' })
    expect(await check(ctx, id)).toMatchObject(pending)
    expect(await till.attempt(id)).toMatchObject([{ state: 'mismatch', resolution: 'refunded' }])
  })

  test('keeps an unanswered start pending, and the job finds the payment', async () => {
    const ctx = await till.shopper()
    const { id } = await till.order(ctx)
    await control(name, `${id}-A1`, { action: 'timeout_after_acceptance', method: 'create' })
    expect(await startWith(ctx, name, id)).toMatchObject({ paymentUrl: null, ...pending })
    await control(name, `${id}-A1`, { action: 'never' })
    await control(name, `${id}-A1`, { action: 'pay' })
    shop.clock.advance(6000)
    await payments.checkPending(shop.ctx())
    expect(await orders.find(ctx, id)).toMatchObject(paid)
  })

  test('lets the shopper pay at once with any method after a start that never arrived', async () => {
    for (const [startNext, provider] of [
      [payments.startSnapPayAlipay, 'snappay'],
      [starts[name], name],
    ] as const) {
      const ctx = await till.shopper()
      const { id } = await till.order(ctx)
      await control(name, `${id}-A1`, { action: 'html_502', method: 'create' })
      expect(await startWith(ctx, name, id)).toMatchObject({ paymentUrl: null, ...pending })
      shop.clock.advance(2000)
      expect(await startNext(ctx, { orderID: id })).toMatchObject({
        paymentUrl: expect.stringMatching(/\/wallet\//),
        ...pending,
      })
      expect(await till.attempt(id)).toMatchObject([
        { provider: name, state: 'failed', last_answer: 'left behind' },
        { provider, state: 'pending' },
      ])
      expect(await orders.find(ctx, id)).toMatchObject(pending)
    }
  })

  test('lets the shopper switch to another method, and still settles the first if it is paid', async () => {
    const { ctx, id } = await begin(name)
    const second = await payments.startSnapPayAlipay(ctx, { orderID: id })
    expect(second.paymentUrl).toMatch(/\/wallet\//)
    expect(await till.attempt(id)).toMatchObject([
      { provider: name, state: 'failed', last_answer: 'left behind' },
      { provider: 'snappay', state: 'pending' },
    ])
    expect(await orders.find(ctx, id)).toMatchObject(pending)
    await control(name, `${id}-A1`, { action: 'pay' })
    expect(await orders.find(ctx, id)).toMatchObject({ ...paid, paymentOption: name })
    await till.control(`${id}-A2`, { action: 'pay' })
    const [, late] = await till.attempt(id)
    expect(late?.state).toBe('late_paid')
    expect(await paidEvents()).toBe(1)
  })

  test('fails an expired order at once, and marks a later payment as late', async () => {
    const { id, reference } = await begin(name)
    shop.clock.advance(16 * minute)
    await payments.checkPending(shop.ctx())
    expect(await orders.find(shop.ctx(), id)).toMatchObject(failed)
    await control(name, reference, { action: 'pay' })
    expect(await till.attempt(id)).toMatchObject([{ state: 'late_paid', resolution: 'refunded' }])
  })
})

test('over HTTP each provider has its own calls, and only OPay’s check refuses a status', async () => {
  const { ctx, visitor, post } = await phoneAtTill()
  const returnUrlInfo = '?from_source=iot_h5Xab2c'
  for (const [name, start, check] of callsOf) {
    const { id } = await till.order(ctx)
    const started = await post(start, { orderID: id })
    expect(started, start).toMatchObject({ orderID: id, ...pending })
    const hints = { orderID: id, returnUrlInfo, ...(name !== 'opay' && { status: 'FAILED' }) }
    expect(await post(check, hints), check).toEqual({ orderID: id, qrCodeScan: false, ...pending })
  }
  const { id } = await till.order(ctx)
  await visitor.api.payments.startOPay({ orderID: id })
  const withStatus = { orderID: id, returnUrlInfo, status: 'FAILED' }
  await expect(visitor.api.payments.checkOPay(withStatus)).rejects.toMatchObject({ status: 400 })
})

test.each(callsOf)('over HTTP: %s is started by %s, and %s reports when it is paid or failed', async (...names) => {
  const [name, start, check] = names
  const { ctx, post } = await phoneAtTill()
  for (const [action, outcome] of [
    ['pay', paid],
    ['refuse', { ...failed, ended: 'cancelled' }],
  ] as const) {
    const { id } = await till.order(ctx)
    await post(start, { orderID: id })
    expect(await post(check, { orderID: id })).toEqual({ orderID: id, qrCodeScan: false, ...pending })
    // The notification is suppressed, so only the check can find the payment.
    await control(name, `${id}-A1`, { action: 'never' })
    await control(name, `${id}-A1`, { action })
    expect(await orders.find(ctx, id)).toMatchObject(pending)
    shop.clock.advance(2000)
    expect(await post(check, { orderID: id })).toEqual({ orderID: id, qrCodeScan: false, ...outcome })
    expect(await orders.find(ctx, id)).toMatchObject({ status: outcome.status, paymentStatus: outcome.paymentStatus })
  }
})

test('over HTTP a start takes the order from its body; SnapPay takes its method from the path', async () => {
  const { ctx, post, get } = await phoneAtTill()
  for (const [, start] of callsOf) {
    for (const query of ['', '?biz_type=WECHATPAY&lang=zh']) {
      const { id } = await till.order(ctx)
      const started = { orderID: id, paymentUrl: expect.stringMatching(/^http/), ...pending }
      expect(await post(start + query, { orderID: id }), start + query).toMatchObject(started)
    }
  }
  for (const [way, option] of [
    ['h5pay/WECHATPAY', 'snappay_wechat'],
    ['webpay/ALIPAY', 'snappay_alipay'],
    ['webpay/UNIONPAY', 'snappay_unionpay'],
  ] as const) {
    const { id } = await till.order(ctx)
    const started = { orderID: id, paymentUrl: expect.stringMatching(/^http/), ...pending }
    expect(await get(`requestSnapPayPrePayment/${way}?orderID=${id}`), way).toMatchObject(started)
    expect(await orders.find(ctx, id), way).toMatchObject({ paymentOption: option })
  }
})

describe.each([
  ['snappay_wechat', 'snappay', 'wechat'],
  ['ott', 'ott', 'wechat'],
  ['citcon', 'citcon', 'alipay'],
  ['iotpay', 'iotpay', 'alipay'],
] as const)('on a desktop %s is paid with a QR code', (option, provider, scannedBy) => {
  const url = () => (provider === 'snappay' ? till.simulator.url : urlOf(provider))
  const tell = (reference: string, action: string) =>
    fetch(`${url()}/control/${reference}`, { method: 'POST', body: JSON.stringify({ action }) })
  const pay = (ctx: Context, orderID: string) =>
    option === 'snappay_wechat' ? payments.startSnapPayWeChat(ctx, { orderID }) : startWith(ctx, option, orderID)
  const ask = check
  async function begin() {
    const ctx = await till.shopper()
    Object.assign(ctx.environment, { isMobile: false })
    const { id } = await till.order(ctx)
    return { ctx, id, reference: `${id}-A1`, started: await pay(ctx, id) }
  }

  test('start and status check answer the code until the order is paid', async () => {
    const { ctx, id, reference, started } = await begin()
    const qrCode = {
      text: expect.stringMatching(/\/wallet\/[0-9a-f]{32}$/),
      scannedBy,
      amount: { amount: 2340, currency: 'CAD' },
      validUntil: expect.stringMatching(/^\d{4}-.*Z$/),
    }
    expect(started).toEqual({ orderID: id, paymentUrl: null, qrCodeScan: true, qrCode, ...pending })
    expect(await ask(ctx, id)).toEqual({ orderID: id, qrCodeScan: true, qrCode: started.qrCode, ...pending })
    expect(await pay(ctx, id)).toEqual(started)
    const options = await payments.paymentOptions(ctx)
    expect(options.options.find((one) => one.id === option)).toMatchObject({ scannedBy })
    await tell(reference, 'never')
    await tell(reference, 'pay')
    shop.clock.advance(2000)
    expect(await ask(ctx, id)).toEqual({ orderID: id, qrCodeScan: false, ...paid })
    expect(await orders.find(ctx, id)).toMatchObject({ paymentOption: option })
  })

  test('the status check reports a cancellation in the wallet', async () => {
    const { ctx, id, reference } = await begin()
    await tell(reference, 'refuse')
    shop.clock.advance(2000)
    expect(await ask(ctx, id)).toEqual({ orderID: id, qrCodeScan: false, ended: 'cancelled', ...failed })
  })

  test('after expiry the status check answers no code and reports the expiry', async () => {
    const { ctx, id } = await begin()
    shop.clock.advance(15 * minute)
    expect(await ask(ctx, id)).toEqual({ orderID: id, qrCodeScan: true, ...pending })
    await payments.checkPending(shop.ctx())
    expect(await ask(ctx, id)).toEqual({ orderID: id, qrCodeScan: false, ended: 'expired', ...failed })
  })

  test('a start from a phone opens the wallet and closes the attempt with the code', async () => {
    const { ctx, id } = await begin()
    ctx.environment.isMobile = true
    shop.clock.advance(2000)
    expect(await pay(ctx, id)).toEqual({
      orderID: id,
      paymentUrl: expect.stringMatching(/\/wallet\//),
      ...pending,
    })
    expect(await ask(ctx, id)).toEqual({ orderID: id, qrCodeScan: false, ...pending })
    expect(await till.attempt(id)).toMatchObject([{ state: 'failed' }, { state: 'pending' }])
  })
})

test('an attempt of a failed order is reported as failed, not as cancelled in the wallet', async () => {
  const { ctx, id } = await begin('citcon')
  const order = await orders.lock(ctx, id)
  await orders.markFailed(ctx, order)
  shop.clock.advance(1000)
  await control('citcon', `${id}-A1`, { action: 'refuse' })
  await payments.closeOpenAttempt(ctx, { orderId: id })
  expect(await till.attempt(id)).toMatchObject([{ state: 'failed', last_answer: 'cancelled' }])
  expect(await check(ctx, id)).toMatchObject({ ended: 'failed' })
})

test('the card option names the wallet of the browser only if the owner says that the shop accepts it', async () => {
  const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
  const chrome = 'Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36'
  const walletsIn = async (userAgent: string) => {
    const { options } = await payments.paymentOptions(await shop.visitor({ 'user-agent': userAgent }).ctx())
    return options.flatMap(({ id, deviceWallet }) => (deviceWallet ? [[id, deviceWallet]] : []))
  }
  expect(await walletsIn(safari)).toEqual([])
  const { version, payment } = await shopSettings(shop.ctx())
  await writeShop(shop.ctx(), { version, payment: { ...payment, supportApplePay: true } })
  expect(await walletsIn(safari)).toEqual([['stripe', 'apple_pay']])
  expect(await walletsIn(chrome)).toEqual([])
  expect(await walletsIn('Mozilla/5.0 (iPhone)')).toEqual([])
})

test('the wallets offered are those that work in the shopper’s app or browser', async () => {
  const at = async (userAgent: string) => {
    const { options } = await payments.paymentOptions(await shop.visitor({ 'user-agent': userAgent }).ctx())
    return options.map(({ id }) => id).filter((id) => id !== 'paypal')
  }
  // The expected options, sorted by wallet. Options of the same wallet are in the sequence that the owner chose.
  const own = [
    ...['stripe', 'pay_at_store'],
    ...['snappay_wechat', 'ott'],
    ...['snappay_alipay', 'citcon', 'iotpay', 'opay'],
    'snappay_unionpay',
  ]
  expect(await at('Mozilla/5.0 (iPhone)')).toEqual(own)
  expect(await at('Mozilla/5.0')).toEqual(own)
  expect(await at('Mozilla/5.0 MicroMessenger/8.0')).toEqual([
    'snappay_wechat',
    'citcon',
    'iotpay',
    'opay',
    'pay_at_store',
  ])
  for (const alipay of ['AlipayClient/10', 'MiniProgram APXWebView AliApp(AP/10.6) AlipayClient/10'])
    expect(await at(`Mozilla/5.0 ${alipay}`)).toEqual(['snappay_alipay', 'citcon', 'iotpay', 'opay', 'pay_at_store'])
  for (const weChat of [
    wechat['user-agent'],
    'Mozilla/5.0 (Windows NT 10.0) MicroMessenger/7.0.20 MiniProgramEnv/Windows',
  ])
    expect(await at(weChat)).toEqual(['wechat_mini_program', 'pay_at_store'])
})

describe('the mini-program', () => {
  async function beginThere() {
    const visitor = shop.visitor(wechat)
    await visitor.fetch('/api/istore/client/shoppingManagement4/paymentConfig')
    const ctx = await visitor.ctx()
    await ctx.ensureSession()
    const { id } = await till.order(ctx)
    return { visitor, ctx, id }
  }
  const sheet = (parameters: object, openId: string) =>
    fetch(`${urlOf('wechatpay')}/sheet`, { method: 'POST', body: JSON.stringify({ ...parameters, openId }) })

  test('passes WeChat’s payment parameters to its page and is paid once WeChat Pay confirms', async () => {
    const { visitor, ctx, id } = await beginThere()
    const started = await visitor.api.payments.startMiniProgram({ orderID: id, weChatOpenId: 'oX-1' })
    expect(started).toMatchObject({ orderID: id, paymentUrl: null, ...pending })
    expect(await visitor.api.payments.startMiniProgram({ orderID: id, weChatOpenId: 'oX-1' })).toMatchObject({
      requestPayment: started.requestPayment,
    })
    const token = started.handover ?? ''
    const page = shop.visitor()
    const handed = await page.api.payments.handover({ token })
    expect(handed).toEqual({ orderID: id, requestPayment: started.requestPayment })
    expect((await sheet(handed.requestPayment, 'oSomebodyElse')).status).toBe(400)
    expect((await sheet({ ...handed.requestPayment, nonceStr: 'changed' }, 'oX-1')).status).toBe(400)
    const shown = await (await sheet(handed.requestPayment, 'oX-1')).json()
    expect(shown).toMatchObject({ amount: 2340, currency: 'CAD' })

    const told = { orderID: id, weChatOpenId: 'oX-1', returnUrlInfo: '?MP_paymentstatus=OK' }
    expect(await visitor.api.payments.miniProgramPaid(told)).toMatchObject({ orderID: id, ...pending })
    await control('wechatpay', `${id}-A1`, { action: 'never' })
    await control('wechatpay', `${id}-A1`, { action: 'pay' })
    shop.clock.advance(2000)
    expect(await visitor.api.payments.miniProgramPaid(told)).toMatchObject({ orderID: id, ...paid })
    expect(await orders.find(ctx, id)).toMatchObject({ paymentOption: 'wechat_mini_program' })
    await expect(page.api.payments.handover({ token })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is paid by WeChat Pay’s notification alone', async () => {
    const ctx = await till.shopper()
    Object.assign(ctx.environment, { kind: 'mini_program', isWeChat: true })
    const { id } = await till.order(ctx)
    await payments.startMiniProgram(ctx, { orderID: id, weChatOpenId: 'oX-1' })
    await control('wechatpay', `${id}-A1`, { action: 'pay' })
    expect(await orders.find(ctx, id)).toMatchObject(paid)
  })

  test('records an error message of the page, and the order can still be paid', async () => {
    const { visitor, id } = await beginThere()
    await visitor.api.payments.startMiniProgram({ orderID: id, weChatOpenId: 'oX-1' })
    const said = { orderID: id, errorMessage: 'requestPayment:fail cancel', returnUrlInfo: '?MP_paymentstatus=FAIL' }
    expect(await visitor.api.payments.miniProgramFailed(said)).toMatchObject({ orderID: id, ...pending })
    expect(await till.attempt(id)).toMatchObject([{ last_answer: 'mini-program: requestPayment:fail cancel' }])
    await control('wechatpay', `${id}-A1`, { action: 'pay' })
    shop.clock.advance(2000)
    expect(await visitor.api.payments.miniProgramFailed(said)).toMatchObject(paid)
  })

  test('cannot record an error message for a payment of another wallet', async () => {
    const ctx = await till.shopper()
    const { id } = await till.order(ctx)
    await payments.startIotPay(ctx, { orderID: id })
    await payments.miniProgramFailed(ctx, { orderID: id, errorMessage: 'requestPayment:ok' })
    expect((await till.attempt(id))[0]?.last_answer).not.toContain('requestPayment')
  })

  test('starts no payment without an open id, nor outside the mini-program', async () => {
    const { visitor, id } = await beginThere()
    await expect(visitor.api.payments.startMiniProgram({ orderID: id })).rejects.toMatchObject({
      code: 'payments.open_id',
      message: 'no WechatOpenID',
    })
    expect(await till.attempt(id)).toEqual([])
    const ctx = await till.shopper()
    const other = await till.order(ctx)
    await expect(payments.startMiniProgram(ctx, { orderID: other.id, weChatOpenId: 'oX-1' })).rejects.toMatchObject({
      items: [{ code: 'payments.unavailable' }],
    })
  })

  test('refuses a handover that is expired, invalid or of another visitor’s order', async () => {
    const { visitor, id } = await beginThere()
    const { handover = '' } = await visitor.api.payments.startMiniProgram({ orderID: id, weChatOpenId: 'oX-1' })
    const { id: other } = await beginThere()
    const [, expires, signature] = handover.split('.')
    for (const token of [
      'x',
      `${id}-A1.${expires}.x`,
      `${other}-A1.${expires}.${signature}`,
      `${id}-A1.zzzzzzzz.${signature}`,
    ]) {
      await expect(shop.visitor().api.payments.handover({ token }), token).rejects.toMatchObject({ code: 'not_found' })
    }
    const stranger = shop.visitor(wechat)
    const said = { orderID: id, weChatOpenId: 'oX-1' }
    await expect(stranger.api.payments.miniProgramPaid(said)).rejects.toMatchObject({ code: 'not_found' })
    const failure = { orderID: id, errorMessage: 'no' }
    await expect(stranger.api.payments.miniProgramFailed(failure)).rejects.toMatchObject({ code: 'not_found' })
    shop.clock.advance(11 * minute)
    await expect(shop.visitor().api.payments.handover({ token: handover })).rejects.toMatchObject({ code: 'not_found' })
  })
})
