import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { BlockInput } from '#contract/blocks.ts'
import type { Locale } from '#contract/languages.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { instant } from '#server/platform/tables.ts'

/** A category of articles; each article has at most one. */
export const articleCategories = pgTable('article_categories', {
  id: text('id').primaryKey(),
  name: jsonb('name').notNull().$type<Text>(),
  text: jsonb('text').notNull().$type<Text>(),
  position: integer('position').notNull().default(0),
})

export const articleTags = pgTable('article_tags', {
  id: text('id').primaryKey(),
  name: jsonb('name').notNull().$type<Text>(),
})

/**
 * An article at `/blog/{id}`. Without `publishedAt` it is a draft. With a `publishedAt` in the future it is scheduled.
 */
export const articles = pgTable(
  'articles',
  {
    id: text('id').primaryKey(),
    title: jsonb('title').notNull().$type<Text>(),
    summary: jsonb('summary').notNull().$type<Text>(),
    author: jsonb('author').notNull().$type<Text>(),
    /** The author's picture. */
    portrait: jsonb('portrait').$type<Image>(),
    cover: jsonb('cover').$type<Image>(),
    categoryId: text('category_id').references(() => articleCategories.id, { onDelete: 'set null' }),
    /**
     * The blocks as they were written. A block can lack a field that has a default, for example if an older release
     * stored the block. So readers call `readBlocks`, which adds the defaults.
     */
    blocks: jsonb('blocks').notNull().$type<BlockInput[]>(),
    /** Reading time in minutes, computed on each write so that lists need not read the text. */
    minutes: jsonb('minutes').notNull().$type<Partial<Record<Locale, number>>>(),
    publishedAt: instant('published_at'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('articles_published').on(table.publishedAt), index('articles_category').on(table.categoryId)],
)

/** The tags of an article, in the sequence that the author chose. */
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
