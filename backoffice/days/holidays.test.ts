import { expect, test } from 'vitest'
import { addDays } from '#contract/hours.ts'
import { nextHolidays } from './holidays.ts'

test('the next holidays are those of Canada and of the Chinese calendar, in order', () => {
  expect(nextHolidays('2026-11-27').map(({ date, name }) => `${date} ${name}`)).toEqual([
    '2026-12-25 christmas',
    '2026-12-26 boxing',
    '2027-01-01 new_year',
    '2027-02-06 spring',
    '2027-02-15 family',
    '2027-03-26 good_friday',
    '2027-05-24 victoria',
    '2027-06-09 dragon_boat',
  ])
  expect(
    nextHolidays('2026-06-20')
      .map(({ date, name }) => `${date} ${name}`)
      .slice(0, 5),
  ).toEqual([
    '2026-07-01 canada',
    '2026-08-03 civic',
    '2026-09-07 labour',
    '2026-09-25 mid_autumn',
    '2026-10-12 thanksgiving',
  ])
})

test('the days of the Chinese calendar are at most a day from those of the engine', () => {
  const format = new Intl.DateTimeFormat('en-u-ca-chinese', { timeZone: 'UTC', month: 'numeric', day: 'numeric' })
  const dayOf = (date: string) => {
    const parts = format.formatToParts(new Date(`${date}T12:00:00Z`))
    return ['month', 'day'].map((type) => parts.find((part) => part.type === type)?.value).join('/')
  }
  const wanted: Record<string, string> = { spring: '1/1', dragon_boat: '5/5', mid_autumn: '8/15' }
  const found = Array.from({ length: 18 }, (_, half) => `${2026 + Math.floor(half / 2)}-${half % 2 ? '07' : '01'}-01`)
    .flatMap((from) => nextHolidays(from))
    .filter(({ name }) => name in wanted)
  expect(found.length).toBeGreaterThan(20)
  for (const { date, name } of found) {
    expect([-1, 0, 1].map((days) => dayOf(addDays(date, days)))).toContain(wanted[name])
  }
})
