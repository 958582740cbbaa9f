import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { labelStaffCalls, OfficeBrand, OfficeTag } from '#contract/office/labels.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import {
  findFreeId,
  lockProductsWhere,
  putBrand,
  putTag,
  requireFreeName,
  resolvePicture,
  touchAndReindex,
  versionOf,
} from './group-writes.ts'
import { changedFields } from './product-note.ts'
import { brands as brandRows, nameOrder, products, productTags, tags as tagRows } from './tables.ts'

/** Brands and tags in the back office. */

type Input<Name extends keyof typeof labelStaffCalls> = z.output<(typeof labelStaffCalls)[Name]['input']>
type BrandRow = typeof brandRows.$inferSelect
type TagRow = typeof tagRows.$inferSelect

/** Lists all brands, by name. */
export async function brands(ctx: Context): Promise<{ brands: OfficeBrand[] }> {
  const rows = await ctx.db
    .select({ row: brandRows, products: ctx.db.$count(products, eq(products.brandId, brandRows.id)) })
    .from(brandRows)
    .orderBy(nameOrder(brandRows.name), asc(brandRows.id))
  return {
    brands: rows.map(({ row, products }) => {
      const { id: brand, name, story, image } = row
      return { brand, name, story, image, products, version: brandVersion(row) }
    }),
  }
}

/** Adds a brand. Fails with `staff.name_taken` if another brand has the name. */
export function addBrand(ctx: Context, { name }: Input<'addBrand'>): Promise<{ brands: OfficeBrand[]; added: string }> {
  return transact(ctx, async (ctx) => {
    requireFreeName(name, await lockBrands(ctx))
    const added = await findFreeId(ctx, brandRows, { name, otherwise: 'brand' })
    await putBrand(ctx, { id: added, name })
    ctx.staff?.note({ subject: added, after: { name } })
    return { ...(await brands(ctx)), added }
  })
}

/**
 * Changes a brand. Fails with `staff.stale` if it has changed since `version`, with `staff.name_taken` if another brand
 * has the name, with `picture.unknown` for a picture that is not stored, and with `not_found` for an unknown brand.
 */
export async function writeBrand(
  ctx: Context,
  { brand: id, version, name, story, image }: Input<'writeBrand'>,
): Promise<{ brands: OfficeBrand[] }> {
  await transact(ctx, async (ctx) => {
    const { found: before, others } = splitById(await lockBrands(ctx), id)
    if (brandVersion(before) !== version) fail('staff.stale')
    requireFreeName(name, others)
    const after = { id, name, story, image: await resolvePicture(ctx, image, { name, stored: before.image }) }
    await putBrand(ctx, after)
    ctx.staff?.note({ subject: id, ...changedFields(brandLogEntry(before), brandLogEntry(after)) })
  })
  return brands(ctx)
}

/**
 * Removes a brand. Its products get the brand `into`, or no brand if `into` is null. Fails with `staff.stale` if the
 * brand has changed since `version`, and with `not_found` if the brand or `into` is unknown.
 */
export function removeBrand(
  ctx: Context,
  { brand: id, version, into }: Input<'removeBrand'>,
): Promise<{ products: number }> {
  return transact(ctx, async (ctx) => {
    const { found: before, others } = splitById(await lockBrands(ctx), id)
    if (brandVersion(before) !== version) fail('staff.stale')
    const target = into === null ? null : splitById(others, into).found
    const ids = await lockProductsWhere(ctx, sql`p.brand_id = ${id}`)
    await ctx.db.update(products).set({ brandId: into }).where(eq(products.brandId, id))
    await ctx.db.delete(brandRows).where(eq(brandRows.id, id))
    await touchAndReindex(ctx, ids)
    await publishCatalogueChange(ctx)
    ctx.staff?.note({
      subject: id,
      before: brandLogEntry(before),
      after: { products: ids.length, into: target?.name ?? null },
    })
    return { products: ids.length }
  })
}

/** Lists all tags, by name. */
export async function tags(ctx: Context): Promise<{ tags: OfficeTag[] }> {
  const rows = await ctx.db
    .select({ row: tagRows, products: ctx.db.$count(productTags, eq(productTags.tagId, tagRows.id)) })
    .from(tagRows)
    .orderBy(nameOrder(tagRows.name), asc(tagRows.id))
  return {
    tags: rows.map(({ row, products }) => {
      const { id: tag, name, hidden: isHidden } = row
      return { tag, name, isHidden, products, version: tagVersion(row) }
    }),
  }
}

/** Adds a tag. Fails with `staff.name_taken` if another tag has the name. */
export function addTag(ctx: Context, { name }: Input<'addTag'>): Promise<{ tags: OfficeTag[]; added: string }> {
  return transact(ctx, async (ctx) => {
    requireFreeName(name, await lockTags(ctx))
    const added = await findFreeId(ctx, tagRows, { name, otherwise: 'tag' })
    await putTag(ctx, { id: added, name })
    ctx.staff?.note({ subject: added, after: { name } })
    return { ...(await tags(ctx)), added }
  })
}

/**
 * Changes a tag. Fails with `staff.stale` if it has changed since `version`, with `staff.name_taken` if another tag has
 * the name, and with `not_found` for an unknown tag.
 */
export async function writeTag(
  ctx: Context,
  { tag: id, version, name, isHidden }: Input<'writeTag'>,
): Promise<{ tags: OfficeTag[] }> {
  await transact(ctx, async (ctx) => {
    const { found: before, others } = splitById(await lockTags(ctx), id)
    if (tagVersion(before) !== version) fail('staff.stale')
    requireFreeName(name, others)
    const after = { id, name, hidden: isHidden }
    await putTag(ctx, after)
    ctx.staff?.note({ subject: id, ...changedFields(tagLogEntry(before), tagLogEntry(after)) })
  })
  return tags(ctx)
}

/**
 * Removes a tag. Its products get the tag `into`; if `into` is null, they only lose the removed tag. Fails with
 * `staff.stale` if the tag has changed since `version`, and with `not_found` for an unknown tag.
 */
export function removeTag(ctx: Context, { tag: id, version, into }: Input<'removeTag'>): Promise<{ products: number }> {
  return transact(ctx, async (ctx) => {
    const { found: before, others } = splitById(await lockTags(ctx), id)
    if (tagVersion(before) !== version) fail('staff.stale')
    const target = into === null ? null : splitById(others, into).found
    const ids = await lockProductsWhere(ctx, sql`p.id in (select product_id from product_tags where tag_id = ${id})`)
    if (target) {
      await ctx.db.execute(sql`insert into product_tags (product_id, tag_id)
        select product_id, ${target.id} from product_tags where tag_id = ${id} on conflict do nothing`)
    }
    await ctx.db.delete(tagRows).where(eq(tagRows.id, id))
    await touchAndReindex(ctx, ids)
    await publishCatalogueChange(ctx)
    ctx.staff?.note({
      subject: id,
      before: tagLogEntry(before),
      after: { products: ids.length, into: target?.name ?? null },
    })
    return { products: ids.length }
  })
}

/** Locks all brands until the transaction ends, so that two brands cannot get the same name. */
async function lockBrands(ctx: Context): Promise<BrandRow[]> {
  await lockNames(ctx, ['brands'])
  return ctx.db.select().from(brandRows).for('no key update')
}

/** Like `lockBrands` for tags. */
async function lockTags(ctx: Context): Promise<TagRow[]> {
  await lockNames(ctx, ['tags'])
  return ctx.db.select().from(tagRows).for('no key update')
}

/** Returns the row with this id, and all other rows. Fails with `not_found` for an unknown id. */
function splitById<Row extends { id: string }>(rows: Row[], id: string): { found: Row; others: Row[] } {
  const found = rows.find((row) => row.id === id) ?? fail('not_found')
  return { found, others: rows.filter((row) => row !== found) }
}

const brandVersion = ({ name, story, image }: BrandRow) => versionOf([name, story, image])
const tagVersion = ({ name, hidden }: TagRow) => versionOf([name, hidden])

/** A brand as the activity log shows it. */
const brandLogEntry = ({ name, story, image }: BrandRow) => ({ name, story, image: image?.src ?? null })
const tagLogEntry = ({ name, hidden }: TagRow) => ({ name, isHidden: hidden })
