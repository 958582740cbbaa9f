import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { haveHits, hits, readRows, toTsquery } from './hits.ts'
import type { CountedReading, Reading } from './readings.ts'
import { conditionOf, headOf, isNamed, namedCondition, readingsOf } from './readings.ts'
import type { RelaxedQuery } from './relaxed-search.ts'
import {
  appendCondition,
  inAnyOrder,
  relaxedQuery,
  withNameClasses,
  withNearSounds,
  withRelaxed,
  withSoundAlike,
  withWeakest,
} from './relaxed-search.ts'
import type { SearchQuery, TermQuery } from './search-query.ts'
import { buildQuery } from './search-query.ts'
import { correctAsOneWord, splitWords, withCorrections, withVocabulary } from './spelling.ts'
import type { Word } from './terms.ts'
import { likelyText, readWords, simplifyWords } from './terms.ts'
import type { Condition } from './word-queries.ts'
import { searchedCharacters, soundCondition, typedCondition } from './word-queries.ts'

/**
 * The maximum number of products to count for each reading (see `Reading`), because a larger number would not change
 * the choice of readings.
 */
const maxCounted = 30
/** If a search has at most this many results, products that lack some of the words can follow them. */
const maxWeakResults = 5
/** `findSoundAlike` reads only this many characters at the start of each sequence of Chinese characters. */
const maxPairs = 8

/** How the caller runs a query. */
interface Finder<Result> {
  /** Returns null if no product matches the query. */
  find: (query: SearchQuery) => Promise<Result | null>
  /** The number of results. */
  sizeOf: (result: Result) => number
}

interface SearchOutcome<Result> {
  words: Word[]
  found: Result | null
  /** The searched term if it differs from the typed term; otherwise null. */
  corrected: string | null
  /** Whether the results lack some of the words. */
  isPartial: boolean
}

/**
 * Searches in these steps until one of them finds something:
 * - for the term as typed
 * - for the term's likely meaning: without words such as "please", and with corrections of words that no product has
 * - for names that sound like the term
 * - for products that lack some of the words
 * If one of the first two steps finds only a few products, the search adds weaker matches, see `extendQuery`.
 */
export async function searchStepwise<Result>(
  ctx: Context,
  term: string,
  finder: Finder<Result>,
): Promise<SearchOutcome<Result>> {
  const words = await withVocabulary(ctx, readWords(term))
  const query = buildQuery(words)
  if (!query) return { words, found: null, corrected: null, isPartial: false }
  const simplifiedWords = simplifyWords(words)
  const found = await findWithWeaker(ctx, query, simplifiedWords, finder)
  if (found !== null) return { words, found, corrected: null, isPartial: false }

  const correctedWords = await correctWords(ctx, simplifiedWords)
  const correctedTerm = correctedWords.map(likelyText).join(' ')
  const wasCorrected = correctedTerm !== simplifiedWords.map(({ text }) => text).join(' ')
  const corrected = wasCorrected ? correctedTerm : null
  const correctedQuery = buildQuery(correctedWords)
  const isSame = String(correctedQuery?.anywhere) === String(query.anywhere)
  const correctedResults =
    correctedQuery && !isSame ? await findWithWeaker(ctx, correctedQuery, correctedWords, finder) : null
  if (correctedResults !== null) return { words: correctedWords, found: correctedResults, corrected, isPartial: false }

  const soundAlike = await findSoundAlike(ctx, correctedWords)
  const soundAlikeResults = soundAlike && (await finder.find(soundAlike.query))
  if (soundAlike && soundAlikeResults !== null)
    return { words: soundAlike.words, found: soundAlikeResults, corrected, isPartial: false }

  const relaxed = await findRelaxedQuery(ctx, correctedWords, { isWithoutResults: true })
  const partialResults = relaxed && (await finder.find(relaxed))
  if (partialResults !== null) return { words: correctedWords, found: partialResults, corrected, isPartial: true }
  return { words: correctedWords, found: null, corrected: null, isPartial: false }
}

/** Finds the products of a query, with weaker matches if there are only a few. Null if no product matches the query. */
async function findWithWeaker<Result>(
  ctx: Context,
  query: TermQuery,
  words: Word[],
  { find, sizeOf }: Finder<Result>,
): Promise<Result | null> {
  const found = await find(query)
  if (found === null || sizeOf(found) > maxWeakResults) return found
  const extendedQuery = await extendQuery(ctx, query, words)
  return (extendedQuery && (await find(extendedQuery))) ?? found
}

/**
 * Adds weaker matches to a query, if only a few products match, and none of them by its name. If these products surely
 * match, the weaker matches follow them. If they match only in their descriptions, some of the weaker matches come
 * before them. Null if there is nothing to add.
 */
async function extendQuery(ctx: Context, query: TermQuery, words: Word[]): Promise<SearchQuery | null> {
  const anyOrder = inAnyOrder(words)
  const { few, sure, plain, others } = await loadCertainty(ctx, query, anyOrder)
  if (!few || plain) return null
  // If a correction surely matches products, the shopper meant this correction. In this case, only names that sound
  // similar are added.
  if (sure && words.some(({ corrections, bySound }) => bySound || corrections.length > 0))
    return withNearSounds(query, words)
  const relaxed = await findRelaxedQuery(ctx, words, { isWithoutResults: false })
  if (sure) {
    const namedQuery = relaxed && relaxed.nameClasses.length > 0 ? withNameClasses(query, relaxed) : null
    return others ? appendCondition(namedQuery ?? query, anyOrder) : namedQuery
  }
  if (!relaxed && words.length === 1) return findCorrectedQuery(ctx, query, words)
  const soundQuery = words.every(({ isChinese }) => isChinese) ? withSoundAlike(query, words) : null
  return relaxed ? withRelaxed(soundQuery ?? query, relaxed, words) : soundQuery
}

/** The query for the corrected word, followed by the results of `query`. Null if the word has no correction. */
async function findCorrectedQuery(ctx: Context, query: TermQuery, words: Word[]): Promise<SearchQuery | null> {
  const [corrected] = await withCorrections(ctx, words, { isOnlyWord: true })
  const correctedQuery = corrected && corrected.corrections.length > 0 ? buildQuery([corrected]) : null
  return correctedQuery && appendCondition(correctedQuery, query.anywhere)
}

/**
 * Returns the query for products with most of the words. If no reading keeps the end of the term and names a product,
 * the query also searches for the product's name alone, see `headOf`. `isWithoutResults` says that no product has all
 * words. Null if no reading finds a product and `withWeakest` adds no matches.
 */
async function findRelaxedQuery(
  ctx: Context,
  words: Word[],
  options: { isWithoutResults: boolean },
): Promise<RelaxedQuery | null> {
  for (const readings of readingsOf(words)) {
    const counted = await countReadings(ctx, readings)
    if (counted.every(({ all }) => all === 0)) continue
    const head = counted.some(isNamed) ? [] : await countReadings(ctx, headOf(words))
    return withWeakest(relaxedQuery([...head, ...counted], options), words)
  }
  return withWeakest(null, words)
}

/**
 * Reads four facts about a search:
 * - `few`: it finds only a few products
 * - `sure`: a product matches the condition `sure`
 * - `plain`: a product matches the condition `plain`
 * - `others`: `anyOrder` matches a product that the search does not find
 */
async function loadCertainty(ctx: Context, query: TermQuery, anyOrder: Condition): Promise<Certainty> {
  const { anywhere, sure, plain } = query
  const matches = (condition: Condition) => sql`search @@ ${toTsquery(condition)}::tsquery`
  const anyHit = (condition: Condition) => sql`exists (select 1 ${hits(ctx, matches(condition))})`
  const others = sql`exists (select 1 ${hits(ctx, matches(anyOrder))} and not ${matches(anywhere)})`
  const [row] = await readRows<Certainty>(
    ctx,
    sql`select (select count(*) from (select 1 ${hits(ctx, matches(anywhere))} limit ${maxWeakResults + 1}) found)
        <= ${maxWeakResults} as few, ${anyHit(sure)} as sure, ${anyHit(plain)} as plain,
      ${anyOrder.length > 0 ? others : sql`false`} as others`,
  )
  return row ?? { few: false, sure: false, plain: false, others: false }
}

type Certainty = Record<'few' | 'sure' | 'plain' | 'others', boolean>

/**
 * Counts the products of each reading, see `CountedReading`. The query text does not depend on the readings, so
 * PostgreSQL plans it once.
 */
async function countReadings(ctx: Context, readings: Reading[]): Promise<CountedReading[]> {
  if (readings.length === 0) return []
  const readingRows = readings.map((reading) => ({
    every: toTsquery(conditionOf(reading)),
    named: toTsquery(namedCondition(reading)),
  }))
  const counts = await readRows<Pick<CountedReading, 'all' | 'named'>>(
    ctx,
    sql`select found.number as all, case when found.number > 0
      then (select count(*)::int from (select 1 ${hits(ctx, sql`search @@ asked.named::tsquery`)} limit 1) one)
      else 0 end as named
    from rows from (json_to_recordset(${JSON.stringify(readingRows)}::json) as (every text, named text))
        with ordinality as asked(every, named, place),
      lateral (select count(*)::int as number
        from (select 1 ${hits(ctx, sql`search @@ asked.every::tsquery`)} limit ${maxCounted}) few) found
    order by asked.place`,
  )
  return readings.map((reading, at) => ({ ...reading, all: 0, named: 0, ...counts[at] }))
}

/** Replaces words by words of the shop that the shopper probably meant. */
async function correctWords(ctx: Context, words: Word[]): Promise<Word[]> {
  return (await correctAsOneWord(ctx, words)) ?? (await correctEachWord(ctx, words)) ?? words
}

/**
 * Replaces words that no product contains by words of the shop that the shopper probably meant: by similar words, or by
 * two words if the shopper typed them as one. Null if products contain all words.
 */
async function correctEachWord(ctx: Context, words: Word[]): Promise<Word[] | null> {
  const unknown = words.length > 1 ? await findUnknownWords(ctx, words) : words
  if (unknown.length === 0) return null
  const corrections = await withCorrections(ctx, unknown, { isOnlyWord: words.length === 1 })
  const corrected = words.map((word) => corrections.find(({ text }) => text === word.text) ?? word)
  const uncorrected = corrected.filter((word) => corrections.includes(word) && word.corrections.length === 0)
  const soundHits = words.length > 1 ? await haveHits(ctx, uncorrected.map(soundCondition)) : []
  const stillUnknown = uncorrected.filter((_, at) => !soundHits[at])
  const split = await splitWords(ctx, corrected, stillUnknown)
  return split.map((word) => (stillUnknown.includes(word) && !word.isChinese ? { ...word, isUnknown: true } : word))
}

/**
 * Replaces two adjacent characters of a term by others of the same sound, so that 龙景茶 finds 龙井茶. Skips a pair of
 * characters if a product contains this pair or a pair that overlaps it. Null if no name has the sound of a pair.
 */
async function findSoundAlike(ctx: Context, words: Word[]): Promise<{ words: Word[]; query: SearchQuery } | null> {
  for (const [index, word] of words.entries()) {
    const pairs = searchedCharacters(word)
      .slice(1, maxPairs)
      .map((_, from) => partOf(word, from, from + 2))
    const found = await haveHits(ctx, [...pairs.map(typedCondition), ...pairs.map(soundCondition)])
    const [typedHits, soundHits] = [found.slice(0, pairs.length), found.slice(pairs.length)]
    const from = pairs.findIndex((_, at) => soundHits[at] && !typedHits[at - 1] && !typedHits[at] && !typedHits[at + 1])
    const pair = pairs[from]
    if (!pair) continue
    const parts = [partOf(word, 0, from), pair, partOf(word, from + 2)].filter(({ text }) => text !== '')
    const replacedWords = words.toSpliced(index, 1, ...parts)
    const query = buildQuery(replacedWords)
    return query && { words: replacedWords, query }
  }
  return null
}

const partOf = (word: Word, from: number, until?: number): Word => ({
  ...word,
  text: searchedCharacters(word).slice(from, until).join(''),
  bySound: true,
})

/** The words that no product contains as written. */
async function findUnknownWords(ctx: Context, words: Word[]): Promise<Word[]> {
  const found = await haveHits(ctx, words.map(typedCondition))
  return words.filter((_, at) => !found[at])
}
