import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { MovementReason } from '#contract/constants.ts'
import type { StockHistory, StockItem, StockList, StockMovement, stockStaffCalls } from '#contract/office/stock.ts'
import type { Image, Text } from '#contract/shapes.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import * as locations from '#server/locations/locations.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { optionText } from './card.ts'
import { readRows } from './product-list.ts'
import { lockStock } from './queries.ts'
import { toTsquery } from './search/hits.ts'
import { buildQuery } from './search/search-query.ts'
import { readWords } from './search/terms.ts'
import type { FindWaiting } from './stock.ts'
import { makeRows, publishStock, wantedRows } from './stock.ts'
import type { Option } from './tables.ts'
import { nameInOrder } from './tables.ts'
import { inTiers } from './tiers.ts'

/** The stock of a store in the back office: its list, its history, and the variants with low stock. */

type Query = z.output<typeof stockStaffCalls.stock.input>

/** The maximum number of variants with low stock that the list counts. */
const maxLowCount = 100
const historyPageSize = 50
/**
 * If at most `maxSortedProducts` products match the search text, or at most `maxSortedVariants` variants are low or out
 * of stock, the query finds all of them and sorts them. If there are more, the query reads variants in the order of
 * their names until a page is full, which is then faster.
 */
const maxSortedProducts = 500
const maxSortedVariants = 2000

interface ItemRow {
  sku: string
  product: string
  name: Text
  image: Image | null
  options: Option[]
  optionPair: string
  onHand: number
  held: number
  lowAt: number | null
  isSoldOut: boolean
  isStocked: boolean
  isExact: boolean
  movedAt: Date | string | null
  key: string
  position: number
}

/** The columns of an item for variant `v` of product `p` with stock `s` at a store. */
const itemColumns = (location: string, find: string) => sql`v.sku, v.product_id as product, p.name,
  coalesce(v.image, p.images->0) as image, p.options, v.option_pair as "optionPair",
  coalesce(s.on_hand, 0) as "onHand", coalesce(s.held, 0) as held, s.low_at as "lowAt",
  coalesce(s.sold_out, false) as "isSoldOut", s.sku is not null as "isStocked",
  (v.sku = ${find} or v.barcode is not distinct from ${find}) as "isExact",
  (select m.at from stock_movements m where m.sku = v.sku and m.location_id = ${location}
    order by m.id desc limit 1) as "movedAt",
  ${nameInOrder} as key, v.position`

const joinStock = (location: string) => sql`left join stock s on s.sku = v.sku and s.location_id = ${location}`

/**
 * Whether variant `v` of product `p` is in the list of stock: an active, counted variant of a product that is neither
 * archived nor a membership.
 */
const countedCondition = sql`v.active and v.counted and p.type = 'STANDARD' and p.record_status <> 'ARCHIVED'`
const orderClause = sql`order by ${nameInOrder}, p.id, v.position, v.sku`

/**
 * Lists the counted variants with their stock at a store. Fails with `not_found` for an unknown store, and with
 * `input.invalid` for an invalid `after`.
 */
export async function stock(
  ctx: Context,
  { location, find, only, after, limit }: Query,
  findWaiting: FindWaiting,
): Promise<StockList> {
  const store = await findStore(ctx, location)
  const from = parseCursor(after)
  const exact = find && !from ? await findExactMatches(ctx, location, { find, only }) : []
  const [rows, [lowRow]] = await Promise.all([
    readPage(ctx, location, { find, only, from, limit }),
    readRows<{ low: number }>(
      ctx,
      sql`select count(*)::int as low from (select 1 from stock s join variants v on v.sku = s.sku
        join products p on p.id = v.product_id
        where ${atStore(location)} and ${lowCondition} and ${countedCondition} limit ${maxLowCount}) low`,
    ),
  ])
  const pageRows = rows.slice(0, limit)
  const last = rows.length > limit ? pageRows.at(-1) : undefined
  const items = [...exact, ...pageRows]
  const now = ctx.app.now()
  const waiting = await findWaiting(ctx, { location, goods: items.map(({ sku }) => ({ sku, countedAt: now })) })
  return {
    location,
    name: store.name,
    timeZone: store.timeZone,
    at: now.toISOString(),
    items: items.map((row) => toItem(row, waiting)),
    next: last ? JSON.stringify([last.key, last.product, last.position, last.sku]) : null,
    low: lowRow?.low ?? 0,
  }
}

type ItemQuery = Pick<Query, 'find' | 'only'>

/**
 * The variants whose SKU or barcode equals the searched text. `readPage` leaves them out, so that none is listed twice.
 */
async function findExactMatches(ctx: Context, location: string, { find, only }: ItemQuery): Promise<ItemRow[]> {
  const onlyCondition = await findOnlyCondition(ctx, location, only)
  return readRows<ItemRow>(
    ctx,
    sql`select ${itemColumns(location, find)} from variants v join products p on p.id = v.product_id
      ${joinStock(location)}
      where v.sku in (${skusByCode(find)}) and ${countedCondition} ${onlyCondition} ${orderClause}`,
  )
}

const skusByCode = (code: string) =>
  sql`select sku from variants where sku = ${code} union select sku from variants where barcode = ${code}`

interface PageQuery extends ItemQuery {
  from: Cursor | null
  limit: number
}

/** Reads the variants of a page. Reads one more variant if there is a next page. */
async function readPage(ctx: Context, location: string, { find, only, from, limit }: PageQuery): Promise<ItemRow[]> {
  const [wordCondition, onlyCondition] = await Promise.all([
    findWordCondition(ctx, find),
    findOnlyCondition(ctx, location, only),
  ])
  // The first condition lets PostgreSQL start reading the index of names where the previous page ended.
  const afterCursor = from
    ? sql`and (${nameInOrder}, p.id) >= (${from.key}, ${from.product})
      and (${nameInOrder}, p.id, v.position, v.sku)
        > (${from.key}, ${from.product}, ${from.position}::int, ${from.sku})`
    : sql``
  return readRows<ItemRow>(
    ctx,
    sql`select ${itemColumns(location, find)} from products p join variants v on v.product_id = p.id
      ${joinStock(location)} where ${countedCondition} ${wordCondition} ${onlyCondition} ${afterCursor}
      ${orderClause} limit ${limit + 1}`,
  )
}

const atStore = (location: string) => sql`s.location_id = ${location}`
const lowCondition = sql`(s.low_at is not null and s.on_hand - s.held <= s.low_at)`
const outCondition = sql`(s.on_hand = s.held or s.sold_out)`

/**
 * The condition for the filter `only`. With `low`, variant `v` is low on stock. With `out`, it has no free piece or is
 * marked as sold out. Empty without a filter.
 */
async function findOnlyCondition(ctx: Context, location: string, only: Query['only']): Promise<SQL> {
  if (!only) return sql``
  const stateCondition = only === 'low' ? lowCondition : outCondition
  const rows = await readRows<{ sku: string }>(
    ctx,
    sql`select s.sku from stock s where ${atStore(location)} and ${stateCondition} limit ${maxSortedVariants + 1}`,
  )
  // If many variants match, tests each variant in a subquery, whose number of matches PostgreSQL cannot estimate.
  // Without the subquery, PostgreSQL would expect few matches, and would sort all of them instead of reading variants
  // in order.
  if (rows.length > maxSortedVariants)
    return sql`and (select ${stateCondition} from stock s where s.sku = v.sku and ${atStore(location)})`
  return sql`and v.sku = any (${textArray(rows.map(({ sku }) => sku))})`
}

/** Texts as an array that a statement reads once. */
const textArray = (texts: string[]) => sql`array(select json_array_elements_text(${JSON.stringify(texts)}::json))`

/**
 * The condition that the search text `find` matches product `p`, but that variant `v` is not one of the exact matches.
 * Empty if `find` is empty.
 */
async function findWordCondition(ctx: Context, find: string): Promise<SQL> {
  if (!find) return sql``
  const words = buildQuery(readWords(find))
  if (!words) return sql`and false`
  const wordMatch = sql`search @@ ${toTsquery(words.anywhere)}::tsquery`
  const rows = await readRows<{ id: string }>(
    ctx,
    sql`select id from
      ${inTiers((tierCondition) => sql`select id from products where ${tierCondition} and ${wordMatch}`)} found
      limit ${maxSortedProducts + 1}`,
  )
  const notExact = sql`and v.sku not in (${skusByCode(find)})`
  if (rows.length > maxSortedProducts) return sql`${notExact} and p.${wordMatch}`
  return sql`${notExact} and p.id = any (${textArray(rows.map(({ id }) => id))})`
}

interface Cursor {
  key: string
  product: string
  position: number
  sku: string
}

/** Parses `after`, the position of the last item of the previous page. */
function parseCursor(after: string): Cursor | null {
  const parts = parseJsonList(after)
  if (!parts) return null
  const [key, product, position, sku] = parts
  const areTexts = [key, product, sku].every((part) => typeof part === 'string')
  if (!areTexts || !Number.isInteger(position)) fail('input.invalid', { field: 'after' }, 'after')
  return { key: String(key), product: String(product), position: Number(position), sku: String(sku) }
}

/** Parses a JSON list; null for an empty text. Fails with `input.invalid` for any other text. */
function parseJsonList(after: string): unknown[] | null {
  if (!after) return null
  try {
    const parts: unknown = JSON.parse(after)
    if (Array.isArray(parts)) return parts
  } catch {
    // The error is reported by the `fail` below, as for any other invalid `after`.
  }
  return fail('input.invalid', { field: 'after' }, 'after')
}

interface MovementRow extends Omit<StockMovement, 'at' | 'balance'> {
  at: Date | string
}

/**
 * Returns a page of the changes of a variant's stock at a store, latest first. Fails with `not_found` for an unknown
 * store, with `staff.unknown` for an unknown SKU, with `staff.not_counted` if the shop does not count the variant's
 * stock, and with `input.invalid` for an invalid `after`.
 */
export async function stockHistory(
  ctx: Context,
  { location, sku, after }: z.output<typeof stockStaffCalls.stockHistory.input>,
  findWaiting: FindWaiting,
): Promise<StockHistory> {
  const { timeZone } = await findStore(ctx, location)
  const item = await findItem(ctx, { location, sku }, findWaiting)
  const [beforeId, knownBalance] = parseJsonList(after) ?? []
  if (after && !(Number.isSafeInteger(beforeId) && Number.isSafeInteger(knownBalance))) {
    fail('input.invalid', { field: 'after' }, 'after')
  }
  const rows = await readRows<MovementRow & { reason: MovementReason }>(
    ctx,
    sql`select m.id::int as id, m.at, m.quantity, m.reason, m.by, coalesce(c.note, '') as note,
      case when m.reason in ('sold', 'returned') then m.reference end as "order", l.name as "otherStore",
      (select line->'shelf' from jsonb_array_elements(case c.kind when 'count' then c.answer->'lines' end) line
        where line->>'sku' = m.sku) as shelf
    from stock_movements m left join stock_changes c on c.id = m.change_id
    left join locations l on c.to_location_id is not null
      and l.id = case when m.location_id = c.to_location_id then c.location_id else c.to_location_id end
    where m.sku = ${sku} and m.location_id = ${location} ${after ? sql`and m.id < ${Number(beforeId)}` : sql``}
    order by m.id desc limit ${historyPageSize + 1}`,
  )
  // After the latest movement, the balance is the number of pieces on hand. Subtracting a movement gives the balance
  // before it. `after` has the balance at which this page starts.
  let balance = after ? Number(knownBalance) : item.onHand
  const movements = rows.slice(0, historyPageSize).map(({ at, ...row }) => {
    const movement = { ...row, at: new Date(at).toISOString(), balance }
    balance -= row.quantity
    return movement
  })
  const last = rows.length > historyPageSize ? movements.at(-1) : undefined
  return { item, timeZone, movements, next: last ? JSON.stringify([last.id, balance]) : null }
}

/**
 * Sets the number of free pieces at which a variant counts as low at a store. Fails with `not_found` for an unknown
 * store, with `staff.unknown` for an unknown SKU, and with `staff.not_counted` if the shop does not count the variant's
 * stock.
 */
export function watchStock(
  ctx: Context,
  { location, sku, lowAt }: z.output<typeof stockStaffCalls.watchStock.input>,
  findWaiting: FindWaiting,
): Promise<StockItem> {
  return transact(ctx, async (ctx) => {
    await findStore(ctx, location)
    const before = await findItem(ctx, { location, sku }, findWaiting)
    const linesSql = wantedRows([{ sku, locationId: location, quantity: 0 }])
    if (!before.isStocked) {
      await makeRows(ctx, linesSql)
      await publishStock(ctx, [sku])
    }
    await ctx.db.execute(lockStock(sql`select sku, "locationId" from ${linesSql}`))
    await ctx.db.execute(sql`update stock set low_at = ${lowAt} where sku = ${sku} and location_id = ${location}`)
    ctx.staff?.note({ subject: sku, before: { lowAt: before.lowAt }, after: { lowAt } })
    return findItem(ctx, { location, sku }, findWaiting)
  })
}

async function findItem(
  ctx: Context,
  { location, sku }: { location: string; sku: string },
  findWaiting: FindWaiting,
): Promise<StockItem> {
  const [row] = await readRows<ItemRow & { counted: boolean }>(
    ctx,
    sql`select ${itemColumns(location, sku)}, v.counted from variants v join products p on p.id = v.product_id
      ${joinStock(location)} where v.sku = ${sku}`,
  )
  if (!row) fail('staff.unknown', { what: bilingualText('staff.a_sku', { name: sku }) })
  if (!row.counted) fail('staff.not_counted', { sku })
  return toItem(row, await findWaiting(ctx, { location, goods: [{ sku, countedAt: ctx.app.now() }] }))
}

/** Returns the store with this id. Fails with `not_found` for an unknown id. */
export async function findStore(ctx: Context, location: string): Promise<LocationRow> {
  return (await locations.find(ctx, location)) ?? fail('not_found')
}

function toItem(
  { sku, product, name, image, onHand, held, lowAt, ...row }: ItemRow,
  waitingBySku: Map<string, number>,
): StockItem {
  const { isSoldOut, isStocked, isExact, movedAt } = row
  const free = onHand - held
  return {
    sku,
    product,
    name,
    image,
    onHand,
    held,
    free,
    waiting: waitingBySku.get(sku) ?? 0,
    lowAt,
    isSoldOut,
    isStocked,
    isExact,
    detail: optionText(row.options, row.optionPair),
    isLow: lowAt !== null && free <= lowAt,
    movedAt: movedAt && new Date(movedAt).toISOString(),
  }
}
