import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Marks, ProductCount, SearchResultPage, catalogue as schemas } from '#contract/catalogue.ts'
import { maxPageSize, productPageSize, searchCountLimit } from '#contract/constants.ts'
import type { Text } from '#contract/shapes.ts'
import { capCount, countRows } from '#server/catalogue/counts.ts'
import type { ShopFacts } from '#server/catalogue/filters.ts'
import { computeFacets, loadShopFacts, shopperCondition } from '#server/catalogue/filters.ts'
import { emptyPage, readCardsByIds } from '#server/catalogue/product-list.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { hasAll, highlightsInEach } from './highlights.ts'
import { hits, readRows, toTsquery } from './hits.ts'
import { withIndexPlans } from './query-plans.ts'
import { rank, readPageIds } from './result-order.ts'
import type { SearchQuery } from './search-query.ts'
import { searchStepwise } from './search-steps.ts'
import { withVocabulary } from './spelling.ts'
import type { Word } from './terms.ts'
import { likelyText, readWords } from './terms.ts'
import { wholeWordCondition } from './word-queries.ts'

type Input<Name extends 'search' | 'searchCount'> = z.output<(typeof schemas)[Name]['input']>

const maxSuggestions = 3
const maxPartsTried = 12

/**
 * Finds products that contain every word of the term, with the same filters as lists. Names that equal the term, or
 * start or end with it, come first. Sold-out products come after the available products that match equally well. If no
 * product matches, searches in these steps until one of them finds something:
 * - Searches for likely meanings of the term; `corrected` is then the searched term.
 * - Searches for names that sound like the term.
 * - Searches for products that lack some of the words; `isPartial` is then true.
 * - Suggests, in `didYouMean`, parts of the term that have results.
 */
export async function search(ctx: Context, input: Input<'search'>): Promise<SearchResultPage> {
  const { term, startingPosition, infiniteLoad } = input
  const numberToLoad = input.numberToLoad ?? (infiniteLoad === false ? maxPageSize : productPageSize)
  const location = await locations.currentOrNone(ctx)
  if (!location) return { ...emptyPage(input), marks: {}, corrected: null, isPartial: false, didYouMean: [] }
  const narrowed = await shopperCondition(ctx, location.id, input)
  const part = { limit: numberToLoad + 1, offset: startingPosition, narrowed }
  const { words, corrected, isPartial, found } = await withIndexPlans(ctx, (ctx) =>
    searchStepwise<string[]>(ctx, term, {
      find: async (query) => {
        const ranked = await rank(ctx, query, { locationId: location.id, part })
        if (ranked.ids.length > 0) return readPageIds(ctx, query, { ranked, part })
        return narrowed && (await findsAny(ctx, query)) ? [] : null
      },
      sizeOf: ({ length }) => length,
    }),
  )
  const ids = found ?? []
  const products = await readCardsByIds(ctx, location.id, ids.slice(0, numberToLoad))
  return {
    products,
    startingPosition,
    numberToLoad,
    hasMore: ids.length > numberToLoad,
    marks: Object.fromEntries(products.map(({ id, name }) => [id, highlightsInEach(name, words)])),
    corrected,
    isPartial,
    didYouMean: found ? [] : await suggestTerms(ctx, words),
  }
}

/** Counts the results of a search, with the same filters as lists; on request also returns facets. */
export async function searchCount(ctx: Context, input: Input<'searchCount'>): Promise<ProductCount> {
  const location = await locations.currentOrNone(ctx)
  if (!location) return { count: 0 }
  const [narrowed, shop] = await inParallel(shopperCondition(ctx, location.id, input), loadShopFacts(ctx))
  const { found } = await withIndexPlans(ctx, (ctx) =>
    searchStepwise<ProductCount>(ctx, input.term, {
      find: async (query) => {
        const counted = await countMatches(ctx, query, { locationId: location.id, input, narrowed, shop })
        return counted.count > 0 || (narrowed && (await findsAny(ctx, query))) ? counted : null
      },
      sizeOf: ({ count }) => count,
    }),
  )
  return found ?? { count: 0 }
}

/** Counts the products of a query that pass the shopper's filters; on request also computes facets. */
async function countMatches(
  ctx: Context,
  { anywhere }: SearchQuery,
  {
    locationId,
    input,
    narrowed,
    shop,
  }: { locationId: string; input: Input<'searchCount'>; narrowed: SQL | undefined; shop: ShopFacts },
): Promise<ProductCount> {
  const { upTo } = input
  const countAll = () => countRows(ctx, hits(ctx, anywhere, { narrowed }), upTo)
  if (!input.facets) return countAll()
  const wanted = { of: hits(ctx, anywhere), wanted: input, most: searchCountLimit, shop }
  const { count, isMany, facets } = await computeFacets(ctx, locationId, wanted)
  const isCountKnown = !isMany || (!narrowed && upTo !== undefined && upTo <= searchCountLimit)
  return { ...(isCountKnown ? capCount(count, upTo) : await countAll()), facets }
}

/** Whether a query finds anything without the shopper's filters. */
async function findsAny(ctx: Context, { anywhere }: SearchQuery): Promise<boolean> {
  const rows = await readRows(ctx, sql`select 1 ${hits(ctx, anywhere)} limit 1`)
  return rows.length > 0
}

/** Returns a function that marks the words of a term in a name. The function returns null if the name lacks a word. */
export async function createMatcher(ctx: Context, term: string): Promise<(name: Text) => Marks | null> {
  const words = await withVocabulary(ctx, readWords(term))
  return (name) => (hasAll(Object.values(name), words) ? highlightsInEach(name, words) : null)
}

/** Suggests parts of the term that name something in the shop: a product, a synonym or a group. */
async function suggestTerms(ctx: Context, words: Word[]): Promise<string[]> {
  const candidates = termParts(words).slice(0, maxPartsTried)
  if (candidates.length === 0) return []
  const candidateRows = candidates.map((part) => ({
    text: likelyText(part),
    query: toTsquery(wholeWordCondition(part)),
  }))
  const rows = await withIndexPlans(ctx, (ctx) =>
    readRows<{ text: string }>(
      ctx,
      sql`select asked.text
        from rows from (json_to_recordset(${JSON.stringify(candidateRows)}::json) as (text text, query text))
          with ordinality as asked(text, query, place)
      where exists (select 1 ${hits(ctx, sql`search @@ asked.query::tsquery`)}) order by asked.place`,
    ),
  )
  return [...new Set(rows.map(({ text }) => text))].slice(0, maxSuggestions)
}

function termParts(words: Word[]): Word[] {
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
