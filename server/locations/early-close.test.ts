import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import * as locations from './locations.ts'

const shop = setUpShop()
const location = 'markham'
let owner: Office

beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'downtown', 1)
  setClock('2026-11-20T22:00')
  owner = await openOwner(shop)
})

/** Sets the clock to this time in Toronto, in winter. */
const setClock = (local: string) => shop.clock.set(`${local}:00-05:00`)
const everyDay = (from: string, to: string) => [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from, to }))

async function change(changes: Partial<locations.LocationInput>) {
  const store = await locations.find(shop.ctx(), location)
  if (store) await locations.put(shop.ctx(), { ...store, ...changes })
}
const close = (time: string, office = owner) =>
  office.staff.closeEarly({ location, time }).then(
    () => 'done',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )
/** Whether the store is open at these local times. */
async function isOpenAt(...times: string[]) {
  const store = await locations.find(shop.ctx(), location)
  return times.map((local) => store && locations.isOpen(store, new Date(`${local}:00-05:00`)))
}
async function state() {
  const { stores } = await owner.staff.pauses()
  const { isHidden, openUntil, opensNext } = stores.find((store) => store.location === location) ?? {}
  return { isHidden, openUntil, opensNext }
}

describe('closing early', () => {
  it('ends an opening that lasts past midnight, before and after midnight', async () => {
    await change({ hours: everyDay('17:00', '02:00') })
    expect(await close('00:30')).toBe('done')
    expect(await isOpenAt('2026-11-21T00:29', '2026-11-21T00:30', '2026-11-21T01:59')).toEqual([true, false, false])
    setClock('2026-11-21T00:10')
    expect(await close('00:20')).toBe('done')
    expect(await isOpenAt('2026-11-21T00:19', '2026-11-21T00:20')).toEqual([true, false])
    // The next evening has its usual hours.
    expect(await isOpenAt('2026-11-21T17:00', '2026-11-22T01:59')).toEqual([true, true])
  })

  it('refuses a time outside of the running opening, and a closed store', async () => {
    await change({ hours: everyDay('17:00', '02:00') })
    for (const time of ['21:59', '02:00', '12:00', '17:00'])
      expect([time, await close(time)]).toEqual([time, 'staff.close_outside'])
    setClock('2026-11-20T12:00')
    expect(await close('13:00')).toBe('staff.closed')
    expect((await locations.find(shop.ctx(), location))?.exceptions).toEqual([])
  })

  it('ends the day: a later opening of the same day is dropped, and methods never get longer', async () => {
    setClock('2026-11-20T12:00')
    const own = { hours: everyDay('11:00', '13:00'), exceptions: [] }
    await change({
      hours: [...everyDay('08:00', '14:00'), ...everyDay('17:00', '21:00')],
      methodRules: { PICKUP: own },
    })
    expect(await close('12:30')).toBe('done')
    expect(await isOpenAt('2026-11-20T12:29', '2026-11-20T12:30', '2026-11-20T18:00')).toEqual([true, false, false])
    expect(await isOpenAt('2026-11-21T12:30', '2026-11-21T18:00')).toEqual([true, true])
    const closure = { date: '2026-11-20', closed: true, from: '12:30' }
    const store = await locations.find(shop.ctx(), location)
    expect(store?.methodRules.PICKUP).toEqual({ ...own, exceptions: [closure] })
    const { stores } = await owner.staff.openingHours()
    const { days } = stores.find((one) => one.location === location) ?? {}
    expect(days).toEqual([{ date: '2026-11-20', openings: [{ from: '08:00', to: '12:30' }] }])
  })

  it('is for people who may change the hours of this store', async () => {
    setClock('2026-11-20T12:00')
    const cashier = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'cashier', location }])
    const other = await openColleague(shop, owner, 'kim@shop.test', [{ role: 'manager', location: 'downtown' }])
    const own = await openColleague(shop, owner, 'bo@shop.test', [{ role: 'manager', location }])
    expect(await close('13:00', cashier)).toBe('staff.no_right')
    expect(await close('13:00', other)).toBe('not_found')
    expect(await close('13:00', own)).toBe('done')
    const [line] = (await owner.people.log({})).entries
    expect(line).toMatchObject({ call: 'staff.closeEarly', before: { until: '22:00' }, after: { until: '13:00' } })
  })

  it('loses neither of two that happen at once', async () => {
    setClock('2026-11-20T12:00')
    const answers = await Promise.all([close('13:00'), close('12:30'), close('13:30')])
    expect(answers).toContain('done')
    expect(await isOpenAt('2026-11-20T12:29', '2026-11-20T12:30')).toEqual([true, false])
  })
})

describe('the state of a store', () => {
  it('says until when it is open, or when it opens next, by its own clock', async () => {
    setClock('2026-11-20T12:00')
    expect(await state()).toEqual({ isHidden: false, openUntil: '22:00', opensNext: null })
    await close('13:00')
    expect(await state()).toMatchObject({ openUntil: '13:00' })
    setClock('2026-11-20T13:00')
    expect(await state()).toMatchObject({ openUntil: null, opensNext: { date: '2026-11-21', time: '08:00' } })
    setClock('2026-11-21T07:00')
    expect(await state()).toMatchObject({ openUntil: null, opensNext: { date: '2026-11-21', time: '08:00' } })
    await change({ hours: [], display: false })
    expect(await state()).toEqual({ isHidden: true, openUntil: null, opensNext: null })
  })
})
