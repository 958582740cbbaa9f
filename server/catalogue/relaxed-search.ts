import type { Condition, SearchQuery, Word } from './search.ts'
import { covering, lastWord, runOf } from './search.ts'
import { inKinds } from './search-tokens.ts'

/** A reading of the typed words with some left out: where the left-out part stood, and its length. */
export interface Reading {
  words: Word[]
  lack: 'start' | 'middle' | 'end'
  length: number
}

const mostReadings = 4
/** Of longer runs the search reads only parts: leaving out each character would take too many queries. */
const longestRun = 6
/** The search reads the parts of a run up to this character. */
const longestInParts = 8

/**
 * Readings of the typed words, for a search that finds no product with all of them. There are two steps. First without
 * one word, or without one or two characters of a Chinese run. Then parts of a run: half of it, or two characters.
 */
export function readingsOf(words: Word[]): Reading[][] {
  const most = words.flatMap((word, at) => [...withoutWord(words, at), ...withoutPart(words, at, word)])
  const some = words.flatMap((word, at) => partsOf(word).map((part) => replaced(words, at, part)))
  return [most, some].map((readings) => readings.filter(isWhole))
}

/** The condition for products that have all words of a reading in names, synonyms and groups. */
export function conditionOf({ words, lack }: Reading): Condition {
  const last = words.length - 1
  return [words.flatMap((word, at) => covering(word, inKinds, at === last && lack !== 'end' ? 'last' : 'none'))]
}

/**
 * Builds the query for the best readings. `counts` has the number of products of each. Readings that leave out least
 * come first, then the rarest, because a rare word says most. Null if no reading has products.
 */
export function relaxedQuery(readings: Reading[], counts: number[]): SearchQuery | null {
  const best = readings
    .map((reading, at) => ({ ...reading, count: counts[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.length - other.length || one.count - other.count || orderOf(one) - orderOf(other))
    .slice(0, mostReadings)
  if (best.length === 0) return null
  return {
    anywhere: best.flatMap(conditionOf),
    classes: best.flatMap((reading) => {
      const condition = conditionOf(reading)
      return [condition.map((texts) => [lastWord(reading.words), ...texts]), condition]
    }),
    fine: [],
    strong: 2,
  }
}

const orderOf = ({ lack }: Reading) => ['start', 'middle', 'end'].indexOf(lack)

/** One character alone says too little, unless it is the last one: what the product is. */
function isWhole({ words, lack }: Reading): boolean {
  const last = words.length > 1 && lack !== 'end' ? words.length - 1 : -1
  return words.every((word, at) => !word.isChinese || runOf(word).length > 1 || at === last)
}

function withoutWord(words: Word[], at: number): Reading[] {
  const rest = words.filter((_, index) => index !== at)
  return rest.length > 0 ? [{ words: rest, lack: lackAt(at, 1, words.length), length: 2 }] : []
}

/**
 * Leaves out one or two adjacent characters of a Chinese run. If they stood in the middle, the rest is read twice: as
 * one run, and as two.
 */
function withoutPart(words: Word[], at: number, word: Word): Reading[] {
  const characters = runOf(word)
  if (characters.length < 3 || characters.length > longestRun) return []
  const lengths = characters.length > 3 ? [1, 2] : [1]
  return lengths
    .flatMap((length) =>
      characters.slice(length - 1).map((_, from) => {
        const parts = [characters.slice(0, from), characters.slice(from + length)].filter((part) => part.length > 0)
        const lack = lackAt(from, length, characters.length)
        const as = (kept: string[][]) =>
          replaced(words, at, { words: kept.map((part) => wordOf(word, part)), lack, length })
        return parts.length === 1 ? [as(parts)] : [as([parts.flat()]), as(parts)]
      }),
    )
    .flat()
}

const wordOf = (word: Word, characters: string[]): Word => ({ ...word, text: characters.join('') })

/** The parts of a Chinese run with half of its characters, and with two. */
function partsOf(word: Word): Reading[] {
  const characters = runOf(word).slice(0, longestInParts)
  if (characters.length < 5) return []
  return [...new Set([Math.ceil(characters.length / 2), 2])].flatMap((length) =>
    characters.slice(length - 1).map((_, from) => ({
      words: [wordOf(word, characters.slice(from, from + length))],
      lack: from === 0 ? 'end' : from + length === characters.length ? 'start' : 'middle',
      length: characters.length - length,
    })),
  )
}

function lackAt(at: number, length: number, of: number): Reading['lack'] {
  if (at === 0) return 'start'
  return at + length === of ? 'end' : 'middle'
}

const replaced = (words: Word[], at: number, { words: parts, ...lacking }: Reading): Reading => ({
  words: words.flatMap((word, index) => (index === at ? parts : [word])),
  ...lacking,
})
