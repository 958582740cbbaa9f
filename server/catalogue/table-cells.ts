import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { locales } from '#contract/languages.ts'
import type { TableColumn } from '#contract/office/product-table.ts'
import type { Context } from '#server/platform/context.ts'
import { readRows } from './product-list.ts'

/** Reads and writes the cells of the table in which staff edit many products. */

/** A cell with its text before and after the edit. The text is empty if the product has no value. */
export interface Cell {
  id: string
  column: string
  was: string
  is: string
}

const variantColumns: Record<Exclude<TableColumn, `name_${string}`>, SQL> = {
  price: sql`price`,
  compareAtPrice: sql`compare_at_price`,
  memberPrice: sql`member_price`,
  deposit: sql`deposit`,
  barcode: sql`barcode`,
  grams: sql`grams`,
}
const isVariantColumn = (column: string): column is keyof typeof variantColumns => Object.hasOwn(variantColumns, column)

/** The language whose names are in this column; undefined if the column has no names. */
export const languageOf = (column: string) => locales.find((locale) => column === `name_${locale}`)

/** Writes those cells that still have their old value. Returns the product of each written cell. */
export async function writeCells(ctx: Context, cells: Cell[]): Promise<{ product: string }[]> {
  const writtenProducts: { product: string }[] = []
  for (const column of new Set(cells.map((cell) => cell.column))) {
    const columnCells = JSON.stringify(cells.filter((cell) => cell.column === column))
    const rows = sql`json_to_recordset(${columnCells}::json) as w(id text, was text, "is" text)`
    const statement = statementFor(column, rows)
    if (statement) writtenProducts.push(...(await readRows<{ product: string }>(ctx, statement)))
  }
  return writtenProducts
}

function statementFor(column: string, rows: SQL): SQL | null {
  const locale = languageOf(column)
  if (locale) {
    const storedName = sql`coalesce(p.name->>${locale}::text, '')`
    return sql`update products p set name = jsonb_set(p.name, array[${locale}::text], to_jsonb(w."is")) from ${rows}
      where p.id = w.id and ${storedName} = w.was returning p.id as product`
  }
  if (!isVariantColumn(column)) return null
  const name = variantColumns[column]
  const value = column === 'barcode' ? sql`nullif(w."is", '')` : sql`nullif(w."is", '')::int`
  return sql`update variants v set ${name} = ${value} from ${rows}
    where v.sku = w.id and coalesce(v.${name}::text, '') = w.was returning v.product_id as product`
}
