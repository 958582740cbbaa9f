import { expect, test } from 'vitest'
import { leadTimeText, parseLeadTime } from './lead-time.ts'
import { messages } from './messages.ts'

test.each([
  ['24 hours', 1440],
  ['1 day', 1440],
  ['36h', 2160],
  ['2 Days', 2880],
  ['2 天', 2880],
  ['3小时', 180],
  ['1.5 hours', 90],
  ['0 hours', 0],
  ['60 days', 86_400],
  ['61 days', null],
  ['24', null],
  ['soon', null],
  ['-1 day', null],
  ['', null],
])('the lead time “%s” is %s minutes', (text, minutes) => {
  expect(parseLeadTime(text)).toBe(minutes)
})

test.each([
  [1440, '1 day', '1 天'],
  [2160, '36 hours', '36 小时'],
  [2880, '2 days', '2 天'],
  [45, '45 minutes', '45 分钟'],
  [60, '1 hour', '1 小时'],
])('%s minutes are “%s” in English and “%s” in Chinese', (minutes, en, zh) => {
  expect(leadTimeText(messages.en, 'en', minutes)).toBe(en)
  expect(leadTimeText(messages.zh, 'zh', minutes)).toBe(zh)
})
