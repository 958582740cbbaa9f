import { z } from 'zod'
import { shopCall, specificationCall } from './call.ts'
import { prepayment, sellingWindow } from './catalogue.ts'
import { maxNoteLength, maxQuantity } from './constants.ts'
import type { ErrorCode } from './errors.ts'
import { id, image, money, noInput, oneLine, taxClass, text } from './shapes.ts'

const quantity = z.int().min(1).max(maxQuantity)
const chosenModifier = z.strictObject({ id, quantity: z.int().min(1).max(20).default(1) })
const sku = z.string().min(1).max(200)

/** A cart line: one variant with modifiers and a note. */
export const line = z
  .object({
    key: z.string(),
    productId: z.string(),
    sku: z.string(),
    name: text,
    optionText: text.describe('Chosen options in words: "Large, less ice".'),
    modifiers: z
      .array(
        z.object({
          id: z.string(),
          name: text,
          quantity: z.int(),
          price: money,
          isSoldOut: z.literal(true).optional().describe('The store does not have it now; the line cannot be bought.'),
          isNotOffered: z
            .literal(true)
            .optional()
            .describe('Its group is not offered with the other choices; the line cannot be bought.'),
        }),
      )
      .describe(
        '`price` is the surcharge per piece, after free choices. If its group allows one choice, `name` begins with ' +
          'the name of the group: "Sugar: Half".',
      ),
    note: z.string(),
    quantity: z.int(),
    unitPrice: money.describe('Price of one piece with its modifiers.'),
    regularPrice: money
      .nullish()
      .describe('The regular unit price, if the price is lower now; `priceReason` says why.'),
    priceReason: z.enum(['sale', 'member', 'campaign']).nullish(),
    memberSaving: money
      .nullish()
      .describe(
        'What the membership saves per piece, compared with the current price for others, not with the regular ' +
          'price.',
      ),
    isMembership: z
      .boolean()
      .optional()
      .describe('A membership: it has no hand-over, and no benefit reduces its price.'),
    deposit: money.nullish().describe('Bottle deposit per piece, on top of the price.'),
    prepayment: prepayment
      .nullish()
      .describe('The part due with the order: percent of the line, or an amount per piece.'),
    quantityStep: z.int().optional().describe('Step and minimum of the quantity, if not one.'),
    minQuantity: z.int().optional(),
    total: money,
    image: image.nullable(),
    taxClass,
    purchasable: z
      .int()
      .nullable()
      .describe('Pieces for sale at this location: exact up to five, a lower bound above; null: not counted.'),
    contactRequired: z.boolean().optional().describe('The buyer names a verified contact at checkout.'),
    crossBorder: z.boolean().optional().describe('Ships across a border, in an order of its own.'),
    grams: z.int().optional().describe('Weight of one piece, for goods that ship across a border.'),
    leadMinutes: z.int().optional().describe('Minutes between order and hand-over, if more than zero.'),
    windows: z.array(sellingWindow).describe('When the product is available; empty: at all times.'),
    problem: z
      .enum(['out_of_stock', 'unavailable', 'apart'])
      .nullable()
      .describe('Why shoppers cannot buy this line now. `apart`: the other goods cannot share an order with it.'),
  })
  .meta({ id: 'Line' })
export type Line = z.infer<typeof line>

export const cartView = z
  .object({
    id: z.string().nullable(),
    version: z.int(),
    lineItems: z.record(z.string(), line).describe('By line key, in the order in which the shopper added them.'),
    itemCount: z.int().describe('Number of distinct lines.'),
    pieces: z.int(),
    subtotal: money,
    claims: z.array(z.string()).describe('Codes of claimed coupons; the best valid one applies without a typed code.'),
    changes: z
      .array(z.object({ key: z.string(), kind: z.enum(['price']), name: text, before: money, after: money }))
      .describe('Price changes since the shopper last added or changed the line, or last continued to checkout.'),
  })
  .meta({ id: 'Cart' })
export type Cart = z.infer<typeof cartView>

const addLine = z.strictObject({
  sku,
  quantity: quantity.default(1),
  modifiers: z.array(chosenModifier).max(30).default([]),
  note: oneLine.max(maxNoteLength).default(''),
  idempotencyKey: z
    .string()
    .min(8)
    .max(100)
    .optional()
    .describe('A double tap sends the same key and adds once. Another request with the same key is refused.'),
})
const key = z.string().min(1).max(64)

/**
 * What becomes of a cart line at another store. `price`: the price differs from `before`, which the shopper last saw.
 * `less`: the store has fewer pieces than `quantity`. `unavailable`: the store does not sell the line.
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
    lines: z.array(previewLine).describe('Every line of the cart, in order.'),
    losesSlot: z.boolean().describe('The chosen time is not available there.'),
    losesDelivery: z.boolean().describe('Delivery is chosen, and that store does not deliver to the address.'),
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
  'cart.apart',
  'checkout.off',
]

export const cart = {
  view: specificationCall('GET /shoppingManagement4/myCart', {
    access: 'shopper',
    description: "The visitor's cart; an empty one if there is none.",
    input: noInput,
    output: cartView,
  }),
  add: specificationCall('POST /shoppingManagement4/myCart', {
    access: 'shopper',
    description:
      'Adds to the line of this variant, modifiers and note, or starts one. Refuses unavailable quantities: ' +
      '`cart.out_of_stock`, `cart.unavailable`, `cart.limit`, `cart.too_many_lines`. Refuses invalid modifiers ' +
      '(`cart.modifiers`). Refuses goods that cross a border, if the store does not ship them ' +
      '(`cart.cross_border`) or the cart has other goods (`cart.apart`). Refuses everything while the owner has ' +
      'switched the checkout off (`checkout.off`). `request.key_reused`: another request has the same ' +
      'idempotency key.',
    refusals: addRefusals,
    input: addLine,
    output: cartView,
  }),
  change: specificationCall('PUT /shoppingManagement4/myCart', {
    access: 'shopper',
    description:
      'Sets quantities by line key; 0 removes. Refuses like `cart.add`; `cart.changed` for an outdated `version`.',
    refusals: [...addRefusals, 'cart.changed'],
    input: z.strictObject({
      lineItems: z.record(key, z.strictObject({ quantity: z.int().min(0).max(maxQuantity) })),
      version: z.int().optional(),
    }),
    output: cartView,
  }),
  remove: specificationCall('POST /shoppingManagement4/myCart/delete', {
    access: 'shopper',
    description: 'Removes lines; ignores absent ones.',
    alias: '/myCart/delete',
    input: z.strictObject({ keys: z.array(key).min(1).max(200) }),
    output: cartView,
  }),
  addAddon: specificationCall('POST /shoppingManagement4/iCart', {
    access: 'shopper',
    description: 'Adds an add-on product, like `cart.add`.',
    refusals: addRefusals,
    alias: '/iCart',
    input: addLine,
    output: cartView,
  }),
  preview: shopCall('GET /cart/preview/:locationId', {
    access: 'shopper',
    description:
      'What would change in the cart at another store; changes nothing. `locations.not_selectable`, as for ' +
      '`locations.select`.',
    refusals: ['locations.not_selectable'],
    input: z.object({ locationId: id }),
    output: storePreview,
  }),
}
