import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { readRows } from './product-list.ts'
import { findGroupTopics } from './products.ts'
import { changeSynonyms, readOwnerSynonyms } from './search/search-index.ts'
import { modifierGroups, modifiers, soldOut } from './tables.ts'

/** Removes categories, brands, tags and modifier groups, and all references to them. */

/**
 * Deletes modifier groups. Also removes their modifiers from the conditions of other groups and from the sold-out
 * marks.
 */
export async function deleteModifierGroups(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const gone = await ctx.db.select({ id: modifiers.id }).from(modifiers).where(inArray(modifiers.groupId, ids))
  await ctx.db.delete(modifierGroups).where(inArray(modifierGroups.id, ids))
  await forgetModifiers(
    ctx,
    gone.map(({ id }) => id),
  )
}

/**
 * Removes modifiers that no longer exist from the conditions of groups and from the sold-out marks. Removes a condition
 * if it is empty afterwards.
 */
export async function forgetModifiers(ctx: Context, gone: string[]): Promise<void> {
  if (gone.length === 0) return
  await ctx.db.delete(soldOut).where(and(eq(soldOut.kind, 'modifier'), inArray(soldOut.id, gone)))
  const { id, condition } = modifierGroups
  const conditional = await ctx.db.select({ id, condition }).from(modifierGroups).where(isNotNull(condition))
  for (const { id: group, condition } of conditional) {
    if (!condition?.modifiers.some((modifier) => gone.includes(modifier))) continue
    const left = { ...condition, modifiers: condition.modifiers.filter((modifier) => !gone.includes(modifier)) }
    const isAboutSomething = left.modifiers.length + (left.values ?? []).length > 0
    await ctx.db
      .update(modifierGroups)
      .set({ condition: isAboutSomething ? left : null })
      .where(eq(id, group))
    await publishCatalogueChange(ctx, await findGroupTopics(ctx, group))
  }
}

/** Removes the owner's search words of categories that no longer exist. */
export async function forgetWords(ctx: Context, gone: string[]): Promise<void> {
  const own = await readOwnerSynonyms(ctx)
  if (!gone.some((id) => own.categories[id]?.length)) return
  await changeSynonyms(ctx, ({ categories, groups }) => ({
    categories: Object.fromEntries(Object.entries(categories).filter(([id]) => !gone.includes(id))),
    groups,
  }))
}

/** The brands, categories, tags and modifier groups that an import or a pasted menu added. */
export interface AddedGroups {
  brands?: string[]
  categories: string[]
  tags: string[]
  modifierGroups?: string[]
}

/**
 * Deletes the groups of an undone import or menu. Keeps a group if a product, a child category, the condition of
 * another group or the undo of an import still needs it.
 */
export async function deleteUnused(
  ctx: Context,
  { brands = [], categories, tags, modifierGroups: groups = [] }: AddedGroups,
): Promise<void> {
  const noted = (field: string) => sql`(select jsonb_array_elements_text(n.before->'input'->${field})
    from imported_products n where n.before is not null)`
  await transact(ctx, async (ctx) => {
    if (brands.length > 0)
      await ctx.db.execute(sql`delete from brands b where b.id in ${brands}
        and not exists (select 1 from products p where p.brand_id = b.id)
        and not exists (select 1 from imported_products n where n.before->'input'->>'brandId' = b.id)`)
    if (tags.length > 0)
      await ctx.db.execute(sql`delete from tags t where t.id in ${tags} and t.id not in ${noted('tags')}
        and not exists (select 1 from product_tags p where p.tag_id = t.id)`)
    if (categories.length > 0) {
      const gone = await readRows<{ id: string }>(
        ctx,
        sql`delete from categories c where c.id in ${categories} and c.id not in ${noted('categories')}
          and not exists (select 1 from product_categories p where p.category_id = c.id)
          and not exists (select 1 from categories child where child.parent_id = c.id) returning c.id`,
      )
      await forgetWords(
        ctx,
        gone.map(({ id }) => id),
      )
    }
    // The condition of one group can name modifiers of a second group. The second group can be deleted only after the
    // first group, so the loop repeats until a pass deletes nothing.
    for (let left = groups.length; left > 0; ) {
      const unused = await readRows<{ id: string }>(
        ctx,
        sql`select g.id from modifier_groups g where g.id in ${groups} and g.id not in ${noted('modifierGroups')}
          and not exists (select 1 from product_modifier_groups p where p.group_id = g.id)
          and not exists (select 1 from modifier_groups other
            join modifiers m on m.group_id = g.id and other.condition->'modifiers' ? m.id where other.id <> g.id)`,
      )
      await deleteModifierGroups(
        ctx,
        unused.map(({ id }) => id),
      )
      left = unused.length
    }
    await publishCatalogueChange(ctx)
  })
}
