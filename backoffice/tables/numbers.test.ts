import { expect, test } from 'vitest'
import { maxNumbers, readNumbers } from './numbers.ts'

test.each([
  ['7', ['7']],
  ['1-4', ['1', '2', '3', '4']],
  ['1–3, A1', ['1', '2', '3', 'A1']],
  ['A9-A11', ['A9', 'A10', 'A11']],
  ['B1 - 2', ['B1', 'B2']],
  ['08-10', ['08', '09', '10']],
  ['１－３', ['1', '2', '3']],
  ['1到3、靠窗；露台 2', ['1', '2', '3', '靠窗', '露台 2']],
  ['2, 1-3', ['2', '1', '3']],
  ['Bar-left', ['Bar-left']],
])('the list “%s” has the tables %j', (typed, numbers) => {
  expect(readNumbers(typed)).toEqual({ numbers, wrong: null })
})

test.each([
  ['', ''],
  [' , ', ' , '],
  ['1, /', '/'],
  ['..', '..'],
  ['a table with a very long name', 'a table with a very long name'],
])('the list “%s” is refused at “%s”', (typed, wrong) => {
  expect(readNumbers(typed)).toEqual({ numbers: [], wrong })
})

test('a series that is too long shows that it is', () => {
  expect(readNumbers('1-9999').numbers).toHaveLength(maxNumbers + 1)
})
