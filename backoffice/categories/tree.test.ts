import { expect, test } from 'vitest'
import type { Node } from './tree.ts'
import { inTreeOrder, isWithin, moveInTree, placeAfterStep, placeOf } from './tree.ts'

const row = (category: string, parent: string | null = null): Node => ({
  category,
  parent,
  name: { en: category, zh: '' },
})
const rows = [row('tea'), row('green', 'tea'), row('food'), row('black', 'tea'), row('lost', 'gone')]
const paths = (some: Node[]) => inTreeOrder(some, ({ en }) => en).map(({ path }) => path)

test('categories are in the order of the tree, each with its path', () =>
  expect(paths(rows)).toEqual(['tea', 'tea › green', 'tea › black', 'food', 'lost']))

test('a category moves up and down among those beside it only', () => {
  expect(placeAfterStep(rows, 'green', 1)).toEqual({ parent: 'tea', before: null })
  expect(placeAfterStep(rows, 'black', -1)).toEqual({ parent: 'tea', before: 'green' })
  expect(placeAfterStep(rows, 'green', -1)).toBeNull()
  expect(placeAfterStep(rows, 'black', 1)).toBeNull()
  expect(placeAfterStep(rows, 'food', 1)).toEqual({ parent: null, before: null })
})

test('a move back to its earlier place undoes a move', () => {
  const before = placeOf(rows, 'green')
  const after = moveInTree(rows, 'green', { parent: null, before: 'food' })
  expect(paths(after)).toEqual(['tea', 'tea › black', 'green', 'food', 'lost'])
  expect(paths(moveInTree(after, 'green', before))).toEqual(paths(rows))
})

test('a category cannot move below itself', () => {
  expect(isWithin(rows, 'green', 'tea')).toBe(true)
  expect(isWithin(rows, 'food', 'tea')).toBe(false)
  expect(moveInTree(rows, 'tea', { parent: 'green', before: null })).toEqual(rows)
})
