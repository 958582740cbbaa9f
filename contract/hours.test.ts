import { describe, expect, test } from 'vitest'
import { addDays, isOpen, nextOpening, openingAt, openingsOf, toInstant, toLocal, toMinutes, toTime } from './hours.ts'
import type { Location } from './locations.ts'

const daily = (from: string, to: string) => Array.from({ length: 7 }, (_, weekday) => ({ weekday, from, to }))
const friday = '2026-11-20'
const at = (hours: [string, string][], exceptions: Partial<Location['exceptions'][number]>[] = []) =>
  openingsOf(
    {
      hours: hours.map(([from, to]) => ({ weekday: 5, from, to })),
      exceptions: exceptions.map((exception) => ({ date: friday, closed: false, ...exception })),
    },
    friday,
  ).map(({ from, to }) => `${toTime(from)}-${to === 1440 ? '24:00' : toTime(to)}`)

describe('opening hours of a date', () => {
  test.each([
    ['one shift', at([['09:00', '17:00']]), ['09:00-17:00']],
    [
      'split shifts in order',
      at([
        ['17:00', '21:00'],
        ['11:00', '14:00'],
      ]),
      ['11:00-14:00', '17:00-21:00'],
    ],
    [
      'overlapping shifts are merged',
      at([
        ['09:00', '13:00'],
        ['12:00', '17:00'],
      ]),
      ['09:00-17:00'],
    ],
    ['23:59 is midnight', at([['18:00', '23:59']]), ['18:00-24:00']],
    ['a shift over midnight belongs to its first day', at([['18:00', '02:00']]), ['18:00-02:00']],
    ['a shift without length is ignored', at([['18:00', '18:00']]), []],
    [
      'shifts that meet are merged',
      at([
        ['09:00', '13:00'],
        ['13:00', '17:00'],
      ]),
      ['09:00-17:00'],
    ],
    [
      'a shift within another is merged',
      at([
        ['09:00', '17:00'],
        ['10:00', '11:00'],
      ]),
      ['09:00-17:00'],
    ],
    ['closed until ten', at([['09:00', '17:00']], [{ closed: true, to: '10:00' }]), ['10:00-17:00']],
    ['other hours from noon on', at([['09:00', '17:00']], [{ from: '12:00' }]), ['12:00-24:00']],
    ['other hours until noon', at([['09:00', '17:00']], [{ to: '12:00' }]), ['00:00-12:00']],
    [
      'closed for two hours of a split day',
      at(
        [
          ['09:00', '12:00'],
          ['13:00', '17:00'],
        ],
        [{ closed: true, from: '11:00', to: '14:00' }],
      ),
      ['09:00-11:00', '14:00-17:00'],
    ],
    [
      'a closure of the next day from its start on shortens a shift over midnight',
      at([['18:00', '02:00']], [{ date: '2026-11-21', closed: true, to: '01:00' }]),
      ['18:00-24:00', '01:00-02:00'],
    ],
    [
      'a closure of the next day until its end shortens a shift over midnight',
      at([['18:00', '02:00']], [{ date: '2026-11-21', closed: true, from: '01:00' }]),
      ['18:00-01:00'],
    ],
    [
      'other hours of the next day do not shorten a shift over midnight',
      at([['18:00', '02:00']], [{ date: '2026-11-21', from: '01:00', to: '03:00' }]),
      ['18:00-02:00'],
    ],
    ['no hours', at([]), []],
    ['a closed day', at([['09:00', '17:00']], [{ closed: true }]), []],
    [
      'closed for an hour',
      at([['09:00', '17:00']], [{ closed: true, from: '12:00', to: '13:00' }]),
      ['09:00-12:00', '13:00-17:00'],
    ],
    ['a closed day also closes its shift over midnight', at([['18:00', '02:00']], [{ closed: true }]), []],
    ['closed from eight on', at([['18:00', '02:00']], [{ closed: true, from: '20:00' }]), ['18:00-20:00']],
    [
      'a closure of the next day shortens a shift over midnight',
      at([['18:00', '02:00']], [{ date: '2026-11-21', closed: true, from: '00:00', to: '01:00' }]),
      ['18:00-24:00', '01:00-02:00'],
    ],
    [
      'a closed next day does not shorten a shift over midnight',
      at([['18:00', '02:00']], [{ date: '2026-11-21', closed: true }]),
      ['18:00-02:00'],
    ],
    ['closed from three on', at([['09:00', '17:00']], [{ closed: true, from: '15:00' }]), ['09:00-15:00']],
    ['other hours that day', at([['09:00', '17:00']], [{ from: '10:00', to: '12:00' }]), ['10:00-12:00']],
    ['open on a day that is usually closed', at([], [{ from: '10:00', to: '12:00' }]), ['10:00-12:00']],
    [
      'other split hours that day',
      at(
        [['09:00', '17:00']],
        [
          { from: '15:00', to: '16:00' },
          { from: '10:00', to: '12:00' },
        ],
      ),
      ['10:00-12:00', '15:00-16:00'],
    ],
    [
      'other hours with a break',
      at(
        [],
        [
          { from: '10:00', to: '14:00' },
          { closed: true, from: '12:00', to: '13:00' },
        ],
      ),
      ['10:00-12:00', '13:00-14:00'],
    ],
    ['an exception without times changes nothing', at([['09:00', '17:00']], [{}]), ['09:00-17:00']],
    [
      'an exception of another day changes nothing',
      at([['09:00', '17:00']], [{ date: '2026-11-21', closed: true }]),
      ['09:00-17:00'],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })

  test('weekdays count from Sunday', () => {
    const openings = [{ weekday: 0, from: '10:00', to: '11:00' }]
    expect(openingsOf({ hours: openings, exceptions: [] }, '2026-11-22')).toHaveLength(1)
    expect(openingsOf({ hours: openings, exceptions: [] }, friday)).toHaveLength(0)
  })
})

describe('the next opening', () => {
  const daytime = { hours: daily('09:00', '17:00'), exceptions: [] }
  const fridays = { hours: [{ weekday: 5, from: '09:00', to: '17:00' }], exceptions: [] }
  const closedOn = (...dates: string[]) => ({ ...fridays, exceptions: dates.map((date) => ({ date, closed: true })) })
  const night = { hours: [{ weekday: 5, from: '18:00', to: '02:00' }], exceptions: [] }

  test.each([
    ['is later today', daytime, '08:59', { date: friday, time: '09:00' }],
    ['is tomorrow from the opening on', daytime, '09:00', { date: '2026-11-21', time: '09:00' }],
    ['is in a week', fridays, '17:00', { date: '2026-11-27', time: '09:00' }],
    ['is in two weeks', closedOn('2026-11-27'), '17:00', { date: '2026-12-04', time: '09:00' }],
    ['is unknown if it is later', closedOn('2026-11-27', '2026-12-04'), '17:00', null],
    ['is unknown without hours', { hours: [], exceptions: [] }, '08:00', null],
    ['is tonight', night, '17:59', { date: friday, time: '18:00' }],
    [
      'may be after midnight, when a closure ends',
      { ...night, exceptions: [{ date: '2026-11-21', closed: true, from: '00:00', to: '01:00' }] },
      '18:20',
      { date: '2026-11-21', time: '01:00' },
    ],
  ])('%s', (_, location, time, expected) => {
    expect(nextOpening(location, friday, toMinutes(time))).toEqual(expected)
  })
})

test('an opening over midnight contains minutes of both days', () => {
  const night = { hours: [{ weekday: 5, from: '18:00', to: '02:00' }], exceptions: [] }
  const opening = { from: 1080, to: 1560 }
  expect(openingAt(night, friday, 1079)).toBeNull()
  expect(openingAt(night, friday, 1080)).toEqual(opening)
  expect(openingAt(night, '2026-11-21', 119)).toEqual(opening)
  expect(openingAt(night, '2026-11-21', 120)).toBeNull()
})

describe('local time', () => {
  test.each([
    ['America/Toronto', '2026-11-20', '12:00', '2026-11-20T17:00:00.000Z'],
    ['America/Toronto', '2026-07-01', '00:00', '2026-07-01T04:00:00.000Z'],
    ['America/Vancouver', '2024-11-20', '23:59', '2024-11-21T07:59:00.000Z'],
    ['America/St_Johns', '2026-11-20', '12:00', '2026-11-20T15:30:00.000Z'],
    ['Asia/Shanghai', '2026-11-20', '07:00', '2026-11-19T23:00:00.000Z'],
    // Clocks change from 2:00 to 3:00.
    ['America/Toronto', '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    ['America/Toronto', '2026-03-08', '02:00', null],
    ['America/Toronto', '2026-03-08', '02:59', null],
    ['America/Toronto', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
    ['America/Vancouver', '2024-03-10', '02:30', null],
    ['America/Vancouver', '2024-03-10', '03:00', '2024-03-10T10:00:00.000Z'],
    // Clocks change from 2:00 back to 1:00: 1:30 occurs twice.
    ['America/Toronto', '2026-11-01', '00:59', '2026-11-01T04:59:00.000Z'],
    ['America/Toronto', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['America/Toronto', '2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
    ['America/Vancouver', '2024-11-03', '01:00', '2024-11-03T08:00:00.000Z'],
    ['America/Vancouver', '2024-11-03', '02:00', '2024-11-03T10:00:00.000Z'],
  ])('%s %s %s is %s', (zone, date, time, expected) => {
    expect(toInstant(date, time, zone)?.toISOString() ?? null).toBe(expected)
  })

  test.each(['America/Toronto', 'America/Vancouver', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
    'toLocal reverses toInstant for each quarter hour of a year in %s, except skipped ones',
    (zone) => {
      let missing = 0
      for (let day = '2024-01-01'; day < '2025-01-01'; day = addDays(day, 1)) {
        for (let minute = 0; minute < 1440; minute += 15) {
          const instant = toInstant(day, toTime(minute), zone)
          if (instant) expect(toLocal(instant, zone)).toEqual({ date: day, time: toTime(minute) })
          else missing++
        }
      }
      expect(missing).toBe({ 'Australia/Lord_Howe': 2, 'Asia/Kathmandu': 0 }[zone] ?? 4)
    },
  )
})

describe('isOpen', () => {
  const store = (hours: Location['hours'], timeZone = 'America/Toronto') => ({ hours, exceptions: [], timeZone })

  test('is true in each minute from opening to closing', () => {
    const location = store(daily('09:00', '17:00'))
    for (let minute = toMinutes('08:50'); minute < toMinutes('17:10'); minute++) {
      const now = toInstant(friday, toTime(minute), 'America/Toronto') as Date
      expect(isOpen(location, now), toTime(minute)).toBe(minute >= 540 && minute < 1020)
    }
  })

  test('is true until midnight if the store closes at 23:59', () => {
    const location = store(daily('18:00', '23:59'))
    expect(isOpen(location, new Date('2026-11-21T04:59:59Z'))).toBe(true)
    expect(isOpen(location, new Date('2026-11-21T05:00:00Z'))).toBe(false)
  })

  test('is true in each minute of a shift over midnight', () => {
    const location = store([{ weekday: 5, from: '18:00', to: '02:00' }])
    const six = Date.parse('2026-11-20T23:00:00Z')
    for (let minute = -10; minute < 500; minute++) {
      expect(isOpen(location, new Date(six + minute * 60_000)), String(minute)).toBe(minute >= 0 && minute < 480)
    }
  })

  test('is true over midnight if the hours of both days meet there', () => {
    const location = store([...daily('18:00', '23:59'), ...daily('00:00', '02:00')])
    for (let minute = 0; minute < 60; minute++) {
      expect(isOpen(location, new Date(Date.parse('2026-11-21T04:30:00Z') + minute * 60_000))).toBe(true)
    }
  })

  test('is true in both hours from one to two when clocks change back', () => {
    const location = store(daily('01:00', '02:00'))
    expect(isOpen(location, new Date('2026-11-01T05:30:00Z'))).toBe(true)
    expect(isOpen(location, new Date('2026-11-01T06:30:00Z'))).toBe(true)
    expect(isOpen(location, new Date('2026-11-01T07:00:00Z'))).toBe(false)
  })

  test('uses the time zone of the store', () => {
    const noonInToronto = new Date('2026-11-20T14:30:00Z')
    expect(isOpen(store(daily('09:00', '17:00')), noonInToronto)).toBe(true)
    expect(isOpen(store(daily('09:00', '17:00'), 'America/Vancouver'), noonInToronto)).toBe(false)
  })
})
