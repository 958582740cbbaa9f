import { z } from 'zod'
import { noText } from './languages.ts'
import { id, image, instant, locale, text } from './shapes.ts'

/** Who sees a block, and when. A missing field sets no condition. */
const visibility = z.object({
  locales: z.array(locale).optional(),
  from: instant.optional().describe('Start of visibility, included; `until` is the end, excluded.'),
  until: instant.optional(),
  device: z
    .enum(['phone', 'desktop'])
    .optional()
    .describe('A phone is narrower than 768 px. The browser decides, so that the page does not shift.'),
  locations: z.array(z.string()).optional().describe('Ids of the stores that show the block.'),
})
export type Visibility = z.infer<typeof visibility>

const worded = { title: text, text }
/** The link's target, as in menus (`products/tea`, `page/about`); null for no link. */
const leading = { link: z.string().nullable(), linkText: text }
const ofAny = { id: z.string().max(100).optional(), show: visibility.optional() }

/**
 * A block of a page, a section or an article. All texts are plain and never rendered as HTML.
 * `storefront/pages/blocks/blocks.tsx` has the component for each kind.
 */
export const block = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('hero'), ...ofAny, ...worded, ...leading, image: image.nullable() }),
    z.object({ kind: z.literal('heading'), ...ofAny, text }),
    z.object({ kind: z.literal('paragraph'), ...ofAny, text }),
    z.object({ kind: z.literal('list'), ...ofAny, items: z.array(text) }),
    /** Numbered steps, in order. */
    z.object({ kind: z.literal('steps'), ...ofAny, items: z.array(text) }),
    /** A quotation or a hint; `by` may be empty. */
    z.object({ kind: z.literal('quote'), ...ofAny, text, by: text.default(noText) }),
    z.object({ kind: z.literal('image'), ...ofAny, image }),
    /** A picture beside text; on the left by default. */
    z.object({
      kind: z.literal('banner'),
      ...ofAny,
      ...worded,
      ...leading,
      image: image.nullable(),
      side: z.enum(['left', 'right']).optional(),
    }),
    /** Tiles of the top-level categories. */
    z.object({ kind: z.literal('categories'), ...ofAny, ...worded }),
    /**
     * A row of products. `ids` lists products in order. The row omits products that are no longer sold. `query` holds
     * parameters of `catalogue.list`: category, tag, clearance or sort.
     */
    z.object({
      kind: z.literal('products'),
      ...ofAny,
      title: text,
      text: text.default(noText),
      link: z.string().nullable().default(null),
      linkText: text.default(noText),
      ids: z.array(id).min(1).max(12).optional(),
      query: z.record(z.string(), z.string()).default({}),
    }),
    /** Group-buys that are open to join, soonest closing first. */
    z.object({ kind: z.literal('campaigns'), ...ofAny, ...worded, most: z.int().min(1).max(12).default(3) }),
    /** Public coupons of the shop; all of them if `codes` is empty. */
    z.object({ kind: z.literal('coupons'), ...ofAny, ...worded, codes: z.array(z.string()).default([]) }),
    /** The memberships for sale, with their benefits. */
    z.object({ kind: z.literal('membership'), ...ofAny, ...worded, ...leading }),
    /** The newest articles, optionally of one category or tag. */
    z.object({
      kind: z.literal('articles'),
      ...ofAny,
      ...worded,
      ...leading,
      category: id.optional(),
      tag: id.optional(),
      most: z.int().min(1).max(12).default(3),
    }),
    /**
     * A video. The browser loads nothing from the host until the visitor agrees. `video` is the video's id at the host,
     * or the path of the shop's own file.
     */
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
    /** Stores with address, map and hours; all selectable stores if `locations` is empty. */
    z.object({ kind: z.literal('places'), ...ofAny, ...worded, locations: z.array(z.string()).default([]) }),
    /**
     * A short highlighted text. Visitors can dismiss it if it is `dismissible` and in the section `notice`, which is on
     * every page.
     */
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
    /** One of the shop's forms, by name. */
    z.object({ kind: z.literal('form'), ...ofAny, form: z.string() }),
  ])
  .meta({ id: 'Block' })
export type Block = z.infer<typeof block>
/** A block as the owner writes it: fields with a default are optional. */
export type BlockInput = z.input<typeof block>
export type BlockKind = Block['kind']
export type BlockOf<Kind extends BlockKind> = Extract<Block, { kind: Kind }>
