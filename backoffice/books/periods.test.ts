import { expect, test } from 'vitest'
import { periodsAt } from './periods.ts'

test('periods begin on Monday and on the first, and end on the last day', () => {
  expect(periodsAt('2028-03-01')).toEqual({
    today: { from: '2028-03-01', to: '2028-03-01' },
    week: { from: '2028-02-28', to: '2028-03-05' },
    month: { from: '2028-03-01', to: '2028-03-31' },
    last_month: { from: '2028-02-01', to: '2028-02-29' },
  })
  expect(periodsAt('2027-01-31')).toMatchObject({
    week: { from: '2027-01-25', to: '2027-01-31' },
    last_month: { from: '2026-12-01', to: '2026-12-31' },
  })
})
