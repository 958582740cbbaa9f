import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Block, Section } from '#contract/content.ts'
import type { Text } from '#contract/shapes.ts'
import type { AppContent } from '#contract/shell.ts'
import { instant } from '#server/platform/tables.ts'

/** What the owner decides of app info; the rest (locations, texts, environment) is filled in at each answer. */
export type ShopSettings = Omit<AppContent, 'appDetail' | 'system'> & {
  appDetail: Pick<AppContent['appDetail'], 'cdnpath' | 'caid'> & { appDomain: string }
  system: Omit<AppContent['system'], 'appMessage' | 'storeLocations'>
}

/** The shop's own settings: one row. */
export const shop = pgTable('shop', {
  id: integer('id').primaryKey().default(1),
  settings: jsonb('settings').notNull().$type<ShopSettings>(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** A content page at `/{name}`. */
export const pages = pgTable('pages', {
  name: text('name').primaryKey(),
  title: jsonb('title').notNull().$type<Text>(),
  blocks: jsonb('blocks').notNull().$type<Block[]>(),
  published: boolean('published').notNull().default(true),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** A section of a place such as the home page. */
export const sections = pgTable(
  'sections',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    position: integer('position').notNull().default(0),
    published: boolean('published').notNull().default(true),
    content: jsonb('content').notNull().$type<Omit<Section, 'id'>>(),
  },
  (table) => [index('sections_type').on(table.type, table.position)],
)
