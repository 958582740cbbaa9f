import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import type { Role } from '#contract/rights.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOffice, openOwner } from '#tests/office.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'

const shop = setUpShop()
let owner: Office
let driver: Office

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'downtown', 1)
  await addProducts(shop.ctx(), { id: 'bun', stock: 20 })
  owner = await openOwner(shop)
  driver = await openMember('driver')
})

const openMember = (role: Role) => openColleague(shop, owner, `${role}@shop.test`, [{ role, location: 'markham' }])
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )
const idsOf = async (office: Office) => (await office.staff.deliveries()).orders.map(({ orderID }) => orderID)

/** Places an order, by default a delivery from Markham, and moves it to this state. */
async function place({ method = 'DELIVERY', state = 'READY', store = 'markham' } = {}): Promise<string> {
  const shopper = shop.visitor()
  await fillCart(shopper, 'bun')
  const { orderID } = await placeOrder(shopper, { payAtStore: true })
  const change = 'update orders set method = $2, fulfilment_status = $3, location_id = $4 where id = $1'
  await shop.query(change, [orderID, method, state, store])
  return orderID
}

describe('a driver', () => {
  it('sees the deliveries of the own store that are ready or on their way, and no other order', async () => {
    const ready = await place()
    const out = await place({ state: 'OUT' })
    const others = await Promise.all([
      place({ state: 'PREPARING' }),
      place({ state: 'DELIVERED' }),
      place({ method: 'PICKUP' }),
      place({ method: 'SHIPPING' }),
      place({ store: 'downtown' }),
    ])
    expect((await idsOf(driver)).toSorted()).toEqual([ready, out].toSorted())
    for (const id of [ready, out]) expect((await driver.staff.delivery({ order: id })).orderID).toBe(id)
    for (const id of others) expect(await refusal(driver.staff.delivery({ order: id }))).toBe('not_found')
    expect(await refusal(driver.staff.order({ order: ready }))).toBe('staff.no_right')
    expect(await refusal(driver.staff.orders({}))).toBe('staff.no_right')
  })

  it('does not see a ready delivery that was wholly refunded, but one that is on its way', async () => {
    await place()
    const out = await place({ state: 'OUT' })
    await shop.query(
      `update orders set payment_status = 'PAID_ONLINE', pay_at_store = false, paid_at = placed_at, refunded = total`,
    )
    expect(await idsOf(driver)).toEqual([out])
  })

  it('takes a delivery out and hands it over, once', async () => {
    const order = await place()
    expect(await refusal(driver.staff.deliver({ order }))).toBe('orders.step')
    expect(await driver.staff.sendOut({ order })).toMatchObject({ fulfilmentStatus: 'OUT' })
    const handedOver = { fulfilmentStatus: 'DELIVERED', paymentStatus: 'PAID_AT_STORE' }
    expect(await driver.staff.deliver({ order })).toMatchObject(handedOver)
    expect(await driver.staff.deliver({ order })).toMatchObject(handedOver)
    const { timeline } = await owner.staff.order({ order })
    expect(timeline.filter(({ kind }) => kind === 'handed_over')).toHaveLength(1)
    expect(await idsOf(driver)).toEqual([])
  })

  it('hands over nothing else', async () => {
    expect(await refusal(driver.staff.deliver({ order: await place({ method: 'PICKUP' }) }))).toBe('not_found')
    expect(await refusal(driver.staff.deliver({ order: await place({ store: 'downtown' }) }))).toBe('not_found')
    expect(await refusal(driver.staff.handOver({ order: await place({ state: 'OUT' }) }))).toBe('staff.no_right')
  })
})

describe('a delivery that is ready', () => {
  it('is sent out by cashiers, and not by the kitchen', async () => {
    const order = await place()
    expect(await refusal((await openMember('kitchen')).staff.sendOut({ order }))).toBe('staff.no_right')
    expect(await refusal((await openMember('cashier')).staff.sendOut({ order }))).toBe('done')
  })

  it.each(['orders', 'handover'] as const)('is sent out on a counter device for %s', async (screen) => {
    const order = await place()
    const tablet = openOffice(shop)
    const { code } = await owner.devices.add({ location: 'markham', name: 'Counter', screens: [screen] })
    const { people } = await tablet.devices.enrol({ code })
    await tablet.devices.choose({ person: people.find(({ name }) => name === 'Mei')?.id ?? '' })
    expect(await tablet.staff.sendOut({ order })).toMatchObject({ fulfilmentStatus: 'OUT' })
  })
})
