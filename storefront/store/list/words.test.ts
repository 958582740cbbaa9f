import { expect, test } from 'vitest'
import type { CategoryTree } from '#contract/catalogue.ts'
import { percentOff } from '#storefront/cards/badges.tsx'
import { splitByMarks } from '#storefront/parts/search/highlight.tsx'
import { wayTo } from './categories.ts'

test('a text is cut where its marks begin and end, and its parts give the text', () => {
  const parts = splitByMarks('Oat milk, oat', [
    [0, 3],
    [10, 13],
  ])
  expect(parts.filter(({ isHit }) => isHit).map(({ part }) => part)).toEqual(['Oat', 'oat'])
  expect(parts.map(({ part }) => part).join('')).toBe('Oat milk, oat')
  expect(splitByMarks('Tea', [])).toEqual([{ part: 'Tea', isHit: false, at: 0 }])
})

test('per cent off never promises too much', () => {
  const cad = (amount: number) => ({ amount, currency: 'CAD' })
  expect(percentOff({ price: cad(799), compareAtPrice: cad(1000) })).toBe(20)
  expect(percentOff({ price: cad(1000), compareAtPrice: cad(1000) })).toBe(0)
  expect(percentOff({ price: cad(1000), compareAtPrice: null })).toBe(0)
})

test('the way to a category leads from the root', () => {
  const category = (id: string, children: CategoryTree[] = []): CategoryTree => ({
    id,
    parentId: null,
    name: { en: id, zh: id },
    description: { en: '', zh: '' },
    image: null,
    layout: 'grid',
    productCount: 1,
    children,
  })
  const tree = [category('drinks', [category('tea'), category('coffee')]), category('bakery')]
  expect(wayTo(tree, 'coffee').map(({ id }) => id)).toEqual(['drinks', 'coffee'])
  expect(wayTo(tree, 'none')).toEqual([])
})
