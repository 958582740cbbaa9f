import { createHash, randomBytes } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { allCategories } from '#contract/constants.ts'
import { defaultLocale, locales, pick } from '#contract/languages.ts'
import type { Image, Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { insertMissing, putMany } from './bulk-writes.ts'
import { toId } from './import/ids.ts'
import { picturesIn, recordPictures, requireStored } from './pictures.ts'
import { now, readRows } from './product-list.ts'
import { reindex } from './search/search-index.ts'
import { brands, categories, tags } from './tables.ts'

/** Writes of categories, brands and tags, for the back office, imports and the demonstration. */

/** The position of imported categories: after those that the owner has positioned. */
const importedPosition = 1000

/** Adds or replaces a category. Throws if the category would be its own descendant. */
export async function putCategory(ctx: Context, input: typeof categories.$inferInsert): Promise<void> {
  await transact(ctx, async (ctx) => {
    const [circle] = await readRows(
      ctx,
      sql`with recursive up as (
        select id, parent_id from categories where id = ${input.parentId ?? null}
        union select c.id, c.parent_id from up join categories c on c.id = up.parent_id
      ) select 1 from up where id = ${input.id}`,
    )
    if (circle || input.parentId === input.id) throw new Error(`category ${input.id} cannot be below itself`)
    await putNamed(ctx, categories, {
      input,
      itsProducts: sql`p.id in (select product_id from product_categories where category_id = ${input.id})`,
    })
  })
}

/** Adds or replaces a brand. */
export async function putBrand(ctx: Context, input: typeof brands.$inferInsert): Promise<void> {
  await transact(ctx, (ctx) => putNamed(ctx, brands, { input, itsProducts: sql`p.brand_id = ${input.id}` }))
}

/** Adds or replaces a tag. */
export async function putTag(ctx: Context, input: typeof tags.$inferInsert): Promise<void> {
  const itsProducts = sql`p.id in (select product_id from product_tags where tag_id = ${input.id})`
  await transact(ctx, async (ctx) => {
    const [before] = await ctx.db.select({ hidden: tags.hidden }).from(tags).where(eq(tags.id, input.id))
    await putNamed(ctx, tags, { input, itsProducts })
    // Shoppers find products only by visible tags. So the products of a tag must be reindexed if staff hide or show the
    // tag.
    if (before && before.hidden !== (input.hidden ?? false)) await reindex(ctx, itsProducts)
  })
}

/**
 * Adds brands, categories and tags that do not exist yet, and returns the ids of the new ones. Existing brands,
 * categories and tags keep their texts. New categories without a position follow the categories that the owner has
 * positioned.
 */
export async function addMissing(
  ctx: Context,
  missing: Record<'brands' | 'tags', (typeof tags.$inferInsert)[]> & { categories: (typeof categories.$inferInsert)[] },
): Promise<Record<'brands' | 'categories' | 'tags', string[]>> {
  return transact(ctx, async (ctx) => {
    const added = {
      brands: await insertMissing(ctx, brands, missing.brands),
      categories: await insertMissing(
        ctx,
        categories,
        missing.categories.map((category) => ({ position: importedPosition, ...category })),
      ),
      tags: await insertMissing(ctx, tags, missing.tags),
    }
    // The lists of brands and categories show counts of published products, so they register the topic `published`.
    // Publishing this topic clears their cached responses, which lack the new groups.
    if (Object.values(added).some((ids) => ids.length > 0)) await publishCatalogueChange(ctx, ['published', 'lists'])
    return added
  })
}

/**
 * Adds the names that existing brands, categories or tags lack in some languages. Reindexes the products of the changed
 * records.
 */
export async function addMissingNames(
  ctx: Context,
  kind: 'brands' | 'categories' | 'tags',
  groupNames: { id: string; name: Text }[],
): Promise<void> {
  if (groupNames.length === 0) return
  await transact(ctx, async (ctx) => {
    const changed = await readRows<{ id: string }>(
      ctx,
      sql`update ${sql.identifier(kind)} g set name = g.name || (
          select jsonb_object_agg(e.key, e.value) from jsonb_each_text(w.name) e
          where e.value <> '' and coalesce(g.name->>e.key, '') = '')
        from json_to_recordset(${JSON.stringify(groupNames)}::json) as w(id text, name jsonb)
        where g.id = w.id and exists (select 1 from jsonb_each_text(w.name) e
          where e.value <> '' and coalesce(g.name->>e.key, '') = '')
        returning g.id`,
    )
    if (changed.length === 0) return
    const ids = changed.map(({ id }) => id)
    const itsProducts = {
      brands: sql`p.brand_id in ${ids}`,
      categories: sql`p.id in (select product_id from product_categories where category_id in ${ids})`,
      tags: sql`p.id in (select product_id from product_tags where tag_id in ${ids})`,
    }
    await reindex(ctx, itsProducts[kind])
    await publishCatalogueChange(ctx)
  })
}

/** Adds a category as the last one below its parent, and returns its id. */
export async function insertCategory(ctx: Context, name: Text, parentId: string | null = null): Promise<string> {
  const id = await findFreeId(ctx, categories, { name, otherwise: 'category' })
  const [last] = await readRows<{ position: number }>(
    ctx,
    sql`select coalesce(max(position) + 1, 0)::int as position from categories
      where parent_id is not distinct from ${parentId}`,
  )
  await putCategory(ctx, { id, name, parentId, position: last?.position ?? 0 })
  return id
}

/** A readable id, made from the name, that is not used yet. */
export async function findFreeId(
  ctx: Context,
  table: typeof categories | typeof brands | typeof tags,
  { name, otherwise }: { name: Text; otherwise: string },
): Promise<string> {
  const baseId = toId(pick(name, defaultLocale)).slice(0, 60) || otherwise
  const existing = await readRows(ctx, sql`select 1 from ${table} where id = ${baseId}`)
  const isFree = existing.length === 0 && baseId !== allCategories
  return isFree ? baseId : `${baseId}-${randomBytes(3).toString('hex')}`
}

/**
 * Fails with `staff.name_taken` if another record has the same name. Compares only the languages in which both have a
 * name.
 */
export function requireFreeName(name: Text, others: { name: Text }[]): void {
  if (others.some((other) => isSameName(name, other.name))) fail('staff.name_taken', { name }, 'name')
}

function isSameName(one: Text, other: Text): boolean {
  const normalized = (text: Text, locale: (typeof locales)[number]) => text[locale].trim().toLowerCase()
  const sharedLocales = locales.filter((locale) => normalized(one, locale) && normalized(other, locale))
  return (
    sharedLocales.length > 0 && sharedLocales.every((locale) => normalized(one, locale) === normalized(other, locale))
  )
}

/**
 * Returns the picture of a category or brand, with the name as its alternative text; null if there is no new picture.
 * If the new picture is not the present one, `requireStored` checks it and can fail.
 */
export async function resolvePicture(
  ctx: Context,
  newImage: Omit<Image, 'alt'> | null,
  { name, stored }: { name: Text; stored: Image | null },
): Promise<Image | null> {
  if (!newImage) return null
  if (newImage.src === stored?.src) return { ...stored, alt: name }
  await requireStored(ctx, [newImage.src], 'image')
  return { ...newImage, alt: name }
}

/** A hash of the values of a record. It changes if any value changes, so it serves as the version of the record. */
export const versionOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

/**
 * Locks the products `p` that match a condition, in the order of ids so that two changes cannot deadlock. Returns their
 * ids.
 */
export async function lockProductsWhere(ctx: Context, condition: SQL): Promise<string[]> {
  const rows = await readRows<{ id: string }>(
    ctx,
    sql`select p.id from products p where ${condition} order by p.id for no key update`,
  )
  return rows.map(({ id }) => id)
}

/** Gives products a new version and reindexes them, after one of their groups was removed or replaced. */
export async function touchAndReindex(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const all = JSON.stringify(ids)
  await ctx.db.execute(sql`update products set updated_at = ${now(ctx)}
    where id in (select json_array_elements_text(${all}::json))`)
  await reindex(ctx, sql`p.id in (select json_array_elements_text(${all}::json))`)
}

/** Writes a category, brand or tag. If its name changed, reindexes its products. */
async function putNamed<Table extends typeof categories | typeof brands | typeof tags>(
  ctx: Context,
  table: Table,
  { input, itsProducts }: { input: Table['$inferInsert']; itsProducts: SQL },
) {
  const [before] = await ctx.db
    .select({ name: table.name })
    // Drizzle's `from` does not accept a generic table, so the table is cast. Each possible table has an id and a name.
    .from(table as PgTable)
    .where(eq(table.id, input.id))
    .for('update')
  await putMany(ctx, table, { rows: [input] })
  await recordPictures(
    ctx,
    picturesIn(input).map((image) => ({ image, name: input.name })),
  )
  if (before && JSON.stringify(before.name) !== JSON.stringify(input.name)) await reindex(ctx, itsProducts)
  await publishCatalogueChange(ctx)
}
