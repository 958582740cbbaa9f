import * as members from '#server/members/members.ts'
import { putTier } from '#server/membership/membership.ts'
import * as orders from '#server/orders/orders.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from './catalogue-factory.ts'
import type { TestShop, Visitor } from './harness.ts'
import { placeOrder, sampleContact } from './purchases.ts'

/**
 * Sets up a store with goods for members, and sells two membership tiers. `plain` gives member prices, and `plus` adds
 * further benefits.
 */
export async function openClub(shop: TestShop): Promise<void> {
  const ctx = shop.ctx()
  await openStore(ctx)
  await addProducts(
    ctx,
    { id: 'tea', variants: [{ sku: 'tea', price: 1000, memberPrice: 850 }] },
    { id: 'cake', price: 2000 },
    { id: 'bun', variants: [{ sku: 'bun', price: 900, compareAtPrice: 1000, deposit: 10 }] },
    { id: 'plain-pass', type: 'MEMBERSHIP', stock: null, price: 500 },
    {
      id: 'plus-pass',
      type: 'MEMBERSHIP',
      options: [
        {
          id: 'term',
          name: { en: 'Term', zh: '期限' },
          values: [
            { id: 'month', name: { en: 'Month', zh: '月' } },
            { id: 'year', name: { en: 'Year', zh: '年' } },
          ],
        },
      ],
      variants: [
        { sku: 'plus-month', optionPair: 'term:month', price: 1200, memberPrice: 100, counted: false, stock: null },
        { sku: 'plus-year', optionPair: 'term:year', price: 12_000, counted: false, stock: null },
      ],
    },
  )
  await putTier(ctx, {
    id: 'plain',
    name: { en: 'Lantern', zh: '灯友' },
    rank: 1,
    memberPrices: true,
    plans: [{ sku: 'plain-pass', months: 1 }],
  })
  await putTier(ctx, {
    id: 'plus',
    name: { en: 'Lantern Plus', zh: '灯友尊享' },
    rank: 2,
    memberPrices: true,
    percent: 5,
    freeDeliveryFrom: 3000,
    coupon: { name: { en: 'CA$3 off', zh: '立减 3 元' }, reward: { kind: 'amount', amount: 300 }, validDays: 30 },
    plans: [
      { sku: 'plus-month', months: 1 },
      { sku: 'plus-year', months: 12 },
    ],
  })
}

const password = 'three dumplings at noon'

/** Signs a member in. Tests repeat this when time has passed, because sessions end after two weeks without use. */
export function signIn(visitor: Visitor, email = 'mei@shop.example') {
  return visitor.api.account.signIn({ email, password })
}

/** Creates a member and signs in. */
export async function createMember(shop: TestShop, email = 'mei@shop.example'): Promise<Visitor> {
  await members.create(shop.ctx(), { name: 'Mei Lin', email, password })
  const visitor = shop.visitor()
  await signIn(visitor, email)
  return visitor
}

/** Marks a waiting order as paid, as the shop does when a provider reports the payment. */
export function settle(shop: TestShop, orderID: string): Promise<unknown> {
  return transact(shop.ctx(), async (ctx) =>
    orders.markPaid(ctx, await orders.lock(ctx, orderID), { paymentOption: 'snappay_wechat' }),
  )
}

/** Buys only memberships and pays. Returns the order's id. */
export async function buyMembership(shop: TestShop, visitor: Visitor, sku: string, quantity = 1): Promise<string> {
  await visitor.api.cart.add({ sku, quantity })
  await visitor.api.checkout.setContact(sampleContact)
  const { orderID } = await placeOrder(visitor)
  await settle(shop, orderID)
  return orderID
}
