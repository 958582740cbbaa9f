import { expect, test } from 'vitest'
import { dayText, readDay } from './week.ts'

test.each([
  ['9:00-20:00', '09:00-20:00'],
  ['11:00 - 14:00, 17:00–21:30', '11:00-14:00, 17:00-21:30'],
  ['11：00至14：00，17：00到次日', null],
  ['11：00至14：00、17：00到21：30', '11:00-14:00, 17:00-21:30'],
  ['18:00-02:00', '18:00-02:00'],
  ['', ''],
  ['  ', ''],
  ['closed', null],
  ['9-20', null],
  ['25:00-26:00', null],
  ['10:00-10:00', null],
])('the hours “%s” are read as %s', (typed, text) => {
  const openings = readDay(typed)
  expect(openings && dayText(openings)).toBe(text)
})
