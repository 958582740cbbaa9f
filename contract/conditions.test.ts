import { expect, test } from 'vitest'
import type { Condition } from './conditions.ts'
import { afterConditions, offeredGroups, valuesIn } from './conditions.ts'

const group = (id: string, condition: Condition | null = null) => ({
  id,
  condition,
  modifiers: [{ id: `${id}1` }, { id: `${id}2` }],
})
const offered = (groups: ReturnType<typeof group>[], ...chosen: string[]) =>
  offeredGroups(groups, (id) => chosen.includes(id))
    .map(({ id }) => id)
    .join('')

test('a group is offered only with, or unless, one of the named choices', () => {
  const only = [group('a'), group('b', { kind: 'only', modifiers: ['a1'] })]
  expect([offered(only), offered(only, 'a1'), offered(only, 'a2')]).toEqual(['a', 'ab', 'a'])
  const unless = [group('a'), group('b', { kind: 'unless', modifiers: ['a1'] })]
  expect([offered(unless), offered(unless, 'a1'), offered(unless, 'a2')]).toEqual(['ab', 'a', 'ab'])
})

test('a choice in a group that is not offered does not count', () => {
  const chain = [
    group('a'),
    group('b', { kind: 'only', modifiers: ['a1'] }),
    group('c', { kind: 'only', modifiers: ['b1'] }),
  ]
  expect(offered(chain, 'a1', 'b1')).toBe('abc')
  expect(offered(chain, 'a2', 'b1')).toBe('a')
})

test('a condition about choices that the product does not have is ignored', () => {
  expect(offered([group('b', { kind: 'only', modifiers: ['a1'] })])).toBe('b')
})

test('a circle ends', () => {
  const circle = [group('a', { kind: 'only', modifiers: ['b1'] }), group('b', { kind: 'only', modifiers: ['a1'] })]
  expect(offered(circle)).toBe('')
  expect(offered(circle, 'a1', 'b1')).toBe('ab')
})

test('a group comes after those on which it depends', () => {
  const ice = group('i', { kind: 'unless', modifiers: ['t1'] })
  const [toppings, temperature] = [group('o'), group('t')]
  expect(afterConditions([ice, toppings, temperature])).toEqual([temperature, ice, toppings])
  expect(afterConditions([toppings, temperature, ice])).toEqual([toppings, temperature, ice])
})

const named = (en: string, zh: string) => ({ en, zh })
const hot = { option: named('Temperature', '温度'), value: named('Hot', '热') }
const temperature = {
  id: 'temperature',
  name: named('temperature ', '冷热'),
  values: [
    { id: 'iced', name: named('Iced', '冰') },
    { id: 'hot', name: named('Hot', '热饮') },
  ],
}
const offeredWith = (condition: Condition, value: string, options = [temperature]) =>
  offeredGroups([group('a'), group('b', condition)], () => false, {
    options,
    isValueChosen: (option, id) => option === 'temperature' && id === value,
  })
    .map(({ id }) => id)
    .join('')

test('a condition names option values, whose names are equal in one language', () => {
  const unless: Condition = { kind: 'unless', modifiers: [], values: [hot] }
  expect([offeredWith(unless, 'iced'), offeredWith(unless, 'hot')]).toEqual(['ab', 'a'])
  const only: Condition = { ...unless, kind: 'only' }
  expect([offeredWith(only, 'iced'), offeredWith(only, 'hot')]).toEqual(['a', 'ab'])
  const empty = { option: named('', ''), value: named('', '') }
  expect(offeredWith({ ...only, values: [empty] }, 'iced')).toBe('ab')
  expect(offeredWith({ ...only, values: [{ ...hot, option: named('Spice', '辣度') }] }, 'iced')).toBe('ab')
})

test('a condition about values that the product does not have is ignored', () => {
  expect(offeredWith({ kind: 'only', modifiers: [], values: [hot] }, 'hot', [])).toBe('ab')
  expect(valuesIn({ kind: 'only', modifiers: [], values: [hot] }, [temperature])).toEqual([
    { option: 'temperature', id: 'hot', name: named('Hot', '热饮') },
  ])
})

test('one of the named modifiers or values is enough', () => {
  const both: Condition = { kind: 'unless', modifiers: ['a1'], values: [hot] }
  expect([offeredWith(both, 'iced'), offeredWith(both, 'hot')]).toEqual(['ab', 'a'])
  expect(offered([group('a'), group('b', both)], 'a1')).toBe('a')
})
