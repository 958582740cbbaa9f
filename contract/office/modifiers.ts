import { z } from 'zod'
import { staffCall } from '../call.ts'
import { conditionKinds } from '../conditions.ts'
import { maxGroupModifiers } from '../constants.ts'
import { id, noInput, text, typedName } from '../shapes.ts'

/** Calls of the staff API for modifier groups, which products share. */

const condition = z.object({
  kind: z.enum(conditionKinds),
  modifiers: z.array(z.string()),
  values: z
    .array(z.object({ option: text, value: text }))
    .optional()
    .describe('Values of options. A product’s value is one of these if both names are equal in a language.'),
})
const modifier = z.object({
  id: z.string(),
  name: text,
  price: z.int().describe('Minor units of the shop’s currency.'),
  isPreselected: z.boolean().describe('Chosen until the shopper chooses another one.'),
})
const group = z.object({
  group: z.string(),
  version: z.string().describe('Send this version with a change. The server refuses an older one with `staff.stale`.'),
  name: text,
  min: z.int().describe('How many pieces the shopper must choose.'),
  max: z.int(),
  free: z.int().describe('How many of the most expensive pieces cost nothing.'),
  condition: condition.nullable().describe('When products offer the group; null: always.'),
  modifiers: z.array(modifier),
  products: z.int().describe('How many products offer the group, except archived ones.'),
})
/** A modifier group in the back office. */
export type OfficeModifierGroup = z.infer<typeof group>

const groupDetail = group.extend({
  currency: z.string(),
  usedIn: z
    .array(z.object({ product: z.string(), name: text }))
    .describe('The first 200 products that offer the group, by name.'),
  dependents: z.array(z.object({ group: z.string(), name: text })).describe('Groups whose condition names a choice.'),
  others: z
    .array(z.object({ group: z.string(), name: text, modifiers: z.array(modifier.pick({ id: true, name: true })) }))
    .describe('The other groups, on whose choices the group can depend.'),
})
/** A modifier group with all data that the back office's page about it shows. */
export type OfficeModifierGroupDetail = z.infer<typeof groupDetail>

const optionNames = z.array(z.object({ option: text, values: z.array(text) }))
/** The options of products, each with the names of its values. */
export type OptionNames = z.infer<typeof optionNames>

const count = z.int().min(0).max(20)
/** The name of an option or of a value, exactly as it is stored in the product. */
const givenName = typedName(200)

export const modifierStaffCalls = {
  modifierGroups: staffCall('GET /modifier-groups', {
    right: 'catalogue.see',
    place: 'mine',
    description: 'All modifier groups, by name.',
    input: noInput,
    output: z.object({ groups: z.array(group), currency: z.string() }),
  }),
  modifierGroup: staffCall('GET /modifier-groups/:group', {
    right: 'catalogue.see',
    place: 'mine',
    description: 'One modifier group, with the products that offer it. `not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({ group: id }),
    output: groupDetail,
  }),
  optionNames: staffCall('GET /modifier-groups/:group/option-names', {
    right: 'catalogue.see',
    place: 'mine',
    description:
      'Options and values of the products that offer the group, most used first; those of all products if none has ' +
      'any, or for the group `new`. At most 40 options with 40 values.',
    input: z.strictObject({ group: id }),
    output: z.object({ options: optionNames }),
  }),
  writeModifierGroup: staffCall('POST /modifier-groups/:group', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'modifierGroup',
    description:
      'Adds a modifier group with the id `new`, or replaces one. `staff.stale` if it has changed since `version`, ' +
      '`staff.no_right` if prices change and the caller has no right to change prices, `staff.circle` if the group ' +
      'would depend on itself, `staff.alike_in` if two choices have the same name, `not_found`.',
    refusals: ['staff.stale', 'staff.no_right', 'staff.circle', 'staff.alike_in', 'not_found'],
    input: z.strictObject({
      group: id,
      version: z.string().max(40),
      name: typedName(80),
      min: count,
      max: count.min(1),
      free: count,
      condition: z
        .strictObject({
          kind: z.enum(conditionKinds),
          modifiers: z.array(id).max(maxGroupModifiers),
          values: z
            .array(z.strictObject({ option: givenName, value: givenName }))
            .max(maxGroupModifiers)
            .default([]),
        })
        .refine(({ modifiers, values }) => modifiers.length + values.length > 0)
        .nullable(),
      modifiers: z
        .array(
          z.strictObject({
            id: z.string().max(100).describe('Empty: a new choice.'),
            name: typedName(80),
            price: z.int().min(0).max(10_000_000),
            isPreselected: z.boolean(),
          }),
        )
        .min(1)
        .max(maxGroupModifiers),
    }),
    output: groupDetail,
  }),
  removeModifierGroup: staffCall('POST /modifier-groups/:group/remove', {
    right: 'catalogue.write',
    place: 'shop',
    record: 'modifierGroup',
    description:
      'Removes a modifier group with its choices from the shop and from all products. Carts with such a choice cannot ' +
      'be ordered until it is removed. `staff.stale` if it has changed since `version`, `not_found`.',
    refusals: ['staff.stale', 'not_found'],
    input: z.strictObject({ group: id, version: z.string().max(40) }),
    output: z.object({ products: z.int().describe('How many products offered it.') }),
  }),
}
