import { z } from 'zod'
import { block } from '../blocks.ts'
import { staffCall } from '../call.ts'
import { form } from '../forms.ts'
import { perLocale } from '../languages.ts'
import { id, locale, oneLine, queryBoolean, queryInteger, text } from '../shapes.ts'

const stored = z.object({ stored: z.string() })

/** Parts of the shop whose texts the owner can change. */
export const wordingAreas = [
  'frame',
  'store',
  'checkout',
  'orders',
  'account',
  'benefits',
  'campaigns',
  'pages',
  'privacy',
] as const
export type WordingArea = (typeof wordingAreas)[number]

const wordingText = z.object({
  text: z.string().describe('The name of the text, which `staff.writeWording` takes.'),
  version: z.string().describe('Send this version with a change. The server refuses an older one with `staff.stale`.'),
  area: z.enum(wordingAreas),
  number: z
    .enum(['one', 'other'])
    .nullable()
    .describe('The plural form that the text is for: one, or any other number.'),
  languages: z.array(locale).describe('The languages that use the text. Chinese never uses the form `one`.'),
  builtIn: text,
  own: text.describe("The shop's own words; where they are empty, shoppers see the built-in ones."),
  placeholders: z.array(z.string()).describe('Names in braces, which the shop fills in: `{store}`.'),
})
/** A text of the storefront: its built-in wording, and the shop's own wording that replaces it. */
export type WordingText = z.infer<typeof wordingText>

/**
 * Calls of the staff API that write content. Calls for pages, sections and forms create an item, or replace the item
 * with the same name.
 */
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
    description:
      'Writes a form, with the recipient of its submissions. Without the right `messages.answer`, an empty `mailTo` ' +
      'keeps the recipient, and another one fails with `staff.no_right`.',
    refusals: ['staff.no_right'],
    input: form.omit({ name: true }).extend({
      form: id,
      mailTo: z.email().max(254).nullable().default(null),
      published: z.boolean().default(true),
    }),
    output: stored,
  }),
  wording: staffCall('GET /wording', {
    right: 'content.write',
    place: 'shop',
    description:
      "The texts of shoppers' pages, 50 at a time. `words` finds them by what shoppers read, in any language; whole " +
      'matches come first. `text` adds one text, whatever the search.',
    input: z.strictObject({
      words: z.string().trim().max(200).default(''),
      area: z.enum(wordingAreas).optional(),
      isChanged: queryBoolean.default(false).describe('Only texts with own words.'),
      page: queryInteger(1, 1000).default(1),
      text: id.optional(),
    }),
    output: z.object({
      texts: z.array(wordingText),
      found: z.int(),
      pages: z.int(),
      open: wordingText.nullable().describe('The text that `text` names.'),
      areas: z.array(z.object({ area: z.enum(wordingAreas), texts: z.int() })),
      changed: z.int().describe('Number of texts with own words in the whole shop.'),
    }),
  }),
  writeWording: staffCall('POST /wording/:text', {
    right: 'content.write',
    place: 'shop',
    record: 'text',
    description:
      "Writes the shop's own words for a text; empty ones bring the built-in words back. `shop.text_unknown` for a " +
      'placeholder that the shop cannot fill in, `shop.text_missing` for one that is left out, `staff.stale`, ' +
      '`not_found`.',
    refusals: ['shop.text_unknown', 'shop.text_missing', 'staff.stale', 'not_found'],
    input: z.strictObject({
      text: id,
      version: z.string().max(40),
      own: z.strictObject(perLocale(() => oneLine.trim().max(600))),
    }),
    output: wordingText,
  }),
}
