import { beforeEach, expect, test, vi } from 'vitest'
import * as locations from '#server/locations/locations.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCart } from '#tests/purchases.ts'

vi.setConfig({ testTimeout: 120_000 })

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, code: 'MK', slotCapacity: 1000 })
  await addProducts(shop.ctx(), { id: 'bun', stock: 1000 }, { id: 'tea', stock: 1000 })
})

test('thirty orders that are placed at once have thirty numbers, and their answers name them', async () => {
  const ready = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const visitor = shop.visitor()
      // The orders mix products, held and free stock, and payment methods. So they lock stock rows and the day's order
      // count in many combinations.
      await fillCart(visitor, at % 2 === 0 ? 'bun' : 'tea')
      if (at % 3 === 0) await visitor.api.checkout.reserve({})
      const payAtStore = at % 5 !== 0
      const { id, hash } = await visitor.api.billing.view({ pickUpAandPayAtStore: payAtStore })
      return { visitor, bill: { id, hash, pickUpAandPayAtStore: payAtStore } }
    }),
  )
  const placed = await Promise.all(ready.map(({ visitor, bill }) => visitor.api.billing.place(bill)))
  const stored = await shop.query<{ id: string; number: string }>('select id, number from orders')
  expect(new Map(placed.map(({ orderID, orderNumber }) => [orderID, orderNumber]))).toEqual(
    new Map(stored.map(({ id, number }) => [id, number])),
  )
  expect(new Set(stored.map(({ number }) => number)).size).toBe(30)
  for (const { number } of stored) expect(number).toMatch(/^MK-1120-0\d\d$/)
  expect(await shop.query('select * from order_counts')).toMatchObject([{ store_code: 'MK' }])
})
