import { expect, it } from 'vitest'
import { tableLine } from '#tests/table-lines.ts'
import { paste } from './paste.ts'
import { changesIn, readBlock, sheetOf, undoStep } from './sheet.ts'

const lines = [tableLine('bun', 300), tableLine('tea-m', 550, 'tea'), tableLine('tea-l', 650, 'tea')]
const columns = ['name_en', 'price', 'memberPrice'] as const
const pasteAt = (text: string, column: (typeof columns)[number] = 'price', row = 0) => {
  const { sheet, ...told } = paste(
    sheetOf({ lines, currency: 'CAD' }),
    { row, column },
    { block: readBlock(text), columns },
  )
  return { ...told, changes: changesIn(sheet).map(({ id, column, is }) => [id, column, is]), sheet }
}

it('brings each row to its SKU, in any order, and names unknown ones', () => {
  const { changes, unknown, left, sheet } = pasteAt('tea-l\t7\nX-1\t1\nBUN\t3.5\t3\n')
  expect(changes).toEqual([
    ['bun', 'price', 350],
    ['bun', 'memberPrice', 300],
    ['tea-l', 'price', 700],
  ])
  expect([unknown, left]).toEqual([['X-1'], 0])
  expect(changesIn(undoStep(sheet))).toEqual([])
})

it('reads the header in either language, wherever the SKUs are, and leaves empty cells alone', () => {
  const { changes } = pasteAt('Member price\tVariant SKU\tPrice\tVendor\n4\ttea-m\t5\tA\n\tbun\t2.80\t\n')
  expect(changes).toEqual([
    ['bun', 'price', 280],
    ['tea-m', 'price', 500],
    ['tea-m', 'memberPrice', 400],
  ])
  expect(pasteAt('货号\t价格\nbun\t2', 'memberPrice').changes).toEqual([['bun', 'price', 200]])
})

it('counts cells that have no place: of an unknown column, and a name of a further variant', () => {
  expect(pasteAt('SKU\tStock\tEnglish name\ntea-l\t5\tTea\n')).toMatchObject({ left: 2, unknown: [], changes: [] })
})

it('pastes by position without a column of SKUs', () => {
  expect(pasteAt('2\t1\n3\t2\n')).toMatchObject({ unknown: null, left: 0 })
  expect(pasteAt('2\t1\n3\t2\n').changes).toHaveLength(4)
  expect(pasteAt('bun\n', 'name_en')).toMatchObject({ unknown: null, changes: [] })
})
