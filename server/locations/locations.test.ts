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

test('only stores that are displayed and not virtual can be picked, in the order of the owner', async () => {
  await open()
  const { locations: found } = await shop.visitor().api.locations.pickup({})
  expect(found.map(({ id }) => id)).toEqual(['east', 'west'])
  expect(found[0]).toEqual({
    id: 'east',
    display: true,
    virtual: false,
    localStoreName: { en: 'east', zh: 'east' },
    address: { streetNumberAndNameDetails: '1 Main St', city: 'Toronto', province: 'ON', postCode: 'M5V 1A1' },
    phone: '+14165550100',
    timeZone: 'America/Toronto',
    hours: [{ weekday: 5, from: '09:00', to: '17:00' }],
    exceptions: [],
    methods: ['PICKUP'],
    mapUrl: 'https://maps.example/e',
  })
})

test('an empty shop opens with one store that can be chosen, and what the owner makes of it stays', async () => {
  await locations.openFirst(shop.ctx())
  const found = async () => (await shop.visitor().api.locations.pickup({})).locations
  expect(await found()).toMatchObject([{ localStoreName: { en: 'My store', zh: '我的小店' }, methods: ['PICKUP'] }])
  await locations.put(shop.ctx(), store('main', { name: { en: 'Corner shop', zh: '街角小店' } }))
  await locations.openFirst(shop.ctx())
  expect(await found()).toMatchObject([{ id: 'main', localStoreName: { en: 'Corner shop', zh: '街角小店' } }])
})

test('no other shop gets a store', async () => {
  await locations.put(shop.ctx(), store('hidden', { display: false }))
  await locations.openFirst(shop.ctx())
  expect((await locations.all(shop.ctx())).map(({ id }) => id)).toEqual(['hidden'])
})

test('choosing a store is remembered for this visitor and no other', async () => {
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

test('a chosen store that is hidden later gives way to the first', async () => {
  await open()
  const visitor = shop.visitor()
  await visitor.api.locations.select({ locationId: 'west' })
  await locations.put(shop.ctx(), store('west', { display: false }))
  expect((await locations.current(await visitor.ctx())).id).toBe('east')
})

test('a shop without a store that can be chosen says that none is open', async () => {
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

test('a change shows at once after its commit, and before only to who makes it', async () => {
  await open()
  await locations.all(shop.ctx())
  await transact(shop.ctx(), async (ctx) => {
    await locations.put(ctx, store('north'))
    expect((await locations.all(ctx)).map(({ id }) => id)).toContain('north')
    expect((await locations.all(shop.ctx())).map(({ id }) => id)).not.toContain('north')
  })
  expect((await locations.all(shop.ctx())).map(({ id }) => id)).toContain('north')
})

test('a change that is rolled back never shows', async () => {
  await open()
  const undone = transact(shop.ctx(), async (ctx) => {
    await locations.put(ctx, store('north'))
    expect((await locations.all(ctx)).map(({ id }) => id)).toContain('north')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await locations.all(shop.ctx())).map(({ id }) => id)).not.toContain('north')
})

test('what is left out of a change stays', async () => {
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
