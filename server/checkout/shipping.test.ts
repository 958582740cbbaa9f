import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import * as catalogue from '#server/catalogue/staff.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as locations from '#server/locations/locations.ts'
import * as locationStaff from '#server/locations/staff.ts'
import { erase } from '#server/orders/erasure.ts'
import * as orders from '#server/orders/orders.ts'
import * as orderStaff from '#server/orders/staff.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { phoneHeaders, setUpTill } from '#tests/payments.ts'
import { placeOrder, sampleContact } from '#tests/purchases.ts'

const shop = setUpShop()
const till = setUpTill(shop)
let visitor: Visitor
const rate = {
  rate: 'china',
  location: 'markham',
  position: 1,
  name: { en: 'China', zh: '中国' },
  countries: ['CN' as const],
  weightFees: [
    { upToGrams: 2000, fee: 3200 },
    { upToGrams: 500, fee: 1500 },
  ],
  freeFrom: 20_000,
  minimum: 1000,
  days: { from: 7, to: 14 },
}
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await locationStaff.writeShippingRate(shop.ctx(), rate)
  await addProducts(
    shop.ctx(),
    { id: 'ginseng', taxClass: 'standard', crossBorder: true, variants: [{ sku: 'ginseng', price: 2500, grams: 300 }] },
    { id: 'bun', price: 500, taxClass: 'standard' },
  )
  visitor = shop.visitor(phoneHeaders)
})
const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (error) => error,
  )
  return error?.errors?.[0]?.code ?? error?.items?.[0]?.code ?? null
}
const abroad = { country: 'CN', province: 'GD', city: '广州市', district: '天河区', street: '体育东路 1 号' } as const
const home = { ...abroad, postCode: '510620' }
/** Chooses shipping, an address and a contact for the visitor's cart. */
async function address(where: Parameters<Visitor['api']['checkout']['setDeliveryAddress']>[0] = home) {
  await visitor.api.checkout.setMethod({ method: 'SHIPPING' })
  await visitor.api.checkout.setDeliveryAddress(where)
  await visitor.api.checkout.setContact(sampleContact)
}
async function paidOrder() {
  await visitor.api.cart.add({ sku: 'ginseng' })
  await address()
  const { orderID: id } = await placeOrder(visitor)
  await visitor.api.payments.startSnapPayAlipay({ orderID: id })
  await till.control(`${id}-A1`, { action: 'pay' })
  shop.clock.advance(2000)
  await visitor.api.payments.checkSnapPay({ orderID: id })
  return id
}

test('cross-border goods are ordered to an address without a slot, with a fee by weight and no tax', async () => {
  await visitor.api.cart.add({ sku: 'ginseng', quantity: 2 })
  const { methods } = await visitor.api.checkout.config()
  expect(methods).toEqual([{ method: 'SHIPPING', earliest: null, asap: null, days: [], apart: [], tips: [] }])
  await address()
  const bill = await visitor.api.billing.view()
  expect(bill).toMatchObject({
    method: 'SHIPPING',
    slot: null,
    placeOfSupply: 'CN-GD',
    isEstimated: false,
    delivery: { fee: { amount: 3200 }, days: { from: 7, to: 14 }, maxGrams: 2000, isTooHeavy: false },
    total: { amount: 2 * 2500 + 3200 },
  })
  const order = await placeOrder(visitor)
  expect(order).toMatchObject({
    method: 'SHIPPING',
    slot: null,
    arrival: { from: '2026-11-27', to: '2026-12-04' },
    tracking: null,
    address: { city: '广州市' },
  })
  expect(await refusal(placeOrder(visitor, { payAtStore: true }))).toBe('checkout.pay_at_store_unavailable')
})

test('a shipped order to Canada has the taxes of its province', async () => {
  await locationStaff.writeShippingRate(shop.ctx(), { ...rate, rate: 'west', countries: ['CA'] })
  await visitor.api.cart.add({ sku: 'ginseng' })
  await address({ country: 'CA', province: 'AB', city: 'Calgary', street: '8 Avenue SW', postCode: 'T2P 1B3' })
  const bill = await visitor.api.billing.view()
  expect(bill.placeOfSupply).toBe('AB')
  expect(bill.adjustments.map(({ kind, amount }) => [kind, amount.amount])).toEqual([
    ['delivery', 1500],
    ['tax', 200],
  ])
})

describe('the shipping fee', () => {
  test('follows weight, country, free shipping and minimum', async () => {
    const { id } = await catalogueDetail()
    expect(id).toBe('ginseng')
    await visitor.api.cart.add({ sku: 'ginseng' })
    await address()
    const fee = async () => (await visitor.api.billing.view()).delivery?.fee.amount
    expect(await fee()).toBe(1500)
    await visitor.api.cart.add({ sku: 'ginseng', quantity: 7 })
    expect(await fee()).toBe(0)
    expect((await visitor.api.billing.view()).delivery).toMatchObject({ isTooHeavy: true })
    expect(await refusal(visitor.api.checkout.reserve())).toBe('checkout.too_heavy')
    expect(await refusal(placeOrder(visitor))).toBe('checkout.too_heavy')
    expect(await visitor.api.checkout.deliveryConfig()).toMatchObject({ problem: 'too_heavy', days: [] })
    const abroad = { country: 'US', province: 'NY', city: 'New York', street: '5 Main St', postCode: '10001' } as const
    expect(await refusal(address(abroad))).toBe('checkout.address_outside')
    expect(await visitor.api.billing.view({ methodName: 'SHIPPING', country: 'US', postCode: '100' })).toMatchObject({
      isEstimated: true,
      delivery: null,
    })
  })

  test('is on the product page with the days, unless the store has no rate or the product no weight', async () => {
    expect((await catalogueDetail()).shipping).toEqual({
      fee: { amount: 1500, currency: 'CAD' },
      freeFrom: { amount: 20_000, currency: 'CAD' },
      days: { from: 7, to: 14 },
    })
    await locationStaff.stopShippingRate(shop.ctx(), { rate: 'china' })
    expect((await catalogueDetail()).shipping).toBeNull()
    expect((await locations.find(shop.ctx(), 'markham'))?.methods).toEqual(['PICKUP'])
    expect(await refusal(visitor.api.cart.add({ sku: 'ginseng' }))).toBe('cart.cross_border')
    await locationStaff.writeShippingRate(shop.ctx(), rate)
    await addProducts(shop.ctx(), { id: 'mug', crossBorder: true })
    expect((await catalogueDetail('mug')).shipping).toBeNull()
    expect(await refusal(visitor.api.cart.add({ sku: 'mug' }))).toBe('cart.cross_border')
  })

  test('is not waived by a coupon for free delivery', async () => {
    await coupons.put(shop.ctx(), {
      code: 'FREE',
      name: { en: 'Free delivery', zh: '免运费' },
      reward: { kind: 'free_delivery' },
    })
    await visitor.api.cart.add({ sku: 'ginseng' })
    await address()
    expect(await refusal(visitor.api.coupons.apply({ code: 'FREE' }))).toBe('coupons.method')
  })

  const catalogueDetail = (id = 'ginseng') => visitor.api.catalogue.detail({ id })
})

describe('cross-border goods and other goods of the store', () => {
  test('cannot share a cart, in either order', async () => {
    await visitor.api.cart.add({ sku: 'bun' })
    expect(await refusal(visitor.api.cart.add({ sku: 'ginseng' }))).toBe('cart.apart')
    const other = shop.visitor()
    await other.api.cart.add({ sku: 'ginseng' })
    expect(await refusal(other.api.cart.add({ sku: 'bun' }))).toBe('cart.apart')
    expect(await refusal(other.api.checkout.setMethod({ method: 'PICKUP' }))).toBe('checkout.method_unavailable')
    expect(await refusal(visitor.api.checkout.setMethod({ method: 'SHIPPING' }))).toBe('checkout.method_unavailable')
  })

  test('are refused at the hold if staff change the goods in the cart', async () => {
    await addProducts(shop.ctx(), { id: 'tea', variants: [{ sku: 'tea', price: 900, grams: 100 }] })
    await visitor.api.cart.add({ sku: 'bun' })
    await visitor.api.cart.add({ sku: 'tea' })
    await catalogue.setTerms(shop.ctx(), { product: 'tea', crossBorder: true })
    const { lineItems } = await visitor.api.cart.view()
    expect(Object.values(lineItems).map(({ sku, problem }) => [sku, problem])).toEqual([
      ['bun', null],
      ['tea', 'apart'],
    ])
    expect(await refusal(visitor.api.checkout.reserve())).toBe('cart.apart')
  })
})

test('staff send a parcel and correct its number; the shopper sees both, and hand-over completes it', async () => {
  const id = await paidOrder()
  const staff = shop.ctx()
  await orders.accept(staff, { id })
  await orders.ready(staff, { id })
  const tracking = { carrier: 'Canada Post', number: 'CP 1', url: 'https://track.example/CP1' }
  expect(await orderStaff.sendOut(staff, { order: id, note: '', tracking })).toMatchObject({
    fulfilmentStatus: 'OUT',
    tracking,
  })
  const right = { carrier: 'Canada Post', number: 'CP 2' }
  await orderStaff.sendOut(staff, { order: id, note: '', tracking: right })
  expect(await visitor.api.orders.detail({ id })).toMatchObject({ tracking: right, timeline: { length: 5 } })
  await shop.workOff()
  const sent = (await mailsTo(shop, sampleContact.email)).find(({ subject }) =>
    subject?.startsWith('Your parcel is on its way'),
  )
  expect(sent?.text).toContain('Tracking number: CP 2.')
  expect(sent?.text).toMatch(/Expected arrival: November 27 ?– ?December 4\./)
  await orderStaff.handOver(staff, { order: id, note: '' })
  expect(await visitor.api.orders.detail({ id })).toMatchObject({ fulfilmentStatus: 'DELIVERED' })
})

test('an order on its way keeps its contact details until it should have arrived', async () => {
  const id = await paidOrder()
  await orders.accept(shop.ctx(), { id })
  const erasing = { memberId: 'nobody', provenEmail: sampleContact.email }
  shop.clock.advance(13 * dayMs)
  await erase(shop.ctx(), erasing)
  expect((await orders.find(shop.ctx(), id))?.contact.name).toBe(sampleContact.name)
  shop.clock.advance(5 * dayMs)
  await erase(shop.ctx(), erasing)
  expect((await orders.find(shop.ctx(), id))?.contact.name).toBe('—')
})
