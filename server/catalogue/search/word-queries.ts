import { pinyinOf } from './runs.ts'
import {
  confusableSounds,
  hasSimilarSounds,
  isInitials,
  isSound,
  similarSyllables,
  splitSound,
} from './similar-sounds.ts'
import type { Word } from './terms.ts'
import { joinWords } from './terms.ts'
import { inNames, inTexts, pairs, quote, soundPairs, truncateName } from './tokens.ts'
import { distinctForms, formsOf, isStem, stemsOf } from './word-forms.ts'

// Texts of PostgreSQL's `tsquery` type for the words of a search. A token finds the products whose `tsvector` has this
// token, see `tokens.ts`. A query joins tokens with "and" and "or".

/**
 * A condition as `tsquery` texts: all texts of at least one of the lists must match. An index handles several texts
 * faster than one text that joins them.
 */
export type Condition = string[][]

/**
 * The maximum number of characters that the search reads of a run, which is a sequence of Chinese characters. The
 * search ignores the rest of the run.
 */
const maxRunLength = 16

/** The condition for a word as typed, in any text. */
export const typedCondition = (word: Word): Condition => [[any(wholeTokens(word, ...inTexts))]]

/** The condition for products whose name contains the sound of a word. Finds nothing if the word has no known sound. */
export const soundCondition = (word: Word): Condition => [[any(soundTokens({ ...word, bySound: true }, ''))]]

/**
 * The condition for products whose name is, begins with or ends with this word. Also matches the word as a whole
 * synonym or group name.
 */
export const wholeWordCondition = ({ text }: Word): Condition => [
  [
    any([
      ...['=', '!', ':', ';', '<', '>'].map((mark) => token(mark + text)),
      ...([...text].length === 2 ? [tokenBeginning(`^${text}`)] : []),
    ]),
  ],
]

/**
 * Conditions for products that have a word like this Chinese word of two characters, but with another character of a
 * similar sound: 蛋挞 for 蛋达. For `end`, the word must end a name or be a synonym. For `within`, it can be anywhere in a
 * name or synonym. Null for words of another length.
 */
export function nearSoundsOf(word: Word): Record<'end' | 'within', Condition> | null {
  const [first = '', second = '', ...others] = searchedCharacters(word)
  const [firstSyllable, secondSyllable] = pinyinOf(word.text) ?? []
  if (!second || others.length > 0 || !firstSyllable || !secondSyllable) return null
  const similarWords = [
    ...similarSyllables(secondSyllable).map((similar) => ({ typed: first, syllables: [firstSyllable, similar] })),
    ...similarSyllables(firstSyllable).map((similar) => ({ typed: second, syllables: [similar, secondSyllable] })),
  ]
  if (similarWords.length === 0) return null
  const conditionBy = (soundsOf: (syllables: string[]) => string[]): Condition => {
    const queries = similarWords.map(({ typed, syllables }) =>
      all([...characterQueries([typed], inNames), any(soundsOf(syllables).map((sound) => token(sound)))]),
    )
    return [[any(queries)]]
  }
  return {
    end: conditionBy((syllables) => ['>', '!'].map((mark) => mark + syllables.join(''))),
    within: conditionBy(soundPairs),
  }
}

/** The `tsquery` text that finds a word by its spelling, in the kinds of text that `marks` name. */
export const spellingQuery = (word: Word, marks: readonly string[]): string => any(wholeTokens(word, ...marks))

/** Query texts that match products with all of these characters, in any order, in the texts that `marks` name. */
export const characterQueries = (characters: string[], marks: readonly string[]): string[] =>
  characters.map((character) => any(marks.map((mark) => token(mark + character))))

/** Query text for products that match all of these texts, or all but one. There must be at least two texts. */
export function allButOne([first = '', ...others]: string[]): string {
  return any(others.length === 1 ? [first, ...others] : [all(others), all([first, allButOne(others)])])
}

/** Query text for products whose name ends with the last word, or that have exactly these words as a synonym. */
export function lastWordQuery(words: Word[]): string {
  return any([...lastWordTokens(words, '>'), token(`!${truncateName(joinWords(words))}`)])
}

/** Query text for products that have all words together as a whole name or synonym. */
export function wholeNameQuery(words: Word[], marks = ['=', '!']): string {
  return any(formsOf(joinWords(words)).flatMap((form) => marks.map((mark) => token(mark + truncateName(form)))))
}

/**
 * Matches what `lastWordQuery` and `headWordQuery` match. Also matches two Latin words that are adjacent in a name or
 * synonym.
 */
export function namedByAllQuery(words: Word[]): string {
  const isPair = words.length === 2 && words.every(({ isChinese }) => !isChinese)
  return any([
    lastWordQuery(words),
    headWordQuery(words),
    ...(isPair ? formsOf(joinWords(words)).map((form) => token(`+${form}`)) : []),
  ])
}

/** Matches the last word at the end of a name. */
export const nameEndQuery = (words: Word[]): string => any(lastWordTokens(words, '>'))

/** Matches the last word at the end of a name, as a synonym, or as the name of a group of the shop. */
export const shopHeadWordQuery = (words: Word[]): string =>
  any(['>', '!', ':'].flatMap((mark) => lastWordTokens(words, mark)))

/** Like `shopHeadWordQuery`. Also matches the last word as another word for a group, or as a need. */
export const headWordQuery = (words: Word[]): string =>
  any(['>', '!', ':', ';'].flatMap((mark) => lastWordTokens(words, mark)))

/** Like `headWordQuery`. If the last word is one Chinese character, it can also be anywhere in a name or synonym. */
export const looseHeadWordQuery = (words: Word[]): string =>
  any([
    headWordQuery(words),
    ...words
      .slice(-1)
      .filter((word) => searchedCharacters(word).length === 1)
      .map((word) => spellingQuery(word, inNames)),
  ])

/**
 * The tokens for the last word, each with this mark before it. Chinese text has no spaces between words, so for a run
 * of Chinese characters, the tokens contain only its last characters.
 */
function lastWordTokens(words: Word[], mark: string): string[] {
  const word = words.at(-1)
  if (!word) return []
  const forms = word.isChinese ? lastCharacters(word, mark) : [...formsOf(word.text), ...word.corrections]
  return forms.map((form) => token(mark + truncateName(form)))
}

function lastCharacters(word: Word, mark: string): string[] {
  const characters = searchedCharacters(word)
  if (word.isApart || characters.length === 1) return characters.slice(-1)
  // A name that ends with three or four of these characters also ends with the last two.
  const lengths = mark === '>' ? [2] : [2, 3, 4].filter((length) => length <= characters.length)
  return lengths.map((length) => characters.slice(-length).join(''))
}

/** The characters of a Chinese run that the search reads; empty for a Latin word. */
export const searchedCharacters = ({ text, isChinese }: Word) => (isChinese ? [...text].slice(0, maxRunLength) : [])

/**
 * The tokens that find a word with any of these marks (see `tokens.ts`), in singular and plural. For a Chinese word,
 * returns one query text: each pair of its adjacent characters must match with any of the marks.
 */
export function wholeTokens(word: Word, ...marks: string[]): string[] {
  if (word.isChinese)
    return [all(pairsOrCharacter(word.text).map((pair) => any(marks.map((mark) => token(mark + pair)))))]
  const forms = new Set([...formsInShop(word), ...word.corrections.flatMap(formsOf)])
  return marks.flatMap((mark) => [...forms].map((form) => token(mark + form)))
}

/**
 * Query texts that must all match, so that a product contains every character of a Chinese run: 港式奶茶 matches 港式丝袜奶茶.
 * Each character must match together with its left or right neighbour. `alone` says which characters can also match
 * alone in names and synonyms, but never two in a row. A Latin word gives one text.
 */
export function coverageQueries(
  word: Word,
  marks: readonly string[],
  alone: 'any' | 'last' | 'none' = 'any',
): string[] {
  if (!word.isChinese) return [any([...prefixTokens(word, ...marks), ...(word.bySound ? soundTokens(word, '') : [])])]
  const characters = searchedCharacters(word)
  if (word.isApart) return separateQueries(characters, marks)
  if (characters.length > 2) return neighbourQueries(characters, marks, alone)
  const shortRun = { ...word, text: characters.join('') }
  return [any(wholeTokens(shortRun, ...(characters.length === 1 ? inNames : marks)))]
}

/**
 * Query texts for characters that match alone. The last character must end a name or be a synonym, because the order
 * matters: 茶奶 is not 奶茶.
 */
function separateQueries(characters: string[], marks: readonly string[]): string[] {
  const last = characters.slice(-1).flatMap((one) => ['>', '!'].map((mark) => token(mark + one)))
  return [...characterQueries(characters.slice(0, -1), marks), any(last)]
}

/**
 * Query texts for characters that match together with a neighbour, or alone if `alone` allows this. Of two adjacent
 * characters, at most one can match alone.
 */
function neighbourQueries(characters: string[], marks: readonly string[], alone: 'any' | 'last' | 'none'): string[] {
  const pairAt = (index: number) => {
    const pair = characters.slice(Math.max(0, index), index + 2).join('')
    return index >= 0 && index + 1 < characters.length ? marks.map((mark) => token(mark + pair)) : []
  }
  const mayBeAlone = (index: number) => alone === 'any' || (alone === 'last' && index === characters.length - 1)
  const each = characters.map((character, at) =>
    any([...pairAt(at), ...pairAt(at - 1), ...(mayBeAlone(at) ? inNames.map((mark) => token(mark + character)) : [])]),
  )
  const adjacent = characters.slice(1).map((_, at) => any([...pairAt(at), ...pairAt(at - 1), ...pairAt(at + 1)]))
  return [...each, ...adjacent]
}

/** Like `wholeTokens`, but also matches words that begin with the typed text. */
export function prefixTokens(word: Word, ...marks: string[]): string[] {
  if (word.isChinese) return wholeTokens(word, ...marks)
  return marks.flatMap((mark) => [
    ...(isUsablePrefix(word.text) ? beginningTokens(mark, word) : [token(mark + word.text)]),
    ...word.corrections.flatMap(formsOf).map((form) => token(mark + form)),
  ])
}

/** Like `prefixTokens`, but also matches words that contain the typed word or sound like it. */
export function closeTokens(word: Word, ...marks: string[]): string[] {
  const spellingTokens = word.isChinese
    ? wholeTokens(word, ...marks)
    : marks.flatMap((mark) => [...prefixTokens(word, mark), ...word.containing.map((one) => token(mark + one))])
  // If the shop has the typed word, its sound is not searched in groups. Otherwise "sushi" would also find the large
  // group 素食 (vegetarian), whose pinyin sounds like "sushi".
  const soundMarks = word.completions?.includes(word.text) ? [''] : ['', '@']
  return [
    ...spellingTokens,
    ...marks.filter((mark) => soundMarks.includes(mark)).flatMap((mark) => soundTokens(word, mark)),
  ]
}

/**
 * Tokens for the sound of a word: of a Chinese word if `bySound` is set, or of a Latin word that can be pinyin or the
 * initials of pinyin.
 */
function soundTokens({ text, isChinese, bySound }: Word, mark: string): string[] {
  if (isChinese) {
    const syllables = bySound ? (pinyinOf(text) ?? []) : []
    return syllables.length > 1 ? [all(soundPairs(syllables).map((pair) => token(mark + pair)))] : []
  }
  return [
    ...(isSound(text) ? [tokenBeginning(`${mark}~${text}`)] : []),
    ...(bySound && mark === '' && hasSimilarSounds(text) ? similarSoundTokens(text) : []),
    ...(isInitials(text) ? [tokenBeginning(`${mark}.${text}`)] : []),
  ]
}

/**
 * Tokens for pinyin that is similar to the typed pinyin. Some tokens replace a sound by a sound that people often
 * confuse with it. Others split the pinyin into two parts that need not be adjacent.
 */
const similarSoundTokens = (text: string) => [
  ...confusableSounds(text).map((other) => tokenBeginning(`~${other}`)),
  ...splitSound(text).map((parts) => all(parts.map((part) => tokenBeginning(`~${part}`)))),
]

/**
 * The forms of a word, except those that a look-up has shown to be missing in the shop. Fewer tokens make the search
 * faster.
 */
function formsInShop({ text, completions }: Word): string[] {
  const stems = stemsOf(text)
  const isLacking = (form: string) =>
    completions && !completions.includes(form) && stems.some((stem) => form.startsWith(stem))
  const forms = formsOf(text).filter((form) => !isLacking(form))
  return forms.length > 0 ? forms : [text]
}

/**
 * Tokens for the word and for the words that begin with it. A prefix token is slow, because the index collects all its
 * matches before it returns the first one. So if a look-up has shown which of the shop's words begin with the word, the
 * tokens are these words instead of a prefix.
 */
function beginningTokens(mark: string, word: Word): string[] {
  const { text, completions } = word
  if (!completions)
    return distinctForms(text).map((form) => (isStem(form, text) ? tokenBeginning(mark + form) : token(mark + form)))
  return [...new Set([...formsInShop(word), ...completions])].map((one) => token(mark + one))
}

/** Whether a text is usable as a prefix. Too many words begin with a single letter. */
export const isUsablePrefix = (text: string) => text.length > 1

function pairsOrCharacter(text: string): string[] {
  const characters = [...text]
  return characters.length === 1 ? characters : [...new Set(pairs(characters))]
}

/** Finds the token `text`. */
export const token = (text: string) => quote(text)

/** Finds all tokens that begin with `text`. */
export const tokenBeginning = (text: string) => `${quote(text)}:*`

/**
 * Joins alternatives in nested pairs, the likeliest first. PostgreSQL then stops at the first alternative that matches.
 * In a flat list, it checks every alternative for each product if an index combines two conditions.
 */
export function any([first = '', ...others]: string[]): string {
  return others.length === 0 ? first : `(${first} | ${any(others)})`
}

export const all = (queries: string[]) => (queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(' & ')})`)
