import { z } from 'zod'
import { id, image, text } from './shapes.ts'

/** A block of a content page. `paragraph` and `heading` are plain text; nothing is ever rendered as HTML. */
export const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text }),
  z.object({ kind: z.literal('paragraph'), text }),
  z.object({ kind: z.literal('list'), items: z.array(text) }),
  z.object({ kind: z.literal('image'), image }),
])
export type Block = z.infer<typeof block>

export const page = z.object({ name: z.string(), title: text, blocks: z.array(block), updatedAt: z.string() })
export type Page = z.infer<typeof page>

/** A section of a kind (`home`, `notice` …): words, a picture, where it leads and what it features. */
export const section = z.object({
  id: z.string(),
  /** `hero`, `categories`, `products`, `banner`, `notice`. */
  kind: z.string(),
  title: text,
  text,
  link: z.string().nullable(),
  linkText: text,
  image: image.nullable(),
  /** A product query for `products` sections: the input of `catalogue.list`. */
  query: z.record(z.string(), z.string()),
})
export type Section = z.infer<typeof section>

export const content = {
  /** One content page in both languages; `not_found` for an unknown name. */
  page: { input: z.object({ pageName: id }), output: page },
  /** The published sections of a kind of place, such as `home`, in their order; unknown kinds are empty. */
  sections: { input: z.object({ type: id }), output: z.object({ sections: z.array(section) }) },
}
