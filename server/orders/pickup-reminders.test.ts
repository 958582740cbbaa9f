import { beforeEach, describe, expect, it, test } from 'vitest'
import * as locations from '#server/locations/locations.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { fillCart, placeOrder, sampleContact } from '#tests/purchases.ts'
import * as orders from './orders.ts'
import { reminderTime } from './pickup-reminders.ts'

const timeZone = 'America/Toronto'
const saturday = { date: '2026-11-21', time: '17:40' }

describe('a reminder', () => {
  it.each([
    ['the evening before', '2026-11-20T08:00', saturday, '2026-11-20T18:00'],
    ['shortly before, where it was ordered that day', '2026-11-21T09:00', saturday, '2026-11-21T15:40'],
    ['shortly before, where it was ordered the evening before', '2026-11-20T15:00', saturday, '2026-11-21T15:40'],
    ['not at all, where it was ordered hours before', '2026-11-21T10:00', saturday, null],
    [
      'the evening before by the clock of summer',
      '2026-07-20T08:00',
      { ...saturday, date: '2026-07-24' },
      '2026-07-23T18:00',
    ],
    ['not at all of what is wanted at once', '2026-11-20T08:00', { ...saturday, asap: true }, null],
    ['not at all without a time', '2026-11-20T08:00', { date: '2026-11-21', time: null }, null],
  ])('comes %s', (_, placed, slot, expected) => {
    const instant = (local: string) => locations.toInstant(local.slice(0, 10), local.slice(11), timeZone)
    const placedAt = instant(placed) ?? new Date(0)
    expect(reminderTime({ method: 'PICKUP', slot, timeZone, placedAt })).toEqual(expected && instant(expected))
  })

  it('is not sent for an order at a table', () => {
    const placedAt = new Date('2026-11-20T08:00:00Z')
    expect(reminderTime({ method: 'EAT_IN', slot: saturday, timeZone, placedAt })).toBeNull()
  })
})

const shop = setUpShop()
let buyer: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T13:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', price: 1000 })
  buyer = shop.visitor()
})

/** Places the buyer's pay-at-store order for tomorrow at 17:30. */
async function orderForTomorrow() {
  await fillCart(buyer, 'bun')
  await buyer.api.checkout.setPickupSlot({ date: '2026-11-21', time: '17:30' })
  return placeOrder(buyer, { payAtStore: true })
}

async function reminders({ orderID }: { orderID: string }) {
  return (await mailsTo(shop, sampleContact.email)).filter(({ messageId }) =>
    messageId?.includes(`order-${orderID}-near`),
  )
}

const evening = '2026-11-20T23:00:00Z'

test('a reminder is emailed the evening before with time, place, pickup code and amount due', async () => {
  const order = await orderForTomorrow()
  shop.clock.set('2026-11-20T22:59:00Z')
  await orders.remind(shop.ctx())
  expect(await reminders(order)).toEqual([])
  shop.clock.set(evening)
  await orders.remind(shop.ctx())
  const [mail] = await reminders(order)
  expect(mail?.subject).toBe(`Pickup reminder: Saturday, November 21 at 5:30\u00a0p.m. · order ${order.orderNumber}`)
  expect(mail?.text).toContain('markham, 1 Main Street')
  expect(mail?.text).toContain(order.pickupCode)
  expect(mail?.text).toContain('$11.30')
})

test('a reminder is in the order’s language', async () => {
  await buyer.api.shell.changeLocale({ locale: 'zh' })
  const order = await orderForTomorrow()
  shop.clock.set(evening)
  await orders.remind(shop.ctx())
  const [mail] = await reminders(order)
  expect(mail?.subject).toBe(`取货提醒：11月21日星期六 17:30 · 订单 ${order.orderNumber}`)
})

test('five parallel workers and a later run send one reminder', async () => {
  const order = await orderForTomorrow()
  shop.clock.set(evening)
  await Promise.all([1, 2, 3, 4, 5].map(() => orders.remind(shop.ctx())))
  shop.clock.advance(60_000)
  await orders.remind(shop.ctx())
  const said = await shop.query("select id from events where name = 'order.near'")
  expect(said).toHaveLength(1)
  expect(await reminders(order)).toHaveLength(1)
})

test('a reminder contains the time that the store promised later', async () => {
  const order = await orderForTomorrow()
  await orders.accept(shop.ctx(), { id: order.orderID, promisedAt: new Date('2026-11-21T23:05:00Z') })
  shop.clock.set(evening)
  await orders.remind(shop.ctx())
  const [mail] = await reminders(order)
  expect(mail?.subject).toContain('Saturday, November 21 at 6:05\u00a0p.m.')
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['was cancelled', (id) => orders.cancelByStore(shop.ctx(), { id, note: '', restocks: true })],
  [
    'is handed over',
    async (id) => {
      await orders.accept(shop.ctx(), { id })
      await orders.handOver(shop.ctx(), { id })
    },
  ],
  [
    'was paid and wholly refunded',
    (id) =>
      shop.query(
        `update orders set payment_status = 'PAID_ONLINE', paid_at = placed_at, refunded = total where id = $1`,
        [id],
      ),
  ],
])('no reminder is sent for an order that %s', async (_, end) => {
  const order = await orderForTomorrow()
  await end(order.orderID)
  shop.clock.set(evening)
  await orders.remind(shop.ctx())
  expect(await reminders(order)).toEqual([])
})

test('no reminder is sent after the slot has passed', async () => {
  const order = await orderForTomorrow()
  shop.clock.set('2026-11-22T23:00:00Z')
  await orders.remind(shop.ctx())
  expect(await reminders(order)).toEqual([])
})
