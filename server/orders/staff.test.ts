import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { toLocal } from '#contract/hours.ts'
import * as locations from '#server/locations/locations.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { fillCart, placeOrder, sampleContact } from '#tests/purchases.ts'

const shop = setUpShop()
let owner: Office

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 20 })
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

describe('the list of open orders', () => {
  /** Makes `many` copies of an order with the same due time. Each copy is placed a second after the previous copy. */
  const copy = (orderID: string, many: number) =>
    shop.query(
      `with copies as materialized (select n, gen_random_uuid() as cart from generate_series(1, $2::int) n),
      own_carts as (insert into carts select (jsonb_populate_record(c, jsonb_build_object('id', cart))).*
        from copies, carts c where c.id = (select cart_id from orders where id = $1))
      insert into orders select (jsonb_populate_record(o, jsonb_build_object(
        'id', rpad('c' || translate(n::text, '0189', 'wxyz'), 26, 'a'), 'cart_id', cart,
        'number', 'C-' || n, 'pickup_code', 'C' || n, 'placed_at', o.placed_at + n * interval '1 second'))).*
      from copies, orders o where o.id = $1`,
      [orderID, many],
    )

  test('has pages that together show each order once, the soonest first', async () => {
    const { orderID } = await place()
    await copy(orderID, 6)
    await shop.query("update orders set promised_at = '2026-11-20T17:05:00Z' where number = 'C-3'")
    const pages: string[][] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof owner.staff.orders>> = await owner.staff.orders({ after, limit: 3 })
      pages.push(page.orders.map(({ orderNumber }) => orderNumber))
      after = page.next
    }
    const [first = ''] = pages[0]?.slice(1) ?? []
    expect(pages).toEqual([['C-3', first, 'C-1'], ['C-2', 'C-4', 'C-5'], ['C-6']])
    for (const after of ['["tea","t1"]', 'x', '["2026-11-20 17:00:00+00"]']) {
      await expect(owner.staff.orders({ after })).rejects.toMatchObject({ code: 'input.invalid' })
    }
  })

  test('has pages of finished orders too, the newest first', async () => {
    const { orderID } = await place()
    await copy(orderID, 2)
    for (const { orderID: order } of (await owner.staff.orders({})).orders) await owner.staff.cancel({ order })
    const first = await owner.staff.orders({ group: 'cancelled', limit: 2 })
    expect(first.orders.map(({ orderNumber }) => orderNumber)).toEqual(['C-2', 'C-1'])
    const last = await owner.staff.orders({ group: 'cancelled', limit: 2, after: first.next ?? '' })
    expect([last.orders.map(({ orderID }) => orderID), last.next]).toEqual([[orderID], null])
  })

  test('names the newest orders that staff have not accepted, however many older ones are open', async () => {
    const { orderID } = await place()
    await copy(orderID, 210)
    await shop.query("update orders set fulfilment_status = 'READY' where number = 'C-210'")
    await shop.query("update orders set fulfilment_status = 'ACCEPTED' where number = 'C-209'")
    const { orders, next } = await owner.staff.orders({ limit: 200 })
    expect([orders.length, next === null]).toEqual([200, false])
    expect(orders.map(({ orderNumber }) => orderNumber)).not.toContain('C-208')
    const fresh = await owner.staff.orders({ isNew: true, limit: 2 })
    expect(fresh.orders.map(({ orderNumber }) => orderNumber)).toEqual(['C-208', 'C-207'])
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

test('staff promise a later time when they accept an order, counted from its slot', async () => {
  const { orderID: order } = await place()
  const { promisedAt } = await owner.staff.accept({ order, byMinutes: 20 })
  const [{ start } = {}] = await shop.query('select slot_starts_at as start from orders')
  expect(Date.parse(promisedAt ?? '') - Number(start)).toBe(20 * 60_000)
  const { time } = toLocal(new Date(promisedAt ?? ''), 'America/Toronto')
  const subjects = (await mailsTo(shop, sampleContact.email)).map(({ subject }) => subject)
  expect(subjects).toContainEqual(expect.stringContaining(`Confirmed for ${time}`))
})
