import { beforeEach, expect, test } from 'vitest'
import { setPrice, unpublish } from '#server/catalogue/products.ts'
import { setOnHandMany } from '#server/catalogue/stock.ts'
import * as locations from '#server/locations/locations.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'

const shop = setUpShop()
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T15:00:00Z')
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'richmond', 1)
  const both = ['bun', 'tea', 'box', 'rice', 'nut', 'old']
  await addProducts(shop.ctx(), ...both.map((id) => ({ id, price: 350, stock: id === 'tea' ? null : 10 })))
  const there = { bun: 5, box: 1, rice: 0, old: 5 }
  for (const [sku, quantity] of Object.entries(there)) {
    await setOnHandMany(shop.ctx(), [{ sku, locationId: 'richmond', quantity }])
  }
  visitor = shop.visitor()
})

const preview = (locationId = 'richmond') => visitor.api.cart.preview({ locationId })

/** Adds each SKU at a different time, because the cart sorts its lines by the time when they were added. */
async function fill(skus: string[]) {
  for (const sku of skus) {
    await visitor.api.cart.add({ sku, quantity: 2 })
    shop.clock.advance(1)
  }
}

test('a preview shows what changes for each line at another store, and changes nothing', async () => {
  await fill(['bun', 'tea', 'box', 'rice', 'nut', 'old'])
  await setPrice(shop.ctx(), { sku: 'tea', price: 400 })
  await unpublish(shop.ctx(), 'old')
  const before = await visitor.api.cart.view()
  const { lines, ...about } = await preview()
  expect(about).toEqual({
    locationId: 'richmond',
    localStoreName: { en: 'richmond', zh: 'richmond' },
    losesSlot: false,
    losesDelivery: false,
  })
  expect(lines.map(({ name, kind, purchasable }) => [name.en, kind, purchasable])).toEqual([
    ['bun', 'same', 5],
    ['tea', 'price', null],
    ['box', 'less', 1],
    ['rice', 'sold_out', 0],
    ['nut', 'unavailable', 0],
    ['old', 'unavailable', 5],
  ])
  expect(lines[1]).toMatchObject({ quantity: 2, before: { amount: 350 }, after: { amount: 400 } })
  expect(await visitor.api.cart.view()).toEqual(before)
  expect((await locations.current(await visitor.ctx())).id).toBe('markham')
})

test('a cart that moves to another store and back is unchanged', async () => {
  await fill(['bun', 'rice', 'nut'])
  const before = await visitor.api.cart.view()
  await visitor.api.locations.select({ locationId: 'richmond' })
  expect(Object.values((await visitor.api.cart.view()).lineItems).map(({ problem }) => problem)).toEqual([
    null,
    'out_of_stock',
    'out_of_stock',
  ])
  await visitor.api.locations.select({ locationId: 'markham' })
  expect(await visitor.api.cart.view()).toEqual(before)
})

test('a visitor without a cart gets an empty preview, and nothing is stored', async () => {
  expect((await preview()).lines).toEqual([])
  expect(await shop.query('select id from sessions')).toEqual([])
})

test('a preview says if the other store does not offer the chosen slot', async () => {
  await visitor.api.cart.add({ sku: 'bun' })
  await visitor.api.checkout.setMethod({ method: 'PICKUP' })
  await visitor.api.checkout.setPickupSlot({ date: '2026-11-21', time: '09:00' })
  expect((await preview()).losesSlot).toBe(false)
  const there = await locations.find(shop.ctx(), 'richmond')
  if (there) await locations.put(shop.ctx(), { ...there, exceptions: [{ date: '2026-11-21', closed: true }] })
  expect((await preview()).losesSlot).toBe(true)
})

test.each(['hidden', 'virtual', 'nowhere'])('a store that cannot be chosen has no preview: %s', async (id) => {
  if (id !== 'nowhere') {
    await openStore(shop.ctx(), id, 5)
    const row = await locations.find(shop.ctx(), id)
    if (row) await locations.put(shop.ctx(), { ...row, display: id !== 'hidden', virtual: id === 'virtual' })
  }
  await expect(preview(id)).rejects.toMatchObject({ errors: [{ code: 'locations.not_selectable' }] })
})
