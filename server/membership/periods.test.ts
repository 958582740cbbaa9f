import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { Period } from './periods.ts'
import { addMonths, remainingMs, withGrant, withoutTime } from './periods.ts'

const at = (day: string) => new Date(`${day}T12:00:00Z`)
const plain = (from: string, until: string): Period => ({ tierId: 'plain', rank: 1, from: at(from), until: at(until) })
const plus = (from: string, until: string): Period => ({ tierId: 'plus', rank: 2, from: at(from), until: at(until) })
const now = at('2026-11-20')

test.each([
  ['2026-11-20', 1, '2026-12-20'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-08-31', 12, '2027-08-31'],
])('%s plus %i months is %s', (from, months, until) => {
  expect(addMonths(at(from), months, 'UTC')).toEqual(at(until))
})

test.each([
  // 30 March, 20:30: the last day of March in UTC, but not in Toronto.
  ['2027-03-31T00:30:15.250Z', 1, '2027-05-01T00:30:15.250Z'],
  // The end of summer time: the local time stays the same, and the UTC time does not.
  ['2026-10-20T16:00:00Z', 1, '2026-11-20T17:00:00Z'],
  ['2027-02-28T03:00:00Z', 12, '2028-02-28T03:00:00Z'],
  // Clocks skip from 2:00 to 3:00 on 14 March.
  ['2027-02-14T07:30:00Z', 1, '2027-03-14T07:00:00Z'],
  // Clocks show 1:30 twice on 1 November.
  ['2026-10-01T05:30:00Z', 1, '2026-11-01T05:30:00Z'],
])('in Toronto, %s plus %i months is %s', (from, months, until) => {
  expect(addMonths(new Date(from), months, 'America/Toronto')).toEqual(new Date(until))
})

test('the time that remains in a tier leaves out passed time and time in higher tiers', () => {
  const remainingDays = (periods: Period[], tierId: string) => remainingMs(periods, { tierId, now }) / dayMs
  const both = [plus('2026-11-10', '2026-12-10'), plain('2026-11-01', '2026-12-31')]
  expect([remainingDays(both, 'plus'), remainingDays(both, 'plain')]).toEqual([20, 21])
  expect(remainingDays([plain('2026-12-01', '2026-12-31')], 'plain')).toBe(30)
  expect(remainingDays([plain('2026-09-01', '2026-10-01')], 'plain')).toBe(0)
  expect(remainingDays([], 'plain')).toBe(0)
})

describe('a granted membership', () => {
  const give = (held: Period[], tierId: 'plain' | 'plus', months = 1) =>
    withGrant(held, {
      tierId,
      rank: tierId === 'plus' ? 2 : 1,
      end: (from) => addMonths(from, months, 'America/Toronto'),
      now,
    }).periods

  test('begins at once without a current membership', () => {
    expect(give([], 'plain')).toEqual([plain('2026-11-20', '2026-12-20')])
    expect(give([plain('2026-09-01', '2026-10-01')], 'plain')).toEqual([plain('2026-11-20', '2026-12-20')])
  })

  test('of the same tier extends the current membership', () => {
    expect(give([plain('2026-11-01', '2026-12-01')], 'plain', 12)).toEqual([plain('2026-11-01', '2027-12-01')])
  })

  test('of a higher tier begins at once, and the lower tier continues after it', () => {
    expect(give([plain('2026-11-01', '2026-12-01')], 'plus')).toEqual([
      plus('2026-11-20', '2026-12-20'),
      plain('2026-11-01', '2026-12-31'),
    ])
  })

  test('of a lower tier begins after the higher tier', () => {
    expect(give([plus('2026-11-01', '2026-12-25')], 'plain')).toEqual([plain('2026-12-25', '2027-01-25')])
  })
})

describe('a refunded membership', () => {
  test('ends earlier, but not before now', () => {
    const held = [plain('2026-11-01', '2027-01-01')]
    expect(withoutTime(held, { tierId: 'plain', byMs: 31 * dayMs, now })).toEqual([plain('2026-11-01', '2026-12-01')])
    expect(withoutTime(held, { tierId: 'plain', byMs: 90 * dayMs, now })).toEqual([plain('2026-11-01', '2026-11-20')])
  })

  test('that is already over changes nothing', () => {
    expect(withoutTime([plain('2026-09-01', '2026-10-01')], { tierId: 'plain', byMs: dayMs, now })).toEqual([])
  })

  test('lets the following tier begin earlier', () => {
    const held = [plus('2026-11-20', '2026-12-20'), plain('2026-12-20', '2027-01-20')]
    expect(withoutTime(held, { tierId: 'plus', byMs: 30 * dayMs, now })).toEqual([
      plus('2026-11-20', '2026-11-20'),
      plain('2026-11-20', '2026-12-21'),
    ])
  })
})

test('a grant and its refund leave all ends unchanged', () => {
  const tier = fc.constantFrom({ tierId: 'plain', rank: 1 }, { tierId: 'plus', rank: 2 })
  const given = fc.record({ tier, months: fc.integer({ min: 1, max: 24 }) })
  fc.assert(
    fc.property(fc.array(given, { maxLength: 4 }), given, (before, last) => {
      let held: Period[] = []
      const put = (periods: Period[]) => {
        const others = held.filter(({ tierId }) => !periods.some((period) => period.tierId === tierId))
        held = [...others, ...periods]
      }
      const grant = ({ tier, months }: typeof last) => {
        const { periods, from, until } = withGrant(held, {
          ...tier,
          end: (from) => addMonths(from, months, 'America/Toronto'),
          now,
        })
        put(periods)
        return until.getTime() - from.getTime()
      }
      for (const one of before) grant(one)
      const ends = () =>
        held
          .filter(({ until }) => until > now)
          .map(({ tierId, until }) => `${tierId} ${until.toISOString()}`)
          .sort()
      const were = ends()
      const byMs = grant(last)
      for (const { from, until } of held) expect(until.getTime()).toBeGreaterThanOrEqual(from.getTime())
      put(withoutTime(held, { tierId: last.tier.tierId, byMs, now }))
      expect(ends()).toEqual(were)
    }),
  )
})
