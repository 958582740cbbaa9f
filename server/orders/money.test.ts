import { expect, test } from 'vitest'
import type { Payable } from './money.ts'
import { payableOf, refundable, takenAtHandOver } from './money.ts'

type Order = Parameters<typeof payableOf>[0]

const until = new Date('2026-11-20T17:30:00Z')
const sums = { total: 2260, credit: 200, balance: 1130, balancePaid: 0 }
const waiting = { status: 'INTERIM', paymentStatus: 'NOT_PAID', fulfilmentStatus: 'NONE', expiresAt: until } as const
const placed = { status: 'NEW', paymentStatus: 'PAID_ONLINE', fulfilmentStatus: 'PLACED', expiresAt: null } as const
const cancelled = { ...placed, status: 'CANCELLED', fulfilmentStatus: 'CANCELLED' } as const
const due: Payable = { part: 'order', amount: 930, until }
const rest: Payable = { part: 'balance', amount: 1130, until: null }

test.each<[string, Partial<Order>, Payable | null]>([
  ['that waits', waiting, due],
  ['that waits and has no deposit', { ...waiting, balance: 0 }, { ...due, amount: 2060 }],
  ['that failed', { status: 'FAILED', paymentStatus: 'FAILED', fulfilmentStatus: 'NONE' }, null],
  ['that was cancelled before it was paid', { ...cancelled, paymentStatus: 'NOT_PAID' }, null],
  ['that was paid wholly', { ...placed, balance: 0 }, null],
  ['that is to be paid at the store', { ...placed, paymentStatus: 'NOT_PAID', balance: 0 }, null],
  ['whose deposit is paid', placed, rest],
  ['whose deposit was paid with credit alone', { ...placed, credit: 1130 }, rest],
  ['whose rest became less', { ...placed, balance: 1000 }, { ...rest, amount: 1000 }],
  ['whose rest is paid', { ...placed, balancePaid: 1130 }, null],
  ['that the store has begun', { ...placed, fulfilmentStatus: 'PREPARING' }, rest],
  ['that is ready', { ...placed, fulfilmentStatus: 'READY' }, rest],
  ['that is on its way', { ...placed, fulfilmentStatus: 'OUT' }, rest],
  ['that was fetched', { ...placed, fulfilmentStatus: 'PICKED_UP' }, null],
  ['that was brought', { ...placed, fulfilmentStatus: 'DELIVERED' }, null],
  ['that nobody came for', { ...placed, fulfilmentStatus: 'NO_SHOW' }, null],
  ['that was cancelled', cancelled, null],
])('the payable amount of an order %s', (_, order, expected) => {
  expect(payableOf({ ...placed, ...sums, ...order })).toEqual(expected)
})

test('the amount paid online is refundable and not collected at hand-over', () => {
  const order = { ...sums, paymentStatus: 'PAID_ONLINE', payAtStore: false, refunded: 0, refunding: 0 } as const
  expect([takenAtHandOver(order), refundable(order)]).toEqual([1130, 930])
  const whole = { ...order, balancePaid: 1130 }
  expect([takenAtHandOver(whole), refundable(whole), refundable({ ...whole, refunded: 2000 })]).toEqual([0, 2060, 60])
})
