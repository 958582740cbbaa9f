import { beforeEach, expect, test } from 'vitest'
import { transact } from '#server/platform/database/transactions.ts'
import { setUpShop } from '#tests/harness.ts'
import * as locations from './locations.ts'

const shop = setUpShop()
beforeEach(() => shop.reset())

const store = (id: string, own: Partial<locations.LocationInput> = {}): locations.LocationInput => ({
  id,
  name: { en: id, zh: id },
  street: '1 Main St',
  city: 'Toronto',
  province: 'ON',
  postCode: 'M5V 1A1',
  timeZone: 'America/Toronto',
  hours: [{ weekday: 5, from: '09:00', to: '17:00' }],
  methods: ['PICKUP'],
  ...own,
})
const open = async () => {
  await locations.put(shop.ctx(), store('west', { position: 3, province: 'BC', timeZone: 'America/Vancouver' }))
  await locations.put(shop.ctx(), store('hidden', { position: 0, display: false }))
  await locations.put(shop.ctx(), store('virtual', { position: 1, virtual: true }))
  await locations.put(
    shop.ctx(),
    store('east', { position: 2, phone: '+14165550100', mapUrl: 'https://maps.example/e' }),
  )
}

test('shoppers can choose only displayed stores that are not virtual, in the owner’s order', async () => {
  await open()
  const { locations: found } = await shop.visitor().api.locations.pickup({})
  expect(found.map(({ id }) => id)).toEqual(['east', 'west'])
  expect(found[0]).toEqual({
    id: 'east',
    display: true,
    virtual: false,
    localStoreName: { en: 'east', zh: 'east' },
    address: {
      streetNumberAndNameDetails: '1 Main St',
      city: 'Toronto',
      province: 'ON',
      postCode: 'M5V 1A1',
      country: 'CA',
    },
    phone: '+14165550100',
    timeZone: 'America/Toronto',
    hours: [{ weekday: 5, from: '09:00', to: '17:00' }],
    exceptions: [],
    methods: ['PICKUP'],
    mapUrl: 'https://maps.example/e',
  })
})

test('an empty shop gets one store, and the owner’s changes to it are kept', async () => {
  await locations.openFirst(shop.ctx())
  const found = async () => (await shop.visitor().api.locations.pickup({})).locations
  expect(await found()).toMatchObject([{ localStoreName: { en: 'My store', zh: '我的小店' }, methods: ['PICKUP'] }])
  await locations.put(shop.ctx(), store('main', { name: { en: 'Corner shop', zh: '街角小店' } }))
  await locations.openFirst(shop.ctx())
  expect(await found()).toMatchObject([{ id: 'main', localStoreName: { en: 'Corner shop', zh: '街角小店' } }])
})

test('a shop that already has a store gets no first store', async () => {
  await locations.put(shop.ctx(), store('hidden', { display: false }))
  await locations.openFirst(shop.ctx())
  expect((await locations.all(shop.ctx())).map(({ id }) => id)).toEqual(['hidden'])
})

test('the choice of a store is remembered for this visitor only', async () => {
  await open()
  const visitor = shop.visitor()
  expect(await visitor.api.locations.select({ locationId: 'west' })).toEqual({
    locationId: 'west',
    landingPageUrl: '/home',
  })
  expect((await locations.current(await visitor.ctx())).id).toBe('west')
  expect((await locations.current(await shop.visitor().ctx())).id).toBe('east')
})

test.each(['hidden', 'virtual', 'nowhere'])('the store "%s" cannot be chosen', async (locationId) => {
  await open()
  const visitor = shop.visitor()
  await expect(visitor.api.locations.select({ locationId })).rejects.toMatchObject({
    status: 422,
    errors: [{ code: 'locations.not_selectable' }],
  })
  visitor.cookies.set('location', locationId)
  expect((await locations.current(await visitor.ctx())).id).toBe('east')
})

test('a visitor whose chosen store is hidden later gets the first store', async () => {
  await open()
  const visitor = shop.visitor()
  await visitor.api.locations.select({ locationId: 'west' })
  await locations.put(shop.ctx(), store('west', { display: false }))
  expect((await locations.current(await visitor.ctx())).id).toBe('east')
})

test('a shop without a store to choose fails with locations.none_open', async () => {
  await expect(locations.current(shop.ctx())).rejects.toThrow('locations.none_open')
  await locations.put(shop.ctx(), store('hidden', { display: false }))
  await expect(locations.current(shop.ctx())).rejects.toThrow('locations.none_open')
})

test('every location can be found by its id', async () => {
  await open()
  expect((await locations.all(shop.ctx())).map(({ id }) => id)).toEqual(['hidden', 'virtual', 'east', 'west'])
  expect((await locations.find(shop.ctx(), 'virtual'))?.virtual).toBe(true)
  expect(await locations.find(shop.ctx(), 'nowhere')).toBeNull()
})

test('a change is visible only in its transaction until the commit, then to everyone at once', async () => {
  await open()
  await locations.all(shop.ctx())
  await transact(shop.ctx(), async (ctx) => {
    await locations.put(ctx, store('north'))
    expect((await locations.all(ctx)).map(({ id }) => id)).toContain('north')
    expect((await locations.all(shop.ctx())).map(({ id }) => id)).not.toContain('north')
  })
  expect((await locations.all(shop.ctx())).map(({ id }) => id)).toContain('north')
})

test('a change that is rolled back is never visible to others', async () => {
  await open()
  const undone = transact(shop.ctx(), async (ctx) => {
    await locations.put(ctx, store('north'))
    expect((await locations.all(ctx)).map(({ id }) => id)).toContain('north')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await locations.all(shop.ctx())).map(({ id }) => id)).not.toContain('north')
})

test('fields that a change leaves out keep their values', async () => {
  await open()
  await locations.put(shop.ctx(), store('east', { city: 'Markham' }))
  expect(await locations.find(shop.ctx(), 'east')).toMatchObject({
    city: 'Markham',
    position: 2,
    phone: '+14165550100',
  })
})

test('a time zone that does not exist is refused', () => {
  expect(() => locations.put(shop.ctx(), store('moon', { timeZone: 'Moon/Tranquility' }))).toThrow(RangeError)
})
