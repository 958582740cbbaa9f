import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { auditBooks } from '#server/audit/audit.ts'
import { releaseExpired } from '#server/checkout/checkout.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as orders from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { fillGroupCart, openGroupBuy, placeGroupOrder } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { phoneHeaders, setUpTill } from '#tests/payments.ts'
import { placeOrder, sampleContact } from '#tests/purchases.ts'
import * as payments from './payments.ts'

vi.setConfig({ testTimeout: 120_000 })

const minute = 60_000
const shop = setUpShop({ PROVIDER_TIMEOUT_MS: '2500' })
const till = setUpTill(shop)
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'lychee', price: 1000, stock: 1, taxClass: 'zero_rated' })
})

const refused = { status: 'FAILED', paymentStatus: 'FAILED' }
const paid = { status: 'NEW', paymentStatus: 'PAID_ONLINE' }
const soldOut = { code: 'cart.out_of_stock' }

async function contextOf(visitor: Visitor) {
  const ctx = await visitor.ctx()
  ctx.origin = (await till.shopper()).origin
  return ctx
}
async function start(visitor: Visitor, orderID: string) {
  return payments.startSnapPayWeChat(await contextOf(visitor), { orderID })
}
async function decide(visitor: Visitor, orderID: string, action: 'pay' | 'refuse') {
  const started = await start(visitor, orderID)
  await fetch(`${started.paymentUrl}/${action}`, { method: 'POST', redirect: 'manual' })
  const ctx = await contextOf(visitor)
  // The wallet's notification may still be settling the payment. A status check does not wait for it, so the test
  // repeats the check until the payment is settled.
  const status = async () => {
    shop.clock.advance(2000)
    return (await payments.check(ctx, { orderID })).status
  }
  await expect.poll(status, { timeout: 10_000 }).not.toBe('INTERIM')
  return payments.check(ctx, { orderID })
}
async function fill({ api }: Visitor) {
  await api.cart.add({ sku: 'lychee' })
  await api.checkout.setPickupSlot({ date: '2026-11-21', time: '13:00' })
  await api.checkout.setContact(sampleContact)
}
/** Orders the last piece in stock as a shopper whose payment is refused. */
async function refuse(visitor = shop.visitor(phoneHeaders)) {
  await fill(visitor)
  const { orderID } = await placeOrder(visitor)
  expect(await decide(visitor, orderID, 'refuse')).toMatchObject(refused)
  return { visitor, orderID }
}
const stock = async () => (await shop.query('select on_hand, held from stock'))[0]
const places = async () => (await shop.query<{ taken: number }>('select taken from slot_use where taken > 0')).length
async function expectSoundBooks() {
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  try {
    expect(await auditBooks(client)).toEqual([])
  } finally {
    await client.end()
  }
}

test('after a refused payment the goods stay reserved, and a second try pays for them', async () => {
  const { visitor } = await refuse()
  expect([await stock(), await places()]).toEqual([{ on_hand: 1, held: 1 }, 1])
  await expectSoundBooks()
  await expect(shop.visitor().api.cart.add({ sku: 'lychee' })).rejects.toMatchObject(soldOut)
  const { orderID } = await placeOrder(visitor)
  expect(await decide(visitor, orderID, 'pay')).toMatchObject(paid)
  expect([await stock(), await places()]).toEqual([{ on_hand: 0, held: 0 }, 1])
  await expectSoundBooks()
})

test('a shopper who leaves after a refusal loses the goods at the deadline of the order', async () => {
  await refuse()
  const [cart] = await shop.query<{ until: Date }>('select held_until as until from carts where held_until is not null')
  const left = (cart?.until.getTime() ?? 0) - shop.app.now().getTime()
  expect(left).toBeGreaterThan(5 * minute)
  shop.clock.advance(left - 1000)
  await releaseExpired(shop.ctx())
  expect(await stock()).toEqual({ on_hand: 1, held: 1 })
  shop.clock.advance(2000)
  await releaseExpired(shop.ctx())
  expect([await stock(), await places()]).toEqual([{ on_hand: 1, held: 0 }, 0])
  await expectSoundBooks()
})

test('if another shopper bought the goods since, a second try names them and starts no payment', async () => {
  const { visitor, orderID } = await refuse()
  shop.clock.advance(31 * minute)
  await releaseExpired(shop.ctx())
  const other = shop.visitor(phoneHeaders)
  await fill(other)
  expect(await decide(other, (await placeOrder(other)).orderID, 'pay')).toMatchObject(paid)
  await expect(placeOrder(visitor)).rejects.toMatchObject(soldOut)
  await expect(start(visitor, orderID)).rejects.toMatchObject({ items: [{ code: 'orders.closed' }] })
  expect(await shop.query("select reference from payment_attempts where state = 'pending'")).toEqual([])
  await expectSoundBooks()
})

test('an order whose provider is silent past the deadline is replaced, and the same bill can be paid', async () => {
  const visitor = shop.visitor(phoneHeaders)
  await fill(visitor)
  const { id, hash } = await visitor.api.billing.view()
  const { orderID: first } = await visitor.api.billing.place({ id, hash })
  await start(visitor, first)
  await till.control(`${first}-A1`, { action: 'html_502', times: 100 })
  shop.clock.advance(31 * minute)
  await payments.checkPending(shop.ctx())
  expect(await orders.find(shop.ctx(), first)).toMatchObject({ status: 'INTERIM' })
  const { orderID: second } = await visitor.api.billing.place({ id, hash })
  expect(second).not.toBe(first)
  expect((await visitor.api.billing.place({ id, hash })).orderID).toBe(second)
  expect(await orders.find(shop.ctx(), first)).toMatchObject(refused)
  expect(await decide(visitor, second, 'pay')).toMatchObject(paid)
  expect([await stock(), await places()]).toEqual([{ on_hand: 0, held: 0 }, 1])
  await till.control(`${first}-A1`, { action: 'clear' })
  await till.control(`${first}-A1`, { action: 'pay' })
  shop.clock.advance(31 * minute)
  await payments.checkPending(shop.ctx())
  expect(await till.attempt(first)).toMatchObject([{ state: 'late_paid', resolution: 'refunded' }])
  await expectSoundBooks()
})

test('a wallet that pays after its refusal is refunded, and the goods stay reserved', async () => {
  const { orderID } = await refuse()
  await till.control(`${orderID}-A1`, { action: 'pay' })
  shop.clock.advance(31 * minute)
  await payments.checkPending(shop.ctx())
  expect(await till.attempt(orderID)).toMatchObject([{ state: 'late_paid', resolution: 'refunded' }])
  await expectSoundBooks()
})

test('two tabs that try again place one order, which takes the pieces once', async () => {
  const { visitor } = await refuse()
  const bill = await visitor.api.billing.view({})
  const place = () => visitor.api.billing.place({ id: bill.id, hash: bill.hash, pickUpAandPayAtStore: false })
  const placed = await Promise.all(Array.from({ length: 8 }, place))
  const ids = new Set(placed.map(({ orderID }) => orderID))
  expect(ids.size).toBe(1)
  const [orderID = ''] = ids
  await Promise.all(Array.from({ length: 8 }, () => start(visitor, orderID)))
  expect(await till.attempt(orderID)).toHaveLength(1)
  expect([await stock(), await places()]).toEqual([{ on_hand: 1, held: 1 }, 1])
  await expectSoundBooks()
})

test('at the deadline, a second try and other buyers of the last piece get it once', async () => {
  for (let round = 0; round < 3; round++) {
    const { visitor } = await refuse()
    const others = Array.from({ length: 6 }, () => shop.visitor(phoneHeaders))
    shop.clock.advance(31 * minute)
    const tries = [
      placeOrder(visitor),
      ...others.map(async (other) => {
        await releaseExpired(shop.ctx())
        await fill(other)
        return placeOrder(other)
      }),
    ]
    const ended = await Promise.allSettled(tries)
    const won = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value.orderID] : []))
    expect(won.length).toBeLessThanOrEqual(1)
    for (const one of ended)
      if (one.status === 'rejected') expect(['cart.out_of_stock', 'billing.changed']).toContain(one.reason.code)
    await expectSoundBooks()
    for (const id of won) {
      await transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, id)))
    }
    shop.clock.advance(31 * minute)
    await releaseExpired(shop.ctx())
    expect(await stock()).toEqual({ on_hand: 1, held: 0 })
  }
})

test('a refusal gives the coupon back, and the second try uses it again', async () => {
  const reward = { kind: 'amount' as const, amount: 300 }
  await coupons.put(shop.ctx(), { code: 'ONCE', name: { en: 'Once', zh: '一次' }, listed: true, reward })
  const visitor = shop.visitor(phoneHeaders)
  await visitor.api.coupons.claim({ code: 'ONCE' })
  await refuse(visitor)
  expect(await shop.query('select used from coupons')).toEqual([{ used: 0 }])
  const { orderID, total } = await placeOrder(visitor)
  expect(total.amount).toBe(700)
  expect(await decide(visitor, orderID, 'pay')).toMatchObject(paid)
  expect(await shop.query('select used from coupons')).toEqual([{ used: 1 }])
  await expectSoundBooks()
})

test('staff who honour a refused order use its coupon again, and cannot if no use is left', async () => {
  const reward = { kind: 'amount' as const, amount: 300 }
  const name = { en: 'Once', zh: '一次' }
  await coupons.put(shop.ctx(), { code: 'ONCE', name, listed: true, reward, maxUses: 1, maxUsesEach: 1 })
  const visitor = shop.visitor(phoneHeaders)
  await visitor.api.coupons.claim({ code: 'ONCE' })
  const { orderID } = await refuse(visitor)
  const honour = () =>
    transact(shop.ctx(), async (ctx) => {
      await orders.acceptLatePayment(ctx, await orders.lock(ctx, orderID), { paymentOption: 'snappay_wechat' })
    })
  const persons = { stored: ['somebody'], counted: ['somebody'] }
  const another = { code: 'ONCE', orderId: 'another', persons, hasOrdered: async () => false }
  await coupons.redeem(shop.ctx(), another)
  await expect(honour()).rejects.toMatchObject({
    items: [{ code: 'coupons.used_up', details: { message: 'payments.review_coupon' } }],
  })
  expect(await orders.find(shop.ctx(), orderID)).toMatchObject(refused)
  await coupons.releaseUse(shop.ctx(), 'another')
  await coupons.deactivate(shop.ctx(), ['ONCE'])
  await honour()
  expect(await orders.find(shop.ctx(), orderID)).toMatchObject(paid)
  expect(await shop.query('select used from coupons')).toEqual([{ used: 1 }])
  expect(await shop.query("select distinct used from coupon_persons where person <> 'somebody'")).toEqual([{ used: 1 }])
  expect(await shop.query('select order_id from coupon_uses where returned_at is null')).toEqual([
    { order_id: orderID },
  ])
})

test('a refused payment of a group-buy keeps the pieces for a second try', async () => {
  await openGroupBuy(shop.ctx())
  const visitor = shop.visitor({ ...phoneHeaders })
  await fillGroupCart(visitor)
  const { orderID } = await placeGroupOrder(visitor)
  const held = () => shop.query('select held from campaign_items where held > 0')
  const before = await held()
  expect(await decide(visitor, orderID, 'refuse')).toMatchObject(refused)
  expect(before).toHaveLength(1)
  expect(await held()).toEqual(before)
  await expectSoundBooks()
  const again = await placeGroupOrder(visitor)
  expect(await decide(visitor, again.orderID, 'pay')).toMatchObject(paid)
  expect(await held()).toEqual([])
  await expectSoundBooks()
})

test('staff who honour a refused order after its cart kept the slot leave no place behind', async () => {
  const { orderID } = await refuse()
  await transact(shop.ctx(), async (ctx) => {
    await orders.acceptLatePayment(ctx, await orders.lock(ctx, orderID), { paymentOption: 'snappay_wechat' })
  })
  expect([await stock(), await places()]).toEqual([{ on_hand: 0, held: 0 }, 0])
})
