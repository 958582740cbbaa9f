import { expect, test } from 'vitest'
import { remainingOf, untilNextTick, wallTime, zoneName } from './times.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test.each([
  [0, null],
  [-5, null],
  [999, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [59 * minute + 59_999, { days: 0, hours: 0, minutes: 59, seconds: 59 }],
  [hour, { days: 0, hours: 1, minutes: 0, seconds: null }],
  [2 * day + 3 * hour + 4 * minute + 5000, { days: 2, hours: 3, minutes: 4, seconds: null }],
])('%i milliseconds are shown as %j', (ms, left) => {
  expect(remainingOf(ms)).toEqual(left)
})

test.each([
  [day + 30_000, 30_001],
  [hour + 1, 2],
  [30 * minute + 250, 251],
])('a countdown with %i milliseconds left changes after %i', (ms, wait) => {
  expect(untilNextTick(ms)).toBe(wait)
})

test('wallTime shows an instant in the time zone of the store, in both languages', () => {
  expect(wallTime('2026-11-30T01:00:00.000Z', 'America/Toronto', 'en')).toEqual({
    day: 'Sun, Nov 29',
    time: '8\u00a0p.m.',
  })
  expect(wallTime('2026-11-30T01:00:00.000Z', 'America/Toronto', 'zh')).toEqual({ day: '11月29日周日', time: '20:00' })
  expect(zoneName('America/Toronto', 'en')).toBe('Eastern Time')
  expect(zoneName('America/Toronto', 'zh')).toBe('北美东部时间')
})
