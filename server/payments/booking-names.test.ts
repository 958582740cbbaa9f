import { expect, test } from 'vitest'
import { methodName } from './booking-names.ts'

test('a payment method has the name of its wallet, and of a provider that the wallet does not name', () => {
  expect(methodName('snappay_alipay')).toEqual({ en: 'Alipay · SnapPay', zh: '支付宝 · SnapPay' })
  expect(methodName('etransfer')).toEqual({ en: 'Interac e-Transfer', zh: 'Interac e-Transfer 电子转账' })
  expect(methodName('unheard_of')).toEqual({ en: 'unheard_of', zh: 'unheard_of' })
})
