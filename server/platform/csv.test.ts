import { expect, test } from 'vitest'
import { toCsvLine } from './csv.ts'

test('a text that a spreadsheet would run gets an apostrophe, an amount does not', () => {
  const cells = ['=1+1', '-2', "'@x", 'a, "b"', { amount: -512, currency: 'CAD' }, { amount: 88, currency: 'JPY' }]
  expect(toCsvLine(cells)).toBe(`'=1+1,'-2,''@x,"a, ""b""",-5.12,88\r\n`)
})
