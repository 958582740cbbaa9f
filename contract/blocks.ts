import { z } from 'zod'
import { id, image, instant, locale, text } from './shapes.ts'

/** For whom and when a block is there; what is not said holds for all. */
const visibility = z.object({
  locales: z.array(locale).optional(),
  from: instant.optional().describe('From this instant (included) until that one (excluded).'),
  until: instant.optional(),
  device: z
    .enum(['phone', 'desktop'])
    .optional()
    .describe('A phone is narrower than 768 px; the browser decides, so that nothing jumps.'),
  locations: z.array(z.string()).optional().describe('Ids of the stores at which it is shown.'),
})
export type Visibility = z.infer<typeof visibility>

const untold = { en: '', zh: '' }
const worded = { title: text, text }
/** Where it leads, as in menus (`products/tea`, `page/about`); null: nowhere. */
const leading = { link: z.string().nullable(), linkText: text }
const ofAny = { id: z.string().max(100).optional(), show: visibility.optional() }

/**
 * Table of the kinds of blocks that pages, places and articles are made of. Every text is plain; nothing is ever rendered as
 * HTML. Each kind is shown by its row in `storefront/pages/blocks/blocks.tsx`.
 */
export const block = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('hero'), ...ofAny, ...worded, ...leading, image: image.nullable() }),
    z.object({ kind: z.literal('heading'), ...ofAny, text }),
    z.object({ kind: z.literal('paragraph'), ...ofAny, text }),
    z.object({ kind: z.literal('list'), ...ofAny, items: z.array(text) }),
    /** What is done one after the other, numbered. */
    z.object({ kind: z.literal('steps'), ...ofAny, items: z.array(text) }),
    /** Somebody's words, or a hint; `by` may be empty. */
    z.object({ kind: z.literal('quote'), ...ofAny, text, by: text.default(untold) }),
    z.object({ kind: z.literal('image'), ...ofAny, image }),
    /** A picture beside words; the picture on the left unless said otherwise. */
    z.object({
      kind: z.literal('banner'),
      ...ofAny,
      ...worded,
      ...leading,
      image: image.nullable(),
      side: z.enum(['left', 'right']).optional(),
    }),
    /** Tiles of the categories that have no parent. */
    z.object({ kind: z.literal('categories'), ...ofAny, ...worded }),
    /**
     * A row of products. `ids`: these products in this order; the row leaves out those that are no longer sold. `query`: what
     * `catalogue.list` answers to it, by category, tag, clearance or sort.
     */
    z.object({
      kind: z.literal('products'),
      ...ofAny,
      title: text,
      text: text.default(untold),
      link: z.string().nullable().default(null),
      linkText: text.default(untold),
      ids: z.array(id).min(1).max(12).optional(),
      query: z.record(z.string(), z.string()).default({}),
    }),
    /** Group-buys that can be joined, the one that closes next first. */
    z.object({ kind: z.literal('campaigns'), ...ofAny, ...worded, most: z.int().min(1).max(12).default(3) }),
    /** Coupons that the shop shows to everybody; none named: all of them. */
    z.object({ kind: z.literal('coupons'), ...ofAny, ...worded, codes: z.array(z.string()).default([]) }),
    /** The memberships on sale, and what they bring. */
    z.object({ kind: z.literal('membership'), ...ofAny, ...worded, ...leading }),
    /** What was written last, of a category or with a tag if one is named. */
    z.object({
      kind: z.literal('articles'),
      ...ofAny,
      ...worded,
      ...leading,
      category: id.optional(),
      tag: id.optional(),
      most: z.int().min(1).max(12).default(3),
    }),
    /** Nothing is asked of the host before the visitor agreed to it. `video` is its id there, or the path of an own file. */
    z.object({
      kind: z.literal('video'),
      ...ofAny,
      ...worded,
      host: z.enum(['youtube', 'vimeo', 'bilibili', 'file']),
      video: z
        .string()
        .max(200)
        .regex(/^[\w./-]+$/),
      image: image.nullable(),
    }),
    /** Stores with address, map and hours; none named: all that can be chosen. */
    z.object({ kind: z.literal('places'), ...ofAny, ...worded, locations: z.array(z.string()).default([]) }),
    /** A few words that stand out. In the notices of every page (`notice`), `dismissible` ones can be put away. */
    z.object({
      kind: z.literal('notice'),
      ...ofAny,
      ...worded,
      ...leading,
      tone: z.enum(['news', 'warning']).default('news'),
      dismissible: z.boolean().default(false),
    }),
    z.object({
      kind: z.literal('faq'),
      ...ofAny,
      title: text,
      items: z.array(z.object({ question: text, answer: text })),
    }),
    z.object({ kind: z.literal('gallery'), ...ofAny, title: text, images: z.array(image) }),
    /** A form of the shop, by its name. */
    z.object({ kind: z.literal('form'), ...ofAny, form: z.string() }),
  ])
  .meta({ id: 'Block' })
export type Block = z.infer<typeof block>
/** A block as the owner writes it: what has a default may be left out. */
export type BlockInput = z.input<typeof block>
export type BlockKind = Block['kind']
export type BlockOf<Kind extends BlockKind> = Extract<Block, { kind: Kind }>
