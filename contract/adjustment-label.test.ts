import { expect, test } from 'vitest'
import { adjustmentLabel } from './adjustment-label.ts'
import { fill } from './format.ts'
import type { Locale } from './languages.ts'
import { locales, pick } from './languages.ts'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'

const label = { en: 'HST 13%', zh: '统一销售税 HST 13%' }
const base = { amount: 625, currency: 'CAD' }
const registration = '80123 4567 RT0001'

test.each([
  [{}, 'HST 13%', '统一销售税 HST 13%'],
  [{ base }, 'HST 13% on $6.25', '统一销售税 HST 13%（计税金额 $6.25）'],
  [{ registration }, 'HST 13% (No. 80123 4567 RT0001)', '统一销售税 HST 13%（税号 80123 4567 RT0001）'],
  [
    { base, registration },
    'HST 13% on $6.25 (No. 80123 4567 RT0001)',
    '统一销售税 HST 13%（计税金额 $6.25，税号 80123 4567 RT0001）',
  ],
])('a tax with %o is labelled “%s”, in Chinese “%s”', (facts, ...expected) => {
  expect(locales.map((locale) => said({ label, ...facts }, locale))).toEqual(expected)
})

test('the discount of a coupon is labelled with the name and the code of the coupon', () => {
  const coupon = { label: { en: 'Lantern week, 10% off', zh: '花灯周九折' }, code: 'LANTERN10' }
  const expected = ['Lantern week, 10% off (code LANTERN10)', '花灯周九折（优惠码 LANTERN10）']
  expect(locales.map((locale) => said(coupon, locale))).toEqual(expected)
})

function said(adjustment: Parameters<typeof adjustmentLabel>[0], locale: Locale): string {
  return adjustmentLabel(adjustment, {
    say: (key, values) => fill(messages[locale][key], values ?? {}),
    pick: (text) => pick(text, locale),
    money: (money) => formatMoney(money, locale),
  })
}
