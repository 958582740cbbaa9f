import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { amountColumns, maxTableProducts } from '#contract/constants.ts'
import { isWritten } from '#contract/languages.ts'
import type { CellChange, productTableStaffCalls, RefusedCell, TableLine } from '#contract/office/product-table.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { optionText } from './card.ts'
import { countListed, selectionCondition, sortOrder } from './office-list.ts'
import { addTableChange, refreshChangedProducts } from './product-changes.ts'
import { readRows } from './product-list.ts'
import { shopCurrency } from './rates.ts'
import type { Cell } from './table-cells.ts'
import { languageOf, writeCells } from './table-cells.ts'
import type { Option } from './tables.ts'

/** The table in which staff edit many products at once. */

type Calls = typeof productTableStaffCalls

interface LineRow extends Omit<TableLine, 'detail'> {
  options: Option[]
  optionPair: string
}

const variantFields = sql`v.sku, v.price, v.compare_at_price as "compareAtPrice", v.member_price as "memberPrice",
  v.deposit, v.barcode, v.grams`

/**
 * Returns the active variants of the products in `products` or, if it is undefined, of the products that match the
 * filter. Reads only the first `maxTableProducts` products.
 */
export async function productTable(
  ctx: Context,
  { sort, ...request }: z.output<Calls['productTable']['input']>,
): Promise<z.output<Calls['productTable']['output']>> {
  const selection = await selectionCondition(ctx, request)
  const [rows, count, currency] = await Promise.all([
    readRows<LineRow>(
      ctx,
      sql`select p.id as product, p.name, p.options, v.option_pair as "optionPair", ${variantFields}
      from (select p.id, p.name, p.options, row_number() over (order by ${sortOrder(sort)}) as place from products p
        where ${selection} order by ${sortOrder(sort)} limit ${maxTableProducts}) p
      join variants v on v.product_id = p.id and v.active order by p.place, v.position, v.sku`,
    ),
    countListed(ctx, selection),
    shopCurrency(ctx),
  ])
  const lines = rows.map(({ options, optionPair, ...row }) => ({ ...row, detail: optionText(options, optionPair) }))
  return { currency, count, lines }
}

const priceColumns: readonly string[] = amountColumns

/**
 * Writes cells of the table, and returns the cells that it refused. Fails with `staff.no_right` if the input changes
 * prices and the caller lacks the right.
 */
export async function writeProductTable(
  ctx: Context,
  { submission, cells }: z.output<Calls['writeProductTable']['input']>,
): Promise<z.output<Calls['writeProductTable']['output']>> {
  const changesPrice = cells.some(({ column }) => priceColumns.includes(column))
  if (changesPrice && !canAccessStore(ctx, 'catalogue.price', null)) fail('staff.no_right')
  return transact(ctx, async (ctx) => {
    // The page sends a submission in parts. The parts write to the same record of changes, so they must run one after
    // the other.
    await lockNames(ctx, [`table ${submission}`])
    const stored = await lockVariants(ctx, cells)
    const refused: RefusedCell[] = []
    const writtenCells: Cell[] = []
    // Cleared names come last, so that a name can move from one language to the other.
    for (const cell of cells.toSorted((one, other) => Number(one.is === '') - Number(other.is === ''))) {
      const problem = findProblem(cell, stored)
      if (problem) refused.push({ id: cell.id, column: cell.column, ...problem })
      else if (cell.is !== storedValue(cell, stored)) {
        writtenCells.push(toCell(cell))
        applyNewName(cell, stored)
      }
    }
    const products = [...new Set((await writeCells(ctx, writtenCells)).map(({ product }) => product))]
    const needsReindex = writtenCells.some(({ column }) => column === 'barcode' || languageOf(column))
    await refreshChangedProducts(ctx, products, { needsReindex })
    if (writtenCells.length > 0) await addTableChange(ctx, { submission, cells: writtenCells, products })
    ctx.staff?.note({ subject: 'products', after: { kind: 'table', products: products.length } })
    return { saved: cells.length - refused.length, refused }
  })
}

type VariantsByKey = Map<string, Omit<LineRow, 'options' | 'optionPair'> & { crossBorder: boolean }>

/**
 * Locks the products of the cells. Returns their variants by SKU and, for cells with names, one variant of each
 * product.
 */
async function lockVariants(
  ctx: Context,
  cells: CellChange[],
): Promise<{ bySku: VariantsByKey; byProduct: VariantsByKey }> {
  const ids = (isName: boolean) =>
    JSON.stringify(cells.filter(({ column }) => (languageOf(column) !== undefined) === isName).map(({ id }) => id))
  // Locks the products in the order of their ids, like `changeProducts`, so that two changes cannot deadlock.
  await ctx.db.execute(sql`select id from products where id in (
      select json_array_elements_text(${ids(true)}::json)
      union select product_id from variants where sku in (select json_array_elements_text(${ids(false)}::json))
    ) order by id for no key update`)
  const rows = await readRows<LineRow & { crossBorder: boolean; isNamed: boolean }>(
    ctx,
    sql`select p.id as product, p.name, p.cross_border as "crossBorder", ${variantFields}
    from products p join variants v on v.product_id = p.id and v.active
    where p.id in (select json_array_elements_text(${ids(true)}::json))
      or v.sku in (select json_array_elements_text(${ids(false)}::json))`,
  )
  return {
    bySku: new Map(rows.map((row) => [row.sku, row])),
    byProduct: new Map(rows.map((row) => [row.product, row])),
  }
}

type StoredVariants = Awaited<ReturnType<typeof lockVariants>>

const findRow = ({ id, column }: CellChange, { bySku, byProduct }: StoredVariants) =>
  languageOf(column) ? byProduct.get(id) : bySku.get(id)

/** The stored value of a cell. */
function storedValue(cell: CellChange, stored: StoredVariants): string | number | null {
  const row = findRow(cell, stored)
  if (!row) return null
  const locale = languageOf(cell.column)
  // Without a language, the column is not a column of names, so the cast is safe.
  return locale ? row.name[locale] : row[cell.column as (typeof amountColumns)[number] | 'barcode' | 'grams']
}

/** Why a cell cannot be written. */
function findProblem(cell: CellChange, stored: StoredVariants): Pick<RefusedCell, 'reason' | 'now'> | null {
  const row = findRow(cell, stored)
  if (!row) return { reason: 'gone', now: null }
  const now = storedValue(cell, stored)
  if (now === cell.is) return null
  if (now !== cell.was) return { reason: 'stale', now }
  if (cell.column === 'grams' && cell.is === null && row.crossBorder) return { reason: 'weight_needed', now }
  const locale = languageOf(cell.column)
  if (!locale) return null
  return isWritten({ ...row.name, [locale]: String(cell.is) }) ? null : { reason: 'no_name', now }
}

/** Lets later cells of the same product see its new name. */
function applyNewName(cell: CellChange, stored: StoredVariants): void {
  const row = findRow(cell, stored)
  const locale = languageOf(cell.column)
  if (row && locale) row.name = { ...row.name, [locale]: String(cell.is) }
}

const toCell = ({ id, column, was, is }: CellChange): Cell => ({
  id,
  column,
  was: was === null ? '' : String(was),
  is: is === null ? '' : String(is),
})
