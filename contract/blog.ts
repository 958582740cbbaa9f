import { z } from 'zod'
import { block } from './blocks.ts'
import { shopCall, staffCall } from './call.ts'
import { isWritten, noText } from './languages.ts'
import { id, image, instant, locale, queryInteger, text } from './shapes.ts'

const topic = z.object({ id: z.string(), name: text })

export const articleCard = z.object({
  id: z.string(),
  title: text,
  summary: text,
  author: text,
  cover: image.nullable(),
  category: topic.nullable(),
  publishedAt: instant,
  languages: z.array(locale).min(1).describe("The article's languages: one or both."),
  minutes: z.partialRecord(locale, z.int()).describe('Reading time in minutes, per language.'),
})
export type ArticleCard = z.infer<typeof articleCard>

export const article = articleCard.extend({
  tags: z.array(topic),
  portrait: image.nullable().describe("The author's picture."),
  blocks: z.array(block),
  updatedAt: instant,
  related: z.array(articleCard).describe('Related articles, most similar first.'),
})
export type Article = z.infer<typeof article>

const countedTopic = topic.extend({ text, articleCount: z.int() })
const paging = { page: queryInteger(1, 10_000).default(1), perPage: queryInteger(1, 24).default(9) }

export const blog = {
  list: shopCall('GET /blog/articles', {
    description: 'A page of published articles, newest first; optionally of one category or tag.',
    isCached: true,
    input: z.object({ category: id.optional(), tag: id.optional(), ...paging }),
    output: z.object({ articles: z.array(articleCard), total: z.int(), page: z.int(), pages: z.int() }),
  }),
  topics: shopCall('GET /blog/topics', {
    description: 'Categories in order, and tags by use; only those with published articles.',
    isCached: true,
    input: z.object({}),
    output: z.object({ categories: z.array(countedTopic), tags: z.array(countedTopic.omit({ text: true })) }),
  }),
  // Not cached: an article may have blocks for some visitors only.
  article: shopCall('GET /blog/articles/:id', {
    description: 'One published article; `not_found` for drafts and for scheduled ones.',
    refusals: ['not_found'],
    input: z.object({ id }),
    output: article,
  }),
}

/** A whole article as staff write it; missing fields become empty. At least one language needs a title. */
export const articleDraft = z.strictObject({
  title: text.refine(isWritten),
  summary: text.default(noText),
  author: text.default(noText),
  portrait: image.nullable().default(null),
  cover: image.nullable().default(null),
  category: id.nullable().default(null),
  tags: z.array(id).max(12).default([]),
  blocks: z.array(block).max(100).default([]),
})
export type ArticleDraft = z.infer<typeof articleDraft>

export const articleStates = ['draft', 'scheduled', 'published'] as const
const ownArticle = z.object({
  id: z.string(),
  title: text,
  state: z.enum(articleStates),
  publishedAt: instant.nullable(),
  languages: z.array(locale),
})
export type OwnArticle = z.infer<typeof ownArticle>

/** `timeZone` is the shop's time zone. */
const articleList = z.object({ articles: z.array(ownArticle), timeZone: z.string() })
const articleReference = z.strictObject({ article: id })
/**
 * Calls of the staff API for articles. Calls that change an article return its new state. Publishing or withdrawing an
 * unknown article fails with `staff.unknown`.
 */
export const blogStaffCalls = {
  articles: staffCall('GET /blog', {
    right: 'content.write',
    place: 'shop',
    description: 'All articles: drafts first, then newest first.',
    input: z.strictObject({}),
    output: articleList,
  }),
  writeArticle: staffCall('POST /blog/:article', {
    right: 'content.write',
    place: 'shop',
    description: 'Creates an article as a draft, or replaces the one of that id.',
    input: articleDraft.extend({ article: id }),
    output: articleList,
  }),
  publishArticle: staffCall('POST /blog/:article/publish', {
    right: 'content.write',
    place: 'shop',
    description: "Publishes an article now or at a later time. A time without a zone is in the shop's time zone.",
    input: articleReference.extend({ at: z.iso.datetime({ offset: true, local: true }).optional() }),
    output: articleList,
  }),
  withdrawArticle: staffCall('POST /blog/:article/withdraw', {
    right: 'content.write',
    place: 'shop',
    description: 'Turns an article into a draft again; its address then responds with 404.',
    input: articleReference,
    output: articleList,
  }),
}
