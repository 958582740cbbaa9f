import { expect, test } from 'vitest'
import { closeAt } from './early-close.ts'

test('a day that closes early keeps what was open before, and shortens the opening that lasts longer', () => {
  const day = [
    { from: '11:00', to: '14:00' },
    { from: '17:00', to: '02:00' },
  ]
  expect(closeAt(day, '18:30')).toEqual([
    { from: '11:00', to: '14:00' },
    { from: '17:00', to: '18:30' },
  ])
  expect(closeAt(day, '15:00')).toEqual([{ from: '11:00', to: '14:00' }])
  expect(closeAt(day, '12:15')).toEqual([{ from: '11:00', to: '12:15' }])
  expect(closeAt(day, '09:00')).toEqual([])
})
