import { expect, test } from 'vitest'
import type { Report } from './providers/provider.ts'
import type { AttemptState } from './status.ts'
import { judge, nextCheck } from './status.ts'

const report: Report = {
  outcome: 'paid',
  reference: 'O-A1',
  providerReference: 'T1',
  merchant: 'us',
  amount: 1234,
  currency: 'CAD',
  answer: 'SUCCESS',
}
const attempt = (state: AttemptState) => ({ state, amount: 1234, currency: 'CAD' })

test.each<[AttemptState, string, Partial<Report>, ReturnType<typeof judge>]>([
  ['pending', 'INTERIM', {}, 'paid'],
  ['pending', 'INTERIM', { amount: 1233 }, 'mismatch'],
  ['pending', 'INTERIM', { amount: null }, 'mismatch'],
  ['pending', 'INTERIM', { currency: 'USD' }, 'mismatch'],
  ['pending', 'INTERIM', { merchant: 'them' }, 'mismatch'],
  ['pending', 'INTERIM', { merchant: null }, 'mismatch'],
  ['pending', 'FAILED', {}, 'late_paid'],
  ['pending', 'NEW', {}, 'late_paid'],
  ['pending', 'CANCELLED', {}, 'late_paid'],
  ['pending', 'INTERIM', { outcome: 'failed' }, 'failed'],
  ['pending', 'INTERIM', { outcome: 'pending' }, null],
  ['pending', 'INTERIM', { outcome: 'unknown' }, null],
  ['failed', 'FAILED', {}, 'late_paid'],
  ['failed', 'INTERIM', {}, 'paid'],
  ['failed', 'INTERIM', { outcome: 'failed' }, null],
  ['paid', 'NEW', { outcome: 'failed' }, null],
  ['paid', 'NEW', {}, null],
  ['paid', 'NEW', { amount: 1 }, null],
  ['late_paid', 'FAILED', { outcome: 'failed' }, null],
  ['mismatch', 'INTERIM', {}, null],
])('a %s attempt of an %s order that is told %o becomes %s', (state, status, said, expected) => {
  expect(judge(attempt(state), { status }, { ...report, ...said }, 'us')).toBe(expected)
})

test('the job asks about a pending attempt ever later, about a failed one three times, about others never', () => {
  const now = new Date('2026-11-20T17:00:00Z')
  const seconds = (state: AttemptState, checks: number) => {
    const next = nextCheck(state, checks, now)
    return next && (next.getTime() - now.getTime()) / 1000
  }
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 50].map((checks) => seconds('pending', checks))).toEqual([
    5, 10, 20, 40, 60, 120, 300, 600, 600, 600,
  ])
  expect([0, 1, 2, 3].map((checks) => seconds('failed', checks))).toEqual([1800, 7200, 86_400, null])
  expect(seconds('paid', 0)).toBeNull()
})
