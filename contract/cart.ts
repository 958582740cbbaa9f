import { z } from 'zod'
import { prepayment, sellingWindow } from './catalogue.ts'
import { maxQuantity, noteLength } from './constants.ts'
import { id, image, money, noInput, oneLine, taxClass, text } from './shapes.ts'

const quantity = z.int().min(1).max(maxQuantity)
const chosenModifier = z.strictObject({ id, quantity: z.int().min(1).max(20).default(1) })
const sku = z.string().min(1).max(200)

/** One variant with modifiers and a note. */
export const line = z.object({
  key: z.string(),
  productId: z.string(),
  sku: z.string(),
  name: text,
  /** Chosen options in words: "Large, less ice". */
  optionText: text,
  /** `price` is what it adds to one piece, free ones taken off. */
  modifiers: z.array(z.object({ id: z.string(), name: text, quantity: z.int(), price: money })),
  note: z.string(),
  quantity: z.int(),
  /** Price of one piece with its modifiers. */
  unitPrice: money,
  /** What a piece usually costs, where it costs less now, and why. */
  regularPrice: money.nullish(),
  priceReason: z.enum(['sale', 'member', 'campaign']).nullish(),
  /** How much less the membership makes a piece: what others would pay at this moment, and not what it costs usually. */
  memberSaving: money.nullish(),
  /** A membership: a service that nobody fetches, and that no benefit makes cheaper. */
  isMembership: z.boolean().optional(),
  /** Bottle deposit of a piece, which comes on top. */
  deposit: money.nullish(),
  /** Where only a part is paid when ordering: in percent of the line, or so much for a piece. */
  prepayment: prepayment.nullish(),
  /** In which steps a shopper buys it, and how many at least; where that is not one. */
  quantityStep: z.int().optional(),
  minQuantity: z.int().optional(),
  total: money,
  image: image.nullable(),
  taxClass,
  /** What can be bought at this location: exact up to five, at least so many above; null: not counted. */
  purchasable: z.int().nullable(),
  /** The buyer names a verified contact at checkout. */
  contactRequired: z.boolean().optional(),
  /** How long before the hand-over it has to be ordered, in minutes; where that is more than nothing. */
  leadMinutes: z.int().optional(),
  /** When it can be picked up; empty: at all times. */
  windows: z.array(sellingWindow),
  /** Why this line cannot be bought as it stands. */
  problem: z.enum(['out_of_stock', 'unavailable']).nullable(),
})
export type Line = z.infer<typeof line>

export const cartView = z.object({
  id: z.string().nullable(),
  version: z.int(),
  /** By key, in the order they were added. */
  lineItems: z.record(z.string(), line),
  /** Distinct lines. */
  itemCount: z.int(),
  pieces: z.int(),
  subtotal: money,
  /** What changed since a line was added or changed, or the order was gone on with; told until one of these happens. */
  changes: z.array(z.object({ key: z.string(), kind: z.enum(['price']), name: text, before: money, after: money })),
})
export type Cart = z.infer<typeof cartView>

const addLine = z.strictObject({
  sku,
  quantity: quantity.default(1),
  modifiers: z.array(chosenModifier).max(30).default([]),
  note: oneLine.max(noteLength).default(''),
  /** A double tap sends the same key: it adds once. Another request with the same key is refused. */
  idempotencyKey: z.string().min(8).max(100).optional(),
})
const key = z.string().min(1).max(64)

/**
 * How a line would stand at another store: as it does, at another price than was seen last (`before`), fewer than wanted,
 * sold out, or not sold there.
 */
const previewLine = line.pick({ key: true, name: true, optionText: true, quantity: true }).extend({
  kind: z.enum(['same', 'price', 'less', 'sold_out', 'unavailable']),
  before: money,
  after: money,
  purchasable: z.int().nullable(),
})
export type PreviewLine = z.infer<typeof previewLine>

export const storePreview = z.object({
  locationId: z.string(),
  localStoreName: text,
  /** Every line of the cart, in its order. */
  lines: z.array(previewLine),
  /** A time was chosen that cannot be had there. */
  losesSlot: z.boolean(),
  /** It was to be brought, and that store does not bring it there. */
  losesDelivery: z.boolean(),
})
export type StorePreview = z.infer<typeof storePreview>

export const cart = {
  /** The visitor's cart; an empty one where there is none. */
  view: { input: noInput, output: cartView },
  /**
   * The idempotency key of another request is refused: `request.key_reused`.
   * Adds to the line of this variant, modifiers and note, or starts one. Refuses more than can be bought:
   * `cart.out_of_stock`, `cart.unavailable`, `cart.limit`, `cart.too_many_lines`; choices that do not fit: `cart.modifiers`;
   * goods that ship from abroad: `cart.cross_border`;
   * everything while the owner has the checkout switched off: `checkout.off`.
   */
  add: { input: addLine, output: cartView },
  /** Sets quantities by line key; 0 removes. Refused as `cart.add`; `version` of a stale page: `cart.changed`. */
  change: {
    input: z.strictObject({
      lineItems: z.record(key, z.strictObject({ quantity: z.int().min(0).max(maxQuantity) })),
      version: z.int().optional(),
    }),
    output: cartView,
  },
  /** Removes lines; absent ones are gone already. */
  remove: { input: z.strictObject({ keys: z.array(key).min(1).max(200) }), output: cartView },
  /** Adds an add-on product, as `cart.add`. */
  addAddon: { input: addLine, output: cartView },
  /** What a change of store would change in the cart; changes nothing. `locations.not_selectable` as the change itself. */
  preview: { input: z.object({ locationId: id }), output: storePreview },
}
