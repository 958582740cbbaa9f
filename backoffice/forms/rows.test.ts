import { expect, test } from 'vitest'
import { flatten, rowsInOrder, toRows, withValue } from './rows.ts'

const sizes = [
  { key: 'large', row: { name_en: 'Large', name_zh: '' } },
  { key: 'small', row: { name_en: 'Small', name_zh: '小' } },
]
const keysOf = (rows: ReturnType<typeof toRows>) => rowsInOrder(rows).map(({ key }) => key)

test('a row stays in its list while its fields are empty', () => {
  const emptied = sizes.map(({ key }) => ({ key, row: { name_en: '', name_zh: '' } }))
  expect(keysOf(toRows(emptied))).toEqual(['large', 'small'])
  expect(keysOf(toRows([...sizes, { key: 'new', row: {} }]))).toEqual(['large', 'small', 'new'])
})

test('a row that another person removed leaves the list once all its values are empty', () => {
  const before = new Map(flatten('sizes', toRows(sizes)))
  const after = new Map(flatten('sizes', toRows(sizes.slice(1))))
  let rows = toRows(sizes)
  for (const name of before.keys()) rows = withValue(rows, name, after.get(name) ?? '')
  expect(keysOf(rows)).toEqual(['small'])
})
