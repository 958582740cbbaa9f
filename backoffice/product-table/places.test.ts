import { expect, test } from 'vitest'
import { tableLine } from '#tests/table-lines.ts'
import { isSelected, nearestCell } from './places.ts'
import type { Column } from './sheet.ts'
import { sheetOf } from './sheet.ts'

const sheet = sheetOf({
  lines: [
    tableLine('tea-s', 500, 'tea'),
    tableLine('tea-m', 500, 'tea'),
    tableLine('tea-l', 500, 'tea'),
    tableLine('bun', 500, 'bun'),
  ],
  currency: 'CAD',
})
const columns: Column[] = ['name_en', 'name_zh', 'price']
const nearest = (move: Parameters<typeof nearestCell>[2]) => nearestCell(sheet, columns, move)

test('a move down skips the lines that have no cell for the name', () => {
  expect(nearest({ from: { row: 0, column: 'name_en' }, down: 1 })).toEqual({ row: 3, column: 'name_en' })
  expect(nearest({ from: { row: 0, column: 'price' }, down: 1 })).toEqual({ row: 1, column: 'price' })
})

test('a page ends at the last line, and a move past the first column finds no cell', () => {
  expect(nearest({ from: { row: 1, column: 'price' }, down: 10 })).toEqual({ row: 3, column: 'price' })
  expect(nearest({ from: { row: 1, column: 'price' }, across: -1 })).toBeNull()
  expect(nearest({ from: { row: 3, column: 'name_en' }, across: -1 })).toBeNull()
})

test('a selection has its first and last row, and a single cell is none', () => {
  const active = { row: 1, column: 'price', anchor: 3 } as const
  expect([0, 1, 2, 3].map((row) => isSelected(active, row))).toEqual([false, true, true, true])
  expect(isSelected({ ...active, anchor: 1 }, 1)).toBe(false)
})
