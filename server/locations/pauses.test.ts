import { beforeEach, expect, test } from 'vitest'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openOwner } from '#tests/office.ts'
import * as locations from './locations.ts'
import { days, firstFree } from './slots.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  // Noon on a Friday in Toronto. The store is open from 08:00 to 22:00 and has a lead time of 20 minutes.
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  owner = await openOwner(shop)
})

async function firstSlot(): Promise<string | null> {
  const store = await locations.find(shop.ctx(), 'markham')
  if (!store) throw new Error('there is no store')
  const slot = firstFree(await days(shop.ctx(), store, { method: 'PICKUP' }))
  return slot && `${slot.date} ${slot.time}`
}

test('a rush lets every order take longer until the end of the day, or until it is taken back', async () => {
  expect(await firstSlot()).toBe('2026-11-20 12:30')
  const { slower } = await owner.staff.slower({ location: 'markham', minutes: 20 })
  expect(slower).toEqual({ minutes: 20, until: '2026-11-21T05:00:00.000Z' })
  expect(await firstSlot()).toBe('2026-11-20 12:45')
  await owner.staff.slower({ location: 'markham', minutes: 0 })
  expect(await firstSlot()).toBe('2026-11-20 12:30')

  await owner.staff.slower({ location: 'markham', minutes: 60 })
  shop.clock.set('2026-11-21T17:00:00Z')
  expect(await firstSlot()).toBe('2026-11-21 12:30')
  // Calls the module directly, because the owner's session has ended by now.
  const { stores } = await locations.pauses.list(shop.ctx())
  expect(stores[0]?.slower).toBe(null)
})

test('a rush in a store that is open past midnight lasts until it closes', async () => {
  const hours = Array.from({ length: 7 }, (_, weekday) => ({ weekday, from: '18:00', to: '02:00' }))
  await shop.query('update locations set hours = $1', [JSON.stringify(hours)])
  const until = async (now: string) => {
    shop.clock.set(now)
    return (await locations.pauses.slower(shop.ctx(), { location: 'markham', minutes: 20 })).slower?.until
  }
  // Local times: 23:30 and 01:30 in the same opening, then noon before the next opening.
  expect(await until('2026-11-21T04:30:00Z')).toBe('2026-11-21T07:00:00.000Z')
  expect(await until('2026-11-21T06:30:00Z')).toBe('2026-11-21T07:00:00.000Z')
  expect(await until('2026-11-21T17:00:00Z')).toBe('2026-11-22T07:00:00.000Z')
})

test('a pause of one method moves its first slot and ends by itself', async () => {
  const { pauses } = await owner.staff.pause({ location: 'markham', method: 'PICKUP', minutes: 60 })
  expect(pauses).toEqual([{ method: 'PICKUP', until: expect.stringMatching(/^2026-11-20T18:00:/) }])
  expect(await firstSlot()).toBe('2026-11-20 13:15')
  shop.clock.set('2026-11-20T18:01:00Z')
  const { stores } = await owner.staff.pauses()
  expect(stores[0]).toMatchObject({ pauses: [], isAllPaused: false })
  expect(await firstSlot()).toBe('2026-11-20 13:30')
})

test('staff end the pause of one method or of all', async () => {
  await owner.staff.pause({ location: 'markham' })
  expect(await firstSlot()).toBe(null)
  const { pauses } = await owner.staff.resume({ location: 'markham', method: 'PICKUP' })
  expect(pauses.map(({ method }) => method)).not.toContain('PICKUP')
  expect(await firstSlot()).toBe('2026-11-20 12:30')
  expect((await owner.staff.resume({ location: 'markham' })).pauses).toEqual([])
})
