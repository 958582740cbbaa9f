import { beforeEach, expect, test } from 'vitest'
import * as coupons from '#server/coupons/coupons.ts'
import { putPoints, putZone } from '#server/locations/delivery.ts'
import * as locations from '#server/locations/locations.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { phoneHeaders, setUpTill } from '#tests/payments.ts'
import { fillCart, placeOrder, sampleContact } from '#tests/purchases.ts'

const shop = setUpShop()
setUpTill(shop)
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T16:59:30Z')
  await openStore(shop.ctx())
  const store = await locations.find(shop.ctx(), 'markham')
  const place = { methods: ['PICKUP', 'DELIVERY'] as ('PICKUP' | 'DELIVERY')[], latitude: 43.8655, longitude: -79.3108 }
  if (store) await locations.put(shop.ctx(), { ...store, ...place })
  await putPoints(shop.ctx(), 'CA', [{ prefix: 'L3R', point: [43.85, -79.33] }])
  await putZone(shop.ctx(), {
    id: 'near',
    locationId: 'markham',
    name: { en: 'Near', zh: '附近' },
    area: { kind: 'postal', prefixes: ['L3R'] },
    fees: [{ from: 0, fee: 400 }],
    minimum: 0,
  })
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 20, taxClass: 'standard' })
  visitor = shop.visitor(phoneHeaders)
})
const view = (wish: object = {}) => visitor.api.billing.view(wish)

test('a bill is an estimate until the postal code is known, and the order has the same total', async () => {
  await visitor.api.cart.add({ sku: 'bun', quantity: 2 })
  expect(await view()).toMatchObject({ method: 'PICKUP', isEstimated: true, total: { amount: 2260 } })
  expect(await view({ methodName: 'PICKUP' })).toMatchObject({ isEstimated: false, total: { amount: 2260 } })
  const byVan = { methodName: 'DELIVERY' }
  expect(await view(byVan)).toMatchObject({ isEstimated: true, delivery: null, total: { amount: 2260 } })
  const estimate = await view({ ...byVan, postCode: 'l3r' })
  expect(estimate).toMatchObject({ isEstimated: false, delivery: { fee: { amount: 400 } }, total: { amount: 2712 } })
  expect(await view({ ...byVan, postCode: 'K1A 0B1' })).toMatchObject({ isEstimated: true, delivery: null })
  expect((await visitor.api.checkout.config()).chosen).toMatchObject({ method: null, address: null })

  const { api } = visitor
  await api.checkout.setMethod({ method: 'DELIVERY' })
  const home = { country: 'CA', province: 'ON', city: 'Markham', street: '12 Fred Varley Drive' } as const
  await api.checkout.setDeliveryAddress({ ...home, postCode: 'L3R 1A1' })
  await api.checkout.setDeliverySlot({ asap: true })
  await api.checkout.setContact(sampleContact)
  const bill = await view()
  expect(bill).toMatchObject({ isEstimated: false, total: estimate.total, adjustments: estimate.adjustments })
  expect((await placeOrder(visitor)).total).toEqual(estimate.total)
  // The bill of a preview cannot be placed.
  const { id, hash } = await view({ methodName: 'PICKUP' })
  await expect(api.billing.place({ id, hash })).rejects.toMatchObject({ errors: [{ code: 'billing.changed' }] })
})

test('the bill shows a started payment until it is finished, and whether it is for the same bill', async () => {
  await fillCart(visitor, 'bun')
  expect((await view()).waiting).toBeNull()
  const { orderID, amountDue } = await placeOrder(visitor)
  expect((await view()).waiting).toBeNull()
  await visitor.api.payments.startSnapPayAlipay({ orderID })
  const waiting = { orderID, paymentOption: 'snappay_alipay', amount: amountDue }
  expect((await view()).waiting).toEqual({ ...waiting, isSame: true })
  await visitor.api.checkout.setTip({ tip: { percent: 10 } })
  expect((await view()).waiting).toEqual({ ...waiting, isSame: false })
  await placeOrder(visitor)
  expect((await view()).waiting).toBeNull()
})

test('a bill of zero offers no payment methods, and its order is paid at once', async () => {
  await coupons.put(shop.ctx(), {
    code: 'ALL',
    name: { en: 'All of it', zh: '全免' },
    reward: { kind: 'percent', percent: 100 },
  })
  await fillCart(visitor, 'bun')
  expect((await visitor.api.checkout.paymentConfig()).options.length).toBeGreaterThan(1)
  await visitor.api.coupons.apply({ code: 'ALL' })
  expect(await view()).toMatchObject({ amountDue: { amount: 0 } })
  expect(await visitor.api.checkout.paymentConfig()).toMatchObject({ options: [], suggested: null })
  expect(await placeOrder(visitor)).toMatchObject({ status: 'NEW', paymentStatus: 'PAID_ONLINE', paymentOption: null })
})
