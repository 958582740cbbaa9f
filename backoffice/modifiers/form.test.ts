import { expect, test } from 'vitest'
import { valueChecks } from './form.ts'

const named = (en: string, zh: string) => ({ en, zh })
const [temperature, hot, iced] = [named('Temperature', '温度'), named('Hot', '热'), named('Iced', '冰')]

test('a group can depend on the values that products have, and keeps one that no product has now', () => {
  const values = [
    { option: named('temperature', ''), value: named('HOT ', '') },
    { option: temperature, value: named('Warm', '温') },
    { option: named('Size', '杯型'), value: named('Large', '大杯') },
  ]
  const condition = { kind: 'unless' as const, modifiers: [], values }
  expect(valueChecks(condition, [{ option: temperature, values: [hot, iced] }])).toMatchObject([
    {
      option: temperature,
      values: [
        { value: hot, isTicked: true, isKnown: true },
        { value: iced, isTicked: false, isKnown: true },
        { value: named('Warm', '温'), isTicked: true, isKnown: false },
      ],
    },
    { option: named('Size', '杯型'), values: [{ value: named('Large', '大杯'), isTicked: true, isKnown: false }] },
  ])
  expect(valueChecks(null, [])).toEqual([])
})
