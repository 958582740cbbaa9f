import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { inStock } from './product-list.ts'
import type { Condition, SearchQuery } from './search.ts'
import { hits, joined, readRows } from './search-hits.ts'

/** The most results per class (`SearchQuery.classes`) that are ranked; the others follow unranked. */
const mostOfClass = 150

/** Ids of a page of the results: first the ranked products, then the unranked ones, tier by tier and sorted by id. */
export async function pageOf(
  ctx: Context,
  { anywhere }: SearchQuery,
  { ranked, part }: { ranked: Ranked; part: Part },
) {
  const { limit, offset, narrowed } = part
  const page = ranked.ids.slice(offset, offset + limit)
  if (ranked.isAll || page.length === limit) return page
  const rest = await readRows<{ id: string }>(
    ctx,
    sql`select p.id ${hits(ctx, anywhere, { narrowed, inOrder: sql`order by id` })}
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
  /** The best ids, as many as the page needs. */
  ids: string[]
  /** Whether the ranking contains all results. */
  isAll: boolean
}

/** The store for which the results are ranked, and the part of the results that the page needs. */
interface Wanted {
  locationId: string
  part: Part
}

/**
 * Ranks the best results. If there are few results, as in most searches, it sorts them all. Otherwise it sorts a
 * limited number of results from each class of the search. To sort all results of a common word would take longer in a
 * larger shop.
 */
export async function rank(ctx: Context, query: SearchQuery, wanted: Wanted): Promise<Ranked> {
  const { anywhere, classes, strong } = query
  const [row] = await readRows<{ ids: string[] | null; sample: FoundRow[] | null }>(
    ctx,
    sql`with sample as materialized (
      select p.id, p.sold, p.position, p.search ${hits(ctx, anywhere, { narrowed: wanted.part.narrowed })}
      limit ${mostOfClass}
    ),
    classes as materialized (
      select query::tsquery, place::int - 1 as class
      from json_array_elements_text(${JSON.stringify(classes.map(joined))}::json)
        with ordinality as classes(query, place)
    ),
    found as (
      select id, sold, position, (select class from classes where search @@ query limit 1) as class from sample
      where (select count(*) from sample) < ${mostOfClass}
    ),
    ${inOrder(strong, wanted)}
    select (select json_agg(id order by is_weak, part, place) from ordered) as ids,
      (select json_agg(json_build_object('id', id, 'sold', sold, 'position', position)) from sample
      where (select count(*) from sample) = ${mostOfClass}) as sample`,
  )
  return row?.sample ? rankBest(ctx, query, row.sample, wanted) : { ids: row?.ids ?? [], isAll: true }
}

/** A found product with the values that decide its place within its result class. */
interface FoundRow {
  id: string
  sold: number
  position: number
}

/**
 * Ranks the results class by class, best class first, with a limited number of each. Stops after a class that reaches
 * the limit. The last class uses the sample instead of a query.
 */
async function rankBest(
  ctx: Context,
  { classes, fine, strong }: SearchQuery,
  sample: FoundRow[],
  wanted: Wanted,
): Promise<Ranked> {
  const found = new Map<string, FoundRow & { class: number }>()
  const kept = classes.map((condition, at) => ({ condition, at })).filter(({ at }) => !fine.includes(at))
  // Classes with a single text are read in one query, which costs less than a round trip for each.
  const edges = kept.slice(
    0,
    Math.max(
      0,
      kept.findIndex(({ condition }) => condition.flat().length > 1),
    ),
  )
  const read = await readEdges(ctx, edges, wanted)
  for (const { condition, at } of kept) {
    const isLast = at === classes.length - 1
    const rows = isLast ? sample : (read.get(at) ?? (await readClass(ctx, condition, wanted)))
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, { ...row, class: at })
    if (rows.length === mostOfClass) break
  }
  const rows = await readRows<{ id: string }>(
    ctx,
    sql`with found as (
      select * from json_to_recordset(${JSON.stringify([...found.values()])}::json)
        as found(id text, sold int, position int, class int)
    ),
    ${inOrder(strong, wanted)}
    select id from ordered order by is_weak, part, place`,
  )
  return { ids: rows.map(({ id }) => id), isAll: false }
}

/** Reads up to `mostOfClass` products of each of these classes in one query, whose text is the same for all classes. */
async function readEdges(
  ctx: Context,
  edges: { condition: Condition; at: number }[],
  { part: { narrowed } }: Wanted,
): Promise<Map<number, FoundRow[]>> {
  const read = new Map<number, FoundRow[]>(edges.map(({ at }) => [at, []]))
  if (edges.length === 0) return read
  const asked = JSON.stringify(edges.map(({ condition, at }) => ({ at, query: joined(condition) })))
  const rows = await readRows<FoundRow & { at: number }>(
    ctx,
    sql`select asked.at, found.* from json_to_recordset(${asked}::json) as asked(at int, query text),
      lateral (select p.id, p.sold, p.position
        ${hits(ctx, sql`search @@ asked.query::tsquery`, { narrowed })} limit ${mostOfClass}) found`,
  )
  for (const { at, ...row } of rows) read.get(at)?.push(row)
  return read
}

function readClass(ctx: Context, condition: Condition, { part: { narrowed } }: Wanted): Promise<FoundRow[]> {
  return readRows(ctx, sql`select p.id, p.sold, p.position ${hits(ctx, condition, { narrowed })} limit ${mostOfClass}`)
}

/**
 * SQL that selects rows of `found`, best first, into `ordered`. It checks their stock until there are enough products
 * in stock. In strong classes, sold-out products come after the others, but before weaker matches: sold-out corn before
 * popcorn. Sold-out products of other classes come last, and only if there are not enough others.
 */
function inOrder(strong: number, { locationId, part: { limit, offset } }: Wanted): SQL {
  return sql`best as materialized (
      select id, class, row_number() over (order by class, sold desc, position, id) as place from found
    ),
    here as materialized (
      select p.id, p.class, p.place from (select * from best order by place offset 0) p where ${inStock(locationId)}
      limit ${limit + offset}
    ),
    ordered as (
      select id, place, class >= ${strong} as is_weak, 0 as part from here
      union all select id, place, class >= ${strong}, 1 from best
      where ((select count(*) from here) < ${limit + offset} or class < ${strong}) and id not in (select id from here)
    )`
}
