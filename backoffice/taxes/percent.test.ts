import { expect, test } from 'vitest'
import { readPercent, readPercents } from './percent.ts'

test('percentages of tips are read with any separator, and wrong ones are refused', () => {
  expect(readPercents('10, 15，18%')).toEqual([10, 15, 18])
  expect(readPercents(' ')).toEqual([])
  for (const wrong of ['ten', '0', '101', '1.5', '1 2 3 4 5 6']) expect(readPercents(wrong)).toBeNull()
})

test('a tax rate is read with decimals, and one outside 0 to 100 is refused', () => {
  expect([readPercent('9.975'), readPercent('13 %'), readPercent('0')]).toEqual([9.975, 13, 0])
  for (const wrong of ['', '-1', '100.5', 'x']) expect(readPercent(wrong)).toBeNull()
})
