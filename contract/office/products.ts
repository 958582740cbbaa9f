import { z } from 'zod'
import { staffCall } from '../call.ts'
import { uploadBytes } from '../constants.ts'
import { id, image, money, queryInteger, taxClass, text, typedName, typedText } from '../shapes.ts'

/** Staff calls about products with one price. */

const productRow = z.object({
  product: z.string(),
  name: text,
  image: image.nullable(),
  price: money.describe('The lowest price.'),
  isShown: z.boolean(),
  isSoldOut: z.boolean().describe('No store has a piece of the product.'),
  isSimple: z.boolean().describe('The product has one variant and no options, so `staff.writeProduct` can change it.'),
  sku: z.string().nullable().describe('The SKU of the only variant; null if the product has several.'),
  isCounted: z
    .boolean()
    .describe("The shop counts the product's stock, which decides whether the product is sold out."),
})
/** A product in the list of the back office. */
export type OfficeProduct = z.infer<typeof productRow>

const productDetail = productRow.extend({
  version: z.string().describe('Send this version with a change. The server refuses an older one with `staff.stale`.'),
  description: text,
  category: z.string().nullable(),
  taxClass,
  stock: z
    .array(z.object({ location: z.string(), name: text, quantity: z.int(), held: z.int() }))
    .describe('Pieces of a counted product in each store, and how many of them shoppers hold; empty for others.'),
})
/** A product with all fields of its form. */
export type OfficeProductDetail = z.infer<typeof productDetail>

/** A picture that `staff.addPicture` has stored. */
const storedImage = image.extend({ src: z.string().regex(/^\/media\/[\w-]+$/) })

export const productStaffCalls = {
  products: staffCall('GET /products', {
    right: 'catalogue.see',
    place: 'mine',
    description: 'Products, the last changed first; `name` finds them by a part of their name.',
    input: z.strictObject({
      name: z.string().trim().max(100).default(''),
      limit: queryInteger(1, 200).default(200),
    }),
    output: z.object({ products: z.array(productRow) }),
  }),
  product: staffCall('GET /products/:product', {
    right: 'catalogue.see',
    place: 'mine',
    description: 'One product. `not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({ product: id }),
    output: productDetail,
  }),
  writeProduct: staffCall('POST /products/:product', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'product',
    description:
      'Adds a product with the id `new`, or changes one with a single price. `staff.stale` if it has changed since ' +
      '`version`, `staff.not_simple` for a product with variants, `not_found`. A product with counted stock stays ' +
      'counted.',
    refusals: ['staff.stale', 'staff.not_simple', 'not_found'],
    input: z.strictObject({
      product: id,
      version: z.string().max(40),
      name: typedName(120),
      description: typedText(4000),
      price: z.int().min(0).max(100_000_000).describe('Minor units of the shop’s currency.'),
      category: id.nullable(),
      newCategory: typedText(80).describe('Adds a category with this name; empty: none.'),
      image: storedImage.nullable(),
      taxClass,
      isShown: z.boolean(),
      isSoldOut: z.boolean().describe('Changes only a product whose stock is not counted.'),
      stock: z
        .array(z.strictObject({ location: id, quantity: z.int().min(0).max(1_000_000) }))
        .max(200)
        .default([])
        .describe('Counted pieces in these stores, at least those that shoppers hold.'),
    }),
    output: productDetail,
  }),
  addPicture: staffCall('POST /pictures', {
    right: 'catalogue.write',
    place: 'shop',
    description: 'Stores a picture for a product, in several sizes, without metadata. `input.media_type`.',
    refusals: ['input.media_type'],
    takesFile: true,
    logsItself: true,
    limit: { points: 200, seconds: 3600 },
    input: z.strictObject({ file: z.file().max(uploadBytes) }),
    output: image,
  }),
}
