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

const withText = { title: text, text }
/** Fields of a block that may have a link. `link` is written as in menus (`products/tea`); null if there is no link. */
const withLink = { link: z.string().nullable(), linkText: text }
const commonFields = { id: z.string().max(100).optional(), show: visibility.optional() }

/**
 * A block of a page, a section or an article. All texts are plain and never rendered as HTML.
 * `storefront/pages/blocks/blocks.tsx` has the component for each kind.
 */
export const block = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('hero'), ...commonFields, ...withText, ...withLink, image: image.nullable() }),
    z.object({ kind: z.literal('heading'), ...commonFields, text }),
    z.object({ kind: z.literal('paragraph'), ...commonFields, text }),
    z.object({ kind: z.literal('list'), ...commonFields, items: z.array(text) }),
    /** Numbered steps, in order. */
    z.object({ kind: z.literal('steps'), ...commonFields, items: z.array(text) }),
    /** A quotation or a hint; `by` may be empty. */
    z.object({ kind: z.literal('quote'), ...commonFields, text, by: text.default(noText) }),
    z.object({ kind: z.literal('image'), ...commonFields, image }),
    /** A picture beside text; on the left by default. */
    z.object({
      kind: z.literal('banner'),
      ...commonFields,
      ...withText,
      ...withLink,
      image: image.nullable(),
      side: z.enum(['left', 'right']).optional(),
    }),
    /** Tiles of the top-level categories. */
    z.object({ kind: z.literal('categories'), ...commonFields, ...withText }),
    /**
     * A row of products. `ids` lists products in order. The row omits products that are no longer sold. `query` holds
     * parameters of `catalogue.list`: category, tag, clearance or sort.
     */
    z.object({
      kind: z.literal('products'),
      ...commonFields,
      title: text,
      text: text.default(noText),
      link: z.string().nullable().default(null),
      linkText: text.default(noText),
      ids: z.array(id).min(1).max(12).optional(),
      query: z.record(z.string(), z.string()).default({}),
    }),
    /** Group-buys that are open to join, soonest closing first. */
    z.object({ kind: z.literal('campaigns'), ...commonFields, ...withText, most: z.int().min(1).max(12).default(3) }),
    /** Public coupons of the shop; all of them if `codes` is empty. */
    z.object({ kind: z.literal('coupons'), ...commonFields, ...withText, codes: z.array(z.string()).default([]) }),
    /** The memberships for sale, with their benefits. */
    z.object({ kind: z.literal('membership'), ...commonFields, ...withText, ...withLink }),
    /** The newest articles, optionally of one category or tag. */
    z.object({
      kind: z.literal('articles'),
      ...commonFields,
      ...withText,
      ...withLink,
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
      ...commonFields,
      ...withText,
      host: z.enum(['youtube', 'vimeo', 'bilibili', 'file']),
      video: z
        .string()
        .max(200)
        .regex(/^[\w./-]+$/),
      image: image.nullable(),
    }),
    /** Stores with address, map and hours; all selectable stores if `locations` is empty. */
    z.object({ kind: z.literal('places'), ...commonFields, ...withText, locations: z.array(z.string()).default([]) }),
    /**
     * A short highlighted text. Visitors can dismiss it if it is `dismissible` and in the section `notice`, which is on
     * every page.
     */
    z.object({
      kind: z.literal('notice'),
      ...commonFields,
      ...withText,
      ...withLink,
      tone: z.enum(['news', 'warning']).default('news'),
      dismissible: z.boolean().default(false),
    }),
    z.object({
      kind: z.literal('faq'),
      ...commonFields,
      title: text,
      items: z.array(z.object({ question: text, answer: text })),
    }),
    z.object({ kind: z.literal('gallery'), ...commonFields, title: text, images: z.array(image) }),
    /** One of the shop's forms, by name. */
    z.object({ kind: z.literal('form'), ...commonFields, form: z.string() }),
  ])
  .meta({ id: 'Block' })
export type Block = z.infer<typeof block>
/** A block as the owner writes it: fields with a default are optional. */
export type BlockInput = z.input<typeof block>
export type BlockKind = Block['kind']
export type BlockOf<Kind extends BlockKind> = Extract<Block, { kind: Kind }>
