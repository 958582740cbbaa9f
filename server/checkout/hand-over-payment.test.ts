import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { hourMs } from '#contract/durations.ts'
import { schedule } from '#jobs/schedule.ts'
import { putPoints, putZone } from '#server/locations/delivery.ts'
import * as locations from '#server/locations/locations.ts'
import * as orders from '#server/orders/orders.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { fillGroupCart, groupItem, openGroupBuy } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { placeOrder, sampleContact } from '#tests/purchases.ts'

const shop = setUpShop()
let owner: Office
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  const store = await locations.find(shop.ctx(), 'markham')
  if (!store) throw new Error('there is no store')
  await locations.put(shop.ctx(), { ...store, methods: ['PICKUP', 'DELIVERY'], latitude: 43.8655, longitude: -79.3108 })
  await putPoints(shop.ctx(), 'CA', [{ prefix: 'L3R', point: [43.85, -79.33] }])
  await putZone(shop.ctx(), {
    id: 'near',
    locationId: 'markham',
    name: { en: 'Near', zh: '附近' },
    area: { kind: 'postal', prefixes: ['L3R'] },
    fees: [{ from: 0, fee: 400 }],
    minimum: 0,
  })
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 20, taxClass: 'zero_rated' })
  owner = await openOwner(shop)
  visitor = shop.visitor()
})

const home = {
  country: 'CA',
  province: 'ON',
  city: 'Markham',
  street: '12 Fred Varley Drive',
  postCode: 'L3R 1A1',
} as const
async function fillDelivery({ api }: Visitor) {
  await api.cart.add({ sku: 'bun', quantity: 2 })
  await api.checkout.setMethod({ method: 'DELIVERY' })
  await api.checkout.setDeliveryAddress(home)
  await api.checkout.setDeliverySlot({ asap: true })
  await api.checkout.setContact(sampleContact)
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )
const atHandOver = async (about = {}) =>
  (await visitor.api.checkout.paymentConfig(about)).options.find(({ id }) => id === 'pay_at_store')?.wallet ?? null
const textTo = async (address: string, word: string) =>
  (await mailsTo(shop, address)).find(({ subject }) => subject?.includes(word))?.text ?? ''

describe('a delivery', () => {
  test('is paid to the driver once the owner allows it', async () => {
    await fillDelivery(visitor)
    expect(await atHandOver()).toBe(null)
    expect(await refusal(placeOrder(visitor, { payAtStore: true }))).toBe('checkout.pay_at_store_unavailable')
    await owner.staff.writePayAtStore({ isOn: true, place: 'delivery' })
    expect(await owner.staff.paymentSetup()).toMatchObject({ payAtStore: true, payOnDelivery: true })
    expect(await atHandOver()).toBe('delivery')
    const { orderID: order } = await placeOrder(visitor, { payAtStore: true })
    expect(await textTo(sampleContact.email, 'Your order')).toMatch(/please have \$24\.00 ready when we deliver it/)

    const driver = await openColleague(shop, owner, 'driver@shop.test', [{ role: 'driver', location: 'markham' }])
    await orders.ready(shop.ctx(), { id: order })
    const [delivery] = (await driver.staff.deliveries()).orders
    expect(delivery).toMatchObject({ paymentStatus: 'NOT_PAID', amountDue: { amount: 2400 } })
    await driver.staff.sendOut({ order })
    await driver.staff.deliver({ order })
    const detail = await owner.staff.order({ order })
    expect(detail).toMatchObject({ paymentStatus: 'PAID_AT_STORE', fulfilmentStatus: 'DELIVERED' })
    expect(detail.timeline.at(-1)).toMatchObject({ kind: 'handed_over', amount: { amount: 2400 } })
  })

  test('keeps its way to pay if the owner changes the rule, and a pickup has a rule of its own', async () => {
    await owner.staff.writePayAtStore({ isOn: true, place: 'delivery' })
    await owner.staff.writePayAtStore({ isOn: false })
    await visitor.api.cart.add({ sku: 'bun' })
    expect(await atHandOver()).toBe(null)
    await fillDelivery(visitor)
    expect(await atHandOver()).toBe('delivery')
    const { orderID } = await placeOrder(visitor, { payAtStore: true })
    await owner.staff.writePayAtStore({ isOn: false, place: 'delivery' })
    expect((await owner.staff.order({ order: orderID })).status).toBe('NEW')
    expect(await atHandOver()).toBe(null)
  })
})

describe('a group-buy', () => {
  const inGroup = { fissionCampaignId: 'lychees' }
  beforeEach(() => addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0, taxClass: 'standard' }))
  const buyer = (at: number) => ({ name: 'Person', email: `person${at}@shop.example`, phone: `416-555-${2000 + at}` })

  /** Places an order in the group-buy, to be paid at pickup. */
  async function join(at: number, quantity: number): Promise<string> {
    visitor = shop.visitor()
    await fillGroupCart(visitor, { quantity, ...buyer(at) })
    const { id, hash } = await visitor.api.billing.view({ ...inGroup, pickUpAandPayAtStore: true })
    return (await visitor.api.billing.place({ id, hash, pickUpAandPayAtStore: true })).orderID
  }
  async function close() {
    shop.clock.advance(2 * hourMs)
    for (let round = 0; round < 3; round++) {
      await schedule.find(({ name }) => name === 'settle group-buys that are over')?.run(shop.ctx())
      await shop.workOff()
    }
  }
  const rows = () => shop.query('select status, payment_status, total, refunded from orders order by placed_at, id')
  const detail = () => visitor.api.campaigns.detail({ id: 'lychees' })

  test('is paid at pickup if its organiser allows it, whatever the rule for the store is', async () => {
    await openGroupBuy(shop.ctx())
    await fillGroupCart(visitor)
    expect(await atHandOver(inGroup)).toBe(null)
    expect(await refusal(join(1, 1))).toBe('campaigns.online_only')
    await openGroupBuy(shop.ctx(), { allowsCash: true })
    await owner.staff.writePayAtStore({ isOn: false })
    expect(await atHandOver(inGroup)).toBe('pickup')
    await join(2, 1)
    expect(await detail()).toMatchObject({ allowsCash: true, progress: { participants: 1 } })
    expect(await textTo(buyer(2).email, 'Lychee box')).toMatch(/at most \$11\.30; if not, we cancel the order/)
  })

  test('asks for the price that it reached, once, and refunds nothing', async () => {
    await openGroupBuy(shop.ctx(), { allowsCash: true, goal: 2 })
    const first = await join(1, 4)
    await join(2, 6)
    await close()
    await close()
    expect((await detail()).state).toBe('succeeded')
    // The final price is 8.00 per piece instead of 10.00 and 9.00, plus 13% HST.
    expect(await rows()).toMatchObject([
      { status: 'NEW', payment_status: 'NOT_PAID', total: 3616, refunded: 0 },
      { status: 'NEW', payment_status: 'NOT_PAID', total: 5424, refunded: 0 },
    ])
    expect(await shop.query('select * from refunds')).toEqual([])
    expect(await textTo(buyer(1).email, 'has closed')).toContain('$9.04 less is left to pay')
    await orders.ready(shop.ctx(), { id: first })
    await orders.handOver(shop.ctx(), { id: first })
    const { paymentStatus, timeline, adjustments } = await owner.staff.order({ order: first })
    expect(paymentStatus).toBe('PAID_AT_STORE')
    expect(timeline.at(-1)?.amount).toEqual({ amount: 3616, currency: 'CAD' })
    expect(adjustments.filter(({ kind }) => kind === 'discount')).toHaveLength(1)
  })

  test('that fails cancels its unpaid orders, and says that nothing is to pay', async () => {
    await openGroupBuy(shop.ctx(), { allowsCash: true, goal: 10 })
    await join(1, 4)
    await close()
    expect(await rows()).toMatchObject([{ status: 'CANCELLED', payment_status: 'NOT_PAID', refunded: 0 }])
    const text = await textTo(buyer(1).email, 'not going ahead')
    expect(text).toContain('Nothing was charged.')
    expect(text).not.toMatch(/refund/i)
  })

  test('with a deposit is paid online', async () => {
    await addProducts(shop.ctx(), { id: 'pear', price: 2000, stock: 0, prepayment: { percent: 20 } })
    await openGroupBuy(shop.ctx(), { allowsCash: true, items: [groupItem({ sku: 'pear' })] })
    await fillGroupCart(visitor, { sku: 'pear' })
    expect(await atHandOver(inGroup)).toBe(null)
  })
})
