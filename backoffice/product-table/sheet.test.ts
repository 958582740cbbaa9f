import { describe, expect, it } from 'vitest'
import { tableLine } from '#tests/table-lines.ts'
import {
  applySaveResult,
  changesIn,
  countTyped,
  edit,
  fillDown,
  pasteBlock,
  problemsIn,
  readBlock,
  readCell,
  redoStep,
  resolveConflict,
  sheetOf,
  undoStep,
} from './sheet.ts'

const lines = [tableLine('bun', 300), tableLine('tea-m', 550, 'tea'), tableLine('tea-l', 650, 'tea')]
const fresh = () => sheetOf({ lines, currency: 'CAD' })
const columns = ['price', 'memberPrice'] as const

describe('a cell', () => {
  it.each([
    ['12.8', 'price', 1280],
    [' $12.80 ', 'price', 1280],
    ['', 'memberPrice', null],
    ['', 'deposit', 0],
    ['250', 'grams', 250],
    [' Tea ', 'name_en', 'Tea'],
  ] as const)('reads %j in %s', (text, column, value) => {
    expect(readCell(text, column, 'CAD')).toEqual({ value })
  })

  it.each([
    ['', 'price', 'price'],
    ['abc', 'price', 'amount'],
    ['-3', 'price', 'amount'],
    ['12.345', 'price', 'amount'],
    ['9999999.99', 'memberPrice', 'too_much'],
    ['0', 'grams', 'grams'],
    ['x'.repeat(121), 'name_zh', 'too_long'],
  ] as const)('refuses %j in %s', (text, column, problem) => {
    expect(readCell(text, column, 'CAD')).toEqual({ problem })
  })
})

describe('the sheet', () => {
  it('sends only changed cells that can be saved, names with the product, others with the SKU', () => {
    const sheet = edit(fresh(), [
      { row: 0, column: 'price', text: '3.10' },
      { row: 1, column: 'name_zh', text: '茶' },
      { row: 1, column: 'price', text: 'abc' },
      { row: 2, column: 'price', text: '6.50' },
      { row: 2, column: 'name_zh', text: 'no cell' },
    ])
    expect(changesIn(sheet)).toEqual([
      { id: 'bun', column: 'price', was: 300, is: 310 },
      { id: 'tea', column: 'name_zh', was: '', is: '茶' },
    ])
    expect(problemsIn(sheet)).toEqual([{ row: 1, column: 'price', problem: 'amount' }])
    expect(countTyped(sheet)).toBe(3)
  })

  it('takes typing back cell by cell, and a paste as a whole', () => {
    let sheet = fresh()
    for (const text of ['4', '4.', '4.5']) sheet = edit(sheet, [{ row: 0, column: 'price', text }], 'price 0')
    sheet = pasteBlock(sheet, { row: 1, column: 'price' }, { block: readBlock('7\t6\n8\t7\n'), columns }).sheet
    expect(changesIn(sheet)).toHaveLength(5)
    sheet = undoStep(sheet)
    expect(changesIn(sheet)).toEqual([{ id: 'bun', column: 'price', was: 300, is: 450 }])
    expect(changesIn(undoStep(sheet))).toEqual([])
    expect(changesIn(redoStep(redoStep(undoStep(sheet))))).toHaveLength(5)
  })

  it('reads a block with quotes and empty cells, and counts what has no place', () => {
    expect(readBlock('a\t"b ""c""\nd"\r\n\t1\r\n')).toEqual([
      ['a', 'b "c" d'],
      ['', '1'],
    ])
    expect(readBlock('5')).toEqual([['5']])
    expect(readBlock('5\n\n6')).toEqual([['5'], [''], ['6']])
    const { left } = pasteBlock(fresh(), { row: 2, column: 'memberPrice' }, { block: [['1', '2'], ['3']], columns })
    expect(left).toBe(2)
  })

  it('fills cells below, and leaves out those that do not exist', () => {
    expect(changesIn(fillDown(fresh(), { row: 0, column: 'price' }, 2)).map(({ is }) => is)).toEqual([300, 300])
    const named = edit(fresh(), [{ row: 0, column: 'name_zh', text: '包' }])
    expect(changesIn(fillDown(named, { row: 0, column: 'name_zh' }, 2)).map(({ id }) => id)).toEqual(['bun', 'tea'])
  })

  it('keeps refused cells with the reason until somebody decides', () => {
    const typed = edit(fresh(), [
      { row: 0, column: 'price', text: '3.10' },
      { row: 1, column: 'price', text: '5.90' },
    ])
    const refusal = { id: 'tea-m', column: 'price', reason: 'stale', now: 999 } as const
    const sheet = applySaveResult(typed, changesIn(typed), [refusal])
    expect(problemsIn(sheet)).toEqual([{ row: 1, column: 'price', problem: 'stale' }])
    expect(countTyped(sheet)).toBe(1)
    const place = { row: 1, column: 'price' } as const
    expect(changesIn(resolveConflict(sheet, { ...place, keep: 'mine' }))).toEqual([
      { id: 'tea-m', column: 'price', was: 999, is: 590 },
    ])
    expect(changesIn(resolveConflict(sheet, { ...place, keep: 'theirs' }))).toEqual([])
    expect(resolveConflict(sheet, { ...place, keep: 'theirs' }).rows[1]?.line.price).toBe(999)
  })

  it('keeps a text that was typed while the save ran', () => {
    const place = { row: 0, column: 'price' } as const
    const typed = edit(sheetOf({ lines: [tableLine('tea', 500)], currency: 'CAD' }), [{ ...place, text: '6.00' }])
    const sent = changesIn(typed)
    const later = applySaveResult(edit(typed, [{ ...place, text: '6.50' }]), sent, [])
    expect(changesIn(later)).toEqual([{ id: 'tea', column: 'price', was: 600, is: 650 }])
    expect(countTyped(applySaveResult(edit(typed, [{ ...place, text: '6' }]), sent, []))).toBe(0)
  })
})
