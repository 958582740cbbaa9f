import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toInstant, toMinutes, toTime } from '#contract/hours.ts'
import { Failure } from '#server/platform/fail.ts'
import type { TestShop } from '#tests/harness.ts'
import { openTestShop } from '#tests/harness.ts'
import * as locations from './locations.ts'
import type { SlotRules } from './slots.ts'
import { days, firstFree, release, requireStart, reserve, rulesOf, slotsOfDay } from './slots.ts'

const zone = 'America/Toronto'
const daily = (from: string, to: string) => Array.from({ length: 7 }, (_, weekday) => ({ weekday, from, to }))
const rules: SlotRules = {
  method: 'PICKUP',
  lastOrder: undefined,
  lastOrderMinutes: 0,
  within: [],
  hours: daily('09:00', '17:00'),
  exceptions: [],
  timeZone: zone,
  leadMinutes: 20,
  goodsMinutes: 0,
  slotMinutes: 15,
  daysAhead: 7,
  slotCapacity: 8,
}
const friday = '2026-11-20'
const at = (time: string, date = friday) => toInstant(date, time, zone) as Date
const none = () => 0
const times = (own: Partial<typeof rules>, date: string, now: Date) =>
  slotsOfDay({ ...rules, ...own }, date, { now, used: none }).map(({ time }) => time)

describe('slots of a day', () => {
  test('fill the opening hours, and the last slot ends at closing', () => {
    const slots = slotsOfDay(rules, '2026-11-21', { now: at('12:00'), used: none })
    expect(slots).toHaveLength(32)
    expect(slots[0]).toEqual({ time: '09:00', until: '09:15', state: 'free', startsAt: at('09:00', '2026-11-21') })
    expect(slots.at(-1)).toMatchObject({ time: '16:45', until: '17:00' })
  })

  test('that would end after closing are left out', () => {
    expect(times({ hours: daily('09:00', '10:10'), slotMinutes: 30 }, '2026-11-21', at('12:00'))).toEqual([
      '09:00',
      '09:30',
    ])
  })

  test('start again at the beginning of each shift', () => {
    const hours = [...daily('11:10', '12:00'), ...daily('17:00', '17:45')]
    expect(times({ hours, slotMinutes: 25 }, '2026-11-21', at('12:00'))).toEqual(['11:10', '11:35', '17:00'])
  })

  test('begin after the lead time, checked minute by minute around closing', () => {
    for (let minute = toMinutes('16:00'); minute < toMinutes('17:30'); minute++) {
      const first = times({}, friday, at(toTime(minute)))[0]
      const soonest = Math.ceil((minute + 20) / 15) * 15
      expect(first, toTime(minute)).toBe(soonest <= toMinutes('16:45') ? toTime(soonest) : undefined)
    }
  })

  test('change with the date at midnight, checked minute by minute', () => {
    for (let minute = -10; minute < 10; minute++) {
      const now = new Date(at('00:00', '2026-11-21').getTime() + minute * 60_000)
      const hours = daily('00:00', '23:59')
      expect(times({ hours }, friday, now)).toEqual([])
      expect(times({ hours }, '2026-11-21', now)[0]).toBe(minute <= -5 ? '00:15' : '00:30')
      expect(times({ hours }, '2026-11-21', now).at(-1)).toBe('23:45')
    }
  })

  test('exist up to daysAhead days ahead, and not for past days', () => {
    expect(times({}, '2026-11-27', at('12:00'))).toHaveLength(32)
    expect(times({}, '2026-11-28', at('12:00'))).toEqual([])
    expect(times({}, '2026-11-19', at('12:00'))).toEqual([])
    expect(times({ daysAhead: 0 }, friday, at('16:00'))).toEqual(['16:30', '16:45'])
  })

  test.each([
    [0, 8, 'free'],
    [5, 8, 'free'],
    [6, 8, 'few'],
    [7, 8, 'few'],
    [8, 8, 'full'],
    [9, 8, 'full'],
    [0, 1, 'free'],
    [1, 1, 'full'],
    [0, 0, 'full'],
  ])('with %i of %i places used are %s', (used, slotCapacity, state) => {
    const [slot] = slotsOfDay({ ...rules, slotCapacity }, '2026-11-21', { now: at('12:00'), used: () => used })
    expect(slot?.state).toBe(state)
  })

  describe.each([
    ['America/Toronto', '2026-03-08', '2026-11-01'],
    ['America/Vancouver', '2024-03-10', '2024-11-03'],
  ])('in %s', (timeZone, spring, autumn) => {
    const night = { ...rules, timeZone, hours: daily('00:00', '05:00'), slotMinutes: 30, leadMinutes: 0 }
    const slotsOf = (date: string) =>
      slotsOfDay(night, date, { now: toInstant(date, '00:00', timeZone) as Date, used: none })

    test('the hour that is skipped in spring has no slots', () => {
      const slots = slotsOf(spring)
      expect(slots.map(({ time }) => time)).toEqual([
        '00:00',
        '00:30',
        '01:00',
        '01:30',
        '03:00',
        '03:30',
        '04:00',
        '04:30',
      ])
      expect(slots[3]?.until).toBe('03:00')
      expect(gaps(slots)).toEqual([30, 30, 30, 30, 30, 30, 30])
    })

    test('the hour that is repeated in autumn is offered once', () => {
      const slots = slotsOf(autumn)
      expect(slots.map(({ time }) => time)).toHaveLength(10)
      expect(gaps(slots)).toEqual([30, 30, 30, 90, 30, 30, 30, 30, 30])
    })
  })
})

function gaps(slots: { startsAt: Date }[]) {
  return slots
    .slice(1)
    .map(({ startsAt }, index) => (startsAt.getTime() - (slots[index]?.startsAt.getTime() ?? 0)) / 60_000)
}

interface Wanted {
  date: string
  time: string
  method: 'PICKUP' | 'EAT_IN'
}

describe('places in slots', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop()
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await shop.reset()
    shop.clock.set(at('12:00'))
    await locations.put(shop.ctx(), {
      id: 'spadina',
      name: { en: 'Spadina', zh: '士巴丹拿' },
      street: '1 Spadina Ave',
      city: 'Toronto',
      province: 'ON',
      postCode: 'M5V 1A1',
      timeZone: zone,
      hours: daily('09:00', '17:00'),
      methods: ['PICKUP'],
    })
  })
  const wanted = { locationId: 'spadina', method: 'PICKUP', date: friday, time: '13:00' } as const
  const store = async () => {
    const found = await locations.find(shop.ctx(), 'spadina')
    if (!found) throw new Error('no store')
    return found
  }
  const book = async (other: { date?: string; time?: string; method?: 'EAT_IN' } = {}) =>
    bookAt(await store(), { ...wanted, ...other })
  const bookAt = async (location: locations.LocationRow, { date, time, method }: Wanted) => {
    const at = { location, rules: rulesOf(location, method) }
    const startsAt = requireStart(shop.ctx(), { ...at, slot: { date, time } })
    await reserve(shop.ctx(), { ...at, startsAt })
    return { startsAt }
  }
  const stateOf = async (time: string) => {
    const [today] = await days(shop.ctx(), await store(), { method: 'PICKUP' })
    return today?.slots.find((slot) => slot.time === time)?.state
  }

  test('become few, then full, and can be taken again after they are given back', async () => {
    const { startsAt } = await book()
    expect(startsAt).toEqual(at('13:00'))
    expect(await stateOf('13:00')).toBe('free')
    for (let more = 0; more < 5; more++) await book()
    expect(await stateOf('13:00')).toBe('few')
    await book()
    await book()
    expect(await stateOf('13:00')).toBe('full')
    await expect(book()).rejects.toThrow('checkout.slot_unavailable')
    await release(shop.ctx(), { ...wanted, startsAt })
    expect(await stateOf('13:00')).toBe('few')
    await book()
  })

  test('are never counted below zero when they are given back more than once', async () => {
    const { startsAt } = await book()
    for (let time = 0; time < 3; time++) await release(shop.ctx(), { ...wanted, startsAt })
    expect(await shop.query('select taken from slot_use')).toEqual([{ taken: 0 }])
  })

  test('go to exactly 8 of 40 concurrent buyers', async () => {
    const takers = await Promise.allSettled(Array.from({ length: 40 }, () => book()))
    expect(takers.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
    for (const taker of takers) {
      if (taker.status === 'rejected') expect(taker.reason).toBeInstanceOf(Failure)
    }
    expect(await shop.query('select taken, capacity from slot_use')).toEqual([{ taken: 8, capacity: 8 }])
  })

  test('follow the capacity when the owner changes it', async () => {
    for (let more = 0; more < 4; more++) await book()
    await locations.put(shop.ctx(), { ...(await store()), slotCapacity: 3 })
    expect(await stateOf('13:00')).toBe('full')
    await expect(book()).rejects.toThrow('checkout.slot_unavailable')
    await locations.put(shop.ctx(), { ...(await store()), slotCapacity: 5 })
    await book()
    await expect(book()).rejects.toThrow('checkout.slot_unavailable')
    await locations.put(shop.ctx(), { ...(await store()), slotCapacity: 0 })
    await expect(book({ time: '14:00' })).rejects.toThrow('checkout.slot_unavailable')
  })

  test.each([
    ['a time that is past', { time: '11:00' }],
    ['a time within the lead time', { time: '12:15' }],
    ['a time between slots', { time: '13:05' }],
    ['a time after closing', { time: '17:00' }],
    ['yesterday', { date: '2026-11-19' }],
    ['a day too far ahead', { date: '2026-11-28' }],
    ['a method that the store does not offer', { method: 'EAT_IN' as const }],
  ])('are refused for %s', async (_, other) => {
    await expect(book(other)).rejects.toThrow('checkout.slot_unavailable')
    expect(await shop.query('select * from slot_use')).toEqual([])
  })

  test('the earliest slot is the first that is not full, on a later open day if needed', async () => {
    const earliest = async (method: 'PICKUP' | 'DELIVERY') =>
      firstFree(await days(shop.ctx(), await store(), { method }))
    expect(await earliest('PICKUP')).toEqual({ date: friday, time: '12:30' })
    for (let more = 0; more < 8; more++) await book({ time: '12:30' })
    expect(await earliest('PICKUP')).toEqual({ date: friday, time: '12:45' })
    shop.clock.set(at('16:30'))
    expect(await earliest('PICKUP')).toEqual({ date: '2026-11-21', time: '09:00' })
    expect(await earliest('DELIVERY')).toBeNull()
    await locations.put(shop.ctx(), { ...(await store()), hours: [] })
    expect(await earliest('PICKUP')).toBeNull()
    expect(await days(shop.ctx(), await store(), { method: 'PICKUP' })).toEqual([])
  })
})
