import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasAll, highlightsIn } from './highlights.ts'
import { readWords } from './terms.ts'

const marked = (text: string, term: string, also: Partial<ReturnType<typeof readWords>[number]> = {}) =>
  highlightsIn(
    text,
    readWords(term).map((word) => ({ ...word, ...also })),
  ).map(([from, to]) => text.slice(from, to))

describe('the marks in a name', () => {
  it.each([
    ['Brown Sugar Boba', 'boba BROWN', ['Brown', 'Boba']],
    ['Crème Brûlée', 'creme', ['Crème']],
    ['Sweet Cherries', 'cherry', ['Cherries']],
    ['Shanghai Bok Choy', 'bokchoy', ['Bok Choy']],
    ['Grandma’s Bun', 'grandmas', ['Grandma’s']],
    ['黑糖波霸鲜奶', '波霸', ['波霸']],
    ['黑糖波霸鮮奶', '鲜奶', ['鮮奶']],
    ['土凤梨酥（8 个）', '鳳梨酥', ['凤梨酥']],
    ['经典珍珠奶茶', 'naicha', ['奶茶']],
    ['经典珍珠奶茶', 'zhenzhunaic', ['珍珠奶茶']],
    ['经典珍珠奶茶', 'zznc', ['珍珠奶茶']],
    ['日照绿茶', 'lucha', ['绿茶']],
    ['老干妈', 'lao gan ma', ['老干妈']],
    ['皮蛋瘦肉粥', '皮蛋粥', ['皮蛋', '粥']],
    ['港式丝袜奶茶', '港式奶茶', ['港式', '奶茶']],
    ['A+ (good)', '+ (', []],
    ['Tea', '   ', []],
    ['Vitamin C', 'c', ['C']],
  ])('in %s for the term %s', (text, term, parts) => {
    expect(marked(text, term)).toEqual(parts)
  })

  it('cover the typed part of a longer word, and the whole word after a correction', () => {
    expect(marked('Blueberries, pint', 'berri', { containing: ['blueberries'] })).toEqual(['berri'])
    expect(marked('Ripe Avocados', 'avacado', { corrections: ['avocado'] })).toEqual(['Avocados'])
    expect(marked('老干妈', '老甘妈', { bySound: true })).toEqual(['老干妈'])
  })

  it('lie within the name, whatever the texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 10 }), (text, term) => {
        const places = [...highlightsIn(text, readWords(term)), ...highlightsIn(text, readWords(text))]
        for (const [from, to] of places) {
          expect(from).toBeLessThanOrEqual(to)
          expect(to).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })
})

it('hasAll looks for the words of a term in several texts together', () => {
  expect(hasAll(['Milk tea', '奶茶鲜奶'], readWords('milk naicha'))).toBe(true)
  expect(hasAll(['Milk tea', '奶茶鲜奶'], readWords('milk coffee'))).toBe(false)
  expect(hasAll(['Milk tea'], readWords('!'))).toBe(false)
})
