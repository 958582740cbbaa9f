import { beforeEach, expect, test } from 'vitest'
import { setUpShop } from '#tests/harness.ts'
import { setUpTill } from '#tests/payments.ts'
import { hasOrdered } from './order-history.ts'

const shop = setUpShop()
const till = setUpTill(shop)
beforeEach(() => shop.reset())

const isKnown = (contact: { phone: string; email: string }) =>
  hasOrdered(shop.ctx(), { memberId: null, contact: { name: 'Mei', ...contact }, isEmailProven: false, except: null })

test('a buyer is recognised by email or phone, and guests without either are not matched', async () => {
  await till.order(await till.shopper(), { contact: { name: 'Mei', phone: '', email: '' } })
  expect(await isKnown({ phone: '', email: '' })).toBe(false)
  await till.order(await till.shopper())
  expect(await isKnown({ phone: '', email: ' MEI@example.com' })).toBe(true)
  expect(await isKnown({ phone: '+14165550100', email: '' })).toBe(true)
  expect(await isKnown({ phone: '+14165550101', email: 'li@example.com' })).toBe(false)
})
