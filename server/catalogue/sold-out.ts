import { and, eq, lte, sql } from 'drizzle-orm'
import type { SoldOutEnd } from '#contract/constants.ts'
import { addDays, clockOf, dayMinutes, isWithin, openingsOf, toLocal, toMinutes } from '#contract/hours.ts'
import { noText } from '#contract/languages.ts'
import type { SellableThing, SoldOutList } from '#contract/office/sold-out.ts'
import type { Image, Text } from '#contract/shapes.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import type { Topic } from '#server/platform/topics.ts'
import { optionText } from './card.ts'
import type { MarkedThing } from './mark-copies.ts'
import { copyMarks, markLock } from './mark-copies.ts'
import { readRows } from './product-list.ts'
import type { Option } from './tables.ts'
import { soldOut as marks } from './tables.ts'

/** Goods and modifiers that are sold out at a store for a while. */

type Thing = Omit<MarkedThing, 'location'>

/** Lists the sold-out marks of a store, the newest first. Fails with `not_found` for an unknown store. */
export async function soldOut(ctx: Context, { location }: { location: string }): Promise<SoldOutList> {
  const store = (await locations.find(ctx, location)) ?? fail('not_found')
  const rows = await readRows<MarkRow>(
    ctx,
    sql`select m.kind, m.id, m.ends, m.until, m.by, m.at, ${thingOf}
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
    closesAt: closingOf(store, ctx.app.now()).toISOString(),
    things: rows.map(({ ends, until, by, at, ...row }) => ({
      ...toThing(row),
      ...{ ends, by, until: until && new Date(until).toISOString(), at: new Date(at).toISOString() },
    })),
  }
}

/**
 * The columns that show the thing `m.kind`, `m.id`: the name, picture and options of variant `v`, product `p`, or
 * modifier `o` of group `g`.
 */
const thingOf = sql`coalesce(p.name, o.name) as name, coalesce(v.image, p.images->0) as image, g.name as "group",
    p.options, v.option_pair as "optionPair"`

interface ThingRow extends Thing {
  name: Text
  image: Image | null
  group: Text | null
  options: Option[] | null
  optionPair: string | null
}
interface MarkRow extends ThingRow {
  ends: SoldOutEnd
  until: string | Date | null
  by: string
  at: string | Date
}

const toThing = ({ kind, id, name, image, group, options, optionPair }: ThingRow) => ({
  ...{ kind, id, name, image },
  detail: group ?? (optionPair && options ? optionText(options, optionPair) : noText),
})

const mostFound = 30

/**
 * Finds products and modifiers by a part of their name in any language. For a found product with options, also returns
 * its variants. Fails with `not_found` for an unknown store.
 */
export async function sellable(
  ctx: Context,
  { location, name }: { location: string; name: string },
): Promise<{ things: SellableThing[] }> {
  if (!(await locations.find(ctx, location))) fail('not_found')
  const like = `%${name.replace(/[%_\\]/g, '\\$&')}%`
  const isNamed = (column: string) =>
    sql`exists (select from jsonb_each_text(${sql.raw(column)}) n where n.value ilike ${like})`
  const rows = await readRows<ThingRow & { isSoldOut: boolean; isPart: boolean }>(
    ctx,
    sql`with found as materialized (
      select p.* from products p where p.record_status = 'ACTIVE' and p.type = 'STANDARD' and ${isNamed('p.name')}
      order by p.position, p.id limit ${mostFound}
    ), m as (
      select 'product' as kind, p.id, p.id as product, null as sku, null as modifier, false as is_part,
        row_number() over (order by p.position, p.id) as place, 0 as part from found p
      union all
      select 'variant', v.sku, p.id, v.sku, null, true, row_number() over (order by p.position, p.id) - 1,
        1 + v.position from found p join variants v on v.product_id = p.id and v.active where v.option_pair <> ''
      union all
      (select 'modifier', o.id, null, null, o.id, false, 1000000 + o.position, 0
        from modifiers o where ${isNamed('o.name')} order by o.position, o.id limit ${mostFound})
    )
    select m.kind, m.id, ${thingOf}, m.is_part as "isPart",
      exists (select from sold_out s where s.location_id = ${location} and (s.kind = m.kind and s.id = m.id
        or s.kind = 'product' and s.id = m.product)) as "isSoldOut"
    from m left join variants v on v.sku = m.sku left join products p on p.id = m.product
    left join modifiers o on o.id = m.modifier left join modifier_groups g on g.id = o.group_id
    order by case when m.kind = 'modifier' then 1 else 0 end, p.position, p.id, m.part, m.place`,
  )
  return { things: rows.map(({ isSoldOut, isPart, ...row }) => ({ ...toThing(row), isSoldOut, isPart })) }
}

/**
 * Marks goods or a modifier as sold out at a store, and replaces an earlier mark. Fails with `not_found` if the goods,
 * the modifier or the store do not exist.
 */
export function markSoldOut(
  ctx: Context,
  { location, kind, id, ends }: MarkedThing & { ends: SoldOutEnd },
): Promise<SoldOutList> {
  return transact(ctx, async (ctx) => {
    await lockNames(ctx, [markLock])
    const store = (await locations.find(ctx, location)) ?? fail('not_found')
    const topics = (await topicsOf(ctx, { kind, id })) ?? fail('not_found')
    const at = ctx.app.now()
    const until = endOf(store, ends, at)
    const by = ctx.staff?.name ?? ''
    const before = await find(ctx, { location, kind, id })
    await ctx.db
      .insert(marks)
      .values({ locationId: location, kind, id, ends, until, by, at })
      .onConflictDoUpdate({ target: [marks.locationId, marks.kind, marks.id], set: { ends, until, by, at } })
    await copyMarks(ctx, [{ location, kind, id }])
    await catalogueChanged(ctx, topics)
    ctx.staff?.note({ subject: id, location, before: before && toNote(before), after: toNote({ until }) })
    return soldOut(ctx, { location })
  })
}

/**
 * Removes the sold-out mark of goods or of a modifier, if there is one. Fails with `not_found` for an unknown store.
 */
export function backOnSale(ctx: Context, { location, kind, id }: MarkedThing): Promise<SoldOutList> {
  return transact(ctx, async (ctx) => {
    await lockNames(ctx, [markLock])
    if (!(await locations.find(ctx, location))) fail('not_found')
    const before = await find(ctx, { location, kind, id })
    await ctx.db.delete(marks).where(isMark({ location, kind, id }))
    await copyMarks(ctx, [{ location, kind, id }])
    await catalogueChanged(ctx, (await topicsOf(ctx, { kind, id })) ?? [])
    ctx.staff?.note({ subject: id, location, before: before && toNote(before), after: null })
    return soldOut(ctx, { location })
  })
}

/** Removes the marks that have expired, so that shoppers can buy the goods again. The worker runs this job. */
export async function endDue(ctx: Context): Promise<number> {
  const isDue = lte(marks.until, ctx.app.now())
  if ((await ctx.db.$count(marks, isDue)) === 0) return 0
  return transact(ctx, async (ctx) => {
    await lockNames(ctx, [markLock])
    const ended = await ctx.db.delete(marks).where(isDue).returning()
    const things = ended.map(({ locationId: location, kind, id }) => ({ location, kind, id }))
    await copyMarks(ctx, things)
    const topics = await Promise.all(things.map((thing) => topicsOf(ctx, thing)))
    await catalogueChanged(ctx, [...new Set(topics.flatMap((found) => found ?? []))])
    return ended.length
  })
}

const isMark = ({ location, kind, id }: MarkedThing) =>
  and(eq(marks.locationId, location), eq(marks.kind, kind), eq(marks.id, id))

async function find(ctx: Context, thing: MarkedThing) {
  const [mark] = await ctx.db.select().from(marks).where(isMark(thing))
  return mark ?? null
}

const toNote = ({ until }: { until: Date | null }) => ({ until: until?.toISOString() ?? null })

/** When a mark that is set now expires; null if it stays until staff remove it. */
function endOf(store: LocationRow, ends: SoldOutEnd, now: Date): Date | null {
  if (ends === 'manual') return null
  return ends === 'day' ? new Date(now.getTime() + dayMinutes * 60_000) : closingOf(store, now)
}

/**
 * When the store closes today. If an opening of yesterday runs past midnight and is not over, the store closes at the
 * end of that opening. Otherwise it closes at the end of today's last opening. If that end has passed, or the store has
 * no opening today, the result is midnight.
 */
export function closingOf(store: LocationRow, now: Date): Date {
  const { date, time } = toLocal(now, store.timeZone)
  const minute = toMinutes(time)
  const yesterday = addDays(date, -1)
  const late = openingsOf(store, yesterday).find((opening) => isWithin(opening, minute + dayMinutes))
  if (late) return instantAt(store, yesterday, late.to)
  const last = openingsOf(store, date).at(-1)
  return instantAt(store, date, last && last.to > minute ? last.to : dayMinutes)
}

/**
 * The instant at a number of minutes after local midnight. If a clock change skips this time, the instant one hour
 * later.
 */
function instantAt({ timeZone }: LocationRow, date: string, minute: number): Date {
  const clock = clockOf(date, timeZone)
  return clock(minute) ?? clock(minute + 60) ?? new Date(`${addDays(date, 1)}T00:00:00Z`)
}

/** The cache topics of the pages that show these goods or this modifier. Null if the goods or modifier do not exist. */
async function topicsOf(ctx: Context, { kind, id }: Thing): Promise<Topic[] | null> {
  const isKnown = {
    product: sql`select id from products where id = ${id}`,
    variant: sql`select product_id as id from variants where sku = ${id}`,
    modifier: sql`select pg.product_id as id from modifiers o left join product_modifier_groups pg
      on pg.group_id = o.group_id where o.id = ${id}`,
  }
  const rows = await readRows<{ id: string | null }>(ctx, isKnown[kind])
  if (rows.length === 0) return null
  const products = rows.flatMap(({ id }) => (id === null ? [] : [`product ${id}` as const]))
  return kind === 'modifier' ? products : ['order', ...products]
}
