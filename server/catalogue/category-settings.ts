import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CategoryDetail, CategoryList, categoryStaffCalls } from '#contract/office/categories.ts'
import type { Text } from '#contract/shapes.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { forgetWords } from './group-removal.ts'
import {
  insertCategory,
  lockProductsWhere,
  putCategory,
  requireFreeName,
  resolvePicture,
  touchAndReindex,
  versionOf,
} from './group-writes.ts'
import { readRows } from './product-list.ts'
import { changedFields } from './product-note.ts'
import { categories as categoryRows, productCategories } from './tables.ts'

/** Categories in the back office. */

type Input<Name extends keyof typeof categoryStaffCalls> = z.output<(typeof categoryStaffCalls)[Name]['input']>
type Row = typeof categoryRows.$inferSelect

/** Lists all categories in the sequence that the owner chose. */
export async function categories(ctx: Context): Promise<CategoryList> {
  const rows = await ctx.db
    .select({
      category: categoryRows.id,
      name: categoryRows.name,
      parent: categoryRows.parentId,
      isShown: categoryRows.visible,
      image: categoryRows.image,
      products: ctx.db.$count(productCategories, eq(productCategories.categoryId, categoryRows.id)),
    })
    .from(categoryRows)
    .orderBy(asc(categoryRows.position), asc(categoryRows.id))
  return { categories: rows, version: orderVersion(rows.map(({ category, parent }) => [category, parent])) }
}

/**
 * Returns a category with what its removal would affect: the number of its products, the number of products that are in
 * no other category, and its child categories. Fails with `not_found` for an unknown category.
 */
export async function category(ctx: Context, { category: id }: Input<'category'>): Promise<CategoryDetail> {
  const [{ categories: all }, [row], [countRow]] = await Promise.all([
    categories(ctx),
    ctx.db.select().from(categoryRows).where(eq(categoryRows.id, id)),
    readRows<{ products: number }>(
      ctx,
      sql`select count(*)::int as products from product_categories c where c.category_id = ${id}
      and not exists (select 1 from product_categories o where o.product_id = c.product_id and o.category_id <> ${id})`,
    ),
  ])
  const found = all.find(({ category }) => category === id)
  if (!found || !row) fail('not_found')
  return {
    ...found,
    version: rowVersion(row),
    description: row.description,
    layout: row.layout,
    onlyHere: countRow?.products ?? 0,
    below: all.filter(({ parent }) => parent === id).map(({ category, name }) => ({ category, name })),
  }
}

/**
 * Adds a category as the last one below its parent. Fails with `staff.name_taken` if another child of this parent has
 * the same name, and with `staff.unknown` for an unknown parent.
 */
export function addCategory(
  ctx: Context,
  { name, parent }: Input<'addCategory'>,
): Promise<CategoryList & { added: string }> {
  return transact(ctx, async (ctx) => {
    const rows = await lockTree(ctx)
    if (parent !== null) requireCategory(rows, parent)
    requireFreeName(
      name,
      rows.filter(({ parentId }) => parentId === parent),
    )
    const added = await insertCategory(ctx, name, parent)
    ctx.staff?.note({ subject: added, after: { name, parent: nameOf(rows, parent) } })
    return { ...(await categories(ctx)), added }
  })
}

/**
 * Changes a category; missing values stay as they are. Fails with `staff.stale` if it has changed since `version`, with
 * `staff.name_taken` if another child of its parent has the same name, and with `staff.unknown` for an unknown
 * category.
 */
export async function writeCategory(ctx: Context, input: Input<'writeCategory'>): Promise<CategoryList> {
  const { category: id, version, name, isShown, description, image, layout } = input
  await transact(ctx, async (ctx) => {
    const rows = await lockTree(ctx)
    const before = requireCategory(rows, id)
    if (version !== undefined && version !== rowVersion(before)) fail('staff.stale')
    if (name) {
      requireFreeName(
        name,
        rows.filter((other) => other.parentId === before.parentId && other !== before),
      )
    }
    const newName = name ?? before.name
    const after: Row = {
      ...before,
      name: newName,
      visible: isShown ?? before.visible,
      description: description ?? before.description,
      layout: layout ?? before.layout,
      image: await resolvePicture(ctx, image === undefined ? before.image : image, {
        name: newName,
        stored: before.image,
      }),
    }
    await putCategory(ctx, after)
    ctx.staff?.note({ subject: id, ...changedFields(toLogEntry(before), toLogEntry(after)) })
  })
  return categories(ctx)
}

/**
 * Moves a category together with its descendants. Fails with `staff.stale` if the sequence of categories has changed
 * since `version`, with `staff.circle` if the category would end up below itself, and with `staff.unknown` for an
 * unknown category.
 */
export function moveCategory(
  ctx: Context,
  { category: id, version, parent, before }: Input<'moveCategory'>,
): Promise<CategoryList> {
  return transact(ctx, async (ctx) => {
    const rows = await lockTree(ctx)
    if (version !== orderVersion(rows.map(({ id, parentId }) => [id, parentId]))) fail('staff.stale')
    const moved = requireCategory(rows, id)
    for (let above = parent; above !== null; above = requireCategory(rows, above).parentId) {
      if (above === id) fail('staff.circle', undefined, 'parent')
    }
    const siblings = rows.filter((row) => row.parentId === parent && row !== moved)
    const index = before === null ? siblings.length : siblings.indexOf(requireCategory(siblings, before))
    const oldIndex = rows.filter((row) => row.parentId === moved.parentId).indexOf(moved)
    await arrange(ctx, [...siblings.slice(0, index), moved, ...siblings.slice(index)], parent)
    await publishCatalogueChange(ctx)
    ctx.staff?.note({
      subject: id,
      before: { name: moved.name, parent: nameOf(rows, moved.parentId), position: oldIndex + 1 },
      after: { name: moved.name, parent: nameOf(rows, parent), position: index + 1 },
    })
    return categories(ctx)
  })
}

/**
 * Removes a category. Its products move to the category `moveTo`. If `moveTo` is null, they keep only their other
 * categories. The children of the removed category move up to its place. Fails with `staff.stale` if the category has
 * changed since `version`, and with `staff.unknown` for an unknown category.
 */
export function removeCategory(
  ctx: Context,
  { category: id, version, moveTo }: Input<'removeCategory'>,
): Promise<{ products: number }> {
  return transact(ctx, async (ctx) => {
    const rows = await lockTree(ctx)
    const before = requireCategory(rows, id)
    if (rowVersion(before) !== version) fail('staff.stale')
    const others = rows.filter((row) => row !== before)
    const target = moveTo === null ? null : requireCategory(others, moveTo)
    const ids = await lockProductsWhere(
      ctx,
      sql`p.id in (select product_id from product_categories where category_id = ${id})`,
    )
    if (target) {
      await ctx.db.execute(sql`insert into product_categories (product_id, category_id, position, product_position)
        select product_id, ${target.id}, position, product_position from product_categories where category_id = ${id}
        on conflict do nothing`)
    }
    const siblings = rows.filter(({ parentId }) => parentId === before.parentId)
    const children = rows.filter(({ parentId }) => parentId === id)
    const index = siblings.indexOf(before)
    await arrange(ctx, [...siblings.slice(0, index), ...children, ...siblings.slice(index + 1)], before.parentId)
    await ctx.db.delete(categoryRows).where(eq(categoryRows.id, id))
    await forgetWords(ctx, [id])
    await touchAndReindex(ctx, ids)
    await publishCatalogueChange(ctx)
    ctx.staff?.note({
      subject: id,
      before: { ...toLogEntry(before), parent: nameOf(rows, before.parentId) },
      after: { products: ids.length, moveTo: target?.name ?? null },
    })
    return { products: ids.length }
  })
}

/**
 * Locks all categories until the transaction ends, so that changes of their sequence run one after the other. Returns
 * the categories in this sequence.
 */
async function lockTree(ctx: Context): Promise<Row[]> {
  await lockNames(ctx, ['categories'])
  return ctx.db
    .select()
    .from(categoryRows)
    .orderBy(asc(categoryRows.position), asc(categoryRows.id))
    .for('no key update')
}

function requireCategory(rows: Row[], id: string): Row {
  return (
    rows.find((row) => row.id === id) ??
    fail('staff.unknown', { what: bilingualText('staff.a_category', { name: id }) })
  )
}

/** Puts categories below a parent in this order. */
async function arrange(ctx: Context, rows: Row[], parent: string | null) {
  const positions = JSON.stringify(rows.map(({ id }, position) => ({ id, position })))
  await ctx.db.execute(sql`update categories c set parent_id = ${parent}, position = w.position
    from json_to_recordset(${positions}::json) as w(id text, position int) where c.id = w.id`)
}

const orderVersion = (order: [id: string, parent: string | null][]) => versionOf(order)

const rowVersion = ({ name, description, image, visible, layout }: Row) =>
  versionOf([name, description, image, visible, layout])

const nameOf = (rows: Row[], id: string | null): Text | null => rows.find((row) => row.id === id)?.name ?? null

/** A category as the activity log shows it. */
const toLogEntry = ({ name, description, image, visible, layout }: Row) => ({
  name,
  description,
  isShown: visible,
  layout,
  image: image?.src ?? null,
})
