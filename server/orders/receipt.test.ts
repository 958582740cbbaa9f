import { beforeEach, expect, test } from 'vitest'
import { taxesOfLine } from '#contract/receipt.ts'
import { putPoints, putZone } from '#server/locations/delivery.ts'
import * as locations from '#server/locations/locations.ts'
import { writeOrderEmail } from '#server/locations/order-email-settings.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { writeSeller } from '#server/pricing/staff.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { fillCart, placeOrder, sampleContact } from '#tests/purchases.ts'
import * as orders from './orders.ts'

// Tests for the content that the Input Tax Credit Information (GST/HST) Regulations require; see `contract/receipt.ts`.

const shop = setUpShop()
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T16:59:30Z')
  await openStore(shop.ctx())
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, phone: '+19055550168', cancelMinutes: 30 })
  await addProducts(
    shop.ctx(),
    { id: 'rice', price: 55_000, taxClass: 'zero_rated' },
    { id: 'teapot', price: 4000, taxClass: 'standard' },
    { id: 'bun', price: 300, taxClass: 'baked_single' },
  )
  await writeSeller(shop.ctx(), {
    name: 'Lantern Lane Foods Inc.',
    registrations: { GST: '80123 4567 RT0001', HST: '80123 4567 RT0001' },
  })
  visitor = shop.visitor()
})

async function pay(orderID: string) {
  await transact(shop.ctx(), async (ctx) =>
    orders.markPaid(ctx, await orders.lock(ctx, orderID), { paymentOption: 'snappay_alipay' }),
  )
}

async function buy() {
  await fillCart(visitor, 'rice')
  await visitor.api.cart.add({ sku: 'teapot' })
  await visitor.api.cart.add({ sku: 'bun', quantity: 2 })
  return placeOrder(visitor)
}
const lastMail = async () => (await mailsTo(shop, sampleContact.email)).at(-1)

test('a receipt of $500 or more has the details that the tax rules require, in both languages', async () => {
  const { orderID } = await buy()
  await pay(orderID)
  const text = (await lastMail())?.text ?? ''
  for (const words of [
    'Sold by: Lantern Lane Foods Inc., markham, 1 Main Street, Markham, ON L3R 1A1, +1 905 555 0168, GST/HST No. 80123 4567 RT0001',
    'Date: November 20, 2026',
    'Payment: Alipay, November 20, 2026',
    'Mei Lin',
    'HST 13% on $46.00 (No. 80123 4567 RT0001): $5.98',
    'Cancelling: You can cancel until the store accepts it, and no later than Friday, November 20 at 12:04\u00a0p.m.',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).toMatch(/1 × rice {2}\$550\.00\n {4}No tax/)
  expect(text).toMatch(/1 × teapot {2}\$40\.00\n {4}HST 13%/)
  expect(text).toMatch(/2 × bun {2}\$6\.00\n {4}HST 13%/)

  await visitor.api.shell.changeLocale({ locale: 'zh' })
  await pay((await buy()).orderID)
  const chinese = (await lastMail())?.text ?? ''
  for (const words of [
    '商家：Lantern Lane Foods Inc.',
    'GST/HST 税号 80123 4567 RT0001',
    '日期：2026年11月20日',
    '付款：支付宝，2026年11月20日',
    '不计税',
  ]) {
    expect(chinese).toContain(words)
  }
})

test('an order keeps the seller and tax number from when it was placed', async () => {
  const { orderID } = await buy()
  await writeSeller(shop.ctx(), { name: 'Another Inc.', registrations: { GST: '', HST: '' } })
  const { location } = await visitor.api.orders.detail({ id: orderID })
  expect(location).toMatchObject({
    phone: '+19055550168',
    seller: { name: 'Lantern Lane Foods Inc.', registration: '80123 4567 RT0001' },
  })
  const other = shop.visitor()
  await fillCart(other, 'teapot')
  const later = await placeOrder(other)
  expect(later.location.seller).toEqual({ name: 'Another Inc.', registration: '' })
  expect(later.adjustments.find(({ kind }) => kind === 'tax')?.registration).toBeUndefined()
})

test('line taxes add up to the tax of each rate, and each line names its taxes', async () => {
  const order = await buy()
  const taxes = order.adjustments.filter(({ kind }) => kind === 'tax')
  for (const [at, { amount }] of taxes.entries()) {
    expect(order.parts.reduce((sum, part) => sum + (part.taxes[at] ?? 0), 0)).toBe(amount.amount)
  }
  const bySku = Object.fromEntries(
    order.lines.map(({ sku, key }) => [sku, taxesOfLine(order, key).map(({ en }) => en)]),
  )
  expect(bySku).toEqual({ rice: [], teapot: ['HST 13%'], bun: ['HST 13%'] })
})

const both = (text: string) => ({ en: text, zh: text })

test('a variant’s own tax class overrides that of its product', async () => {
  await addProducts(shop.ctx(), {
    id: 'tart',
    taxClass: 'standard',
    options: [
      {
        id: 'size',
        name: both('Size'),
        values: [
          { id: 'one', name: both('One') },
          { id: 'dozen', name: both('Dozen') },
        ],
      },
    ],
    variants: [
      { sku: 'tart-one', price: 300, stock: 50, optionPair: 'size:one' },
      { sku: 'tart-dozen', price: 3000, stock: 50, optionPair: 'size:dozen', taxClass: 'zero_rated' },
    ],
  })
  await fillCart(visitor, 'tart-one')
  await visitor.api.cart.add({ sku: 'tart-dozen' })
  const order = await placeOrder(visitor)
  const bySku = Object.fromEntries(
    order.lines.map(({ sku, key }) => [sku, taxesOfLine(order, key).map(({ en }) => en)]),
  )
  expect(bySku).toEqual({ 'tart-one': ['HST 13%'], 'tart-dozen': [] })
  const tax = order.adjustments.filter(({ kind }) => kind === 'tax').reduce((sum, { amount }) => sum + amount.amount, 0)
  expect(tax).toBe(39)
})

test('the receipt of a delivery has the store’s address and the delivery address', async () => {
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, methods: ['PICKUP', 'DELIVERY'] })
  await putPoints(shop.ctx(), 'CA', [{ prefix: 'L3R', point: [43.85, -79.33] }])
  await putZone(shop.ctx(), {
    id: 'near',
    locationId: 'markham',
    name: { en: 'Near', zh: '附近' },
    area: { kind: 'postal', prefixes: ['L3R'] },
    fees: [{ from: 0, fee: 400 }],
  })
  const { api } = visitor
  await api.cart.add({ sku: 'teapot' })
  await api.checkout.setMethod({ method: 'DELIVERY' })
  await api.checkout.setDeliveryAddress({
    ...{ country: 'CA', province: 'ON', city: 'Markham', street: '12 Fred Varley Drive', postCode: 'L3R 1A1' },
  })
  await api.checkout.setDeliverySlot({ asap: true })
  await api.checkout.setContact(sampleContact)
  await pay((await placeOrder(visitor)).orderID)
  const text = (await lastMail())?.text
  expect(text).toContain('Sold by: Lantern Lane Foods Inc., markham, 1 Main Street, Markham, ON L3R 1A1')
  expect(text).toContain('12 Fred Varley Drive')
})

test('the receipt of a pay-at-store order says that it is not paid yet', async () => {
  await fillCart(visitor, 'teapot')
  await placeOrder(visitor, { payAtStore: true })
  expect((await lastMail())?.text).toContain('Payment: Not paid yet')
})

test.each([
  ['en', /^Your order \S+ · pickup code /, 'Payment: Nothing to pay\n', 'Total: $0.00'],
  ['zh', /^下单成功 · 订单 \S+ · 取货码 /, '付款：无需付款\n', '合计：$0.00'],
] as const)('an order without cost is not called paid in email or timeline, in %s', async (...row) => {
  const [locale, subject, payment, total] = row
  await visitor.api.shell.changeLocale({ locale })
  await addProducts(shop.ctx(), { id: 'sample', price: 0, taxClass: 'standard' })
  await fillCart(visitor, 'sample')
  const { orderID } = await placeOrder(visitor)
  const mail = await lastMail()
  expect(mail?.subject).toMatch(subject)
  expect(mail?.text).toContain(payment)
  expect(mail?.text).toContain(total)
  expect(mail?.text).not.toMatch(/\bpaid,|credit|已收到，我们|货款|储值/)
  const { timeline } = await visitor.api.orders.detail({ id: orderID })
  expect(timeline.map(({ kind }) => kind)).toEqual(['placed'])
})

test('replies to a receipt go to the store’s order address, if it has one', async () => {
  await fillCart(visitor, 'teapot')
  await placeOrder(visitor, { payAtStore: true })
  expect((await lastMail())?.replyTo).toBeUndefined()
  await writeOrderEmail(shop.ctx(), { location: 'markham', email: 'orders@lantern-lane.example' })
  const other = shop.visitor()
  await fillCart(other, 'teapot')
  await placeOrder(other, { payAtStore: true })
  expect((await lastMail())?.replyTo?.map(({ address }) => address)).toEqual(['orders@lantern-lane.example'])
})
