import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { addDays, toInstant, toLocal, toMinutes, toTime } from '#contract/hours.ts'
import type { SlotRules } from './slot-rules.ts'
import { earliestReadyAt, findPromise, gridOf, rulesOf, slotsOfDay, stateOf, takesOrders } from './slot-rules.ts'

const daily = (from: string, to: string) => Array.from({ length: 7 }, (_, weekday) => ({ weekday, from, to }))
const rules: SlotRules = {
  method: 'PICKUP',
  timeZone: 'America/Toronto',
  hours: daily('09:00', '17:00'),
  exceptions: [],
  leadMinutes: 20,
  goodsMinutes: 0,
  slotMinutes: 15,
  daysAhead: 7,
  slotCapacity: 8,
  lastOrder: undefined,
  lastOrderMinutes: 0,
  within: [],
}
const friday = '2026-11-20'
const at = (time: string, date = friday) => toInstant(date, time, rules.timeZone) as Date
const none = () => 0
const timesOf = (own: Partial<SlotRules>, date: string, now: Date) =>
  slotsOfDay({ ...rules, ...own }, date, { now, used: none }).map(({ time, until }) => `${time}-${until}`)

describe('the rules of a store', () => {
  const hours = daily('09:00', '17:00')
  const exceptions = [{ date: friday, closed: true }]
  const store = {
    timeZone: 'America/Toronto',
    hours,
    exceptions,
    leadMinutes: 20,
    slotMinutes: 15,
    daysAhead: 7,
    slotCapacity: 8,
    methodRules: {},
    pauses: {},
    slower: null,
  }
  const asStore = {
    method: 'PICKUP',
    timeZone: 'America/Toronto',
    hours,
    exceptions,
    leadMinutes: 20,
    goodsMinutes: 0,
    slotMinutes: 15,
    daysAhead: 7,
    slotCapacity: 8,
    lastOrder: undefined,
    lastOrderMinutes: 0,
    within: [],
    pausedUntil: null,
    slower: null,
  }

  test('apply to a method without rules of its own', () => {
    expect(rulesOf(store, 'PICKUP')).toEqual(asStore)
    expect(rulesOf({ ...store, methodRules: { DELIVERY: { leadMinutes: 60 } } }, 'PICKUP')).toEqual(asStore)
  })

  test('give way to the rules of the method, which may be zero or empty', () => {
    const own = {
      hours: [],
      exceptions: [],
      leadMinutes: 0,
      slotMinutes: 30,
      daysAhead: 0,
      slotCapacity: 0,
      lastOrder: { daysBefore: 1, time: '18:00' },
      lastOrderMinutes: 45,
    }
    expect(rulesOf({ ...store, methodRules: { PICKUP: own } }, 'PICKUP')).toEqual({ ...asStore, ...own })
  })

  test.each([
    [0, 20, 7],
    [20, 20, 8],
    [21, 21, 8],
    [1440, 1440, 8],
    [1441, 1441, 9],
  ])('with goods that take %i minutes have a lead time of %i minutes and %i days to choose', (minutes, lead, days) => {
    const { leadMinutes, daysAhead, goodsMinutes } = rulesOf(store, 'PICKUP', { goodsMinutes: minutes })
    expect([leadMinutes, daysAhead, goodsMinutes]).toEqual([lead, days, minutes])
  })

  test('shorten the own hours of a method on a day with special openings of the store', () => {
    const exceptions = [{ date: friday, closed: false, from: '10:00', to: '13:00' }]
    const open = (methodRules: Parameters<typeof rulesOf>[0]['methodRules']) =>
      gridOf({ ...rulesOf({ ...store, exceptions, methodRules }, 'PICKUP'), slotMinutes: 60 }, friday).map(
        ({ time }) => time,
      )
    expect(open({})).toEqual(['10:00', '11:00', '12:00'])
    expect(open({ PICKUP: { hours: daily('11:00', '14:00') } })).toEqual(['11:00', '12:00'])
    expect(open({ PICKUP: { hours: [] } })).toEqual([])
    expect(open({ PICKUP: { hours: daily('11:00', '14:00'), exceptions } })).toEqual(['10:00', '11:00', '12:00'])
  })

  test('add the minutes and the hours of a delivery zone', () => {
    const road = { hours: daily('11:00', '12:00'), extraMinutes: 25 }
    const rules = rulesOf(store, 'DELIVERY', { road, goodsMinutes: 60 })
    expect([rules.leadMinutes, rules.within]).toEqual([85, road.hours])
  })

  test('name the end of a pause and of a rush', () => {
    const busy = {
      ...store,
      pauses: { PICKUP: '2026-11-20T18:00:00.000Z' },
      slower: { minutes: 30, until: '2026-11-20T19:00:00.000Z' },
    }
    expect(rulesOf(busy, 'PICKUP')).toMatchObject({
      pausedUntil: new Date('2026-11-20T18:00:00Z'),
      slower: { minutes: 30, until: new Date('2026-11-20T19:00:00Z') },
    })
    expect(rulesOf(busy, 'DELIVERY').pausedUntil).toBeNull()
  })
})

describe('the earliest time of an order', () => {
  const minutesAfterNoon = (own: Partial<SlotRules>) =>
    (earliestReadyAt({ ...rules, ...own }, at('12:00')) - at('12:00').getTime()) / 60_000

  test('is after the lead time', () => {
    expect(minutesAfterNoon({})).toBe(20)
  })

  test('is later during a rush, and not once it is over', () => {
    expect(minutesAfterNoon({ slower: { minutes: 15, until: at('12:01') } })).toBe(35)
    expect(minutesAfterNoon({ slower: { minutes: 15, until: at('12:00') } })).toBe(20)
    expect(minutesAfterNoon({ slower: null })).toBe(20)
  })

  test('is after a pause that lasts longer than the lead time', () => {
    expect(minutesAfterNoon({ pausedUntil: at('13:00') })).toBe(60)
    expect(minutesAfterNoon({ pausedUntil: at('12:10') })).toBe(20)
  })
})

test.each([
  [0, 8, 'free'],
  [5, 8, 'free'],
  [6, 8, 'few'],
  [7, 8, 'few'],
  [8, 8, 'full'],
  [9, 8, 'full'],
  [0, 0, 'full'],
])('a slot with %i of %i places taken is %s', (used, capacity, state) => {
  expect(stateOf(used, capacity)).toBe(state)
})

test('slots are offered from today up to the last day ahead', () => {
  const days = ['2026-11-19', friday, '2026-11-21', '2026-11-22']
  expect(days.map((day) => timesOf({ daysAhead: 1 }, day, at('12:00')).length > 0)).toEqual([false, true, true, false])
})

describe('the grid of slots', () => {
  const startsOf = (own: Partial<SlotRules>, date = friday) =>
    gridOf({ ...rules, ...own }, date).map(({ time }) => time)
  const hours = daily('09:00', '10:00')

  test('is made once for equal rules', () => {
    expect(gridOf({ ...rules, hours }, friday)).toBe(gridOf({ ...rules, hours, leadMinutes: 99 }, friday))
  })

  test('follows each rule on which it depends', () => {
    const usual = ['09:00', '09:15', '09:30', '09:45']
    expect(startsOf({ hours })).toEqual(usual)
    expect(startsOf({ hours, slotMinutes: 30 })).toEqual(['09:00', '09:30'])
    expect(startsOf({ hours, within: daily('09:30', '10:00') })).toEqual(['09:30', '09:45'])
    expect(startsOf({ hours, exceptions: [{ date: friday, closed: true }] })).toEqual([])
    expect(startsOf({ hours })).toEqual(usual)
    const [here] = gridOf({ ...rules, hours }, friday)
    const [there] = gridOf({ ...rules, hours, timeZone: 'America/Winnipeg' }, friday)
    expect((there?.startsAt.getTime() ?? 0) - (here?.startsAt.getTime() ?? 0)).toBe(hourMs)
  })

  test('has slots of a minute, but none of no length', () => {
    expect(startsOf({ hours: daily('09:00', '09:03'), slotMinutes: 1 })).toEqual(['09:00', '09:01', '09:02'])
    expect(startsOf({ hours, slotMinutes: 0 })).toEqual([])
  })

  test('has the slots of each of the hours of a zone', () => {
    const within = [...daily('09:00', '09:15'), ...daily('09:45', '10:00')]
    expect(startsOf({ hours, within })).toEqual(['09:00', '09:45'])
  })
})

test('a store takes orders for now from its opening on, and not while it is closed', () => {
  const own = { ...rules, lastOrderMinutes: 30 }
  expect(['08:59', '09:00', '16:29', '16:30', '17:00'].map((time) => takesOrders(own, at(time)))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})

describe('opening hours past midnight', () => {
  const night = { hours: [{ weekday: 5, from: '22:00', to: '02:00' }], slotMinutes: 40, leadMinutes: 0 }

  test('have slots on both dates, and one slot may span midnight', () => {
    expect(timesOf(night, friday, at('12:00'))).toEqual(['22:00-22:40', '22:40-23:20', '23:20-00:00'])
    expect(timesOf(night, '2026-11-21', at('12:00'))).toEqual(['00:00-00:40', '00:40-01:20', '01:20-02:00'])
    expect(timesOf({ ...night, slotMinutes: 50 }, friday, at('12:00')).at(-1)).toBe('23:40-00:30')
    expect(timesOf({ ...night, slotMinutes: 50 }, '2026-11-21', at('12:00'))).toEqual(['00:30-01:20'])
  })

  test('use the last order time of the day on which they begin', () => {
    const rules = { ...night, lastOrder: { daysBefore: 0, time: '23:00' } }
    expect(timesOf(rules, '2026-11-21', at('22:59'))).toHaveLength(3)
    expect(timesOf(rules, '2026-11-21', at('23:00'))).toEqual([])
  })
})

describe('the last order time', () => {
  test('on the evening before closes the whole day, checked minute by minute', () => {
    const lastOrder = { daysBefore: 1, time: '18:00' }
    for (let minute = toMinutes('17:50'); minute < toMinutes('18:10'); minute++) {
      const slots = timesOf({ lastOrder }, '2026-11-21', at(toTime(minute)))
      expect(slots.length > 0, toTime(minute)).toBe(minute < toMinutes('18:00'))
    }
    expect(timesOf({ lastOrder }, friday, at('08:00'))).toEqual([])
  })
})

describe('the last order before closing', () => {
  const night = { hours: [{ weekday: 5, from: '18:00', to: '02:00' }], lastOrderMinutes: 45 }

  test('ends the orders of an opening past midnight, checked minute by minute', () => {
    const last = at('01:15', '2026-11-21').getTime()
    for (let minute = -90; minute < 10; minute++) {
      const now = new Date(last + minute * 60_000)
      const own = { ...rules, ...night }
      const expected = minute < 0
      expect(takesOrders(own, now), String(minute)).toBe(expected)
      expect(findPromise(own, now, none) !== null, String(minute)).toBe(expected)
      expect(timesOf(night, '2026-11-21', now).length > 0, String(minute)).toBe(expected)
    }
  })

  test('leaves the next opening, and orders ahead for the last slots', () => {
    const shifts = { hours: [...daily('11:00', '14:00'), ...daily('14:10', '17:00')], lastOrderMinutes: 30 }
    expect(takesOrders({ ...rules, ...shifts }, at('13:50'))).toBe(false)
    expect(timesOf(shifts, friday, at('13:50'))[0]).toBe('14:10-14:25')
    expect(timesOf(shifts, friday, at('13:20'))[0]).toBe('13:45-14:00')
    expect(timesOf(shifts, friday, at('16:20')).at(-1)).toBe('16:40-16:55')
  })
})

test('the slots of a zone lie within its hours and those of the store', () => {
  expect(timesOf({ within: daily('11:00', '12:00'), slotMinutes: 30 }, '2026-11-21', at('12:00'))).toEqual([
    '11:00-11:30',
    '11:30-12:00',
  ])
})

describe('an order as soon as possible', () => {
  const promise = (time: string, own: Partial<SlotRules> = {}, used: (startsAt: Date) => number = none) => {
    const found = findPromise({ ...rules, ...own }, at(time), used)
    return found && `${found.date} ${found.time}-${found.until}`
  }

  test('is promised after the lead time, rounded up to five minutes', () => {
    expect(promise('12:03')).toBe(`${friday} 12:25-12:35`)
    expect(promise('12:05')).toBe(`${friday} 12:25-12:35`)
    expect(promise('12:06')).toBe(`${friday} 12:30-12:40`)
  })

  test('is promised from the opening on, and never for another day', () => {
    expect(promise('07:00')).toBe(`${friday} 09:00-09:10`)
    expect(promise('18:00')).toBeNull()
  })

  test('is never promised after closing, checked minute by minute', () => {
    for (let minute = toMinutes('16:00'); minute < toMinutes('17:30'); minute++) {
      const ready = Math.ceil((minute + 20) / 5) * 5
      const found = promise(toTime(minute))
      const until = Math.min(ready + 10, 1020)
      expect(found, toTime(minute)).toBe(ready < 1020 ? `${friday} ${toTime(ready)}-${toTime(until)}` : null)
    }
  })

  test('is promised in the next slot with a free place if its slot is full', () => {
    const full = new Set([at('12:15').getTime(), at('12:30').getTime()])
    expect(promise('12:03', {}, (startsAt) => (full.has(startsAt.getTime()) ? 8 : 0))).toBe(`${friday} 12:45-12:55`)
  })

  test('may be promised after midnight while the store is open', () => {
    const hours = [{ weekday: 5, from: '18:00', to: '02:00' }]
    expect(promise('23:50', { hours })).toBe('2026-11-21 00:10-00:20')
  })

  test('is not promised in the opening of the next day for goods with a lead time', () => {
    const hours = [
      { weekday: 5, from: '18:00', to: '23:59' },
      { weekday: 6, from: '00:00', to: '02:00' },
    ]
    expect(promise('23:50', { hours })).toBe('2026-11-21 00:10-00:20')
    expect(promise('23:50', { hours, goodsMinutes: 20 })).toBeNull()
    expect(promise('23:30', { hours, goodsMinutes: 20 })).toBe(`${friday} 23:50-00:00`)
  })

  test.each([
    ['00:30', '2026-11-21 00:30-00:40'],
    ['01:10', '2026-11-21 01:10-01:20'],
    ['01:15', null],
  ])('waits an hour at most for an opening after midnight: at %s', (from, expected) => {
    const hours = [
      { weekday: 5, from: '18:00', to: '23:59' },
      { weekday: 6, from, to: '04:00' },
    ]
    expect(promise('23:50', { hours })).toBe(expected)
  })
})

const changes = [
  ['America/Toronto', '2026-03-08', '2026-11-01'],
  ['America/St_Johns', '2026-03-08', '2026-11-01'],
  ['Europe/London', '2026-03-29', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05'],
  ['Africa/Cairo', '2026-04-24', '2026-10-30'],
  ['America/Havana', '2026-03-08', '2026-11-01'],
] as const

/**
 * Tests the days on which clocks change, and the days before and after them, with random hours. The local time of each
 * slot must exist, and each promise must lie in a valid slot.
 */
describe.each(changes)('when clocks change in %s', (timeZone, spring, autumn) => {
  const minuteOfDay = fc.integer({ min: 0, max: 95 }).map((quarter) => toTime(quarter * 15))
  const anyRules = fc.record({
    from: minuteOfDay,
    to: minuteOfDay,
    slotMinutes: fc.constantFrom(5, 10, 15, 20, 30, 45, 60, 90),
    date: fc.constantFrom(...[spring, autumn].flatMap((day) => [addDays(day, -1), day, addDays(day, 1)])),
  })

  test('each slot has a local time that exists, lies within the hours, lasts its minutes and occurs once', () => {
    fc.assert(
      fc.property(anyRules, ({ from, to, slotMinutes, date }) => {
        const grid = gridOf({ ...rules, timeZone, slotMinutes, hours: daily(from, to) }, date)
        const start = toMinutes(from)
        const end = toMinutes(to) < start ? toMinutes(to) + 1440 : toMinutes(to)
        for (const [index, { time, startsAt, endsAt }] of grid.entries()) {
          expect(toLocal(startsAt, timeZone)).toEqual({ date, time })
          const minute = toMinutes(time)
          const isOpen = (at: number) => start <= at && at + slotMinutes <= end
          expect(isOpen(minute) || isOpen(minute + 1440)).toBe(true)
          expect(endsAt.getTime() - startsAt.getTime()).toBeGreaterThanOrEqual(slotMinutes * 60_000 - hourMs)
          expect(endsAt.getTime()).toBeGreaterThan(startsAt.getTime())
          const next = grid[index + 1]
          if (next) expect(next.startsAt.getTime()).toBeGreaterThan(startsAt.getTime())
        }
      }),
      { numRuns: 40 },
    )
  })

  test.each([spring, autumn])('each minute of %s has a promise in a valid slot, or none', (date) => {
    const own = { ...rules, timeZone, hours: daily('00:00', '23:59'), slotMinutes: 60 }
    const midnight = toInstant(date, '00:00', timeZone) ?? toInstant(date, '01:00', timeZone)
    for (let minute = 0; minute < 25 * 60; minute++) {
      const now = new Date((midnight as Date).getTime() + minute * 60_000)
      const promise = findPromise(own, now, none)
      if (!promise) continue
      const slot = gridOf(own, toLocal(promise.startsAt, timeZone).date).find(
        ({ startsAt }) => startsAt.getTime() === promise.startsAt.getTime(),
      )
      expect(slot && slot.endsAt.getTime() >= now.getTime() + 20 * 60_000, `${date} ${minute}`).toBe(true)
    }
  })
})
