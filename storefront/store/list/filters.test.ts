import { expect, test } from 'vitest'
import { countFilters, otherParameters, readFilters, toFilterInput, toQueryString, withoutFilters } from './filters.ts'

const narrowed: [string, ReturnType<typeof toFilterInput>, number][] = [
  ['', {}, 0],
  ['stock=1', { inStock: true }, 1],
  ['stock=0&sale=no', {}, 0],
  ['stock=in&sale=1', { inStock: true, onSale: true }, 2],
  ['min=5&max=20', { priceFrom: '5', priceTo: '20' }, 1],
  ['min=12,50', { priceFrom: '12.50' }, 1],
  ['min=&max=', {}, 0],
  ['min=-5&max=1e3', {}, 0],
  ['max=12.345', {}, 0],
  ['diet=halal&diet=vegan', { diet: 'vegan,halal' }, 2],
  ['diet=tasty&diet=vegan', { diet: 'vegan' }, 1],
  ['brand=suzu&brand=moon-rabbit&brand=suzu', { brands: 'suzu,moon-rabbit' }, 2],
  ['brand=a,b&brand=%27;drop', {}, 0],
]
test.each(narrowed)('?%s filters by %j', (query, narrowing, count) => {
  const filters = readFilters(new URLSearchParams(query))
  expect(toFilterInput(filters)).toEqual(narrowing)
  expect(countFilters(filters)).toBe(count)
})

test('removing a filter from an address also removes the page number', () => {
  const query = new URLSearchParams('cat=cakes&sort=newest&diet=vegan&diet=halal&min=5&max=9&brand=suzu&page=3')
  expect(withoutFilters(query, [['diet', 'vegan']])).toBe('?cat=cakes&sort=newest&diet=halal&min=5&max=9&brand=suzu')
  expect(withoutFilters(query, [['min'], ['max']])).toBe('?cat=cakes&sort=newest&diet=vegan&diet=halal&brand=suzu')
  expect(withoutFilters(query)).toBe('?cat=cakes&sort=newest')
})

test('the filter form keeps other parameters and omits empty fields', () => {
  expect(otherParameters(new URLSearchParams('cat=cakes&sort=newest&stock=1&page=2&min=3'))).toEqual([
    ['cat', 'cakes'],
    ['sort', 'newest'],
  ])
  const form = new FormData()
  form.set('cat', 'cakes')
  form.set('min', '')
  form.append('diet', 'vegan')
  form.append('diet', 'halal')
  expect(toQueryString(form)).toBe('?cat=cakes&diet=vegan&diet=halal')
})
