import { expect, test } from 'vitest'
import { parseViewed, withViewed } from './viewed.ts'

test.each([
  [null, []],
  ['["tea","bun"]', ['tea', 'bun']],
  ['["tea","tea",7,null,"a/b","../x"]', ['tea']],
  ['{"tea":1}', []],
  ['nonsense', []],
])('%s is read as %j', (kept, ids) => {
  expect(parseViewed(kept)).toEqual(ids)
})

test('withViewed puts the last product first, once, and drops old ones', () => {
  expect(withViewed(['tea', 'bun'], 'bun')).toEqual(['bun', 'tea'])
  const many = Array.from({ length: 30 }, (_, n) => `p${n}`)
  expect(many.reduce(withViewed, [])).toHaveLength(13)
})
