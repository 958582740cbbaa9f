import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import type { Order } from '#contract/orders.ts'
import { schedule } from '#jobs/schedule.ts'
import * as payments from '#server/payments/payments.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { setUpTill } from '#tests/payments.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import * as orders from './orders.ts'

const hour = hourMs
const kitchen = 'kitchen@store.example'
const shop = setUpShop({ PROVIDER_TIMEOUT_MS: '1500' })
const till = setUpTill(shop)
let shopper: Visitor

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', name: { en: 'Red bean bun', zh: '红豆包' }, price: 1000, stock: 100 })
  shopper = shop.visitor()
})

async function setOrderEmail(change: Record<string, unknown> = {}, email = kitchen) {
  const { email: kept, locale, isOn } = { email, locale: 'en', isOn: true, ...change }
  await shop.query('update locations set order_email = $1, order_email_locale = $2, is_order_email_on = $3', [
    kept,
    locale,
    isOn,
  ])
  shop.app.onCatalogueChange('content')
}
async function place(): Promise<Order> {
  await fillCart(shopper, 'bun', 2)
  return placeOrder(shopper, { payAtStore: true })
}
/**
 * The emails to the kitchen that contain `words`, such as the id of an order or payment. All tests in this file share
 * one outbox, so each test selects its own emails.
 */
const emailsAbout = async (words: string, to = kitchen) =>
  (await mailsTo(shop, to)).filter(({ messageId, text }) => `${messageId} ${text}`.includes(words))

test('the store gets one email about a new order with items, time, customer and amount to collect', async () => {
  await setOrderEmail()
  const { orderID, orderNumber } = await place()
  const [email, ...others] = await emailsAbout(orderID)
  expect(others).toEqual([])
  expect(email?.subject).toContain(`New order ${orderNumber}`)
  expect(email?.text).toMatch(/2 × Red bean bun/)
  expect(email?.text).toMatch(/Pickup, Friday, November 20 at/)
  expect(email?.text).toContain('To collect at hand-over: $22.60')
  expect(email?.text).toContain('Mei Lin, +1 416 555 0123, mei@shop.example')
  expect(email?.replyTo?.[0]?.address).toBe('mei@shop.example')
})

test('the store’s email is in the language of the order address', async () => {
  await setOrderEmail({ locale: 'zh' })
  const { orderID, orderNumber } = await place()
  const [email] = await emailsAbout(orderID)
  expect(email?.subject).toContain(`新订单 ${orderNumber}`)
  expect(email?.text).toContain('2 × 红豆包')
})

test('the store gets the email about an online order only after payment', async () => {
  await setOrderEmail()
  const ctx = await till.shopper()
  const { id } = await till.order(ctx)
  await payments.startSnapPayUnionPay(ctx, { orderID: id })
  expect(await emailsAbout(id)).toEqual([])
  await till.control(`${id}-A1`, { action: 'pay' })
  await expect.poll(async () => (await emailsAbout(id)).length).toBe(1)
  expect((await emailsAbout(id))[0]?.text).toContain('Paid online: $23.40')
})

test('a store without an order address, or with these emails off, gets none', async () => {
  const { orderID } = await place()
  await setOrderEmail({ isOn: false })
  shopper = shop.visitor()
  const other = await place()
  expect(await emailsAbout(orderID)).toEqual([])
  expect(await emailsAbout(other.orderID)).toEqual([])
})

test('the store is emailed about a shopper’s messages, requests and cancellations, but not staff’s actions', async () => {
  await setOrderEmail()
  const first = await place()
  await shopper.api.orders.commentByLink({ id: first.orderID, comment: 'No sesame, please' })
  const staff = await orders.staff.accept(shop.ctx(), { order: first.orderID, note: '' })
  expect(staff.fulfilmentStatus).toBe('ACCEPTED')
  await orders.staff.reply(shop.ctx(), { order: first.orderID, comment: 'Of course' })
  shop.clock.advance(hour / 2)
  await shopper.api.orders.askToCancel({ id: first.orderID, note: 'My plans changed' })
  const emails = await emailsAbout(first.orderID)
  const textOf = (wanted: string) => emails.find(({ subject }) => subject === wanted)?.text
  expect(emails).toHaveLength(3)
  expect(textOf(`Order ${first.orderNumber}: message from Mei Lin`)).toContain('“No sesame, please”')
  expect(textOf(`Order ${first.orderNumber}: Mei Lin asks to cancel`)).toContain('“My plans changed”')

  shopper = shop.visitor()
  const second = await place()
  await shopper.api.orders.cancelByLink({ id: second.orderID, reason: 'changed_mind' })
  expect((await emailsAbout(second.orderID)).map(({ subject }) => subject)).toContain(
    `Order ${second.orderNumber} is cancelled`,
  )
})

/** Runs the worker's scheduled job that finds payments which need a decision. */
const lookForStuck = () => schedule.find(({ run }) => run === payments.queueStuckAlerts)?.run(shop.ctx())

test('a payment that needs a decision is emailed once, and again after a week', async () => {
  await setOrderEmail()
  const reference = 'SP-UNKNOWN-1'
  await shop.query(
    `insert into payment_notifications (provider, event_key, verdict, reference, received_at, body, headers)
     values ('snappay', $1, 'accepted', $1, $2, 'paid', '{}')`,
    [reference, shop.app.now()],
  )
  await lookForStuck()
  await lookForStuck()
  const [email, ...others] = await emailsAbout(reference)
  expect(others).toEqual([])
  expect(email?.subject).toBe('A payment needs your decision')
  expect(email?.text).toContain('the shop has no record of this payment')
  shop.clock.advance(8 * 24 * hour)
  await lookForStuck()
  expect(await emailsAbout(reference)).toHaveLength(2)
})

test('a failed email to the store is retried, and the receipt is sent once', async () => {
  await setOrderEmail()
  const { orderID } = await place()
  // A folder with the name of the email's file makes the write fail.
  const obstacle = join(shop.app.config.DATA_DIR, 'outbox', `store-order-${orderID}.eml`)
  await mkdir(obstacle, { recursive: true })
  await shop.workOff()
  const open = () => shop.query('select name, attempts from events where done_at is null order by name')
  expect(await open()).toMatchObject([{ name: 'store.order_placed', attempts: 1 }])
  await rmdir(obstacle)
  shop.clock.advance(hour)
  expect(await emailsAbout(orderID)).toHaveLength(1)
  expect(await open()).toEqual([])
  const receipts = (await mailsTo(shop, 'mei@shop.example')).filter(({ messageId }) => messageId?.includes(orderID))
  expect(receipts).toHaveLength(1)
})
