import { beforeEach, expect, test } from 'vitest'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { phoneHeaders, setUpTill } from '#tests/payments.ts'
import { fillCart } from '#tests/purchases.ts'
import { placeOrder, sendOrderCode } from './place-order.ts'

const shop = setUpShop()
setUpTill(shop)
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', price: 300 })
  await comeWith(phoneHeaders)
})

/** Makes `visitor` a new visitor with these headers, and fills the visitor's cart. */
async function comeWith(headers: Record<string, string>) {
  visitor = shop.visitor(headers)
  await fillCart(visitor, 'bun', 2)
}

/** The form data that the payment page submits. */
async function form(option: string): Promise<FormData> {
  const bill = await visitor.api.billing.view()
  const atStore = await visitor.api.billing.view({ pickUpAandPayAtStore: true })
  const data = new FormData()
  data.set('id', bill.id)
  data.set('hash', bill.hash)
  data.set('hashAtStore', atStore.hash)
  data.set('total', String(bill.amountDue.amount))
  data.set('option', option)
  return data
}

/** The path that `placeOrder` redirects to. */
async function destination(data: FormData): Promise<string> {
  const answer = await placeOrder(visitor.api, data).catch((thrown: unknown) => thrown)
  if (!(answer instanceof Response)) throw new Error(JSON.stringify(answer))
  return answer.headers.get('Location') ?? ''
}

test('paying at the store redirects to the confirmation', async () => {
  expect(await destination(await form('pay_at_store'))).toMatch(/^\/confirmation\/[a-z0-9]+$/)
})

for (const option of ['snappay_wechat', 'snappay_alipay', 'snappay_unionpay'])
  test(`${option} leads to the wallet`, async () => {
    expect(await destination(await form(option))).toContain('/wallet/')
  })

test('WeChat Pay on a desktop redirects to the confirmation with its source', async () => {
  await comeWith({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' })
  expect(await destination(await form('snappay_wechat'))).toMatch(
    /^\/confirmation\/([a-z0-9]+)\?from_source=snappay_h5X\1$/,
  )
})

test('a form that is sent twice creates one order and one payment page', async () => {
  const data = await form('snappay_wechat')
  const [one, other] = await Promise.all([destination(data), destination(data)])
  expect(one).toBe(other)
  expect(await shop.query('select id from orders')).toHaveLength(1)
})

test('a bill that changed is not placed', async () => {
  const data = await form('snappay_wechat')
  await visitor.api.cart.add({ sku: 'bun' })
  expect(await placeOrder(visitor.api, data)).toMatchObject({ step: 'place', errors: [{ code: 'billing.changed' }] })
  expect(await shop.query('select id from orders')).toHaveLength(0)
})

test('without a chosen way to pay nothing is placed', async () => {
  expect(await placeOrder(visitor.api, await form(''))).toMatchObject({ step: 'choose' })
  expect(await placeOrder(visitor.api, await form('gold'))).toMatchObject({ step: 'choose' })
  expect(await shop.query('select id from orders')).toHaveLength(0)
})

test('an unreachable API causes a failure without error texts', async () => {
  const data = await form('snappay_wechat')
  const unreachable = {
    ...visitor.api,
    billing: { ...visitor.api.billing, place: () => Promise.reject(new TypeError()) },
  }
  expect(await placeOrder(unreachable, data)).toMatchObject({ step: 'place', errors: [] })
})

test('a request for a code that does not reach the shop says that none was sent', async () => {
  const sendCode = () => Promise.reject(new TypeError())
  const unreachable = { ...visitor.api, checkout: { ...visitor.api.checkout, sendCode } }
  const { code } = await sendOrderCode(unreachable, new FormData())
  expect(code).toMatchObject({ isSent: false, isUnreachable: true })
})
