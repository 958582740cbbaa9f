import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import type { Bill } from '#contract/billing.ts'
import { putZone } from '#server/locations/delivery.ts'
import * as locations from '#server/locations/locations.ts'
import { closeCart, lock, staff } from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { putRules } from '#server/pricing/pricing.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { markOrderPaid, openGroupBuy, placeGroupOrder, saturday } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { sampleContact } from '#tests/purchases.ts'

// Tests of a group-buy with delivery in its own time windows.

const id = 'lychees'
const inGroup = { fissionCampaignId: id }

const shop = setUpShop()
let visitor: Visitor

/** Returns the error code of a refused call; null if it succeeded. */
const code = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  )

const door = {
  street: '100 Main Street',
  unit: '',
  district: '',
  city: 'Toronto',
  province: 'ON',
  postCode: 'M5T 2E1',
}
const van = {
  name: { en: 'To your door', zh: '送货上门' },
  address: '',
  windows: [{ ...saturday, from: '16:00', until: '20:00' }],
}
const plaza = { name: { en: 'Plaza', zh: '广场' }, address: '1 Main Street', windows: [saturday] }
const atDoor = { ...door, country: 'CA' as const, buzzer: '', note: '', leaveAtDoor: false }

const near: Parameters<typeof putZone>[1] = {
  id: 'near',
  locationId: 'markham',
  name: { en: 'Near', zh: '附近' },
  area: { kind: 'postal', prefixes: ['M5T'] },
  fees: [{ from: 0, fee: 500 }],
}
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, methods: ['PICKUP', 'DELIVERY'] })
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0 })
  visitor = shop.visitor()
  await putZone(shop.ctx(), near)
  await openGroupBuy(shop.ctx(), { points: [plaza, { ...van, method: 'DELIVERY' }] })
})

async function choose({ api }: Visitor, contact: typeof sampleContact) {
  await api.campaignCart.add({ id, sku: 'lychee' })
  await api.checkout.setContact({ ...inGroup, ...contact })
  await api.checkout.setPickupSlot({ ...inGroup, pickupPointId: 'lychees-p2', date: saturday.date, time: '16:00' })
}

const feeOf = ({ adjustments }: Bill) => adjustments.find(({ kind }) => kind === 'delivery')?.amount.amount ?? 0

test('the amount missing for delivery is counted from the group-buy’s cart', async () => {
  await putZone(shop.ctx(), { ...near, minimum: 3000 })
  await choose(visitor, sampleContact)
  const { postCode } = atDoor
  const goods = (await visitor.api.campaignCart.view({ id })).subtotal.amount
  expect(await visitor.api.locations.delivery({ postCode, ...inGroup })).toMatchObject({
    locations: [{ missing: { amount: 3000 - goods } }],
  })
  expect(await visitor.api.locations.delivery({ postCode })).toMatchObject({
    locations: [{ missing: { amount: 3000 } }],
  })
})

test('a delivered order needs an address, pays the fee once and is on the hand-out list with it', async () => {
  await choose(visitor, sampleContact)
  expect(await code(placeGroupOrder(visitor))).toBe('checkout.address_required')
  await visitor.api.checkout.setDeliveryAddress({ ...inGroup, ...atDoor })
  const bill = await visitor.api.billing.view(inGroup)
  expect(bill).toMatchObject({
    method: 'DELIVERY',
    slot: { time: '16:00', until: '20:00' },
    address: { postCode: 'M5T 2E1' },
  })
  expect(feeOf(bill)).toBe(500)
  await markOrderPaid(shop.ctx(), (await placeGroupOrder(visitor)).orderID)
  await visitor.api.campaignCart.add({ id, sku: 'lychee' })
  const { campaign, chosen, methods } = await visitor.api.checkout.config(inGroup)
  expect([campaign?.isJoined, methods.map(({ method }) => method)]).toEqual([true, ['DELIVERY']])
  expect(chosen.address).toMatchObject({ street: '100 Main Street', postCode: 'M5T 2E1' })
  await visitor.api.checkout.setContact({ ...inGroup, ...sampleContact })
  expect(feeOf(await visitor.api.billing.view(inGroup))).toBe(0)
  const added = await placeGroupOrder(visitor)
  expect(added).toMatchObject({ method: 'DELIVERY', address: { street: '100 Main Street' }, slot: { time: '16:00' } })
  await markOrderPaid(shop.ctx(), added.orderID)
  await visitor.api.campaignCart.add({ id, sku: 'lychee' })
  await visitor.api.checkout.setDeliveryAddress({ ...inGroup, ...atDoor, street: '200 Main Street' })
  expect(feeOf(await visitor.api.billing.view(inGroup))).toBe(500)
  const { windows } = await staff.handOut(shop.ctx(), { campaign: id })
  expect(windows).toMatchObject([
    {
      place: { en: 'To your door' },
      people: [{ address: '100 Main Street, Toronto, M5T 2E1', items: [{ quantity: 2 }] }],
    },
  ])
})

test('the unpaid order of a cart makes no delivery of the same cart free', async () => {
  await choose(visitor, sampleContact)
  await visitor.api.checkout.setDeliveryAddress({ ...inGroup, ...atDoor })
  const placedBill = await visitor.api.billing.view(inGroup)
  await placeGroupOrder(visitor)
  const bill = await visitor.api.billing.view(inGroup)
  expect([feeOf(bill), bill.hash]).toEqual([500, placedBill.hash])
  await visitor.api.checkout.setContact({ ...inGroup, ...sampleContact, name: 'Li Mei' })
  const replacement = await placeGroupOrder(visitor)
  expect(replacement.adjustments.find(({ kind }) => kind === 'delivery')?.amount.amount).toBe(500)
})

test('an order that waits for its e-transfer keeps its door, but a further order pays the delivery', async () => {
  await choose(visitor, sampleContact)
  await visitor.api.checkout.setDeliveryAddress({ ...inGroup, ...atDoor })
  const { orderID } = await placeGroupOrder(visitor)
  await transact(shop.ctx(), async (ctx) => closeCart(ctx, await lock(ctx, orderID)))
  await visitor.api.campaignCart.add({ id, sku: 'lychee' })
  const { campaign, chosen, methods } = await visitor.api.checkout.config(inGroup)
  expect([campaign?.isJoined, methods.map(({ method }) => method)]).toEqual([true, ['DELIVERY']])
  expect(chosen.address).toMatchObject({ street: '100 Main Street' })
  await putZone(shop.ctx(), { ...near, minimum: 3000 })
  expect(feeOf(await visitor.api.billing.view(inGroup))).toBe(500)
  expect(await code(placeGroupOrder(visitor))).toBe('checkout.below_minimum')
  await markOrderPaid(shop.ctx(), orderID)
  expect(feeOf(await visitor.api.billing.view(inGroup))).toBe(0)
  expect((await placeGroupOrder(visitor)).status).toBe('INTERIM')
})

test('an order that will be paid in cash keeps its door, but a further order pays the delivery', async () => {
  await openGroupBuy(shop.ctx(), { allowsCash: true, points: [plaza, { ...van, method: 'DELIVERY' }] })
  const bag = { id: 'bag', label: { en: 'Bag', zh: '袋子' }, charge: { amount: 25 }, taxClass: 'standard' } as const
  await putRules(shop.ctx(), { fees: [{ ...bag, methods: ['DELIVERY'] }] })
  await choose(visitor, sampleContact)
  await visitor.api.checkout.setDeliveryAddress({ ...inGroup, ...atDoor })
  const inCash = { pickUpAandPayAtStore: true }
  const { id: cartId, hash } = await visitor.api.billing.view({ ...inGroup, ...inCash })
  const { status, paymentStatus } = await visitor.api.billing.place({ id: cartId, hash, ...inCash })
  expect([status, paymentStatus]).toEqual(['NEW', 'NOT_PAID'])
  await visitor.api.campaignCart.add({ id, sku: 'lychee' })
  expect((await visitor.api.checkout.config(inGroup)).chosen.address).toMatchObject({ street: '100 Main Street' })
  const bill = await visitor.api.billing.view(inGroup)
  expect([feeOf(bill), bill.adjustments.find(({ kind }) => kind === 'fee')?.amount.amount]).toEqual([500, 25])
  await putZone(shop.ctx(), { ...near, minimum: 3000 })
  expect(await code(placeGroupOrder(visitor))).toBe('checkout.below_minimum')
})

test('a third order to the door of the second order pays no fee again', async () => {
  const doors = [atDoor, { ...atDoor, street: '200 Main Street' }, { ...atDoor, street: '200 Main Street' }]
  const fees: number[] = []
  for (const address of doors) {
    await choose(visitor, sampleContact)
    await visitor.api.checkout.setDeliveryAddress({ ...inGroup, ...address })
    fees.push(feeOf(await visitor.api.billing.view(inGroup)))
    await markOrderPaid(shop.ctx(), (await placeGroupOrder(visitor)).orderID)
  }
  expect(fees).toEqual([500, 500, 0])
})

test('the hand-out list has a row for each door of a shopper, and for each door of one phone number', async () => {
  const guests = [visitor, visitor, shop.visitor()]
  for (const [at, guest] of guests.entries()) {
    await choose(guest, sampleContact)
    await guest.api.checkout.setDeliveryAddress({ ...inGroup, ...atDoor, street: `${at + 1}00 Main Street` })
    await markOrderPaid(shop.ctx(), (await placeGroupOrder(guest)).orderID)
  }
  const { windows } = await staff.handOut(shop.ctx(), { campaign: id })
  const rows = windows[0]?.people.map(({ address, items }) => [address, items[0]?.quantity]) ?? []
  expect(windows[0]?.participants).toBe(1)
  expect(rows.toSorted()).toEqual([
    ['100 Main Street, Toronto, M5T 2E1', 1],
    ['200 Main Street, Toronto, M5T 2E1', 1],
    ['300 Main Street, Toronto, M5T 2E1', 1],
  ])
})

test('an address outside the delivery area is refused, and pickup needs no address', async () => {
  await choose(visitor, sampleContact)
  const far = visitor.api.checkout.setDeliveryAddress({ ...inGroup, ...atDoor, postCode: 'V5K 0A1', province: 'BC' })
  expect(await code(far)).toBe('checkout.address_outside')
  expect(await code(placeGroupOrder(visitor))).toBe('checkout.address_outside')
  await visitor.api.checkout.setPickupSlot({
    ...inGroup,
    pickupPointId: 'lychees-p1',
    date: saturday.date,
    time: '10:00',
  })
  expect(await visitor.api.billing.view(inGroup)).toMatchObject({ method: 'PICKUP', address: null })
  expect((await placeGroupOrder(visitor)).method).toBe('PICKUP')
})
