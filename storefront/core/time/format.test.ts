import { expect, test } from 'vitest'
import { clockTime, dayParts, daysBetween, formatDay, formatSpan, localDate, toInstant } from './format.ts'

test('formatDay writes a date in the language of the visitor', () => {
  expect(formatDay('2026-11-20', 'en')).toBe('Fri, Nov 20')
  expect(formatDay('2026-11-20', 'zh')).toBe('11月20日周五')
})

test('formatSpan writes both ends, without a space that a browser could write otherwise', () => {
  const span = { from: '2026-12-03', to: '2026-12-10' }
  expect(formatSpan(span, 'en')).toBe('Dec 3–Dec 10')
  expect(formatSpan(span, 'zh')).toBe('12月3日至12月10日')
  expect(formatSpan({ from: '2026-12-03', to: '2026-12-03' }, 'en')).toBe('Dec 3')
})

test('dayParts returns weekday and date for a chip', () => {
  expect(dayParts('2026-11-20', 'en')).toEqual({ weekday: 'Fri', day: 'Nov 20' })
  expect(dayParts('2026-11-20', 'zh')).toEqual({ weekday: '周五', day: '11月20日' })
})

test('an instant is shown in the time zone of the store', () => {
  expect(clockTime('2026-11-20T23:25:00Z', 'America/Toronto')).toBe('18:25')
  expect(clockTime('2026-11-20T05:00:00Z', 'America/Toronto')).toBe('00:00')
  expect(localDate('2026-11-21T02:00:00Z', 'America/Toronto')).toBe('2026-11-20')
})

test('daysBetween counts calendar days', () => {
  expect(daysBetween('2026-11-20', '2026-11-20')).toBe(0)
  expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2)
  expect(daysBetween('2027-03-13', '2027-03-15')).toBe(2)
})

const instants: [string, string, string, string][] = [
  ['2026-11-20', '17:40', 'America/Toronto', '2026-11-20T22:40:00.000Z'],
  ['2026-07-01', '17:40', 'America/Toronto', '2026-07-01T21:40:00.000Z'],
  ['2026-07-01', '09:00', 'America/Vancouver', '2026-07-01T16:00:00.000Z'],
  ['2026-11-01', '12:00', 'America/Toronto', '2026-11-01T17:00:00.000Z'],
  ['2026-11-01', '01:30', 'America/Toronto', '2026-11-01T05:30:00.000Z'],
  ['2027-03-14', '12:00', 'America/Toronto', '2027-03-14T16:00:00.000Z'],
  ['2027-03-14', '02:30', 'America/Toronto', '2027-03-14T07:30:00.000Z'],
]
for (const [date, time, zone, instant] of instants)
  test(`${date} ${time} in ${zone} is ${instant}`, () =>
    expect(toInstant({ date, time }, zone).toISOString()).toBe(instant))
