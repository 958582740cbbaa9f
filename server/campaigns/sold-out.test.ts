import { beforeEach, expect, test } from 'vitest'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { fillGroupCart, groupItem, joinGroupBuy, openGroupBuy, placeGroupOrder } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { registerMember } from '#tests/registration.ts'
import { recordSoldOut, requireNotSoldOut } from './campaigns.ts'

// Tests that late visitors of a flash sale are refused without a query, and that no visitor is refused by mistake.

const id = 'lychees'
const lychee = { sku: 'lychee', name: { en: 'Lychee', zh: '荔枝' } }
const goneCode = { items: [{ code: 'cart.out_of_stock' }] }

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0 })
  await openGroupBuy(shop.ctx(), { goal: 1, items: [groupItem({ stock: 1 })] })
})

const add = ({ api }: Visitor) => api.campaignCart.add({ id, sku: 'lychee' })
const refusalOf = (asked: () => void): unknown => {
  try {
    return asked()
  } catch (error) {
    return error
  }
}
const refusal = { code: 'cart.out_of_stock' }

test('a sold-out item is refused, and available again once the last piece is returned', async () => {
  const buyer = shop.visitor()
  await registerMember(shop, buyer, { name: 'Mei', email: 'mei@shop.example', password: 'a long enough password' })
  const { orderID } = await joinGroupBuy(shop.ctx(), buyer)
  await expect(add(shop.visitor())).rejects.toMatchObject(refusal)
  await expect(add(shop.visitor())).rejects.toMatchObject(refusal)
  await buyer.api.orders.cancel({ id: orderID })
  expect((await add(shop.visitor())).pieces).toBe(1)
})

test('a shopper who is paying for the last piece still sees it as available in their own cart', async () => {
  const payer = shop.visitor()
  await fillGroupCart(payer)
  await placeGroupOrder(payer)
  await expect(add(shop.visitor())).rejects.toMatchObject(refusal)
  const { lineItems } = await payer.api.campaignCart.view({ id })
  expect(Object.values(lineItems)).toMatchObject([{ quantity: 1, purchasable: 1 }])
})

test('a sold-out item is cached for half a second, only for visitors without a session', async () => {
  const newcomer = { ...shop.ctx(), sessionId: null }
  recordSoldOut(newcomer, id, lychee)
  expect(refusalOf(() => requireNotSoldOut(newcomer, id, 'lychee'))).toMatchObject(goneCode)
  requireNotSoldOut(newcomer, 'others', 'lychee')
  requireNotSoldOut(newcomer, id, 'tea')
  requireNotSoldOut({ ...newcomer, sessionId: '00000000-0000-4000-8000-000000000000' }, id, 'lychee')
  const whenSeen = performance.now()
  await expect.poll(() => performance.now() - whenSeen, { interval: 50 }).toBeGreaterThan(500)
  requireNotSoldOut(newcomer, id, 'lychee')
})
