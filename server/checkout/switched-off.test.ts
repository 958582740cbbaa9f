import { beforeEach, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { defaultSettings, putSettings } from '#server/content/content.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCart, fillCheckout, placeOrder } from '#tests/purchases.ts'

const shop = setUpShop()
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: ApiError) => error.code,
  )

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', stock: 9 })
})

/** Turns the checkout on or off, as the owner does. */
function enableCheckout(isOn: boolean) {
  const { system } = defaultSettings
  const appConfig = { ...system.appConfig, enableCheckout: isOn }
  return putSettings(shop.ctx(), { ...defaultSettings, system: { ...system, appConfig } })
}

test('while checkout is off, adding, holding and placing are refused, and the cart stays', async () => {
  const visitor = shop.visitor()
  await fillCart(visitor, 'bun', 2)
  const atStore = await visitor.api.billing.view({ pickUpAandPayAtStore: true })
  const online = await visitor.api.billing.view()
  await enableCheckout(false)
  const { api } = visitor
  for (const call of [
    () => api.cart.add({ sku: 'bun' }),
    () => api.cart.addAddon({ sku: 'bun' }),
    () => api.checkout.reserve(),
    () => api.billing.place({ id: atStore.id, hash: atStore.hash, pickUpAandPayAtStore: true }),
    () => api.billing.place({ id: online.id, hash: online.hash, pickUpAandPayAtStore: false }),
    () => api.checkout.fillIn({ steps: { setComment: { comment: 'Hot, please' } } }),
  ])
    expect(await refusal(call())).toBe('checkout.off')
  expect((await api.cart.view()).pieces).toBe(2)
  expect(await shop.query('select id from orders')).toEqual([])
  await enableCheckout(true)
  await fillCheckout(visitor)
  expect((await placeOrder(visitor, { payAtStore: true })).status).toBe('NEW')
})

test('an order placed earlier stays visible while checkout is off', async () => {
  const visitor = shop.visitor()
  await fillCart(visitor, 'bun')
  const { orderID } = await placeOrder(visitor, { payAtStore: true })
  await enableCheckout(false)
  expect(await visitor.api.orders.detail({ id: orderID })).toMatchObject({ orderID, status: 'NEW' })
})
