import { expect, test } from 'vitest'
import { checkOfSource, paymentMethods } from '#contract/payment-methods.ts'
import type { Source } from './source.ts'
import { readSource } from './source.ts'

const cases: [string, Partial<Source>][] = [
  ['', { provider: null, orderID: null, error: null }],
  ['from_source=snappay_h5Xab2c', { provider: 'snappay_h5', orderID: 'ab2c', error: null }],
  ['from_source=opay_h5Xab2c', { provider: 'opay_h5', orderID: 'ab2c' }],
  ['from_source=iot_h5Xab2c', { provider: 'iot_h5', orderID: 'ab2c' }],
  ['from_source=citcon_classic_h5Xab2c', { provider: 'citcon_classic_h5', orderID: 'ab2c' }],
  ['from_source=ott_h5Xab2c', { provider: 'ott_h5', orderID: 'ab2c' }],
  ['from_source=paypalXab2c&token=5O1&PayerID=P1', { provider: 'paypal', orderID: 'ab2c' }],
  ['from_source=snappay_h5XabXcX', { orderID: 'abXcX' }],
  ['from_source=snappay_h5', { provider: 'snappay_h5', orderID: null, error: 'confirmation.source_orderID' }],
  ['from_source=snappay_h5X', { provider: 'snappay_h5', orderID: null, error: 'confirmation.source_orderID' }],
  ['from_source=snappay_h5xab2c', { orderID: null, error: 'confirmation.source_orderID' }],
  ['from_source=elsewhereXab2c', { provider: null, orderID: 'ab2c', error: null }],
  ['MP_paymentstatus=OK&orderID=ab2c&wmpoid=o1', { orderID: 'ab2c', error: null }],
  ['MP_paymentstatus=OK&wmpoid=o1', { orderID: null, error: 'confirmation.source_mini_program_order' }],
  ['MP_paymentstatus=OK&orderID=ab2c', { error: 'confirmation.source_open_id' }],
  ['MP_paymentstatus=FAIL&message=no%20money', { error: null, message: 'no money' }],
  ['MP_paymentstatus=FAIL&orderID=ab2c&message=requestPayment%3Afail+cancel', { isCancelled: true }],
  ['MP_paymentstatus=FAIL&orderID=ab2c&message=no%20money', { isCancelled: false }],
  ['MP_paymentstatus=OK&orderID=ab2c&wmpoid=o1&message=cancel', { isCancelled: false }],
  ['from_source=paypalXab2c&token=5O1&status=cancelled', { provider: 'paypal', isCancelled: true }],
  ['from_source=stripeXab2c&status=cancelled', { provider: 'stripe', isCancelled: true }],
  ['from_source=iot_h5Xab2c&status=cancelled', { provider: 'iot_h5', isCancelled: false }],
  ['message=a%0Ab%00c%20%20d', { message: 'a b c d' }],
  ['message=%20%20', { message: null }],
  [`message=${'茶'.repeat(250)}`, { message: '茶'.repeat(200) }],
  [`message=${'🍵'.repeat(250)}`, { message: '🍵'.repeat(200) }],
]
for (const [query, source] of cases)
  test(`?${query.slice(0, 60)} is read`, () => expect(readSource(new URLSearchParams(query))).toMatchObject(source))

test('payment methods that share a prefix of `from_source` share the check', () => {
  for (const { source, check } of Object.values(paymentMethods))
    if (source) expect([source, checkOfSource[source]]).toEqual([source, check])
})
