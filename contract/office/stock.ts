import { z } from 'zod'
import { staffCall } from '../call.ts'
import { movementReasons, wasteReasons } from '../constants.ts'
import type { ErrorCode } from '../errors.ts'
import { id, image, instant, oneLine, queryInteger, text } from '../shapes.ts'

/** Calls of the staff API for the stock of a store: what is there, what arrives, what is counted, wasted and moved. */

const sku = z.string().trim().min(1).max(200)
const pieces = z.int().min(0).max(100_000)
const atStore = { location: id }

const named = {
  sku: z.string(),
  name: text,
  detail: text.describe('The option values of the variant; empty for a product without options.'),
}

const item = z.object({
  ...named,
  product: z.string(),
  image: image.nullable(),
  onHand: z.int(),
  held: z.int().describe('Pieces that are kept for checkouts and orders.'),
  free: z.int(),
  waiting: z
    .int()
    .describe('Sold pieces whose orders wait to be handed over. They are on the shelf, and not in `onHand`.'),
  lowAt: z.int().nullable().describe('The stock is low if at most this many pieces are free; null: nobody watches it.'),
  isLow: z.boolean(),
  isSoldOut: z.boolean().describe('Staff marked the variant as sold out at this store.'),
  isStocked: z.boolean().describe('The store has or had pieces of it.'),
  isExact: z.boolean().describe('Its SKU or barcode is exactly what was searched.'),
  movedAt: instant.nullable().describe('The last change of the pieces on hand.'),
})
/** A counted variant with its stock at a store. */
export type StockItem = z.infer<typeof item>

const list = z.object({
  location: z.string(),
  name: text,
  timeZone: z.string(),
  at: instant.describe('The time of the answer, for `countedAt`.'),
  items: z.array(item),
  next: z.string().nullable().describe('The `after` of the next page; null on the last page.'),
  low: z.int().describe('How many variants are low at this store, at most 100.'),
})
/** A page of the counted variants, with their stock at a store. */
export type StockList = z.infer<typeof list>

const shelf = z.object({
  counted: z.int().describe('The pieces that were counted on the shelf.'),
  waiting: z.int().describe('How many of them should be there for orders that wait to be handed over.'),
  missing: z.int().describe('How many pieces the shelf lacks for these orders.'),
})

const movement = z.object({
  id: z.int(),
  at: instant,
  quantity: z.int(),
  balance: z.int().describe('The pieces on hand after it.'),
  reason: z.enum(movementReasons),
  by: z.string().nullable().describe('The name of the staff member; null for orders and imports.'),
  note: z.string(),
  otherStore: text.nullable().describe('For moved pieces: the store from which they came, or to which they went.'),
  order: z.string().nullable().describe('The id of the order that sold or returned the pieces.'),
  shelf: shelf.nullable().describe('What was counted, if the change is a count of the shelf.'),
})
/** A change of the pieces on hand. */
export type StockMovement = z.infer<typeof movement>

const history = z.object({ item, timeZone: z.string(), movements: z.array(movement), next: z.string().nullable() })
/** The changes of a variant's stock at a store, the newest first. */
export type StockHistory = z.infer<typeof history>

const changedLine = z.object({
  ...named,
  before: z.int().describe('The pieces on hand before and after.'),
  after: z.int(),
  held: z.int(),
  isRaised: z.boolean().describe('Fewer pieces were counted than are kept for orders, so these stay on the books.'),
  shelf: shelf.optional().describe('Set if the line has `countedAt`.'),
})
const changeResult = z.object({ change: z.string(), lines: z.array(changedLine) })
/** The result of a stock change: the pieces of each variant before and after the change. */
export type StockChangeResult = z.infer<typeof changeResult>

const code = sku.describe('A SKU or a barcode.')
const change = {
  ...atStore,
  submission: z
    .uuid()
    .describe('Made by the caller. A repeated submission changes nothing, and returns the same answer.'),
  note: oneLine.trim().max(200).default(''),
}
const lines = <Quantity extends z.ZodType>(quantity: Quantity) =>
  z.array(z.strictObject({ code, quantity })).min(1).max(500)
const positiveLines = lines(pieces.min(1))
const countedLine = z.strictObject({
  code,
  quantity: pieces,
  countedAt: instant
    .optional()
    .describe(
      'When the shelf was counted. `quantity` then has all pieces on it, with those of orders that wait to be ' +
        'handed over. Without `countedAt`, `quantity` has no pieces of such orders.',
    ),
})

const refusals: ErrorCode[] = [
  'not_found',
  'staff.unknown',
  'staff.not_counted',
  'stock.same_barcode',
  'request.key_reused',
]
const changeCall = { right: 'stock.work', place: 'location', output: changeResult, logsItself: true } as const
const refusalText =
  '`staff.unknown` for an unknown SKU or barcode, `stock.same_barcode` if several variants have it, ' +
  '`staff.not_counted`, `request.key_reused`.'

export const stockStaffCalls = {
  stock: staffCall('GET /locations/:location/stock', {
    right: 'stock.work',
    place: 'location',
    description:
      'The counted variants in the order of their names, with their stock at a store. A SKU or barcode that is ' +
      'exactly `find` comes first. `only`: those that are low, or have no free piece. `not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({
      ...atStore,
      find: z.string().trim().max(200).default(''),
      only: z.enum(['low', 'out']).optional(),
      after: z.string().max(2000).default(''),
      limit: queryInteger(1, 50).default(50),
    }),
    output: list,
  }),
  stockHistory: staffCall('GET /locations/:location/stock/history', {
    right: 'stock.work',
    place: 'location',
    description: "The changes of a variant's stock at a store, the last first, 50 on a page. `staff.unknown`.",
    refusals: ['not_found', 'staff.unknown', 'staff.not_counted'],
    input: z.strictObject({ ...atStore, sku, after: z.string().max(100).default('') }),
    output: history,
  }),
  receiveStock: staffCall('POST /locations/:location/stock/receive', {
    ...changeCall,
    description: `Adds pieces that arrived. ${refusalText}`,
    refusals,
    input: z.strictObject({ ...change, lines: positiveLines }),
  }),
  countStock: staffCall('POST /locations/:location/stock/count', {
    ...changeCall,
    description:
      'Sets the pieces on hand of the counted variants, and of no others. Pieces that are kept for orders stay on ' +
      `the books. With \`countedAt\`, the sold pieces on the shelf are subtracted. ${refusalText}`,
    refusals,
    input: z.strictObject({ ...change, lines: z.array(countedLine).min(1).max(500) }),
  }),
  correctStock: staffCall('POST /locations/:location/stock/correct', {
    ...changeCall,
    description: `Adds or removes pieces, and no piece that is kept for an order. \`stock.short\`, ${refusalText}`,
    refusals: [...refusals, 'stock.short'],
    input: z.strictObject({ ...change, lines: lines(z.int().min(-100_000).max(100_000)) }),
  }),
  wasteStock: staffCall('POST /locations/:location/stock/waste', {
    ...changeCall,
    description: `Removes pieces for a reason, and no piece that is kept for an order. \`stock.short\`, ${refusalText}`,
    refusals: [...refusals, 'stock.short'],
    input: z.strictObject({ ...change, reason: z.enum(wasteReasons), lines: positiveLines }),
  }),
  moveStock: staffCall('POST /locations/:location/stock/move', {
    ...changeCall,
    description:
      'Moves pieces to another store, for which the caller needs the right too. No piece that is kept for an order ' +
      `moves. \`stock.short\`, \`stock.same_store\`, ${refusalText}`,
    refusals: [...refusals, 'stock.short', 'stock.same_store'],
    input: z.strictObject({ ...change, to: id, lines: positiveLines }),
  }),
  undoStockChange: staffCall('POST /locations/:location/stock/undo', {
    ...changeCall,
    description:
      'Takes a change back, as its `change` names it. A repetition does nothing. `stock.short` if its pieces are ' +
      'kept for orders by now, `not_found`, `request.key_reused`.',
    refusals: ['not_found', 'stock.short', 'request.key_reused'],
    input: z.strictObject({ ...atStore, submission: change.submission, change: z.uuid() }),
  }),
  watchStock: staffCall('POST /locations/:location/stock/watch', {
    right: 'stock.work',
    place: 'location',
    description: 'Sets from how many free pieces on a variant is low at a store; null: never. `staff.unknown`.',
    refusals: ['not_found', 'staff.unknown', 'staff.not_counted'],
    input: z.strictObject({ ...atStore, sku, lowAt: pieces.nullable() }),
    output: item,
  }),
}
