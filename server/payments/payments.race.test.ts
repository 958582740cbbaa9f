import { beforeEach, expect, test } from 'vitest'
import * as orders from '#server/orders/orders.ts'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { setUpTill } from '#tests/payments.ts'
import * as payments from './payments.ts'
import { paymentProviders } from './tables.ts'

const shop = setUpShop()
const till = setUpTill(shop)
beforeEach(() => shop.reset())

const many = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
const paidEvents = async () => (await shop.query("select * from events where name = 'order.paid'")).length

test('ten parallel starts make one attempt with one payment page', async () => {
  const ctx = await till.shopper()
  const { id } = await till.order(ctx)
  const started = await many(10, () => payments.startSnapPayWeChat(ctx, { orderID: id }))
  expect(new Set(started.map(({ paymentUrl }) => paymentUrl)).size).toBe(1)
  expect(started[0]?.paymentUrl).toMatch(/\/wallet\//)
  expect(await till.attempt(id)).toHaveLength(1)
  expect(await till.calls(`${id}-A1`, 'pay.h5pay')).toBe(1)
})

test('parallel starts with two payment methods leave exactly one attempt open', async () => {
  const ctx = await till.shopper()
  const { id } = await till.order(ctx)
  await Promise.all([
    many(5, () => payments.startSnapPayWeChat(ctx, { orderID: id })),
    many(5, () => payments.startSnapPayAlipay(ctx, { orderID: id })),
  ])
  const attempts = await till.attempt(id)
  expect(attempts.filter(({ state }) => state === 'pending')).toHaveLength(1)
  expect(await orders.find(ctx, id)).toMatchObject({ status: 'INTERIM', paymentStatus: 'NOT_PAID' })
  for (const { reference } of attempts.filter(({ state }) => state === 'failed')) {
    expect(await till.calls(String(reference), 'pay.ordercancel')).toBeGreaterThan(0)
  }
})

test('parallel notifications, status checks, job runs and a start settle the payment once', async () => {
  const ctx = await till.shopper()
  for (let round = 0; round < 5; round++) {
    await shop.query('truncate events')
    const { id } = await till.order(ctx)
    const reference = `${id}-A1`
    await payments.startSnapPayWeChat(ctx, { orderID: id })
    shop.clock.advance(6000)
    await till.control(reference, { action: 'parallel', times: 5 })
    await Promise.all([
      till.control(reference, { action: 'pay' }),
      many(20, () => payments.checkSnapPay(ctx, { orderID: id })),
      many(2, () => payments.checkPending(shop.ctx())),
      payments
        .startSnapPayWeChat(ctx, { orderID: id })
        .catch((error) => expect(error.items).toEqual([{ code: 'orders.paid' }])),
    ])
    expect(await orders.find(ctx, id)).toMatchObject({ status: 'NEW', paymentStatus: 'PAID_ONLINE' })
    expect(await till.attempt(id)).toMatchObject([{ state: 'paid' }])
    expect(await paidEvents()).toBe(1)
    const told = (await till.transcript()).filter(
      ({ direction, sent }) => direction === 'notification' && sent.includes(reference),
    )
    expect(told.map(({ status, answered }) => [status, answered])).toEqual(
      Array.from({ length: 5 }, () => [200, '{"code":"0","msg":"SUCCESS"}']),
    )
    expect(await shop.query('select * from payment_notifications where reference = $1', [reference])).toHaveLength(1)
  }
})

test('twenty parallel status checks ask the provider once', async () => {
  const ctx = await till.shopper()
  const { id } = await till.order(ctx)
  await payments.startSnapPayWeChat(ctx, { orderID: id })
  await many(20, () => payments.checkSnapPay(ctx, { orderID: id }))
  expect(await till.calls(`${id}-A1`, 'pay.orderquery')).toBe(1)
  shop.clock.advance(1600)
  await many(20, () => payments.checkSnapPay(ctx, { orderID: id }))
  expect(await till.calls(`${id}-A1`, 'pay.orderquery')).toBe(2)
})

test('a hundred duplicate notifications are all accepted and settle the order once', async () => {
  const ctx = await till.shopper()
  const { id } = await till.order(ctx)
  await payments.startSnapPayWeChat(ctx, { orderID: id })
  await till.control(`${id}-A1`, { action: 'parallel', times: 100 })
  await till.control(`${id}-A1`, { action: 'pay' })
  const told = (await till.transcript()).filter(
    ({ direction, sent }) => direction === 'notification' && sent.includes(id),
  )
  expect(told.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200))
  expect(await orders.find(ctx, id)).toMatchObject({ paymentStatus: 'PAID_ONLINE' })
  expect(await paidEvents()).toBe(1)
})

test('a notification that arrives before the start returns settles the order, and the start answers paid', async () => {
  const ctx = await till.shopper()
  const { id } = await till.order(ctx)
  await till.control(`${id}-A1`, { action: 'before_create_returns' })
  expect(await payments.startSnapPayWeChat(ctx, { orderID: id })).toEqual({
    orderID: id,
    paymentUrl: null,
    status: 'NEW',
    paymentStatus: 'PAID_ONLINE',
  })
  expect(await paidEvents()).toBe(1)
})

test('a payment during expiry ends as a paid order or a late payment, never as both or neither', async () => {
  const ctx = await till.shopper()
  for (let round = 0; round < 8; round++) {
    const { id } = await till.order(ctx)
    await payments.startSnapPayWeChat(ctx, { orderID: id })
    shop.clock.advance(16 * 60_000)
    await Promise.all([
      till.control(`${id}-A1`, { action: 'pay' }).catch(() => {}),
      many(3, () => payments.checkPending(shop.ctx())),
      payments.checkSnapPay(ctx, { orderID: id }),
    ])
    const order = await orders.find(ctx, id)
    const [attempt] = await till.attempt(id)
    const outcome = `${order?.paymentStatus} ${attempt?.state}`
    expect(['PAID_ONLINE paid', 'FAILED failed', 'FAILED late_paid']).toContain(outcome)
  }
})

test('a confirmed e-transfer during expiry ends as a paid order or a late payment, and is confirmed once', async () => {
  const numbers = { EMAIL: 'pay@shop.example', RECIPIENT: 'Lantern Lane', HOURS: '24' }
  const row = { name: 'etransfer', isOn: true, mode: 'live' as const, numbers, position: 0, version: 1 }
  await shop.app.database.db.insert(paymentProviders).values(row)
  const ctx = await till.shopper()
  await openStore(shop.ctx())
  for (let round = 0; round < 8; round++) {
    const { id } = await till.order(ctx)
    await payments.start(ctx, { orderID: id, option: 'etransfer' })
    shop.clock.advance(24 * 60 * 60_000)
    const confirm = () => payments.staff.confirmTransfer(shop.ctx(), { reference: `${id}-A1`, amount: 2340 })
    const [confirmed] = await Promise.all([
      many(3, confirm),
      many(3, () => payments.checkPending(shop.ctx())),
      payments.check(ctx, { orderID: id }),
    ])
    expect(confirmed.filter(({ isNew }) => isNew)).toHaveLength(1)
    const order = await orders.find(ctx, id)
    const [attempt] = await till.attempt(id)
    expect(['PAID_ONLINE paid', 'FAILED late_paid']).toContain(`${order?.paymentStatus} ${attempt?.state}`)
  }
})
