import { beforeEach, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { sampleContact } from '#tests/purchases.ts'

const shop = setUpShop()
let visitor: Visitor
const slot = { date: '2026-11-20', time: '12:30' }
const details = {
  setMethod: { method: 'PICKUP' },
  setPickupSlot: slot,
  setContact: sampleContact,
  setComment: { comment: ' No sugar ' },
}

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 5, taxClass: 'zero_rated' })
  visitor = shop.visitor()
  await visitor.api.cart.add({ sku: 'bun', quantity: 2 })
})

const refused = (steps: Record<string, Record<string, unknown>>) =>
  visitor.api.checkout.fillIn({ steps }).then(
    () => 'accepted',
    ({ errors }: ApiError) => errors.map(({ code, field }) => [code, field]),
  )
const chosen = async () => (await visitor.api.checkout.config()).chosen
const held = () => shop.query('select on_hand, held from stock')

test('saves all details in one call, and holds stock and slot', async () => {
  const { heldUntil } = await visitor.api.checkout.fillIn({ steps: details })
  expect(await chosen()).toMatchObject({
    method: 'PICKUP',
    slot,
    contact: { name: 'Mei Lin', phone: '+14165550123' },
    comment: 'No sugar',
    heldUntil,
  })
  expect(await held()).toEqual([{ on_hand: 5, held: 2 }])
  expect(await shop.query('select taken from slot_use')).toEqual([{ taken: 1 }])
})

test('reports all errors together, and keeps the valid values', async () => {
  expect(
    await refused({
      ...details,
      setPickupSlot: {},
      setContact: { name: '', phone: '416-555-0123', email: 'mei' },
    }),
  ).toEqual([
    ['input.invalid', 'setPickupSlot'],
    ['input.invalid', 'name'],
    ['input.invalid', 'email'],
  ])
  expect(await chosen()).toMatchObject({ method: 'PICKUP', slot: null, contact: null, comment: 'No sugar' })
  expect(await held()).toEqual([{ on_hand: 5, held: 0 }])
})

test('each step sees the steps before it: a delivery slot uses the address of the same call', async () => {
  const address = { country: 'CA', province: 'ON', city: 'Markham', street: '8 Side Street', postCode: 'L3R 1A1' }
  expect(
    await refused({ setMethod: { method: 'DELIVERY' }, setDeliveryAddress: address, setContact: sampleContact }),
  ).toEqual([
    ['checkout.method_unavailable', 'setMethod'],
    ['checkout.address_outside', 'postCode'],
  ])
  expect(await chosen()).toMatchObject({ method: null, address: { city: 'Markham' }, contact: { name: 'Mei Lin' } })
})

test('keeps the details if the cart must change first', async () => {
  await shop.query("update stock set on_hand = 1 where sku = 'bun'")
  expect(await refused(details)).toEqual([['cart.out_of_stock', undefined]])
  expect(await chosen()).toMatchObject({ slot, contact: { name: 'Mei Lin' }, comment: 'No sugar', heldUntil: null })
  expect(await held()).toEqual([{ on_hand: 1, held: 0 }])
})

test('one of twenty parallel holds gets the last piece', async () => {
  await shop.query("update stock set on_hand = 1 where sku = 'bun'")
  const visitors = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const other = shop.visitor()
      await other.api.cart.add({ sku: 'bun', quantity: 1 })
      return other
    }),
  )
  const taken = await Promise.all(
    visitors.map(({ api }) =>
      api.checkout.fillIn({ steps: details }).then(
        () => 1,
        () => 0,
      ),
    ),
  )
  expect(taken.reduce<number>((sum, one) => sum + one, 0)).toBe(1)
  expect(await held()).toEqual([{ on_hand: 1, held: 1 }])
})
