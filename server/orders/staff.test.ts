import { beforeEach, describe, expect, test } from 'vitest'
import * as locations from '#server/locations/locations.ts'
import { openStore, sell } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'

const shop = setUpShop()
const dayMs = 86_400_000
let owner: Office

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await sell(shop.ctx(), { id: 'bun', price: 1000, stock: 20 })
  owner = await openOwner(shop)
})

async function place() {
  const guest = shop.visitor()
  await fillCart(guest, 'bun')
  return placeOrder(guest, { payAtStore: true })
}
const found = async (find: string, office = owner) =>
  (await office.staff.orders({ find })).orders.map(({ orderID }) => orderID)

describe('the search for orders', () => {
  test('finds an order by its code, its number and the end of its phone number', async () => {
    const { orderID, pickupCode } = await place()
    await shop.query("update orders set pickup_code = 'K7Q2F4', number = 'MK-1120-037'")
    for (const typed of [
      'k7q',
      'mk-1120',
      'MK-1120-037',
      ' K7 Q2F4 ',
      orderID,
      orderID.slice(0, 8),
      '0123',
      '416 555-0123',
      '+14165550123',
    ])
      expect([typed, await found(typed)]).toEqual([typed, [orderID]])
    for (const typed of [pickupCode, '7Q', '123', '555', '0124', 'zz', '%%', '__']) {
      expect([typed, await found(typed)]).toEqual([typed, []])
    }
  })

  test('finds finished and cancelled orders too, newest first, for 30 days, and open ones for ever', async () => {
    const first = await place()
    await owner.staff.cancel({ order: first.orderID })
    shop.clock.advance(1000)
    const second = await place()
    await owner.staff.ready({ order: second.orderID })
    await owner.staff.handOver({ order: second.orderID })
    expect(await found('0123')).toEqual([second.orderID, first.orderID])
    expect((await owner.staff.orders({})).orders).toEqual([])
    shop.clock.advance(31 * dayMs)
    owner = await openOwner(shop, 'next@shop.test')
    expect(await found('0123')).toEqual([])
    await shop.query("update orders set status = 'NEW', fulfilment_status = 'ACCEPTED' where id = $1", [first.orderID])
    expect(await found('0123')).toEqual([first.orderID])
  })

  test('finds only orders of the stores that the person works in', async () => {
    await locations.put(shop.ctx(), { ...locations.firstLocation, id: 'markham' })
    const roles = [{ role: 'cashier' as const, location: 'markham' }]
    const cashier = await openColleague(shop, owner, 'ana@shop.test', roles)
    const [own, other] = [await place(), await place()]
    await shop.query("update orders set location_id = 'markham' where id = $1", [own.orderID])
    await shop.query("update orders set location_id = 'elsewhere' where id = $1", [other.orderID])
    expect(await found('0123', cashier)).toEqual([own.orderID])
    expect(await found(other.orderID, cashier)).toEqual([])
    expect(await found('0123')).toHaveLength(2)
  })
})

test('staff prepare an order and promise a later time, which the shopper sees', async () => {
  const { orderID: order } = await place()
  const prepared = await owner.staff.prepare({ order, note: 'Two minutes' })
  expect(prepared).toMatchObject({ fulfilmentStatus: 'PREPARING', promisedAt: null })
  const delayed = await owner.staff.delay({ order, inMinutes: 90, note: 'The oven is slow' })
  expect(delayed.promisedAt).toMatch(/^2026-11-20T18:3/)
  expect(delayed.timeline.map(({ kind, note }) => [kind, note])).toEqual(
    expect.arrayContaining([
      ['preparing', 'Two minutes'],
      ['delayed', 'The oven is slow'],
    ]),
  )
  await owner.staff.ready({ order })
  await expect(owner.staff.prepare({ order })).rejects.toMatchObject({ code: 'orders.step' })
  await expect(owner.staff.delay({ order, inMinutes: 10 })).rejects.toMatchObject({ code: 'orders.step' })
})
