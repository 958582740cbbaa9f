import { z } from 'zod'
import { block } from '../blocks.ts'
import { staffCall } from '../call.ts'
import { form } from '../forms.ts'
import { id, text } from '../shapes.ts'

const stored = z.object({ stored: z.string() })

/** Staff calls that write content: each creates an item, or replaces the one of that name. */
export const contentStaffCalls = {
  writePage: staffCall('POST /content/pages/:page', {
    right: 'content.write',
    place: 'shop',
    description: 'Writes a page at `/{page}`.',
    input: z.strictObject({
      page: id,
      title: text,
      blocks: z.array(block).max(100),
      published: z.boolean().default(true),
    }),
    output: stored,
  }),
  writeSection: staffCall('POST /content/sections/:section', {
    right: 'content.write',
    place: 'shop',
    description: 'Writes a block of a place: `home`, `notice`. Shoppers do not see an unpublished one.',
    input: z.strictObject({
      section: id,
      type: id,
      position: z.int().min(0).max(1000),
      published: z.boolean().default(true),
      block,
    }),
    output: stored,
  }),
  writeForm: staffCall('POST /content/forms/:form', {
    right: 'content.write',
    place: 'shop',
    description: 'Writes a form, with the recipients of its answers.',
    input: form.omit({ name: true }).extend({
      form: id,
      mailTo: z.email().max(254).nullable().default(null),
      published: z.boolean().default(true),
    }),
    output: stored,
  }),
}
