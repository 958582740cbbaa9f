import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { BlockInput } from '#contract/blocks.ts'
import type { Locale } from '#contract/languages.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { instant } from '#server/platform/tables.ts'

/** What articles are about; each article has one at most. */
export const articleCategories = pgTable('article_categories', {
  id: text('id').primaryKey(),
  name: jsonb('name').notNull().$type<Text>(),
  text: jsonb('text').notNull().$type<Text>(),
  position: integer('position').notNull().default(0),
})

/** A word that articles are found by. */
export const articleTags = pgTable('article_tags', {
  id: text('id').primaryKey(),
  name: jsonb('name').notNull().$type<Text>(),
})

/** Something to read at `/blog/{id}`. No instant of publishing: a draft; one to come: scheduled. */
export const articles = pgTable(
  'articles',
  {
    id: text('id').primaryKey(),
    title: jsonb('title').notNull().$type<Text>(),
    summary: jsonb('summary').notNull().$type<Text>(),
    author: jsonb('author').notNull().$type<Text>(),
    cover: jsonb('cover').$type<Image>(),
    categoryId: text('category_id').references(() => articleCategories.id, { onDelete: 'set null' }),
    /** As they were written: what has a default since may be missing. */
    blocks: jsonb('blocks').notNull().$type<BlockInput[]>(),
    /** Counted when it is written, so that lists need not read the words. */
    minutes: jsonb('minutes').notNull().$type<Partial<Record<Locale, number>>>(),
    publishedAt: instant('published_at'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('articles_published').on(table.publishedAt), index('articles_category').on(table.categoryId)],
)

/** Which tags an article has, in its author's order. */
export const articlesTagged = pgTable(
  'articles_tagged',
  {
    articleId: text('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    tagId: text('tag_id')
      .notNull()
      .references(() => articleTags.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.tagId] }), index('articles_tagged_tag').on(table.tagId)],
)
