import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  boolean,
  char,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SellingWindow } from '#contract/catalogue.ts'
import { layouts } from '#contract/catalogue.ts'
import { maxQuantity } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import { locales, noText } from '#contract/languages.ts'
import { maxLeadMinutes } from '#contract/lead-time.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { taxClasses } from '#contract/shapes.ts'
import { instant, oneLine } from '#server/platform/tables.ts'
import type { Imported } from './import/record.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A category of products; categories form a tree. */
export const categories = pgTable(
  'categories',
  {
    id: text('id').primaryKey(),
    parentId: text('parent_id'),
    position: integer('position').notNull().default(0),
    name: jsonb('name').notNull().$type<Text>(),
    description: jsonb('description').notNull().default(noText).$type<Text>(),
    image: jsonb('image').$type<Image>(),
    visible: boolean('visible').notNull().default(true),
    layout: text('layout', { enum: layouts }).notNull().default('grid'),
  },
  (table) => [
    index('categories_parent').on(table.parentId),
    check('categories_not_own_parent', sql`${table.parentId} is distinct from ${table.id}`),
  ],
)

export const brands = pgTable('brands', {
  id: text('id').primaryKey(),
  name: jsonb('name').notNull().$type<Text>(),
  story: jsonb('story').notNull().default(noText).$type<Text>(),
  image: jsonb('image').$type<Image>(),
})

/** A tag of products. The shop itself uses hidden tags, for example to choose add-ons. */
export const tags = pgTable('tags', {
  id: text('id').primaryKey(),
  name: jsonb('name').notNull().$type<Text>(),
  hidden: boolean('hidden').notNull().default(false),
})

/** An option of a product, such as "Size" with the values "Regular" and "Large". */
export interface Option {
  id: string
  name: Text
  values: { id: string; name: Text }[]
}

/** The name of product `p` as a sort key. */
export const nameInOrder = nameOrder(sql.raw('p.name'))

/** A name as a sort key: the text in the first language that has one. */
export function nameOrder(name: SQL | AnyPgColumn): SQL {
  const last = locales.length - 1
  const words = locales.map((locale, at) => {
    const word = sql`${name}->>${sql.raw(`'${locale}'`)}`
    return at < last ? sql`nullif(${word}, '')` : word
  })
  return sql`(lower(coalesce(${sql.join(words, sql`, `)})) collate "C")`
}

/** Whether a name or a description lacks its text in a language. */
export const lacksName = (name: SQL | AnyPgColumn, locale: Locale) =>
  sql`coalesce(${name}->>${sql.raw(`'${locale}'`)}, '') = ''`
/** The addresses of a record's pictures, as a JSON list. */
export const sourcesOf = (images: SQL | AnyPgColumn): SQL => sql`jsonb_path_query_array(${images}, '$[*].src')`
/** The names in all languages, in lower case and without spaces around them. */
export function exactNames(name: SQL | AnyPgColumn): SQL {
  const words = locales.map((locale) => sql`lower(btrim(${name}->>${sql.raw(`'${locale}'`)}))`)
  return sql`(array[${sql.join(words, sql`, `)}])`
}

/** A product with its description. Shoppers buy its variants. */
export const products = pgTable(
  'products',
  {
    id: text('id').primaryKey(),
    type: text('type', { enum: ['STANDARD', 'MEMBERSHIP'] })
      .notNull()
      .default('STANDARD'),
    recordStatus: text('record_status', { enum: ['ACTIVE', 'DRAFT', 'ARCHIVED'] })
      .notNull()
      .default('ACTIVE'),
    /** The product's position in the sequence that the owner chose. */
    position: integer('position').notNull().default(0),
    name: jsonb('name').notNull().$type<Text>(),
    summary: jsonb('summary').notNull().default(noText).$type<Text>(),
    description: jsonb('description').notNull().default(noText).$type<Text>(),
    brandId: text('brand_id').references(() => brands.id),
    options: jsonb('options').notNull().default([]).$type<Option[]>(),
    images: jsonb('images').notNull().default([]).$type<Image[]>(),
    taxClass: text('tax_class', { enum: taxClasses }).notNull().default('standard'),
    soldBy: text('sold_by', { enum: ['piece', 'weight'] })
      .notNull()
      .default('piece'),
    /** The content of one piece, for the unit price, such as `{ amount: 454, unit: 'g' }`. */
    measure: jsonb('measure').$type<{ amount: number; unit: 'g' | 'ml' | 'piece' }>(),
    clearance: boolean('clearance').notNull().default(false),
    clearanceReason: jsonb('clearance_reason').$type<Text>(),
    bestBefore: date('best_before'),
    diet: text('diet').array().notNull().default(sql`'{}'`),
    allergens: text('allergens').array().notNull().default(sql`'{}'`),
    ingredients: jsonb('ingredients').$type<Text>(),
    origin: jsonb('origin').$type<Text>(),
    storage: jsonb('storage').$type<Text>(),
    synonyms: text('synonyms').notNull().default(''),
    /** Whether the product ships across a border, in a separate order. Each variant then needs a weight. */
    crossBorder: boolean('cross_border').notNull().default(false),
    /** Whether the buyer must choose a verified contact at checkout. */
    contactRequired: boolean('contact_required').notNull().default(false),
    /** Minimum minutes between order and hand-over; 0 to use the store's lead time. */
    leadMinutes: integer('lead_minutes').notNull().default(0),
    maxPerOrder: integer('max_per_order'),
    /** The quantity of a cart line must be a multiple of `quantityStep`, and at least `minQuantity`. */
    quantityStep: integer('quantity_step').notNull().default(1),
    minQuantity: integer('min_quantity').notNull().default(1),
    /** The deposit that is due with the order: a percentage of the line's price, or an amount per piece. */
    prepayment: jsonb('prepayment').$type<{ percent: number } | { amount: number }>(),
    noteAllowed: boolean('note_allowed').notNull().default(false),
    /** The times at which the product can be handed over; empty if there is no restriction. */
    windows: jsonb('windows').notNull().default([]).$type<SellingWindow[]>(),
    /** Pieces sold, for sorting by "best selling"; updated by the worker. */
    sold: integer('sold').notNull().default(0),
    /** Lowest and highest price of the product's active variants, for sorting. */
    priceFrom: integer('price_from').notNull().default(0),
    priceTo: integer('price_to').notNull().default(0),
    /** Whether any active variant has a reduced price, for lists of offers. */
    reduced: boolean('reduced').notNull().default(false),
    publishedAt: instant('published_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Search text in both languages; see `search/tokens.ts`. */
    search: tsvector('search').notNull().default(sql`''::tsvector`),
    /** The version of the index rules that `search` follows. A background job reindexes rows with another version. */
    searchVersion: integer('search_version').notNull().default(0),
    /** The product's search tier. Lower tiers are searched first; see `tiers.ts`. */
    tier: smallint('tier').notNull().default(0),
    /** Hash of the imported rows, so that importing the same file again changes nothing. */
    importHash: text('import_hash'),
    /**
     * The values that the last imports wrote. The next import compares them with the stored values, and keeps what the
     * owner has changed since.
     */
    imported: jsonb('imported').$type<Imported>(),
  },
  (table) => [
    index('products_search_first').using('gin', table.search).where(sql`${table.tier} = 0`),
    index('products_search_second').using('gin', table.search).where(sql`${table.tier} = 1`),
    index('products_search_last').using('gin', table.search).where(sql`${table.tier} = 2`),
    index('products_front').on(table.sold.desc(), table.position, table.id).where(sql`${table.tier} < 1`),
    index('products_default').on(table.recordStatus, table.position, table.id),
    index('products_newest').on(table.recordStatus, table.publishedAt.desc(), table.id),
    index('products_price').on(table.recordStatus, table.priceFrom, table.id),
    index('products_dearest').on(table.recordStatus, table.priceTo).where(sql`${table.priceFrom} < ${table.priceTo}`),
    index('products_best_selling').on(table.recordStatus, table.sold.desc(), table.position, table.id),
    index('products_name').on(table.recordStatus, nameOrder(table.name), table.id),
    // Indexes for the lists of the back office, which also contain hidden products.
    index('products_changed').on(table.updatedAt, table.id),
    index('products_all_names').on(nameOrder(table.name), table.id),
    index('products_exact_names').using('gin', exactNames(table.name)),
    index('products_all_prices').on(table.priceFrom, table.id),
    // Indexes for the back office's filters for products without a name in a language, and for products without a
    // picture.
    ...locales.map((locale) =>
      index(`products_unnamed_${locale}`).on(table.updatedAt, table.id).where(lacksName(table.name, locale)),
    ),
    index('products_unpictured').on(table.updatedAt, table.id).where(sql`${table.images} = '[]'`),
    index('products_reduced').on(table.position, table.id).where(sql`${table.reduced}`),
    index('products_diet').using('gin', table.diet),
    index('products_brand').on(table.brandId),
    index('products_pictures').using('gin', sourcesOf(table.images)),
    check('products_price_range', sql`${table.priceFrom} >= 0 and ${table.priceTo} >= ${table.priceFrom}`),
    check('products_lead', sql`${table.leadMinutes} between 0 and ${sql.raw(String(maxLeadMinutes))}`),
    check('products_max', sql`${table.maxPerOrder} is null or ${table.maxPerOrder} > 0`),
    check(
      'products_quantities',
      oneLine(
        sql`${table.quantityStep} > 0 and ${table.minQuantity} > 0`,
        sql`and coalesce(${table.maxPerOrder}, ${sql.raw(String(maxQuantity))}) / ${table.quantityStep}`,
        sql`* ${table.quantityStep} >= ${table.minQuantity}`,
      ),
    ),
  ],
)

/**
 * Words in Latin script from the texts of products. Each word is stored under several keys. A search uses the keys to
 * find the word from a misspelling or a part of the word; see `search/spelling.ts`.
 */
export const searchWords = pgTable(
  'search_words',
  { key: text('key').notNull(), word: text('word').notNull() },
  (table) => [
    primaryKey({ columns: [table.key, table.word] }),
    index('search_words_beginning').on(table.key.op('text_pattern_ops')),
  ],
)

/** A variant of a product, with its own SKU, price and stock. Shoppers buy variants. */
export const variants = pgTable(
  'variants',
  {
    sku: text('sku').primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
    /** The chosen option values, such as `size:large,ice:less`; '' for products without options. */
    optionPair: text('option_pair').notNull().default(''),
    price: integer('price').notNull(),
    compareAtPrice: integer('compare_at_price'),
    /** The price for members; null if they pay the normal price. */
    memberPrice: integer('member_price'),
    /** Bottle deposit per piece. */
    deposit: integer('deposit').notNull().default(0),
    currency: char('currency', { length: 3 }).notNull(),
    /**
     * Whether the shop counts the variant's stock. Goods that are not counted, such as tea made to order, are for sale
     * unless staff marked them as sold out.
     */
    counted: boolean('counted').notNull().default(true),
    /** The variant's tax class; null to use the product's tax class. */
    taxClass: text('tax_class', { enum: taxClasses }),
    barcode: text('barcode'),
    grams: integer('grams'),
    image: jsonb('image').$type<Image>(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    uniqueIndex('variants_option_pair').on(table.productId, table.optionPair).where(sql`${table.active}`),
    // An index for searches by the beginning of a SKU in the back office.
    index('variants_code').on(sql`lower(${table.sku}) text_pattern_ops`),
    index('variants_picture').on(sql`(${table.image}->>'src')`).where(sql`${table.image} is not null`),
    index('variants_barcode').on(table.barcode).where(sql`${table.barcode} is not null`),
    check('variants_price', sql`${table.price} >= 0`),
    check('variants_deposit', sql`${table.deposit} >= 0`),
    check('variants_member_price', sql`${table.memberPrice} is null or ${table.memberPrice} >= 0`),
    check('variants_compare_at', sql`${table.compareAtPrice} is null or ${table.compareAtPrice} >= 0`),
  ],
)

export const productCategories = pgTable(
  'product_categories',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    categoryId: text('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    /** The order of the product's categories. The product's page shows the first category. */
    position: integer('position').notNull().default(0),
    /**
     * A copy of the product's position. With this copy, an index lists the products of a category by position, so that
     * the query need not sort.
     */
    productPosition: integer('product_position').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.categoryId] }),
    index('product_categories_shown').on(table.categoryId, table.productPosition, table.productId),
  ],
)

export const productTags = pgTable(
  'product_tags',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    tagId: text('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.productId, table.tagId] }), index('product_tags_tag').on(table.tagId)],
)

/** Related products, chosen by the owner. */
export const relatedProducts = pgTable(
  'related_products',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    relatedId: text('related_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.productId, table.relatedId] })],
)

/** A stored picture. Each record that shows it has a copy of this data, with an alternative text of its own. */
export const pictures = pgTable(
  'pictures',
  {
    src: text('src').primaryKey(),
    widths: jsonb('widths').notNull().$type<number[]>(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The alternative text that was last written for the picture; empty if each record uses its own name instead. */
    alt: jsonb('alt').notNull().default(noText).$type<Text>(),
    fileName: text('file_name').notNull().default(''),
    addedAt: instant('added_at').notNull().defaultNow(),
    /**
     * Whether a record has ever shown the picture. If so, the shop keeps the files, because old orders can still show
     * the picture.
     */
    wasUsed: boolean('was_used').notNull().default(false),
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('pictures_added').on(table.addedAt, table.src),
    index('pictures_removed').on(table.removedAt).where(sql`${table.removedAt} is not null`),
  ],
)

/**
 * A change of many products at once, or an addition of products. The row contains the values before the change, so that
 * staff can undo the change for some days.
 */
export const productChanges = pgTable(
  'product_changes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    at: instant('at').notNull(),
    change: jsonb('change').notNull().$type<Record<string, unknown>>(),
    /**
     * The changed products or variants, each with its id or SKU, and its value before and after the change. For added
     * products, `was` is empty and `is` is the product's version.
     */
    values: jsonb('values').notNull().$type<{ id: string; was: string; is: string; column?: string }[]>(),
    products: integer('products').notNull(),
    undoneAt: instant('undone_at'),
  },
  (table) => [index('product_changes_at').on(table.at)],
)

/** Exchange rates for displaying prices: units of a currency for one unit of the shop's currency. */
export const exchangeRates = pgTable('exchange_rates', {
  currency: char('currency', { length: 3 }).primaryKey(),
  /** A decimal number as text, such as "0.7312". */
  rate: text('rate').notNull(),
  at: instant('at').notNull().defaultNow(),
})
