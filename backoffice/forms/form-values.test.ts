import { expect, test } from 'vitest'
import { changedNames, mergeValues } from './form-values.ts'

const values = (record: Record<string, string>) => new Map(Object.entries(record))
const was = values({ name: 'Tea', price: '5.50', shown: 'on', note: '' })

test('the changed fields are named, also one that is missing on one side', () => {
  expect(changedNames(was, values({ name: 'Tea', price: '6', shown: '', note: '', extra: 'x' }))).toEqual([
    'price',
    'shown',
    'extra',
  ])
})

test('a field that only the other person changed is taken, and an own change stays', () => {
  const mine = values({ ...Object.fromEntries(was), name: 'Milk tea' })
  const theirs = values({ ...Object.fromEntries(was), price: '6.00', shown: '' })
  expect(mergeValues({ was, mine, theirs })).toEqual({
    updates: [
      ['price', '6.00'],
      ['shown', ''],
    ],
    conflicts: [],
  })
})

test('a field that both changed is a conflict, unless both wrote the same', () => {
  const mine = values({ ...Object.fromEntries(was), price: '6.00', note: 'hot' })
  const theirs = values({ ...Object.fromEntries(was), price: '7.00', note: 'hot' })
  expect(mergeValues({ was, mine, theirs })).toEqual({
    updates: [],
    conflicts: [{ name: 'price', was: '5.50', mine: '6.00', theirs: '7.00' }],
  })
})
