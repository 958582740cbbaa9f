import { beforeEach, expect, test } from 'vitest'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import * as locations from './locations.ts'
import { openingHours, writeDay, writeWeek } from './opening-hours.ts'

const shop = setUpShop()
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  // A Friday.
  shop.clock.set('2026-11-20T13:30:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea' })
  visitor = shop.visitor()
  await visitor.api.cart.add({ sku: 'tea' })
})

const location = 'markham'
/** The first and the last free time on a day; empty if the store is closed. */
async function timesOn(date: string, method = 'PICKUP') {
  const { methods } = await visitor.api.checkout.config()
  const day = methods.find((one) => one.method === method)?.days.find((day) => day.date === date)
  return day ? [day.slots[0]?.time, day.slots.at(-1)?.time] : []
}

test('a closed date has no slots, and has its usual slots again after the closure is removed', async () => {
  expect(await timesOn('2026-11-21')).toEqual(['08:00', '21:45'])
  await writeDay(shop.ctx(), { location, date: '2026-11-21', openings: [] })
  expect(await timesOn('2026-11-21')).toEqual([])
  expect(await timesOn('2026-11-22')).toEqual(['08:00', '21:45'])
  await writeDay(shop.ctx(), { location, date: '2026-11-21', openings: null })
  expect(await timesOn('2026-11-21')).toEqual(['08:00', '21:45'])
})

test('new hours for a date replace its earlier ones', async () => {
  await writeDay(shop.ctx(), { location, date: '2026-11-21', openings: [{ from: '10:00', to: '12:00' }] })
  await writeDay(shop.ctx(), { location, date: '2026-11-21', openings: [{ from: '14:00', to: '16:00' }] })
  expect(await timesOn('2026-11-21')).toEqual(['14:00', '15:45'])
})

test('a closed date also applies to a fulfilment method with its own exceptions', async () => {
  const store = await locations.find(shop.ctx(), location)
  if (!store) throw new Error('the store is not there')
  const own = { date: '2026-11-23', closed: true }
  await locations.put(shop.ctx(), { ...store, methodRules: { PICKUP: { exceptions: [own], leadMinutes: 30 } } })
  await writeDay(shop.ctx(), { location, date: '2026-11-21', openings: [] })
  expect(await timesOn('2026-11-21')).toEqual([])
  expect(await timesOn('2026-11-23')).toEqual([])
  expect((await locations.find(shop.ctx(), location))?.methodRules).toMatchObject({ PICKUP: { leadMinutes: 30 } })
})

test('the named weekdays get new hours, and the others keep theirs', async () => {
  const lunch = { from: '11:00', to: '14:00' }
  await writeWeek(shop.ctx(), { location, weekdays: [6, 0, 6], openings: [{ from: '17:00', to: '21:00' }, lunch] })
  await writeWeek(shop.ctx(), { location, weekdays: [1], openings: [] })
  expect(await timesOn('2026-11-21')).toEqual(['11:00', '20:45'])
  expect(await timesOn('2026-11-23')).toEqual([])
  expect(await timesOn('2026-11-24')).toEqual(['08:00', '21:45'])
  const { stores } = await openingHours(shop.ctx())
  const ofSaturday = stores[0]?.week.filter(({ weekday }) => weekday === 6)
  expect(ofSaturday).toEqual([
    { weekday: 6, ...lunch },
    { weekday: 6, from: '17:00', to: '21:00' },
  ])
})

test('past dates are not listed, and the next change deletes them', async () => {
  await writeDay(shop.ctx(), { location, date: '2026-11-21', openings: [] })
  shop.clock.set('2026-11-24T13:30:00Z')
  expect((await openingHours(shop.ctx())).stores[0]?.days).toEqual([])
  await writeDay(shop.ctx(), { location, date: '2026-12-24', openings: [{ from: '10:00', to: '15:00' }] })
  expect((await locations.find(shop.ctx(), location))?.exceptions).toEqual([
    { date: '2026-12-24', closed: false, from: '10:00', to: '15:00' },
  ])
})

test('four dates written at the same time are all stored', async () => {
  const days = ['2026-12-24', '2026-12-25', '2026-12-26', '2027-01-01']
  await Promise.all(days.map((date) => writeDay(shop.ctx(), { location, date, openings: [] })))
  expect((await openingHours(shop.ctx())).stores[0]?.days.map(({ date }) => date)).toEqual(days)
})

test('the hours of an unknown store cannot be changed', async () => {
  const refused = 'staff.unknown'
  await expect(writeWeek(shop.ctx(), { location: 'atlantis', weekdays: [1], openings: [] })).rejects.toThrow(refused)
  await expect(writeDay(shop.ctx(), { location: 'atlantis', date: '2026-12-24', openings: null })).rejects.toThrow(
    refused,
  )
})
