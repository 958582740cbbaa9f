import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Till } from '#tests/payments.ts'
import { setUpTill } from '#tests/payments.ts'
import * as attempts from './attempts.ts'
import * as payments from './payments.ts'
import { openProvider } from './providers/providers.ts'
import { settle } from './settle.ts'

const minute = 60_000

const shop = setUpShop()
const till = setUpTill(shop)
beforeEach(() => shop.reset())

const code = (expected: string) => ({ items: [{ code: expected }] })
const startRest = (ctx: Context, orderID: string) => payments.startSnapPayAlipay(ctx, { orderID, part: 'balance' })
const check = (ctx: Context, orderID: string) => payments.checkSnapPay(ctx, { orderID })
const many = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
const sumsOf = async (id: string) => {
  const order = await orders.find(shop.ctx(), id)
  return { paid: order?.balancePaid, refunded: order?.refunded, refunding: order?.refunding }
}
const entries = async (ctx: Context, id: string, kind: string) =>
  (await orders.detail(ctx, { id })).timeline.filter((entry) => entry.kind === kind)
const refundsOf = (id: string) =>
  shop.query('select attempt, amount, state from refunds where order_id = $1 order by reference', [id])

/** An order of 23.40 whose deposit of 11.70 is paid. */
async function withDeposit(changes: Parameters<Till['order']>[1] = {}) {
  const ctx = await till.shopper()
  const { id } = await till.order(ctx, { balance: 1170, ...changes })
  await payments.startSnapPayWeChat(ctx, { orderID: id })
  await till.control(`${id}-A1`, { action: 'pay' })
  expect(await check(ctx, id)).toMatchObject({ status: 'NEW', paymentStatus: 'PAID_ONLINE', balanceStatus: 'DUE' })
  return { ctx, id, rest: `${id}-A2` }
}

/** An order of `withDeposit` whose balance is paid too. */
async function whole() {
  const order = await withDeposit()
  await startRest(order.ctx, order.id)
  await till.control(order.rest, { action: 'pay' })
  expect(await check(order.ctx, order.id)).toMatchObject({ balanceStatus: 'PAID' })
  return order
}

test('a shopper pays the balance online: it is pending, then paid, and the counter collects nothing', async () => {
  const { ctx, id, rest } = await withDeposit()
  expect(await startRest(ctx, id)).toEqual({
    orderID: id,
    paymentUrl: expect.stringMatching(/\/wallet\//),
    status: 'NEW',
    paymentStatus: 'PAID_ONLINE',
  })
  expect(await check(ctx, id)).toMatchObject({ status: 'NEW', balanceStatus: 'PENDING' })
  expect(await orders.detail(ctx, { id })).toMatchObject({ balanceStatus: 'DUE', balance: { amount: 1170 } })
  await till.control(rest, { action: 'never' })
  await till.control(rest, { action: 'pay' })
  shop.clock.advance(2000)
  expect(await check(ctx, id)).toMatchObject({ status: 'NEW', balanceStatus: 'PAID' })
  expect(await till.attempt(id)).toMatchObject([
    { part: 'order', state: 'paid', amount: 1170 },
    { part: 'balance', state: 'paid', amount: 1170 },
  ])
  expect(await entries(ctx, id, 'balance_paid')).toMatchObject([{ by: 'shopper', amount: { amount: 1170 } }])
  expect(await orders.detail(ctx, { id })).toMatchObject({
    paymentOption: 'snappay_wechat',
    cancellation: { back: { money: { amount: 2340 } } },
  })
  await expect(startRest(ctx, id)).rejects.toMatchObject(code('orders.paid'))
  await orders.accept(shop.ctx(), { id })
  await orders.handOver(shop.ctx(), { id })
  expect(await entries(ctx, id, 'handed_over')).toMatchObject([{ amount: null }])
})

test('a notification alone settles the balance; another visitor can pay it only with the emailed link', async () => {
  const { id, rest } = await withDeposit()
  const other = await till.shopper()
  await expect(startRest(other, id)).rejects.toMatchObject(code('not_found'))
  await expect(payments.paymentOptions(other, { orderID: id })).rejects.toMatchObject(code('not_found'))
  const token = new URL(orders.signedLink(shop.ctx(), { id, locale: 'en' })).searchParams.get('token') ?? ''
  const { options } = await payments.paymentOptions(other, { orderID: id, token })
  expect(options.map((option) => option.id)).toEqual(expect.arrayContaining(['snappay_wechat', 'snappay_alipay']))
  expect(options.map((option) => option.id)).not.toContain('pay_at_store')
  const { paymentUrl } = await payments.startSnapPayAlipay(other, { orderID: id, part: 'balance', token })
  const back = await fetch(`${paymentUrl}/pay`, { method: 'POST', redirect: 'manual' })
  expect(back.headers.get('location')).toContain(`/confirmation/${id}?token=${token}&from_source=snappay_h5X${id}`)
  await expect.poll(() => sumsOf(id)).toMatchObject({ paid: 1170 })
  expect(await till.attempt(id)).toMatchObject([{}, { reference: rest, state: 'paid' }])
  expect(await payments.checkSnapPay(other, { orderID: id, token })).toMatchObject({ balanceStatus: 'PAID' })
  expect(await payments.paymentOptions(other, { orderID: id, token })).toMatchObject({ options: [], suggested: null })
})

test('a payment of the order never pays the balance, and a balance that is not due cannot be paid', async () => {
  const { ctx, id } = await withDeposit()
  await expect(payments.startSnapPayAlipay(ctx, { orderID: id })).rejects.toMatchObject(code('orders.paid'))
  const waiting = await till.order(ctx, { balance: 1170 })
  await expect(startRest(ctx, waiting.id)).rejects.toMatchObject(code('orders.no_balance'))
  const plain = await withoutRest()
  await expect(startRest(plain.ctx, plain.id)).rejects.toMatchObject(code('orders.no_balance'))
  expect(await till.attempt(id)).toHaveLength(1)
})

async function withoutRest() {
  const ctx = await till.shopper()
  const { id } = await till.order(ctx)
  await payments.startSnapPayWeChat(ctx, { orderID: id })
  await till.control(`${id}-A1`, { action: 'pay' })
  expect(await check(ctx, id)).not.toHaveProperty('balanceStatus')
  return { ctx, id }
}

test('a shopper who refuses, leaves or lets the balance payment expire still owes it and can try again', async () => {
  const { ctx, id, rest } = await withDeposit()
  const first = await startRest(ctx, id)
  await fetch(`${first.paymentUrl}/leave`, { method: 'POST', redirect: 'manual' })
  expect(await startRest(ctx, id)).toEqual(first)
  await fetch(`${first.paymentUrl}/refuse`, { method: 'POST', redirect: 'manual' })
  shop.clock.advance(2000)
  expect(await check(ctx, id)).toMatchObject({ status: 'NEW', paymentStatus: 'PAID_ONLINE', balanceStatus: 'DUE' })
  await startRest(ctx, id)
  shop.clock.advance(61 * minute)
  await payments.checkPending(shop.ctx())
  expect(await till.attempt(id)).toMatchObject([
    { state: 'paid' },
    { reference: rest, state: 'failed' },
    { reference: `${id}-A3`, state: 'failed' },
  ])
  expect(await till.calls(`${id}-A3`, 'pay.ordercancel')).toBe(1)
  expect(await check(ctx, id)).toMatchObject({ balanceStatus: 'DUE' })
  await startRest(ctx, id)
  await till.control(`${id}-A4`, { action: 'pay' })
  expect(await sumsOf(id)).toMatchObject({ paid: 1170 })
  expect(shop.errors).toEqual([])
})

test('a second payment method for the balance closes the first attempt at the provider', async () => {
  const { ctx, id, rest } = await withDeposit()
  await startRest(ctx, id)
  await payments.startSnapPayUnionPay(ctx, { orderID: id, part: 'balance' })
  expect(await till.attempt(id)).toMatchObject([
    { state: 'paid' },
    { reference: rest, state: 'failed' },
    { state: 'pending', part: 'balance', channel: 'webpay/UNIONPAY' },
  ])
  expect(await till.calls(rest, 'pay.ordercancel')).toBe(1)
})

test('ten parallel starts make one attempt for the balance', async () => {
  const { ctx, id, rest } = await withDeposit()
  const started = await many(10, () => startRest(ctx, id))
  expect(new Set(started.map(({ paymentUrl }) => paymentUrl)).size).toBe(1)
  expect(await till.attempt(id)).toHaveLength(2)
  expect(await till.calls(rest, 'pay.webpay')).toBe(1)
})

test('parallel settlements, status checks and the job settle the balance once', async () => {
  for (let round = 0; round < 5; round++) {
    const { ctx, id, rest } = await withDeposit()
    await startRest(ctx, id)
    shop.clock.advance(6000)
    await till.control(rest, { action: 'never' })
    await till.control(rest, { action: 'pay' })
    const provider = await openProvider(shop.ctx(), 'snappay')
    if (!provider) throw new Error('there is no provider')
    const tried = { reference: rest, providerReference: null, channel: 'webpay/ALIPAY' }
    const report = await provider.check({ ...tried, amount: { amount: 1170, currency: 'CAD' } })
    expect(report).toMatchObject({ outcome: 'paid', amount: 1170 })
    await Promise.all([
      many(10, () => settle(shop.ctx(), provider, report)),
      many(10, () => check(ctx, id)),
      payments.checkPending(shop.ctx()),
    ])
    expect(await entries(ctx, id, 'balance_paid')).toHaveLength(1)
    expect(
      await shop.query("select 1 from events where name = 'order.balance_paid' and payload->>'orderId' = $1", [id]),
    ).toHaveLength(1)
    expect(await sumsOf(id)).toEqual({ paid: 1170, refunded: 0, refunding: 0 })
  }
})

test('a second payment of a paid balance is recorded as late and refunded', async () => {
  const { ctx, id, rest } = await withDeposit()
  await startRest(ctx, id)
  await till.control(rest, { action: 'html_502', times: 100 })
  shop.clock.advance(95 * minute)
  await payments.checkPending(shop.ctx())
  expect(await till.attempt(id)).toMatchObject([{}, { state: 'failed', last_answer: 'given up' }])
  await startRest(ctx, id)
  await till.control(`${id}-A3`, { action: 'pay' })
  await till.control(rest, { action: 'clear' })
  await till.control(rest, { action: 'pay' })
  expect(await till.attempt(id)).toMatchObject([{ state: 'paid' }, { state: 'late_paid' }, { state: 'paid' }])
  expect(await sumsOf(id)).toMatchObject({ paid: 1170 })
  await expect(payments.review(shop.ctx(), { reference: rest, decision: 'honour' })).rejects.toMatchObject(
    code('payments.review'),
  )
  shop.clock.advance(minute)
  await payments.sendRefunds(shop.ctx())
  expect(await refundsOf(id)).toEqual([{ attempt: rest, amount: 1170, state: 'refunded' }])
  expect(await sumsOf(id)).toEqual({ paid: 1170, refunded: 0, refunding: 0 })
})

test('a wrong amount does not pay the balance: it is refunded, and the shopper can pay again', async () => {
  const { ctx, id, rest } = await withDeposit()
  await startRest(ctx, id)
  await till.control(rest, { action: 'pay_wrong_amount' })
  expect(await check(ctx, id)).toMatchObject({ balanceStatus: 'DUE' })
  expect(await till.attempt(id)).toMatchObject([{}, { state: 'mismatch' }])
  expect(await refundsOf(id)).toEqual([{ attempt: rest, amount: 1169, state: 'requested' }])
  expect(await startRest(ctx, id)).toMatchObject({ paymentUrl: expect.stringMatching(/\/wallet\//), status: 'NEW' })
  await till.control(`${id}-A3`, { action: 'pay' })
  expect(await check(ctx, id)).toMatchObject({ balanceStatus: 'PAID' })
})

test.each([
  ['is cancelled', (id: string) => orders.cancelByStore(shop.ctx(), { id, note: '', restocks: false })],
  ['is handed over', (id: string) => orders.handOver(shop.ctx(), { id })],
])('once an order %s its open balance payment is closed, and later money is marked as late', async (_, end) => {
  const { ctx, id, rest } = await withDeposit()
  await orders.accept(shop.ctx(), { id })
  await startRest(ctx, id)
  await end(id)
  await shop.workOff()
  expect(await till.calls(rest, 'pay.ordercancel')).toBe(1)
  expect(await till.attempt(id)).toMatchObject([{ state: 'paid' }, { state: 'failed' }])
  await expect(startRest(ctx, id)).rejects.toMatchObject(code('orders.no_balance'))
  const late = await withDeposit()
  await orders.accept(shop.ctx(), { id: late.id })
  await startRest(late.ctx, late.id)
  await end(late.id)
  await till.control(late.rest, { action: 'pay' })
  expect(await till.attempt(late.id)).toMatchObject([{}, { state: 'late_paid' }])
  expect(await sumsOf(late.id)).toMatchObject({ paid: 0 })
  await expect(payments.review(shop.ctx(), { reference: late.rest, decision: 'honour' })).rejects.toMatchObject(
    code('payments.review'),
  )
})

test('a refund takes the balance first, then the deposit, and never more than was paid', async () => {
  const { id, rest } = await whole()
  const wish = (amount: number | undefined, key: string) =>
    payments.refund(shop.ctx(), { orderId: id, amount, reason: 'Cold', key })
  expect(await wish(500, 'some')).toMatchObject([{ attempt: rest, amount: 500, state: 'refunded' }])
  await expect(wish(1841, 'too much')).rejects.toMatchObject({ items: [{ details: { most: 1840 } }] })
  const both = await wish(1000, 'more')
  expect(both).toMatchObject([
    { attempt: rest, amount: 670 },
    { attempt: `${id}-A1`, amount: 330 },
  ])
  expect((await wish(1000, 'more')).map(({ reference }) => reference)).toEqual(both.map(({ reference }) => reference))
  expect(await sumsOf(id)).toEqual({ paid: 1170, refunded: 1500, refunding: 0 })
  expect(await wish(undefined, 'all')).toMatchObject([{ attempt: `${id}-A1`, amount: 840 }])
  await expect(wish(1, 'one more')).rejects.toMatchObject(code('payments.refund_too_much'))
  expect(await till.attempt(id)).toMatchObject([{ refunded: 1170 }, { refunded: 1170 }])
  expect((await orders.find(shop.ctx(), id))?.refunded).toBe(2340)
})

test('twenty parallel refunds of the whole order refund both payments once', async () => {
  const { id } = await whole()
  const wishes = Array.from({ length: 20 }, (_, index) =>
    payments.refund(shop.ctx(), { orderId: id, amount: 2340, reason: 'Cold', key: `clerk ${index}` }),
  )
  const all = await Promise.allSettled(wishes)
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await refundsOf(id)).toHaveLength(2)
  expect(await sumsOf(id)).toEqual({ paid: 1170, refunded: 2340, refunding: 0 })
})

test('cancelling an order refunds both payments once', async () => {
  const { ctx, id, rest } = await whole()
  await orders.cancelByStore(shop.ctx(), { id, note: '', restocks: false })
  await shop.workOff()
  await payments.refundCancelled(shop.ctx(), { orderId: id })
  expect(await refundsOf(id)).toEqual([
    { attempt: rest, amount: 1170, state: 'refunded' },
    { attempt: `${id}-A1`, amount: 1170, state: 'refunded' },
  ])
  expect(await orders.detail(ctx, { id })).toMatchObject({ refundStatus: 'FULL', balanceStatus: 'PAID' })
})

test('staff can refund again the payment whose refund the provider refused', async () => {
  const { id, rest } = await whole()
  await till.control(rest, { action: 'refuse_refund', method: 'pay.orderrefund' })
  const wish = (key: string) => payments.refund(shop.ctx(), { orderId: id, reason: 'Cold', key })
  expect(await wish('first')).toMatchObject([{ state: 'refused' }, { state: 'refunded' }])
  expect(await sumsOf(id)).toEqual({ paid: 1170, refunded: 1170, refunding: 0 })
  expect(await wish('again')).toMatchObject([{ attempt: rest, amount: 1170, state: 'refunded' }])
})

test('the receipt lists both payments, and emails link to the unpaid balance', async () => {
  const { ctx, id } = await withDeposit()
  await shop.workOff()
  await orders.accept(ctx, { id })
  await orders.ready(ctx, { id })
  await shop.workOff()
  expect(await letter(id, 'ready')).toMatch(/Still to pay: \$11\.70[\s\S]*pay the rest:\s\S+#pay-rest/)
  expect(await letter(id, 'receipt')).toMatch(/pay the remaining \$11\.70 online[\s\S]*pay the rest: \S+#pay-rest/)
  await startRest(ctx, id)
  await till.control(`${id}-A2`, { action: 'pay' })
  await shop.workOff()
  const whole = await letter(id, 'receipt-whole')
  expect(whole).toContain('The remaining $11.70 is paid too.')
  expect(whole).toMatch(/Deposit, paid when ordering: \$11\.70\s+Rest, paid online: \$11\.70\s+Paid: \$23\.40/)
  expect(whole).not.toContain('#pay-rest')
})

async function letter(id: string, step: string): Promise<string> {
  const folder = join(shop.app.config.DATA_DIR, 'outbox')
  const name = (await readdir(folder)).find((file) => new RegExp(`${id}-${step}(-\\d+)?\\.`).test(file))
  return (await PostalMime.parse(await readFile(join(folder, name ?? '')))).text ?? ''
}

/** An order whose balance was paid, but to an account that is not ours. */
async function unclearRest() {
  const order = await withDeposit()
  await startRest(order.ctx, order.id)
  await till.control(order.rest, { action: 'never' })
  await till.control(order.rest, { action: 'pay' })
  const provider = await openProvider(shop.ctx(), 'snappay')
  const attempt = await attempts.find(order.ctx, order.rest)
  if (!provider || !attempt) throw new Error('there is no payment')
  await settle(shop.ctx(), { ...provider, merchant: 'another' }, await provider.check(attempts.toAttemptRef(attempt)))
  expect((await till.attempt(order.id))[1]).toMatchObject({ part: 'balance', state: 'mismatch', received: 1170 })
  return order
}

test('of parallel decisions to accept an unclear balance payment one succeeds', async () => {
  const { ctx, id, rest } = await unclearRest()
  const honour = () => payments.review(shop.ctx(), { reference: rest, decision: 'honour' })
  const decisions = await Promise.allSettled([honour(), honour(), honour()])
  expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await check(ctx, id)).toMatchObject({ balanceStatus: 'PAID' })
  expect(await sumsOf(id)).toEqual({ paid: 1170, refunded: 0, refunding: 0 })
  expect(await entries(ctx, id, 'balance_paid')).toHaveLength(1)
})

test('staff cannot accept an unclear balance payment of a cancelled order', async () => {
  const { id, rest } = await unclearRest()
  await orders.cancelByStore(shop.ctx(), { id, note: '', restocks: true })
  await expect(payments.review(shop.ctx(), { reference: rest, decision: 'honour' })).rejects.toMatchObject(
    code('orders.step'),
  )
  expect(await sumsOf(id)).toMatchObject({ paid: 0 })
})
