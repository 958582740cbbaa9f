import { expect, test } from 'vitest'
import { windowHours } from './window-hours.ts'

test.each([
  [[], 'en', '11\u00a0a.m.–2:30\u00a0p.m.'],
  [[0, 1, 2, 3, 4, 5, 6], 'zh', '11:00–14:30'],
  [[1, 2, 3, 4, 5], 'en', 'Mon–Fri 11\u00a0a.m.–2:30\u00a0p.m.'],
  [[1, 2, 3, 4, 5], 'zh', '周一至周五 11:00–14:30'],
  [[0, 6], 'en', 'Sat–Sun 11\u00a0a.m.–2:30\u00a0p.m.'],
  [[6, 0, 3], 'zh', '周三、周六至周日 11:00–14:30'],
  [[2], 'en', 'Tue 11\u00a0a.m.–2:30\u00a0p.m.'],
] as const)('the hours of the weekdays %j in %s are written %s', (weekdays, locale, words) => {
  const said = windowHours({ from: '11:00', to: '14:30', weekdays: [...weekdays] }, locale)
  expect(said).toBe(words)
})
