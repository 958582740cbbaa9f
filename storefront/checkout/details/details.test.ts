import { beforeEach, expect, test } from 'vitest'
import * as locations from '#server/locations/locations.ts'
import { tableCode } from '#server/locations/table-codes.ts'
import * as tables from '#server/locations/table-list.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Details } from './details.ts'
import { emptyAddress, fillFromPostCode, readDetails, saveDetails } from './details.ts'

const shop = setUpShop()
let visitor: Visitor
let good: Details
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', price: 300, stock: 2 })
  visitor = shop.visitor()
  await visitor.api.cart.add({ sku: 'bun', quantity: 2 })
  const { methods } = await visitor.api.checkout.config()
  const { date, time } = methods[0]?.earliest ?? {}
  good = {
    method: 'PICKUP',
    day: date ?? '',
    slot: `${date} ${time}`,
    deliveryDay: '',
    deliverySlot: '',
    address: emptyAddress,
    saveAddress: false,
    tableNumber: '',
    name: 'Mei',
    phone: '416 555 0123',
    email: 'mei@shop.example',
    verifiedContactId: null,
    comment: 'not too hot',
  }
})

test('complete details are saved, and the checkout holds stock and slot', async () => {
  expect(await saveDetails(visitor.api, good)).toEqual([])
  const bill = await visitor.api.billing.view()
  expect(bill.contact?.phone).toBe('+14165550123')
  expect(`${bill.slot?.date} ${bill.slot?.time}`).toBe(good.slot)
  expect(bill.comment).toBe('not too hot')
  expect(bill.heldUntil).not.toBeNull()
})

test('all wrong fields get their errors at once, and nothing is held', async () => {
  const errors = await saveDetails(visitor.api, {
    ...good,
    method: 'EAT_IN',
    slot: '',
    name: ' ',
    email: 'mei',
    comment: 'x'.repeat(301),
  })
  expect(errors.map(({ field }) => field).sort()).toEqual(['comment', 'email', 'method', 'name'])
  expect((await visitor.api.billing.view()).heldUntil).toBeNull()
})

test('an empty required field is reported as missing, and a city follows from the postal code', async () => {
  const errors = await saveDetails(visitor.api, { ...good, name: '', phone: '', email: ' ' })
  expect(errors.map(({ field, isMissing }) => [field, isMissing])).toEqual([
    ['name', true],
    ['phone', true],
    ['email', true],
  ])
  const { city, province } = await visitor.api.locations.delivery({ postCode: 'l3r 1a1' })
  expect(fillFromPostCode({ ...emptyAddress, city: 'Unionville' }, { city, province })).toMatchObject({
    city: 'Unionville',
    province: 'ON',
  })
  expect(fillFromPostCode(emptyAddress, { city, province })).toMatchObject({ city: 'Markham', province: 'ON' })
})

test('an invalid phone number causes an error at the phone field', async () => {
  expect(await saveDetails(visitor.api, { ...good, phone: '12', email: 'mei' })).toMatchObject([
    { field: 'phone' },
    { field: 'email' },
  ])
})

test('a slot of another day than the chosen one is ignored', async () => {
  expect(await saveDetails(visitor.api, { ...good, day: '2999-01-01' })).toEqual([{ field: 'slot', message: null }])
})

test('a slot in the past causes an error at the slot field', async () => {
  expect(await saveDetails(visitor.api, { ...good, day: '2020-01-01', slot: '2020-01-01 10:00' })).toMatchObject([
    { field: 'slot' },
  ])
})

test('goods that are not served at a table now cause an error at the cart, with its text', async () => {
  const evening = { name: { en: '', zh: '' }, from: '18:00', to: '21:00', weekdays: [] }
  await addProducts(shop.ctx(), { id: 'bento', windows: [evening] })
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, methods: ['EAT_IN'] })
  await tables.putTables(shop.ctx(), 'markham', ['1'])
  await visitor.api.dining.sit({
    token: tableCode(shop.app.secret, { locationId: 'markham', number: '1', version: 1 }),
  })
  await visitor.api.cart.add({ sku: 'bento' })
  expect(await saveDetails(visitor.api, { ...good, method: 'EAT_IN', day: '', slot: '' })).toMatchObject([
    { field: 'cart', message: expect.stringContaining('“bento” is served only at these times') },
  ])
})

test('stock that another shopper holds causes an error at the cart', async () => {
  const other = shop.visitor()
  await other.api.cart.add({ sku: 'bun' })
  expect(await saveDetails(other.api, good)).toEqual([])
  expect(await saveDetails(visitor.api, good)).toMatchObject([{ field: 'cart' }])
})

test.each([
  ['asap', 'asap'],
  ['2026-11-20 16:10', '2026-11-20 16:10'],
  ['time', '2026-11-21 17:40'],
  [null, '2026-11-21 17:40'],
])('a form with the way %s reads the slot %s', (way, slot) => {
  const form = new FormData()
  form.set('day', '2026-11-21')
  form.set('slot', '2026-11-21 17:40')
  if (way) form.set('slotWay', way)
  const details = readDetails(form)
  expect(details.slot).toBe(slot)
  expect(details.day).toBe(slot === '2026-11-21 17:40' ? '2026-11-21' : '')
})
