import { beforeEach, expect, test } from 'vitest'
import type { Part } from '#contract/checkout.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { setUpShop } from '#tests/harness.ts'
import { openOwner, staffPassword } from '#tests/office.ts'
import type { Till } from '#tests/payments.ts'
import { setUpTill } from '#tests/payments.ts'
import * as payments from './payments.ts'

const minute = 60_000
const part = { discount: 0, deposit: 0 }
const code = (expected: string) => ({ items: [{ code: expected }] })

const shop = setUpShop({ PROVIDER_TIMEOUT_MS: '1500' })
const till = setUpTill(shop)
beforeEach(() => shop.reset())

/** An order of 23.40 that was paid with Alipay. */
async function paidOrder(changes: Parameters<Till['order']>[1] = {}) {
  const ctx = await till.shopper()
  const order = await till.order(ctx, changes)
  await payments.startSnapPayAlipay(ctx, { orderID: order.id })
  await till.control(`${order.id}-A1`, { action: 'pay' })
  return { ctx, id: order.id, reference: `${order.id}-A1` }
}
const wish = async (orderId: string, amount?: number, key = `test:${orderId}:${amount ?? 'all'}`) => {
  const [row] = await payments.refund(shop.ctx(), { orderId, amount, reason: 'Two cups were missing', key })
  return row
}
const standing = async (ctx: Context, id: string) => {
  const { refunded, refundStatus, paymentStatus } = await orders.detail(ctx, { id })
  return { refunded: refunded.amount, refundStatus, paymentStatus }
}
const refundCalls = (reference: string) => till.calls(reference, 'pay.orderrefund')
const states = async () =>
  (await shop.query('select state from refund_states order by id')).map(({ state }) => state as string)

test('staff refund a paid order in part and in full, with SnapPay’s messages, never beyond its payment', async () => {
  const { ctx, id, reference } = await paidOrder()
  expect(await wish(id, 340)).toMatchObject({ reference: `${id}-R1`, state: 'refunded', amount: 340, currency: 'CAD' })
  expect(await standing(ctx, id)).toEqual({ refunded: 340, refundStatus: 'PARTIAL', paymentStatus: 'PAID_ONLINE' })
  await expect(wish(id, 2001)).rejects.toMatchObject(code('payments.refund_too_much'))
  await expect(wish(id, 0)).rejects.toMatchObject(code('payments.refund_too_much'))
  expect(await wish(id)).toMatchObject({ reference: `${id}-R2`, state: 'refunded', amount: 2000 })
  expect(await standing(ctx, id)).toEqual({ refunded: 2340, refundStatus: 'FULL', paymentStatus: 'PAID_ONLINE' })
  await expect(wish(id, 1, 'once more')).rejects.toMatchObject(code('payments.refund_too_much'))
  const [sent] = (await till.transcript()).filter(({ sent }) => sent.includes(`"${id}-R1"`))
  expect(JSON.parse(sent?.sent ?? '')).toMatchObject({
    method: 'pay.orderrefund',
    out_order_no: reference,
    out_refund_no: `${id}-R1`,
    refund_amount: 3.4,
    refund_desc: 'Two cups were missing',
    sign_type: 'MD5',
  })
})

test('an order that was not paid cannot be refunded', async () => {
  const ctx = await till.shopper()
  const order = await till.order(ctx)
  await expect(wish(order.id)).rejects.toMatchObject(code('payments.not_paid'))
  await expect(wish('no-such-order')).rejects.toMatchObject(code('not_found'))
})

test('twenty parallel full refunds make one refund, and one key always answers the same refund', async () => {
  const { id, reference } = await paidOrder()
  const many = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => wish(id, 2340, `clerk ${index}`)))
  const done = many.filter((result) => result.status === 'fulfilled')
  expect(done).toHaveLength(1)
  expect(await refundCalls(reference)).toBe(1)
  const again = await paidOrder()
  const same = await Promise.all(Array.from({ length: 10 }, () => wish(again.id, 100, 'one wish')))
  expect(new Set(same.map((row) => row?.reference)).size).toBe(1)
  expect(await refundCalls(again.reference)).toBe(1)
})

test('cancelling a paid order refunds it in full once', async () => {
  const { ctx, id, reference } = await paidOrder()
  await orders.cancelByStore(shop.ctx(), { id, note: 'The oven is cold', restocks: true })
  expect(await standing(ctx, id)).toMatchObject({ refundStatus: 'PENDING' })
  await shop.workOff()
  expect(await standing(ctx, id)).toEqual({ refunded: 2340, refundStatus: 'FULL', paymentStatus: 'PAID_ONLINE' })
  await payments.refundCancelled(shop.ctx(), { orderId: id })
  expect(await refundCalls(reference)).toBe(1)
})

test.each(['timeout_after_acceptance', 'connection_cut', 'html_502', 'bad_answer_signature', 'other_order'])(
  'a refund that ends with %s is unknown, and the job repeats it under the same number',
  async (action) => {
    const { ctx, id, reference } = await paidOrder()
    await till.control(reference, { action, method: 'pay.orderrefund' })
    expect(await wish(id, 500)).toMatchObject({ state: 'requested' })
    expect(await standing(ctx, id)).toMatchObject({ refunded: 0, refundStatus: 'PENDING' })
    await expect(wish(id, 1841, 'too much beside it')).rejects.toMatchObject(code('payments.refund_too_much'))
    shop.clock.advance(minute)
    await payments.sendRefunds(shop.ctx())
    expect(await standing(ctx, id)).toMatchObject({ refunded: 500, refundStatus: 'PARTIAL' })
    expect(await states()).toEqual(['requested', 'unknown', 'refunded'])
    shop.clock.advance(60 * minute)
    await payments.sendRefunds(shop.ctx())
    expect(await refundCalls(reference)).toBe(2)
  },
)

test('the job sends a refund that was recorded but not sent', async () => {
  const { ctx, id, reference } = await paidOrder()
  const url = shop.app.config.SNAPPAY_URL
  shop.app.config.SNAPPAY_URL = undefined
  expect(await wish(id, 500)).toMatchObject({ state: 'requested' })
  shop.app.config.SNAPPAY_URL = url
  expect(await refundCalls(reference)).toBe(0)
  shop.clock.advance(minute)
  await Promise.all(Array.from({ length: 5 }, () => payments.sendRefunds(shop.ctx())))
  expect(await standing(ctx, id)).toMatchObject({ refunded: 500 })
  expect(await refundCalls(reference)).toBe(1)
})

test('the job checks a pending refund; a refused one refunds nothing and is listed for staff', async () => {
  const { ctx, id, reference } = await paidOrder()
  await till.control(reference, { action: 'slow_refund', method: 'pay.orderrefund' })
  expect(await wish(id, 500)).toMatchObject({ state: 'pending' })
  await till.control(reference, { action: 'refuse_refund', method: 'pay.orderrefund' })
  expect(await wish(id, 700)).toMatchObject({ state: 'refused' })
  expect(shop.errors).toEqual(['a refund was refused and needs a person'])
  expect((await payments.stuck(shop.ctx())).stuck).toMatchObject([
    { reference: `${id}-R2`, orderId: id, kind: 'refund_refused', amount: 700, currency: 'CAD', answer: 'E045045' },
  ])
  shop.clock.advance(minute)
  await payments.sendRefunds(shop.ctx())
  expect(await standing(ctx, id)).toMatchObject({ refunded: 500, refundStatus: 'PARTIAL' })
  expect(await wish(id)).toMatchObject({ amount: 1840, state: 'refunded' })
})

test('the database refuses a refund beyond the received amount', async () => {
  const { reference } = await paidOrder()
  await expect(
    shop.query('update payment_attempts set refunded = 2341 where reference = $1', [reference]),
  ).rejects.toThrow(/payment_attempts_refunded/)
})

test('staff refund pieces of a line with their taxes, or an amount, by the order’s pickup code', async () => {
  const line: Part = { ...part, kind: 'line', key: 'bun', quantity: 3, amount: 1800, taxes: [234], total: 2034 }
  const delivery: Part = {
    ...part,
    kind: 'delivery',
    key: 'delivery',
    quantity: 1,
    amount: 306,
    taxes: [0],
    total: 306,
  }
  const { ctx, id } = await paidOrder({ parts: [line, delivery], lines: [{ key: 'bun', quantity: 3 }] as never })
  const give = (wish: { line?: number; pieces?: number; amount?: number }) =>
    payments.staff.refund(shop.ctx(), { order: 'K7M2QX', note: '', ...wish })
  await Promise.all([give({ line: 1, pieces: 1 }), give({ line: 1, pieces: 1 })])
  await give({ line: 1, pieces: 1 })
  expect(await standing(ctx, id)).toMatchObject({ refunded: 678, refundStatus: 'PARTIAL' })
  await give({ amount: 306 })
  await give({ line: 1 })
  const rows = await shop.query("select amount, parts -> 0 ->> 'pieces' as pieces from refunds order by reference")
  expect(rows).toMatchObject([{ amount: 678, pieces: '1' }, { amount: 306 }, { pieces: '2' }])
  await give({})
  expect(await standing(ctx, id)).toMatchObject({ refunded: 2340, refundStatus: 'FULL' })
  shop.clock.advance(10_000)
  await expect(give({ line: 2 })).rejects.toMatchObject(code('staff.unknown'))
  await expect(give({})).rejects.toMatchObject(code('payments.refund_too_much'))
})

test('staff see what each number of pieces refunds, and refund pieces of several lines with their own taxes', async () => {
  const bun: Part = { ...part, kind: 'line', key: 'bun', quantity: 3, amount: 1800, taxes: [234], total: 2034 }
  const bread: Part = { ...part, kind: 'line', key: 'bread', quantity: 2, amount: 306, taxes: [0], total: 306 }
  const lines = [bun, bread].map(({ key, quantity }) => ({ key, quantity }))
  const { ctx, id } = await paidOrder({ parts: [bun, bread], lines: lines as never })
  const refundable = async () => (await payments.staff.refundable(shop.ctx(), { order: 'K7M2QX' })).lines
  const give = (...lines: { key: string; pieces: number }[]) =>
    payments.staff.refund(shop.ctx(), { order: 'K7M2QX', note: '', lines })
  expect(await refundable()).toEqual([
    { key: 'bun', sums: [678, 1356, 2034] },
    { key: 'bread', sums: [153, 306] },
  ])
  await give({ key: 'bread', pieces: 1 })
  const both = [
    { key: 'bun', pieces: 2 },
    { key: 'bread', pieces: 1 },
  ]
  await Promise.all([give(...both), give(...both)])
  expect(await standing(ctx, id)).toMatchObject({ refunded: 153 + 1356 + 153, refundStatus: 'PARTIAL' })
  expect(await shop.query("select taxes from order_timeline where kind = 'refunded' order by id")).toEqual([
    { taxes: [0] },
    { taxes: [156] },
  ])
  expect(await refundable()).toEqual([{ key: 'bun', sums: [678] }])
  await expect(give({ key: 'cake', pieces: 1 })).rejects.toMatchObject(code('staff.unknown'))
})

test('a refund by staff asks the provider outside of its transaction, and is in the log', async () => {
  const { ctx, id } = await paidOrder()
  const owner = await openOwner(shop)
  await owner.people.confirm({ secret: staffPassword })
  await owner.staff.refund({ order: id, note: 'Two cups were missing', amount: 500 })
  expect(await standing(ctx, id)).toMatchObject({ refunded: 500 })
  const { entries } = await owner.people.log({ limit: 1 })
  expect(entries[0]).toMatchObject({ call: 'staff.refund', subject: id, after: { amount: 500 }, location: 'markham' })
  // A failed refund adds no entry to the log.
  await expect(owner.staff.refund({ order: id, note: '', amount: 90_000 })).rejects.toThrow()
  expect((await owner.people.log({ limit: 1 })).entries).toEqual(entries)
})
