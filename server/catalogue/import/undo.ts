import { and, eq, inArray, sql } from 'drizzle-orm'
import { deleteUnused } from '#server/catalogue/group-removal.ts'
import { readRows } from '#server/catalogue/product-list.ts'
import type { ProductInput } from '#server/catalogue/products.ts'
import { lockProducts, putProducts } from '#server/catalogue/products.ts'
import type { ProductBefore, StoredProduct } from '#server/catalogue/stored-products.ts'
import { loadStoredProducts } from '#server/catalogue/stored-products.ts'
import { importedProducts, products } from '#server/catalogue/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { emit } from '#server/platform/queue.ts'
import type { ImportState, StockAdded } from './record.ts'
import { removeImportedStock, soldSkus } from './stock.ts'

const batchSize = 100

/** A product that an import writes. `before` is the stored product, undefined if the import adds a new one. */
interface WrittenProduct {
  input: ProductInput
  before: StoredProduct | undefined
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
export async function recordBefore(
  ctx: Context,
  record: string,
  { merged, newGroups, added }: { merged: WrittenProduct[]; newGroups: ImportState['groups']; added: StockAdded[] },
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
    const ids = newGroups[kind] ?? []
    if (ids.length === 0) continue
    await ctx.db.execute(sql`update imports set state = jsonb_set(state, ${`{groups,${kind}}`}::text[],
      coalesce(state->'groups'->${kind}, '[]') || ${JSON.stringify(ids)}::jsonb) where id = ${record}::uuid`)
  }
}

/**
 * Undoes an import. Restores the products that it changed, and removes the products, stock and unused groups that it
 * added. Archives an added product, instead of deleting it, if it was sold or other records refer to it. Products that
 * somebody changed after the import stay as they are, unless `all` is set. `onProgress` receives the share of the undo
 * that is done, from 0 to 1.
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
  const referencedSkus = await findReferencedSkus(ctx, record)
  const remains: Remains = { left: [], archived: [] }
  for (let offset = 0; offset < rows.length; offset += batchSize) {
    const ids = rows.slice(offset, offset + batchSize).map(({ id }) => id)
    const batchRemains = await undoBatch({ ...ctx, defersLists: true }, { record, ids, all, named: referencedSkus })
    remains.left.push(...batchRemains.left)
    remains.archived.push(...batchRemains.archived)
    await onProgress((offset + ids.length) / rows.length)
  }
  await deleteUnused(ctx, groups)
  return remains
}

/**
 * The SKUs of the import's products to which other records refer, such as orders and group-buys. The undo searches for
 * them only once, because the search can read all orders.
 */
async function findReferencedSkus(ctx: Context, record: string): Promise<Set<string>> {
  const rows = await readRows<{ sku: string }>(
    ctx,
    sql`select v.sku from imported_products n join variants v on v.product_id = n.product_id
      where n.import_id = ${record}::uuid`,
  )
  if (rows.length === 0) return new Set()
  const results = await emit(ctx, 'variants.removing', { skus: rows.map(({ sku }) => sku) })
  // The type of `results` is unknown, but each handler of this event returns a list of SKUs.
  return new Set((results as string[][]).flat())
}

function undoBatch(
  ctx: Context,
  { record, ids, all, named }: { record: string; ids: string[]; all: boolean; named: Set<string> },
): Promise<Remains> {
  return transact(ctx, async (ctx) => {
    await lockProducts(ctx, ids)
    const records = await ctx.db
      .select()
      .from(importedProducts)
      .where(and(eq(importedProducts.importId, record), inArray(importedProducts.productId, ids)))
    const present = await loadStoredProducts(ctx, ids)
    const hasChangedSince = ({ productId, writtenAt }: (typeof records)[number]) =>
      !all && present.get(productId)?.updatedAt.getTime() !== writtenAt.getTime()
    // A product that no longer exists needs no undo.
    const existing = records.filter(({ productId }) => present.has(productId))
    const undoable = existing.filter((note) => !hasChangedSince(note))
    const skusOf = (id: string) => present.get(id)?.input.variants.map(({ sku }) => sku) ?? []
    const sold = await soldSkus(
      ctx,
      undoable.flatMap(({ productId }) => skusOf(productId)),
    )
    const protectedSkus = new Set([...named, ...sold])
    await restore(ctx, undoable, protectedSkus)
    await removeImportedStock(
      ctx,
      undoable.flatMap(({ stock }) => stock),
    )
    const addedIds = undoable.filter((note) => note.before === null).map(({ productId }) => productId)
    const archived = addedIds.filter((id) => skusOf(id).some((sku) => protectedSkus.has(sku)))
    await archive(ctx, archived)
    await remove(
      ctx,
      addedIds.filter((id) => !archived.includes(id)),
    )
    const undone = undoable.map(({ productId }) => productId)
    await ctx.db
      .delete(importedProducts)
      .where(and(eq(importedProducts.importId, record), inArray(importedProducts.productId, undone)))
    return { left: existing.filter(hasChangedSince).map(({ productId }) => productId), archived }
  })
}

/**
 * Writes the products as they were before the import. Deletes variants that the import added, unless `protectedSkus`
 * has them.
 */
async function restore(ctx: Context, records: { before: unknown }[], protectedSkus: Set<string>): Promise<void> {
  // The type of the column is unknown, but `recordBefore` stores a `ProductBefore` or null in it.
  const before = records.flatMap((note) => (note.before as ProductBefore | null) ?? [])
  if (before.length === 0) return
  await putProducts(
    ctx,
    await withoutDeletedGroups(
      ctx,
      before.map(({ input }) => input),
    ),
  )
  const skusToKeep = [...protectedSkus, ...before.flatMap(({ input }) => input.variants.map(({ sku }) => sku))]
  await ctx.db.execute(sql`delete from variants where product_id in ${before.map(({ input }) => input.id)}
    and sku not in (select json_array_elements_text(${JSON.stringify(skusToKeep)}::json))`)
  // `updated_at` is the product's version. The old version must return too. Otherwise the undo of an earlier import
  // would treat the product as changed.
  const times = before.map(({ input, updatedAt }) => ({ id: input.id, at: updatedAt }))
  await ctx.db.execute(sql`update products p set updated_at = w.at
    from json_to_recordset(${JSON.stringify(times)}::json) as w(id text, at timestamptz) where p.id = w.id`)
}

/** Removes from the products the groups that no longer exist. */
async function withoutDeletedGroups(ctx: Context, inputs: ProductInput[]): Promise<ProductInput[]> {
  const referenced = {
    categories: inputs.flatMap(({ categories = [] }) => categories),
    tags: inputs.flatMap(({ tags = [] }) => tags),
    brands: inputs.flatMap(({ brandId }) => brandId ?? []),
    modifier_groups: inputs.flatMap(({ modifierGroups = [] }) => modifierGroups),
  }
  const missing = Object.entries(referenced).map(
    ([
      table,
      ids,
    ]) => sql`select ${table} || ' ' || w.id as id from json_array_elements_text(${JSON.stringify(ids)}::json)
      as w(id) where not exists (select 1 from ${sql.identifier(table)} t where t.id = w.id)`,
  )
  const deleted = new Set(
    (await readRows<{ id: string }>(ctx, sql.join(missing, sql` union all `))).map(({ id }) => id),
  )
  const exists = (table: keyof typeof referenced) => (id: string) => !deleted.has(`${table} ${id}`)
  return inputs.map((input) => ({
    ...input,
    categories: input.categories?.filter(exists('categories')) ?? [],
    tags: input.tags?.filter(exists('tags')) ?? [],
    brandId: input.brandId && exists('brands')(input.brandId) ? input.brandId : null,
    modifierGroups: input.modifierGroups?.filter(exists('modifier_groups')) ?? [],
  }))
}

async function archive(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.db
    .update(products)
    .set({ recordStatus: 'ARCHIVED', updatedAt: ctx.app.now() })
    .where(inArray(products.id, ids))
  await publishCatalogueChange(ctx, ['published', 'lists', ...ids.map((id) => `product ${id}` as const)])
}

async function remove(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.db.delete(products).where(inArray(products.id, ids))
  await publishCatalogueChange(ctx, ['published', 'lists', ...ids.map((id) => `product ${id}` as const)])
}
