import type { Word } from './terms.ts'
import { inKinds, inTexts } from './tokens.ts'
import type { Condition } from './word-queries.ts'
import { coverageQueries, headWordQuery, namedByAllQuery, searchedCharacters, wholeNameQuery } from './word-queries.ts'

/**
 * A reading: another way to search for the typed words, usually without some of them. In this file, a run is a sequence
 * of Chinese characters in the term.
 */
export interface Reading {
  words: Word[]
  /** The words and characters that the reading leaves out. */
  dropped: Word[]
  /** Which part of the term the reading leaves out. */
  droppedFrom: 'start' | 'middle' | 'end'
  /** Whether the reading leaves out whole words, or characters of a Chinese run. */
  unit: 'word' | 'character'
  /**
   * How much the reading differs from the term. Counts 2 for each word left out, 1 for each character left out, and 1.5
   * if the characters are searched separately.
   */
  distance: number
  /** The marks of the kinds of text in which the words must occur; see `tokens.ts`. */
  marks: readonly string[]
  /** Whether the reading has only one word, which must name the product; see `headWordQuery`. */
  isHeadWordOnly?: boolean
  /** Whether the reading has one word, which must be a whole name, a whole synonym or the end of a name. */
  isWholeName?: boolean
}

/** A reading with the number of its products. */
export interface CountedReading extends Reading {
  /** How many products the reading finds, up to a limit. */
  all: number
  /** Positive if the reading's last word or all its words together name at least one of these products. */
  named: number
}

/** The maximum number of readings per step for which the search counts the products. */
const maxReadingsPerStep = 24
/**
 * The search leaves out characters of a Chinese run only if the run has at most this many characters. A longer run
 * would take too many queries, so the search only looks for parts of it.
 */
const maxDroppableRunLength = 6
/** The maximum number of characters of a run that `partsOf` reads. `tailsOf` skips longer runs. */
const maxPartsRunLength = 8
/**
 * The search looks for the last character of a Chinese run alone, as the product's name, only if the run has at most
 * this many characters. For a longer run, one character is too vague.
 */
const maxHeadRunLength = 3
/** The search leaves out two words only if the term has at most this many words. */
const maxWordsToDropTwo = 6
/** The maximum number of letters of an unknown word that counts as a syllable of a romanisation. */
const maxSyllableLength = 3

/**
 * Builds the readings of the typed words, for a search that finds no product with all words. The search tries one step
 * after the other. Each step has one kind of readings:
 * - without the words that no product has
 * - without one word; without one or two characters of a Chinese run; with the run's characters searched separately; or
 *   with only an end of a run, as a whole name: 玉米 for 水果玉米
 * - with half of a run, or with two of its characters
 * - without two words, or with only the last word or character as the product's name: 粥 for 白粥
 * - without one or two words, but also in descriptions
 * A reading has at least half of the words, or only the last one. Short words that no product has do not count here,
 * because they are syllables of a romanisation, as in "mah poh doufu".
 */
export function readingsOf(words: Word[]): Reading[][] {
  const known = words.filter(({ isUnknown }) => !isUnknown)
  if (known.length > 0 && known.length < words.length) return readingsOfKnown(words, known)
  const withoutOneWord = words.flatMap((_, at) => withoutWords(words, [at]))
  const withoutTwoWords = pairsOfIndexes(words).flatMap((indexes) => withoutWords(words, indexes))
  const runVariants = words.flatMap((word, at) => [...withoutPart(words, at, word), ...readingsApart(words, at, word)])
  const partReadings = words.flatMap((word, at) => partsOf(word).map((part) => replaceWord(words, at, part)))
  const anywhere = [...withoutOneWord, ...withoutTwoWords].map((reading) => ({ ...reading, marks: inTexts }))
  return [
    [...withoutOneWord, ...runVariants, ...tailsOf(words)],
    partReadings,
    [...withoutTwoWords, ...headOf(words)],
    anywhere,
  ].map((readings) => readings.filter(isSpecific).slice(0, maxReadingsPerStep))
}

/** Builds the readings of a term with unknown words, which no product has. `known` are the other words. */
function readingsOfKnown(words: Word[], known: Word[]): Reading[][] {
  const unknownIndexes = words.flatMap(({ isUnknown }, at) => (isUnknown ? [at] : []))
  const syllables = words.filter(({ text, isUnknown }) => isUnknown && text.length <= maxSyllableLength)
  const [rest] = withoutWords(words, unknownIndexes, (words.length - syllables.length) / 2)
  return rest ? [[rest], [{ ...rest, marks: inTexts }], ...readingsOf(known)] : [headOf(words)]
}

/** The indexes of each pair of words that a reading can leave out. Empty for a term with too few or too many words. */
function pairsOfIndexes(words: Word[]): [number, number][] {
  if (words.length <= 3 || words.length > maxWordsToDropTwo) return []
  return words.flatMap((_, at) => words.slice(at + 1).map((_, after): [number, number] => [at, at + 1 + after]))
}

/**
 * Builds the reading that searches only for the product's name. If the term ends with a short Chinese run, this name is
 * the last character. If not, but the term has three or more words, it is the last word. Empty for all other terms.
 */
export function headOf(words: Word[]): Reading[] {
  const [last, ...preceding] = words.toReversed()
  if (!last) return []
  const characters = searchedCharacters(last)
  const rest = characters.slice(0, -1)
  const isCharacter = rest.length > 0 && characters.length <= maxHeadRunLength
  if (!isCharacter && preceding.length < 2) return []
  const head = isCharacter ? wordOf(last, characters.slice(-1)) : last
  const dropped = [...preceding, ...(isCharacter ? [wordOf(last, rest)] : [])]
  const distance = 2 * preceding.length + rest.length
  return [
    { words: [head], dropped, droppedFrom: 'start', unit: 'word', distance, marks: inKinds, isHeadWordOnly: true },
  ]
}

/**
 * If the term is one Chinese run, builds a reading for each end of the run with two or more characters: 玉米 for
 * 水果玉米. See `Reading.isWholeName`.
 */
function tailsOf(words: Word[]): Reading[] {
  const [word] = words
  if (!word || words.length > 1) return []
  const characters = searchedCharacters(word)
  if (characters.length < 3 || characters.length > maxPartsRunLength) return []
  return characters.slice(2).map((_, at) => ({
    words: [wordOf(word, characters.slice(at + 1))],
    dropped: [wordOf(word, characters.slice(0, at + 1))],
    droppedFrom: 'start',
    distance: at + 1,
    isWholeName: true,
    ...ofRun,
  }))
}

/**
 * The condition for products that match a reading. Either the reading's only word names the product, or all its words
 * are in the kinds of text that its `marks` name.
 */
export function conditionOf({ words, droppedFrom, marks, isHeadWordOnly, isWholeName }: Reading): Condition {
  if (isHeadWordOnly) return [[headWordQuery(words)]]
  if (isWholeName) return [[wholeNameQuery(words, ['=', '!', '>'])]]
  const last = words.length - 1
  return [
    words.flatMap((word, at) => coverageQueries(word, marks, at === last && droppedFrom !== 'end' ? 'last' : 'none')),
  ]
}

/** The condition for products of a reading that are named by the reading's last word, or by all its words together. */
export const namedCondition = (reading: Reading): Condition =>
  conditionOf(reading).map((texts) => (reading.isWholeName ? texts : [namedByAllQuery(reading.words), ...texts]))

/** Whether the reading keeps the end of the term, and its last word names a product. */
export const isNamed = ({ droppedFrom, named }: CountedReading) => droppedFrom !== 'end' && named > 0

/**
 * Whether a reading is specific enough. A reading that leaves out whole words always is. In other readings, a single
 * Chinese character is too vague, unless it ends the term and follows another word: then it names the product.
 */
function isSpecific({ words, droppedFrom, unit }: Reading): boolean {
  if (unit === 'word') return true
  const last = words.length > 1 && droppedFrom !== 'end' ? words.length - 1 : -1
  return words.every((word, at) => !word.isChinese || searchedCharacters(word).length > 1 || at === last)
}

function withoutWords(words: Word[], droppedIndexes: number[], minWords = words.length / 2): Reading[] {
  const rest = words.filter((_, index) => !droppedIndexes.includes(index))
  const dropped = words.filter((_, index) => droppedIndexes.includes(index))
  if (rest.length < minWords) return []
  const droppedFrom = placeOfWords(droppedIndexes, words.length)
  return [{ words: rest, dropped, droppedFrom, unit: 'word', distance: 2 * droppedIndexes.length, marks: inKinds }]
}

/**
 * Builds the readings that leave out one or two adjacent characters of a Chinese run. If these characters are in the
 * middle, there are two readings of the rest: as one run, and as two runs.
 */
function withoutPart(words: Word[], wordIndex: number, word: Word): Reading[] {
  const characters = searchedCharacters(word)
  if (characters.length < 3 || characters.length > maxDroppableRunLength) return []
  const lengths = characters.length > 3 ? [1, 2] : [1]
  return lengths.flatMap((length) =>
    characters.slice(length - 1).flatMap((_, from) => {
      const [before, after] = [characters.slice(0, from), characters.slice(from + length)]
      const oneRun = [[...before, ...after]]
      const remainders = before.length > 0 && after.length > 0 ? [oneRun, [before, after]] : [oneRun]
      return remainders.map((runs) =>
        replaceWord(words, wordIndex, {
          words: runs.map((run) => wordOf(word, run)),
          dropped: [wordOf(word, characters.slice(from, from + length))],
          droppedFrom: placeOfPart(from, length, characters.length),
          distance: length,
          ...ofRun,
        }),
      )
    }),
  )
}

/**
 * Builds the readings that search the characters of a short run separately. Some of them also leave out one character,
 * but never the last one: 葱 and 饼 for 葱花饼.
 */
function readingsApart(words: Word[], wordIndex: number, word: Word): Reading[] {
  const characters = searchedCharacters(word)
  if (characters.length < 2 || characters.length > 4) return []
  const apart = (searched: string[]) => [{ ...wordOf(word, searched), isApart: true }]
  const complete: Reading = {
    words: apart(characters),
    dropped: [],
    droppedFrom: 'middle',
    distance: 1.5,
    ...ofRun,
  }
  const droppable = characters.length > 2 ? characters.slice(0, -1) : []
  const shortened = droppable.map(
    (character, at): Reading => ({
      words: apart(characters.toSpliced(at, 1)),
      dropped: [wordOf(word, [character])],
      droppedFrom: at === 0 ? 'start' : 'middle',
      distance: 2.5,
      ...ofRun,
    }),
  )
  return [complete, ...shortened].map((reading) => replaceWord(words, wordIndex, reading))
}

const ofRun = { unit: 'character', marks: inKinds } as const

/** A copy of the word that has only `characters` as its text. */
export const wordOf = (word: Word, characters: string[]): Word => ({ ...word, text: characters.join('') })

/**
 * Builds readings that search only a part of a long Chinese run: one reading for each part of half the run's length
 * (rounded up), and one reading for each pair of neighbouring characters.
 */
function partsOf(word: Word): Reading[] {
  const characters = searchedCharacters(word).slice(0, maxPartsRunLength)
  if (characters.length < 5) return []
  return [...new Set([Math.ceil(characters.length / 2), 2])].flatMap((length) =>
    characters.slice(length - 1).map((_, from) => ({
      words: [wordOf(word, characters.slice(from, from + length))],
      dropped: [],
      droppedFrom: oppositePlace[placeOfPart(from, length, characters.length)],
      distance: characters.length - length,
      ...ofRun,
    })),
  )
}

type Place = Reading['droppedFrom']

function placeOfPart(from: number, length: number, total: number): Place {
  if (from === 0) return 'start'
  return from + length === total ? 'end' : 'middle'
}

function placeOfWords(indexes: number[], total: number): Place {
  if (indexes.includes(total - 1)) return 'end'
  return indexes[0] === 0 ? 'start' : 'middle'
}

const oppositePlace = { start: 'end', middle: 'middle', end: 'start' } as const

/** Replaces one word of the term by the words of a reading of this word. */
const replaceWord = (words: Word[], wordIndex: number, { words: parts, ...reading }: Reading): Reading => ({
  words: words.toSpliced(wordIndex, 1, ...parts),
  ...reading,
})
