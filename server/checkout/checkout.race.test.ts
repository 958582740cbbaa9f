import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import type { Order } from '#contract/orders.ts'
import * as locations from '#server/locations/locations.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { sampleContact } from '#tests/purchases.ts'

vi.setConfig({ testTimeout: 120_000 })

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, slotCapacity: 1000 })
})

interface Ready {
  visitor: Visitor
  bill: { id: string; hash: string; pickUpAandPayAtStore: boolean }
}

/** Prepares `count` visitors with the same product in the cart, each with a bill that is ready to be placed. */
async function lineUp(count: number, sku: string, payAtStore = true): Promise<Ready[]> {
  const ready: Ready[] = []
  for (let at = 0; at < count; at += 20) {
    const some = Array.from({ length: Math.min(20, count - at) }, async () => {
      const visitor = shop.visitor()
      await visitor.api.cart.add({ sku })
      await visitor.api.checkout.setPickupSlot({ date: '2026-11-20', time: '13:00' })
      await visitor.api.checkout.setContact(sampleContact)
      const { id, hash } = await visitor.api.billing.view({ pickUpAandPayAtStore: payAtStore })
      return { visitor, bill: { id, hash, pickUpAandPayAtStore: payAtStore } }
    })
    ready.push(...(await Promise.all(some)))
  }
  return ready
}

/** Places all bills in parallel. Returns the placed orders and the errors of the refused bills. */
async function placeAll(ready: Ready[]): Promise<{ placed: Order[]; refused: ApiError[] }> {
  const results = await Promise.allSettled(ready.map(({ visitor, bill }) => visitor.api.billing.place(bill)))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  for (const reason of refused) if (!(reason instanceof ApiError)) throw reason
  return { placed: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])), refused }
}

const stock = async () => (await shop.query('select on_hand, held from stock'))[0]
const count = async (table: string) =>
  (await shop.query<{ count: number }>(`select count(*)::int from ${table}`))[0]?.count

test('of fifty parallel buyers one gets the last piece, and the others learn which item is sold out', async () => {
  await addProducts(shop.ctx(), { id: 'lychee', stock: 1 })
  const ready = await lineUp(50, 'lychee')
  const { placed, refused } = await placeAll(ready)
  expect(placed).toHaveLength(1)
  expect(refused.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(49).fill('409 cart.out_of_stock'))
  expect(new Set(refused.map(({ errors }) => errors[0]?.details?.name))).toEqual(new Set(['lychee']))
  expect(await stock()).toEqual({ on_hand: 0, held: 0 })
  expect(await shop.query('select sum(taken)::int as taken from slot_use')).toEqual([{ taken: 1 }])
  const kept = await Promise.all(ready.map(async ({ visitor }) => (await visitor.api.cart.view()).itemCount))
  expect(kept.filter((items) => items === 1)).toHaveLength(49)
})

test('of fifty parallel holds for the last piece one succeeds', async () => {
  await addProducts(shop.ctx(), { id: 'lychee', stock: 1 })
  const ready = await lineUp(50, 'lychee')
  const results = await Promise.allSettled(ready.map(({ visitor }) => visitor.api.checkout.reserve({})))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await stock()).toEqual({ on_hand: 1, held: 1 })
})

test('two hundred parallel buyers of fifty pieces make fifty orders, and the others get a clear refusal', async () => {
  await addProducts(shop.ctx(), { id: 'peach', stock: 50 })
  const { placed, refused } = await placeAll(await lineUp(200, 'peach'))
  expect(placed).toHaveLength(50)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]))
  expect(await count('orders')).toBe(50)
  expect(await stock()).toEqual({ on_hand: 0, held: 0 })
  expect(await shop.query('select sum(quantity)::int as sum from stock_movements')).toEqual([{ sum: 0 }])
})

test.each([true, false])(
  'twenty parallel requests to place one cart make one order with equal answers (at the store: %s)',
  async (payAtStore) => {
    await addProducts(shop.ctx(), { id: 'plum', stock: 5 })
    const [ready] = await lineUp(1, 'plum', payAtStore)
    if (!ready) throw new Error('nobody came')
    const { placed, refused } = await placeAll(Array<Ready>(20).fill(ready))
    expect(refused).toEqual([])
    expect(placed).toHaveLength(20)
    for (const order of placed) expect(order).toStrictEqual(placed[0])
    expect(await count('orders')).toBe(1)
    expect(await stock()).toEqual(payAtStore ? { on_hand: 4, held: 0 } : { on_hand: 5, held: 1 })
    expect(await shop.query('select sum(taken)::int as taken from slot_use')).toEqual([{ taken: 1 }])
  },
)

test('of thirty parallel orders one gets the last place in a slot', async () => {
  const store = await locations.find(shop.ctx(), 'markham')
  await addProducts(shop.ctx(), { id: 'tea', stock: null })
  const ready = await lineUp(30, 'tea')
  if (store) await locations.put(shop.ctx(), { ...store, slotCapacity: 1 })
  const { placed, refused } = await placeAll(ready)
  expect(placed).toHaveLength(1)
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['checkout.slot_unavailable']))
})

test('parallel orders of the same two items in opposite order do not deadlock', async () => {
  await addProducts(shop.ctx(), { id: 'apple', stock: 1000 }, { id: 'zucchini', stock: 1000 })
  const ready = await lineUp(20, 'apple')
  const mixed = await Promise.all(
    ready.map(async ({ visitor }, at) => {
      await visitor.api.cart.remove({ keys: Object.keys((await visitor.api.cart.view()).lineItems) })
      for (const sku of at % 2 ? ['apple', 'zucchini'] : ['zucchini', 'apple']) await visitor.api.cart.add({ sku })
      const { id, hash } = await visitor.api.billing.view()
      return { visitor, bill: { id, hash, pickUpAandPayAtStore: false } }
    }),
  )
  const { placed } = await placeAll(mixed)
  expect(placed).toHaveLength(20)
})
