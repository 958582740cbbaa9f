import { beforeEach, expect, test } from 'vitest'
import * as coupons from '#server/coupons/coupons.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { register } from '#tests/referrals.ts'
import { hasOrdered } from './has-ordered.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea' })
})

test('a member whose only order was cancelled has not ordered, and can use a coupon for a first order', async () => {
  await coupons.put(shop.ctx(), {
    code: 'HELLO',
    name: { en: 'Hello', zh: '你好' },
    reward: { kind: 'amount', amount: 100 },
    conditions: { firstOrder: true },
  })
  const { api } = await register(shop)
  expect(hasOrdered(await api.orders.count())).toBe(false)
  await fillCart({ api }, 'tea')
  const { orderID } = await placeOrder({ api }, { payAtStore: true })
  expect(hasOrdered(await api.orders.count())).toBe(true)
  await api.orders.cancel({ id: orderID })
  expect(hasOrdered(await api.orders.count())).toBe(false)
  await fillCart({ api }, 'tea')
  expect((await api.coupons.apply({ code: 'HELLO' })).coupon).toMatchObject({ code: 'HELLO', problem: null })
})
