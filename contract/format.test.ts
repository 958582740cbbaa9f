import { expect, test } from 'vitest'
import { fill, formatPhone, formatReduction, formatTime, keepNumbersWithUnits } from './format.ts'

const numbers: [string, string][] = [
  ['+14165550123', '+1 416 555 0123'],
  ['+8613812345678', '+86 138 1234 5678'],
  ['+4420123', '+4420123'],
  ['', ''],
]
for (const [stored, shown] of numbers)
  test(`${stored || 'nothing'} is shown as ${shown || 'nothing'}`, () => expect(formatPhone(stored)).toBe(shown))

test('formatTime writes a time, or a span of times, as people do', () => {
  expect(['00:05', '09:30', '12:00', '17:40'].map((time) => formatTime(time, 'en'))).toEqual([
    '12:05\u00a0a.m.',
    '9:30\u00a0a.m.',
    '12\u00a0p.m.',
    '5:40\u00a0p.m.',
  ])
  expect(formatTime('16:50', 'en', '17:00')).toBe('4:50–5\u00a0p.m.')
  expect(formatTime('11:50', 'en', '12:10')).toBe('11:50\u00a0a.m.–12:10\u00a0p.m.')
  expect(formatTime('10:00', 'en', '24:00')).toBe('10\u00a0a.m.–12\u00a0a.m.')
  expect(formatTime('22:00', 'en', '21:00')).toBe('10\u00a0p.m.–9\u00a0p.m.')
  expect([formatTime('17:40', 'zh'), formatTime('16:50', 'zh', '17:00')]).toEqual(['17:40', '16:50–17:00'])
})

test('keepNumbers does not let a line break separate a number from the Chinese word after it', () => {
  expect(keepNumbersWithUnits('小金芒（1 磅袋装）')).toBe('小金芒（1\u00a0磅袋装）')
  expect(keepNumbersWithUnits('Ataulfo Mangoes, 1 lb bag')).toBe('Ataulfo Mangoes, 1 lb bag')
})

test('fill ends a sentence with one full stop', () => {
  expect(fill('Held until {time}. Paid: {time}, {other}.', { time: '5 p.m.', other: 1 })).toBe(
    'Held until 5 p.m. Paid: 5 p.m., 1.',
  )
})

test.each([
  [40, '40%', '6'],
  [25, '25%', '7.5'],
  [5, '5%', '9.5'],
  [33, '33%', '6.7'],
  [12.5, '12.5%', '8.75'],
])('a reduction of %i percent is %s in English and %s 折 in Chinese', (percent, english, chinese) => {
  expect(formatReduction(percent, 'en')).toBe(english)
  expect(formatReduction(percent, 'zh')).toBe(chinese)
})
