import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { signNotification } from '#simulators/citcon-signature.ts'
import { isSigned, sign, toSignedText } from './citcon-signature.ts'

/** Example data from Citcon's demonstration shop. */
const token = '1234567890abcdef1234567890abcdeq'
const form = {
  id: '1000001',
  notify_status: 'success',
  reference: 'SIM-0001-A1',
  amount: '1234',
  currency: 'CAD',
  fields: 'id,notify_status,reference,amount,currency',
}
const signature = '6c01da21feb033a2dc0e5c312155e20a'
const read = (changes: Record<string, string> = {}) => new URLSearchParams({ ...form, sign: signature, ...changes })

test('a notification’s signature covers its named fields and the list of their names', () => {
  expect(sign(new URLSearchParams(form), token)).toBe(signature)
  expect(signNotification(new Map(Object.entries(form)), token)).toBe(signature)
  expect(isSigned(read(), token)).toBe(true)
})

test('the signed text matches Citcon’s published example, with empty values', () => {
  const published = new URLSearchParams({
    id: '84571d30e61711eba6a94911fce35a55',
    transaction_type: 'charge',
    reference: 'reference132',
    amount: '100',
    currency: 'USD',
    status: 'authorized',
    time_completed: '2021-08-14T09:47:43.000Z',
    time_created: '2021-07-16T09:23:44.000Z',
    payment_method: 'paypal',
    amount_captured: '',
    amount_refunded: '',
    fields:
      'id,transaction_type,reference,amount,currency,status,time_completed,time_created,payment_method,amount_captured,amount_refunded',
  })
  const hash = createHash('sha256')
    .update(`${toSignedText(published)}&secret=braintree`)
    .digest('hex')
  expect(hash).toBe('621233f017ad8139fe97d47b4653735e121b9f6e7dafe3638eba0fcd80801db5')
})

test('a signature with another token, a changed value or no signature is refused', () => {
  expect(isSigned(read(), `${token}?`)).toBe(false)
  expect(isSigned(read({ amount: '1' }), token)).toBe(false)
  expect(isSigned(read({ sign: '' }), token)).toBe(false)
})

test.each(['id', 'notify_status', 'reference', 'amount', 'currency'])(
  'a valid signature that leaves out %s is refused',
  (name) => {
    const fields = form.fields
      .split(',')
      .filter((other) => other !== name)
      .join(',')
    const trimmed = { ...form, fields }
    const right = signNotification(new Map(Object.entries(trimmed)), token)
    expect(isSigned(read({ fields, sign: right }), token)).toBe(false)
  },
)
