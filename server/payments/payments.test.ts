import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { moreBase, specificationBase, xsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { texts } from '#contract/messages.ts'
import { putPage } from '#server/content/content.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { putRules, putSeller } from '#server/pricing/rules.ts'
import { addProducts, openStore, setBaseCurrency } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Till } from '#tests/payments.ts'
import { phoneHeaders, setUpTill } from '#tests/payments.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { receive } from './notifications.ts'
import { acceptsAmount } from './options.ts'
import * as payments from './payments.ts'
import { openProvider, paymentMethods } from './providers/providers.ts'

const minute = 60_000
const pending = { status: 'INTERIM', paymentStatus: 'NOT_PAID' }
const paid = { status: 'NEW', paymentStatus: 'PAID_ONLINE' }
const failed = { status: 'FAILED', paymentStatus: 'FAILED' }

const shop = setUpShop({ PROVIDER_TIMEOUT_MS: '2500' })
const till = setUpTill(shop)
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
})

/** Places an order and starts its payment. */
async function begin(changes: Parameters<Till['order']>[1] = {}) {
  const ctx = await till.shopper()
  const order = await till.order(ctx, changes)
  const started = await payments.startSnapPayWeChat(ctx, { orderID: order.id })
  return { ctx, id: order.id, reference: `${order.id}-A1`, started }
}
const notified = async (ctx: Context, delivery: { body: string; headers: Record<string, string> }) => {
  const provider = await openProvider(ctx, 'snappay')
  return provider ? receive(ctx, provider, { ...delivery, query: '' }) : 'refused'
}
const check = (ctx: Context, orderID: string) => payments.checkSnapPay(ctx, { orderID })
const paidEvents = async () => (await shop.query("select * from events where name = 'order.paid'")).length
const code = (expected: string) => ({ items: [{ code: expected }] })

test('the status check finds an order paid after the shopper paid in the wallet', async () => {
  const { ctx, id, reference, started } = await begin()
  expect(started).toEqual({ orderID: id, paymentUrl: expect.stringMatching(/\/wallet\//), ...pending })
  expect(await check(ctx, id)).toEqual({ orderID: id, qrCodeScan: false, ...pending })
  await till.control(reference, { action: 'never' })
  await till.control(reference, { action: 'pay' })
  shop.clock.advance(2000)
  expect(await check(ctx, id)).toMatchObject(paid)
  expect(await till.attempt(id)).toMatchObject([
    {
      state: 'paid',
      amount: 2340,
      currency: 'CAD',
      provider: 'snappay',
      channel: 'h5pay/WECHATPAY',
      last_answer: 'SUCCESS',
    },
  ])
  expect(await orders.detail(ctx, { id })).toMatchObject({ ...paid, paymentOption: 'snappay_wechat' })
  expect(await paidEvents()).toBe(1)
})

test('the wallet returns the shopper to the shop, and its notification alone settles the order', async () => {
  const { ctx, id, started } = await begin()
  const url = started.paymentUrl ?? ''
  const page = await fetch(url, { headers: { 'Accept-Language': 'zh-CN' } })
  expect(await page.text()).toContain('演示钱包')
  expect(await (await fetch(`${url}?lang=en`)).text()).toContain('$23.40')
  const back = await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
  expect(back.status).toBe(303)
  expect(back.headers.get('location')).toBe(
    `${ctx.origin}/confirmation/${id}?from_source=snappay_h5X${id}&out_order_no=${id}-A1`,
  )
  await expect.poll(() => orders.find(ctx, id)).toMatchObject(paid)
})

test('the provider gets only the shop’s own address, and a request with a foreign host starts no payment', async () => {
  shop.app.config.PUBLIC_URL = 'http://shop.example'
  onTestFinished(() => {
    shop.app.config.PUBLIC_URL = undefined
  })
  const forwarded = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const visitor = shop.visitor({ ...phoneHeaders, ...forwarded, host: 'shop.example' })
  await visitor.api.shell.appInfo({})
  const ctx = await visitor.ctx()
  await ctx.ensureSession()
  const { id } = await till.order(ctx)
  const path = `${specificationBase}/shoppingManagement4/requestSnapPayPrePayment/webpay/ALIPAY?orderID=${id}`
  const start = (headers = {}) =>
    visitor.fetch(path, { headers: { [xsrfHeader]: visitor.cookies.get(xsrfCookie) ?? '', ...headers } })
  for (const host of ['evil.example', 'shop.example.evil.example'])
    expect((await start({ host })).status, host).toBe(421)
  expect(await till.attempt(id)).toEqual([])
  expect((await start()).status).toBe(200)
  const { sent } = (await till.transcript()).findLast(({ direction }) => direction === 'request') ?? { sent: '{}' }
  expect(JSON.parse(sent)).toMatchObject({
    out_order_no: `${id}-A1`,
    return_url: expect.stringMatching(/^http:\/\/shop\.example\/confirmation\//),
    notify_url: `http://shop.example${moreBase}/payments/snappay/notification`,
  })
  expect(sent).not.toContain('evil.example')
})

test('a refusal in the wallet fails the order; leaving the wallet keeps it pending with the same page', async () => {
  const { ctx, id, started } = await begin()
  await fetch(`${started.paymentUrl}/leave`, { method: 'POST', redirect: 'manual' })
  expect(await check(ctx, id)).toMatchObject(pending)
  expect(await payments.startSnapPayWeChat(ctx, { orderID: id })).toEqual(started)
  await fetch(`${started.paymentUrl}/refuse`, { method: 'POST', redirect: 'manual' })
  shop.clock.advance(2000)
  expect(await check(ctx, id)).toMatchObject(failed)
  await expect(payments.startSnapPayWeChat(ctx, { orderID: id })).rejects.toMatchObject(code('orders.closed'))
})

test('another visitor’s order is not found, neither to pay nor to check', async () => {
  const { id } = await begin()
  const other = await till.shopper()
  await expect(check(other, id)).rejects.toMatchObject(code('not_found'))
  await expect(payments.startSnapPayWeChat(other, { orderID: id })).rejects.toMatchObject(code('not_found'))
  await expect(check(other, 'no-such-order')).rejects.toMatchObject(code('not_found'))
})

test('an order that is paid, expired, free or in an unsupported currency cannot be paid', async () => {
  const { ctx, id, reference } = await begin()
  await till.control(reference, { action: 'pay' })
  await expect(payments.startSnapPayAlipay(ctx, { orderID: id })).rejects.toMatchObject(code('orders.paid'))
  const late = await till.order(ctx, { expiresAt: new Date(shop.app.now().getTime() - 1) })
  await expect(payments.startSnapPayAlipay(ctx, { orderID: late.id })).rejects.toMatchObject(code('orders.closed'))
  const free = await till.order(ctx, { total: 0, subtotal: 0 })
  await expect(payments.startSnapPayAlipay(ctx, { orderID: free.id })).rejects.toMatchObject(
    code('payments.unavailable'),
  )
  const yen = await till.order(ctx, { currency: 'JPY' })
  await expect(payments.startSnapPayAlipay(ctx, { orderID: yen.id })).rejects.toMatchObject(
    code('payments.unavailable'),
  )
})

test('a second payment method closes the first attempt at the provider and gets a new reference', async () => {
  const { ctx, id } = await begin()
  const second = await payments.startSnapPayUnionPay(ctx, { orderID: id })
  expect(second).toMatchObject({ ...pending, paymentUrl: expect.stringMatching(/\/wallet\//) })
  expect(await till.attempt(id)).toMatchObject([
    { reference: `${id}-A1`, state: 'failed', channel: 'h5pay/WECHATPAY' },
    { reference: `${id}-A2`, state: 'pending', channel: 'webpay/UNIONPAY' },
  ])
  expect(await till.calls(`${id}-A1`, 'pay.ordercancel')).toBe(1)
  expect(await check(ctx, id)).toMatchObject(pending)
  await till.control(`${id}-A2`, { action: 'pay' })
  expect(await check(ctx, id)).toMatchObject(paid)
  expect(await orders.find(ctx, id)).toMatchObject({ paymentOption: 'snappay_unionpay' })
})

test('a start with another method answers “paid” if the first attempt was paid', async () => {
  const { ctx, id, reference } = await begin()
  await till.control(reference, { action: 'never' })
  await till.control(reference, { action: 'pay' })
  await expect(payments.startSnapPayAlipay(ctx, { orderID: id })).rejects.toMatchObject(code('orders.paid'))
  expect(await till.attempt(id)).toMatchObject([{ state: 'paid' }])
})

test('a refused start is an error, and the shopper can use another method at once', async () => {
  const ctx = await till.shopper()
  const order = await till.order(ctx)
  await till.control(`${order.id}-A1`, { action: 'refuse_create' })
  await expect(payments.startSnapPayWeChat(ctx, { orderID: order.id })).rejects.toMatchObject(code('payments.provider'))
  expect(await till.attempt(order.id)).toMatchObject([{ state: 'failed', last_answer: 'E045048', check_at: null }])
  expect(await payments.startSnapPayAlipay(ctx, { orderID: order.id })).toMatchObject(pending)
})

test.each(['timeout_after_acceptance', 'connection_cut', 'html_502', 'bad_answer_signature', 'empty_data'])(
  'a start that ends with %s is pending, not failed, and the job finds the payment later',
  async (action) => {
    const ctx = await till.shopper()
    const order = await till.order(ctx)
    await till.control(`${order.id}-A1`, { action, method: 'pay.h5pay' })
    expect(await payments.startSnapPayWeChat(ctx, { orderID: order.id })).toEqual({
      orderID: order.id,
      paymentUrl: null,
      ...pending,
    })
    if (action === 'html_502') return
    await till.control(`${order.id}-A1`, { action: 'never' })
    await till.control(`${order.id}-A1`, { action: 'pay' })
    shop.clock.advance(6000)
    await payments.checkPending(shop.ctx())
    expect(await orders.find(ctx, order.id)).toMatchObject(paid)
    expect(await paidEvents()).toBe(1)
  },
)

test('after an unanswered start the next start closes the first attempt and gets a new reference', async () => {
  const ctx = await till.shopper()
  const order = await till.order(ctx)
  await till.control(`${order.id}-A1`, { action: 'timeout_after_acceptance', method: 'pay.h5pay' })
  await payments.startSnapPayWeChat(ctx, { orderID: order.id })
  await till.control(`${order.id}-A1`, { action: 'html_502', times: 10 })
  expect(await payments.startSnapPayWeChat(ctx, { orderID: order.id })).toMatchObject({ ...pending, paymentUrl: null })
  expect(await till.attempt(order.id)).toMatchObject([{ state: 'pending' }])
  await till.control(`${order.id}-A1`, { action: 'clear' })
  expect((await payments.startSnapPayWeChat(ctx, { orderID: order.id })).paymentUrl).not.toBeNull()
  expect(await till.attempt(order.id)).toMatchObject([{ state: 'failed' }, { state: 'pending' }])
})

test('a new start replaces an attempt of a process that crashed before the provider answered', async () => {
  const ctx = await till.shopper()
  const order = await till.order(ctx)
  await shop.query(
    `insert into payment_attempts (reference, order_id, provider, channel, state, amount, currency, started_at,
      expires_at, check_at)
     values ($1, $2, 'snappay', 'h5pay/WECHATPAY', 'pending', 2340, 'CAD', $3, $4, $3)`,
    [`${order.id}-A1`, order.id, new Date(shop.app.now().getTime() - minute), order.expiresAt],
  )
  expect(await payments.startSnapPayWeChat(ctx, { orderID: order.id })).toMatchObject({
    paymentUrl: expect.stringMatching(/\/wallet\//),
  })
  expect(await till.attempt(order.id)).toMatchObject([{ state: 'failed' }, { state: 'pending' }])
})

test.each(['pay_wrong_amount', 'pay_other_currency'])(
  '%s never makes an order paid: the money is refunded, and the shopper can pay again',
  async (action) => {
    const { ctx, id, reference } = await begin()
    await till.control(reference, { action })
    expect(await check(ctx, id)).toMatchObject(pending)
    expect(await till.attempt(id)).toMatchObject([{ state: 'mismatch' }])
    expect(shop.errors).toEqual([])
    expect(await shop.query('select attempt, state from refunds')).toEqual([{ attempt: reference, state: 'requested' }])
    expect(await payments.startSnapPayAlipay(ctx, { orderID: id })).toMatchObject({
      ...pending,
      paymentUrl: expect.stringMatching(/\/wallet\//),
    })
    shop.clock.advance(16 * minute)
    await payments.checkPending(shop.ctx())
    expect(await orders.find(ctx, id)).toMatchObject(failed)
    expect(await till.attempt(id)).toMatchObject([{ state: 'mismatch' }, { state: 'failed' }])
    expect(await paidEvents()).toBe(0)
  },
)

test('an expired order is closed at the provider first, then fails', async () => {
  const { ctx, id, reference } = await begin()
  shop.clock.advance(16 * minute)
  await payments.checkPending(shop.ctx())
  expect(await orders.find(ctx, id)).toMatchObject(failed)
  expect(await till.calls(reference, 'pay.ordercancel')).toBe(1)
  expect(await till.attempt(id)).toMatchObject([{ state: 'failed' }])
  expect(await check(ctx, id)).toMatchObject(failed)
})

test('a payment just before the order expires still makes it paid', async () => {
  const { ctx, id, reference } = await begin()
  await till.control(reference, { action: 'never' })
  await till.control(reference, { action: 'pay' })
  shop.clock.advance(16 * minute)
  await payments.checkPending(shop.ctx())
  expect(await orders.find(ctx, id)).toMatchObject(paid)
})

test('a payment of a failed order is recorded as late and refunded', async () => {
  const { ctx, id, reference } = await begin()
  await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, id)))
  await till.control(reference, { action: 'pay' })
  expect(await till.attempt(id)).toMatchObject([{ state: 'late_paid', provider_reference: expect.any(String) }])
  expect(await orders.find(ctx, id)).toMatchObject(failed)
  expect(await shop.query('select amount, state from refunds')).toEqual([{ amount: 2340, state: 'requested' }])
  expect(shop.errors).toEqual([])
  expect(await paidEvents()).toBe(0)
})

test('the job finds a payment made after the attempt was given up, without a notification', async () => {
  const { id, reference } = await begin()
  await till.control(reference, { action: 'html_502', times: 100 })
  shop.clock.advance(16 * minute)
  await payments.checkPending(shop.ctx())
  expect(await orders.find(shop.ctx(), id)).toMatchObject(pending)
  shop.clock.advance(31 * minute)
  await payments.checkPending(shop.ctx())
  expect(await orders.find(shop.ctx(), id)).toMatchObject(failed)
  expect(await till.attempt(id)).toMatchObject([{ state: 'failed', last_answer: 'given up' }])
  await till.control(reference, { action: 'clear' })
  await till.control(reference, { action: 'never' })
  await till.control(reference, { action: 'pay' })
  shop.clock.advance(31 * minute)
  await payments.checkPending(shop.ctx())
  expect(await till.attempt(id)).toMatchObject([{ state: 'late_paid' }])
  expect(shop.errors).toEqual(['a payment was given up without an answer'])
  expect(await shop.query('select amount from refunds')).toEqual([{ amount: 2340 }])
})

test('a failed order’s open attempt is closed at the provider', async () => {
  const { id, reference } = await begin()
  await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, id)))
  await shop.workOff()
  expect(await till.attempt(id)).toMatchObject([{ state: 'failed' }])
  expect(await till.calls(reference, 'pay.ordercancel')).toBe(1)
  await payments.closeOpenAttempt(shop.ctx(), { orderId: id })
})

test('forged, unsigned and foreign notifications are stored and change nothing', async () => {
  for (const [action, status, verdict] of [
    ['bad_sign', 400, 'rejected'],
    ['no_sign', 400, 'rejected'],
    ['reserialised_numbers', 400, 'rejected'],
    ['other_merchant', 200, 'rejected'],
  ] as const) {
    const { id, reference } = await begin()
    await till.control(reference, { action })
    await till.control(reference, { action: 'pay' })
    expect(await orders.find(shop.ctx(), id)).toMatchObject(pending)
    const told = (await till.transcript()).filter(
      ({ direction, sent }) => direction === 'notification' && sent.includes(reference),
    )
    expect(told.map((one) => one.status)).toEqual([status])
    const [kept] = await shop.query('select * from payment_notifications order by id desc limit 1')
    expect(kept).toMatchObject({ verdict, body: told[0]?.sent })
  }
})

test('a correctly signed notification about an unpaid order settles nothing', async () => {
  const { ctx, id, reference } = await begin()
  await till.control(reference, { action: 'never' })
  await till.control(reference, { action: 'pay' })
  const body = await signedNotification(reference)
  const other = await begin()
  // Nobody paid the other order. Only an attacker who has the real key could send this notification.
  const forged = await signedNotification(other.reference)
  expect(await notified(shop.ctx(), { body: forged, headers: {} })).toBe('again')
  expect(await orders.find(ctx, other.id)).toMatchObject(pending)
  expect(await notified(shop.ctx(), { body, headers: {} })).toBe('taken')
  expect(await orders.find(ctx, id)).toMatchObject(paid)
})

test('a repeated notification during a status check does not deadlock with the first', async () => {
  const { reference } = await begin()
  await till.control(reference, { action: 'never' })
  await till.control(reference, { action: 'pay' })
  const body = await signedNotification(reference)
  const tell = () => notified(shop.ctx(), { body, headers: {} })
  const waiting = (count: number) =>
    expect
      .poll(() =>
        shop.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%payment_notifications%'",
        ),
      )
      .toHaveLength(count)
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  try {
    // A trigger stops the first notification during its insert, until the test releases the lock.
    await shop.query(`create sequence kept;
      create function slow() returns trigger language plpgsql as $$ begin
        if nextval('kept') = 1 then perform pg_advisory_xact_lock(7); end if;
        return new;
      end $$;
      create trigger slow before insert on payment_notifications for each row execute function slow()`)
    await client.query('select pg_advisory_lock(7)')
    await client.query('begin')
    await client.query('update payment_attempts set asked_at = $2 where reference = $1', [reference, shop.app.now()])
    const first = tell()
    await waiting(1)
    await client.query('commit')
    await waiting(1)
    const second = tell()
    await Promise.race([second, waiting(2)])
    await client.query('select pg_advisory_unlock(7)')
    expect(await Promise.all([first, second])).toEqual(['taken', 'taken'])
  } finally {
    await client.end()
    await shop.query('drop trigger slow on payment_notifications; drop function slow; drop sequence kept')
  }
  expect(await shop.query('select 1 from payment_notifications where reference = $1', [reference])).toHaveLength(1)
})

test('a notification of a payment that nobody knows is logged and requested again', async () => {
  const body = await signedNotification('order999-A1')
  expect(await notified(shop.ctx(), { body, headers: {} })).toBe('again')
  expect(shop.errors).toEqual(['a notification is about no payment of ours'])
})

test('a notification that cannot be confirmed is requested again, and the job checks soon', async () => {
  const { id, reference } = await begin()
  await till.control(reference, { action: 'html_502', method: 'pay.orderquery', times: 2 })
  await till.control(reference, { action: 'pay' })
  const told = (await till.transcript()).filter(
    ({ direction, sent }) => direction === 'notification' && sent.includes(reference),
  )
  expect(told[0]?.status).toBe(503)
  expect(await orders.find(shop.ctx(), id)).toMatchObject(pending)
  shop.clock.advance(2500)
  await payments.checkPending(shop.ctx())
  expect(await orders.find(shop.ctx(), id)).toMatchObject(paid)
})

test('the payment methods offered are those that work in the shopper’s app or browser', async () => {
  await openStore(shop.ctx())
  const at = async (userAgent: string) => {
    const { options } = await payments.paymentOptions(await shop.visitor({ 'user-agent': userAgent }).ctx())
    return options.map(({ id }) => id)
  }
  expect(await at('Mozilla/5.0 (iPhone)')).toEqual([
    'pay_at_store',
    'snappay_wechat',
    'snappay_alipay',
    'snappay_unionpay',
  ])
  expect(await at('Mozilla/5.0 MicroMessenger/8.0')).toEqual(['snappay_wechat', 'pay_at_store'])
  expect(await at('Mozilla/5.0 MicroMessenger/8.0 miniProgram')).toEqual(['snappay_wechat', 'pay_at_store'])
  expect(await at('Mozilla/5.0 AlipayClient/10')).toEqual(['snappay_alipay', 'pay_at_store'])
  const url = shop.app.config.SNAPPAY_URL
  shop.app.config.SNAPPAY_URL = undefined
  expect(await at('Mozilla/5.0')).toEqual(['pay_at_store'])
  const { options } = await payments.paymentOptions(shop.ctx())
  expect(options[0]).toMatchObject({ name: { en: 'Pay at the store', zh: '到店付款' } })
  shop.app.config.SNAPPAY_URL = url
})

test('the wallets usual in the language come first, and the one used last before them', async () => {
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', price: 1000 })
  const visitor = shop.visitor({ ...phoneHeaders, 'accept-language': 'zh-CN' })
  const offered = async () => {
    const { options, suggested } = await visitor.api.checkout.paymentConfig({})
    return [suggested, ...options.map(({ id }) => id)]
  }
  const [wechat, alipay, unionpay] = ['snappay_wechat', 'snappay_alipay', 'snappay_unionpay']
  expect(await offered()).toEqual([wechat, wechat, alipay, unionpay, 'pay_at_store'])
  await fillCart(visitor, 'bun', 1)
  await placeOrder(visitor, { payAtStore: true })
  expect(await offered()).toEqual(['pay_at_store', 'pay_at_store', wechat, alipay, unionpay])
})

test('each provider that shares a wallet with another has a name for shoppers', () => {
  const shared = paymentMethods.filter(
    ({ isOnly, wallet }) => !isOnly && paymentMethods.filter((other) => other.wallet === wallet).length > 1,
  )
  expect(shared.length).toBeGreaterThan(1)
  expect(shared.filter(({ provider }) => !(`payment.through_${provider}` in texts))).toEqual([])
})

test('without a wallet that fits the visitor none is suggested, unless there is only one', async () => {
  await openStore(shop.ctx())
  await putRules(shop.ctx(), { payAtStore: false })
  const visitor = shop.visitor(phoneHeaders)
  const config = await visitor.api.checkout.paymentConfig({})
  expect([config.suggested, config.options.length]).toEqual([null, 3])
  const inWeChat = shop.visitor({ 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0' })
  expect(await inWeChat.api.checkout.paymentConfig({})).toMatchObject({ suggested: 'snappay_wechat' })
})

test('the seller is named as far as the owner entered it', async () => {
  await openStore(shop.ctx())
  const seller = async () => (await shop.visitor().api.checkout.paymentConfig({})).seller
  expect(await seller()).toMatchObject({ taxNumber: '', refundPolicy: null })
  await putSeller(shop.ctx(), { name: 'Lantern Lane Foods Inc.', registrations: { HST: '12345 6789 RT0001' } })
  await putPage(shop.ctx(), { name: 'refunds', title: { en: 'Refunds', zh: '退款' }, blocks: [] })
  expect(await seller()).toMatchObject({
    name: 'Lantern Lane Foods Inc.',
    taxNumber: '12345 6789 RT0001',
    refundPolicy: '/refunds',
  })
})

test('a method whose provider does not accept the bill is not offered; an empty cart shows all methods', async () => {
  await setBaseCurrency(shop.ctx(), 'EUR')
  await addProducts(shop.ctx(), { id: 'bun', price: 1000 })
  const visitor = shop.visitor()
  const offered = async () => (await visitor.api.checkout.paymentConfig()).options.map(({ id }) => id)
  const all = ['pay_at_store', 'snappay_wechat', 'snappay_alipay', 'snappay_unionpay']
  expect(await offered()).toEqual(all)
  await visitor.api.cart.add({ sku: 'bun' })
  expect(await offered()).toEqual(['pay_at_store'])
  await setBaseCurrency(shop.ctx(), 'CAD')
  expect(await offered()).toEqual(all)
})

test.each([
  ['the largest amount', { amount: 10_000_000_000, currency: 'CAD' }, true],
  ['more than the largest amount', { amount: 10_000_000_001, currency: 'CAD' }, false],
  ['a zero amount', { amount: 0, currency: 'CAD' }, false],
  ['US dollars', { amount: 100, currency: 'USD' }, true],
  ['another currency', { amount: 100, currency: 'CNY' }, false],
])('SnapPay accepts or refuses by amount and currency: %s', async (_, money, isTaken) => {
  const provider = await openProvider(shop.ctx(), 'snappay')
  expect(provider && acceptsAmount(provider, money)).toBe(isTaken)
})

test('over HTTP, calls start and check a payment, and the notification answers in the provider’s format', async () => {
  await openStore(shop.ctx())
  const visitor = shop.visitor()
  await visitor.fetch('/api/istore/client/shoppingManagement4/paymentConfig')
  const ctx = await visitor.ctx()
  await ctx.ensureSession()
  const { id } = await till.order(ctx)
  const started = await visitor.api.payments.startSnapPayUnionPay({ orderID: id })
  expect(started).toMatchObject({ orderID: id, paymentUrl: expect.stringMatching(/\/wallet\//), ...pending })
  await till.control(`${id}-A1`, { action: 'never' })
  await till.control(`${id}-A1`, { action: 'pay' })
  const notify = async (body: string) => {
    const path = 'http://localhost/api/istore/more/payments/snappay/notification'
    const answer = await shop.api.fetch(new Request(path, { method: 'POST', body, headers: { host: 'localhost' } }))
    return { status: answer.status, body: await answer.text() }
  }
  expect(await notify('hello')).toEqual({ status: 400, body: '{"code":"1","msg":"FAIL"}' })
  const taken = { status: 200, body: '{"code":"0","msg":"SUCCESS"}' }
  const notification = await signedNotification(`${id}-A1`)
  expect(await notify(notification)).toEqual(taken)
  expect(await notify(notification)).toEqual(taken)
  const hint = `?from_source=snappay_h5X${id}&status=FAILED`
  expect(await visitor.api.payments.checkSnapPay({ orderID: id, returnUrlInfo: hint })).toMatchObject(paid)
})

test('rejected notifications are deleted after a week, accepted ones after half a year', async () => {
  await notified(shop.ctx(), { body: 'hello \0', headers: {} })
  await notified(shop.ctx(), { body: await signedNotification('order998-A1'), headers: {} })
  const left = async () =>
    // Selects only this test's notifications, because the simulator may still repeat notifications of an earlier test.
    (
      await shop.query(
        "select verdict from payment_notifications where body like 'hello%' or reference = 'order998-A1' order by id",
      )
    ).map((row) => row.verdict)
  await payments.deleteOldNotifications(shop.ctx())
  expect(await left()).toEqual(['rejected', 'accepted'])
  shop.clock.advance(8 * 24 * 60 * minute)
  await payments.deleteOldNotifications(shop.ctx())
  expect(await left()).toEqual(['accepted'])
  shop.clock.advance(180 * 24 * 60 * minute)
  await payments.deleteOldNotifications(shop.ctx())
  expect(await left()).toEqual([])
})

/** Signs a success notification as an attacker with the key would do. */
async function signedNotification(reference: string): Promise<string> {
  const { SNAPPAY_APP_ID, SNAPPAY_MERCHANT_NO, SNAPPAY_KEY } = shop.app.config
  const { signText, withSign } = await import('#simulators/snappay-signature.ts')
  const json = `{"app_id":"${SNAPPAY_APP_ID}","merchant_no":"${SNAPPAY_MERCHANT_NO}","out_order_no":"${reference}","trans_no":"T-${reference}","trans_status":"SUCCESS","trans_currency":"CAD","trans_amount":23.40}`
  return withSign(json, signText(json, SNAPPAY_KEY))
}
