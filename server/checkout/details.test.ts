import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { putZone } from '#server/locations/delivery.ts'
import * as locations from '#server/locations/locations.ts'
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

describe('a held time stays selectable while the hold lasts', () => {
  const otherPhone = { ...details, setContact: { ...sampleContact, phone: '416-555-0199' } }
  const pickup = async () => (await visitor.api.checkout.config()).methods[0]
  const slotsOn = async (date: string) => (await pickup())?.days.find((day) => day.date === date)?.slots ?? []
  async function changeStore(changes: Partial<locations.LocationInput>) {
    const store = await locations.find(shop.ctx(), 'markham')
    if (store) await locations.put(shop.ctx(), { ...store, ...changes })
  }

  test('after its lead time has begun, and in the order of times', async () => {
    await visitor.api.checkout.fillIn({ steps: details })
    shop.clock.advance(11 * 60_000)
    expect((await slotsOn(slot.date)).slice(0, 2)).toEqual([
      { time: '12:30', until: '12:45', state: 'free' },
      { time: '12:45', until: '13:00', state: 'free' },
    ])
    expect(await refused(otherPhone)).toBe('accepted')
    expect(await visitor.api.billing.view()).toMatchObject({ slot, contact: { phone: '+14165550199' } })
    expect(await shop.query('select taken from slot_use where taken > 0')).toEqual([{ taken: 1 }])
    shop.clock.advance(16 * 60_000)
    expect((await slotsOn(slot.date))[0]).toMatchObject({ time: '13:00' })
    expect(await refused(otherPhone)).toEqual([['checkout.slot_unavailable', 'setPickupSlot']])
  })

  test('for its own cart only', async () => {
    await visitor.api.checkout.fillIn({ steps: details })
    shop.clock.advance(11 * 60_000)
    visitor = shop.visitor()
    await visitor.api.cart.add({ sku: 'bun' })
    expect((await slotsOn(slot.date))[0]).toMatchObject({ time: '12:45' })
    expect(await refused(details)).toEqual([['checkout.slot_unavailable', 'setPickupSlot']])
  })

  test('after the last order of its day, if the store takes orders for no other day', async () => {
    await changeStore({ daysAhead: 1, methodRules: { PICKUP: { lastOrder: { daysBefore: 1, time: '12:05' } } } })
    const tomorrow = { date: '2026-11-21', time: '10:00' }
    await visitor.api.checkout.fillIn({ steps: { ...details, setPickupSlot: tomorrow } })
    shop.clock.advance(6 * 60_000)
    expect(await pickup()).toMatchObject({
      earliest: tomorrow,
      days: [{ date: '2026-11-21', slots: [{ time: '10:00', until: '10:15' }] }],
    })
    expect(await refused({ ...otherPhone, setPickupSlot: tomorrow })).toBe('accepted')
    expect((await visitor.api.billing.view()).slot).toEqual(tomorrow)
  })

  test('as soon as possible too', async () => {
    const soon = { ...details, setPickupSlot: { asap: true } }
    await visitor.api.checkout.fillIn({ steps: soon })
    const promised = (await visitor.api.billing.view()).slot
    shop.clock.advance(6 * 60_000)
    expect(await pickup()).toMatchObject({ asap: promised })
    expect(await refused(soon)).toBe('accepted')
    expect((await visitor.api.billing.view()).slot).toEqual(promised)
  })

  const evening = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '18:00', to: '22:00' }))
  test.each([
    ['other hours', { hours: evening }, '18:00'],
    ['a longer lead time', { extraMinutes: 30 }, '12:55'],
  ])('except with a new address in a delivery zone with %s', async (_, rules, asapTime) => {
    await changeStore({ methods: ['PICKUP', 'DELIVERY'] })
    const zone = { locationId: 'markham', name: { en: 'Zone', zh: '区' }, fees: [{ from: 0, fee: 400 }] }
    await putZone(shop.ctx(), { ...zone, id: 'near', area: { kind: 'postal', prefixes: ['L3R'] } })
    await putZone(shop.ctx(), { ...zone, ...rules, id: 'far', area: { kind: 'postal', prefixes: ['K1A'] } })
    const address = { country: 'CA', province: 'ON', city: 'Markham', street: '8 Side Street', postCode: 'L3R 1A1' }
    const steps = {
      setMethod: { method: 'DELIVERY' },
      setDeliveryAddress: address,
      setDeliverySlot: slot,
      setContact: sampleContact,
    }
    await visitor.api.checkout.fillIn({ steps })
    const far = { ...steps, setDeliveryAddress: { ...address, postCode: 'K1A 0B1' } }
    expect(await refused(far)).toEqual([['checkout.slot_unavailable', 'setDeliverySlot']])
    const soon = { setDeliverySlot: { asap: true } }
    await visitor.api.checkout.fillIn({ steps: { ...steps, ...soon } })
    await visitor.api.checkout.fillIn({ steps: { ...far, ...soon } })
    expect((await visitor.api.billing.view()).slot).toMatchObject({ time: asapTime, asap: true })
  })
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
