import { expect, test } from 'vitest'
import type { PaymentOption } from '#contract/checkout.ts'
import { shownOptions } from './payment-choice.tsx'

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
const shown = (tried?: string) => shownOptions(options, tried).map(({ id }) => id)

test('each wallet has one row, of the provider that is ranked first', () =>
  expect(shown()).toEqual(['snappay_wechat', 'snappay_alipay']))

test('after a payment could not start, its wallet shows the other providers', () =>
  expect(shown('snappay_alipay')).toEqual(['snappay_wechat', 'snappay_alipay', 'citcon']))
