import { expect, test } from 'vitest'
import type { CategoryTree } from '#contract/catalogue.ts'
import { percentOff } from '#storefront/cards/badges.tsx'
import { splitByMarks } from '#storefront/parts/search/highlight.tsx'
import { findCategoryTrail } from './categories.ts'

test('splitByMarks splits a text at its marks', () => {
  const parts = splitByMarks('Oat milk, oat', [
    [0, 3],
    [10, 13],
  ])
  expect(parts.filter(({ isHit }) => isHit).map(({ part }) => part)).toEqual(['Oat', 'oat'])
  expect(parts.map(({ part }) => part).join('')).toBe('Oat milk, oat')
  expect(splitByMarks('Tea', [])).toEqual([{ part: 'Tea', isHit: false, at: 0 }])
})

test('percentOff rounds down and is 0 without a discount', () => {
  const cad = (amount: number) => ({ amount, currency: 'CAD' })
  expect(percentOff({ price: cad(799), compareAtPrice: cad(1000) })).toBe(20)
  expect(percentOff({ price: cad(1000), compareAtPrice: cad(1000) })).toBe(0)
  expect(percentOff({ price: cad(1000), compareAtPrice: null })).toBe(0)
})

test('wayTo returns the path from the root to a category', () => {
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
  expect(findCategoryTrail(tree, 'coffee').map(({ id }) => id)).toEqual(['drinks', 'coffee'])
  expect(findCategoryTrail(tree, 'none')).toEqual([])
})
