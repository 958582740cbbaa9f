import { expect, test } from 'vitest'
import { orderStatus, paymentStatus } from '#contract/orders.ts'
import type { State } from './states.ts'
import { after } from './states.ts'

const states = orderStatus.options.flatMap((status) => paymentStatus.options.map((paid): State => `${status}+${paid}`))

test('a pending order may be paid or fail', () => {
  expect(after('INTERIM+NOT_PAID', 'pay')).toEqual({ status: 'NEW', paymentStatus: 'PAID_ONLINE' })
  expect(after('INTERIM+NOT_PAID', 'fail')).toEqual({ status: 'FAILED', paymentStatus: 'FAILED' })
})

test.each(states.filter((state) => state !== 'INTERIM+NOT_PAID'))('%s stays as it is', (state) => {
  expect([after(state, 'pay'), after(state, 'fail')]).toEqual([null, null])
})
