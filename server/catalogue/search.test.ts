import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchQuery, searchVector } from './search.ts'

describe('what is indexed', () => {
  it('has Latin words whole, Chinese by one and two characters, each with its weight', () => {
    const vector = searchVector({ a: ['Milk Tea 奶茶'], b: ['Tea'], d: ['茶'] })
    expect(vector).toBe("'milk':1A 'tea':2A,6B '奶':3A '茶':4A,7D '奶茶':5A")
  })

  it('levels case, width, accents and apostrophes', () => {
    expect(searchVector({ a: ['CRÈME Brûlée ＴＥＡ Grandma’s Łódź'], b: [], d: [] })).toBe(
      "'creme':1A 'brulee':2A 'tea':3A 'grandmas':4A 'lodz':5A",
    )
  })

  it('keeps the voicing of kana, which is no accent', () => {
    expect(searchVector({ a: ['が'], b: [], d: [] })).toBe("'が':1A")
  })

  it('stays within what PostgreSQL takes, however long the description', () => {
    const vector = searchVector({ a: ['好'.repeat(50_000)], b: [], d: ['word '.repeat(50_000), '茶水'.repeat(50_000)] })
    expect(vector.length).toBeLessThan(100_000)
  })
})

describe('what is asked', () => {
  it.each([
    ['tea', "'tea':*", "'tea':*A"],
    ['Milk  TEA', "'milk':* & 'tea':*", "'milk':*A & 'tea':*A"],
    ['茶', "'茶'", "'茶':A"],
    ['奶茶', "'奶茶'", "'奶茶':A"],
    ['珍珠奶茶', "'珍珠' & '珠奶' & '奶茶'", "'珍珠':A & '珠奶':A & '奶茶':A"],
    ['oolong奶茶', "'oolong':* & '奶茶'", "'oolong':*A & '奶茶':A"],
    ['茶,茶', "'茶'", "'茶':A"],
    ['3分糖', "'3':* & '分糖'", "'3':*A & '分糖':A"],
  ])('%s', (term, anywhere, inName) => {
    expect(searchQuery(term)).toEqual({ anywhere, inName })
  })

  it.each(['', '   ', '%', '_', "'", '\\', '🧋', '!!!', '&|!():*<->', '\u200b', '\u0301'])('nothing in %j', (term) => {
    expect(searchQuery(term)).toBeNull()
  })

  it('quotes what could end a word, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (term) => {
        const query = searchQuery(term)
        if (query) expect(query.anywhere).toMatch(/^'(?:[^'\\]|''|\\\\)+'(:\*)?( & '(?:[^'\\]|''|\\\\)+'(:\*)?)*$/)
      }),
    )
  })
})
