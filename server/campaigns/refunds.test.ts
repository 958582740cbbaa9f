import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { schedule } from '#jobs/schedule.ts'
import { auditBooks } from '#server/audit/audit.ts'
import * as orders from '#server/orders/orders.ts'
import * as payments from '#server/payments/payments.ts'
import type { Wish } from '#server/payments/refunds.ts'
import { openStore, sell } from '#tests/catalogue-factory.ts'
import { fillGroupCart, openGroupBuy, placeGroupOrder } from '#tests/group-buys.ts'
import { setUpShop } from '#tests/harness.ts'
import { setUpTill } from '#tests/payments.ts'
import { staff } from './campaigns.ts'

const id = 'lychees'
const shop = setUpShop()
const till = setUpTill(shop)
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await sell(shop.ctx(), { id: 'lychee', price: 1300, stock: 0 })
  await openGroupBuy(shop.ctx(), { goalKind: 'pieces', goal: 3 })
})

/** Lets a new visitor order this number of pieces and pay with Alipay; returns the order's id. */
async function buy(at: number, quantity: number): Promise<string> {
  const visitor = shop.visitor()
  const phone = `416-555-${String(5000 + at)}`
  await fillGroupCart(visitor, { quantity, name: `Person ${at}`, email: `person${at}@shop.example`, phone })
  const { orderID } = await placeGroupOrder(visitor)
  await visitor.api.payments.startSnapPayAlipay({ orderID })
  await till.control(`${orderID}-A1`, { action: 'never' })
  await till.control(`${orderID}-A1`, { action: 'pay' })
  shop.clock.advance(2000)
  await visitor.api.payments.checkSnapPay({ orderID })
  return orderID
}

const refund = (orderId: string, wish: Partial<Wish> = {}) =>
  payments.refund(shop.ctx(), { orderId, reason: 'asked for', key: `test:${orderId}:${JSON.stringify(wish)}`, ...wish })
const lineOf = async (orderId: string) => {
  const order = await orders.find(shop.ctx(), orderId)
  return order?.lines[0]?.key ?? ''
}

/** The campaign's state, goal, price, stock, participants and pickup list. */
async function standing() {
  const { api } = shop.visitor()
  const { progress, state } = await api.campaigns.detail({ id })
  const { items } = await api.campaigns.items({ fissionCampaignId: id })
  const { joined, count } = await api.campaigns.joined({ fissionCampaignId: id })
  const { totals, windows } = await orders.staff.handOut(shop.ctx(), { campaign: id })
  return {
    goal: [progress.participants, progress.pieces, state],
    price: items[0]?.price.amount,
    joined: joined.map((row) => row.items[0]?.quantity),
    count,
    sheet: [totals[0]?.quantity ?? 0, windows.flatMap(({ people }) => people).length],
  }
}
/** Closes the group-buy and runs all jobs and events that follow. */
async function close() {
  await staff.closeCampaign(shop.ctx(), { campaign: id })
  for (let round = 0; round < 3; round++) {
    await schedule.find(({ name }) => name === 'settle group-buys that are over')?.run(shop.ctx())
    await shop.workOff()
  }
}

test('a fully refunded order leaves the goal, the list and the hand-out sheet, and the price follows', async () => {
  const first = await buy(1, 2)
  const second = await buy(2, 4)
  expect(await standing()).toEqual({
    goal: [2, 6, 'reached'],
    price: 900,
    joined: [4, 2],
    count: 2,
    sheet: [6, 2],
  })
  await refund(second)
  const without = { goal: [1, 2, 'open'], price: 1000, joined: [2], count: 1, sheet: [2, 1] }
  expect(await standing()).toEqual(without)
  await orders.cancelByStore(shop.ctx(), { id: second, note: '', restocks: true })
  await shop.workOff()
  expect(await standing()).toEqual(without)
  expect(await shop.query('select sold from campaign_items')).toEqual([{ sold: 2 }])
  await refund(first, { amount: (await orders.find(shop.ctx(), first))?.total ?? 0 })
  expect(await standing()).toEqual({ goal: [0, 0, 'open'], price: 1000, joined: [], count: 0, sheet: [0, 0] })
})

test('the audit accepts a refunded order that left its group-buy and stays placed', async () => {
  await refund(await buy(1, 2))
  expect(await shop.query('select state from campaign_joins')).toEqual([{ state: 'left' }])
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  expect(await auditBooks(client)).toEqual([])
  await client.end()
})

test('a refund of pieces removes those pieces, and a refund of an amount removes none', async () => {
  await buy(1, 2)
  const second = await buy(2, 4)
  const key = await lineOf(second)
  await refund(second, { wanted: { lines: { [key]: 1 } } })
  expect(await standing()).toMatchObject({ goal: [2, 5, 'reached'], price: 900, joined: [3, 2], sheet: [5, 2] })
  await refund(second, { amount: 100 })
  expect(await standing()).toMatchObject({ goal: [2, 5, 'reached'], joined: [3, 2], sheet: [5, 2] })
  await refund(second, { wanted: { lines: { [key]: 3 } } })
  expect(await standing()).toMatchObject({ goal: [1, 2, 'open'], price: 1000, joined: [2], sheet: [2, 1] })
})

test('at the close an order gets the price difference for the pieces that it keeps', async () => {
  const first = await buy(1, 4)
  await refund(first, { wanted: { lines: { [await lineOf(first)]: 1 } } })
  await buy(2, 4)
  await close()
  const order = await orders.find(shop.ctx(), first)
  const before = (order?.total ?? 0) / 4
  // One piece was refunded, and the other three pieces became 10% cheaper.
  expect((order?.refunded ?? 0) + (order?.refunding ?? 0)).toBe(Math.round(before + (before * 3) / 10))
})

test('after the close a refund leaves goal and price unchanged and shortens the list and the sheet', async () => {
  await buy(1, 2)
  const second = await buy(2, 4)
  const third = await buy(3, 1)
  await close()
  const settled = await standing()
  expect(settled).toMatchObject({ goal: [3, 7, 'succeeded'], price: 900, joined: [1, 4, 2], sheet: [7, 3] })
  await refund(third)
  await refund(second, { wanted: { lines: { [await lineOf(second)]: 3 } } })
  expect(await standing()).toEqual({ ...settled, joined: [1, 2], count: 2, sheet: [3, 2] })
})

const control = (orderId: string, action: string) =>
  till.control(`${orderId}-A1`, { action, method: 'pay.orderrefund' })
const soldPieces = () => shop.query('select sold from campaign_items')

test('a refused refund removes no pieces; sent again, it removes the same pieces', async () => {
  await buy(1, 2)
  const second = await buy(2, 4)
  const before = await standing()
  for (const wish of [{}, { wanted: { lines: { [await lineOf(second)]: 3 } } }]) {
    await control(second, 'refuse_refund')
    expect(await refund(second, wish)).toMatchObject([{ state: 'refused' }])
    expect([await standing(), await soldPieces()]).toEqual([before, [{ sold: 6 }]])
  }
  await payments.staff.review(shop.ctx(), { reference: `${second}-R2`, decision: 'refund' })
  expect(await standing()).toEqual({ goal: [2, 3, 'reached'], price: 1000, joined: [1, 2], count: 2, sheet: [3, 2] })
  expect(await soldPieces()).toEqual([{ sold: 3 }])
})

test('the pieces of a pending refund are not sold until it is done', async () => {
  await buy(1, 16)
  const second = await buy(2, 4)
  await control(second, 'slow_refund')
  expect(await refund(second)).toMatchObject([{ state: 'pending' }])
  await expect(buy(3, 1)).rejects.toMatchObject({ errors: [{ code: 'cart.out_of_stock' }] })
  shop.clock.advance(60_000)
  await payments.sendRefunds(shop.ctx())
  expect(await standing()).toMatchObject({ goal: [1, 16, 'reached'], joined: [16], sheet: [16, 1] })
  await buy(3, 1)
})

test('a refund from release 0.1.0, which removed its pieces at once, removes none when it is done', async () => {
  await buy(1, 2)
  const second = await buy(2, 4)
  await control(second, 'slow_refund')
  await refund(second, { wanted: { lines: { [await lineOf(second)]: 1 } } })
  const before = await standing()
  await shop.query('update refunds set takes_pieces = false')
  shop.clock.advance(60_000)
  await payments.sendRefunds(shop.ctx())
  expect(await shop.query('select state from refunds')).toEqual([{ state: 'refunded' }])
  expect(await standing()).toEqual(before)
})

test.each([
  ['refused', 4],
  ['ended by staff', 4],
  ['sent', 3],
] as const)(
  'a refund pending at the close and later %s: the price difference covers the kept pieces',
  async (end, kept) => {
    const first = await buy(1, 4)
    await control(first, 'html_502')
    await refund(first, { wanted: { lines: { [await lineOf(first)]: 1 } } })
    await buy(2, 4)
    await close()
    const order = () => orders.find(shop.ctx(), first)
    expect((await order())?.refunded).toBe(0)
    if (end === 'refused') {
      // Marks the refund as not sent yet, as if the process had died before it sent the refund. If the refund counted
      // as sent, the shop would not treat this provider's refusal as final.
      await shop.query("update refunds set delivery = 'written' where order_id = $1", [first])
      await control(first, 'refuse_refund')
    }
    shop.clock.advance(60_000)
    if (end === 'ended by staff')
      await payments.staff.review(shop.ctx(), { reference: `${first}-R1`, decision: 'dismiss' })
    else await payments.sendRefunds(shop.ctx())
    await shop.workOff()
    const piece = ((await order())?.total ?? 0) / 4
    expect((await order())?.refunded).toBe(Math.round(piece * (4 - kept) + (piece * kept) / 10))
    expect(await standing()).toMatchObject({ price: 900, joined: [4, kept], sheet: [4 + kept, 2] })
  },
)

test('an order cancelled after the close leaves list and sheet, even if its refund is refused', async () => {
  await buy(1, 2)
  const second = await buy(2, 4)
  await close()
  const settled = await standing()
  await control(second, 'refuse_refund')
  await orders.cancelByStore(shop.ctx(), { id: second, note: '', restocks: false })
  await shop.workOff()
  expect((await payments.stuck(shop.ctx())).stuck).toMatchObject([{ orderId: second, kind: 'refund_refused' }])
  expect(await standing()).toEqual({ ...settled, joined: [2], count: 1, sheet: [2, 1] })
})

test('a refund frees the last pieces for other buyers', async () => {
  await buy(1, 10)
  const second = await buy(2, 10)
  await expect(buy(3, 1)).rejects.toMatchObject({ errors: [{ code: 'cart.out_of_stock' }] })
  await refund(second, { wanted: { lines: { [await lineOf(second)]: 2 } } })
  await buy(4, 2)
  expect(await standing()).toMatchObject({ goal: [3, 20, 'full'] })
})
