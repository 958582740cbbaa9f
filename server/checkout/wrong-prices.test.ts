import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { xsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { hourMs } from '#contract/durations.ts'
import { addProducts } from '#tests/catalogue-factory.ts'
import { fillGroupCart, groupItem, openGroupBuy, placeGroupOrder } from '#tests/group-buys.ts'
import { setUpShop } from '#tests/harness.ts'
import { openClub } from '#tests/membership.ts'
import { fillCart, placeOrder, sampleContact } from '#tests/purchases.ts'

/**
 * Tests for cases in which a campaign's price or a member price does not apply. The shopper then pays the usual price,
 * or the shop refuses the order.
 */
const shop = setUpShop()
const campaign = 'lychees'
const hour = hourMs

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openClub(shop)
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 9 })
  await openGroupBuy(shop.ctx(), { items: [groupItem()] })
})

/** Returns the status and error code of a refused call. */
async function refusal(asked: Promise<unknown>) {
  const error = await asked.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof ApiError)) throw error ?? new Error('It was not refused.')
  return [error.status, error.code]
}
const ordersPlaced = async () => (await shop.query('select id from orders')).length

test("a campaign's goods have the usual price in the shop's cart, whatever campaign the request names", async () => {
  const visitor = shop.visitor()
  await fillGroupCart(visitor)
  const own = await visitor.api.cart.add({ sku: 'lychee' })
  expect(Object.values(own.lineItems).map(({ unitPrice }) => unitPrice.amount)).toEqual([1300])
  const [item] = (await visitor.api.campaigns.items({ fissionCampaignId: campaign })).items
  expect(await refusal(visitor.api.cart.add({ sku: item?.id ?? '' }))).toEqual([404, 'not_found'])
  const wished = { sku: 'lychee', fissionCampaignId: campaign, unitPrice: { amount: 1000, currency: 'CAD' } }
  const sneaked = await visitor.fetch('/api/istore/client/shoppingManagement4/myCart', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [xsrfHeader]: visitor.cookies.get(xsrfCookie) ?? '' },
    body: JSON.stringify(wished),
  })
  expect(sneaked.status).toBe(400)
  await fillCart(visitor, 'lychee')
  expect((await visitor.api.billing.view()).lines.map(({ unitPrice }) => unitPrice.amount)).toEqual([1300])
})

test("refuses changes, holds and earlier bills of an ended campaign's cart", async () => {
  const visitor = shop.visitor()
  await fillGroupCart(visitor)
  const bill = await visitor.api.billing.view({ fissionCampaignId: campaign })
  shop.clock.advance(3 * hour)
  const { api } = visitor
  expect(await refusal(api.campaignCart.add({ id: campaign, sku: 'lychee' }))).toEqual([409, 'campaigns.ended'])
  expect(await refusal(api.checkout.reserve({ fissionCampaignId: campaign }))).toEqual([409, 'campaigns.ended'])
  expect(await refusal(api.billing.place({ id: bill.id, hash: bill.hash }))).toEqual([409, 'campaigns.ended'])
  expect(await refusal(placeGroupOrder(visitor))).toEqual([409, 'campaigns.ended'])
  expect(await ordersPlaced()).toBe(0)
})

test('sells no membership to a guest or through a campaign, and no member price to a non-member', async () => {
  const guest = shop.visitor()
  await guest.api.cart.add({ sku: 'plus-month' })
  await guest.api.checkout.setContact(sampleContact)
  expect(await refusal(placeOrder(guest))).toEqual([401, 'membership.sign_in'])
  expect(await refusal(guest.api.campaignCart.add({ id: campaign, sku: 'plus-month' }))).toEqual([
    409,
    'cart.unavailable',
  ])
  expect(await ordersPlaced()).toBe(0)
  const other = shop.visitor()
  await fillCart(other, 'tea')
  const order = await placeOrder(other, { payAtStore: true })
  expect(order.lines.map(({ unitPrice }) => unitPrice.amount)).toEqual([1000])
})
