import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Counted, FoundPage, Marks, catalogue as schemas } from '#contract/catalogue.ts'
import { foundOnPages, maxPageSize, productPageSize } from '#contract/constants.ts'
import type { Text } from '#contract/shapes.ts'
import { atMost, countRows } from '#server/catalogue/counts.ts'
import { judge, narrowedBy, shopFacts } from '#server/catalogue/filters.ts'
import { noPage, readCardsOf } from '#server/catalogue/product-list.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { hasAll, highlightsInEach } from './highlights.ts'
import { haveHits, hits, joined, readRows } from './hits.ts'
import { byIndex } from './query-plans.ts'
import type { Counts, Reading, RelaxedQuery } from './relaxed-search.ts'
import {
  conditionOf,
  headOf,
  inAnyOrder,
  namedOf,
  readingsOf,
  relaxedQuery,
  withAlso,
  withHeard,
  withNamed,
  withNearSounds,
  withRelaxed,
  withWeakest,
} from './relaxed-search.ts'
import { pageOf, rank } from './result-order.ts'
import type { Condition, SearchQuery } from './search.ts'
import { namesOne, runOf, searchQuery, sounded, written } from './search.ts'
import { meantTogether, splitWords, withKnown, withMeant } from './spelling.ts'
import type { Word } from './terms.ts'
import { readWords, rereadWords } from './terms.ts'

type Input<Name extends 'search' | 'searchCount'> = z.output<(typeof schemas)[Name]['input']>

/**
 * The maximum number of products to count for each reading (see `Reading`), because a larger number would not change
 * the choice of readings.
 */
const mostCounted = 30
/** If a search has at most this many results, products that lack some of the words can follow them. */
const mostWeak = 5
const mostProposals = 3
/**
 * The search reads pairs of Chinese characters by sound only in this many characters at the start of a run, which is a
 * sequence of Chinese characters.
 */
const mostPairs = 8
const mostTried = 12

/**
 * Finds products that contain every word of the term, with the same filters as lists. Names that equal the term, or
 * start or end with it, come first. Sold-out products come after the available products that match equally well. If no
 * product matches, searches in these steps until one of them finds something:
 * - Searches for likely meanings of the term; `corrected` is then the searched term.
 * - Searches for products that lack some of the words; `isPartial` is then true.
 * - Lists other terms that have results in `didYouMean`.
 */
export async function search(ctx: Context, input: Input<'search'>): Promise<FoundPage> {
  const { term, startingPosition, infiniteLoad } = input
  const numberToLoad = input.numberToLoad ?? (infiniteLoad === false ? maxPageSize : productPageSize)
  const location = await locations.currentOrNone(ctx)
  if (!location) return { ...noPage(input), marks: {}, corrected: null, isPartial: false, didYouMean: [] }
  const narrowed = await narrowedBy(ctx, location.id, input)
  const part = { limit: numberToLoad + 1, offset: startingPosition, narrowed }
  const { words, corrected, isPartial, found } = await byIndex(ctx, (ctx) =>
    look<string[]>(ctx, term, {
      find: async (query) => {
        const ranked = await rank(ctx, query, { locationId: location.id, part })
        if (ranked.ids.length > 0) return pageOf(ctx, query, { ranked, part })
        return narrowed && (await findsAny(ctx, query)) ? [] : null
      },
      sizeOf: ({ length }) => length,
    }),
  )
  const ids = found ?? []
  const products = await readCardsOf(ctx, location.id, ids.slice(0, numberToLoad))
  return {
    products,
    startingPosition,
    numberToLoad,
    hasMore: ids.length > numberToLoad,
    marks: Object.fromEntries(products.map(({ id, name }) => [id, highlightsInEach(name, words)])),
    corrected,
    isPartial,
    didYouMean: found ? [] : await proposals(ctx, words),
  }
}

/** Counts the results of a search, with the same filters as lists; on request also returns facets. */
export async function searchCount(ctx: Context, input: Input<'searchCount'>): Promise<Counted> {
  const location = await locations.currentOrNone(ctx)
  if (!location) return { count: 0 }
  const [narrowed, shop] = await inParallel(narrowedBy(ctx, location.id, input), shopFacts(ctx))
  const { found } = await byIndex(ctx, (ctx) =>
    look<Counted>(ctx, input.term, {
      find: async (query) => {
        const judged = input.facets
          ? await judge(ctx, location.id, { of: hits(ctx, query.anywhere), wanted: input, most: foundOnPages, shop })
          : undefined
        const isTold =
          judged && (!judged.isMany || (!narrowed && input.upTo !== undefined && input.upTo <= foundOnPages))
        const counted = isTold
          ? atMost(judged.count, input.upTo)
          : await countRows(ctx, hits(ctx, query.anywhere, { narrowed }), input.upTo)
        const isFound = counted.count > 0 || (narrowed && (await findsAny(ctx, query)))
        return isFound ? { ...counted, ...(judged && { facets: judged.facets }) } : null
      },
      sizeOf: ({ count }) => count,
    }),
  )
  return found ?? { count: 0 }
}

/** Whether a query finds anything without the shopper's filters. */
async function findsAny(ctx: Context, { anywhere }: SearchQuery): Promise<boolean> {
  const rows = await readRows(ctx, sql`select 1 ${hits(ctx, anywhere)} limit 1`)
  return rows.length > 0
}

/** Returns a function that marks the words of a term in a name. The function returns null if the name lacks a word. */
export async function matcherOf(ctx: Context, term: string): Promise<(name: Text) => Marks | null> {
  const words = await withKnown(ctx, readWords(term))
  return (name) => (hasAll(Object.values(name), words) ? highlightsInEach(name, words) : null)
}

interface Found<Result> {
  words: Word[]
  found: Result | null
  /** The searched term if it differs from the typed term; otherwise null. */
  corrected: string | null
  /** Whether the results lack some of the words. */
  isPartial: boolean
}

/**
 * Searches for the term as typed. If `find` returns null, searches for the term's likely meaning, and then for products
 * that lack some of its words. Never corrects words that products contain. If only a few products match, and none of
 * them by its name, products that lack some words follow. If the few products match only in their descriptions, some of
 * the products that lack words come before them. `sizeOf` returns the number of results of `find`.
 */
async function look<Result>(
  ctx: Context,
  term: string,
  { find, sizeOf }: { find: (query: SearchQuery) => Promise<Result | null>; sizeOf: (result: Result) => number },
): Promise<Found<Result>> {
  const words = await withKnown(ctx, readWords(term))
  const query = searchQuery(words)
  const more = async (query: SearchQuery | null, found: Result, words: Word[]): Promise<Result> => {
    if (!query || sizeOf(found) > mostWeak) return found
    const apart = inAnyOrder(words)
    const { few, sure, plain, others } = await certaintyOf(ctx, query, apart)
    if (!few || plain) return found
    if (sure && words.some(({ meant, bySound }) => bySound || meant.length > 0)) {
      // If a correction surely matches products, the shopper meant this correction. In this case, only names that sound
      // similar are added.
      const near = withNearSounds(query, words)
      return (near && (await find(near))) ?? found
    }
    const relaxed = await relaxedFor(ctx, words)
    if (!relaxed && !sure && words.length === 1) {
      const [meant] = await withMeant(ctx, words)
      const asMeant = meant && meant.meant.length > 0 ? searchQuery([meant]) : null
      return (asMeant && (await find(withAlso(asMeant, query.anywhere)))) ?? found
    }
    if (sure) {
      const named = relaxed && relaxed.named.length > 0 ? withNamed(query, relaxed) : query
      const whole = others ? withAlso(named, apart) : named
      return whole === query ? found : ((await find(whole)) ?? found)
    }
    const whole = words.every(({ isChinese }) => isChinese) ? withHeard(query, words) : query
    if (!relaxed && whole === query) return found
    return (await find(relaxed ? withRelaxed(whole, relaxed, words) : whole)) ?? found
  }
  if (!query) return { words, found: null, corrected: null, isPartial: false }
  const said = rereadWords(words)
  const found = await find(query)
  if (found !== null) return { words, found: await more(query, found, said), corrected: null, isPartial: false }
  const meant = (await meantTogether(ctx, said)) ?? (await meantEach(ctx, said)) ?? said
  const corrected = meant.map(({ text, meant: [first] }) => first ?? text).join(' ')
  const wasCorrected = corrected !== said.map(({ text }) => text).join(' ')
  const result = { words: meant, corrected: wasCorrected ? corrected : null }
  const asMeant = searchQuery(meant)
  const isSame = String(asMeant?.anywhere) === String(query.anywhere)
  const foundSo = asMeant && !isSame ? await find(asMeant) : null
  if (foundSo !== null) return { ...result, found: await more(asMeant, foundSo, meant), isPartial: false }
  const alike = await soundingAlike(ctx, meant)
  const foundAlike = alike && (await find(alike.query))
  if (alike && foundAlike !== null) return { ...result, words: alike.words, found: foundAlike, isPartial: false }
  const relaxed = await relaxedFor(ctx, meant, true)
  const partly = relaxed && (await find(relaxed))
  if (partly !== null) return { ...result, found: partly, isPartial: true }
  return { words: meant, found: null, corrected: null, isPartial: false }
}

/**
 * Returns the query for products with most of the words; null if there are no such products. The query also searches
 * for the last word alone, unless the last word names a product of a reading that contains this word. `isNone` says
 * that no product has all words.
 */
async function relaxedFor(ctx: Context, words: Word[], isNone = false): Promise<RelaxedQuery | null> {
  for (const readings of readingsOf(words)) {
    const counts = await countsOf(ctx, readings)
    if (counts.every(({ all }) => all === 0)) continue
    const heads = counts.some(({ named }, at) => named > 0 && readings[at]?.lack !== 'end') ? [] : headOf(words)
    const relaxed = relaxedQuery([...heads, ...readings], [...(await countsOf(ctx, heads)), ...counts], isNone)
    return withWeakest(relaxed, words)
  }
  return withWeakest(null, words)
}

/**
 * Reads four facts about a search:
 * - `few`: it finds only a few products
 * - `sure`: a product matches the condition `sure`
 * - `plain`: a product matches the condition `plain`
 * - `others`: `apart` matches a product that the search does not find
 */
async function certaintyOf(ctx: Context, query: SearchQuery, apart: Condition): Promise<Certainty> {
  const { anywhere, sure, plain } = query
  const isHit = (condition: Condition) => sql`search @@ ${joined(condition)}::tsquery`
  const any = (condition: Condition) => sql`exists (select 1 ${hits(ctx, isHit(condition))})`
  const others = sql`exists (select 1 ${hits(ctx, isHit(apart))} and not ${isHit(anywhere)})`
  const [row] = await readRows<Certainty>(
    ctx,
    sql`select (select count(*) from (select 1 ${hits(ctx, isHit(anywhere))} limit ${mostWeak + 1}) found)
        <= ${mostWeak} as few, ${any(sure)} as sure, ${any(plain)} as plain,
      ${apart.length > 0 ? others : sql`false`} as others`,
  )
  return row ?? { few: false, sure: false, plain: false, others: false }
}

type Certainty = Record<'few' | 'sure' | 'plain' | 'others', boolean>

/**
 * Returns the counts of each reading: how many products it finds, up to a limit, and 1 if its last word names one of
 * these products, otherwise 0. The query text does not depend on the readings, so PostgreSQL plans it once.
 */
async function countsOf(ctx: Context, readings: Reading[]): Promise<Counts[]> {
  if (readings.length === 0) return []
  const asked = readings.map((reading) => ({ every: joined(conditionOf(reading)), named: joined(namedOf(reading)) }))
  return await readRows<Counts>(
    ctx,
    sql`select found.number as all, case when found.number > 0
      then (select count(*)::int from (select 1 ${hits(ctx, sql`search @@ asked.named::tsquery`)} limit 1) one)
      else 0 end as named
    from rows from (json_to_recordset(${JSON.stringify(asked)}::json) as (every text, named text))
        with ordinality as asked(every, named, place),
      lateral (select count(*)::int as number
        from (select 1 ${hits(ctx, sql`search @@ asked.every::tsquery`)} limit ${mostCounted}) few) found
    order by asked.place`,
  )
}

/**
 * Replaces words that no product contains by words of the shop that the shopper probably meant: by similar words, or by
 * two words if the shopper typed them as one. Null if products contain all words.
 */
async function meantEach(ctx: Context, words: Word[]): Promise<Word[] | null> {
  const unknown = words.length > 1 ? await unknownOf(ctx, words) : words
  if (unknown.length === 0) return null
  const slips = await withMeant(ctx, unknown, words.length === 1)
  const meant = words.map((word) => slips.find(({ text }) => text === word.text) ?? word)
  const unmeant = meant.filter((word) => slips.includes(word) && word.meant.length === 0)
  const heard = words.length > 1 ? await haveHits(ctx, unmeant.map(sounded)) : []
  const strange = unmeant.filter((_, at) => !heard[at])
  const split = await splitWords(ctx, meant, strange)
  return split.map((word) => (strange.includes(word) && !word.isChinese ? { ...word, isUnknown: true } : word))
}

/**
 * Replaces two adjacent characters of a term by others of the same sound, so that 龙景茶 finds 龙井茶. Skips a pair of
 * characters if a product contains this pair or a pair that overlaps it. Null if no name has the sound of a pair.
 */
async function soundingAlike(ctx: Context, words: Word[]): Promise<{ words: Word[]; query: SearchQuery } | null> {
  for (const [at, word] of words.entries()) {
    const pairs = runOf(word)
      .slice(1, mostPairs)
      .map((_, from) => partOf(word, from, from + 2))
    const found = await haveHits(ctx, [...pairs.map(written), ...pairs.map(sounded)])
    const [typed, heard] = [found.slice(0, pairs.length), found.slice(pairs.length)]
    const from = pairs.findIndex((_, at) => heard[at] && !typed[at - 1] && !typed[at] && !typed[at + 1])
    const pair = pairs[from]
    if (!pair) continue
    const parts = [partOf(word, 0, from), pair, partOf(word, from + 2)].filter(({ text }) => text !== '')
    const read = words.toSpliced(at, 1, ...parts)
    const query = searchQuery(read)
    return query && { words: read, query }
  }
  return null
}

const partOf = (word: Word, from: number, until?: number): Word => ({
  ...word,
  text: runOf(word).slice(from, until).join(''),
  bySound: true,
})

/** The words that no product contains as written. */
async function unknownOf(ctx: Context, words: Word[]): Promise<Word[]> {
  const found = await haveHits(ctx, words.map(written))
  return words.filter((_, at) => !found[at])
}

/** Suggests parts of the term that name something in the shop: a product, a synonym or a group. */
async function proposals(ctx: Context, words: Word[]): Promise<string[]> {
  const tried = parts(words).slice(0, mostTried)
  if (tried.length === 0) return []
  const asked = tried.map((part) => ({ text: part.meant[0] ?? part.text, query: joined(namesOne(part)) }))
  const rows = await byIndex(ctx, (ctx) =>
    readRows<{ text: string }>(
      ctx,
      sql`select asked.text
        from rows from (json_to_recordset(${JSON.stringify(asked)}::json) as (text text, query text))
          with ordinality as asked(text, query, place)
      where exists (select 1 ${hits(ctx, sql`search @@ asked.query::tsquery`)}) order by asked.place`,
    ),
  )
  return [...new Set(rows.map(({ text }) => text))].slice(0, mostProposals)
}

function parts(words: Word[]): Word[] {
  return words.flatMap((word) => {
    const whole = words.length > 1 ? [word] : []
    if (!word.isChinese) return whole
    const characters = [...word.text].slice(0, 8)
    const pieces = [4, 3, 2].flatMap((length) =>
      characters.length > length
        ? characters.slice(0, characters.length - length + 1).map((_, at) => characters.slice(at, at + length).join(''))
        : [],
    )
    return [...whole, ...pieces.map((text) => ({ ...word, text, bySound: false }))]
  })
}
