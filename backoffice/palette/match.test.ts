import { describe, expect, test } from 'vitest'
import { verbTerms } from './actions.ts'
import { parseCommand, rank, scoreOf } from './scores.ts'

const entry = (id: string, ...words: string[]) => ({ id, words })
const ids = (entries: { id: string }[]) => entries.map(({ id }) => id)

describe('a typed text', () => {
  test('fits a whole text best, then a word of it, its beginning, the beginning of a word, and a part', () => {
    const all = [
      entry('part', 'Grasp'),
      entry('begun word', 'Red raspberry'),
      entry('beginning', 'Raspberry'),
      entry('word', 'Hong Kong rasp'),
      entry('whole', 'RASP'),
    ]
    expect(ids(rank('rasp', all, []))).toEqual(['whole', 'word', 'beginning', 'begun word', 'part'])
  })

  test('must fit with each of its words', () => {
    expect(scoreOf('bun red', ['Red bean bun', '红豆包'])).toBeGreaterThan(0)
    expect(scoreOf('bun green', ['Red bean bun', '红豆包'])).toBe(0)
  })

  test('fits one Chinese character within a name, but not one Latin letter within a word', () => {
    expect(scoreOf('豆', ['红豆包'])).toBeGreaterThan(0)
    expect(scoreOf('e', ['Red'])).toBe(0)
    expect(scoreOf('r', ['Red'])).toBeGreaterThan(0)
  })

  test('fits without regard to case, accents and full width', () => {
    expect(scoreOf('ＣＡＦＥ', ['café'])).toBe(scoreOf('cafe', ['cafe']))
    expect(scoreOf('   ', ['cafe'])).toBe(0)
  })

  test('lists what was used last first, among equally good ones only', () => {
    const all = [entry('a', 'Tea one'), entry('b', 'Tea two'), entry('c', 'Tea three'), entry('d', 'Green teapot')]
    expect(ids(rank('tea', all, ['d', 'c', 'b']))).toEqual(['c', 'b', 'a', 'd'])
  })
})

describe('a request', () => {
  test.each([
    ['lychee 12.8', { name: 'lychee', verb: null, price: '12.8' }],
    ['荔枝12.80元', { name: '荔枝', verb: null, price: '12.80' }],
    ['荔枝 $9', { name: '荔枝', verb: null, price: '9' }],
    ['改价 荔枝 １２．８', { name: '荔枝', verb: 'price', price: '12.8' }],
    ['Sold out lychee', { name: 'lychee', verb: 'soldOut', price: null }],
    ['售罄荔枝', { name: '荔枝', verb: 'soldOut', price: null }],
    ['hide egg tart', { name: 'egg tart', verb: 'hide', price: null }],
    ['下架蛋挞', { name: '蛋挞', verb: 'hide', price: null }],
    ['pause', { name: '', verb: 'pause', price: null }],
    ['pause markham 30', { name: 'markham', verb: 'pause', price: '30' }],
    ['showcase', { name: 'showcase', verb: null, price: null }],
    ['K7Q2F4', { name: 'k7q2f4', verb: null, price: null }],
    ['蛋挞', { name: '蛋挞', verb: null, price: null }],
    ['tea 1.234', { name: 'tea 1.234', verb: null, price: null }],
  ])('%s', (typed, request) => {
    expect(parseCommand(typed, verbTerms)).toEqual(request)
  })
})
