import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import type { Order } from '#contract/orders.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { fillGroupCart, groupItem, markOrderPaid, openGroupBuy, placeGroupOrder } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'

vi.setConfig({ testTimeout: 120_000 })

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0 })
})

/** Prepares visitors who have a piece in the campaign's cart and have made all choices. */
async function lineUp(count: number, wanted: Parameters<typeof fillGroupCart>[1] = {}): Promise<Visitor[]> {
  const ready: Visitor[] = []
  for (let from = 0; from < count; from += 20) {
    const some = Array.from({ length: Math.min(20, count - from) }, async (_, index) => {
      const at = from + index
      const visitor = shop.visitor()
      const phone = `416-555-${String(1000 + at)}`
      await fillGroupCart(visitor, { name: `P${at}`, email: `p${at}@shop.example`, phone, ...wanted })
      return visitor
    })
    ready.push(...(await Promise.all(some)))
  }
  return ready
}

/** Lets all visitors order and pay at the same moment. */
async function rush(ready: Visitor[]): Promise<{ paid: Order[]; refused: ApiError[] }> {
  const buy = async (visitor: Visitor) => {
    const order = await placeGroupOrder(visitor)
    await markOrderPaid(shop.ctx(), order.orderID)
    return order
  }
  const results = await Promise.allSettled(ready.map(buy))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  for (const reason of refused) if (!(reason instanceof ApiError)) throw reason
  return { paid: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])), refused }
}
const codes = (refused: ApiError[]) => [...new Set(refused.map(({ code }) => code))].sort()
const oneTier = [{ from: 1, price: 1000 }]

test('a hundred parallel buyers of twenty pieces buy exactly twenty, and the others are refused', async () => {
  await openGroupBuy(shop.ctx(), { items: [groupItem({ stock: 20, tiers: oneTier })] })
  const { paid, refused } = await rush(await lineUp(100))
  expect([paid.length, refused.length]).toEqual([20, 80])
  expect(codes(refused)).toEqual(['cart.out_of_stock'])
  expect(refused[0]?.message).toBe('Just sold out: lychee.')
  const { progress, items, state } = await shop.visitor().api.campaigns.detail({ id: 'lychees' })
  expect([state, progress.participants, progress.pieces, items[0]?.purchasable]).toEqual(['full', 20, 20, 0])
  expect(await shop.query('select held, sold from campaign_items')).toEqual([{ held: 0, sold: 20 }])
  const numbers = await shop.query("select number from campaign_joins where state = 'paid' order by number")
  expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
})

test('parallel orders keep the limit of people and the limit per person', async () => {
  await openGroupBuy(shop.ctx(), { goal: 1, cap: 10, items: [groupItem({ stock: 100, perPerson: 1, tiers: oneTier })] })
  const one = await rush(await lineUp(10, { email: 'one@shop.example', phone: '416-555-0999' }))
  expect([one.paid.length, codes(one.refused)]).toEqual([1, ['campaigns.limit']])
  const many = await rush(await lineUp(40))
  expect([many.paid.length, codes(many.refused)]).toEqual([9, ['campaigns.full']])
})

test('of twenty parallel buyers one gets the last place at a point', async () => {
  await openGroupBuy(shop.ctx(), { items: [groupItem({ tiers: oneTier })] })
  const { paid, refused } = await rush(await lineUp(20, { pickupPointId: 'lychees-p2' }))
  expect([paid.length, codes(refused)]).toEqual([1, ['campaigns.point_full']])
  expect(await shop.query("select taken from campaign_windows where from_time = '14:00'")).toEqual([{ taken: 1 }])
})
