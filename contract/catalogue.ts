import { z } from 'zod'
import { specificationCall } from './call.ts'
import { conditionKinds } from './conditions.ts'
import { addonTag, diets, maxCount, maxPageSize } from './constants.ts'
import { perLocale } from './languages.ts'
import { date, id, ids, image, instant, money, queryBoolean, queryInteger, shippingDays, text, time } from './shapes.ts'

export const sorts = ['default', 'date', 'newest', 'price_asc', 'price_desc', 'best_selling', 'name'] as const
export type Sort = (typeof sorts)[number]

export const availability = z.enum(['in', 'low', 'out'])
export type Availability = z.infer<typeof availability>

const reference = z.object({ id: z.string(), name: text })

/**
 * When shoppers can get a product or order it at a table, in the store's local time: "Lunch only", 11:00 to 14:30.
 * Applies to all days if `weekdays` is empty.
 */
export const sellingWindow = z
  .object({
    name: text,
    from: time,
    to: time,
    weekdays: z.array(z.int().min(0).max(6)).describe('0 is Sunday; empty: every day.'),
  })
  .meta({ id: 'SellingWindow' })
export type SellingWindow = z.infer<typeof sellingWindow>

/**
 * A product in a list. All prices except `priceTo` belong to one variant: the cheapest one that is not sold out. If all
 * variants are sold out, they belong to the cheapest one.
 */
export const productCard = z
  .object({
    id: z.string(),
    name: text,
    summary: text,
    image: image.nullable(),
    brand: reference.nullable(),
    price: money,
    priceTo: money.nullable().describe("The dearest variant's price, if prices differ."),
    compareAtPrice: money.nullable(),
    memberPrice: money.nullable().describe("The members' price, if lower."),
    unitPrice: z
      .object({ price: money, per: z.string() })
      .nullable()
      .describe("Price of a base amount: `{ price: 1.20, per: '100 g' }`."),
    soldBy: z.enum(['piece', 'weight']),
    badges: z.array(z.enum(['sale', 'new', 'clearance', 'low', 'out', 'signature', ...diets])),
    sold: z
      .int()
      .nullable()
      .describe('At least so many pieces were sold, rounded down; null if fewer than ten, or if the owner hides it.'),
    availability,
    left: z.int().nullable().describe("Pieces left, if few (`availability: 'low'`)."),
    sku: z
      .string()
      .nullable()
      .describe('The variant to add with one tap; null if the shopper must choose options or modifiers first.'),
    bestBefore: date.nullable(),
    clearanceReason: text.nullable(),
    windows: z.array(sellingWindow).describe('Empty: at all times.'),
  })
  .meta({ id: 'ProductCard' })
export type ProductCard = z.infer<typeof productCard>

const optionValue = z.object({ id: z.string(), name: text })
const option = z.object({ id: z.string(), name: text, values: z.array(optionValue) })

export const variant = z.object({
  sku: z.string(),
  optionPair: z
    .string()
    .describe(
      "`size:large,ice:less`: option and value ids, in the order of the options; '' for a product without " +
        'options.',
    ),
  price: money,
  compareAtPrice: money.nullable(),
  memberPrice: money.nullable(),
  deposit: money.nullable().describe('Bottle deposit per piece, on top of the price.'),
  availability,
  left: z.int().nullable(),
  image: image.nullable(),
})
export type Variant = z.infer<typeof variant>

const modifier = z.object({
  id: z.string(),
  name: text,
  price: money,
  available: z.boolean(),
  preselected: z.literal(true).optional().describe('Chosen until the shopper chooses another one.'),
})
/**
 * A group of modifiers, such as toppings. A shopper chooses at least `min` and at most `max` of them. Of the chosen
 * modifiers, the `free` most expensive ones cost nothing.
 */
export const modifierGroup = z.object({
  id: z.string(),
  name: text,
  min: z.int(),
  max: z.int(),
  free: z.int(),
  condition: z
    .object({
      kind: z.enum(conditionKinds),
      modifiers: z.array(z.string()),
      values: z
        .array(z.object({ option: text, value: text }))
        .optional()
        .describe('A value of an option is one of these if both names are equal in a language.'),
    })
    .optional()
    .describe(
      'The product offers the group `only` with one of these modifiers of other groups or option values, or `unless` ' +
        'one is chosen. It does not count for a product that has none of them.',
    ),
  modifiers: z.array(modifier),
})
export type ModifierGroup = z.infer<typeof modifierGroup>

export const prepayment = z
  .union([z.object({ percent: z.int() }), z.object({ amount: z.int() })])
  .meta({ id: 'Prepayment' })

/** All data of the product page. */
export const productDetail = productCard.extend({
  type: z.enum(['STANDARD', 'MEMBERSHIP']),
  recordStatus: z.literal('ACTIVE'),
  description: text,
  images: z.array(image),
  options: z.array(option),
  variants: z.array(variant),
  modifierGroups: z.array(modifierGroup),
  breadcrumb: z.array(reference).describe("From the root to the product's own category."),
  tags: z.array(reference),
  ingredients: text.nullable(),
  allergens: z.array(z.string()),
  origin: text.nullable(),
  storage: text.nullable(),
  maxPerOrder: z.int().nullable(),
  quantityStep: z.int().describe('Quantities are multiples of the step, with a minimum.'),
  minQuantity: z.int(),
  prepayment: prepayment.nullable().describe('The part due with the order: a percentage, or an amount per piece.'),
  noteAllowed: z.boolean(),
  crossBorder: z.boolean().describe('Ships across a border, in an order of its own.'),
  shipping: z
    .object({ fee: money, freeFrom: money.nullable(), days: shippingDays })
    .nullable()
    .describe(
      'For goods that cross a border: the lowest fee for one piece, the subtotal from which shipping is free, and ' +
        'the fewest and most days. Null if the store does not ship.',
    ),
  contactRequired: z.boolean().describe('The buyer names a verified contact at checkout (`verifiedContacts`).'),
  leadMinutes: z.int().describe("Minutes between order and hand-over; 0: only the store's own lead time."),
})
export type ProductDetail = z.infer<typeof productDetail>

/** `grid` shows products side by side; `menu` is one long page of groups with a row per product. */
export const layouts = ['grid', 'menu'] as const

const category = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  name: text,
  description: text,
  image: image.nullable(),
  layout: z.enum(layouts),
  productCount: z.int(),
})
export type Category = z.infer<typeof category>
export type CategoryTree = Category & { children: CategoryTree[] }
const categoryTree: z.ZodType<CategoryTree> = category.extend({
  get children() {
    return z.array(categoryTree)
  },
})

const filters = {
  categoryName: id.optional(),
  brandName: id.optional(),
  tagName: id.optional(),
  clearance: queryBoolean.optional(),
  productType: z.enum(['STANDARD', 'MEMBERSHIP']).optional(),
  recordStatus: z.literal('ACTIVE').optional(),
}
/** A decimal price in the shop's currency: 12.50. */
const writtenPrice = z.string().regex(/^\d{1,7}(\.\d{1,3})?$/)
/** Filters of a product list. */
const narrowing = {
  inStock: queryBoolean.optional(),
  onSale: queryBoolean.optional(),
  /** Bounds of the displayed price, both inclusive. */
  priceFrom: writtenPrice.optional(),
  priceTo: writtenPrice.optional(),
  /** Diets, separated by commas: `vegan,halal`. A product must match all of them. */
  diet: z
    .string()
    .regex(new RegExp(`^(${diets.join('|')})(,(${diets.join('|')}))*$`))
    .max(100)
    .optional(),
  /** Brand ids, separated by commas: `suzu,moon-rabbit`. A product matches if its brand is one of them. */
  brands: ids.optional(),
}
const paging = {
  infiniteLoad: queryBoolean.optional(),
  /** The default is 12. With `infiniteLoad=false`, the default is 60, or all products for the type MEMBERSHIP. */
  numberToLoad: queryInteger(1, maxPageSize).optional(),
  startingPosition: queryInteger(0, 10_000_000).default(0),
}
const products = z.object({
  products: z.array(productCard),
  startingPosition: z.int(),
  numberToLoad: z.int(),
  hasMore: z.boolean().describe('Whether there is a next page.'),
})
export type ProductPage = z.infer<typeof products>
/** A matching part of a text, as start (inclusive) and end (exclusive) in UTF-16 code units. */
export const mark = z.tuple([z.int(), z.int()])
export type Mark = z.infer<typeof mark>
export const marks = z.object(perLocale(() => z.array(mark)))
export type Marks = z.infer<typeof marks>
const searchPage = products.extend({
  marks: z
    .record(z.string(), marks)
    .describe('Matching parts of the names, by product id; for pinyin the matching characters.'),
  corrected: z.string().nullable().describe('The corrected term, if the given one finds nothing.'),
  isPartial: z.boolean().describe('No product has all words; these have most of them.'),
  didYouMean: z.array(z.string()).describe('If nothing was found: terms with results.'),
})
export type SearchResultPage = z.infer<typeof searchPage>
/** If the filters require a check of each product, the server stops counting at this number. */
const countLimit = queryInteger(1, maxCount).optional()

/**
 * The number of products that would remain with this choice and the other filters. Null if there are too many to count.
 */
const choiceCount = z.int().nullable()
const facets = z.object({
  inStock: choiceCount,
  onSale: choiceCount,
  price: z
    .object({ from: money, to: money })
    .nullable()
    .describe('Lowest and highest displayed price; null without products.'),
  diets: z.array(z.object({ id: z.enum(diets), count: choiceCount })),
  brands: z.array(reference.extend({ count: choiceCount })),
})
/** The filters that a list offers. */
export type Facets = z.infer<typeof facets>
const productCount = z.object({
  count: z.int(),
  hasMore: z
    .literal(true)
    .optional()
    .describe('Present if there are more products than `count`, which then equals `upTo`.'),
  facets: facets.optional(),
})
export type ProductCount = z.infer<typeof productCount>
const byId = z.object({ id })
export const term = z.string().min(1).max(200)

export const catalogue = {
  list: specificationCall('GET /productManagement2/products', {
    description:
      'A page of published products, sold-out last. `infiniteLoad=false` without `numberToLoad` returns the largest ' +
      "page. `date` sorts as `default` (the owner's order); the category `all` filters nothing.",
    isCached: true,
    input: z.object({ ...filters, ...narrowing, ...paging, sortby: z.enum(sorts).default('default') }),
    output: products,
  }),
  count: specificationCall('GET /productManagement2/products/listCount', {
    description: 'Number of products that the filters match and, with `facets`, the further filters.',
    alias: '/products/listCount',
    isCached: true,
    input: z.object({ ...filters, ...narrowing, facets: queryBoolean.optional(), upTo: countLimit }),
    output: productCount,
  }),
  product: specificationCall('GET /productManagement/product/:id', {
    description:
      'A product as in lists; `catalogue.product_gone` if it is not published, `catalogue.product_archived` if it was ' +
      'published before.',
    refusals: ['catalogue.product_gone', 'catalogue.product_archived'],
    isCached: true,
    input: byId,
    output: productCard,
  }),
  detail: specificationCall('GET /productDetailManagement/productDetail/:id', {
    description: "All data of a product's page. Refuses like `catalogue.product`.",
    refusals: ['catalogue.product_gone', 'catalogue.product_archived'],
    isCached: true,
    input: byId,
    output: productDetail,
  }),
  category: specificationCall('GET /productManagement2/category/:id', {
    description: 'One category with its ancestors and direct children. `not_found`.',
    refusals: ['not_found'],
    isCached: true,
    input: byId,
    output: category.extend({ breadcrumb: z.array(reference), children: z.array(category) }),
  }),
  categories: specificationCall('GET /productManagement/categories/:id', {
    description: 'The tree below a category; `all` is the root. `not_found`.',
    refusals: ['not_found'],
    isCached: true,
    input: byId,
    output: z.object({ categories: z.array(categoryTree) }),
  }),
  brands: specificationCall('GET /productManagement/brands', {
    description: 'The brands of the products sold here, with their stories and numbers of products.',
    isCached: true,
    input: z.object({}),
    output: z.object({
      brands: z.array(reference.extend({ story: text, image: image.nullable(), productCount: z.int() })),
    }),
  }),
  tag: specificationCall('GET /productManagement2/tag/:id', {
    description: "A tag's name and number of products; `not_found` for an unknown tag.",
    refusals: ['not_found'],
    isCached: true,
    input: byId,
    output: reference.extend({ productCount: z.int() }),
  }),
  related: specificationCall('GET /productManagement2/products/relatedProducts/:id', {
    description:
      'Up to 12 products: hand-picked ones, then others of the same category. Never sold-out ones, nor the ' +
      'product itself.',
    alias: '/products/relatedProducts/:id',
    isCached: true,
    input: byId,
    output: z.object({ products: z.array(productCard) }),
  }),
  search: specificationCall('GET /productManagement2/products/search/:term', {
    description:
      'Products that match every word of the term, in English, Chinese or pinyin, best first. If there are ' +
      'none, products that match a corrected term; else those that match most of the words (`isPartial`).',
    limit: { points: 240, seconds: 60 },
    alias: '/products/search/:term',
    isCached: true,
    input: z.object({ term, ...narrowing, ...paging }),
    output: searchPage,
  }),
  searchCount: specificationCall('GET /productManagement2/products/searchCount/:term', {
    description:
      'Number of products that `catalogue.search` finds. With `facets`, also the filters that narrow them. A response ' +
      'without `facets` means that the term finds nothing.',
    limit: { points: 240, seconds: 60 },
    alias: '/products/searchCount/:term',
    isCached: true,
    input: z.object({ term, ...narrowing, facets: queryBoolean.optional(), upTo: countLimit }),
    output: productCount,
  }),
  addons: specificationCall('GET /productManagement2/products/addon', {
    description:
      'Add-ons for the cart: products in stock with this tag and without required choices. The tag may be ' +
      'hidden; its default is `add-on`.',
    alias: '/products/addon',
    isCached: true,
    input: z.object({ tagName: id.default(addonTag) }),
    output: z.object({ products: z.array(productCard) }),
  }),
  inventory: specificationCall('GET /inventoryManagement/inventoryByProductAndOptions/:id', {
    description: "Available pieces of one variant at the visitor's location, after holds.",
    isCached: true,
    input: z.object({ id, optionPair: z.string().max(500).default('') }),
    output: z.object({
      sku: z.string(),
      optionPair: z.string(),
      locationId: z.string(),
      availability,
      purchasable: z
        .int()
        .nullable()
        .describe('Exact up to five, a lower bound above; null: not counted, always available.'),
      ready: z
        .object({ date, time, orderBy: instant, timeZone: z.string() })
        .nullable()
        .describe(
          'For a product with a lead time: the first pickup time at this location, and the latest time to order for ' +
            'that day. Null without a lead time, and without a free time.',
        ),
    }),
  }),
}
