import { beforeEach, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { putProduct } from '#server/catalogue/products.ts'
import { setOnHandMany } from '#server/catalogue/stock.ts'
import * as coupons from '#server/coupons/coupons.ts'
import { putRules, putTaxRate } from '#server/pricing/rules.ts'
import { tips, writeTips } from '#server/pricing/staff.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'

const shop = setUpShop()
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea', price: 1000, stock: null, taxClass: 'standard' })
  visitor = shop.visitor()
  await fillCart(visitor, 'tea', 2)
})

const rows = async () =>
  (await visitor.api.billing.view()).adjustments.map(({ kind, label, amount }) => [kind, label.en, amount.amount])

test('a bill begins without a tip and offers tips with their amounts', async () => {
  const bill = await visitor.api.billing.view()
  expect(bill).toMatchObject({ tip: null, total: { amount: 2260 } })
  expect(bill.tipOffers).toEqual([
    { percent: 10, amount: { amount: 200, currency: 'CAD' } },
    { percent: 15, amount: { amount: 300, currency: 'CAD' } },
  ])
})

test('the tips of each fulfilment method are known before its bill', async () => {
  await putRules(shop.ctx(), { tips: { PICKUP: [5], DELIVERY: [10], EAT_IN: [20] } })
  const { methods } = await visitor.api.checkout.config()
  expect(methods.map(({ method, tips }) => [method, tips])).toEqual([['PICKUP', [5]]])
})

test('the owner sets the tips of one fulfilment method; the others stay', async () => {
  const offered = async () => (await visitor.api.billing.view()).tipOffers.map(({ percent }) => percent)
  const after = await writeTips(shop.ctx(), { method: 'PICKUP', percents: [12, 18, 12] })
  expect(after.tips).toEqual({ PICKUP: [12, 18], DELIVERY: [10, 15, 18], EAT_IN: [15, 18, 20], SHIPPING: [] })
  expect(await offered()).toEqual([12, 18])
  await writeTips(shop.ctx(), { method: 'PICKUP', percents: [] })
  expect(await offered()).toEqual([])
})

test('keeps tips that are written in parallel for several fulfilment methods', async () => {
  for (let round = 1; round <= 10; round++) {
    const ways = ['PICKUP', 'DELIVERY', 'EAT_IN'] as const
    await Promise.all(ways.map((method) => writeTips(shop.ctx(), { method, percents: [round] })))
    expect((await tips(shop.ctx())).tips).toEqual({ PICKUP: [round], DELIVERY: [round], EAT_IN: [round], SHIPPING: [] })
  }
})

test('a tip is not taxed; a percentage follows the goods after the coupon, an amount stays', async () => {
  await coupons.put(shop.ctx(), {
    code: 'HALF',
    name: { en: 'Half', zh: '半价' },
    reward: { kind: 'percent', percent: 50 },
  })
  const bill = await visitor.api.checkout.setTip({ tip: { percent: 15 } })
  expect(bill).toMatchObject({ tip: { percent: 15 }, total: { amount: 2560 } })
  await visitor.api.coupons.apply({ code: 'HALF' })
  expect(await rows()).toEqual([
    ['discount', 'Half', -1000],
    ['tax', 'HST 13%', 130],
    ['tip', 'Tip', 150],
  ])
  await visitor.api.checkout.setTip({ tip: { amount: 333 } })
  await visitor.api.coupons.remove()
  expect(await rows()).toEqual([
    ['tax', 'HST 13%', 260],
    ['tip', 'Tip', 333],
  ])
  expect((await visitor.api.checkout.setTip({ tip: null })).total.amount).toBe(2260)
})

test.each([
  { percent: 0 },
  { percent: 101 },
  { percent: 12.5 },
  { amount: -1 },
  { amount: 100_001 },
  { amount: 100, percent: 10 },
  '15%',
])('a tip of %j is refused', async (tip) => {
  const refused = visitor.api.checkout.setTip({ tip } as never).catch((error: ApiError) => error.code)
  expect(await refused).toBe('input.invalid')
})

test('a new tip makes a new bill, and the order stores it separately', async () => {
  const before = await visitor.api.billing.view()
  await visitor.api.checkout.setTip({ tip: { amount: 500 } })
  await expect(visitor.api.billing.place({ id: before.id, hash: before.hash })).rejects.toMatchObject({
    code: 'billing.changed',
  })
  const order = await placeOrder(visitor)
  expect(order.parts.map(({ kind, total }) => [kind, total])).toEqual([
    ['line', 2260],
    ['tip', 500],
  ])
  expect(order).toMatchObject({ total: { amount: 2760 }, amountDue: { amount: 2760 } })
})

test('a method without tips drops the tip from every sum, and a later method with tips brings it back', async () => {
  await visitor.api.checkout.setTip({ tip: { percent: 15 } })
  const tipped = await visitor.api.billing.view()
  await writeTips(shop.ctx(), { method: 'PICKUP', percents: [] })
  const untipped = { tip: null, tipOffers: [], total: { amount: 2260 }, amountDue: { amount: 2260 } }
  expect(await visitor.api.billing.view({ methodName: 'PICKUP' })).toMatchObject(untipped)
  expect(await visitor.api.billing.view()).toMatchObject(untipped)
  expect(await rows()).toEqual([['tax', 'HST 13%', 260]])
  // The shopper must see the lower sum before they pay it.
  await expect(visitor.api.billing.place({ id: tipped.id, hash: tipped.hash })).rejects.toMatchObject({
    code: 'billing.changed',
  })
  const order = await placeOrder(visitor)
  expect(order).toMatchObject({ total: { amount: 2260 }, amountDue: { amount: 2260 } })
  expect(order.parts.map(({ kind }) => kind)).toEqual(['line'])
  expect(order.adjustments.map(({ kind }) => kind)).toEqual(['tax'])
  await writeTips(shop.ctx(), { method: 'PICKUP', percents: [10, 15] })
  expect(await visitor.api.billing.view()).toMatchObject({ tip: { percent: 15 }, total: { amount: 2560 } })
})

test('a tip is refused where the shop asks for none; no tip is accepted', async () => {
  await writeTips(shop.ctx(), { method: 'PICKUP', percents: [] })
  for (const tip of [{ percent: 15 }, { amount: 300 }]) {
    await expect(visitor.api.checkout.setTip({ tip })).rejects.toMatchObject({ code: 'checkout.tip_unavailable' })
  }
  expect(await visitor.api.checkout.setTip({ tip: null })).toMatchObject({ tip: null, total: { amount: 2260 } })
  await writeTips(shop.ctx(), { method: 'PICKUP', percents: [10] })
  expect(await visitor.api.billing.view()).toMatchObject({ tip: null })
})

test('the bill has bottle deposits, shop fees and tax numbers', async () => {
  await putProduct(shop.ctx(), {
    id: 'soda',
    name: { en: 'Soda', zh: '汽水' },
    taxClass: 'standard',
    variants: [{ sku: 'soda', price: 300, deposit: 10 }],
  })
  await setOnHandMany(shop.ctx(), [{ sku: 'soda', locationId: 'markham', quantity: 10 }])
  await putRules(shop.ctx(), {
    fees: [
      {
        id: 'bag',
        label: { en: 'Bag', zh: '袋子' },
        methods: ['PICKUP'],
        charge: { amount: 25 },
        taxClass: 'standard',
      },
      {
        id: 'table',
        label: { en: 'Service', zh: '服务费' },
        methods: ['EAT_IN'],
        charge: { percent: 10 },
        taxClass: 'prepared',
      },
    ],
    registrations: { HST: '12345 6789 RT0001' },
  })
  await visitor.api.cart.add({ sku: 'soda', quantity: 6 })
  expect(await rows()).toEqual([
    ['deposit', 'Bottle deposit', 60],
    ['fee', 'Bag', 25],
    ['tax', 'HST 13%', 497],
  ])
  expect((await visitor.api.billing.view()).adjustments.at(-1)?.registration).toBe('12345 6789 RT0001')
})

test('the owner’s tax rate applies from its day on', async () => {
  await putTaxRate(shop.ctx(), { province: 'ON', tax: 'HST', from: '2026-11-21', rates: { standard: 120_000 } })
  expect(await rows()).toEqual([['tax', 'HST 13%', 260]])
  shop.clock.set('2026-11-21T05:00:00Z')
  expect(await rows()).toEqual([['tax', 'HST 12%', 240]])
})

test('a bill with a deposit says what is due now and later', async () => {
  await putProduct(shop.ctx(), {
    id: 'cake',
    name: { en: 'Cake', zh: '蛋糕' },
    taxClass: 'zero_rated',
    prepayment: { percent: 30 },
    variants: [{ sku: 'cake', price: 5000, counted: false }],
  })
  await visitor.api.cart.add({ sku: 'cake' })
  expect(await visitor.api.billing.view()).toMatchObject({
    total: { amount: 7260 },
    depositDue: { amount: 3760 },
    amountDue: { amount: 3760 },
    balance: { amount: 3500 },
  })
})
