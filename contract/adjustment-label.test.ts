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
  const said = (locale: Locale) =>
    adjustmentLabel(
      { label, ...facts },
      {
        say: (key, values) => fill(messages[locale][key], values ?? {}),
        pick: (text) => pick(text, locale),
        money: (money) => formatMoney(money, locale),
      },
    )
  expect(locales.map(said)).toEqual(expected)
})
