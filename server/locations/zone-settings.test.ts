import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { putPoints } from './delivery.ts'
import * as locations from './locations.ts'

const shop = setUpShop()
let owner: Office
let manager: Office
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'richmond', 1)
  const [store] = await locations.all(shop.ctx())
  if (!store) throw new Error('there is no store')
  await locations.put(shop.ctx(), { ...store, methods: ['PICKUP', 'DELIVERY'] })
  await addProducts(shop.ctx(), { id: 'tea', price: 3000 })
  owner = await openOwner(shop)
  manager = await openColleague(shop, owner, 'lin@shop.test', [{ role: 'manager', location: 'richmond' }])
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )

const near = {
  zone: 'near',
  location: 'markham',
  name: { en: 'Near', zh: '附近' },
  area: { kind: 'postal' as const, prefixes: ['l3r 1a', 'L3R1A', 'm5a-m5t'] },
  fees: [
    { from: 0, fee: 599 },
    { from: 6000, fee: 0 },
  ],
  minimum: 2000,
}

describe('the delivery zones of a store', () => {
  it('are written with postal codes in capitals, and answer what the checkout says', async () => {
    const { zones } = await owner.staff.writeZone({ ...near, version: 0 })
    expect(zones[0]).toMatchObject({ area: { prefixes: ['L3R1A', 'M5A-M5T'] }, version: 1, isActive: true })
    const ask = (postCode: string, subtotal: number) => owner.staff.zoneAt({ location: 'markham', postCode, subtotal })
    expect(await ask('L3R 1A1', 3000)).toEqual({
      isPostCode: true,
      zone: 'near',
      fee: 599,
      minimum: 2000,
      freeFrom: 6000,
    })
    expect(await ask('m5c2t6', 6000)).toMatchObject({ zone: 'near', fee: 0 })
    expect(await ask('V6X 3V7', 3000)).toMatchObject({ isPostCode: true, zone: null })
    expect(await ask('12 Main', 3000)).toMatchObject({ isPostCode: false, zone: null })

    const visitor = shop.visitor()
    await visitor.api.cart.add({ sku: 'tea' })
    const { locations: stores } = await visitor.api.locations.delivery({ postCode: 'L3R 1A1' })
    expect(JSON.stringify(stores)).toContain('"amount":599,')
  })

  it.each(['L3R L3S', 'M5T-M5A', '10001'])('refuse the entry %s, and name it at its field', async (entry) => {
    const wrongZone = { ...near, area: { kind: 'postal' as const, prefixes: ['M5V', entry] } }
    const error = await owner.staff.writeZone(wrongZone).catch((error) => error)
    expect(error.errors).toMatchObject([{ code: 'input.invalid', field: 'area.prefixes' }])
    expect(error.errors[0].message).toContain(entry.replace(' ', ''))
    expect((await owner.staff.zones()).zones).toEqual([])
  })

  it('refuse a change of somebody who has not seen the newest one', async () => {
    await owner.staff.writeZone({ ...near, version: 0 })
    expect(await refusal(owner.staff.writeZone({ ...near, version: 0 }))).toBe('staff.stale')
    expect(await refusal(owner.staff.writeZone({ ...near, version: 1 }))).toBe(null)
    // A call without a version always replaces the zone.
    expect(await refusal(owner.staff.writeZone(near))).toBe(null)
  })

  it('stay stopped when they change, until somebody starts them again', async () => {
    await owner.staff.writeZone({ ...near, version: 0 })
    await owner.staff.stopZone({ zone: 'near', location: 'markham' })
    const { zones } = await owner.staff.writeZone({ ...near, minimum: 2500, version: 2 })
    expect(zones[0]).toMatchObject({ minimum: 2500, isActive: false })
    const zoneOf = async () =>
      (await owner.staff.zoneAt({ location: 'markham', postCode: 'L3R 1A1', subtotal: 3000 })).zone
    expect(await zoneOf()).toBeNull()

    expect((await owner.staff.startZone({ zone: 'near', location: 'markham' })).zones[0]?.isActive).toBe(true)
    expect(await zoneOf()).toBe('near')
    const { entries } = await owner.people.log({ limit: 1 })
    expect(entries).toMatchObject([
      { call: 'staff.startZone', subject: 'near', before: { isActive: false }, after: { isActive: true } },
    ])
    expect(await refusal(manager.staff.startZone({ zone: 'near', location: 'richmond' }))).toBe('staff.unknown')
  })

  it('by distance cover somebody only where positions of postal codes are known', async () => {
    const circle = { ...near, area: { kind: 'radius' as const, km: 5 } }
    expect((await owner.staff.writeZone(circle)).positions).toEqual([])
    const ask = () => owner.staff.zoneAt({ location: 'markham', postCode: 'L3R 1A1', subtotal: 3000 })
    expect(await ask()).toMatchObject({ isPostCode: true, zone: null })
    const [store] = await locations.all(shop.ctx())
    const point: [number, number] = [43.85, -79.33]
    if (store) await locations.put(shop.ctx(), { ...store, latitude: point[0], longitude: point[1] })
    await putPoints(shop.ctx(), 'CA', [{ prefix: 'L3R', point }])
    expect((await owner.staff.zones()).positions).toEqual(['CA'])
    expect(await ask()).toMatchObject({ zone: 'near' })
  })

  it('are out of reach for the manager of another store', async () => {
    await owner.staff.writeZone(near)
    expect((await manager.staff.zones()).zones).toEqual([])
    expect(await refusal(manager.staff.writeZone(near))).toBe('not_found')
    expect(await refusal(manager.staff.writeZone({ ...near, location: 'richmond' }))).toBe('staff.unknown')
    expect(await refusal(manager.staff.stopZone({ zone: 'near' }))).toBe('not_found')
    expect(await refusal(manager.staff.stopZone({ zone: 'near', location: 'richmond' }))).toBe('staff.unknown')
    expect(await refusal(manager.staff.zoneAt({ location: 'markham', postCode: 'L3R', subtotal: 0 }))).toBe('not_found')
    expect(await refusal(manager.staff.writeZone({ ...near, zone: 'own', location: 'richmond' }))).toBe(null)
    expect(await refusal(manager.staff.stopZone({ zone: 'own', location: 'richmond' }))).toBe(null)
    expect((await owner.staff.zones()).zones.map(({ zone, isActive }) => [zone, isActive])).toEqual([
      ['near', true],
      ['own', false],
    ])
  })
})

it('the shipping rates of all stores are listed in order, stopped ones last', async () => {
  const rate = {
    location: 'markham',
    name: { en: 'By post', zh: '邮寄' },
    countries: ['CN' as const],
    weightFees: [{ upToGrams: 2000, fee: 1500 }],
    days: { from: 5, to: 9 },
  }
  await owner.staff.writeShippingRate({ ...rate, rate: 'slow', position: 2 })
  await owner.staff.writeShippingRate({ ...rate, rate: 'fast', position: 1 })
  const named = async () => (await owner.staff.shippingRates()).rates.map(({ rate, isActive }) => [rate, isActive])
  expect(await named()).toEqual([
    ['fast', true],
    ['slow', true],
  ])
  expect((await owner.staff.shippingRates()).rates[0]).toMatchObject({ ...rate, freeFrom: null, minimum: 0 })
  await owner.staff.stopShippingRate({ rate: 'fast' })
  expect(await named()).toEqual([
    ['slow', true],
    ['fast', false],
  ])
  expect(await refusal(manager.staff.shippingRates())).toBe('staff.no_right')
})
