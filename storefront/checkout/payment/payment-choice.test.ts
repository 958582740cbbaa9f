import { expect, test } from 'vitest'
import type { PaymentOption } from '#contract/checkout.ts'
import { visibleOptions } from './payment-choice.tsx'
import { optionOfRow, rowsOf } from './payment-rows.ts'

const option = (id: string, wallet: PaymentOption['wallet']): PaymentOption => ({
  id,
  wallet,
  name: { en: wallet, zh: wallet },
  provider: id,
  scannedBy: null,
  isTest: false,
})
const options = [
  option('snappay_wechat', 'wechat'),
  option('ott', 'wechat'),
  option('snappay_alipay', 'alipay'),
  option('citcon', 'alipay'),
]
const shown = (tried?: string) => visibleOptions(options, tried).map(({ id }) => id)

test('each wallet has one row, of the provider that is ranked first', () =>
  expect(shown()).toEqual(['snappay_wechat', 'snappay_alipay']))

test('after a payment could not start, its wallet shows the other providers', () =>
  expect(shown('snappay_alipay')).toEqual(['snappay_wechat', 'snappay_alipay', 'citcon']))

test('the wallet of the device has a row before the cards, which starts the same option', () => {
  const card = option('stripe', 'card')
  expect(rowsOf([card]).map(({ id }) => id)).toEqual(['stripe'])
  const rows = rowsOf([{ ...card, deviceWallet: 'apple_pay' }, option('paypal', 'paypal')]).map(({ id }) => id)
  expect(rows).toEqual(['stripe.apple_pay', 'stripe', 'paypal'])
  expect(rows.map(optionOfRow)).toEqual(['stripe', 'stripe', 'paypal'])
  expect(optionOfRow(null)).toBe('')
})
