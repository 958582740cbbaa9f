import type { Condition, SearchQuery, Word } from './search.ts'
import { asWritten, called, covering, lastWord, nameEnd, runOf, thing } from './search.ts'
import { inKinds, inNames, inTexts } from './search-tokens.ts'

/** A reading of the typed words that leaves some of them out. */
export interface Reading {
  words: Word[]
  /** The words and characters left out. */
  dropped: Word[]
  /** The position of the left-out part in the term. */
  lack: 'start' | 'middle' | 'end'
  /** Whether the left-out part consists of whole words or of characters of a Chinese run. */
  unit: 'word' | 'character'
  /** How much is left out: 2 for a word, 1 for a character. */
  length: number
  /** The marks of the texts that must contain the words. */
  marks: readonly string[]
  /** Whether the only word must name the product. */
  isThing?: boolean
}

/** How many products a reading finds, up to a limit. `named` is positive if its last word names one of them. */
export interface Counts {
  all: number
  named: number
}

/**
 * A query for readings. Its first `named` classes have products named by the end of a Chinese compound: for 冰奶茶, 奶茶 is
 * a better match than 冰 in a description.
 */
export interface RelaxedQuery extends SearchQuery {
  named: number
}

const mostReadings = 4
/** The most readings of a step whose products are counted. */
const mostTried = 24
/** Longer Chinese runs are only read in parts, because leaving out each character would take too many queries. */
const longestRun = 6
/** Parts of a run are read only up to this character. */
const longestInParts = 8
/** The last character alone is read only in runs up to this length; in longer ones it says too little. */
const longestCut = 3
/** Two words are left out only of terms with up to this many words. */
const mostWords = 6

/**
 * Readings of the typed words, for a search that finds no product with all of them, in steps. First without the words
 * that no product has. Then without one word, without one or two characters of a Chinese run, or with its characters
 * apart. Then parts of a run: half of it, or two characters. Then without two words, or only the last word as the
 * product's name: 白粥 as 粥. Finally without words, but also in descriptions. At least half of the words stay, or the
 * last one.
 */
export function readingsOf(words: Word[]): Reading[][] {
  const unknown = words.flatMap(({ isUnknown }, at) => (isUnknown ? [at] : []))
  const known = words.filter(({ isUnknown }) => !isUnknown)
  if (unknown.length > 0 && known.length > 0) {
    const [rest] = withoutWords(words, unknown)
    return rest ? [[rest], [{ ...rest, marks: inTexts }], ...readingsOf(known)] : [headOf(words)]
  }
  const one = words.flatMap((_, at) => withoutWords(words, [at]))
  const most = words.flatMap((word, at) => [...withoutPart(words, at, word), ...apart(words, at, word)])
  const some = words.flatMap((word, at) => partsOf(word).map((part) => replaced(words, at, part)))
  const two =
    words.length > 3 && words.length <= mostWords
      ? words.flatMap((_, at) => words.slice(at + 1).flatMap((_, after) => withoutWords(words, [at, at + 1 + after])))
      : []
  const anywhere = [...one, ...two].map((reading) => ({ ...reading, marks: inTexts }))
  return [[...one, ...most], some, [...two, ...headOf(words)], anywhere].map((readings) =>
    readings.filter(isWhole).slice(0, mostTried),
  )
}

/** Reads the last word of several, or the last character of a short Chinese run, as the product's name. */
export function headOf(words: Word[]): Reading[] {
  const [last, ...before] = words.toReversed()
  if (!last) return []
  const characters = runOf(last)
  const rest = characters.slice(0, -1)
  const isCharacter = rest.length > 0 && characters.length <= longestCut
  if (!isCharacter && before.length < 2) return []
  const head = isCharacter ? wordOf(last, characters.slice(-1)) : last
  const dropped = [...before, ...(isCharacter ? [wordOf(last, rest)] : [])]
  const length = 2 * before.length + rest.length
  return [{ words: [head], dropped, lack: 'start', unit: 'word', length, marks: inKinds, isThing: true }]
}

/** The condition for products that match all words of a reading, in the texts that it allows. */
export function conditionOf({ words, lack, marks, isThing }: Reading): Condition {
  if (isThing) return [[thing(words)]]
  const last = words.length - 1
  return [words.flatMap((word, at) => covering(word, marks, at === last && lack !== 'end' ? 'last' : 'none'))]
}

/** The condition for those products of a reading whose name ends with its last word. */
export const namedOf = (reading: Reading): Condition =>
  conditionOf(reading).map((texts) => [nameEnd(reading.words), ...texts])

/**
 * Builds the query for the best readings, given each reading's counts. Readings of descriptions come last. The others
 * are sorted by how little they leave out, then by whether their last word names a product, then by rarity, because
 * rare words are more specific. Within a reading, products that have the left-out words elsewhere come first. Null if
 * no reading finds products.
 */
export function relaxedQuery(readings: Reading[], counts: Counts[]): RelaxedQuery | null {
  const best = readings
    .map((reading, at) => ({ ...reading, ...(counts[at] ?? { all: 0, named: 0 }) }))
    .filter(({ all }) => all > 0)
    .sort(
      (one, other) =>
        Number(one.marks === inTexts) - Number(other.marks === inTexts) ||
        one.length - other.length ||
        Number(other.named > 0) - Number(one.named > 0) ||
        numberOf(one) - numberOf(other) ||
        orderOf(one) - orderOf(other),
    )
    .slice(0, mostReadings)
  if (best.length === 0) return null
  const classes = best.map(classesOf)
  const [first] = classes
  return {
    anywhere: best.flatMap(conditionOf),
    classes: classes.flatMap(({ named, others }) => [...named, ...others]),
    fine: [],
    strong: first ? first.named.length + first.others.length : 0,
    sure: best.flatMap(conditionOf),
    named: first && best[0]?.lack !== 'end' ? first.named.length : 0,
  }
}

/** The classes of a reading, first the products that its last word names. */
function classesOf(reading: Reading): Record<'named' | 'others', Condition[]> {
  const condition = conditionOf(reading)
  const also = (...texts: string[]) => condition.map((all) => [...texts, ...all])
  const end = nameEnd(reading.words)
  const [kinds = [], texts = []] = [inKinds, inTexts].map((marks) =>
    reading.dropped.map((word) => asWritten(word, marks)),
  )
  return {
    named: [
      ...kinds.map((text) => also(end, text)),
      also(end),
      ...(reading.lack === 'end' ? [] : [[[called(reading.words)]]]),
    ],
    others: [
      ...[...kinds, ...texts].map((text) => also(text)),
      also(lastWord(reading.words)),
      also(thing(reading.words)),
      condition,
    ],
  }
}

/**
 * Adds the products of a relaxed query to a search whose few results have the words only in groups and descriptions.
 * Products that the last word names come before descriptions with all words.
 */
export function withRelaxed(query: SearchQuery, relaxed: RelaxedQuery, words: Word[]): SearchQuery {
  const last = words.slice(-1).map((word) => asWritten(word, inNames))
  const before = [...query.classes.slice(0, -1), query.anywhere.map((texts) => [...last, ...texts])]
  const named = relaxed.classes.slice(0, relaxed.named)
  return {
    anywhere: [...query.anywhere, ...relaxed.anywhere],
    classes: [...before, ...named, query.anywhere, ...relaxed.classes],
    sure: query.sure,
    fine: query.fine,
    strong: before.length + named.length + 1 + relaxed.strong,
  }
}

const orderOf = ({ lack }: Reading) => ['start', 'middle', 'end'].indexOf(lack)

/** The number of products for sorting by rarity. A last word that names products may have three times as many. */
const numberOf = ({ lack, named, all }: Reading & Counts) => (lack !== 'end' && named > 0 ? all / 2.5 : all)

/**
 * Whether a reading has enough text. A single character says too little, unless it is the last one and so names the
 * product.
 */
function isWhole({ words, lack, unit }: Reading): boolean {
  if (unit === 'word') return true
  const last = words.length > 1 && lack !== 'end' ? words.length - 1 : -1
  return words.every((word, at) => !word.isChinese || runOf(word).length > 1 || at === last)
}

function withoutWords(words: Word[], places: number[]): Reading[] {
  const rest = words.filter((_, index) => !places.includes(index))
  const dropped = words.filter((_, index) => places.includes(index))
  if (rest.length < words.length / 2) return []
  const lack = places.includes(words.length - 1) ? 'end' : places[0] === 0 ? 'start' : 'middle'
  return [{ words: rest, dropped, lack, unit: 'word', length: 2 * places.length, marks: inKinds }]
}

/**
 * Leaves out one or two adjacent characters of a Chinese run. If these are in the middle, the rest is read both as one
 * run and as two.
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
        const dropped = [wordOf(word, characters.slice(from, from + length))]
        const as = (kept: string[][]) =>
          replaced(words, at, { words: kept.map((part) => wordOf(word, part)), dropped, lack, length, ...ofRun })
        return parts.length === 1 ? [as(parts)] : [as([parts.flat()]), as(parts)]
      }),
    )
    .flat()
}

/**
 * Reads the characters of a short run separately, either all of them or without one before the last: 葱花饼 as 葱 and 饼.
 */
function apart(words: Word[], at: number, word: Word): Reading[] {
  const characters = runOf(word)
  if (characters.length < 2 || characters.length > 4) return []
  const rest = characters.length > 2 ? characters.slice(0, -1).map((_, from) => from) : []
  return [-1, ...rest].map((from) => {
    const kept = characters.filter((_, index) => index !== from)
    const dropped = from < 0 ? [] : [wordOf(word, characters.slice(from, from + 1))]
    const as = { words: [{ ...wordOf(word, kept), isApart: true }], dropped, ...ofRun }
    return replaced(words, at, { ...as, lack: from === 0 ? 'start' : 'middle', length: from < 0 ? 1.5 : 2.5 })
  })
}

const ofRun = { unit: 'character', marks: inKinds } as const
const wordOf = (word: Word, characters: string[]): Word => ({ ...word, text: characters.join('') })

/** Reads parts of a Chinese run: with half of its characters, and with two. */
function partsOf(word: Word): Reading[] {
  const characters = runOf(word).slice(0, longestInParts)
  if (characters.length < 5) return []
  return [...new Set([Math.ceil(characters.length / 2), 2])].flatMap((length) =>
    characters.slice(length - 1).map((_, from) => ({
      words: [wordOf(word, characters.slice(from, from + length))],
      dropped: [],
      lack: from === 0 ? 'end' : from + length === characters.length ? 'start' : 'middle',
      length: characters.length - length,
      ...ofRun,
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
