import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { FoundPage, Marks, catalogue as schemas } from '#contract/catalogue.ts'
import { maxPageSize, productPageSize } from '#contract/constants.ts'
import type { Text } from '#contract/shapes.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { inStock, isListed, readCardsOf, readRows } from './listing.ts'
import { hasAll, marksInBoth } from './matching.ts'
import type { SearchQuery, Word } from './search.ts'
import { readWords, searchQuery } from './search.ts'
import { withContaining, withMeant } from './vocabulary.ts'

type Input<Name extends 'search' | 'searchCount'> = z.output<(typeof schemas)[Name]['input']>

/** So many of what was found are put in order; what is beyond them follows as it comes. */
const mostOfName = 120
const mostRanked = 240
const mostProposals = 3
const mostTried = 12

/**
 * Products that have every word of the term: sold-out ones last, names that are or begin or end with it first. Where
 * there are none, those that it may have been meant for (`corrected` says what was looked for instead); where there are
 * none of these either, `didYouMean` has other terms that find something.
 */
export async function search(ctx: Context, { term, ...paging }: Input<'search'>): Promise<FoundPage> {
  const { startingPosition, infiniteLoad } = paging
  const numberToLoad = paging.numberToLoad ?? (infiniteLoad === false ? maxPageSize : productPageSize)
  const location = await locations.current(ctx)
  const asked = await understand(ctx, term)
  const ids = asked.query
    ? await findIds(ctx, {
        query: asked.query,
        locationId: location.id,
        limit: numberToLoad + 1,
        offset: startingPosition,
      })
    : []
  const products = await readCardsOf(ctx, location.id, ids.slice(0, numberToLoad))
  return {
    products,
    startingPosition,
    numberToLoad,
    hasMore: ids.length > numberToLoad,
    marks: Object.fromEntries(products.map(({ id, name }) => [id, marksInBoth(name, asked.words)])),
    corrected: asked.corrected,
    didYouMean: asked.isFound ? [] : await proposals(ctx, asked.words),
  }
}

/** How many products the term finds. */
export async function searchCount(ctx: Context, { term }: Input<'searchCount'>): Promise<{ count: number }> {
  const { query, isFound } = await understand(ctx, term)
  if (!query || !isFound) return { count: 0 }
  const [row] = await readRows<{ count: number }>(
    ctx,
    sql`select count(*)::int as count from products p where ${isHit(ctx, query.anywhere)}`,
  )
  return { count: row?.count ?? 0 }
}

/** Tells where a name has every word of a term, or null where it lacks one. */
export async function matcherOf(ctx: Context, term: string): Promise<(name: Text) => Marks | null> {
  const { words } = await understand(ctx, term)
  return (name) => (hasAll([name.en, name.zh], words) ? marksInBoth(name, words) : null)
}

interface Understood {
  words: Word[]
  query: SearchQuery | null
  isFound: boolean
  /** What was looked for in place of what was typed; null where that was found. */
  corrected: string | null
}

/** What a term asks for: as it is typed where that finds anything, else as it may be meant. */
async function understand(ctx: Context, term: string): Promise<Understood> {
  const words = await withContaining(ctx, readWords(term))
  const query = searchQuery(words)
  if (!query || (await findsAny(ctx, query))) return { words, query, isFound: query !== null, corrected: null }
  const meant = await withMeant(ctx, words)
  const corrected = meant.map(({ text, meant: [first] }) => first ?? text).join(' ')
  const other = searchQuery(meant)
  const isFound = other !== null && (await findsAny(ctx, other))
  return { words: meant, query: other, isFound, corrected: isFound && corrected !== term ? corrected : null }
}

interface Wanted {
  query: SearchQuery
  locationId: string
  limit: number
  offset: number
}

/** Ids of a page of what was found: the ranked ones, then the others by id. */
async function findIds(ctx: Context, { query, locationId, limit, offset }: Wanted): Promise<string[]> {
  const ranked = await rank(ctx, query, locationId)
  const page = ranked.slice(offset, offset + limit)
  if (ranked.length < mostRanked || page.length === limit) return page
  const rest = await readRows<{ id: string }>(
    ctx,
    sql`select p.id from products p
    where ${isHit(ctx, query.anywhere)} and p.id not in (select json_array_elements_text(${JSON.stringify(ranked)}::json))
    order by p.id limit ${limit - page.length} offset ${Math.max(0, offset - ranked.length)}`,
  )
  return [...page, ...rest.map(({ id }) => id)]
}

/**
 * The best of what was found, in order. Sorting everything that has a common word costs more the larger the shop; so
 * some of each class are taken, best class first, and those put in order.
 */
function rank(ctx: Context, { anywhere, named, classes }: SearchQuery, locationId: string): Promise<string[]> {
  const [exact = '', bounded = '', begun = ''] = classes
  const some = (query: string, most: number) =>
    sql`(select p.id from products p where ${isHit(ctx, query)} limit ${most})`
  const place = classes.map((query, at) => sql`when p.search @@ ${query}::tsquery then ${sql.raw(String(at))}`)
  return transact(ctx, async (ctx) => {
    // A scan of the table itself begins where the last one ended: the pages of one search would not fit together.
    await ctx.db.execute(sql`set local enable_seqscan = off`)
    const rows = await readRows<{ id: string }>(
      ctx,
      sql`with picked as materialized (
        select id from ${some(`(${exact} | ${bounded} | ${begun})`, mostOfName)} one
        union select id from ${some(named, mostOfName)} two
        union select id from ${some(anywhere, mostRanked)} three
      )
      select p.id from picked join products p on p.id = picked.id
      order by not ${inStock(locationId)}, case ${sql.join(place, sql` `)} else ${sql.raw(String(classes.length))} end,
        p.sold desc, p.position, p.id`,
    )
    return rows.map(({ id }) => id)
  })
}

async function findsAny(ctx: Context, { anywhere }: SearchQuery): Promise<boolean> {
  const [row] = await readRows(ctx, sql`select 1 from products p where ${isHit(ctx, anywhere)} limit 1`)
  return row !== undefined
}

/** Parts of what was asked that find something by themselves. */
async function proposals(ctx: Context, words: Word[]): Promise<string[]> {
  const found: string[] = []
  for (const part of parts(words).slice(0, mostTried)) {
    const query = searchQuery([part])
    if (query && (await findsAny(ctx, query))) found.push(part.meant[0] ?? part.text)
    if (found.length === mostProposals) break
  }
  return [...new Set(found)]
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

function isHit(ctx: Context, query: string) {
  return sql`${isListed(ctx, {})} and p.search @@ ${query}::tsquery`
}
