import { z } from 'zod'
import { staffCall } from '../call.ts'
import { maxPastedProducts } from '../constants.ts'
import { isWritten } from '../languages.ts'
import { taxClass, typedName, typedText } from '../shapes.ts'

/** Calls of the staff API for adding products from a menu that staff paste as text. */

const maxAmount = 100_000_000
const amount = z.int().min(0).max(maxAmount).describe('Minor units of the shop’s currency.')

const group = z.strictObject({
  name: typedName(60),
  min: z.int().min(0).max(1),
  max: z.int().min(1).max(100),
  choices: z
    .array(z.strictObject({ name: typedName(60), price: amount }))
    .min(1)
    .max(100),
})
const product = z.strictObject({
  name: typedName(120),
  description: typedText(4000),
  category: typedName(80).nullable().describe('The category with this name, or a new one.'),
  tags: z.array(typedName(60)).max(10).describe('The tags with these names, or new ones.'),
  sizes: z
    .array(z.strictObject({ name: typedText(60), price: amount }))
    .min(1)
    .max(20)
    .refine((sizes) => sizes.length === 1 || sizes.every(({ name }) => isWritten(name)))
    .describe('A single size may have no name.'),
  groups: z.array(z.int().min(0).max(19)).max(20).describe('The places of its groups in `groups`.'),
})

export const pastedProductStaffCalls = {
  findPasted: staffCall('POST /pasted-products/known', {
    right: 'catalogue.write',
    place: 'shop',
    isUnlogged: true,
    takesLongBody: true,
    description: 'For each name that a product has in a language, this product. Names are in lower case.',
    input: z.strictObject({ names: z.array(z.string().max(200)).max(maxPastedProducts * 2) }),
    output: z.object({ products: z.array(z.object({ name: z.string(), product: z.string() })) }),
  }),
  addPasted: staffCall('POST /pasted-products', {
    right: 'catalogue.write',
    place: 'shop',
    takesLongBody: true,
    description:
      'Adds the products of a menu, all or none, with their categories, tags and modifier groups. The same submission ' +
      'adds nothing twice. `staff.no_right` without the right to change prices, `request.key_reused` for the ' +
      'submission of another menu, or of a menu that was removed again.',
    refusals: ['staff.no_right', 'request.key_reused'],
    limit: { points: 60, seconds: 3600 },
    input: z.strictObject({
      submission: z.uuid().describe('A new one for each menu.'),
      isShown: z.boolean(),
      taxClass,
      sizeName: typedName(60).describe('The name of the option that sizes make.'),
      groups: z.array(group).max(20),
      products: z.array(product).min(1).max(maxPastedProducts),
    }),
    output: z.object({ paste: z.string(), products: z.array(z.string()) }),
  }),
  undoPasted: staffCall('POST /pasted-products/:paste/undo', {
    right: 'catalogue.write',
    place: 'shop',
    description:
      'Undoes what `staff.addPasted` added in the last seven days. Deletes products that shoppers have never seen, ' +
      'and archives others. Products that changed since stay. `not_found`, `staff.no_right`.',
    refusals: ['staff.no_right', 'not_found'],
    input: z.strictObject({ paste: z.uuid() }),
    output: z.object({ removed: z.int(), kept: z.int() }),
  }),
}
