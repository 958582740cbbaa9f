import { z } from 'zod'
import { staffCall } from '../call.ts'
import { conditionKinds } from '../conditions.ts'
import { locales } from '../languages.ts'
import { id, image, money, noInput, queryInteger, text, typedText } from '../shapes.ts'
import { officeProductInput, productFields, productTexts } from './product-fields.ts'

/** Calls of the staff API for products. */

/** How the list of products can be sorted. */
export const productSorts = ['changed', 'name', 'price', 'dearest'] as const
export const productStates = ['shown', 'scheduled', 'hidden', 'sold_out', 'archived'] as const
const nameGaps = locales.map((locale) => `name_${locale}` as const)
/** What products can lack: a name in a language, any description, a picture, a category. */
export const productGaps = [...nameGaps, 'description', 'picture', 'category'] as const

const productRow = z.object({
  product: z.string(),
  name: text,
  image: image.nullable(),
  price: money.describe('The lowest price.'),
  priceTo: money.nullable().describe('The highest price, if prices differ.'),
  isShown: z.boolean(),
  isArchived: z.boolean(),
  isScheduled: z.boolean().describe('Shoppers will see the product later.'),
  isSoldOut: z.boolean().describe('No store has a piece of the product, or all stores marked it as sold out.'),
  isSimple: z.boolean().describe('The product has one variant and no options.'),
  sku: z.string().nullable().describe('The SKU of the only variant; null if the product has several.'),
  isCounted: z
    .boolean()
    .describe("The shop counts the product's stock, which decides whether the product is sold out."),
  changedAt: z.string(),
})
/** A product in the list of the back office. */
export type OfficeProduct = z.infer<typeof productRow>

const productDetail = productFields.extend({
  product: z.string(),
  version: z.string().describe('Send this version with a change. The server refuses an older one with `staff.stale`.'),
  isSoldOut: productRow.shape.isSoldOut,
  isCounted: productRow.shape.isCounted,
  stock: z
    .array(z.object({ location: z.string(), name: text, quantity: z.int(), held: z.int() }))
    .describe('Pieces of a product with one variant in each store, and how many of them shoppers hold.'),
  currency: z.string(),
  relatedNames: z.array(z.object({ product: z.string(), name: text })),
})
/** A product with all fields of its form. */
export type OfficeProductDetail = z.infer<typeof productDetail>

/** Selects the products of a list or of a change. */
export const productFilter = z.strictObject({
  name: z.string().trim().max(100).default(''),
  state: z.enum(productStates).optional().describe('Without a state: all but archived products.'),
  category: id.optional(),
  gap: z.enum(productGaps).optional().describe('Only products that lack this.'),
})

/** Selects the products of a change or of the table: by their ids in `products`, or else by `filter`. */
export const productSelection = {
  products: z.array(id).max(200).optional().describe('These products; missing: all that match `filter`.'),
  filter: productFilter.default({ name: '' }),
}

const choice = z.object({ id: z.string(), name: text })
const productChoices = z.object({
  tags: z.array(choice),
  brands: z.array(choice),
  modifierGroups: z.array(
    choice.extend({
      modifiers: z.array(text),
      condition: z
        .object({ kind: z.enum(conditionKinds), names: z.array(text) })
        .nullable()
        .describe('When the group is offered: only with, or unless, one of these choices or option values.'),
    }),
  ),
})
/** The tags, brands and modifier groups that staff can choose for a product. */
export type ProductChoices = z.infer<typeof productChoices>

export const productStaffCalls = {
  products: staffCall('GET /products', {
    right: 'catalogue.see',
    place: 'mine',
    description: 'Products in the order of `sort`; `name` finds them by a part of their name or SKU, or by barcode.',
    input: productFilter.extend({
      sort: z.enum(productSorts).default('changed'),
      after: z.string().max(400).default('').describe('`next` of the page before.'),
      limit: queryInteger(1, 200).default(200),
    }),
    output: z.object({
      products: z.array(productRow),
      next: z.string().nullable().describe('Send it as `after` to load the next page.'),
    }),
  }),
  productCount: staffCall('GET /product-count', {
    right: 'catalogue.see',
    place: 'mine',
    description: 'How many products match a filter. In a large shop this takes longer than a page of the list.',
    input: productFilter,
    output: z.object({ count: z.int().describe('At most 10,001.') }),
  }),
  product: staffCall('GET /products/:product', {
    right: 'catalogue.see',
    place: 'mine',
    description: 'One product. `not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({ product: id }),
    output: productDetail,
  }),
  productChoices: staffCall('GET /product-choices', {
    right: 'catalogue.see',
    place: 'mine',
    description: 'Tags, brands and modifier groups, to choose from.',
    input: noInput,
    output: productChoices,
  }),
  writeProduct: staffCall('POST /products/:product', {
    right: 'catalogue.write',
    place: 'shop',
    takesLongBody: true,
    record: 'product',
    description:
      'Adds a product with the id `new`, or changes one with all its variants. Missing fields stay as they are. ' +
      '`staff.stale` if it has changed since `version`, `staff.no_right` if prices change and the caller has no ' +
      'right to change prices, `staff.sku_taken`, `staff.alike`, `staff.alike_in`, `staff.no_quantity`, ' +
      '`staff.weight_needed`, `staff.archived` if an archived product is shown without bringing it back, ' +
      '`picture.unknown`, `not_found`, `request.key_reused` for a submission of another product. A product with ' +
      'counted stock stays counted unless `isCounted` is false.',
    refusals: [
      ...(['staff.stale', 'staff.no_right', 'staff.sku_taken', 'staff.no_quantity', 'staff.weight_needed'] as const),
      ...(['staff.alike', 'staff.alike_in', 'staff.archived', 'picture.unknown', 'not_found'] as const),
      'request.key_reused',
    ],
    input: officeProductInput.extend({
      product: id,
      version: z.string().max(40),
      newCategory: typedText(80).optional().describe('Adds a category with this name, and puts it first.'),
      submission: z
        .uuid()
        .optional()
        .describe('A new one for each new product. The same submission adds nothing twice.'),
      copyOf: id.optional().describe('The product whose pictures a new product may use.'),
      isCounted: z
        .boolean()
        .optional()
        .describe('Whether the shop counts the stock of all variants. Counted pieces in `stock` also start this.'),
      isSoldOut: z.boolean().optional().describe('Changes only a product whose stock is not counted.'),
      stock: z
        .array(
          z.strictObject({
            location: id,
            quantity: z.int().min(0).max(1_000_000),
            was: z
              .int()
              .optional()
              .describe('The pieces that the caller saw. If the store has another number by now: `staff.stale`.'),
          }),
        )
        .max(200)
        .default([])
        .describe('Counted pieces in these stores of a product with one variant, at least those that shoppers hold.'),
    }),
    output: productDetail,
  }),
  writeProductWords: staffCall('POST /products/:product/words', {
    right: 'catalogue.words',
    place: 'shop',
    takesLongBody: true,
    record: 'product',
    description:
      'Changes the words and pictures of a product. Missing fields stay as they are. `staff.stale` if it has changed ' +
      'since `version`, `picture.unknown`, `not_found`.',
    refusals: ['staff.stale', 'picture.unknown', 'not_found'],
    input: officeProductInput.pick(productTexts).extend({ product: id, version: z.string().max(40) }),
    output: productDetail,
  }),
}
