import { expect, test } from 'vitest'
import type { CategoryTree } from '#contract/catalogue.ts'
import { percentOff } from './badges.tsx'
import { wayTo } from './categories.ts'
import { splitByTerm } from './highlight.tsx'

const hits = (text: string, term: string) =>
  splitByTerm(text, term)
    .filter(({ isHit }) => isHit)
    .map(({ part }) => part)

test('searched words are marked in any case and language', () => {
  expect(hits('Brown Sugar Boba', 'boba BROWN')).toEqual(['Brown', 'Boba'])
  expect(hits('黑糖波霸鲜奶', '波霸')).toEqual(['波霸'])
  expect(hits('A+ (good)', '+ (')).toEqual(['+', '('])
  expect(hits('Tea', '   ')).toEqual([])
})

test('the parts of a marked text give the text', () => {
  expect(
    splitByTerm('Oat milk, oat', 'oat')
      .map(({ part }) => part)
      .join(''),
  ).toBe('Oat milk, oat')
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
