import { and, eq, lte, sql } from 'drizzle-orm'
import type { SoldOutEnd } from '#contract/constants.ts'
import { addDays, clockOf, dayMinutes, isWithin, openingsOf, toLocal, toMinutes } from '#contract/hours.ts'
import { noText } from '#contract/languages.ts'
import type { SellableItem, SoldOutList } from '#contract/office/sold-out.ts'
import type { Image, Text } from '#contract/shapes.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import type { Topic } from '#server/platform/topics.ts'
import { optionText } from './card.ts'
import type { MarkedItem } from './mark-copies.ts'
import { copyMarks, markLock } from './mark-copies.ts'
import { readRows } from './product-list.ts'
import type { Option } from './tables.ts'
import { soldOut as marks } from './tables.ts'

/** Goods and modifiers that are sold out at a store for a while. */

type SoldOutItem = Omit<MarkedItem, 'location'>

/** Lists the sold-out marks of a store, the newest first. Fails with `not_found` for an unknown store. */
export async function soldOut(ctx: Context, { location }: { location: string }): Promise<SoldOutList> {
  const store = (await locations.find(ctx, location)) ?? fail('not_found')
  const rows = await readRows<MarkRow>(
    ctx,
    sql`select m.kind, m.id, m.ends, m.until, m.by, m.at, ${itemColumns}
    from sold_out m
    left join variants v on m.kind = 'variant' and v.sku = m.id
    left join products p on p.id = case when m.kind = 'product' then m.id else v.product_id end
    left join modifiers o on m.kind = 'modifier' and o.id = m.id
    left join modifier_groups g on g.id = o.group_id
    where m.location_id = ${location} and (p.id is not null or o.id is not null)
      and (m.until is null or m.until > ${ctx.app.now().toISOString()}::timestamptz)
    order by m.at desc, m.kind, m.id`,
  )
  return {
    location,
    name: store.name,
    timeZone: store.timeZone,
    closesAt: closingTime(store, ctx.app.now()).toISOString(),
    things: rows.map(({ ends, until, by, at, ...row }) => ({
      ...toItem(row),
      ends,
      by,
      until: until && new Date(until).toISOString(),
      at: new Date(at).toISOString(),
    })),
  }
}

/**
 * The columns with the name, picture and options of goods or a modifier. The query must join variant `v` and product
 * `p` of the goods, and modifier `o` with its group `g`.
 */
const itemColumns = sql`coalesce(p.name, o.name) as name, coalesce(v.image, p.images->0) as image, g.name as "group",
    p.options, v.option_pair as "optionPair"`

interface ItemRow extends SoldOutItem {
  name: Text
  image: Image | null
  group: Text | null
  options: Option[] | null
  optionPair: string | null
}
interface MarkRow extends ItemRow {
  ends: SoldOutEnd
  until: string | Date | null
  by: string
  at: string | Date
}

const toItem = ({ kind, id, name, image, group, options, optionPair }: ItemRow) => ({
  kind,
  id,
  name,
  image,
  detail: group ?? (optionPair && options ? optionText(options, optionPair) : noText),
})

const maxFound = 30

/**
 * Finds products and modifiers by a part of their name in any language: first those with exactly this name, then those
 * whose name begins with it. For a found product with options, also returns its variants. `hasMore` is whether more
 * names match than are returned. Fails with `not_found` for an unknown store.
 */
export async function sellable(
  ctx: Context,
  { location, name }: { location: string; name: string },
): Promise<{ things: SellableItem[]; hasMore: boolean }> {
  if (!(await locations.find(ctx, location))) fail('not_found')
  const prefix = `${name.replace(/[%_\\]/g, '\\$&')}%`
  // 0 for the exact name, 1 for a prefix of the name, 2 for another part; null if no name matches.
  const rankOf = (column: string) =>
    sql`(select min(case when n.value ilike ${prefix} then (lower(n.value) <> lower(${name}))::int else 2 end)
      from jsonb_each_text(${sql.raw(column)}) n where n.value ilike ${`%${prefix}`})`
  const rows = await readRows<ItemRow & { isSoldOut: boolean; isPart: boolean; hasMore: boolean }>(
    ctx,
    sql`with products_found as materialized (
      select p.*, row_number() over (order by p.rank, p.position, p.id) as place from (
        select p.*, ${rankOf('p.name')} as rank from products p
        where p.record_status = 'ACTIVE' and p.type = 'STANDARD') p
      where p.rank is not null order by place limit ${maxFound + 1}
    ), modifiers_found as materialized (
      select o.*, row_number() over (order by o.rank, o.position, o.id) as place from (
        select o.id, o.position, ${rankOf('o.name')} as rank from modifiers o) o
      where o.rank is not null order by place limit ${maxFound + 1}
    ), m as (
      select 'product' as kind, p.id, p.id as product, null as sku, null as modifier, p.rank, p.place, 0 as part
        from products_found p
      union all
      select 'variant', v.sku, p.id, v.sku, null, p.rank, p.place, 1 + v.position
        from products_found p join variants v on v.product_id = p.id and v.active where v.option_pair <> ''
      union all
      select 'modifier', o.id, null, null, o.id, o.rank, o.place, 0 from modifiers_found o
    )
    select m.kind, m.id, ${itemColumns}, m.kind = 'variant' as "isPart",
      (select bool_or(place > ${maxFound}) from m) as "hasMore",
      exists (select from sold_out s where s.location_id = ${location} and (s.kind = m.kind and s.id = m.id
        or s.kind = 'product' and s.id = m.product)) as "isSoldOut"
    from m left join variants v on v.sku = m.sku left join products p on p.id = m.product
    left join modifiers o on o.id = m.modifier left join modifier_groups g on g.id = o.group_id
    where m.place <= ${maxFound} order by m.rank, m.kind = 'modifier', m.place, m.part`,
  )
  return {
    things: rows.map(({ isSoldOut, isPart, ...row }) => ({ ...toItem(row), isSoldOut, isPart })),
    hasMore: rows.some(({ hasMore }) => hasMore),
  }
}

/**
 * Marks goods or a modifier as sold out at a store, and replaces an earlier mark. `givenUntil` is the expiry time of a
 * removed mark that staff restore. If this time has passed, the function sets no mark. Fails with `not_found` if the
 * goods, the modifier or the store do not exist.
 */
export function markSoldOut(
  ctx: Context,
  { location, kind, id, ends, until: givenUntil }: MarkedItem & { ends: SoldOutEnd; until?: string | undefined },
): Promise<SoldOutList> {
  return transact(ctx, async (ctx) => {
    await lockNames(ctx, [markLock])
    const store = (await locations.find(ctx, location)) ?? fail('not_found')
    const topics = (await findTopics(ctx, { kind, id })) ?? fail('not_found')
    const at = ctx.app.now()
    const isTimed = ends !== 'manual' && givenUntil !== undefined
    const until = isTimed ? new Date(givenUntil) : expiryOf(store, ends, at)
    if (until && until <= at) return soldOut(ctx, { location })
    const by = ctx.staff?.name ?? ''
    const before = await findMark(ctx, { location, kind, id })
    await ctx.db
      .insert(marks)
      .values({ locationId: location, kind, id, ends, until, by, at })
      .onConflictDoUpdate({ target: [marks.locationId, marks.kind, marks.id], set: { ends, until, by, at } })
    await copyMarks(ctx, [{ location, kind, id }])
    await publishCatalogueChange(ctx, topics)
    ctx.staff?.note({ subject: id, location, before: before && toLogEntry(before), after: toLogEntry({ until }) })
    return soldOut(ctx, { location })
  })
}

/**
 * Removes the sold-out mark of goods or of a modifier, if there is one. Fails with `not_found` for an unknown store.
 */
export function backOnSale(ctx: Context, { location, kind, id }: MarkedItem): Promise<SoldOutList> {
  return transact(ctx, async (ctx) => {
    await lockNames(ctx, [markLock])
    if (!(await locations.find(ctx, location))) fail('not_found')
    const before = await findMark(ctx, { location, kind, id })
    await ctx.db.delete(marks).where(markCondition({ location, kind, id }))
    await copyMarks(ctx, [{ location, kind, id }])
    await publishCatalogueChange(ctx, (await findTopics(ctx, { kind, id })) ?? [])
    ctx.staff?.note({ subject: id, location, before: before && toLogEntry(before), after: null })
    return soldOut(ctx, { location })
  })
}

/** Removes the marks that have expired, so that shoppers can buy the goods again. The worker runs this job. */
export async function removeExpiredMarks(ctx: Context): Promise<number> {
  const expiredCondition = lte(marks.until, ctx.app.now())
  if ((await ctx.db.$count(marks, expiredCondition)) === 0) return 0
  return transact(ctx, async (ctx) => {
    await lockNames(ctx, [markLock])
    const ended = await ctx.db.delete(marks).where(expiredCondition).returning()
    const items = ended.map(({ locationId: location, kind, id }) => ({ location, kind, id }))
    await copyMarks(ctx, items)
    const topics = await Promise.all(items.map((item) => findTopics(ctx, item)))
    await publishCatalogueChange(ctx, [...new Set(topics.flatMap((itemTopics) => itemTopics ?? []))])
    return ended.length
  })
}

const markCondition = ({ location, kind, id }: MarkedItem) =>
  and(eq(marks.locationId, location), eq(marks.kind, kind), eq(marks.id, id))

async function findMark(ctx: Context, item: MarkedItem) {
  const [mark] = await ctx.db.select().from(marks).where(markCondition(item))
  return mark ?? null
}

const toLogEntry = ({ until }: { until: Date | null }) => ({ until: until?.toISOString() ?? null })

/** The time at which a mark expires if it is set now. Null if the mark stays until staff remove it. */
function expiryOf(store: LocationRow, ends: SoldOutEnd, now: Date): Date | null {
  if (ends === 'manual') return null
  return ends === 'day' ? new Date(now.getTime() + dayMinutes * 60_000) : closingTime(store, now)
}

/**
 * When the store closes today. If an opening of yesterday runs past midnight and is not over, the store closes at the
 * end of that opening. Otherwise it closes at the end of today's last opening. If that end has passed, or the store has
 * no opening today, the result is the next midnight.
 */
export function closingTime(store: LocationRow, now: Date): Date {
  const { date, time } = toLocal(now, store.timeZone)
  const minute = toMinutes(time)
  const yesterday = addDays(date, -1)
  const lateOpening = openingsOf(store, yesterday).find((opening) => isWithin(opening, minute + dayMinutes))
  if (lateOpening) return instantAt(store, yesterday, lateOpening.to)
  const last = openingsOf(store, date).at(-1)
  return instantAt(store, date, last && last.to > minute ? last.to : dayMinutes)
}

/**
 * Returns the instant at a number of minutes after local midnight. If a clock change skips this time, returns the
 * instant one hour later.
 */
function instantAt({ timeZone }: LocationRow, date: string, minute: number): Date {
  const clock = clockOf(date, timeZone)
  return clock(minute) ?? clock(minute + 60) ?? new Date(`${addDays(date, 1)}T00:00:00Z`)
}

/** The cache topics of the pages that show these goods or this modifier. Null if the goods or modifier do not exist. */
async function findTopics(ctx: Context, { kind, id }: SoldOutItem): Promise<Topic[] | null> {
  const productIdQueries = {
    product: sql`select id from products where id = ${id}`,
    variant: sql`select product_id as id from variants where sku = ${id}`,
    modifier: sql`select pg.product_id as id from modifiers o left join product_modifier_groups pg
      on pg.group_id = o.group_id where o.id = ${id}`,
  }
  const rows = await readRows<{ id: string | null }>(ctx, productIdQueries[kind])
  if (rows.length === 0) return null
  const products = rows.flatMap(({ id }) => (id === null ? [] : [`product ${id}` as const]))
  return kind === 'modifier' ? products : ['order', ...products]
}
