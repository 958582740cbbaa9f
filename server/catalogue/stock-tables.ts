import { sql } from 'drizzle-orm'
import { bigserial, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { movementReasons, soldOutEnds, soldOutKinds, stockChangeKinds } from '#contract/constants.ts'
import { locations } from '#server/locations/tables.ts'
import { instant } from '#server/platform/tables.ts'
import { variants } from './product-tables.ts'

/** The pieces of a variant at a store: all pieces on hand, and how many of them are held for carts. */
export const stock = pgTable(
  'stock',
  {
    locationId: text('location_id')
      .notNull()
      .references(() => locations.id),
    sku: text('sku')
      .notNull()
      .references(() => variants.sku, { onDelete: 'cascade', onUpdate: 'cascade' }),
    onHand: integer('on_hand').notNull().default(0),
    held: integer('held').notNull().default(0),
    /**
     * Whether staff marked the variant or its product as sold out at this store. It is a copy of the mark in
     * `sold_out`, so that reads need no further join. Goods without a stock count have a row only while they are marked
     * as sold out.
     */
    soldOut: boolean('sold_out').notNull().default(false),
    /** The stock counts as low if at most this many pieces are free. Null if staff have set no such number. */
    lowAt: integer('low_at'),
  },
  (table) => [
    primaryKey({ columns: [table.sku, table.locationId] }),
    index('stock_location').on(table.locationId, table.sku),
    // Orders do not change any column of this index, so their stock updates need not write to the index.
    index('stock_watched').on(table.locationId, table.sku).where(sql`${table.lowAt} is not null`),
    check('stock_never_below_zero', sql`${table.onHand} >= 0`),
    check('stock_held_is_there', sql`${table.held} >= 0 and ${table.held} <= ${table.onHand}`),
  ],
)

/** Goods and modifiers that staff marked as sold out at a store, even if there are pieces in stock. */
export const soldOut = pgTable(
  'sold_out',
  {
    locationId: text('location_id')
      .notNull()
      .references(() => locations.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: soldOutKinds }).notNull(),
    /** The SKU of a variant, or the id of a product or modifier. */
    id: text('id').notNull(),
    ends: text('ends', { enum: soldOutEnds }).notNull(),
    /** When the mark expires and the goods are for sale again. Null if the mark stays until staff remove it. */
    until: instant('until'),
    /** The name of the staff member. */
    by: text('by').notNull().default(''),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.kind, table.id] }),
    index('sold_out_until').on(table.until).where(sql`${table.until} is not null`),
  ],
)

/** A change of stock by staff: pieces of one or more variants that were received, counted, wasted or moved. */
export const stockChanges = pgTable('stock_changes', {
  /** Made by the page, so that a repeated submission changes the stock once. */
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: stockChangeKinds }).notNull(),
  locationId: text('location_id').notNull(),
  /** The store that received moved pieces. */
  toLocationId: text('to_location_id'),
  note: text('note').notNull().default(''),
  /** A hash of the submission. A request with the same id but another hash is refused. */
  inputHash: text('input_hash').notNull(),
  /** The id of the change that this change undoes. */
  undoes: uuid('undoes').unique(),
  /** The result of the call. A repeated submission gets the same result. */
  answer: jsonb('answer').$type<object>(),
  at: instant('at').notNull(),
})

/**
 * Each movement adds pieces of a variant to the stock of a store, or removes them, for a reason. The sum of a variant's
 * movements at a store is its stock on hand.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    locationId: text('location_id').notNull(),
    sku: text('sku').notNull(),
    quantity: integer('quantity').notNull(),
    reason: text('reason', { enum: movementReasons }).notNull(),
    reference: text('reference'),
    /** The name of the staff member; null for orders, imports and commands. */
    by: text('by'),
    /** The change by staff to which this movement belongs. */
    changeId: uuid('change_id'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    index('stock_movements_history').on(table.sku, table.locationId, table.id),
    index('stock_movements_change').on(table.changeId).where(sql`${table.changeId} is not null`),
    index('stock_movements_reference').on(table.reference).where(sql`${table.reference} is not null`),
  ],
)

/** Pieces that are held for a cart until they are sold or released. The holder is the cart's id. */
export const stockHolds = pgTable(
  'stock_holds',
  {
    holder: text('holder').notNull(),
    sku: text('sku').notNull(),
    locationId: text('location_id').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.holder, table.sku, table.locationId] }),
    check('stock_holds_quantity', sql`${table.quantity} > 0`),
  ],
)

/** The last time when the shop refused pieces of a SKU to a session, because other carts held these pieces. */
export const stockRefusals = pgTable(
  'stock_refusals',
  {
    sku: text('sku').notNull(),
    locationId: text('location_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sku, table.locationId, table.sessionId] }),
    index('stock_refusals_at').on(table.at),
  ],
)
