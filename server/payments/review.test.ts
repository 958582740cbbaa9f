import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { setUpTill } from '#tests/payments.ts'
import * as attempts from './attempts.ts'
import * as payments from './payments.ts'
import { openProvider } from './providers/providers.ts'
import { settle } from './settle.ts'

const minute = 60_000
const hour = 60 * minute
const code = (expected: string) => ({ items: [{ code: expected }] })

const shop = setUpShop({ PROVIDER_TIMEOUT_MS: '1500' })
const till = setUpTill(shop)
beforeEach(() => shop.reset())

async function begin() {
  const ctx = await till.shopper()
  const order = await till.order(ctx)
  await payments.startSnapPayUnionPay(ctx, { orderID: order.id })
  return { ctx, id: order.id, reference: `${order.id}-A1` }
}

/** A payment for a failed order, received by an account that is not ours. Only staff can decide about it. */
async function ambiguous() {
  const begun = await begin()
  await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, begun.id)))
  await till.control(begun.reference, { action: 'never' })
  await till.control(begun.reference, { action: 'pay' })
  const provider = await openProvider(shop.ctx(), 'snappay')
  const attempt = await attempts.find(begun.ctx, begun.reference)
  if (!provider || !attempt) throw new Error('there is no payment')
  const report = await provider.check(attempts.toAttemptRef(attempt))
  await settle(shop.ctx(), { ...provider, merchant: 'another' }, report)
  expect(await till.attempt(begun.id)).toMatchObject([{ state: 'mismatch', received: 2340, received_currency: 'CAD' }])
  return begun
}

/** Returns the timeline entries and emails about money that never paid for the order, and the order's refund sums. */
async function told(ctx: Context, id: string) {
  await shop.workOff()
  const { timeline, refunded, refundStatus } = await orders.detail(ctx, { id })
  const folder = join(shop.app.config.DATA_DIR, 'outbox')
  const files = (await readdir(folder)).filter((name) => name.includes(`${id}-late_`))
  const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
  const late = timeline.filter(({ kind }) => kind.startsWith('late'))
  return {
    lines: late.map(({ kind, amount }) => [kind, amount?.amount ?? null]),
    sums: [refunded.amount, refundStatus],
    mails: mails.map(({ text }) => text ?? ''),
  }
}
const stuck = async () => (await payments.stuck(shop.ctx())).stuck
const review = (reference: string, decision: 'refund' | 'honour' | 'dismiss') =>
  payments.review(shop.ctx(), { reference, decision })

test('an unclear payment is listed for staff, who refund it once', async () => {
  const { ctx, id, reference } = await ambiguous()
  expect(await stuck()).toMatchObject([
    { reference, orderId: id, kind: 'mismatch', location: 'markham', amount: 2340, currency: 'CAD' },
  ])
  const decisions = await Promise.allSettled(Array.from({ length: 5 }, () => review(reference, 'refund')))
  expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  shop.clock.advance(minute)
  await payments.sendRefunds(shop.ctx())
  expect(await till.calls(reference, 'pay.orderrefund')).toBe(1)
  expect(await shop.query('select amount, state from refunds')).toEqual([{ amount: 2340, state: 'refunded' }])
  expect(await stuck()).toEqual([])
  expect(await orders.find(ctx, id)).toMatchObject({ status: 'FAILED' })
  const { lines, sums, mails } = await told(ctx, id)
  expect([lines, sums]).toEqual([
    [
      ['late_refunding', 2340],
      ['late_refunded', 2340],
    ],
    [0, 'NONE'],
  ])
  expect(mails).toEqual([expect.stringMatching(/\$23\.40 (is being|was) refunded the way you paid/)])
  expect(shop.errors).toEqual(['a payment needs a person'])
  await expect(review(reference, 'honour')).rejects.toMatchObject(code('payments.review'))
})

test('staff accept an unclear payment: the order is then paid and refundable', async () => {
  const { ctx, id, reference } = await ambiguous()
  await review(reference, 'honour')
  expect(await orders.find(ctx, id)).toMatchObject({
    status: 'NEW',
    paymentStatus: 'PAID_ONLINE',
    fulfilmentStatus: 'PLACED',
    paymentOption: 'snappay_unionpay',
  })
  expect(await shop.query("select name from events where name = 'order.paid'")).toHaveLength(1)
  expect(await stuck()).toEqual([])
  const refund = await payments.refund(shop.ctx(), { orderId: id, reason: 'After all', key: 'after all' })
  expect(refund).toMatchObject([{ state: 'refunded', amount: 2340 }])
})

test('the excess of an accepted payment goes back once, even if the provider refuses it at first', async () => {
  const { ctx, id, reference } = await ambiguous()
  await shop.query('update payment_attempts set received = 2840 where reference = $1', [reference])
  await till.control(reference, { action: 'refuse_refund', method: 'pay.orderrefund' })
  await review(reference, 'honour')
  await payments.sendRefunds(shop.ctx())
  expect(await stuck()).toMatchObject([{ reference: `${id}-R1`, kind: 'refund_refused', amount: 500 }])
  await review(`${id}-R1`, 'refund')
  await expect(review(`${id}-R1`, 'refund')).rejects.toMatchObject(code('payments.review'))
  await payments.sendRefunds(shop.ctx())
  expect(await shop.query('select reference, state, amount from refunds order by 1')).toEqual([
    { reference: `${id}-R1`, state: 'refused', amount: 500 },
    { reference: `${id}-R2`, state: 'refunded', amount: 500 },
  ])
  expect(await stuck()).toEqual([])
  expect(await orders.find(ctx, id)).toMatchObject({ refunded: 0, refunding: 0 })
})

test('staff cannot accept a payment if its cart has another order', async () => {
  const { ctx, id, reference } = await ambiguous()
  const [{ cart_id: cartId } = {}] = await shop.query('select cart_id from orders where id = $1', [id])
  await till.order(ctx, { cartId: cartId as string })
  await expect(review(reference, 'honour')).rejects.toMatchObject(code('orders.step'))
  expect(await stuck()).toHaveLength(1)
})

test('staff can refund after they dismissed a payment or a refused refund', async () => {
  const { id, reference } = await ambiguous()
  await review(reference, 'dismiss')
  expect(await stuck()).toEqual([])
  await till.control(reference, { action: 'refuse_refund', method: 'pay.orderrefund' })
  await review(reference, 'refund')
  await payments.sendRefunds(shop.ctx())
  const refused = `${id}-R1`
  expect(await stuck()).toMatchObject([{ reference: refused, kind: 'refund_refused', amount: 2340 }])
  await review(refused, 'dismiss')
  expect(await stuck()).toEqual([])
  await review(refused, 'refund')
  await payments.sendRefunds(shop.ctx())
  expect(await shop.query('select reference, state from refunds order by 1')).toEqual([
    { reference: refused, state: 'refused' },
    { reference: `${id}-R2`, state: 'refunded' },
  ])
  expect(await stuck()).toEqual([])
  await expect(review(refused, 'refund')).rejects.toMatchObject(code('payments.review'))
})

test('a refused refund is listed with the time of the refusal', async () => {
  const { id, reference } = await ambiguous()
  await till.control(reference, { action: 'refuse_refund', method: 'pay.orderrefund' })
  await review(reference, 'refund')
  shop.clock.advance(hour)
  await payments.sendRefunds(shop.ctx())
  const [refund] = await shop.query<{ settled_at: Date; age: number }>(
    'select settled_at, extract(epoch from settled_at - requested_at)::int as age from refunds',
  )
  expect(refund?.age).toBeGreaterThanOrEqual(3600)
  expect(await stuck()).toMatchObject([{ reference: `${id}-R1`, since: refund?.settled_at.toISOString() }])
})

test('staff send a refused refund again under a new number', async () => {
  const { id, reference } = await begin()
  await till.control(reference, { action: 'pay' })
  await till.control(reference, { action: 'refuse_refund', method: 'pay.orderrefund' })
  await payments.refund(shop.ctx(), { orderId: id, amount: 500, reason: 'Cold', key: 'cold' })
  expect(await stuck()).toMatchObject([{ reference: `${id}-R1`, kind: 'refund_refused' }])
  await review(`${id}-R1`, 'refund')
  expect(await shop.query('select reference, state, amount from refunds order by 1')).toEqual([
    { reference: `${id}-R1`, state: 'refused', amount: 500 },
    { reference: `${id}-R2`, state: 'refunded', amount: 500 },
  ])
  expect(await stuck()).toEqual([])
})

test('a refused refund is sent again only as far as staff have not replaced it', async () => {
  const { id, reference } = await begin()
  await till.control(reference, { action: 'pay' })
  const refund = async (amount: number) => {
    shop.clock.advance(minute)
    await payments.staff.refund(shop.ctx(), { order: id, note: '', amount })
  }
  await till.control(reference, { action: 'refuse_refund', method: 'pay.orderrefund', times: 2 })
  await refund(500)
  await refund(400)
  await refund(300)
  await review(`${id}-R1`, 'refund')
  expect(await orders.find(shop.ctx(), id)).toMatchObject({ refunded: 500 })
  await expect(review(`${id}-R2`, 'refund')).rejects.toMatchObject(code('payments.review'))
  await refund(100)
  expect(await stuck()).toMatchObject([{ reference: `${id}-R2`, kind: 'refund_refused' }])
  await review(`${id}-R2`, 'dismiss')
  expect(await orders.find(shop.ctx(), id)).toMatchObject({ refunded: 600 })
})

test('refused refunds of two reasons are both sent again', async () => {
  const { id, reference } = await begin()
  await till.control(reference, { action: 'pay' })
  await till.control(reference, { action: 'refuse_refund', method: 'pay.orderrefund', times: 2 })
  // In an open transaction, `refund` leaves the sending to the job. So the shop requests both refunds before the
  // provider refuses the first.
  await transact(shop.ctx(), async (ctx) => {
    for (const amount of [500, 400]) await payments.staff.refund(ctx, { order: id, note: '', amount })
  })
  shop.clock.advance(minute)
  await payments.sendRefunds(shop.ctx())
  expect(await stuck()).toHaveLength(2)
  shop.clock.advance(minute)
  for (const number of [1, 2]) {
    await review(`${id}-R${number}`, 'refund')
    shop.clock.advance(minute)
  }
  expect(await orders.find(shop.ctx(), id)).toMatchObject({ refunded: 900 })
})

test('a refused refund that can no longer be sent again stays listed until staff dismiss it', async () => {
  const { id, reference } = await begin()
  await till.control(reference, { action: 'pay' })
  await till.control(reference, { action: 'refuse_refund', method: 'pay.orderrefund' })
  await payments.refund(shop.ctx(), { orderId: id, amount: 500, reason: 'Cold', key: 'cold' })
  await payments.refund(shop.ctx(), { orderId: id, reason: 'All of it', key: 'all' })
  await expect(review(`${id}-R1`, 'refund')).rejects.toMatchObject(code('payments.refund_too_much'))
  expect(await stuck()).toMatchObject([{ reference: `${id}-R1`, kind: 'refund_refused' }])
  await review(`${id}-R1`, 'dismiss')
  expect(await stuck()).toEqual([])
})

test('staff repeat or dismiss a refund that the provider did not answer', async () => {
  const { id, reference } = await ambiguous()
  await review(reference, 'refund')
  await till.control(reference, { action: 'html_502', method: 'pay.orderrefund', times: 100 })
  shop.clock.advance(61 * minute)
  await payments.sendRefunds(shop.ctx())
  expect(await stuck()).toMatchObject([{ reference: `${id}-R1`, kind: 'refund_unanswered' }])
  await review(`${id}-R1`, 'dismiss')
  expect(await stuck()).toEqual([])
  await till.control(reference, { action: 'clear' })
  await review(`${id}-R1`, 'refund')
  await payments.sendRefunds(shop.ctx())
  expect(await shop.query('select state from refunds')).toEqual([{ state: 'refunded' }])
})

test('staff give up an unanswered payment, and money that arrives later is refunded automatically', async () => {
  const { ctx, id, reference } = await begin()
  await till.control(reference, { action: 'html_502', times: 100 })
  shop.clock.advance(30 * minute)
  expect(await stuck()).toMatchObject([{ reference, kind: 'unanswered' }])
  await review(reference, 'dismiss')
  await payments.checkPending(shop.ctx())
  expect(await orders.find(ctx, id)).toMatchObject({ status: 'FAILED' })
  await till.control(reference, { action: 'clear' })
  await till.control(reference, { action: 'pay' })
  await payments.sendRefunds(shop.ctx())
  expect(await shop.query('select amount, state from refunds')).toEqual([{ amount: 2340, state: 'refunded' }])
})

test('a captured payment of unknown amount waits for staff, even if its order has ended', async () => {
  const { id, reference } = await begin()
  await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, id)))
  const provider = await openProvider(shop.ctx(), 'snappay')
  if (!provider) throw new Error('there is no provider')
  const report = { outcome: 'paid', reference, providerReference: null, merchant: provider.merchant } as const
  await settle(shop.ctx(), provider, { ...report, amount: null, currency: 'CAD', answer: 'SUCCESS' })
  await payments.sendRefunds(shop.ctx())
  expect(await shop.query('select * from refunds')).toEqual([])
  expect(await till.calls(reference, 'pay.orderrefund')).toBe(0)
  expect(shop.errors).toEqual(['a payment needs a person'])
  expect(await stuck()).toMatchObject([{ reference, kind: 'mismatch' }])
  await review(reference, 'dismiss')
  expect(await stuck()).toEqual([])
})

test('staff cannot decide about a payment that is pending or settled', async () => {
  const { reference } = await begin()
  await expect(review(reference, 'refund')).rejects.toMatchObject(code('payments.review'))
  await till.control(reference, { action: 'pay' })
  await expect(review(reference, 'refund')).rejects.toMatchObject(code('payments.review'))
  await expect(review('no-such-attempt', 'refund')).rejects.toMatchObject(code('staff.unknown'))
})

test('an unanswered payment and a notification of an unknown payment are listed for staff', async () => {
  const { id, reference } = await begin()
  const foreign = await begin()
  await shop.query('delete from payment_attempts where reference = $1', [foreign.reference])
  await till.control(foreign.reference, { action: 'pay' })
  shop.clock.advance(90 * minute)
  const waiting = await stuck()
  expect(waiting).toHaveLength(2)
  expect(waiting).toContainEqual(
    expect.objectContaining({ reference: foreign.reference, kind: 'unmatched', orderId: null, amount: 2340 }),
  )
  expect(waiting).toContainEqual(expect.objectContaining({ reference, orderId: id, kind: 'unanswered' }))
})

test('staff of a store see its cases, however many other stores have', async () => {
  const [own, other] = [await ambiguous(), await ambiguous()]
  await shop.query("update orders set location_id = 'elsewhere' where id = $1", [other.id])
  await openStore(shop.ctx())
  const owner = await openOwner(shop)
  const roles = [{ role: 'bookkeeper' as const, location: 'markham' }]
  const bookkeeper = await openColleague(shop, owner, 'ana@shop.test', roles)
  const seen = async () =>
    (await bookkeeper.staff.stuck()).stuck.map(({ reference, location }) => [reference, location])
  /**
   * Adds 200 older copies of the other store's row. In a list of all stores, the copies would come first and fill the
   * limit of 200, so that the bookkeeper's own row would be missing.
   */
  const copy = (table: string, time: string, more: string) =>
    shop.query(
      `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object(
        'reference', r.reference || '-' || n, '${time}', r.${time} - interval '1 hour', ${more}))).*
      from ${table} r, generate_series(1, 200) n where r.order_id = $1`,
      [other.id],
    )
  await copy('payment_attempts', 'started_at', "'provider_reference', null")
  expect(await seen()).toEqual([[own.reference, 'markham']])

  await shop.query("update payment_attempts set resolved_at = now(), resolution = 'dismissed'")
  for (const { reference } of [own, other]) await review(reference, 'refund')
  await shop.query("update refunds set state = 'refused'")
  await copy('refunds', 'requested_at', "'key', r.key || '-' || n")
  expect(await seen()).toEqual([[`${own.id}-R1`, 'markham']])
})

test('each payment is compared once with the provider’s records, and staff see the differences', async () => {
  const good = await begin()
  await till.control(good.reference, { action: 'pay' })
  const less = await begin()
  await till.control(less.reference, { action: 'pay' })
  await shop.query('update payment_attempts set received = 2341 where reference = $1', [less.reference])
  const more = await begin()
  await shop.query("update payment_attempts set state = 'paid', settled_at = started_at where reference = $1", [
    more.reference,
  ])
  shop.clock.advance(21 * hour)
  await Promise.all([payments.reconcile(shop.ctx()), payments.reconcile(shop.ctx())])
  const waiting = await stuck()
  expect(waiting).toHaveLength(2)
  expect(waiting).toContainEqual(
    expect.objectContaining({
      reference: more.reference,
      kind: 'discrepancy',
      answer: expect.stringMatching(/^missing_there/),
    }),
  )
  expect(waiting).toContainEqual(
    expect.objectContaining({
      reference: less.reference,
      kind: 'discrepancy',
      answer: expect.stringMatching(/^amount_differs/),
    }),
  )
  const asked = await till.calls(good.reference, 'pay.orderquery')
  shop.clock.advance(24 * hour)
  await payments.reconcile(shop.ctx())
  expect(await till.calls(good.reference, 'pay.orderquery')).toBe(asked)
  await review(less.reference, 'dismiss')
  expect(await stuck()).toHaveLength(1)
})

test('the comparison finds money that only the provider recorded, and refunds it', async () => {
  const { id, reference } = await begin()
  await shop.query(
    "update payment_attempts set state = 'failed', settled_at = started_at, check_at = null where order_id = $1",
    [id],
  )
  await shop.query("update orders set status = 'FAILED', payment_status = 'FAILED' where id = $1", [id])
  await till.control(reference, { action: 'never' })
  await till.control(reference, { action: 'pay' })
  shop.clock.advance(21 * hour)
  await payments.reconcile(shop.ctx())
  expect(await till.attempt(id)).toMatchObject([{ state: 'late_paid', resolution: 'refunded' }])
  expect(await shop.query('select amount from refunds')).toEqual([{ amount: 2340 }])
})
