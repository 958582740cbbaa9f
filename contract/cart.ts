import { z } from 'zod'
import { shopCall, specificationCall } from './call.ts'
import { prepayment, sellingWindow } from './catalogue.ts'
import { maxQuantity, noteLength } from './constants.ts'
import type { ErrorCode } from './errors.ts'
import { id, image, money, noInput, oneLine, taxClass, text } from './shapes.ts'

const quantity = z.int().min(1).max(maxQuantity)
const chosenModifier = z.strictObject({ id, quantity: z.int().min(1).max(20).default(1) })
const sku = z.string().min(1).max(200)

/** One variant with modifiers and a note. */
export const line = z
  .object({
    key: z.string(),
    productId: z.string(),
    sku: z.string(),
    name: text,
    optionText: text.describe('Chosen options in words: "Large, less ice".'),
    modifiers: z
      .array(z.object({ id: z.string(), name: text, quantity: z.int(), price: money }))
      .describe('`price` is what it adds to one piece, free ones taken off.'),
    note: z.string(),
    quantity: z.int(),
    unitPrice: money.describe('Price of one piece with its modifiers.'),
    regularPrice: money.nullish().describe('What a piece usually costs, where it costs less now, and why.'),
    priceReason: z.enum(['sale', 'member', 'campaign']).nullish(),
    memberSaving: money
      .nullish()
      .describe(
        'How much less the membership makes a piece: what others would pay at this moment, and not what ' +
          'it costs usually.',
      ),
    isMembership: z
      .boolean()
      .optional()
      .describe('A membership: a service that nobody fetches, and that no benefit makes cheaper.'),
    deposit: money.nullish().describe('Bottle deposit of a piece, which comes on top.'),
    prepayment: prepayment
      .nullish()
      .describe('Where only a part is paid when ordering: in percent of the line, or so much for a piece.'),
    quantityStep: z
      .int()
      .optional()
      .describe('In which steps a shopper buys it, and how many at least; where that is not one.'),
    minQuantity: z.int().optional(),
    total: money,
    image: image.nullable(),
    taxClass,
    purchasable: z
      .int()
      .nullable()
      .describe('What can be bought at this location: exact up to five, at least so many above; null: not counted.'),
    contactRequired: z.boolean().optional().describe('The buyer names a verified contact at checkout.'),
    leadMinutes: z
      .int()
      .optional()
      .describe('How long before the hand-over it has to be ordered, in minutes; where that is more than nothing.'),
    windows: z.array(sellingWindow).describe('When it can be picked up; empty: at all times.'),
    problem: z
      .enum(['out_of_stock', 'unavailable'])
      .nullable()
      .describe('Why this line cannot be bought as it stands.'),
  })
  .meta({ id: 'Line' })
export type Line = z.infer<typeof line>

export const cartView = z
  .object({
    id: z.string().nullable(),
    version: z.int(),
    lineItems: z.record(z.string(), line).describe('By key, in the order they were added.'),
    itemCount: z.int().describe('Distinct lines.'),
    pieces: z.int(),
    subtotal: money,
    changes: z
      .array(z.object({ key: z.string(), kind: z.enum(['price']), name: text, before: money, after: money }))
      .describe(
        'What changed since a line was added or changed, or the order was gone on with; told until one of ' +
          'these happens.',
      ),
  })
  .meta({ id: 'Cart' })
export type Cart = z.infer<typeof cartView>

const addLine = z.strictObject({
  sku,
  quantity: quantity.default(1),
  modifiers: z.array(chosenModifier).max(30).default([]),
  note: oneLine.max(noteLength).default(''),
  idempotencyKey: z
    .string()
    .min(8)
    .max(100)
    .optional()
    .describe('A double tap sends the same key: it adds once. Another request with the same key is refused.'),
})
const key = z.string().min(1).max(64)

/**
 * The state of a line at another store: unchanged, at another price than last seen (`before`), fewer than wanted,
 * sold out, or not sold there.
 */
const previewLine = line.pick({ key: true, name: true, optionText: true, quantity: true }).extend({
  kind: z.enum(['same', 'price', 'less', 'sold_out', 'unavailable']),
  before: money,
  after: money,
  purchasable: z.int().nullable(),
})
export type PreviewLine = z.infer<typeof previewLine>

export const storePreview = z
  .object({
    locationId: z.string(),
    localStoreName: text,
    lines: z.array(previewLine).describe('Every line of the cart, in its order.'),
    losesSlot: z.boolean().describe('A time was chosen that cannot be had there.'),
    losesDelivery: z.boolean().describe('It was to be brought, and that store does not bring it there.'),
  })
  .meta({ id: 'StorePreview' })
export type StorePreview = z.infer<typeof storePreview>

const addRefusals: ErrorCode[] = [
  'request.key_reused',
  'cart.out_of_stock',
  'cart.unavailable',
  'cart.limit',
  'cart.too_many_lines',
  'cart.modifiers',
  'cart.cross_border',
  'checkout.off',
]

export const cart = {
  view: specificationCall('GET /shoppingManagement4/myCart', {
    access: 'shopper',
    description: "The visitor's cart; an empty one where there is none.",
    input: noInput,
    output: cartView,
  }),
  add: specificationCall('POST /shoppingManagement4/myCart', {
    access: 'shopper',
    description:
      'The idempotency key of another request is refused: `request.key_reused`. Adds to the line of this ' +
      'variant, modifiers and note, or starts one. Refuses more than can be bought: `cart.out_of_stock`, ' +
      '`cart.unavailable`, `cart.limit`, `cart.too_many_lines`; choices that do not fit: `cart.modifiers`; ' +
      'goods that ship from abroad: `cart.cross_border`; everything while the owner has the checkout switched ' +
      'off: `checkout.off`.',
    refusals: addRefusals,
    input: addLine,
    output: cartView,
  }),
  change: specificationCall('PUT /shoppingManagement4/myCart', {
    access: 'shopper',
    description:
      'Sets quantities by line key; 0 removes. Refused as `cart.add`; `version` of a stale page: `cart.changed`.',
    refusals: [...addRefusals, 'cart.changed'],
    input: z.strictObject({
      lineItems: z.record(key, z.strictObject({ quantity: z.int().min(0).max(maxQuantity) })),
      version: z.int().optional(),
    }),
    output: cartView,
  }),
  remove: specificationCall('POST /shoppingManagement4/myCart/delete', {
    access: 'shopper',
    description: 'Removes lines; absent ones are gone already.',
    alias: '/myCart/delete',
    input: z.strictObject({ keys: z.array(key).min(1).max(200) }),
    output: cartView,
  }),
  addAddon: specificationCall('POST /shoppingManagement4/iCart', {
    access: 'shopper',
    description: 'Adds an add-on product, as `cart.add`.',
    refusals: addRefusals,
    alias: '/iCart',
    input: addLine,
    output: cartView,
  }),
  preview: shopCall('GET /cart/preview/:locationId', {
    access: 'shopper',
    description:
      'What a change of store would change in the cart; changes nothing. `locations.not_selectable` as the ' +
      'change itself.',
    refusals: ['locations.not_selectable'],
    input: z.object({ locationId: id }),
    output: storePreview,
  }),
}
