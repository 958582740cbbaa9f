import { z } from 'zod'
import { staffCall } from '../call.ts'
import { id, image, noInput, text, typedName, typedText } from '../shapes.ts'

/** Calls of the staff API for brands and tags. */

const version = z
  .string()
  .describe('Send this version with a change. The server refuses an older one with `staff.stale`.')
const typedVersion = z.string().max(40)

const brand = z.object({
  brand: z.string(),
  version,
  name: text,
  story: text,
  image: image.nullable(),
  products: z.int().describe('How many products have the brand, published or not.'),
})
/** A brand in the back office. */
export type OfficeBrand = z.infer<typeof brand>
const brandList = z.object({ brands: z.array(brand) })

const tag = z.object({
  tag: z.string(),
  version,
  name: text,
  isHidden: z.boolean().describe('Shoppers do not see the tag.'),
  products: z.int().describe('How many products have the tag, published or not.'),
})
/** A tag in the back office. */
export type OfficeTag = z.infer<typeof tag>
const tagList = z.object({ tags: z.array(tag) })

const brandName = typedName(80)
const tagName = typedName(60)

export const labelStaffCalls = {
  brands: staffCall('GET /brands', {
    right: 'catalogue.see',
    place: 'mine',
    description: 'All brands, by name.',
    input: noInput,
    output: brandList,
  }),
  addBrand: staffCall('POST /brands', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'brand',
    description: 'Adds a brand. `staff.name_taken`.',
    refusals: ['staff.name_taken'],
    input: z.strictObject({ name: brandName }),
    output: brandList.extend({ added: z.string() }),
  }),
  writeBrand: staffCall('POST /brands/:brand', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'brand',
    description:
      'Changes a brand. `staff.stale` if it has changed since `version`, `staff.name_taken`, `picture.unknown`, ' +
      '`not_found`.',
    refusals: ['staff.stale', 'staff.name_taken', 'picture.unknown', 'not_found'],
    input: z.strictObject({
      brand: id,
      version: typedVersion,
      name: brandName,
      story: typedText(1000),
      image: image.omit({ alt: true }).nullable().describe('Its name describes it.'),
    }),
    output: brandList,
  }),
  removeBrand: staffCall('POST /brands/:brand/remove', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'brand',
    description:
      'Removes a brand. Its products get the brand `into`, or none. `staff.stale` if it has changed since `version`, ' +
      '`not_found`.',
    refusals: ['staff.stale', 'not_found'],
    input: z.strictObject({ brand: id, version: typedVersion, into: id.nullable() }),
    output: z.object({ products: z.int().describe('How many products had it.') }),
  }),
  tags: staffCall('GET /tags', {
    right: 'catalogue.see',
    place: 'mine',
    description: 'All tags, by name.',
    input: noInput,
    output: tagList,
  }),
  addTag: staffCall('POST /tags', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'tag',
    description: 'Adds a tag. `staff.name_taken`.',
    refusals: ['staff.name_taken'],
    input: z.strictObject({ name: tagName }),
    output: tagList.extend({ added: z.string() }),
  }),
  writeTag: staffCall('POST /tags/:tag', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'tag',
    description: 'Changes a tag. `staff.stale` if it has changed since `version`, `staff.name_taken`, `not_found`.',
    refusals: ['staff.stale', 'staff.name_taken', 'not_found'],
    input: z.strictObject({ tag: id, version: typedVersion, name: tagName, isHidden: z.boolean() }),
    output: tagList,
  }),
  removeTag: staffCall('POST /tags/:tag/remove', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'tag',
    description:
      'Removes a tag. Its products get the tag `into`, or lose it. `staff.stale` if it has changed since `version`, ' +
      '`not_found`.',
    refusals: ['staff.stale', 'not_found'],
    input: z.strictObject({ tag: id, version: typedVersion, into: id.nullable() }),
    output: z.object({ products: z.int().describe('How many products had it.') }),
  }),
}
