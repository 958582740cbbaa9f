import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { toMinutes } from '#contract/hours.ts'
import type { StoreDetail } from '#contract/office/stores.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import type { LocationInput } from './locations.ts'
import { all, distanceTo, firstLocation, openFirst, put } from './locations.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await openFirst(shop.ctx())
  owner = await openOwner(shop)
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.errors.map(({ code, field }) => [code, field]) : String(error)),
  )

/** The settings of the store as its form sends them, with an added street and postal code. */
async function typed(changes: Partial<StoreDetail> = {}) {
  const [store] = (await owner.staff.stores()).stores
  if (!store) throw new Error('there is no store')
  const { rules: _, ...written } = store
  return { ...written, street: '12 Main Street', postCode: 'm5v2t6', ...changes }
}

describe('the settings of a store', () => {
  it('are written whole and normalised, and shoppers see them', async () => {
    const week = [[], ...Array.from({ length: 6 }, () => [{ from: '08:00', to: '12:00' }])]
    await owner.staff.writeStore(
      await typed({ name: { en: 'Main Street', zh: '大街店' }, week, phone: '416 555 0142', cancelMinutes: null }),
    )
    expect((await all(shop.ctx()))[0]).toMatchObject({ phone: '416 555 0142', cancelMinutes: null })
    const { locations } = await shop.visitor().api.locations.pickup()
    expect(locations[0]).toMatchObject({
      localStoreName: { en: 'Main Street', zh: '大街店' },
      address: { streetNumberAndNameDetails: '12 Main Street', postCode: 'M5V 2T6' },
      hours: Array.from({ length: 6 }, (_, day) => ({ weekday: day + 1, from: '08:00', to: '12:00' })),
    })
  })

  it('have a code, from the name at first, which no other store may have', async () => {
    await put(shop.ctx(), { ...firstLocation, id: 'second', position: 9, name: { en: 'Harbour Mall', zh: '港湾店' } })
    const codes = async () => (await owner.staff.stores()).stores.map(({ code }) => code)
    const [first = '', second = ''] = await codes()
    expect(second).toBe('HM')
    expect(await refusal(owner.staff.writeStore(await typed({ code: ' hm ' })))).toEqual([['staff.store_code', 'code']])
    for (const code of ['', '1A', 'LONGCODE', 'M-K', '店'])
      expect([code, await refusal(owner.staff.writeStore(await typed({ code })))]).toEqual([
        code,
        [['input.invalid', 'code']],
      ])
    expect(await codes()).toEqual([first, second])
    await owner.staff.writeStore(await typed({ code: ' mk ' }))
    expect(await codes()).toEqual(['MK', 'HM'])
  })

  it('give one code to one of two stores that ask for it at once', async () => {
    await put(shop.ctx(), { ...firstLocation, id: 'second', position: 9 })
    const { stores } = await owner.staff.stores()
    const wishes = stores.map(({ rules: _, ...store }) => ({
      ...store,
      ...{ code: 'MK', street: '12 Main Street', postCode: 'M5V 2T6' },
    }))
    const answers = await Promise.all(wishes.map((wish) => refusal(owner.staff.writeStore(wish))))
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(answers.filter(Boolean)).toEqual([[['staff.store_code', 'code']]])
  })

  it('refuse wrong fields by name and keep what was stored', async () => {
    const before = await owner.staff.stores()
    expect(await refusal(owner.staff.writeStore(await typed({ street: '', postCode: 'V5K 0A1' })))).toEqual([
      ['checkout.address_invalid', 'street'],
      ['checkout.address_invalid', 'postCode'],
    ])
    expect(await refusal(owner.staff.writeStore(await typed({ timeZone: 'Mars/Base' })))).toEqual([
      ['input.invalid', 'timeZone'],
    ])
    expect(await owner.staff.stores()).toEqual(before)
  })

  it('refuse a change of somebody who has not seen the newest ones', async () => {
    const mine = await typed({ leadMinutes: 30 })
    const theirs = await typed({ leadMinutes: 45 })
    const answers = await Promise.all([mine, theirs].map((store) => refusal(owner.staff.writeStore(store))))
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(answers.flat()).toContainEqual(['staff.stale', undefined])
  })

  it('refuse a change after the hours were changed by another call', async () => {
    const store = await typed()
    await owner.staff.writeWeek({ location: firstLocation.id, weekdays: [1], openings: [] })
    expect(await refusal(owner.staff.writeStore(store))).toEqual([['staff.stale', undefined]])
  })

  it('name who changed them last, by whichever call', async () => {
    const store = await typed()
    await owner.staff.writeStore(store)
    const ana = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'manager', location: null }])
    await ana.staff.writeWeek({ location: firstLocation.id, weekdays: [1], openings: [] })
    const late = owner.staff.writeStore({ ...store, version: store.version + 1 })
    await expect(late).rejects.toMatchObject({ code: 'staff.stale', errors: [{ details: { by: 'ana' } }] })
  })

  it('are in the log with the changed fields, before and after', async () => {
    await owner.staff.writeStore(await typed())
    await owner.staff.writeStore(await typed({ leadMinutes: 45 }))
    const { entries } = await owner.people.log({ limit: 1 })
    expect(entries[0]).toMatchObject({
      call: 'staff.writeStore',
      location: firstLocation.id,
      before: { leadMinutes: 20 },
      after: { leadMinutes: 45 },
    })
  })
})

describe('the point of a store', () => {
  const point = { latitude: 43.6561, longitude: -79.3935 }
  const stored = async () => {
    const [row] = await all(shop.ctx())
    return row
  }

  it('reaches shoppers, gives distances and a link to a map, and all go with it', async () => {
    await owner.staff.writeStore(await typed({ point }))
    const row = await stored()
    expect(row && distanceTo(row, { point: [43.6651, -79.3935] })).toBe(1)
    const shown = async () => (await shop.visitor().api.locations.pickup()).locations[0]
    expect(await shown()).toMatchObject({ point, mapUrl: expect.stringContaining('mlat=43.6561&mlon=-79.3935') })
    await owner.staff.writeStore(await typed({ point: null }))
    expect(await stored()).toMatchObject({ latitude: null, longitude: null })
    expect(await shown()).toMatchObject({ mapUrl: '' })
    expect(await shown()).not.toHaveProperty('point')
  })

  it('keeps a link of its own while it stays', async () => {
    const mapUrl = 'https://maps.example/our-place'
    const row = await stored()
    if (row) await put(shop.ctx(), { ...row, ...point, mapUrl })
    await owner.staff.writeStore(await typed({ leadMinutes: 45 }))
    expect(await stored()).toMatchObject({ mapUrl, leadMinutes: 45 })
  })

  it.each([
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: 0 },
  ])('is refused outside of the earth: %j', async (point) => {
    expect(await refusal(owner.staff.writeStore(await typed({ point })))).toEqual([['input.invalid', 'point']])
  })
})

describe('a new store', () => {
  const harbour = { name: { en: 'Harbour Mall', zh: '港湾店' } }
  const add = (input: { copyOf?: string; submission?: string } = {}, office = owner) =>
    office.staff.addStore({ ...harbour, submission: randomUUID(), ...input })
  const storesOf = async () => (await owner.staff.stores()).stores

  it('comes last, with a code of its own, and shoppers cannot choose it before the owner shows it', async () => {
    const first = await add()
    const second = await add()
    expect((await storesOf()).map(({ location, code, isShown }) => [location, code, isShown])).toEqual([
      [firstLocation.id, expect.any(String), true],
      [first.location, 'HM', false],
      [second.location, 'HM2', false],
    ])
    const { locations } = await shop.visitor().api.locations.pickup()
    expect(locations.map(({ id }) => id)).toEqual([firstLocation.id])
    const choice = shop.visitor().api.locations.select({ locationId: first.location })
    expect(await refusal(choice)).toEqual([['locations.not_selectable', undefined]])
    const { entries } = await owner.people.log({ limit: 1 })
    expect(entries[0]).toMatchObject({ call: 'staff.addStore', location: second.location, after: harbour })
  })

  it('copies times, methods and city of another store, but no days off, parcels, street or phone', async () => {
    const [row] = await all(shop.ctx())
    const rules = { leadMinutes: 60, hours: [{ weekday: 1, from: '10:00', to: '11:00' }] }
    const copied = {
      methods: ['PICKUP' as const, 'DELIVERY' as const],
      ...{ country: 'CA' as const, province: 'BC', city: 'Richmond', timeZone: 'America/Vancouver' },
      ...{ leadMinutes: 35, slotMinutes: 30, slotCapacity: 3, daysAhead: 2, cancelMinutes: null },
      hours: [{ weekday: 2, from: '08:00', to: '12:00' }],
    }
    if (!row) throw new Error('there is no store')
    const exceptions = [{ date: '2026-12-25', closed: true }]
    await put(shop.ctx(), {
      ...row,
      ...copied,
      ...{ methods: [...copied.methods, 'SHIPPING'], street: '1 Main Street', phone: '416 555 0142', exceptions },
      methodRules: { DELIVERY: { ...rules, exceptions } },
    })
    const { location } = await add({ copyOf: row.id })
    const added = (await all(shop.ctx())).find(({ id }) => id === location)
    expect(added).toMatchObject({ ...copied, ...harbour, street: '', phone: '', exceptions: [] })
    expect(added?.methodRules).toEqual({ DELIVERY: rules })
    expect(await refusal(add({ copyOf: 'nowhere' }))).toEqual([['staff.unknown', undefined]])
  })

  it('sends its order emails to the owner who added it, also if the owner copies a store', async () => {
    const [row] = await all(shop.ctx())
    if (row) await put(shop.ctx(), { ...row, orderEmail: 'kitchen@shop.test' })
    const added = [await add(), await add({ copyOf: row?.id ?? '' })]
    const { stores } = await owner.staff.orderEmails()
    expect(stores.map(({ location, email, isOn }) => [location, email, isOn])).toEqual([
      [firstLocation.id, 'kitchen@shop.test', true],
      ...added.map(({ location }) => [location, 'owner@shop.test', true]),
    ])
  })

  it('is added once if the page sends it again, also at the same time', async () => {
    const submission = randomUUID()
    const answers = await Promise.all([add({ submission }), add({ submission })])
    expect(answers[0]).toEqual(answers[1])
    expect(await add({ submission })).toEqual(answers[0])
    expect(await storesOf()).toHaveLength(2)
  })

  it('sells no counted goods before they arrive, and takes stock, zones, tables and people', async () => {
    await shop.reset()
    await openStore(shop.ctx())
    await addProducts(shop.ctx(), { id: 'bun', stock: 5 }, { id: 'tea', stock: null })
    owner = await openOwner(shop)
    const { location } = await add({ copyOf: 'markham' })
    const [, store] = await storesOf()
    if (!store) throw new Error('the store is missing')
    const { rules: _, ...written } = store
    await owner.staff.writeStore({ ...written, isShown: true, street: '2 Harbour Street', postCode: 'M5V 2T6' })
    const shopper = shop.visitor()
    await shopper.api.locations.select({ locationId: location })
    expect(await refusal(shopper.api.cart.add({ sku: 'bun' }))).not.toBeNull()
    expect(await refusal(shopper.api.cart.add({ sku: 'tea' }))).toBeNull()

    const move = { location: 'markham', to: location, lines: [{ code: 'bun', quantity: 2 }] }
    await owner.staff.moveStock({ ...move, submission: randomUUID() })
    expect((await owner.staff.stock({ location })).items).toMatchObject([{ sku: 'bun', onHand: 2 }])
    expect(await refusal(shopper.api.cart.add({ sku: 'bun' }))).toBeNull()

    const area = { kind: 'postal' as const, prefixes: ['M5V'] }
    await owner.staff.writeZone({ zone: 'harbour', location, area, fees: [], ...harbour })
    await owner.staff.addTables({ location, numbers: ['1'] })
    expect((await owner.people.status()).me?.stores.map(({ id }) => id)).toContain(location)
    const ana = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'manager', location }])
    expect((await ana.staff.stores()).stores.map((store) => store.location)).toEqual([location])
  })

  it('is not for staff without the right to change the shop', async () => {
    const lin = await openColleague(shop, owner, 'lin@shop.test', [{ role: 'manager', location: null }])
    expect(await refusal(add({}, lin))).toEqual([['staff.no_right', undefined]])
    expect(await storesOf()).toHaveLength(1)
  })
})

it('a virtual store is no choice for shoppers', async () => {
  await owner.staff.writeStore(await typed({ isVirtual: true }))
  expect((await shop.visitor().api.locations.pickup()).locations).toEqual([])
})

describe('the rules of one method', () => {
  const location = 'markham'
  const none = {
    week: null,
    leadMinutes: null,
    slotMinutes: null,
    slotCapacity: null,
    daysAhead: null,
    lastOrder: null,
    lastOrderMinutes: 0,
  }
  const friday = '2026-11-20'
  let shopper: Visitor

  /** Sets the clock to a Friday morning and opens a store with opening hours from 8:00 to 22:00 every day. */
  async function open(own: Partial<LocationInput> = {}) {
    await shop.reset()
    shop.clock.set(`${friday}T13:31:00Z`)
    await openStore(shop.ctx())
    const [row] = await all(shop.ctx())
    if (row) await put(shop.ctx(), { ...row, methods: ['PICKUP', 'DELIVERY', 'EAT_IN'], ...own })
    await addProducts(shop.ctx(), { id: 'tea' })
    owner = await openOwner(shop)
    shopper = shop.visitor()
    await shopper.api.cart.add({ sku: 'tea' })
  }
  beforeEach(() => open())

  const write = async (method: 'PICKUP' | 'DELIVERY' | 'EAT_IN', own: object) => {
    const version = (await owner.staff.stores()).stores[0]?.version ?? 0
    return owner.staff.writeMethodRules({ ...none, location, method, version, ...own })
  }
  const at = (clock: string) => shop.clock.set(new Date(`${friday}T${clock}:00-05:00`).toISOString())
  /** What a shopper can choose on the Friday: first and last slot, and the earliest promise. */
  const offered = async (method = 'PICKUP') => {
    const { methods } = await shopper.api.checkout.config()
    const found = methods.find((one) => one.method === method)
    const slots = found?.days.find(({ date }) => date === friday)?.slots ?? []
    return [slots[0]?.time, slots.at(-1)?.time, found?.asap?.time]
  }
  const evening = (to: string) => Array.from({ length: 7 }, () => [{ from: '17:00', to }])

  it('are own hours, and the slots of shoppers follow at once', async () => {
    expect(await offered('DELIVERY')).toEqual(['09:00', '21:45', '08:55'])
    await write('DELIVERY', { week: evening('20:00'), slotMinutes: 30 })
    expect(await offered('DELIVERY')).toEqual(['17:00', '19:30', '17:00'])
    expect(await offered('PICKUP')).toEqual(['09:00', '21:45', '08:55'])
    await write('DELIVERY', {})
    expect(await offered('DELIVERY')).toEqual(['09:00', '21:45', '08:55'])
  })

  it('are a last order before closing, after which neither slots nor a promise are left for that opening', async () => {
    const week = Array.from({ length: 7 }, () => [
      { from: '11:00', to: '14:00' },
      { from: '17:00', to: '20:00' },
    ])
    await write('PICKUP', { week, lastOrderMinutes: 40, daysAhead: 0 })
    at('13:19')
    expect(await offered()).toEqual(['13:45', '19:45', '13:40'])
    at('13:20')
    expect(await offered()).toEqual(['17:00', '19:45', '17:00'])
    const late = shopper.api.checkout.setPickupSlot({ date: friday, time: '13:45' })
    expect(await refusal(late)).toEqual([['checkout.slot_unavailable', undefined]])
    at('19:19')
    expect(await offered()).toEqual(['19:45', '19:45', '19:40'])
    at('19:21')
    expect(await offered()).toEqual([undefined, undefined, undefined])
    await write('PICKUP', { week, daysAhead: 0 })
    expect(await offered()).toEqual(['19:45', '19:45', '19:45'])
  })

  it('keep the place that a shopper holds beyond the last order', async () => {
    await write('PICKUP', { lastOrderMinutes: 60 })
    at('20:59')
    await shopper.api.checkout.setPickupSlot({ asap: true })
    await shopper.api.checkout.setContact({ name: 'Ana', phone: '4165550142', email: 'ana@shop.test' })
    await shopper.api.checkout.reserve()
    at('21:01')
    expect(await offered()).toEqual([undefined, undefined, '21:20'])
    expect(await refusal(shopper.api.checkout.reserve())).toBe(null)
  })

  it('are out of reach for the manager of another store, and refuse an older version', async () => {
    await openStore(shop.ctx(), 'richmond', 1)
    const manager = await openColleague(shop, owner, 'lin@shop.test', [{ role: 'manager', location: 'richmond' }])
    const rules = { ...none, location, method: 'PICKUP' as const, version: 1 }
    expect(await refusal(manager.staff.writeMethodRules(rules))).toEqual([['not_found', undefined]])
    expect(await refusal(manager.staff.methodTimes({ location, method: 'PICKUP' }))).toEqual([['not_found', undefined]])
    await owner.staff.writeMethodRules(rules)
    expect(await refusal(owner.staff.writeMethodRules(rules))).toEqual([['staff.stale', undefined]])
  })

  it('are in the log, and keep the days that differ', async () => {
    const exceptions = [{ date: '2026-11-21', closed: true }]
    await open({ methodRules: { PICKUP: { exceptions } } })
    await write('PICKUP', { leadMinutes: 0 })
    expect((await all(shop.ctx()))[0]?.methodRules.PICKUP).toMatchObject({ exceptions, leadMinutes: 0 })
    const { entries } = await owner.people.log({ limit: 1 })
    expect(entries[0]).toMatchObject({
      call: 'staff.writeMethodRules',
      location,
      before: { 'PICKUP leadMinutes': null },
      after: { 'PICKUP leadMinutes': 0 },
    })
  })

  describe('and what can be ordered now', () => {
    const ask = (method: 'PICKUP' | 'DELIVERY' | 'EAT_IN' = 'PICKUP') => owner.staff.methodTimes({ location, method })
    const reason = async (method?: 'PICKUP' | 'DELIVERY' | 'EAT_IN') => (await ask(method)).reason

    it('are the times of the checkout, by the clock of the store', async () => {
      const { now, asap, days, reason } = await ask()
      const found = (await shopper.api.checkout.config()).methods.find(({ method }) => method === 'PICKUP')
      expect([asap, days]).toEqual([found?.asap, found?.days.slice(0, 2)])
      expect([now, reason]).toEqual([{ date: friday, time: '08:31' }, null])
    })

    it('is nothing, with the reason', async () => {
      expect(await reason('DELIVERY')).toBe('no_zone')
      await write('PICKUP', { week: evening('20:00').map(() => []) })
      expect(await reason()).toBe('closed')
      await write('PICKUP', { daysAhead: 0, lastOrderMinutes: 30, week: evening('20:00') })
      at('19:31')
      expect(await reason()).toBe('last_order')
      await write('PICKUP', { daysAhead: 0, leadMinutes: 120, week: evening('20:00') })
      expect(await reason()).toBe('too_late')
      await write('PICKUP', { daysAhead: 0 })
      await owner.staff.pause({ location, method: 'PICKUP' })
      expect(await reason()).toBe('paused')
      await open({
        methods: ['PICKUP'],
        slotCapacity: 1,
        daysAhead: 0,
        hours: [{ weekday: 5, from: '09:00', to: '09:15' }],
      })
      expect(await reason('DELIVERY')).toBe('off')
      await shopper.api.checkout.setPickupSlot({ date: friday, time: '09:00' })
      await shopper.api.checkout.setContact({ name: 'Ana', phone: '4165550142', email: 'ana@shop.test' })
      await shopper.api.checkout.reserve()
      expect(await reason()).toBe('full')
      const [row] = await all(shop.ctx())
      if (row) await put(shop.ctx(), { ...row, display: false })
      expect(await ask()).toMatchObject({ reason: 'hidden', asap: null, days: [] })
    })

    it('in a delivery zone has its minutes of travel', async () => {
      await open({ methods: ['PICKUP', 'DELIVERY'] })
      const area = { kind: 'postal' as const, prefixes: ['L3R'] }
      const zone = { location, area, fees: [], name: { en: 'Zone', zh: '配送区' } }
      await owner.staff.writeZone({ ...zone, zone: 'near', position: 1 })
      await owner.staff.writeZone({ ...zone, zone: 'far', position: 2, extraMinutes: 60 })
      const first = async (zone?: string) => {
        const times = await owner.staff.methodTimes({ location, method: 'DELIVERY', ...(zone && { zone }) })
        return [times.zone, times.days[0]?.slots[0]?.time]
      }
      const [near, far] = [await first(), await first('far')]
      expect([near[0], far[0]]).toEqual(['near', 'far'])
      expect(toMinutes(String(far[1])) - toMinutes(String(near[1]))).toBe(60)
    })

    it('at a table ends with the last order before closing', async () => {
      await write('EAT_IN', { lastOrderMinutes: 30 })
      at('21:29')
      // The owner's session from the morning has expired.
      owner = await openOwner(shop, 'wei@shop.test')
      expect(await reason('EAT_IN')).toBe(null)
      at('21:30')
      expect(await reason('EAT_IN')).toBe('last_order')
      at('22:00')
      expect(await reason('EAT_IN')).toBe('closed')
      await owner.staff.pause({ location, method: 'EAT_IN' })
      expect(await reason('EAT_IN')).toBe('paused')
    })
  })
})
