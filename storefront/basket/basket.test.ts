import { expect, test } from 'vitest'
import { readModifiers, readQuantity } from './basket.ts'

const form = (...fields: [string, string][]) => {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

const quantities: [string, string | null, number | null][] = [
  ['2', null, 2],
  [' 12 ', null, 12],
  ['１２', null, 12],
  ['2', '1', 3],
  ['1', '-1', 0],
  ['0', '-1', 0],
  ['', null, null],
  ['1.5', null, null],
  ['-3', null, null],
  ['lots', '1', null],
  ['99999', null, null],
]
for (const [typed, step, quantity] of quantities)
  test(`${JSON.stringify(typed)} with a step of ${step ?? 'nothing'} asks for ${quantity}`, () =>
    expect(readQuantity(form(['quantity', typed], ...(step ? ([['step', step]] as [string, string][]) : [])))).toBe(
      quantity,
    ))

test('modifiers come as JSON', () =>
  expect(readModifiers(form(['modifiers', '[{"id":"pearls","quantity":2}]']))).toEqual([{ id: 'pearls', quantity: 2 }]))

test('repeated modifier fields are counted', () =>
  expect(
    readModifiers(form(['modifier', 'pearls'], ['modifier', 'jelly'], ['modifier', 'pearls'], ['modifier', ''])),
  ).toEqual([
    { id: 'pearls', quantity: 2 },
    { id: 'jelly', quantity: 1 },
  ]))

test('invalid JSON is passed to the API unchanged', () => expect(readModifiers(form(['modifiers', '[{']))).toBe('[{'))
