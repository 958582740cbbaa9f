import { expect, test } from 'vitest'
import type { Payable } from '#server/orders/orders.ts'
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
const attempt = (state: AttemptState, part: Payable['part']) => ({ state, part, amount: 1234, currency: 'CAD' })
const order = { part: 'order', amount: 1234 } as const
const balance = { part: 'balance', amount: 1234 } as const

test.each<[AttemptState, Payable['part'], Parameters<typeof judge>[1], Partial<Report>, ReturnType<typeof judge>]>([
  ['pending', 'order', order, {}, 'paid'],
  ['pending', 'order', order, { amount: 1233 }, 'mismatch'],
  ['pending', 'order', order, { amount: null }, 'mismatch'],
  ['pending', 'order', order, { currency: 'USD' }, 'mismatch'],
  ['pending', 'order', order, { merchant: 'them' }, 'mismatch'],
  ['pending', 'order', order, { merchant: null }, 'mismatch'],
  ['pending', 'order', null, {}, 'late_paid'],
  ['pending', 'order', balance, {}, 'late_paid'],
  ['pending', 'order', order, { outcome: 'failed' }, 'failed'],
  ['pending', 'order', order, { outcome: 'pending' }, null],
  ['pending', 'order', order, { outcome: 'unknown' }, null],
  ['pending', 'balance', balance, {}, 'paid'],
  ['pending', 'balance', balance, { amount: 1233 }, 'mismatch'],
  ['pending', 'balance', { ...balance, amount: 1000 }, {}, 'mismatch'],
  ['pending', 'balance', null, {}, 'late_paid'],
  ['pending', 'balance', order, {}, 'late_paid'],
  ['pending', 'balance', balance, { outcome: 'failed' }, 'failed'],
  ['failed', 'order', null, {}, 'late_paid'],
  ['failed', 'order', order, {}, 'paid'],
  ['failed', 'balance', balance, {}, 'paid'],
  ['failed', 'order', order, { outcome: 'failed' }, null],
  ['paid', 'order', null, { outcome: 'failed' }, null],
  ['paid', 'order', balance, {}, null],
  ['paid', 'order', null, { amount: 1 }, null],
  ['late_paid', 'order', null, { outcome: 'failed' }, null],
  ['mismatch', 'order', order, {}, null],
])(
  'a %s attempt of the %s, where %o can be paid, becomes after the report %o: %s',
  (state, part, payable, said, expected) => {
    expect(judge(attempt(state, part), payable, { report: { ...report, ...said }, merchant: 'us' })).toBe(expected)
  },
)

test('the job checks a pending attempt at growing intervals, a failed one three times, others never', () => {
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
