import { z } from 'zod'
import { block } from './blocks.ts'
import { specificationCall } from './call.ts'
import { formCalls } from './forms.ts'
import { id, text } from './shapes.ts'

export const page = z.object({ name: z.string(), title: text, blocks: z.array(block), updatedAt: z.string() })
export type Page = z.infer<typeof page>

/** A block in a section, such as the home page (`home`) or the notices on every page (`notice`). */
export const section = block.and(z.object({ id: z.string() }))
export type Section = z.infer<typeof section>

/** The types of sections that `content.sections` accepts, each with the place where pages show its blocks. */
export const sectionTypes = {
  home: 'the home page',
  notice: 'the line above every page',
} as const

/** The demonstration's forms. Owners create forms of their own. */
export const formExamples = {
  contact: 'asks the shop something',
  catering: 'asks for an offer',
  organiser: 'applies to run group-buys',
} as const

export const content = {
  ...formCalls,
  page: specificationCall('GET /common3/pageContent', {
    description:
      'One content page in both languages, with the blocks for this visitor now; `not_found` for an unknown ' + 'name.',
    refusals: ['not_found'],
    input: z.object({ pageName: id }),
    output: page,
  }),
  sections: specificationCall('GET /common3/sectionTemplateByType/:type', {
    description:
      'The blocks of a section type, `home` or `notice`, for this visitor now, in order; empty for unknown types. A ' +
      "block's `kind` determines its fields; the section above lists all kinds.",
    input: z.object({ type: id }),
    output: z.object({ sections: z.array(section) }),
  }),
}
