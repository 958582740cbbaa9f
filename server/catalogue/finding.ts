import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Counted, FoundPage, Marks, catalogue as schemas } from '#contract/catalogue.ts'
import { maxPageSize, productPageSize } from '#contract/constants.ts'
import type { Text } from '#contract/shapes.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { countRows } from './counts.ts'
import { facets, mostJudged, narrowedBy } from './filters.ts'
import { inStock, isListed, noPage, readCardsOf, readRows } from './listing.ts'
import { hasAll, marksInBoth } from './matching.ts'
import { byIndex } from './planning.ts'
import type { SearchQuery, Word } from './search.ts'
import { readWords, searchQuery } from './search.ts'
import { inTiers } from './tiers.ts'
import { withContaining, withMeant } from './vocabulary.ts'

type Input<Name extends 'search' | 'searchCount'> = z.output<(typeof schemas)[Name]['input']>

/** So many of what was found are put in order; what is beyond them follows as it comes. */
const mostOfClass = 150
const mostProposals = 3
const mostTried = 12

/**
 * Products that have every word of the term: sold-out ones last, names that are or begin or end with it first; narrowed
 * as lists are. Where the shop has none, those that it may have been meant for (`corrected` says what was looked for instead); where there are
 * none of these either, `didYouMean` has other terms that find something.
 */
export async function search(ctx: Context, input: Input<'search'>): Promise<FoundPage> {
  const { term, startingPosition, infiniteLoad } = input
  const numberToLoad = input.numberToLoad ?? (infiniteLoad === false ? maxPageSize : productPageSize)
  const location = await locations.currentOrNone(ctx)
  if (!location) return { ...noPage(input), marks: {}, corrected: null, didYouMean: [] }
  const part = { limit: numberToLoad + 1, offset: startingPosition }
  const narrowed = await narrowedBy(ctx, location.id, input)
  const { words, corrected, found } = await byIndex(ctx, (ctx) =>
    look(ctx, term, async (query) => {
      const ranked = await rank(ctx, query, location.id, narrowed)
      if (ranked.ids.length > 0) return pageOf(ctx, query, ranked, { ...part, narrowed })
      return narrowed && (await findsAny(ctx, query)) ? [] : null
    }),
  )
  const ids = found ?? []
  const products = await readCardsOf(ctx, location.id, ids.slice(0, numberToLoad))
  return {
    products,
    startingPosition,
    numberToLoad,
    hasMore: ids.length > numberToLoad,
    marks: Object.fromEntries(products.map(({ id, name }) => [id, marksInBoth(name, words)])),
    corrected,
    didYouMean: found ? [] : await proposals(ctx, words),
  }
}

/** How many products the term finds, narrowed as lists are, and, where asked for, by what they can be narrowed. */
export async function searchCount(ctx: Context, input: Input<'searchCount'>): Promise<Counted> {
  const location = await locations.currentOrNone(ctx)
  if (!location) return { count: 0 }
  const narrowed = await narrowedBy(ctx, location.id, input)
  const { found } = await byIndex(ctx, (ctx) =>
    look(ctx, input.term, async (query): Promise<Counted | null> => {
      const counted = await countRows(ctx, hits(ctx, query.anywhere, narrowed), input.upTo)
      if (counted.count === 0 && !(narrowed && (await findsAny(ctx, query)))) return null
      if (!input.facets) return counted
      return {
        ...counted,
        facets: await facets(ctx, location.id, sql`${hits(ctx, query.anywhere)} limit ${mostJudged}`, input),
      }
    }),
  )
  return found ?? { count: 0 }
}

/** Whether a query finds anything, however a shopper narrows it. */
async function findsAny(ctx: Context, { anywhere }: SearchQuery): Promise<boolean> {
  const rows = await readRows(ctx, sql`select 1 ${hits(ctx, anywhere)} limit 1`)
  return rows.length > 0
}

/** Tells where a name has every word of a term, or null where it lacks one. */
export async function matcherOf(ctx: Context, term: string): Promise<(name: Text) => Marks | null> {
  const words = await withContaining(ctx, readWords(term))
  return (name) => (hasAll([name.en, name.zh], words) ? marksInBoth(name, words) : null)
}

interface Found<Result> {
  words: Word[]
  found: Result | null
  /** What was looked for in place of what was typed; null where that was found. */
  corrected: string | null
}

/** Looks for a term as it is typed and, where that finds nothing (null), as it may be meant. */
async function look<Result>(
  ctx: Context,
  term: string,
  find: (query: SearchQuery) => Promise<Result | null>,
): Promise<Found<Result>> {
  const words = await withContaining(ctx, readWords(term))
  const query = searchQuery(words)
  if (!query) return { words, found: null, corrected: null }
  const found = await find(query)
  if (found !== null) return { words, found, corrected: null }
  const meant = await withMeant(ctx, words)
  const other = searchQuery(meant)
  const foundSo = other && (await find(other))
  const corrected = meant.map(({ text, meant: [first] }) => first ?? text).join(' ')
  const wasCorrected = foundSo !== null && meant.some(({ text, meant: [first = text] }) => first !== text)
  return { words: meant, found: foundSo, corrected: wasCorrected ? corrected : null }
}

/** Products `p` that a query finds and that a further condition fits, to be selected from; by the index of their words and no other. */
function hits(ctx: Context, query: string, narrowed?: SQL, inOrder = sql``): SQL {
  const found = inTiers(
    (isTier) => sql`select * from products where ${isTier} and search @@ ${query}::tsquery ${inOrder} offset 0`,
  )
  return sql`from ${found} p where ${isListed(ctx, {})} ${also(narrowed)}`
}

const also = (narrowed: SQL | undefined) => (narrowed ? sql`and ${narrowed}` : sql``)

/** Ids of a page of what was found: the ranked ones, then the others of each tier by id. */
async function pageOf(ctx: Context, { anywhere }: SearchQuery, ranked: Ranked, part: Part) {
  const { limit, offset, narrowed } = part
  const page = ranked.ids.slice(offset, offset + limit)
  if (ranked.isAll || page.length === limit) return page
  const rest = await readRows<{ id: string }>(
    ctx,
    sql`select p.id ${hits(ctx, anywhere, narrowed, sql`order by id`)}
      and p.id not in (select json_array_elements_text(${JSON.stringify(ranked.ids)}::json))
    limit ${limit - page.length} offset ${Math.max(0, offset - ranked.ids.length)}`,
  )
  return [...page, ...rest.map(({ id }) => id)]
}

interface Part {
  limit: number
  offset: number
  narrowed: SQL | undefined
}

interface Ranked {
  ids: string[]
  /** Whether nothing else was found. */
  isAll: boolean
}

/**
 * The best of what was found, in order. Sorting everything that has a common word costs more the larger the shop; so
 * some of each class are taken, best class first, until one has more, and those put in order. What several words find is
 * taken first: where that is little, as it mostly is, the classes are told from it without asking the index for each.
 */
async function rank(
  ctx: Context,
  { anywhere, classes, isOneWord }: SearchQuery,
  locationId: string,
  narrowed: SQL | undefined,
): Promise<Ranked> {
  const name = (at: number) => sql.identifier(`class_${at}`)
  const most = (upTo: number) =>
    sql`greatest(${sql.join([sql`0`, ...classes.slice(0, upTo).map((_, at) => sql`(select count(*) from ${name(at)})`)], sql`, `)})`
  const few = isOneWord
    ? sql`select null::text as id, null::tsvector as search limit 0`
    : sql`select p.id, p.search ${hits(ctx, anywhere, narrowed)} limit ${mostOfClass}`
  const isFew = isOneWord ? sql`false` : sql`(select count(*) from few) < ${mostOfClass}`
  const picked = classes.map(
    (query, at) => sql`${name(at)} as materialized (
      select p.id ${hits(ctx, query, narrowed)} and not ${isFew} and ${most(at)} < ${mostOfClass} limit ${mostOfClass})`,
  )
  const all = classes.map((_, at) => sql`select id, ${sql.raw(String(at))} as class from ${name(at)}`)
  const told = classes.map((query, at) => sql`when search @@ ${query}::tsquery then ${sql.raw(String(at))}`)
  const rows = await readRows<{ id: string; isAll: boolean }>(
    ctx,
    sql`with few as materialized (${few}), ${sql.join(picked, sql`, `)},
    best as materialized (
      select id, min(class) as class from (${sql.join(all, sql` union all `)}) every_class group by id
      union all select id, case ${sql.join(told, sql` `)} end from few where ${isFew}
    )
    select p.id, ${isFew} or ${most(classes.length)} < ${mostOfClass} as "isAll"
    from best join products p on p.id = best.id
    order by not ${inStock(locationId)}, best.class, p.sold desc, p.position, p.id`,
  )
  return { ids: rows.map(({ id }) => id), isAll: rows[0]?.isAll ?? true }
}

/** Parts of what was asked that find something by themselves. */
function proposals(ctx: Context, words: Word[]): Promise<string[]> {
  return byIndex(ctx, async (ctx) => {
    const found: string[] = []
    for (const part of parts(words).slice(0, mostTried)) {
      const query = searchQuery([part])
      if (query && (await findsAny(ctx, query))) found.push(part.meant[0] ?? part.text)
      if (found.length === mostProposals) break
    }
    return [...new Set(found)]
  })
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
