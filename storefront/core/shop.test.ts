import { expect, it } from 'vitest'
import type { AppInfo } from '#contract/shell.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { describeShop } from './shop.ts'

const user: AppInfo['user'] = { name: 'Li', email: 'li@shop.example', phone: null, locale: 'en', profileImage: null }
const lastLoginDate = '2026-11-20T10:00:00Z'

it.each([
  [user, lastLoginDate, 'm1', true],
  [null, lastLoginDate, 'm1', false],
  [user, null, 'm1', false],
  [user, lastLoginDate, null, false],
  [null, null, null, false],
])('%j, last signed in %s, with the id %s is logged in: %s', (user, lastLoginDate, userID, isLoggedIn) => {
  expect(describeShop({ ...renderedShop, user, lastLoginDate, userID }).isLoggedIn).toBe(isLoggedIn)
})

it('names the country of dollars only beside amounts of another currency', () => {
  const price = { amount: 1234, currency: 'CAD' }
  expect(describeShop(renderedShop).moneyText(price)).toBe('$12.34')
  expect(describeShop(renderedShop, { showsOtherCurrency: true }).moneyText(price)).toBe('CA$12.34')
})
