import { z } from 'zod'
import { staffCall } from '../call.ts'
import { amountColumns, factColumns, maxCellsPerRequest } from '../constants.ts'
import { locales } from '../languages.ts'
import { id, text } from '../shapes.ts'
import { productSelection, productSorts } from './products.ts'

/** Calls of the staff API for the table in which staff edit many products at once. */

const maxAmount = 100_000_000
const nameColumns = locales.map((locale) => `name_${locale}` as const)
/** The columns of the table. A name belongs to a product, everything else to a variant. */
export const tableColumns = [...nameColumns, ...amountColumns, ...factColumns] as const
export type TableColumn = (typeof tableColumns)[number]

/** Why the server did not change a cell. */
const refusals = ['stale', 'gone', 'no_name', 'weight_needed'] as const
export type CellRefusal = (typeof refusals)[number]

const value = z.union([z.string(), z.int(), z.null()])
const amount = z.int().min(0).max(maxAmount)
/** A changed cell. `was` is the value that the staff member saw, and `is` is the new value. */
const cell = <Column extends string, Value extends z.ZodType>(columns: readonly Column[], is: Value) =>
  z.strictObject({ id: id.describe('The product of a name, else the SKU.'), column: z.enum(columns), was: value, is })
const cellChange = z.union([
  cell(nameColumns, z.string().trim().max(120)),
  cell(['price', 'deposit'], amount),
  cell(['compareAtPrice', 'memberPrice'], amount.nullable()),
  cell(['barcode'], z.string().trim().max(60).nullable()),
  cell(['grams'], z.int().min(1).max(10_000_000).nullable()),
])
export type CellChange = z.output<typeof cellChange>

const line = z.object({
  product: z.string(),
  name: text,
  sku: z.string(),
  detail: text.describe('The option values of the variant; empty for a product without options.'),
  price: z.int().describe('Amounts are minor units of `currency`.'),
  compareAtPrice: z.int().nullable(),
  memberPrice: z.int().nullable(),
  deposit: z.int(),
  barcode: z.string().nullable(),
  grams: z.int().nullable(),
})
/** A variant in the table. */
export type TableLine = z.infer<typeof line>

const refusal = z.object({
  id: z.string(),
  column: z.enum(tableColumns),
  reason: z.enum(refusals).describe('`stale`: somebody else changed the value since.'),
  now: value.describe('The present value.'),
})
export type RefusedCell = z.infer<typeof refusal>

export const productTableStaffCalls = {
  productTable: staffCall('POST /product-table', {
    right: 'catalogue.write',
    place: 'shop',
    isUnlogged: true,
    description: 'The variants of some products, to edit them as a table: those of the first 300 products.',
    input: z.strictObject({ ...productSelection, sort: z.enum(productSorts).default('name') }),
    output: z.object({
      currency: z.string(),
      count: z.int().describe('How many products match, at most 10,001.'),
      lines: z.array(line),
    }),
  }),
  writeProductTable: staffCall('POST /product-table/cells', {
    right: 'catalogue.write',
    place: 'shop',
    description:
      'Writes cells of the table. A cell that somebody else changed since, and one whose value cannot be, stays and ' +
      'is named with the reason; the rest is saved. Several calls with the same submission are one change, which ' +
      '`staff.undoProductChange` undoes. `staff.no_right` without the right to change prices, if prices change.',
    refusals: ['staff.no_right'],
    limit: { points: 600, seconds: 3600 },
    input: z.strictObject({
      submission: z.uuid().describe('A new one for each save.'),
      cells: z.array(cellChange).min(1).max(maxCellsPerRequest),
    }),
    output: z.object({ saved: z.int(), refused: z.array(refusal) }),
  }),
}
