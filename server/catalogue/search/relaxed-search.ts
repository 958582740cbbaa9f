import { sum } from '#contract/sum.ts'
import type { CountedReading, Reading } from './readings.ts'
import { conditionOf, isNamed, wordOf } from './readings.ts'
import type { ResultClass, SearchQuery } from './search-query.ts'
import { exactClass, soundNamesCondition, strongClass, weakClass } from './search-query.ts'
import type { Word } from './terms.ts'
import { inKinds, inName, inNames, inTexts } from './tokens.ts'
import type { Condition } from './word-queries.ts'
import {
  allButOne,
  characterQueries,
  coverageQueries,
  headWordQuery,
  lastWordQuery,
  looseHeadWordQuery,
  namedByAllQuery,
  nameEndQuery,
  nearSoundsOf,
  searchedCharacters,
  spellingQuery,
  wholeNameQuery,
} from './word-queries.ts'

/**
 * The query for the readings of a term, see `Reading`. `nameClasses` are the conditions for products whose names end
 * like the term. For 冰奶茶, a product whose name ends with 奶茶 matches better than a product with 冰 in its description.
 */
export interface RelaxedQuery extends SearchQuery {
  nameClasses: Condition[]
  /** Whether the readings find only a few products. */
  isFew: boolean
  /**
   * Query texts that find the rest of a run in names, if the end of the run is a product's name. For 肉松蛋糕卷, the name is
   * 蛋糕卷 and the rest is 肉松.
   */
  restQueries: string[]
}

/** The maximum number of readings of a query. */
const maxReadings = 4
/** If the readings find at most this many products, the search adds weaker matches. */
const maxFewProducts = 5
/** The search looks for the characters of a term in any order only if there are at most this many. */
const maxUnorderedCharacters = 8

/**
 * Builds the query for the best readings; null if no reading finds products. Within a reading, products that also
 * contain left-out words come first. `isWithoutResults` says that no product has all words.
 */
export function relaxedQuery(
  readings: CountedReading[],
  { isWithoutResults }: { isWithoutResults: boolean },
): RelaxedQuery | null {
  const best = bestReadings(readings)
  if (best.length === 0) return null
  const classes = best.map((reading) =>
    classesOf(reading, isWithoutResults && lacksOneWord(reading) ? [] : reading.dropped),
  )
  const [bestClasses = [], ...otherClasses] = classes.map(({ nameClasses, others }) => [...nameClasses, ...others])
  return {
    anywhere: best.flatMap(conditionOf),
    classes: [...bestClasses.map(strongClass), ...otherClasses.flat().map(weakClass)],
    nameClasses: best.flatMap((reading, at) => (isNamed(reading) ? (classes[at]?.nameClasses ?? []) : [])),
    isFew: sum(best.map(({ all }) => all)) <= maxFewProducts,
    restQueries: best.flatMap(restQueriesOf),
  }
}

/** The best of the readings that find products, best first. The first key in which two readings differ decides. */
function bestReadings(readings: CountedReading[]): CountedReading[] {
  const found = readings.filter(({ all }) => all > 0)
  const hasName = found.some(
    ({ isWholeName, isHeadWordOnly, words: [word] }) => isWholeName || (isHeadWordOnly && word?.isChinese),
  )
  const sortKeys: ((reading: CountedReading) => number)[] = [
    // A reading that does not search descriptions comes first.
    ({ marks }) => Number(marks === inTexts),
    // If an end of the term is a name, a reading that keeps the end and names a product comes first.
    (reading) => Number(hasName && !isNamed(reading)),
    // A reading that leaves out less comes first.
    ({ distance }) => distance,
    // A reading that names a product comes first.
    ({ named }) => Number(named === 0),
    // A reading with fewer products comes first, because rare words are more specific. The division favours readings
    // that keep the end of the term and name a product.
    (reading) => (isNamed(reading) ? reading.all / 2.5 : reading.all),
    // A reading that leaves out the start of the term comes first, and one that leaves out the end comes last.
    ({ droppedFrom }) => ['start', 'middle', 'end'].indexOf(droppedFrom),
  ]
  const compare = (one: CountedReading, other: CountedReading) =>
    sortKeys.map((keyOf) => keyOf(one) - keyOf(other)).find((difference) => difference !== 0) ?? 0
  return found.toSorted(compare).slice(0, maxReadings)
}

/** The queries for `RelaxedQuery.restQueries`. */
function restQueriesOf(reading: CountedReading): string[] {
  if (!reading.isWholeName || !isNamed(reading)) return []
  const runs = reading.dropped.filter((word) => searchedCharacters(word).length > 1)
  return runs.map((run) => spellingQuery(run, inName))
}

/**
 * Whether a reading leaves out one whole word, and no word of the term is a Chinese compound. If no product has all
 * words of the term, no product of this reading has the left-out word.
 */
const lacksOneWord = ({ words, dropped, unit }: Reading) =>
  unit === 'word' && dropped.length === 1 && [...words, ...dropped].every((word) => searchedCharacters(word).length < 3)

/**
 * Divides the products of a reading into classes (see `SearchQuery.classes`). The classes in `nameClasses` have the
 * products that the reading's words name. They come before the classes in `others`. In both lists, classes of products
 * that also contain a word of `dropped` come first. Callers leave `dropped` empty if they know that no product of the
 * reading contains these words, because a search that finds nothing is slow in a large shop.
 */
function classesOf(reading: Reading, dropped: Word[]): Record<'nameClasses' | 'others', Condition[]> {
  const { words, droppedFrom } = reading
  const condition = conditionOf(reading)
  const combinedWith = (...texts: string[]) => condition.map((all) => [...texts, ...all])
  const droppedInKinds = dropped.map((word) => spellingQuery(word, inKinds))
  const droppedInTexts = dropped.map((word) => spellingQuery(word, inTexts))
  const nameEnd = nameEndQuery(words)
  return {
    nameClasses: [
      ...droppedInKinds.map((text) => combinedWith(nameEnd, text)),
      combinedWith(nameEnd),
      ...(droppedFrom === 'end' ? [] : [[[wholeNameQuery(words)]], combinedWith(namedByAllQuery(words))]),
    ],
    others: [
      ...[...droppedInKinds, ...droppedInTexts].map((text) => combinedWith(text)),
      combinedWith(lastWordQuery(words)),
      combinedWith(headWordQuery(words)),
      condition,
    ],
  }
}

/**
 * If the readings of a Chinese term find few products or none, adds the weakest matches as the last classes. These are
 * names with all characters of the term in any order (茉莉绿茶奶 for 茉莉奶绿), names with all characters but one, and names
 * with a similar sound. Returns null if `relaxed` is null and the term has too few or too many Chinese characters.
 */
export function withWeakest(relaxed: RelaxedQuery | null, words: Word[]): RelaxedQuery | null {
  if (relaxed && !relaxed.isFew) return relaxed
  const weakest = weakestConditions(words)
  if (weakest.length === 0) return relaxed
  const none: RelaxedQuery = { anywhere: [], classes: [], nameClasses: [], isFew: true, restQueries: [] }
  const found = relaxed ?? none
  return {
    ...found,
    anywhere: [...found.anywhere, ...weakest.flat()],
    classes: [...found.classes, ...weakest.map(weakClass)],
  }
}

function weakestConditions(words: Word[]): Condition[] {
  const characters = charactersOf(words)
  if (characters.length === 0) return []
  const others = latinQueries(words)
  const inOneName = characterQueries(characters, inName)
  const nearSounds = nearSoundsOfTerm(words)
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
  const characters = [...new Set(words.flatMap(searchedCharacters))]
  return characters.length > 1 && characters.length <= maxUnorderedCharacters ? characters : []
}

const latinQueries = (words: Word[]) =>
  words.filter(({ isChinese }) => !isChinese).flatMap((word) => coverageQueries(word, inKinds))

/**
 * The condition for products whose names and synonyms have all Chinese characters of the term in any order. Empty if
 * the term has too few or too many Chinese characters.
 */
export function inAnyOrder(words: Word[]): Condition {
  const characters = charactersOf(words)
  return characters.length < 3 ? [] : [[...latinQueries(words), ...characterQueries(characters, inNames)]]
}

/**
 * Adds a relaxed query to a search that found only a few products, none of which surely matches (see `TermQuery.sure`).
 * Products whose names end with the last word come first: for "chinese lantern", a lantern comes before chives whose
 * brand name contains "lantern". There is an exception: for 肉松蛋糕卷, a product with all characters and with 肉松 in its
 * name comes before other 蛋糕卷.
 */
export function withRelaxed(query: SearchQuery, relaxed: RelaxedQuery, words: Word[]): SearchQuery {
  const { restQueries, nameClasses } = relaxed
  const lastWordQueries = words.slice(-1).map((word) => spellingQuery(word, inNames))
  const strong: Condition[] = [
    lastWordNamedCondition(words),
    ...(restQueries.length > 0 ? [query.anywhere.flatMap((all) => restQueries.map((rest) => [rest, ...all]))] : []),
    ...nameClasses,
    ...query.classes.slice(0, -1).map(({ condition }) => condition),
    query.anywhere.map((all) => [...lastWordQueries, ...all]),
    query.anywhere,
  ]
  return {
    anywhere: [...query.anywhere, ...relaxed.anywhere],
    classes: [...strong.map(strongClass), ...relaxed.classes],
  }
}

/** The condition for products that the last word names, with the other words in names, synonyms or groups. */
function lastWordNamedCondition(words: Word[]): Condition {
  const others = words.slice(0, -1).map((word) => spellingQuery(word, ['', '*', ':', ';']))
  const longRuns = words.slice(-1).filter((word) => searchedCharacters(word).length > 2)
  return [
    [looseHeadWordQuery(words), ...others, ...longRuns.flatMap((word) => coverageQueries(word, inKinds))],
    ...(words.length === 1 ? longRuns.flatMap(splitConditions) : []),
  ]
}

/**
 * The condition for products that match both parts of a run. The run can be cut at each place that leaves at least two
 * characters on both sides. Both parts must be in names or groups: 焙茶奶茶 finds a 焙茶拿铁 in the group 奶茶.
 */
function splitConditions(word: Word): Condition {
  const characters = searchedCharacters(word)
  return characters
    .slice(3)
    .map((_, at) => [
      spellingQuery(wordOf(word, characters.slice(0, at + 2)), inKinds),
      spellingQuery(wordOf(word, characters.slice(at + 2)), inKinds),
    ])
}

/**
 * Extends a query that found the exact sound of a term only inside longer names. The new query also finds names that
 * sound similar to the term. Names that end with the similar sound come first: with 蛋达, a shopper more likely means 蛋挞
 * than a part of 鸡蛋打卤面. Null if the term has no similar sounds.
 */
export function withNearSounds(query: SearchQuery, words: Word[]): SearchQuery | null {
  const nearSounds = nearSoundsOfTerm(words)
  return (
    nearSounds && {
      anywhere: [...query.anywhere, ...nearSounds.end, ...nearSounds.within],
      classes: [exactClass(nearSounds.end), ...query.classes.map(toLaterClass), weakClass(nearSounds.within)],
    }
  )
}

const nearSoundsOfTerm = ([word, ...others]: Word[]) => (word && others.length === 0 ? nearSoundsOf(word) : null)

/**
 * A query whose results are the results of `query` and the products whose names sound like the term. Products that
 * contain the words as typed come first, then products that sound like the term, and then all others.
 */
export function withSoundAlike(query: SearchQuery, words: Word[]): SearchQuery {
  const typed = [words.map((word) => spellingQuery(word, inTexts))]
  const soundNames = soundNamesCondition(words)
  return {
    anywhere: [...query.anywhere, ...soundNames],
    classes: [strongClass(typed), strongClass(soundNames), ...query.classes.map(toLaterClass)],
  }
}

/** Converts a class that added classes precede. An exact class becomes strong; other classes keep their `match`. */
const toLaterClass = ({ condition, match }: ResultClass) =>
  match === 'weak' ? weakClass(condition) : strongClass(condition)

/**
 * A query whose results are the results of `query`, followed by the products whose names end with the term's last
 * words.
 */
export const withNameClasses = (query: SearchQuery, { nameClasses }: RelaxedQuery): SearchQuery => ({
  anywhere: [...query.anywhere, ...nameClasses.flat()],
  classes: [...query.classes, ...nameClasses.map(weakClass)],
})

/** A query whose results are the results of `query`, followed by the products that match a condition. */
export const appendCondition = (query: SearchQuery, also: Condition): SearchQuery => ({
  anywhere: [...query.anywhere, ...also],
  classes: [...query.classes, weakClass(also)],
})
