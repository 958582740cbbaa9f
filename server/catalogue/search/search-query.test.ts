import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pinyinOf, readRuns } from './runs.ts'
import { buildQuery } from './search-query.ts'
import { isSound } from './similar-sounds.ts'
import { editDistance, soundOf } from './spelling.ts'
import { groupWords, kindsByEnd, kindsWithin, needsByEnd, needsWithin, relatedWords } from './synonyms.ts'
import { readWords, simplifyWords } from './terms.ts'
import { searchVector, vocabularyOf } from './tokens.ts'
import { formsOf } from './word-forms.ts'

const nothing = {
  names: [],
  synonyms: '',
  related: '',
  diets: [],
  belongsTo: [],
  covered: [],
  groupWords: [],
  needs: [],
  served: [],
  words: [],
  codes: [],
}
const tokensOf = (parts: Partial<Parameters<typeof searchVector>[0]>) =>
  [...searchVector({ ...nothing, ...parts }).matchAll(/'((?:[^']|'')*)'/g)].map(([, token]) => token ?? '')
const plain = (tokens: string[]) => tokens.filter((token) => /^[^~.+=^<>]/.test(token))
const wordsOf = (text: string) => readRuns(text).map((run) => run.text)

describe('words', () => {
  it('are normalised in case, width, accents and apostrophes', () => {
    expect(wordsOf('CRÈME Brûlée ＴＥＡ Grandma’s Łódź')).toEqual(['creme', 'brulee', 'tea', 'grandmas', 'lodz'])
  })

  it('are converted to simplified Chinese', () => {
    expect(wordsOf('老乾媽 鳳梨酥 龍蝦 麵包')).toEqual(['老干妈', '凤梨酥', '龙虾', '面包'])
  })

  it('keep the voicing marks of kana', () => {
    expect(wordsOf('が ｶﾞ')).toEqual(['が', 'ガ'])
  })

  it('have ascending positions within their text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const { text: word, offsets: places } of readRuns(text)) {
          expect(places.length).toBeLessThanOrEqual(word.length + 1)
          expect(places.toSorted((one, other) => one - other)).toEqual(places)
          expect(places.at(-1)).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })

  it('are spelled with the pinyin of the whole word', () => {
    expect(pinyinOf('重庆小面')).toEqual(['chong', 'qing', 'xiao', 'mian'])
    expect(pinyinOf('绿茶')).toEqual(['lv', 'cha'])
    expect(pinyinOf('ガム')).toBeNull()
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

describe('the index of a product', () => {
  it('has whole Latin words and one and two Chinese characters, with a prefix for their field', () => {
    const tokens = tokensOf({ names: ['Milk Tea 奶茶'], synonyms: 'cha', belongsTo: ['Tea'], words: ['茶水'] })
    expect(plain(tokens)).toEqual([
      'milk',
      'tea',
      '奶',
      '茶',
      '奶茶',
      '*cha',
      ...['-水', '-茶水', '%nai-cha', '!cha', ':tea'],
    ])
  })

  it('has the pinyin of a Chinese name from each character on, and its initials', () => {
    const tokens = tokensOf({ names: ['老干妈'] })
    expect(tokens.filter((token) => /^[~.]/.test(token))).toEqual(['~laoganma', '.lgm', '~ganma', '.gm', '~ma'])
  })

  it('has the pinyin of each two adjacent characters of names, synonyms and groups', () => {
    const tokens = tokensOf({ names: ['老干妈'], synonyms: '辣酱', belongsTo: ['酱料'] })
    expect(tokens.filter((token) => token.includes('%'))).toEqual(['%lao-gan', '%gan-ma', '%la-jiang', '@%jiang-liao'])
  })

  it('has the pinyin of the ends of a Chinese name and of its synonyms, and the initials of long ones', () => {
    const tokens = tokensOf({ names: ['老干妈'], synonyms: '辣酱 油辣子' })
    expect(tokens.filter((token) => /^[=>!][a-z]/.test(token))).toEqual([
      ...['>laoganma', '>ganma', '>lgm', '=lgm'],
      ...['!lajiang', '!youlazi', '!ylz'],
    ])
  })

  it('has the pinyin syllable lü as both lv and lu', () => {
    expect(tokensOf({ names: ['绿茶'] })).toEqual(expect.arrayContaining(['~lvcha', '~lucha']))
  })

  it('has the beginnings and ends of a name without its measure', () => {
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

  it('has all Latin words; only long words, without digits, are used for corrections', () => {
    const parts = {
      names: ['Bok Choy 454g, 4 Heads 小白菜'],
      belongsTo: ['Vegetables'],
      words: ['Crisp heads of 1234567, steamed'],
    }
    expect(vocabularyOf({ ...nothing, ...parts })).toEqual({
      all: ['bok', 'choy', '454g', '4', 'heads', 'vegetables', 'crisp', 'of', '1234567', 'steamed'],
      spelled: ['choy', 'heads', 'vegetables'],
      described: ['steamed'],
    })
  })

  it('is shorter than 100,000 characters, however long the texts', () => {
    const long = { names: ['好'.repeat(50_000)], words: ['word '.repeat(50_000), '茶水'.repeat(50_000)] }
    expect(searchVector({ ...nothing, ...long }).length).toBeLessThan(100_000)
  })
})

describe('the words of a term, read again', () => {
  it.each([
    ['bubble tea with the milk', ['milk', 'bubble', 'tea']],
    ['for the', ['for', 'the']],
    ['Q milk 2', ['milk', '2']],
    ['蘸饺子的醋', ['蘸饺子', '醋']],
    ['八寸蛋糕', ['8', '寸', '蛋糕']],
    ['十八磅大米', ['18', '大米']],
    ['两个包', ['2', '包']],
    ['二十个水饺', ['20', '水饺']],
    ['三色团子', ['三色团子']],
    ['四川', ['四川']],
    ['do you have any tofu', ['tofu']],
    ['looking for rice', ['rice']],
    ['请问有没有豆浆', ['豆浆']],
    ['我想吃点心', ['点心']],
    ['哪里有卖茶壶', ['茶壶']],
    ['牛奶多少钱', ['牛奶']],
    ['早餐吃什么', ['早餐']],
    ['来一碗云吞', ['云吞']],
    ['上海小吃', ['上海小吃']],
    ['买一送一', ['买一送一']],
    ['dark chocolate bar', ['bar', 'dark', 'chocolate']],
    ['芋头味奶茶', ['芋头', '奶茶']],
    ['樱桃礼盒', ['礼盒', '樱桃']],
  ])('%s', (term, words) => {
    expect(simplifyWords(readWords(term)).map(({ text }) => text)).toEqual(words)
  })
})

describe('the query of a search', () => {
  it('has each word once', () => {
    expect(readWords('茶, TEA 茶 tea').map(({ text }) => text)).toEqual(['茶', 'tea'])
  })

  it.each(['', '   ', '%', '_', "'", '\\', '🧋', '!!!', '&|!():*<->', '\u200b', '\u0301'])('is null for %j', (term) => {
    expect(buildQuery(readWords(term))).toBeNull()
  })

  it('has the words of the shop that begin with a word, if these are known', () => {
    const [apple] = readWords('apple')
    if (!apple) throw new Error('no word')
    const asked = (growing: string[] | null) =>
      buildQuery([{ ...apple, completions: growing }])
        ?.anywhere.flat()
        .join(' ') ?? ''
    expect(asked(['apples', 'applesauce'])).toMatch(/'apples' .*'applesauce'/)
    expect(asked(['apples', 'applesauce'])).not.toContain("'apple'")
    expect(asked(null)).toContain("'apple':*")
    expect(asked([])).toContain("'apple'")
  })

  it('treats a word as pinyin only if it can be the beginning of pinyin', () => {
    expect(['apple', 'bread', 'noodle', 'mushroom'].filter(isSound)).toEqual([])
    const chinese = fc.string({
      unit: fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(chinese, fc.integer({ min: 2, max: 40 }), (text, length) => {
        const sound = pinyinOf(text)?.join('') ?? 'shi'
        for (const typed of [sound, sound.replaceAll('v', 'u')]) {
          if (typed.length > 1) expect(isSound(typed.slice(0, length))).toBe(true)
        }
      }),
    )
  })

  it('does not use a single letter as a prefix', () => {
    expect(buildQuery(readWords('c'))?.anywhere.flat().join(' ')).not.toContain(':*')
  })

  it('quotes every word, whatever its characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (term) => {
        const query = buildQuery(readWords(term))
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

describe('slipsBetween', () => {
  it.each([
    ['tofu', 'tofu', 0],
    ['brocoli', 'broccoli', 1],
    ['avacado', 'avocado', 1],
    ['croisssant', 'croissant', 1],
    ['dumplnigs', 'dumplings', 1],
    ['strwbery', 'strawberry', 2],
  ])('counts the typing errors of %s for %s', (typed, meant, slips) => {
    expect(editDistance(typed, meant)).toBe(slips)
    expect(editDistance(meant, typed)).toBe(slips)
  })
})

describe('soundOf', () => {
  it.each([
    ['litchee', 'lychee'],
    ['cresant', 'croissant'],
    ['lobsta', 'lobster'],
    ['cantelope', 'cantaloupe'],
    ['kwik', 'quick'],
    ['elefant', 'elephant'],
  ])('is the same for %s and %s', (typed, meant) => {
    expect(soundOf(typed)).toBe(soundOf(meant))
  })

  it('differs for other words', () => {
    expect(new Set(['tofu', 'toffee', 'coffee', 'candy', 'lemon'].map(soundOf)).size).toBe(4)
  })
})

describe('the synonyms of a product', () => {
  it('are other words for what its name ends with, and general ones', () => {
    const { same, general } = kindsByEnd(['Wild Shrimp, 2 lb', '野生红虾 2 磅'])
    expect([same.includes('prawn'), general.includes('seafood')]).toEqual([true, true])
    expect(kindsByEnd(['Shrimp Paste'])).toEqual({ same: [], general: [] })
  })

  it('are other words for the words in its name', () => {
    expect(relatedWords(['Spring Onion Pancakes'], { others: [], own: [['pancake', 'bing']] })).toEqual(
      expect.arrayContaining(['scallion', '香葱', 'bing']),
    )
    expect(relatedWords(['Onion'], { others: [], own: [] })).toEqual([])
    // Each of these names contains the name of another food: 牛油果 (avocado) contains 牛油 (butter).
    const related = relatedWords(['牛油果', '凤梨酥', 'Ice cream', 'Soy milk', 'Oyster sauce'], { others: [], own: [] })
    for (const other of ['黄油', 'butter', 'pear', '奶油', '牛奶', '生蚝']) expect(related).not.toContain(other)
  })

  it('are general words for what is in it, and for its groups', () => {
    expect(kindsWithin(['Shrimp Wonton Soup'])).toContain('seafood')
    expect(groupWords(['Rice & Bento', '便当'])).toContain('lunch')
  })

  it('are the needs that it serves, which are found only as a whole', () => {
    expect(needsByEnd(['Raw Linden Honey, 500 g'])).toContain('sore throat')
    expect(needsByEnd(['Honey Mandarins'])).not.toContain('sore throat')
    expect(needsWithin(['Honey Mandarins'])).toContain('sore throat')
    const tokens = tokensOf({ needs: ['school lunch', '下火'], served: ['sore throat', '做蛋糕'] })
    expect(tokens).toEqual([
      ...['@下火', '-做蛋', '-蛋糕', '-+schoollunch', '-+sorethroat'],
      ...[';schoollunch', ';下火', ';xiahuo'],
    ])
  })

  it('are found by the whole pinyin of a group, unless it is short', () => {
    expect(tokensOf({ belongsTo: ['水果', '素食'] })).toContain(':shuiguo')
    expect(tokensOf({ belongsTo: ['水果', '素食'] })).not.toContain(':sushi')
    expect(tokensOf({ names: ['绿茶'], synonyms: '绿茶; noodles' })).toEqual(
      expect.arrayContaining(['>lucha', '!lucha']),
    )
    expect(tokensOf({ synonyms: 'beef noodle' })).not.toContain('!noodle')
  })

  it('are the same claim in other words', () => {
    expect(relatedWords(['Soy Milk'], { others: ['With no sugar.'], own: [] })).toContain('unsweetened')
  })
})
