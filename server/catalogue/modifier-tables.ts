import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Condition } from '#contract/conditions.ts'
import type { Text } from '#contract/shapes.ts'
import { products } from './product-tables.ts'

/**
 * A group of modifiers, such as toppings, that products share. The shopper chooses between `min` and `max` modifiers.
 * The `free` most expensive of them cost nothing.
 */
export const modifierGroups = pgTable(
  'modifier_groups',
  {
    id: text('id').primaryKey(),
    name: jsonb('name').notNull().$type<Text>(),
    min: integer('min').notNull().default(0),
    max: integer('max').notNull().default(1),
    free: integer('free').notNull().default(0),
    /** The condition under which products offer the group; null if they always offer it. */
    condition: jsonb('condition').$type<Condition>(),
  },
  (table) => [
    check('modifier_groups_bounds', sql`0 <= ${table.min} and ${table.min} <= ${table.max} and ${table.free} >= 0`),
  ],
)

export const modifiers = pgTable(
  'modifiers',
  {
    id: text('id').primaryKey(),
    groupId: text('group_id')
      .notNull()
      .references(() => modifierGroups.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
    name: jsonb('name').notNull().$type<Text>(),
    price: integer('price').notNull().default(0),
    available: boolean('available').notNull().default(true),
    /** Whether the modifier is selected when a shopper opens the product. */
    preselected: boolean('preselected').notNull().default(false),
  },
  (table) => [index('modifiers_group').on(table.groupId), check('modifiers_price', sql`${table.price} >= 0`)],
)

export const productModifierGroups = pgTable(
  'product_modifier_groups',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    groupId: text('group_id')
      .notNull()
      .references(() => modifierGroups.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.productId, table.groupId] })],
)
