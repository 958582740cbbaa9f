import { expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import type { Payable } from '#server/orders/orders.ts'
import type { Report } from './providers/provider.ts'
import type { AttemptState } from './status.ts'
import { isPayable, nextAttemptState, nextCheck, nextRefundCall, unwantedReason } from './status.ts'

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

test.each<
  [
    AttemptState,
    Payable['part'],
    Parameters<typeof nextAttemptState>[1],
    Partial<Report>,
    ReturnType<typeof nextAttemptState>,
  ]
>([
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
    expect(nextAttemptState(attempt(state, part), payable, { report: { ...report, ...said }, merchant: 'us' })).toBe(
      expected,
    )
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

test('the shop calls a provider about an unanswered refund at growing intervals, of a day at most', () => {
  const now = new Date('2026-11-20T17:00:00Z')
  const minutes = (checks: number) => (nextRefundCall(checks, now).getTime() - now.getTime()) / 60_000
  expect([0, 1, 2, 3, 4, 5, 6, 7, 50].map(minutes)).toEqual([0.25, 1, 5, 30, 120, 720, 1440, 1440, 1440])
})

const expiresAt = new Date('2026-11-20T17:30:00Z')
const waiting = {
  status: 'INTERIM',
  paymentStatus: 'NOT_PAID',
  fulfilmentStatus: 'NONE',
  total: 1234,
  credit: 0,
  balance: 0,
  balancePaid: 0,
  currency: 'CAD',
  expiresAt,
} as const
const deposited = { ...waiting, status: 'NEW', paymentStatus: 'PAID_ONLINE', fulfilmentStatus: 'PLACED' } as const
const withBalance = { ...deposited, total: 2000, balance: 1234 } as const
type Order = Parameters<typeof unwantedReason>[0]

test.each<[string, Order, Payable['part'], Partial<Report>, ReturnType<typeof unwantedReason>]>([
  ['the payment of a waiting order', waiting, 'order', {}, null],
  ['money of another merchant', { ...waiting, status: 'FAILED' }, 'order', { merchant: 'them' }, null],
  ['money without an amount', { ...waiting, status: 'FAILED' }, 'order', { amount: null }, null],
  ['money without a currency', { ...waiting, status: 'FAILED' }, 'order', { currency: null }, null],
  ['the payment of a failed order', { ...waiting, status: 'FAILED' }, 'order', {}, 'ended'],
  ['the payment of a cancelled order', { ...waiting, status: 'CANCELLED' }, 'order', {}, 'ended'],
  [
    'the balance of an order that was picked up',
    { ...withBalance, fulfilmentStatus: 'PICKED_UP' },
    'balance',
    {},
    'ended',
  ],
  [
    'the balance of an order that was delivered',
    { ...withBalance, fulfilmentStatus: 'DELIVERED' },
    'balance',
    {},
    'ended',
  ],
  ['the balance of an order that was served', { ...withBalance, fulfilmentStatus: 'SERVED' }, 'balance', {}, 'ended'],
  [
    'the balance of an order that nobody picked up',
    { ...withBalance, fulfilmentStatus: 'NO_SHOW' },
    'balance',
    {},
    'ended',
  ],
  ['a second payment of an order', deposited, 'order', {}, 'paid_otherwise'],
  ['a second payment of a balance', { ...withBalance, balancePaid: 1234 }, 'balance', {}, 'paid_otherwise'],
  ['the balance of an order after its deposit', withBalance, 'balance', {}, null],
  ['a balance of an order without one', deposited, 'balance', {}, null],
  ['a balance before the deposit', waiting, 'balance', {}, null],
  ['another amount', waiting, 'order', { amount: 1233 }, 'differs'],
  ['another currency', waiting, 'order', { currency: 'USD' }, 'differs'],
])('the shop judges whether it keeps money: %s', (_, order, part, said, expected) => {
  expect(unwantedReason(order, { part }, { report: { ...report, ...said }, merchant: 'us' })).toBe(expected)
})

test.each([
  ['before its time is over', waiting, 'order', 1234, -1, true],
  ['not at the end of its time', waiting, 'order', 1234, 0, false],
  ['not with another amount', waiting, 'order', 1233, -1, false],
  ['not for the balance that the order does not have yet', waiting, 'balance', 1234, -1, false],
  ['not once the order is paid', deposited, 'order', 1234, -1, false],
  ['for the balance, as long as the attempt lasts', withBalance, 'balance', 1234, 59, true],
  ['not for the balance after the end of the attempt', withBalance, 'balance', 1234, 60, false],
] as const)('an attempt can still be paid %s', (_, order, part, amount, minutes, expected) => {
  const app = { now: () => new Date(expiresAt.getTime() + minutes * 60_000) }
  // The attempt expires an hour after the order's time to pay is over.
  const attempt = { part, amount, expiresAt: new Date(expiresAt.getTime() + hourMs) }
  expect(isPayable({ app }, order, attempt)).toBe(expected)
})
