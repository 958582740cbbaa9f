import { z } from 'zod'
import { staffCall } from '../call.ts'
import { layouts } from '../catalogue.ts'
import { id, image, noInput, text, typedName, typedText } from '../shapes.ts'

/** Calls of the staff API for categories, which form a tree. */

const version = z
  .string()
  .describe('Send this version with a change. The server refuses an older one with `staff.stale`.')
const typedVersion = z.string().max(40)

const categoryState = z.object({
  category: z.string(),
  name: text,
  parent: z.string().nullable(),
  isShown: z.boolean(),
  image: image.nullable(),
  products: z.int().describe('Number of products in the category, published or not.'),
})
/** A category, as its owner sees it. */
export type CategoryState = z.infer<typeof categoryState>
const categoryList = z.object({
  categories: z.array(categoryState),
  version: version.describe('The version of the order of all categories, which moves need.'),
})
/** All categories in the sequence that the owner chose. */
export type CategoryList = z.infer<typeof categoryList>

const categoryDetail = categoryState.extend({
  version,
  description: text,
  layout: z.enum(layouts),
  onlyHere: z.int().describe('How many of its products are in no other category.'),
  below: z.array(z.object({ category: z.string(), name: text })).describe('The categories directly below it.'),
})
/** A category with all data that the back office's pages about it show. */
export type CategoryDetail = z.infer<typeof categoryDetail>

const name = typedName(100)

export const categoryStaffCalls = {
  categories: staffCall('GET /categories', {
    right: 'catalogue.see',
    place: 'mine',
    description: "Every category in the owner's order.",
    input: noInput,
    output: categoryList,
  }),
  category: staffCall('GET /categories/:category', {
    right: 'catalogue.see',
    place: 'mine',
    description: 'One category. `not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({ category: id }),
    output: categoryDetail,
  }),
  addCategory: staffCall('POST /categories', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'categoryTree',
    description:
      'Adds a category as the last one below `parent`. `staff.name_taken` if a category beside it has the name, ' +
      '`staff.unknown`.',
    refusals: ['staff.name_taken', 'staff.unknown'],
    input: z.strictObject({ name, parent: id.nullable() }),
    output: categoryList.extend({ added: z.string() }),
  }),
  writeCategory: staffCall('POST /categories/:category', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'category',
    description:
      'Changes a category; missing fields stay. `staff.stale` if it has changed since `version`, `staff.name_taken` ' +
      'if a category beside it has the name, `picture.unknown`, `staff.unknown`.',
    refusals: ['staff.stale', 'staff.name_taken', 'picture.unknown', 'staff.unknown'],
    input: z.strictObject({
      category: id,
      version: typedVersion.optional().describe('Without a version, the change replaces any other one.'),
      name: name.optional(),
      isShown: z.boolean().optional(),
      description: typedText(1000).optional(),
      image: image.omit({ alt: true }).nullable().optional().describe('Its name describes it.'),
      layout: z.enum(layouts).optional(),
    }),
    output: categoryList,
  }),
  moveCategory: staffCall('POST /category-moves', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'categoryTree',
    description:
      'Moves a category with all below it. `staff.stale` if the order of the categories has changed since `version`, ' +
      '`staff.circle` if it would be below itself, `staff.unknown`.',
    refusals: ['staff.stale', 'staff.circle', 'staff.unknown'],
    input: z.strictObject({
      category: id,
      version: typedVersion,
      parent: id.nullable().describe('Null: the top of the tree.'),
      before: id.nullable().describe('The category below `parent` that follows it; null: it becomes the last one.'),
    }),
    output: categoryList,
  }),
  removeCategory: staffCall('POST /categories/:category/remove', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'category',
    description:
      'Removes a category. Its products go to `moveTo`, or stay only in their other categories. The categories below ' +
      'it take its place. `staff.stale` if it has changed since `version`, `staff.unknown`.',
    refusals: ['staff.stale', 'staff.unknown'],
    input: z.strictObject({ category: id, version: typedVersion, moveTo: id.nullable() }),
    output: z.object({ products: z.int().describe('How many products were in it.') }),
  }),
}
