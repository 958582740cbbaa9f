import type { SQL } from 'drizzle-orm'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { amountColumns } from '#contract/constants.ts'
import { dayMs } from '#contract/durations.ts'
import type { ProductChange, productChangeStaffCalls, TableChange } from '#contract/office/product-changes.ts'
import type { Text } from '#contract/shapes.ts'
import { sum } from '#contract/sum.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { selectionCondition } from './office-list.ts'
import { now, readRows } from './product-list.ts'
import { shopCurrency } from './rates.ts'
import { reindexOrSchedule } from './search/search-index.ts'
import { writeOnce } from './submissions.ts'
import type { Cell } from './table-cells.ts'
import { writeCells } from './table-cells.ts'
import { productChanges as changeRows } from './tables.ts'

/** Changes of many products at once, and their undo. */

type Calls = typeof productChangeStaffCalls
type ChangeRequest = z.output<Calls['changeProducts']['input']>
/** A changed product or variant, with its value before and after. */
interface ChangedValue {
  id: string
  was: string
  is: string
  /** For a change in the table: the column of the changed cell. */
  column?: string
}
/** A change as the column `change` of `product_changes` stores it, without the hash of the input. */
type StoredChange = ProductChange | TableChange

/** The number of days for which staff can undo a change. */
const undoDays = 7
const maxPreviewed = 10
/**
 * The kind of the rows that `pasted-products.ts` writes. That module also undoes them. A product that staff add in the
 * form has such a row too, as if they had pasted a menu of one product.
 */
export const pastedKind = 'paste'
const notPastedCondition = sql`${changeRows.change}->>'kind' <> ${pastedKind}`

/** The new price that a change gives to a variant whose current price is `price`. */
function newPrice(change: ProductChange, price: SQL): SQL {
  if (change.kind !== 'price') return price
  const { percent = 0, amount = 0, endsInNine } = change
  const raw = sql`round(${price} * (100 + ${percent}::numeric) / 100 + ${amount}::int)`
  const rounded = endsInNine ? sql`round((${raw} + 1) / 10) * 10 - 1` : raw
  return sql`greatest(${rounded}, 0)::int`
}

/**
 * Counts the products that a change affects. Returns ten of them, starting at position `from`, with their new lowest
 * prices.
 */
export async function previewProductChange(
  ctx: Context,
  { from, ...request }: z.output<Calls['previewProductChange']['input']>,
): Promise<z.output<Calls['previewProductChange']['output']>> {
  const selection = await selectionCondition(ctx, request)
  const [rows, [countRow], currency] = await Promise.all([
    readRows<{ product: string; name: Text; price: number; newPrice: number }>(
      ctx,
      sql`select p.id as product, p.name, p.price_from as price,
        ${newPrice(request.change, sql`p.price_from`)} as "newPrice"
      from products p where ${selection} order by p.updated_at desc, p.id desc limit ${maxPreviewed} offset ${from}`,
    ),
    readRows<{ count: number }>(ctx, sql`select count(*)::int as count from products p where ${selection}`),
    shopCurrency(ctx),
  ])
  const money = (amount: number) => ({ amount, currency })
  return {
    count: countRow?.count ?? 0,
    products: rows.map((row) => ({ ...row, price: money(row.price), newPrice: money(row.newPrice) })),
  }
}

/**
 * Changes many products, all or none. A repeated submission changes nothing. Fails with:
 * - `staff.no_right` if prices change and the caller may not change them
 * - `not_found` for an unknown category or tag
 * - `request.key_reused` if the submission's id belongs to another change, or to a change that staff have undone
 */
export async function changeProducts(
  ctx: Context,
  { submission, ...request }: ChangeRequest,
): Promise<{ id: string; count: number }> {
  const { change } = request
  requirePriceRight(ctx, change)
  const write = async (ctx: Context) => {
    await requireTarget(ctx, change)
    const ids = await readRows<{ id: string }>(
      ctx,
      // Locks the products in the order of their ids, so that two changes cannot deadlock.
      sql`select p.id from products p where ${await selectionCondition(ctx, request)} order by p.id for no key update`,
    )
    const changed = await apply(ctx, change, JSON.stringify(ids.map(({ id }) => id)))
    const products = [...new Set(changed.map(({ product }) => product))]
    const values = changed.map(({ id, was, is }) => ({ id, was, is }))
    await refreshChangedProducts(ctx, products, { needsReindex: affectsSearch(change) })
    ctx.staff?.note({ subject: 'products', after: { ...change, products: products.length } })
    const stored = { change, values, products: products.length }
    return { answer: { id: submission, count: products.length }, stored }
  }
  return writeOnce(ctx, { submission, input: request }, write, (ctx, { products }) => {
    ctx.staff?.note({ subject: 'products', after: { products: 0 } })
    return { id: submission, count: products }
  })
}

function requirePriceRight(ctx: Context, change: StoredChange) {
  const isPriced =
    change.kind === 'table' ? change.columns.some((column) => priceColumns.includes(column)) : change.kind === 'price'
  if (isPriced && !canAccessStore(ctx, 'catalogue.price', null)) fail('staff.no_right')
}
const priceColumns: readonly string[] = amountColumns

/** Records the cells that staff changed in the table. All cells of one submission belong to one change. */
export async function addTableChange(
  ctx: Context,
  { submission, cells, products }: { submission: string; cells: Cell[]; products: string[] },
): Promise<void> {
  const rows = await ctx.db.select().from(changeRows).where(eq(changeRows.id, submission))
  if (rows.some(({ change }) => toStoredChange(change).kind !== 'table')) {
    fail('input.invalid', { field: 'submission' }, 'submission')
  }
  const previousRows = rows.filter(({ undoneAt }) => !undoneAt)
  const values = [...previousRows.flatMap((row) => row.values), ...cells]
  const columns = [...new Set(values.flatMap(({ column }) => column ?? []))]
  const productCount = products.length + sum(previousRows.map((row) => row.products))
  const row = { change: { kind: 'table', columns }, values, products: productCount, undoneAt: null }
  await ctx.db
    .insert(changeRows)
    .values({ id: submission, at: ctx.app.now(), ...row })
    .onConflictDoUpdate({ target: changeRows.id, set: row })
}

async function requireTarget(ctx: Context, change: ProductChange) {
  if (change.kind !== 'category' && change.kind !== 'tag') return
  const [table, id] = change.kind === 'category' ? ['categories', change.category] : ['tags', change.tag]
  const found = await readRows(ctx, sql`select 1 from ${sql.identifier(table)} where id = ${id}`)
  if (found.length === 0) fail('not_found')
}

const statuses = { show: 'ACTIVE', hide: 'DRAFT', archive: 'ARCHIVED', unarchive: 'DRAFT' } as const

/** Makes a change in products. `ids` is a JSON list. Returns what has changed, with the values before and after. */
function apply(ctx: Context, change: ProductChange, ids: string): Promise<(ChangedValue & { product: string })[]> {
  const inIds = (column: SQL) => sql`${column} in (select json_array_elements_text(${ids}::json))`
  if (change.kind === 'price') {
    return readRows(
      ctx,
      sql`with old as (select sku, price, ${newPrice(change, sql`price`)} as wanted from variants
        where active and ${inIds(sql`product_id`)})
      update variants v set price = old.wanted from old where v.sku = old.sku and old.wanted <> old.price
      returning v.product_id as product, v.sku as id, old.price::text as was, v.price::text as "is"`,
    )
  }
  if (change.kind === 'category') {
    return readRows(
      ctx,
      sql`insert into product_categories (product_id, category_id, position, product_position)
      select p.id, ${change.category}, coalesce((select max(c.position) + 1 from product_categories c
        where c.product_id = p.id), 0), p.position from products p where ${inIds(sql`p.id`)}
      on conflict do nothing returning product_id as product, product_id as id, '' as was, category_id as "is"`,
    )
  }
  if (change.kind === 'tag') {
    return readRows(
      ctx,
      sql`insert into product_tags (product_id, tag_id) select p.id, ${change.tag} from products p
      where ${inIds(sql`p.id`)}
      on conflict do nothing returning product_id as product, product_id as id, '' as was, tag_id as "is"`,
    )
  }
  const [column, value] =
    change.kind === 'taxClass' ? ['tax_class', change.taxClass] : ['record_status', statuses[change.kind]]
  const name = sql.identifier(column)
  // Only archived products can be brought back.
  const archivedOnly = change.kind === 'unarchive' ? sql`and record_status = 'ARCHIVED'` : sql``
  return readRows(
    ctx,
    sql`with old as (select id, ${name} as was from products where ${inIds(sql`id`)}
      and ${name} <> ${value} ${archivedOnly})
    update products p set ${name} = ${value} from old where p.id = old.id
    returning p.id as product, p.id as id, old.was, p.${name} as "is"`,
  )
}

/**
 * Gives the products a new version, recomputes their prices, and publishes the change. `needsReindex` means that the
 * search must now find the products by other words.
 */
export async function refreshChangedProducts(
  ctx: Context,
  products: string[],
  { needsReindex }: { needsReindex: boolean },
) {
  if (products.length === 0) return
  const ids = JSON.stringify(products)
  await ctx.db.execute(sql`update products p set updated_at = ${now(ctx)}, price_from = r.low, price_to = r.high,
      reduced = r.reduced
    from (select product_id, min(price) as low, max(price) as high,
        coalesce(bool_or(compare_at_price > price), false) as reduced
      from variants where active and product_id in (select json_array_elements_text(${ids}::json))
      group by product_id) r
    where p.id = r.product_id`)
  if (needsReindex) await reindexOrSchedule(ctx, products)
  await publishCatalogueChange(ctx, ['published', 'lists', ...products.map((id) => `product ${id}` as const)])
}

/** Whether a change affects the words that find products in a search. */
const affectsSearch = (change: StoredChange) =>
  change.kind === 'category' || change.kind === 'tag' || change.kind === 'table'

/**
 * Lists the last 20 changes of the last seven days, the latest first. Includes changes that staff have undone, but no
 * added or pasted products.
 */
export async function productChanges(ctx: Context): Promise<z.output<Calls['productChanges']['output']>> {
  const { id, at, products, change, undoneAt } = changeRows
  const rows = await ctx.db
    .select({ id, at, products, change, undoneAt })
    .from(changeRows)
    .where(and(gt(at, firstUndoable(ctx)), notPastedCondition))
    .orderBy(desc(at))
    .limit(20)
  return {
    changes: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      count: row.products,
      change: toStoredChange(row.change),
      isUndone: row.undoneAt !== null,
    })),
  }
}

/**
 * The change of a row, without the hash that `writeOnce` adds. `changeProducts` or `addTableChange` wrote the row, so
 * the cast is safe.
 */
const toStoredChange = ({ inputHash: _, ...change }: Record<string, unknown>) => change as StoredChange

const firstUndoable = (ctx: Context) => new Date(ctx.app.now().getTime() - undoDays * dayMs)

/**
 * Undoes a change of the last seven days. Values that somebody has changed since stay as they are. Does nothing if the
 * change was already undone. Fails with `not_found` for an unknown or older change, and with `staff.no_right` if the
 * change contains prices and the caller may not change prices.
 */
export function undoProductChange(
  ctx: Context,
  { change: id }: { change: string },
): Promise<{ restored: number; kept: number }> {
  return transact(ctx, async (ctx) => {
    const [row] = await ctx.db
      .select()
      .from(changeRows)
      .where(and(eq(changeRows.id, id), gt(changeRows.at, firstUndoable(ctx)), notPastedCondition))
      .for('update')
    if (!row) fail('not_found')
    const change = toStoredChange(row.change)
    requirePriceRight(ctx, change)
    if (row.undoneAt) return { restored: 0, kept: 0 }
    const restored = await restore(ctx, change, row.values)
    await ctx.db.update(changeRows).set({ undoneAt: ctx.app.now() }).where(eq(changeRows.id, id))
    const products = [...new Set(restored.map(({ product }) => product))]
    await refreshChangedProducts(ctx, products, { needsReindex: affectsSearch(change) })
    const loggedChange = change.kind === 'table' ? { kind: change.kind } : change
    ctx.staff?.note({ subject: 'products', after: { ...loggedChange, products: products.length } })
    return { restored: restored.length, kept: row.values.length - restored.length }
  })
}

function restore(ctx: Context, change: StoredChange, values: ChangedValue[]): Promise<{ product: string }[]> {
  if (change.kind === 'table') {
    // Undoes the changes of a cell in reverse order, the last one first.
    const reversed = values.toReversed().map(({ id, column = '', was, is }) => ({ id, column, was: is, is: was }))
    return writeCells(ctx, reversed)
  }
  const rows = sql`json_to_recordset(${JSON.stringify(values)}::json) as w(id text, was text, "is" text)`
  if (change.kind === 'price') {
    return readRows(
      ctx,
      sql`update variants v set price = w.was::int from ${rows} where v.sku = w.id and v.price = w."is"::int
      returning v.product_id as product`,
    )
  }
  if (change.kind === 'category' || change.kind === 'tag') {
    const isCategory = change.kind === 'category'
    const [table, column] = isCategory ? ['product_categories', 'category_id'] : ['product_tags', 'tag_id']
    return readRows(
      ctx,
      sql`delete from ${sql.identifier(table)} l using ${rows}
      where l.product_id = w.id and l.${sql.identifier(column)} = w."is" returning l.product_id as product`,
    )
  }
  const name = sql.identifier(change.kind === 'taxClass' ? 'tax_class' : 'record_status')
  return readRows(
    ctx,
    sql`update products p set ${name} = w.was from ${rows} where p.id = w.id and p.${name} = w."is"
    returning p.id as product`,
  )
}

/** Deletes the records of changes that can no longer be undone. */
export async function sweepChanges(ctx: Context): Promise<void> {
  await ctx.db.delete(changeRows).where(lt(changeRows.at, firstUndoable(ctx)))
}
