import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { inStock } from '#server/catalogue/product-list.ts'
import type { Context } from '#server/platform/context.ts'
import { hits, readRows, toTsquery } from './hits.ts'
import type { SearchQuery } from './search-query.ts'

/**
 * If a search has fewer results than this, all of them are ranked. Otherwise the search reads class after class, the
 * best class first, until it has this many rows. A class is a set of products that match equally well, see
 * `SearchQuery.classes`. A product in several classes takes several rows, so the search can rank fewer products. The
 * other results follow without a rank.
 */
const maxRanked = 150

/**
 * Returns the ids on one page of the results. The ranked products come first. The others follow in the order of their
 * search tiers (see `tiers.ts`), and by id within a tier.
 */
export async function readPageIds(
  ctx: Context,
  { anywhere }: SearchQuery,
  { ranked, part }: { ranked: Ranked; part: PageRange },
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

interface PageRange {
  limit: number
  offset: number
  narrowed: SQL | undefined
}

interface Ranked {
  /** The ids of the ranked results, best first. */
  ids: string[]
  /** Whether the query ranked all results, because there are fewer than `maxRanked`. */
  isAll: boolean
}

/** The store for which the results are ranked, and the part of the results that the page needs. */
interface RankRequest {
  locationId: string
  part: PageRange
}

/**
 * Finds the best results and ranks them. If there are few results, as in most searches, the query ranks all of them.
 * Ranking all results of a common word would take too long in a large shop. So if there are many results, the query
 * reads one class after the other, best first, until it has enough rows. One statement handles both cases, because a
 * second round trip would take as long as reading a class.
 */
export async function rank(ctx: Context, query: SearchQuery, request: RankRequest): Promise<Ranked> {
  const { anywhere, classes } = query
  const { narrowed } = request.part
  const last = classes.length - 1
  const classRows = classes.map(({ condition, isSkippable }, at) => ({
    class: at,
    query: toTsquery(condition),
    fine: isSkippable,
  }))
  const manyCondition = sql`(select is_many from size)`
  const [row] = await readRows<{ ids: string[] | null; isAll: boolean }>(
    ctx,
    sql`with sample as materialized (
      select p.id, p.sold, p.position, p.search ${hits(ctx, anywhere, { narrowed })} limit ${maxRanked}
    ),
    size as materialized (
      select count(*) = ${maxRanked} as is_many from sample
    ),
    classes as materialized (
      select class, query::tsquery, fine
      from json_to_recordset(${JSON.stringify(classRows)}::json) as classes(class int, query text, fine boolean)
    ),
    found as (
      select id, sold, position, (select class from classes where search @@ query limit 1) as class from sample
      where not ${manyCondition}
      union all select id, sold, position, min(class) from (
        (select found.*, class from classes, lateral (
            select p.id, p.sold, p.position ${hits(ctx, sql`search @@ query`, { narrowed })} limit ${maxRanked}
          ) found
          where ${manyCondition} and not fine and class < ${last} limit ${maxRanked})
        union all select id, sold, position, ${last} from sample where ${manyCondition}
      ) each_class group by id, sold, position
    ),
    ${orderedSql(query, request)}
    select (select json_agg(id order by level, part, place) from ordered) as ids, not ${manyCondition} as "isAll"`,
  )
  return { ids: row?.ids ?? [], isAll: row?.isAll ?? true }
}

/**
 * SQL that selects rows of `found`, best first, into `ordered`. Checks the stock of the products until enough of them
 * are in stock. The classes form three levels: exact, strong and weak ones. Sold-out products of the first two levels
 * come after the available products of their level, but before the next level: sold-out corn comes before popcorn. All
 * other sold-out products come last, and only if there are too few available products.
 */
function orderedSql({ classes }: SearchQuery, { locationId, part: { limit, offset } }: RankRequest): SQL {
  const exactClassCount = classes.filter(({ match }) => match === 'exact').length
  const strongClassCount = exactClassCount + classes.filter(({ match }) => match === 'strong').length
  const level = sql`case when class < ${exactClassCount} then 0 when class < ${strongClassCount} then 1 else 2 end`
  return sql`best as materialized (
      select id, class, row_number() over (order by class, sold desc, position, id) as place from found
    ),
    here as materialized (
      select p.id, p.class, p.place from (select * from best order by place offset 0) p where ${inStock(locationId)}
      limit ${limit + offset}
    ),
    ordered as (
      select id, place, ${level} as level, 0 as part from here
      union all select id, place, ${level}, 1 from best
      where ((select count(*) from here) < ${limit + offset} or class < ${strongClassCount})
      and id not in (select id from here)
    )`
}
