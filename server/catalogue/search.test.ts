import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formsOf, isSound, readWords, searchQuery } from './search.ts'
import { searchVector, vocabularyOf } from './search-tokens.ts'
import { slipsBetween } from './vocabulary.ts'
import { readRuns, spell } from './words.ts'

const nothing = { names: [], synonyms: '', related: '', belongsTo: [], words: [], codes: [] }
const tokensOf = (parts: Partial<Parameters<typeof searchVector>[0]>) =>
  [...searchVector({ ...nothing, ...parts }).matchAll(/'((?:[^']|'')*)'/g)].map(([, token]) => token ?? '')
const plain = (tokens: string[]) => tokens.filter((token) => /^[^~.+=^<>]/.test(token))
const wordsOf = (text: string) => readRuns(text).map((run) => run.text)

describe('words', () => {
  it('level case, width, accents and apostrophes', () => {
    expect(wordsOf('CRÈME Brûlée ＴＥＡ Grandma’s Łódź')).toEqual(['creme', 'brulee', 'tea', 'grandmas', 'lodz'])
  })

  it('are simplified', () => {
    expect(wordsOf('老乾媽 鳳梨酥 龍蝦 麵包')).toEqual(['老干妈', '凤梨酥', '龙虾', '面包'])
  })

  it('keep the voicing of kana, which is no accent', () => {
    expect(wordsOf('が ｶﾞ')).toEqual(['が', 'ガ'])
  })

  it('know where they stand, whatever their text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const { text: word, places } of readRuns(text)) {
          expect(places.length).toBeLessThanOrEqual(word.length + 1)
          expect(places.toSorted((one, other) => one - other)).toEqual(places)
          expect(places.at(-1)).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })

  it('are spelled as the whole word sounds', () => {
    expect(spell('重庆小面')).toEqual(['chong', 'qing', 'xiao', 'mian'])
    expect(spell('绿茶')).toEqual(['lv', 'cha'])
    expect(spell('ガム')).toBeNull()
  })

  it.each([
    ['berry', ['berry', 'berries']],
    ['cherries', ['cherries', 'cherry']],
    ['box', ['box', 'boxes', 'boxs']],
    ['peaches', ['peaches', 'peach', 'peache']],
    ['swiss', ['swiss']],
    ['茶', ['茶']],
  ])('%s has its singular and plural', (word, forms) => {
    expect(formsOf(word)).toEqual(forms)
  })
})

describe('what is indexed', () => {
  it('has Latin words whole, Chinese by one and two characters, and tells names from the rest', () => {
    const tokens = tokensOf({ names: ['Milk Tea 奶茶'], synonyms: 'cha', belongsTo: ['Tea'], words: ['茶水'] })
    expect(plain(tokens)).toEqual(['milk', 'tea', '奶', '茶', '奶茶', '*cha', '-水', '-茶水', '!cha', ':tea'])
  })

  it('has how Chinese sounds from every character on, and the initials of that', () => {
    const tokens = tokensOf({ names: ['老干妈'] })
    expect(tokens.filter((token) => /^[~.]/.test(token))).toEqual(['~laoganma', '.lgm', '~ganma', '.gm', '~ma'])
  })

  it('has green tea as people type it without ü', () => {
    expect(tokensOf({ names: ['绿茶'] })).toEqual(expect.arrayContaining(['~lvcha', '~lucha']))
  })

  it('has how a name begins and ends, its measure left out', () => {
    const tokens = tokensOf({ names: ['Jasmine Rice, 8 lb'] })
    expect(tokens.filter((token) => /^[=^<>]/.test(token))).toEqual([
      '^jasminerice8lb',
      '=jasminerice8lb',
      '=jasminerice',
      '<jasmine',
      '<jasminerice',
      '>jasminerice',
      '>rice',
    ])
  })

  it('learns all Latin words, and which of them may be misspelt: of names, no numbers and no short ones', () => {
    const parts = { names: ['Bok Choy 454g, 4 Heads 小白菜'], belongsTo: ['Vegetables'], words: ['Crisp heads'] }
    expect(vocabularyOf({ ...nothing, ...parts })).toEqual({
      all: ['bok', 'choy', '454g', '4', 'heads', 'vegetables', 'crisp'],
      spelled: ['choy', 'heads', 'vegetables'],
    })
  })

  it('stays within what PostgreSQL takes, however long the texts', () => {
    const long = { names: ['好'.repeat(50_000)], words: ['word '.repeat(50_000), '茶水'.repeat(50_000)] }
    expect(searchVector({ ...nothing, ...long }).length).toBeLessThan(100_000)
  })
})

describe('what is asked', () => {
  it('is every word once', () => {
    expect(readWords('茶, TEA 茶 tea').map(({ text }) => text)).toEqual(['茶', 'tea'])
  })

  it.each(['', '   ', '%', '_', "'", '\\', '🧋', '!!!', '&|!():*<->', '\u200b', '\u0301'])(
    'is nothing in %j',
    (term) => {
      expect(searchQuery(readWords(term))).toBeNull()
    },
  )

  it('has no word that was looked for and that the shop has not', () => {
    const [apple] = readWords('apple')
    if (!apple) throw new Error('no word')
    const asked = (growing: string[] | null) =>
      searchQuery([{ ...apple, growing }])
        ?.anywhere.flat()
        .join(' ') ?? ''
    expect(asked(['apples', 'applesauce'])).toMatch(/'apples' .*'applesauce'/)
    expect(asked(['apples', 'applesauce'])).not.toContain("'apple'")
    expect(asked(null)).toContain("'apple':*")
    expect(asked([])).toContain("'apple'")
  })

  it('has sounds only of what can be one, however far it is typed', () => {
    expect(['apple', 'bread', 'noodle', 'mushroom'].filter(isSound)).toEqual([])
    const chinese = fc.string({
      unit: fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(chinese, fc.integer({ min: 2, max: 40 }), (text, length) => {
        const sound = spell(text)?.join('') ?? 'shi'
        for (const typed of [sound, sound.replaceAll('v', 'u')]) {
          if (typed.length > 1) expect(isSound(typed.slice(0, length))).toBe(true)
        }
      }),
    )
  })

  it('does not begin half of all words with one letter', () => {
    expect(searchQuery(readWords('c'))?.anywhere.flat().join(' ')).not.toContain(':*')
  })

  it('quotes what could end a word, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (term) => {
        const query = searchQuery(readWords(term))
        const outside =
          query?.anywhere
            .flat()
            .join(' ')
            .replace(/'(?:[^'\\]|''|\\\\)+'(:\*)?/g, '') ?? ''
        expect(outside).toMatch(/^[()&| ]*$/)
      }),
    )
  })
})

describe('slips of the fingers', () => {
  it.each([
    ['tofu', 'tofu', 0],
    ['brocoli', 'broccoli', 1],
    ['avacado', 'avocado', 1],
    ['croisssant', 'croissant', 1],
    ['dumplnigs', 'dumplings', 1],
    ['strwbery', 'strawberry', 2],
  ])('%s for %s are counted', (typed, meant, slips) => {
    expect(slipsBetween(typed, meant)).toBe(slips)
    expect(slipsBetween(meant, typed)).toBe(slips)
  })
})
