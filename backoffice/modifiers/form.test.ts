import { expect, test } from 'vitest'
import { readGroup, toFormErrors, valueChecks } from './form.ts'

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

test('an error of a choice names the field of its row', () => {
  const rows = {
    order: ['choice-1', 'empty', 'choice-2'],
    rows: { 'choice-1': { name_en: 'Pearls' }, empty: { price: '' }, 'choice-2': { name_zh: '椰果', price: '1,x' } },
  }
  const form = new FormData()
  for (const [name, value] of Object.entries({ modifiers: JSON.stringify(rows), currency: 'CAD' }))
    form.set(name, value)
  const fieldOf = (field: string) => {
    const [error] = toFormErrors(form, [{ code: 'input.invalid', message: 'Wrong', field }])
    return error?.field?.split('\t')
  }
  expect(fieldOf('modifiers.1.price')).toEqual(['modifiers', 'choice-2', 'price'])
  expect(fieldOf('modifiers.0.name.zh')).toEqual(['modifiers', 'choice-1', 'name_zh'])
  expect(fieldOf('modifiers.0.name')).toEqual(['modifiers', 'choice-1', 'name_en'])
  for (const field of ['modifiers', 'max']) expect(fieldOf(field)).toEqual([field])
  expect(() => readGroup(form, 'new')).toThrow(expect.objectContaining({ field: 'modifiers\tchoice-2\tprice' }))
})
