import { z } from 'zod'
import { block } from './blocks.ts'
import { formCalls } from './forms.ts'
import { id, text } from './shapes.ts'

export const page = z.object({ name: z.string(), title: text, blocks: z.array(block), updatedAt: z.string() })
export type Page = z.infer<typeof page>

/** A block of a place such as the home page (`home`) or the notices of every page (`notice`). */
export const section = block.and(z.object({ id: z.string() }))
export type Section = z.infer<typeof section>

export const content = {
  ...formCalls,
  /** One content page in both languages, with the blocks that this visitor is to see now; `not_found` for an unknown name. */
  page: { input: z.object({ pageName: id }), output: page },
  /** The blocks of a kind of place that this visitor is to see now, in their order; unknown kinds are empty. */
  sections: { input: z.object({ type: id }), output: z.object({ sections: z.array(section) }) },
}
