import { expect, test } from 'vitest'
import { wayName } from './booking-names.ts'

test('a payment method has the name of its wallet, and of a provider that the wallet does not name', () => {
  expect(wayName('snappay_alipay')).toEqual({ en: 'Alipay · SnapPay', zh: '支付宝 · SnapPay' })
  expect(wayName('etransfer')).toEqual({ en: 'Interac e-Transfer', zh: 'Interac e-Transfer 电子转账' })
  expect(wayName('unheard_of')).toEqual({ en: 'unheard_of', zh: 'unheard_of' })
})
