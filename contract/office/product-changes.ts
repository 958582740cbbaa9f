import { z } from 'zod'
import { staffCall } from '../call.ts'
import { id, instant, money, noInput, taxClass, text } from '../shapes.ts'
import { productSelection } from './products.ts'

/** Calls of the staff API that change many products at once. */

/** A change that the shop makes to each selected product. */
const productChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['show', 'hide', 'archive', 'unarchive']) }),
  z.strictObject({
    kind: z.literal('price'),
    percent: z.number().min(-90).max(900).optional().describe('Added to each price, in percent.'),
    amount: z.int().min(-1_000_000).max(1_000_000).optional().describe('Added to each price, in minor units.'),
    endsInNine: z.boolean().default(false).describe('Rounds to the nearest price whose last digit is 9.'),
  }),
  z.strictObject({ kind: z.literal('category'), category: id }),
  z.strictObject({ kind: z.literal('tag'), tag: id }),
  z.strictObject({ kind: z.literal('taxClass'), taxClass }),
])
export type ProductChange = z.output<typeof productChange>

/** A change that staff made in the table; see `product-table.ts`. */
const tableChange = z.object({
  kind: z.literal('table'),
  columns: z.array(z.string()).describe('The changed columns.'),
})
export type TableChange = z.output<typeof tableChange>

const changeSelection = { ...productSelection, change: productChange }

export const productChangeStaffCalls = {
  previewProductChange: staffCall('POST /product-changes/preview', {
    right: 'catalogue.write',
    place: 'shop',
    isUnlogged: true,
    description:
      'How many products a change would concern, and ten of them from `from` on, with their new lowest price.',
    input: z.strictObject({ ...changeSelection, from: z.int().min(0).max(1_000_000).default(0) }),
    output: z.object({
      count: z.int(),
      products: z.array(z.object({ product: z.string(), name: text, price: money, newPrice: money })),
    }),
  }),
  changeProducts: staffCall('POST /product-changes', {
    right: 'catalogue.write',
    place: 'shop',
    description:
      'Changes many products, all or none. The same submission changes nothing twice. `staff.no_right` if prices ' +
      'change and the caller has no right to change prices, `not_found` for an unknown category or tag, ' +
      '`request.key_reused` for the submission of another change, or of a change that was undone.',
    refusals: ['staff.no_right', 'not_found', 'request.key_reused'],
    limit: { points: 60, seconds: 3600 },
    input: z.strictObject({ ...changeSelection, submission: z.uuid().describe('A new one for each change.') }),
    output: z.object({ id: z.string(), count: z.int().describe('How many products changed.') }),
  }),
  productChanges: staffCall('GET /product-changes', {
    right: 'catalogue.write',
    place: 'shop',
    description: 'The changes of many products that can still be undone, the latest first.',
    input: noInput,
    output: z.object({
      changes: z.array(
        z.object({
          id: z.string(),
          at: instant,
          count: z.int(),
          change: z.union([productChange, tableChange]),
          isUndone: z.boolean(),
        }),
      ),
    }),
  }),
  undoProductChange: staffCall('POST /product-changes/:change/undo', {
    right: 'catalogue.write',
    place: 'shop',
    description:
      'Undoes a change of the last seven days. Values that have changed since stay as they are. `not_found`, ' +
      '`staff.no_right`.',
    refusals: ['staff.no_right', 'not_found'],
    input: z.strictObject({ change: z.uuid() }),
    output: z.object({ restored: z.int().describe('How many values are as they were before.'), kept: z.int() }),
  }),
}
