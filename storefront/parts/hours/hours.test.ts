import { describe, expect, it, test } from 'vitest'
import type { Location } from '#contract/locations.ts'
import { differsFromVisitorClock, openState, weekOf } from './hours.ts'

const store = {
  timeZone: 'America/Toronto',
  hours: [
    { weekday: 5, from: '17:00', to: '21:00' },
    { weekday: 5, from: '11:00', to: '15:00' },
    { weekday: 6, from: '18:00', to: '23:59' },
  ],
  exceptions: [
    { date: '2026-12-25', closed: true, reason: { en: 'Christmas', zh: '圣诞节' } },
    { date: '2026-11-27', closed: false, from: '08:00', to: '12:00' },
    { date: '2026-12-04', closed: true, from: '12:00', to: '13:00' },
  ],
} as unknown as Location

describe('the open state in the time zone of the store', () => {
  it.each([
    ['2026-11-20T15:59:00Z', { kind: 'opens', at: '11:00' }],
    ['2026-11-20T16:00:00Z', { kind: 'open', until: '15:00' }],
    ['2026-11-20T20:00:00Z', { kind: 'opens', at: '17:00' }],
    ['2026-11-21T01:59:00Z', { kind: 'open', until: '21:00' }],
    ['2026-11-21T02:00:00Z', { kind: 'opens_on', date: '2026-11-21', at: '18:00', isTomorrow: true }],
    ['2026-11-22T04:30:00Z', { kind: 'open', until: '24:00' }],
    ['2026-11-22T05:00:00Z', { kind: 'opens_on', date: '2026-11-27', at: '08:00', isTomorrow: false }],
    ['2026-12-25T17:00:00Z', { kind: 'opens_on', date: '2026-12-26', at: '18:00', isTomorrow: true }],
    ['2026-11-27T13:30:00Z', { kind: 'open', until: '12:00' }],
    ['2026-12-04T17:30:00Z', { kind: 'opens', at: '13:00' }],
  ])('at %s it is %j', (instant, state) => {
    expect(openState(store, new Date(instant))).toEqual(state)
  })

  it('is closed if the store has no hours', () => {
    expect(openState({ ...store, hours: [], exceptions: [] }, new Date())).toEqual({ kind: 'closed' })
  })
})

test('a week starts today in the store’s time zone, with split shifts and exceptions with reasons', () => {
  const week = weekOf(store, new Date('2026-12-25T03:00:00Z'))
  expect(
    week.map(({ date, openings, reason }) => [
      date,
      openings.map(({ from, until }) => `${from}–${until}`).join(' '),
      reason?.en,
    ]),
  ).toEqual([
    ['2026-12-24', '', undefined],
    ['2026-12-25', '', 'Christmas'],
    ['2026-12-26', '18:00–24:00', undefined],
    ['2026-12-27', '', undefined],
    ['2026-12-28', '', undefined],
    ['2026-12-29', '', undefined],
    ['2026-12-30', '', undefined],
  ])
  expect(weekOf(store, new Date('2026-12-04T15:00:00Z'))[0]?.openings).toEqual([
    { from: '11:00', until: '12:00' },
    { from: '13:00', until: '15:00' },
    { from: '17:00', until: '21:00' },
  ])
})

test.each([
  ['America/Toronto', -300, false],
  ['America/Toronto', -480, true],
  ['Asia/Shanghai', 480, false],
  ['America/Toronto', null, false],
])('a store in %s differs from the time zone of a visitor at %s minutes: %s', (timeZone, utcOffset, expected) => {
  expect(differsFromVisitorClock(timeZone, new Date('2026-11-20T15:00:00Z'), utcOffset)).toBe(expected)
})
