import { z } from 'zod'
import { staffCall } from '../call.ts'
import { maxUploadBytes } from '../constants.ts'
import { image, instant, queryInteger, text, typedText } from '../shapes.ts'

/** Calls of the staff API for the library of stored pictures. */

/** The kinds of records that can show a picture. */
export const pictureUseKinds = [
  'product',
  'variant',
  'category',
  'brand',
  'campaign',
  'article',
  'page',
  'section',
  'shop',
] as const
export type PictureUseKind = (typeof pictureUseKinds)[number]

/**
 * The library's filters. `alt` finds pictures that lack an alternative text of their own in a language. `unused` finds
 * pictures that no record shows.
 */
export const pictureGaps = ['alt', 'unused'] as const

const use = z.object({
  kind: z.enum(pictureUseKinds),
  id: z.string().describe('A variant has the id of its product.'),
  name: text,
})
/** A record that shows a picture. */
export type PictureUse = z.infer<typeof use>

const libraryPicture = z.object({
  picture: z.string().describe('The last part of the address.'),
  image,
  fileName: z.string().describe('The name of the uploaded file; empty if unknown.'),
  addedAt: instant,
  bytes: z.int().describe('The size of its largest file.'),
  uses: z.array(use).describe('At most 20.'),
  usesCount: z.int(),
})
/** A picture of the library. */
export type LibraryPicture = z.infer<typeof libraryPicture>

const picture = z.string().regex(/^[0-9a-f]{32}$/)
const share = '(?:0|1|0?\\.\\d{1,8})'
const crop = z
  .string()
  .regex(new RegExp(`^${share},${share},${share},${share}$`))
  .refine((crop) => {
    const [left = 0, top = 0, width = 0, height = 0] = crop.split(',').map(Number)
    return width > 0 && height > 0 && left + width <= 1.000001 && top + height <= 1.000001
  })
  .describe('The part to keep: left, top, width and height, as shares of the upright picture. `0,0,1,1` is all of it.')

export const mediaStaffCalls = {
  pictures: staffCall('GET /pictures', {
    right: 'catalogue.see',
    place: 'mine',
    description:
      'Stored pictures, newest first, with what shows them. `find` finds them by a part of their text, of their file ' +
      'name or of the name of a product that shows them.',
    input: z.strictObject({
      find: z.string().trim().max(100).default(''),
      gap: z.enum(pictureGaps).optional(),
      after: z.string().max(400).default('').describe('`next` of the page before.'),
      limit: queryInteger(1, 50).default(50),
    }),
    output: z.object({
      pictures: z.array(libraryPicture),
      next: z.string().nullable().describe('Send it as `after` to load the next page.'),
      count: z.int().describe('How many pictures match, at most 10,001.'),
    }),
  }),
  addPicture: staffCall('POST /pictures', {
    right: 'catalogue.words',
    place: 'shop',
    description:
      'Stores a picture, or a part of it, in several sizes, upright and without metadata. `input.media_type`.',
    refusals: ['input.media_type'],
    takesFile: true,
    logsItself: true,
    limit: { points: 200, seconds: 3600 },
    input: z.strictObject({ file: z.file().max(maxUploadBytes), crop: crop.optional() }),
    output: image,
  }),
  cropPicture: staffCall('POST /pictures/:picture/crop', {
    right: 'catalogue.words',
    place: 'shop',
    description: 'Stores a part of a stored picture as a new picture. The old one stays. `not_found`.',
    refusals: ['not_found'],
    logsItself: true,
    limit: { points: 200, seconds: 3600 },
    input: z.strictObject({ picture, crop }),
    output: image,
  }),
  writePicture: staffCall('POST /pictures/:picture', {
    right: 'catalogue.write',
    place: 'shop',
    description:
      'Sets the alternative text of a picture, also in products, variants, categories and brands that show it. Those ' +
      'with a text of their own keep it. An empty text means the name of what shows it. `not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({ picture, alt: typedText(200) }),
    output: z.object({ records: z.int().describe('How many records have the new text.') }),
  }),
  removePicture: staffCall('POST /pictures/:picture/remove', {
    right: 'catalogue.write',
    place: 'shop',
    description:
      'Removes a picture that nothing shows from the library. Its files are deleted a day later, unless a product has ' +
      'shown it, because old orders may show it too. `picture.in_use`, `not_found`.',
    refusals: ['picture.in_use', 'not_found'],
    input: z.strictObject({ picture }),
    output: z.object({ picture: z.string() }),
  }),
  restorePicture: staffCall('POST /pictures/:picture/restore', {
    right: 'catalogue.write',
    place: 'shop',
    description: 'Puts a removed picture back into the library. `not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({ picture }),
    output: z.object({ picture: z.string() }),
  }),
}
