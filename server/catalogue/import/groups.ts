import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { layouts } from '#contract/catalogue.ts'
import { conditionKinds } from '#contract/conditions.ts'
import { maxGroupModifiers } from '#contract/constants.ts'
import { id, image, text } from '#contract/shapes.ts'
import { insertMissing } from '#server/catalogue/bulk-writes.ts'
import { readRows } from '#server/catalogue/product-list.ts'
import { brands, categories, modifierGroups, modifiers, tags } from '#server/catalogue/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { parseJson } from './own-columns.ts'

/** Definitions of brands, categories, tags and modifier groups in product files. */

const position = z.int().min(0).max(1_000_000)
const count = z.int().min(0).max(1000)
const definitions = z.strictObject({
  // A parent must come before its children. `defineGroups` ignores a later parent that the shop lacks.
  categories: z
    .array(
      z.strictObject({
        id,
        name: text,
        position,
        visible: z.boolean(),
        layout: z.enum(layouts),
        parentId: id.nullable(),
        description: text,
        image: image.nullable(),
      }),
    )
    .default([]),
  brands: z.array(z.strictObject({ id, name: text, story: text, image: image.nullable() })).default([]),
  tags: z.array(z.strictObject({ id, name: text, hidden: z.boolean() })).default([]),
  modifierGroups: z
    .array(
      z
        .strictObject({
          id,
          name: text,
          min: count,
          max: count,
          free: count,
          condition: z
            .strictObject({
              kind: z.enum(conditionKinds),
              modifiers: z.array(id).max(maxGroupModifiers),
              values: z
                .array(z.strictObject({ option: text, value: text }))
                .max(maxGroupModifiers)
                .optional(),
            })
            .refine(({ modifiers, values = [] }) => modifiers.length + values.length > 0)
            .nullable()
            .default(null),
          modifiers: z.array(
            z.strictObject({
              id,
              name: text,
              price: z.int().min(0).max(100_000_000),
              available: z.boolean(),
              preselected: z.boolean().default(false),
            }),
          ),
        })
        .refine(({ min, max }) => min <= max),
    )
    .default([]),
})
/** The file's definitions of the groups that a product needs, for shops that lack these groups. */
export type Definitions = z.output<typeof definitions>
export type GroupTable = keyof Definitions

/** The definitions of a cell: null if it is empty, undefined if it cannot be read. */
export function readDefinitions(cell: string): Definitions | null | undefined {
  if (cell === '') return null
  const parsed = definitions.safeParse(parseJson(cell))
  return parsed.success ? parsed.data : undefined
}

const tables = { categories, brands, tags, modifierGroups } as const
export const groupTables = ['categories', 'brands', 'tags', 'modifierGroups'] as const satisfies GroupTable[]

/** Returns, by kind, the given ids that exist in the shop. */
export async function existingGroups(
  ctx: Context,
  ids: Record<GroupTable, string[]>,
): Promise<Record<GroupTable, Set<string>>> {
  const find = async (kind: GroupTable) => {
    const rows = await readRows<{ id: string }>(
      ctx,
      sql`select t.id from json_array_elements_text(${JSON.stringify([...new Set(ids[kind])])}::json) as w(id)
        join ${tables[kind]} t on t.id = w.id`,
    )
    return new Set(rows.map((row) => row.id))
  }
  return {
    categories: await find('categories'),
    brands: await find('brands'),
    tags: await find('tags'),
    modifierGroups: await find('modifierGroups'),
  }
}

/**
 * Adds the groups that do not exist yet, and returns the ids of the new ones. A category becomes a top-level category
 * if its parent is neither in the shop nor earlier in the file.
 */
export async function defineGroups(ctx: Context, all: Definitions[]): Promise<Record<GroupTable, string[]>> {
  return transact(ctx, async (ctx) => {
    const definedGroups: Definitions = {
      categories: all.flatMap((one) => one.categories),
      brands: all.flatMap((one) => one.brands),
      tags: all.flatMap((one) => one.tags),
      modifierGroups: all.flatMap((one) => one.modifierGroups),
    }
    const parents = definedGroups.categories.flatMap(({ parentId }) => parentId ?? [])
    const existingParents =
      parents.length > 0
        ? await ctx.db.select({ id: categories.id }).from(categories).where(inArray(categories.id, parents))
        : []
    const knownIds = new Set(existingParents.map((row) => row.id))
    const withKnownParents = definedGroups.categories.map((category) => {
      // Ignores a parent that is neither in the shop nor earlier in the file. A parent that comes later in the file
      // could itself be a child of this category, so that the two would form a circle.
      const parentId =
        category.parentId !== category.id && knownIds.has(category.parentId ?? '') ? category.parentId : null
      knownIds.add(category.id)
      return { ...category, parentId }
    })
    const groups = definedGroups.modifierGroups
    const newIds = {
      categories: await insertMissing(ctx, categories, withKnownParents),
      brands: await insertMissing(ctx, brands, definedGroups.brands),
      tags: await insertMissing(ctx, tags, definedGroups.tags),
      modifierGroups: await insertMissing(
        ctx,
        modifierGroups,
        groups.map(({ modifiers: _, ...group }) => group),
      ),
    }
    const newModifierGroups = new Set(newIds.modifierGroups)
    const newModifiers = groups
      .filter((group) => newModifierGroups.has(group.id))
      .flatMap((group) => group.modifiers.map((one, position) => ({ ...one, groupId: group.id, position })))
    await insertMissing(ctx, modifiers, newModifiers)
    if (Object.values(newIds).some((ids) => ids.length > 0)) await publishCatalogueChange(ctx)
    return newIds
  })
}
