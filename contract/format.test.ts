import { expect, test } from 'vitest'
import { formatPhone } from './format.ts'

const numbers: [string, string][] = [
  ['+14165550123', '+1 416 555 0123'],
  ['+8613812345678', '+86 138 1234 5678'],
  ['+4420123', '+4420123'],
  ['', ''],
]
for (const [stored, shown] of numbers)
  test(`${stored || 'nothing'} is shown as ${shown || 'nothing'}`, () => expect(formatPhone(stored)).toBe(shown))
