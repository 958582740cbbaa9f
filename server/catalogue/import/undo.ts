import type { SQL } from 'drizzle-orm'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { readRows } from '#server/catalogue/product-list.ts'
import type { ProductInput } from '#server/catalogue/products.ts'
import { lockProducts, putProducts } from '#server/catalogue/products.ts'
import type { Present, ProductBefore } from '#server/catalogue/stored-products.ts'
import { storedProducts } from '#server/catalogue/stored-products.ts'
import { importedProducts, products } from '#server/catalogue/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import { emit } from '#server/platform/queue.ts'
import type { ImportState, StockAdded } from './record.ts'
import { soldSkus, takeStockBack } from './stock.ts'

const atOnce = 100

/** A product that an import writes. `before` is the stored product, undefined if the import adds a new one. */
interface Written {
  input: ProductInput
  before: Present | undefined
}

/** The products that an undo did not restore or delete. */
export interface Remains {
  /** Products that keep their present values, because somebody changed them after the import. */
  left: string[]
  /**
   * New products that the undo archived instead of deleting, because they were sold or because other records refer to
   * them.
   */
  archived: string[]
}

/**
 * Stores the state of the products before the import wrote them, the stock that the import added, and the groups that
 * it created.
 */
export async function noteBefore(
  ctx: Context,
  record: string,
  { merged, fresh, added }: { merged: Written[]; fresh: ImportState['groups']; added: StockAdded[] },
): Promise<void> {
  const bySku = Map.groupBy(added, ({ sku }) => sku)
  const rows = merged.map(({ input, before }) => ({
    id: input.id,
    before: before
      ? ({ input: before.input, updatedAt: before.updatedAt.toISOString() } satisfies ProductBefore)
      : null,
    stock: input.variants.flatMap(({ sku }) => bySku.get(sku) ?? []),
  }))
  // If the same import runs again after an interruption, the record keeps the values from before the first run.
  await ctx.db.execute(sql`insert into imported_products as n (import_id, product_id, before, stock, written_at)
    select ${record}::uuid, p.id, w.before, w.stock, p.updated_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(id text, before jsonb, stock jsonb)
      join products p on p.id = w.id
    on conflict (import_id, product_id) do update
      set written_at = excluded.written_at, stock = n.stock || excluded.stock`)
  for (const kind of ['brands', 'categories', 'tags', 'modifierGroups'] as const) {
    const ids = fresh[kind] ?? []
    if (ids.length === 0) continue
    await ctx.db.execute(sql`update imports set state = jsonb_set(state, ${`{groups,${kind}}`}::text[],
      coalesce(state->'groups'->${kind}, '[]') || ${JSON.stringify(ids)}::jsonb) where id = ${record}::uuid`)
  }
}

/**
 * Undoes an import: restores the products that it changed, and deletes the products and groups that it added. Archives
 * an added product instead if it was sold or other records refer to it. Products that somebody changed after the import
 * stay as they are, unless `all` is set. `onProgress` receives the share of the undo that is done, from 0 to 1.
 */
export async function undo(
  ctx: Context,
  { record, groups, all }: { record: string; groups: ImportState['groups']; all: boolean },
  onProgress: (share: number) => Promise<void>,
): Promise<Remains> {
  const rows = await ctx.db
    .select({ id: importedProducts.productId })
    .from(importedProducts)
    .where(eq(importedProducts.importId, record))
  const named = await namedSkus(ctx, record)
  const remains: Remains = { left: [], archived: [] }
  for (let at = 0; at < rows.length; at += atOnce) {
    const ids = rows.slice(at, at + atOnce).map(({ id }) => id)
    const some = await undoSome({ ...ctx, listsFollow: true }, { record, ids, all, named })
    remains.left.push(...some.left)
    remains.archived.push(...some.archived)
    await onProgress((at + ids.length) / rows.length)
  }
  await removeGroups(ctx, groups)
  return remains
}

/**
 * The SKUs of the import's products that other records name, such as orders and group-buys. The undo searches for them
 * only once, because the search can read all orders.
 */
async function namedSkus(ctx: Context, record: string): Promise<Set<string>> {
  const rows = await readRows<{ sku: string }>(
    ctx,
    sql`select v.sku from imported_products n join variants v on v.product_id = n.product_id
      where n.import_id = ${record}::uuid`,
  )
  if (rows.length === 0) return new Set()
  const answers = await emit(ctx, 'variants.removing', { skus: rows.map(({ sku }) => sku) })
  // The type of `answers` is unknown, but each handler of this event returns a list of SKUs.
  return new Set((answers as string[][]).flat())
}

function undoSome(
  ctx: Context,
  { record, ids, all, named }: { record: string; ids: string[]; all: boolean; named: Set<string> },
): Promise<Remains> {
  return transact(ctx, async (ctx) => {
    await lockProducts(ctx, ids)
    const notes = await ctx.db
      .select()
      .from(importedProducts)
      .where(and(eq(importedProducts.importId, record), inArray(importedProducts.productId, ids)))
    const present = await storedProducts(ctx, ids)
    const isLeft = ({ productId, writtenAt }: (typeof notes)[number]) =>
      !all && present.get(productId)?.updatedAt.getTime() !== writtenAt.getTime()
    // A product that no longer exists needs no undo.
    const known = notes.filter(({ productId }) => present.has(productId))
    const mine = known.filter((note) => !isLeft(note))
    const skusOf = (id: string) => present.get(id)?.input.variants.map(({ sku }) => sku) ?? []
    const sold = await soldSkus(
      ctx,
      mine.flatMap(({ productId }) => skusOf(productId)),
    )
    const kept = new Set([...named, ...sold])
    await restore(ctx, mine, kept)
    await takeStockBack(
      ctx,
      mine.flatMap(({ stock }) => stock),
    )
    const fresh = mine.filter((note) => note.before === null).map(({ productId }) => productId)
    const archived = fresh.filter((id) => skusOf(id).some((sku) => kept.has(sku)))
    await archive(ctx, archived)
    await remove(
      ctx,
      fresh.filter((id) => !archived.includes(id)),
    )
    const undone = mine.map(({ productId }) => productId)
    await ctx.db
      .delete(importedProducts)
      .where(and(eq(importedProducts.importId, record), inArray(importedProducts.productId, undone)))
    return { left: known.filter(isLeft).map(({ productId }) => productId), archived }
  })
}

/**
 * Writes the products as they were before the import. Deletes variants that the import added, unless `kept` has them.
 */
async function restore(ctx: Context, notes: { before: unknown }[], kept: Set<string>): Promise<void> {
  // The type of the column is unknown, but `noteBefore` stores a `ProductBefore` or null in it.
  const before = notes.flatMap((note) => (note.before as ProductBefore | null) ?? [])
  if (before.length === 0) return
  await putProducts(
    ctx,
    await withoutGone(
      ctx,
      before.map(({ input }) => input),
    ),
  )
  const staying = [...kept, ...before.flatMap(({ input }) => input.variants.map(({ sku }) => sku))]
  await ctx.db.execute(sql`delete from variants where product_id in ${before.map(({ input }) => input.id)}
    and sku not in (select json_array_elements_text(${JSON.stringify(staying)}::json))`)
  // Restores the product's old version too. Otherwise the undo of an earlier import would treat the product as changed.
  const times = before.map(({ input, updatedAt }) => ({ id: input.id, at: updatedAt }))
  await ctx.db.execute(sql`update products p set updated_at = w.at
    from json_to_recordset(${JSON.stringify(times)}::json) as w(id text, at timestamptz) where p.id = w.id`)
}

/** The products without the groups that staff deleted since. */
async function withoutGone(ctx: Context, inputs: ProductInput[]): Promise<ProductInput[]> {
  const named = {
    categories: inputs.flatMap(({ categories = [] }) => categories),
    tags: inputs.flatMap(({ tags = [] }) => tags),
    brands: inputs.flatMap(({ brandId }) => brandId ?? []),
    modifier_groups: inputs.flatMap(({ modifierGroups = [] }) => modifierGroups),
  }
  const missing = Object.entries(named).map(
    ([
      table,
      ids,
    ]) => sql`select ${table} || ' ' || w.id as id from json_array_elements_text(${JSON.stringify(ids)}::json)
      as w(id) where not exists (select 1 from ${sql.identifier(table)} t where t.id = w.id)`,
  )
  const gone = new Set((await readRows<{ id: string }>(ctx, sql.join(missing, sql` union all `))).map(({ id }) => id))
  const there = (table: keyof typeof named) => (id: string) => !gone.has(`${table} ${id}`)
  return inputs.map((input) => ({
    ...input,
    categories: input.categories?.filter(there('categories')) ?? [],
    tags: input.tags?.filter(there('tags')) ?? [],
    brandId: input.brandId && there('brands')(input.brandId) ? input.brandId : null,
    modifierGroups: input.modifierGroups?.filter(there('modifier_groups')) ?? [],
  }))
}

async function archive(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.db
    .update(products)
    .set({ recordStatus: 'ARCHIVED', updatedAt: ctx.app.now() })
    .where(inArray(products.id, ids))
  await catalogueChanged(ctx, ['published', 'lists', ...ids.map((id) => `product ${id}` as const)])
}

async function remove(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.db.delete(products).where(inArray(products.id, ids))
  await catalogueChanged(ctx, ['published', 'lists', ...ids.map((id) => `product ${id}` as const)])
}

/**
 * Deletes the groups that the import added, except those that a product, a child category or the undo of another import
 * needs.
 */
async function removeGroups(
  ctx: Context,
  { brands, categories, tags, modifierGroups = [] }: ImportState['groups'],
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
    if (categories.length > 0)
      await ctx.db.execute(sql`delete from categories c where c.id in ${categories}
        and c.id not in ${noted('categories')}
        and not exists (select 1 from product_categories p where p.category_id = c.id)
        and not exists (select 1 from categories child where child.parent_id = c.id)`)
    if (modifierGroups.length > 0) await removeModifierGroups(ctx, modifierGroups, noted('modifierGroups'))
    await catalogueChanged(ctx)
  })
}

/** Deletes the modifier groups that no product has, except those that are in `noted`. */
async function removeModifierGroups(ctx: Context, ids: string[], noted: SQL): Promise<void> {
  // The condition of one group can name modifiers of a second group. The second group can be deleted only after the
  // first group, so the loop repeats until a pass deletes nothing.
  for (let left = ids.length; left > 0; ) {
    const gone = await readRows(
      ctx,
      sql`delete from modifier_groups g where g.id in ${ids} and g.id not in ${noted}
        and not exists (select 1 from product_modifier_groups p where p.group_id = g.id)
        and not exists (select 1 from modifier_groups other
          join modifiers m on m.group_id = g.id and other.condition->'modifiers' ? m.id where other.id <> g.id)
        returning g.id`,
    )
    left = gone.length
  }
}
