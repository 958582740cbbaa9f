import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { countStock, receiveStock } from '#server/catalogue/stock-changes.ts'
import * as orders from '#server/orders/orders.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openOwner } from '#tests/office.ts'
import { setUpTill } from '#tests/payments.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import * as payments from './payments.ts'

const shop = setUpShop({ DATABASE_POOL: '40' })
const till = setUpTill(shop)
let owner: Office

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'richmond', 1)
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 10 })
  owner = await openOwner(shop)
})

const now = () => shop.app.now().toISOString()
const at = () => ({ location: 'markham', submission: randomUUID() })
/** Places an order that is paid at the store. */
async function place(pieces: number): Promise<string> {
  const visitor = shop.visitor()
  await fillCart(visitor, 'bun', pieces)
  return (await placeOrder(visitor, { payAtStore: true })).orderID
}
async function placePaid(pieces: number): Promise<string> {
  const visitor = shop.visitor()
  await fillCart(visitor, 'bun', pieces)
  const { orderID } = await placeOrder(visitor)
  await visitor.api.payments.startSnapPayAlipay({ orderID })
  await till.control(`${orderID}-A1`, { action: 'never' })
  await till.control(`${orderID}-A1`, { action: 'pay' })
  shop.clock.advance(2000)
  await visitor.api.payments.checkSnapPay({ orderID })
  return orderID
}
/** Records that staff counted this many buns on the shelf. Returns the line about the buns in the response. */
async function count(quantity: number, countedAt = now()) {
  const { lines } = await owner.staff.countStock({ ...at(), lines: [{ code: 'bun', quantity, countedAt }] })
  return lines[0]
}
/** The pieces on hand and the waiting pieces. */
async function stock(location = 'markham') {
  const { items } = await owner.staff.stock({ location })
  return items.map(({ onHand, waiting }) => [onHand, waiting])[0]
}
const handOver = async (order: string) => {
  await owner.staff.ready({ order })
  await owner.staff.handOver({ order })
}

describe('pieces wait on the shelf', () => {
  test('from the placing or the payment of their order until its hand-over', async () => {
    const first = await place(2)
    const second = await placePaid(1)
    const pending = shop.visitor()
    await fillCart(pending, 'bun', 1)
    await placeOrder(pending)
    // The piece of the unpaid order is only held. So it counts as on hand, and not as a waiting piece.
    expect(await stock()).toEqual([7, 3])
    expect(await stock('richmond')).toEqual([0, 0])
    await owner.staff.ready({ order: first })
    expect(await stock()).toEqual([7, 3])
    await owner.staff.handOver({ order: first })
    expect(await stock()).toEqual([7, 1])
    await handOver(second)
    expect(await stock()).toEqual([7, 0])
    const { item } = await owner.staff.stockHistory({ location: 'markham', sku: 'bun' })
    expect([item.onHand, item.waiting]).toEqual([7, 0])
  })

  test('unless their order is cancelled, nobody came for it, or a driver has them', async () => {
    const [back, gone, missed, sent] = [await place(1), await place(1), await place(1), await place(1)]
    expect(await stock()).toEqual([6, 4])
    await owner.staff.cancel({ order: back })
    await owner.staff.cancel({ order: gone, keepStock: true })
    expect(await stock()).toEqual([7, 2])
    await owner.staff.ready({ order: missed })
    await owner.staff.noShow({ order: missed })
    await shop.query("update orders set method = 'SHIPPING' where id = $1", [sent])
    await owner.staff.ready({ order: sent })
    expect(await stock()).toEqual([7, 1])
    await owner.staff.sendOut({ order: sent })
    expect(await stock()).toEqual([7, 0])
  })

  test('until they or their whole order are refunded', async () => {
    const order = await placePaid(3)
    await payments.staff.refund(shop.ctx(), { order, note: '', line: 1, pieces: 1 })
    expect(await stock()).toEqual([7, 2])
    await payments.staff.refund(shop.ctx(), { order, note: '' })
    expect(await stock()).toEqual([7, 0])
  })

  test('unless staff forgot to record the hand-over', async () => {
    await place(2)
    const waiting = async () => {
      const goods = [{ sku: 'bun', countedAt: shop.app.now() }]
      return (await payments.findWaitingPieces(shop.ctx(), { location: 'markham', goods })).get('bun')
    }
    shop.clock.advance(dayMs)
    expect(await waiting()).toBe(2)
    shop.clock.advance(2 * dayMs)
    expect(await waiting()).toBeUndefined()
  })
})

describe('a counted shelf', () => {
  test('has the pieces of orders, which stay sold', async () => {
    await place(2)
    expect(await count(10)).toMatchObject({ before: 8, after: 8, shelf: { counted: 10, waiting: 2, missing: 0 } })
    const [code, lines] = ['bun', [{ code: 'bun', quantity: 6 }]]
    await receiveStock(shop.ctx(), { ...at(), note: '', lines })
    expect(await count(15)).toMatchObject({ before: 14, after: 13, shelf: { counted: 15, waiting: 2, missing: 0 } })
    expect(await stock()).toEqual([13, 2])
    const { movements } = await owner.staff.stockHistory({ location: 'markham', sku: code })
    expect(movements.map(({ reason, quantity, shelf }) => [reason, quantity, shelf])).toEqual([
      ['counted', -1, { counted: 15, waiting: 2, missing: 0 }],
      ['received', 6, null],
      ['sold', -2, null],
      ['counted', 10, null],
    ])
    const [, logged] = await shop.query("select after from staff_log where call = 'staff.countStock' order by id")
    expect(logged).toEqual({ after: { lines: ['bun 14 → 13'], onShelf: ['bun 15'], inOrders: ['bun 2'] } })
  })

  test('with fewer pieces than wait has none for sale, and names the missing pieces', async () => {
    await place(3)
    expect(await count(1)).toMatchObject({
      before: 7,
      after: 0,
      isRaised: false,
      shelf: { counted: 1, waiting: 3, missing: 2 },
    })
    const cart = shop.visitor()
    await receiveStock(shop.ctx(), { ...at(), note: '', lines: [{ code: 'bun', quantity: 1 }] })
    await fillCart(cart, 'bun')
    await cart.api.checkout.reserve({})
    expect(await count(2)).toMatchObject({ after: 1, held: 1, isRaised: true, shelf: { missing: 1 } })
    const [logged] = await shop.query("select after from staff_log where call = 'staff.countStock' order by id")
    expect(logged?.after).toMatchObject({ missing: ['bun 2'] })
  })

  test('is right whether an order is placed, handed over or sent out before or after the count', async () => {
    const [before, after, sent] = [await place(1), await place(2), await place(1)]
    await shop.query("update orders set method = 'SHIPPING' where id = $1", [sent])
    await owner.staff.ready({ order: sent })
    await handOver(before)
    shop.clock.advance(minuteMs)
    // The shelf has 9 pieces: the 6 on hand, and the 3 of the orders `after` and `sent`.
    const countedAt = now()
    shop.clock.advance(minuteMs)
    await handOver(after)
    await owner.staff.sendOut({ order: sent })
    await place(1)
    expect(await count(9, countedAt)).toMatchObject({ before: 5, after: 5, shelf: { counted: 9, waiting: 4 } })
    await owner.staff.handOver({ order: sent })
    expect(await count(9, countedAt)).toMatchObject({ after: 5, shelf: { counted: 9, waiting: 4 } })
    expect(await count(6)).toMatchObject({ after: 5, shelf: { counted: 6, waiting: 1 } })
    // The clock of a device may be wrong. The shop treats a time in the future as now, and a time more than seven days
    // ago as seven days ago.
    expect(await count(6, '2030-01-01T00:00:00Z')).toMatchObject({ after: 5, shelf: { counted: 6, waiting: 1 } })
    expect(await count(10, '0000-01-01T00:00:00Z')).toMatchObject({ after: 5, shelf: { counted: 10, waiting: 5 } })
  })

  test('gets the same answer for a repeated submission, and can be taken back', async () => {
    await place(2)
    const input = { ...at(), lines: [{ code: 'bun', quantity: 8, countedAt: now() }] }
    const answer = await owner.staff.countStock(input)
    await place(1)
    expect(await owner.staff.countStock(input)).toEqual(answer)
    expect(await stock()).toEqual([5, 3])
    await owner.staff.undoStockChange({ ...at(), change: answer.change })
    expect(await stock()).toEqual([7, 3])
  })

  test('loses no piece of orders that are placed and cancelled during counts', async () => {
    await addProducts(shop.ctx(), { id: 'roll', price: 1000, stock: 60 })
    const visitors = Array.from({ length: 9 }, () => shop.visitor())
    for (const visitor of visitors) await fillCart(visitor, 'roll')
    const counting = Array.from({ length: 24 }, () =>
      countStock(
        shop.ctx(),
        { ...at(), note: '', lines: [{ code: 'roll', quantity: 60, countedAt: now() }] },
        payments.findWaitingPieces,
      ),
    )
    const placing = visitors.map(async (visitor, n) => {
      const { orderID: id } = await placeOrder(visitor, { payAtStore: true })
      if (n % 3 === 0) await orders.cancelByStore(shop.ctx(), { id, note: '', restocks: true })
    })
    const [answers] = await Promise.all([Promise.all(counting), Promise.all(placing)])
    for (const { lines } of answers) expect(lines[0]?.after).toBe(lines[0]?.before)
    expect(await shop.query("select on_hand, held from stock where sku = 'roll'")).toEqual([{ on_hand: 54, held: 0 }])
  })
})
