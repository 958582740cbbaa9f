import { expect, test } from 'vitest'
import type { Payable } from './money.ts'
import {
  amountAtHandOver,
  balanceStatusOf,
  collectedAmount,
  isToPay,
  payableOf,
  refundable,
  refundableOnline,
  refundStatusOf,
  remainingCredit,
} from './money.ts'

type Order = Parameters<typeof payableOf>[0]

const until = new Date('2026-11-20T17:30:00Z')
const sums = { total: 2260, credit: 200, balance: 1130, balancePaid: 0 }
const waiting = { status: 'INTERIM', paymentStatus: 'NOT_PAID', fulfilmentStatus: 'NONE', expiresAt: until } as const
const placed = { status: 'NEW', paymentStatus: 'PAID_ONLINE', fulfilmentStatus: 'PLACED', expiresAt: null } as const
const cancelled = { ...placed, status: 'CANCELLED', fulfilmentStatus: 'CANCELLED' } as const
const fetched = { fulfilmentStatus: 'PICKED_UP' } as const
const atStore = { ...fetched, paymentStatus: 'PAID_AT_STORE', payAtStore: true, balance: 0 } as const
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
  const order = { ...placed, ...sums, payAtStore: false, refunded: 0, refunding: 0 } as const
  expect([amountAtHandOver(order), refundable(order)]).toEqual([1130, 930])
  const whole = { ...order, balancePaid: 1130 }
  expect([amountAtHandOver(whole), refundable(whole), refundable({ ...whole, refunded: 2000 })]).toEqual([0, 2060, 60])
})

test('money that is being refunded cannot be refunded again', () => {
  const order = { ...placed, ...sums, payAtStore: false, refunded: 100, refunding: 30 } as const
  expect([refundable(order), refundableOnline(order, 0)]).toEqual([800, 800])
  expect([refundable({ ...order, refunding: 900 }), refundableOnline({ ...order, refunding: 900 }, 0)]).toEqual([0, 0])
})

test.each(['NOT_PAID', 'FAILED', 'PAID_AT_STORE'] as const)(
  'nothing is refundable online of an order whose payment is %s',
  (paymentStatus) => {
    expect(refundableOnline({ ...sums, paymentStatus, refunded: 0, refunding: 0 }, 0)).toBe(0)
  },
)

test.each<[string, Partial<Parameters<typeof refundable>[0]>, [collected: number, left: number, online: number]]>([
  ['before the hand-over', {}, [0, 930, 930]],
  ['after the hand-over', { fulfilmentStatus: 'PICKED_UP' }, [1130, 2060, 930]],
  ['whose balance was paid online', { fulfilmentStatus: 'SERVED', balancePaid: 1130 }, [0, 2060, 2060]],
  ['that nobody came for', { fulfilmentStatus: 'NO_SHOW' }, [0, 930, 930]],
  ['of which staff gave 300 back', { fulfilmentStatus: 'DELIVERED', refunded: 300 }, [1130, 1760, 930]],
  ['that is refunding online', { fulfilmentStatus: 'PICKED_UP', refunded: 300, refunding: 900 }, [1130, 860, 30]],
])('money that was collected at the hand-over is left to refund of an order with a deposit %s', (_, change, left) => {
  const order = { ...placed, ...sums, payAtStore: false, refunded: 0, refunding: 0, ...change }
  const givenBack = order.refunded
  expect([collectedAmount(order), refundable(order), refundableOnline(order, givenBack)]).toEqual(left)
})

test('the whole amount of an order that was paid at the store is left to refund, without its credit', () => {
  const order = { ...placed, ...sums, balance: 0, paymentStatus: 'NOT_PAID', payAtStore: true } as const
  const refunds = { refunded: 60, refunding: 0 }
  expect(refundable({ ...order, refunded: 0, refunding: 0 })).toBe(0)
  const done = { ...order, paymentStatus: 'PAID_AT_STORE', fulfilmentStatus: 'PICKED_UP' } as const
  expect([collectedAmount(done), refundable({ ...done, ...refunds })]).toEqual([2060, 2000])
})

test('the amount due of an order to be paid at the store is collected at hand-over, with the balance', () => {
  expect(amountAtHandOver({ ...sums, balance: 0, payAtStore: true })).toBe(2060)
  expect(amountAtHandOver({ ...sums, payAtStore: true })).toBe(2060)
})

test.each<[string, Partial<Order>, ReturnType<typeof balanceStatusOf>]>([
  ['is due after the deposit', {}, 'DUE'],
  ['is paid', { balancePaid: 1130 }, 'PAID'],
  ['is paid if a cent of it was', { balancePaid: 1 }, 'PAID'],
  ['does not exist without a deposit', { balance: 0 }, 'NONE'],
  ['is not due before the deposit is paid', waiting, 'NONE'],
  ['is not due after the cancellation', cancelled, 'NONE'],
])('the balance of an order %s', (_, order, expected) => {
  expect(balanceStatusOf({ ...placed, ...sums, ...order })).toBe(expected)
})

test.each([
  ['PAID_ONLINE', 0, 200],
  ['PAID_AT_STORE', 50, 150],
  ['PAID_ONLINE', 200, 0],
  ['NOT_PAID', 0, 0],
  ['FAILED', 0, 0],
] as const)('of CA$2.00 credit in an order that is %s, of which %i cents were returned, %i are left', (...row) => {
  const [paymentStatus, creditReturned, left] = row
  const order = { payAtStore: false, fulfilmentStatus: 'PLACED' as const, paymentStatus, credit: 200, creditReturned }
  expect(remainingCredit(order)).toBe(left)
})

test('an order to be paid at the store has its credit left, and is not to pay, once nobody came for it', () => {
  const order = { payAtStore: true, paymentStatus: 'NOT_PAID', credit: 200, creditReturned: 50 } as const
  expect([
    remainingCredit({ ...order, fulfilmentStatus: 'READY' }),
    isToPay({ ...order, fulfilmentStatus: 'READY' }),
  ]).toEqual([0, true])
  expect([
    remainingCredit({ ...order, fulfilmentStatus: 'NO_SHOW' }),
    isToPay({ ...order, fulfilmentStatus: 'NO_SHOW' }),
  ]).toEqual([150, false])
})

test.each<[string, Partial<Parameters<typeof refundStatusOf>[0]>, ReturnType<typeof refundStatusOf>]>([
  ['that was not refunded', {}, 'NONE'],
  ['whose refund is underway', { refunding: 1 }, 'PENDING'],
  ['that was cancelled, with money to refund', cancelled, 'PENDING'],
  ['that was cancelled and refunded, with its credit', { ...cancelled, refunded: 930, creditReturned: 200 }, 'FULL'],
  ['that was cancelled before it was paid', { ...cancelled, paymentStatus: 'NOT_PAID' }, 'NONE'],
  ['of which a cent was refunded', { refunded: 1 }, 'PARTIAL'],
  ['of which only the credit was returned', { creditReturned: 200 }, 'PARTIAL'],
  ['of which a cent is missing', { refunded: 929, creditReturned: 200 }, 'PARTIAL'],
  ['of which everything was refunded', { refunded: 930, creditReturned: 200 }, 'FULL'],
  ['whose balance was paid and not refunded', { balancePaid: 1130, refunded: 930, creditReturned: 200 }, 'PARTIAL'],
  ['with balance that was refunded', { balancePaid: 1130, refunded: 2060, creditReturned: 200 }, 'FULL'],
  ['that was paid at the store, and refunded in part', { ...atStore, refunded: 500, creditReturned: 200 }, 'PARTIAL'],
  [
    'that was paid at the store, of which a cent is missing',
    { ...atStore, refunded: 2059, creditReturned: 200 },
    'PARTIAL',
  ],
  ['that was paid at the store, and refunded', { ...atStore, refunded: 2060, creditReturned: 200 }, 'FULL'],
  ['whose balance was collected and not refunded', { ...fetched, refunded: 930, creditReturned: 200 }, 'PARTIAL'],
  ['whose balance was collected and given back', { ...fetched, refunded: 2060, creditReturned: 200 }, 'FULL'],
  [
    'that is still to be paid at the store, and whose credit was returned',
    { paymentStatus: 'NOT_PAID', payAtStore: true, creditReturned: 200 },
    'PARTIAL',
  ],
  [
    'that nobody came to pay at the store, and whose credit was returned',
    { paymentStatus: 'NOT_PAID', payAtStore: true, fulfilmentStatus: 'NO_SHOW', creditReturned: 200 },
    'FULL',
  ],
  ['that was never paid, and whose credit was returned', { paymentStatus: 'FAILED', creditReturned: 200 }, 'FULL'],
])('the refund status of an order %s', (_, order, expected) => {
  const refunds = { payAtStore: false, refunded: 0, refunding: 0, creditReturned: 0 }
  expect(refundStatusOf({ ...placed, ...sums, ...refunds, ...order })).toBe(expected)
})
