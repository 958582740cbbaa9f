import type { Condition, SearchQuery } from './search.ts'
import {
  allButOne,
  asWritten,
  called,
  charactersIn,
  covering,
  lastWord,
  namedByAll,
  nameEnd,
  nearSoundsOf,
  runOf,
  soundingNames,
  thing,
  wholeThing,
} from './search.ts'
import type { Word } from './terms.ts'
import { inKinds, inName, inNames, inTexts } from './tokens.ts'

/**
 * A reading: another way to search for the typed words, usually without some of them. In this file, a run is a sequence
 * of Chinese characters in the term, and a class is a set of results that match equally well, see
 * `SearchQuery.classes`.
 */
export interface Reading {
  words: Word[]
  /** The words and characters that the reading leaves out. */
  dropped: Word[]
  /** Which part of the term the reading leaves out. */
  lack: 'start' | 'middle' | 'end'
  /** Whether the reading leaves out whole words, or characters of a Chinese run. */
  unit: 'word' | 'character'
  /**
   * How much the reading differs from the term. Counts 2 for each word left out, 1 for each character left out, and 1.5
   * if the characters are searched separately.
   */
  length: number
  /** The marks of the kinds of text in which the words must occur; see `tokens.ts`. */
  marks: readonly string[]
  /** Whether the reading has one word, which must name the product. */
  isThing?: boolean
  /** Whether the reading has one word, which must be a whole name, a whole synonym or the end of a name. */
  isCalled?: boolean
}

/**
 * The counts of a reading's products. `all` is the number of products that the reading finds, up to a limit. `named` is
 * positive if the reading's last word names at least one of them.
 */
export interface Counts {
  all: number
  named: number
}

/**
 * The query for the readings of a term. The classes in `named` have products whose names end like the term. For 冰奶茶, a
 * name that ends with 奶茶 is a better match than 冰 in a description.
 */
export interface RelaxedQuery extends SearchQuery {
  named: Condition[]
  /** Whether the readings find only a few products. */
  isFew: boolean
  /**
   * Query texts that find the rest of a run in names, if the end of the run is a product's name. For 肉松蛋糕卷, the name is
   * 蛋糕卷 and the rest is 肉松.
   */
  rests: string[]
}

const mostReadings = 4
/** If the readings find at most this many products, the search adds weaker matches. */
const mostFew = 5
/** The maximum number of readings per step for which the search counts the products. */
const mostTried = 24
/**
 * The maximum number of characters of a Chinese run from which the search leaves out characters. A longer run would
 * take too many queries, so the search only looks for parts of it.
 */
const longestRun = 6
/** The maximum number of characters of a run that `partsOf` reads. `tailsOf` skips longer runs. */
const longestInParts = 8
/**
 * The maximum number of characters of a Chinese run whose last character is searched alone as the product's name. In a
 * longer run, one character is too vague.
 */
const longestCut = 3
/** The search leaves out two words only if the term has at most this many words. */
const mostWords = 6
/** The maximum number of letters of an unknown word that counts as a syllable of a romanisation. */
const longestSyllable = 3

/**
 * Builds the readings of the typed words, for a search that finds no product with all words. The search tries one step
 * after the other. Each step has one kind of readings:
 * - without the words that no product has
 * - without one word, without one or two characters of a Chinese run, or with the run's characters apart; or only one
 *   end of a run as a whole name: 玉米 for 水果玉米
 * - with half of a run, or with two of its characters
 * - without two words, or with only the last word or character as the product's name: 粥 for 白粥
 * - without one or two words, but also in descriptions
 * A reading has at least half of the words, or only the last one. Short words that no product has do not count here,
 * because they are syllables of a romanisation, as in "mah poh doufu".
 */
export function readingsOf(words: Word[]): Reading[][] {
  const unknown = words.flatMap(({ isUnknown }, at) => (isUnknown ? [at] : []))
  const known = words.filter(({ isUnknown }) => !isUnknown)
  if (unknown.length > 0 && known.length > 0) {
    const syllables = words.filter(({ text, isUnknown }) => isUnknown && text.length <= longestSyllable).length
    const [rest] = withoutWords(words, unknown, (words.length - syllables) / 2)
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
  return [[...one, ...most, ...tailsOf(words)], some, [...two, ...headOf(words)], anywhere].map((readings) =>
    readings.filter(isWhole).slice(0, mostTried),
  )
}

/**
 * Builds the reading that has only the product's name. This name is the last character of a short Chinese run, or else
 * the last of three or more words.
 */
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

/** Builds a reading for each end of a Chinese run, as a whole name: 玉米 for 水果玉米. */
function tailsOf(words: Word[]): Reading[] {
  const [word] = words
  if (!word || words.length > 1) return []
  const characters = runOf(word)
  if (characters.length < 3 || characters.length > longestInParts) return []
  return characters.slice(2).map((_, at) => ({
    words: [wordOf(word, characters.slice(at + 1))],
    dropped: [wordOf(word, characters.slice(0, at + 1))],
    lack: 'start',
    length: at + 1,
    isCalled: true,
    ...ofRun,
  }))
}

/**
 * The condition for products that match all words of a reading in the kinds of text that the reading's `marks` name.
 */
export function conditionOf({ words, lack, marks, isThing, isCalled }: Reading): Condition {
  if (isThing) return [[thing(words)]]
  if (isCalled) return [[called(words, ['=', '!', '>'])]]
  const last = words.length - 1
  return [words.flatMap((word, at) => covering(word, marks, at === last && lack !== 'end' ? 'last' : 'none'))]
}

/** The condition for products of a reading that are named by the reading's last word, or by all its words together. */
export const namedOf = (reading: Reading): Condition =>
  conditionOf(reading).map((texts) => (reading.isCalled ? texts : [namedByAll(reading.words), ...texts]))

/**
 * Builds the query for the best readings, given each reading's counts. Null if no reading finds products. If two
 * readings differ in one of these properties, the first such property decides which reading is better. The better
 * reading:
 * - does not search descriptions
 * - has a last word that names a product, if an end of the term is a name
 * - leaves out less
 * - has a last word that names a product
 * - finds fewer products, because rare words are more specific
 * Within a reading, products that also contain left-out words come first. `isNone` says that no product has all words.
 */
export function relaxedQuery(readings: Reading[], counts: Counts[], isNone = false): RelaxedQuery | null {
  const some = readings
    .map((reading, at) => ({ ...reading, ...(counts[at] ?? { all: 0, named: 0 }) }))
    .filter(({ all }) => all > 0)
  const hasName = some.some(({ isCalled, isThing, words: [word] }) => isCalled || (isThing && word?.isChinese))
  const best = some
    .sort(
      (one, other) =>
        Number(one.marks === inTexts) - Number(other.marks === inTexts) ||
        (hasName ? Number(isNamed(other)) - Number(isNamed(one)) : 0) ||
        one.length - other.length ||
        Number(other.named > 0) - Number(one.named > 0) ||
        numberOf(one) - numberOf(other) ||
        orderOf(one) - orderOf(other),
    )
    .slice(0, mostReadings)
  if (best.length === 0) return null
  const classes = best.map((reading) => classesOf(reading, isNone && lacksOneWord(reading)))
  const [first] = classes
  return {
    anywhere: best.flatMap(conditionOf),
    classes: classes.flatMap(({ named, others }) => [...named, ...others]),
    fine: [],
    things: 0,
    strong: first ? first.named.length + first.others.length : 0,
    sure: best.flatMap(conditionOf),
    plain: best.flatMap(conditionOf),
    rests: best
      .filter((reading) => reading.isCalled && isNamed(reading))
      .flatMap(({ dropped }) => dropped.filter((word) => runOf(word).length > 1))
      .map((word) => asWritten(word, inName)),
    named: best.flatMap((reading, at) => (isNamed(reading) ? (classes[at]?.named ?? []) : [])),
    isFew: best.reduce((sum, { all }) => sum + all, 0) <= mostFew,
  }
}

/**
 * If the readings of a Chinese term find only few products, adds the weakest matches as the last classes. They are
 * names with all characters of the term in any order (茉莉绿茶奶 for 茉莉奶绿), names with all characters but one, and names
 * with a similar sound. Returns null if there is no reading and the term has no weak matches.
 */
export function withWeakest(relaxed: RelaxedQuery | null, words: Word[]): RelaxedQuery | null {
  if (relaxed && !relaxed.isFew) return relaxed
  const weakest = weakestOf(words)
  if (weakest.length === 0) return relaxed
  const anywhere = [...(relaxed?.anywhere ?? []), ...weakest.flat()]
  const classes = [...(relaxed?.classes ?? []), ...weakest]
  const none = { fine: [], things: 0, strong: 0, sure: anywhere, plain: anywhere, rests: [], named: [], isFew: true }
  return { ...none, ...relaxed, anywhere, classes }
}

function weakestOf(words: Word[]): Condition[] {
  const characters = charactersOf(words)
  if (characters.length === 0) return []
  const others = othersOf(words)
  const inOneName = charactersIn(characters, inName)
  const [nearSounds] = words.length === 1 ? words.map(nearSoundsOf) : []
  return [
    ...(nearSounds ? [nearSounds.end] : []),
    [[...others, ...inOneName]],
    ...(characters.length > 2 ? [inAnyOrder(words)] : []),
    ...(characters.length > 3 ? [[[...others, allButOne(inOneName)]]] : []),
    ...(nearSounds ? [nearSounds.within] : []),
  ]
}

/**
 * The different Chinese characters of a term. Empty if there are too few or too many of them to search them in any
 * order.
 */
function charactersOf(words: Word[]): string[] {
  const characters = [...new Set(words.flatMap(runOf))]
  return characters.length > 1 && characters.length <= longestInParts ? characters : []
}

const othersOf = (words: Word[]) =>
  words.filter(({ isChinese }) => !isChinese).flatMap((word) => covering(word, inKinds))

/** The condition for products whose names and synonyms have all characters of the term in any order. */
export function inAnyOrder(words: Word[]): Condition {
  const characters = charactersOf(words)
  return characters.length < 3 ? [] : [[...othersOf(words), ...charactersIn(characters, inNames)]]
}

/** A query whose results are the results of `query`, followed by the products that match a condition. */
export const withAlso = (query: SearchQuery, also: Condition): SearchQuery => ({
  ...query,
  anywhere: [...query.anywhere, ...also],
  classes: [...query.classes, also],
})

/**
 * Adds names with a similar sound to a query that found the exact sound of a term only inside longer names. Names that
 * end with the similar sound come first: with 蛋达, a shopper more likely means 蛋挞 than a part of 鸡蛋打卤面. Null if the term
 * has no similar sounds.
 */
export function withNearSounds(query: SearchQuery, words: Word[]): SearchQuery | null {
  const [nearSounds] = words.length === 1 ? words.map(nearSoundsOf) : []
  if (!nearSounds) return null
  const anywhere = [...query.anywhere, ...nearSounds.end, ...nearSounds.within]
  const classes = [nearSounds.end, ...query.classes, nearSounds.within]
  return { ...query, anywhere, classes, fine: [], things: 1, strong: query.strong + 1 }
}

/**
 * Whether a reading leaves out one whole word, and no word of the term is a Chinese compound. If a product of the
 * reading also had the left-out word, it would have all words, and `searchQuery` would have found it.
 */
const lacksOneWord = ({ words, dropped, unit }: Reading) =>
  unit === 'word' && dropped.length === 1 && [...words, ...dropped].every((word) => runOf(word).length < 3)

/**
 * The classes of a reading's results. The classes in `named` come first: the names of their products end with the
 * reading's last word. Some classes have the products that also contain a left-out word. With `isWithout`, there are no
 * such products. These classes are then omitted, because a search for products that do not exist is slow in a large
 * shop.
 */
function classesOf(reading: Reading, isWithout: boolean): Record<'named' | 'others', Condition[]> {
  const condition = conditionOf(reading)
  const also = (...texts: string[]) => condition.map((all) => [...texts, ...all])
  const end = nameEnd(reading.words)
  const [kinds = [], texts = []] = [inKinds, inTexts].map((marks) =>
    isWithout ? [] : reading.dropped.map((word) => asWritten(word, marks)),
  )
  return {
    named: [
      ...kinds.map((text) => also(end, text)),
      also(end),
      ...(reading.lack === 'end' ? [] : [[[called(reading.words)]], also(namedByAll(reading.words))]),
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
 * Adds a relaxed query to a search that found only a few products, none of which surely matches (see
 * `SearchQuery.sure`). Products whose names end with the last word come first: for "chinese lantern", a lantern comes
 * before chives whose brand name contains "lantern". There is an exception: for 肉松蛋糕卷, a product with all characters
 * and with 肉松 in its name comes before other 蛋糕卷.
 */
export function withRelaxed(query: SearchQuery, relaxed: RelaxedQuery, words: Word[]): SearchQuery {
  const last = words.slice(-1).map((word) => asWritten(word, inNames))
  const told = query.anywhere.map((texts) => [...last, ...texts])
  const others = words.slice(0, -1).map((word) => asWritten(word, ['', '*', ':', ';']))
  const parts = words.slice(-1).filter((word) => runOf(word).length > 2)
  const wholly = [
    [wholeThing(words), ...others, ...parts.flatMap((word) => covering(word, inKinds))],
    ...(words.length === 1 ? parts.flatMap(cutsOf) : []),
  ]
  const { rests, named } = relaxed
  const before = [
    wholly,
    ...(rests.length > 0 ? [query.anywhere.flatMap((all) => rests.map((rest) => [rest, ...all]))] : []),
  ]
  return {
    anywhere: [...query.anywhere, ...relaxed.anywhere],
    classes: [...before, ...named, ...query.classes.slice(0, -1), told, query.anywhere, ...relaxed.classes],
    sure: query.sure,
    plain: query.plain,
    fine: [],
    things: 0,
    strong: before.length + named.length + query.classes.length + 1 + relaxed.strong,
  }
}

/**
 * A query whose results are the results of `query` and the products whose names sound like the term. Products that
 * contain the words as typed come first, then products that sound like the term, and then all others.
 */
export function withHeard(query: SearchQuery, words: Word[]): SearchQuery {
  const heard = soundingNames(words)
  const typed = [words.map((word) => asWritten(word, inTexts))]
  const classes = [typed, heard, ...query.classes]
  return { ...query, anywhere: [...query.anywhere, ...heard], classes, fine: [], things: 0, strong: query.strong + 2 }
}

/**
 * A query whose results are the results of `query`, followed by the products whose names end with the term's last
 * words.
 */
export const withNamed = (query: SearchQuery, { named }: RelaxedQuery): SearchQuery => ({
  ...query,
  anywhere: [...query.anywhere, ...named.flat()],
  classes: [...query.classes, ...named],
})

/**
 * Cuts a run into two parts, at each place. A product must have both parts in names or groups: 焙茶奶茶 finds a 焙茶拿铁 in the
 * group 奶茶.
 */
function cutsOf(word: Word): Condition {
  const characters = runOf(word)
  return characters
    .slice(3)
    .map((_, at) => [
      asWritten(wordOf(word, characters.slice(0, at + 2)), inKinds),
      asWritten(wordOf(word, characters.slice(at + 2)), inKinds),
    ])
}

const isNamed = ({ lack, named }: Reading & Counts) => lack !== 'end' && named > 0

const orderOf = ({ lack }: Reading) => ['start', 'middle', 'end'].indexOf(lack)

/**
 * The key by which readings are sorted, in ascending order. It is the number of products, divided by 2.5 if the
 * reading's last word names one of them.
 */
const numberOf = (reading: Reading & Counts) => (isNamed(reading) ? reading.all / 2.5 : reading.all)

/**
 * Whether a reading is specific enough. A single Chinese character is too vague, unless it is the last of several
 * words. A last character names the product.
 */
function isWhole({ words, lack, unit }: Reading): boolean {
  if (unit === 'word') return true
  const last = words.length > 1 && lack !== 'end' ? words.length - 1 : -1
  return words.every((word, at) => !word.isChinese || runOf(word).length > 1 || at === last)
}

function withoutWords(words: Word[], places: number[], least = words.length / 2): Reading[] {
  const rest = words.filter((_, index) => !places.includes(index))
  const dropped = words.filter((_, index) => places.includes(index))
  if (rest.length < least) return []
  const lack = places.includes(words.length - 1) ? 'end' : places[0] === 0 ? 'start' : 'middle'
  return [{ words: rest, dropped, lack, unit: 'word', length: 2 * places.length, marks: inKinds }]
}

/**
 * Builds the readings that leave out one or two adjacent characters of a Chinese run. If these characters are in the
 * middle, there are two readings of the rest: as one run, and as two runs.
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
 * Builds the readings that search the characters of a short run separately. Some of them also leave out one character,
 * but never the last one: 葱 and 饼 for 葱花饼.
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

/**
 * Builds a reading for each part of a long Chinese run: each part of half its length, and each pair of neighbouring
 * characters.
 */
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
