import { expect, test } from 'vitest'
import { noText } from '#contract/languages.ts'
import type { StockItem } from '#contract/office/stock.ts'
import { newSubmissionId } from '../core/submission.ts'
import type { DraftLine } from './draft.ts'
import {
  addScanned,
  afterSave,
  emptyDraft,
  isReady,
  piecesOf,
  withChosenItem,
  withLookupResult,
  without,
  withQuantity,
} from './draft.ts'

const item = (sku: string, isExact = true): StockItem => ({
  sku,
  product: sku,
  name: noText,
  detail: noText,
  image: null,
  onHand: 5,
  held: 0,
  free: 5,
  waiting: 0,
  lowAt: null,
  isLow: false,
  isSoldOut: false,
  isStocked: true,
  isExact,
  movedAt: null,
})

/** Returns the list after someone scans these codes in order. The time of each scan is its index in `codes`. */
const scanned = (codes: string[]) => codes.reduce<DraftLine[]>((lines, code, n) => addScanned(lines, code, n), [])
const counted = (quantity: number) => ({ quantity, countedAt: 9 })

test('each scan adds a piece, and the last one is on top', () => {
  const lines = scanned(['a', 'b', 'a', 'c'])
  expect(lines).toEqual([
    { code: 'c', quantity: 1, countedAt: 3 },
    { code: 'a', quantity: 2, countedAt: 2 },
    { code: 'b', quantity: 1, countedAt: 1 },
  ])
  expect(piecesOf(withQuantity(lines, 'b', counted(10)))).toBe(13)
  expect(without(lines, 'a').map(({ code }) => code)).toEqual(['c', 'b'])
})

test('a barcode and the SKU of the same goods become one line', () => {
  const lines = withLookupResult(scanned(['egg-tart', '6901']), '6901', [item('egg-tart')])
  expect(lines).toEqual([{ code: '6901', quantity: 2, countedAt: 1, item: item('egg-tart') }])
  expect(addScanned(lines, 'egg-tart', 5)[0]).toMatchObject({ code: '6901', quantity: 3, countedAt: 5 })
})

test('a typed name offers goods, and the chosen ones are saved by their SKU', () => {
  const typed = scanned(['tart'])
  const found = [item('egg-tart', false), item('nut-tart', false)]
  const offered = withLookupResult(typed, 'tart', found)
  expect(offered).toEqual([{ code: 'tart', quantity: 1, countedAt: 0, item: null, choices: found }])
  expect(withChosenItem(offered, 'tart', item('nut-tart', false))).toMatchObject([{ code: 'nut-tart', quantity: 1 }])
  expect(withLookupResult(typed, 'tart', [])).toMatchObject([{ code: 'tart', item: null, choices: [] }])
})

test('a barcode of several goods asks which one', () => {
  const twins = [item('red'), item('blue')]
  expect(withLookupResult(scanned(['6901']), '6901', [...twins, item('other', false)])).toMatchObject([
    { item: null, choices: twins },
  ])
})

test('a submission has an id in the form that the server accepts', () => {
  const ids = Array.from({ length: 50 }, newSubmissionId)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(50)
})

test('an unknown code does not hold up the other lines, and stays in the list', () => {
  const scans = scanned(['egg-tart', 'x-404', 'bun'])
  const lines = withLookupResult(withLookupResult(scans, 'x-404', []), 'egg-tart', [item('egg-tart')])
  const codesOf = (some: { code: string }[]) => some.map(({ code }) => code)
  // The list was sent before the code of the bun was looked up, so the server looks up this code.
  expect(codesOf(lines.filter(isReady('receive')))).toEqual(['bun', 'egg-tart'])
  const sent = { ...emptyDraft(), lines, note: 'Delivery 7', isSent: true }
  const next = afterSave(sent, 'receive')
  expect(codesOf(next.lines)).toEqual(['x-404'])
  expect([next.isSent, next.note, next.submission === sent.submission]).toEqual([false, '', false])
  const none = withQuantity(lines, 'bun', counted(0))
  expect(codesOf(none.filter(isReady('waste')))).toEqual(['egg-tart'])
  expect(codesOf(none.filter(isReady('count')))).toEqual(['bun', 'egg-tart'])
})
