import { setImmediate } from 'node:timers/promises'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import type { Topic } from '#server/platform/topics.ts'
import { insertMany, putMany } from './bulk-writes.ts'
import type { Imported } from './import/record.ts'
import { copyProductMarks } from './mark-copies.ts'
import { recordPictures } from './pictures.ts'
import { readRows } from './product-list.ts'
import { shopCurrency } from './rates.ts'
import { buildIndex, flushPendingIndexEntries, readNames, rulesVersion } from './search/search-index.ts'
import { learnWords } from './search/spelling.ts'
import {
  brands,
  categories,
  modifierGroups,
  modifiers,
  productCategories,
  productModifierGroups,
  products,
  productTags,
  relatedProducts,
  stock,
  tags,
  variants,
} from './tables.ts'
import { tiersForNew } from './tiers.ts'

export { addMissing, addMissingNames, putBrand, putCategory, putTag } from './group-writes.ts'
export { publish, unpublish } from './publication.ts'
export { refreshIndex } from './search/search-index.ts'
export { sortTiers } from './tiers.ts'

type ProductColumns = typeof products.$inferInsert
type VariantColumns = typeof variants.$inferInsert

/** The columns of a variant. The currency defaults to the shop's. */
export type VariantInput = Omit<VariantColumns, 'productId' | 'position' | 'currency'> & { currency?: string }

/**
 * A product with its variants and links, without the columns that the shop computes. Missing values are set to their
 * defaults, except those that `putProducts` keeps.
 */
export interface ProductInput
  extends Omit<
    ProductColumns,
    'search' | 'searchVersion' | 'tier' | 'priceFrom' | 'priceTo' | 'reduced' | 'createdAt' | 'updatedAt'
  > {
  /** The variants in the order of display. At least one must be active. */
  variants: VariantInput[]
  /** Category ids. The product's page shows the first category. */
  categories?: string[]
  tags?: string[]
  /** Ids of related products in order; unknown ids are left out. */
  related?: string[]
  modifierGroups?: string[]
}

/**
 * Adds or replaces a product with its variants and links. Variants that are missing from the input can no longer be
 * bought.
 */
export function putProduct(ctx: Context, input: ProductInput): Promise<void> {
  return putProducts(ctx, [input])
}

/**
 * Like `putProduct` for up to a few hundred products, in one transaction and few statements. Missing values of
 * `publishedAt`, `sold`, `leadMinutes`, `contactRequired` and a variant's tax class stay as they are. Throws if a SKU
 * belongs to another product; check with `findSkuOwners` first.
 */
export async function putProducts(ctx: Context, inputs: ProductInput[]): Promise<void> {
  if (inputs.length === 0) return
  const variantless = inputs.find((input) => !input.variants.some(({ active }) => active !== false))
  if (variantless) throw new Error(`product ${variantless.id} has no variant that can be bought`)
  await transact(ctx, async (ctx) => {
    const names = await readNames(ctx, inputs)
    const before = await ctx.db
      .select({
        id: products.id,
        publishedAt: products.publishedAt,
        sold: products.sold,
        tier: products.tier,
        leadMinutes: products.leadMinutes,
        contactRequired: products.contactRequired,
      })
      .from(products)
      .where(
        inArray(
          products.id,
          inputs.map(({ id }) => id),
        ),
      )
    const beforeById = new Map(before.map((row) => [row.id, row]))
    const newProducts = inputs.filter(({ id }) => !beforeById.has(id))
    const tiers = await tiersForNew(
      ctx,
      newProducts.map(({ id }) => id),
    )
    const now = ctx.app.now()
    const indexed: ReturnType<typeof buildIndex>[] = []
    for (const input of inputs) {
      indexed.push(buildIndex(input, names))
      // Indexing takes milliseconds for each product. This pause lets the process handle requests between two products.
      await setImmediate()
    }
    await learnWords(
      ctx,
      indexed.map(({ vocabulary }) => vocabulary),
    )
    await putMany(ctx, products, {
      rows: inputs.map((input, at) => {
        const storedRow = beforeById.get(input.id)
        return {
          ...toProductRow(input),
          search: indexed[at]?.search ?? '',
          searchVersion: rulesVersion(names.ownerSynonyms),
          tier: storedRow?.tier ?? tiers.get(input.id) ?? 0,
          publishedAt: input.publishedAt ?? storedRow?.publishedAt ?? now,
          sold: input.sold ?? storedRow?.sold ?? 0,
          leadMinutes: input.leadMinutes ?? storedRow?.leadMinutes ?? 0,
          contactRequired: input.contactRequired ?? storedRow?.contactRequired ?? false,
          updatedAt: now,
        }
      }),
    })
    await putVariants(ctx, inputs)
    await recordPictures(ctx, inputs.flatMap(picturesOf))
    await putLinks(ctx, inputs)
    await copyProductMarks(
      ctx,
      inputs.map(({ id }) => id),
    )
    await publishCatalogueChange(ctx, ['published', 'lists', ...inputs.map(({ id }) => `product ${id}` as const)])
  })
}

/** Locks the products, so that nobody else changes them before the transaction ends. */
export async function lockProducts(ctx: Context, ids: string[]): Promise<void> {
  await ctx.db.execute(sql`select id from products where id in ${ids} order by id for update`)
}

/** Stores the imported values of products that the import left unchanged. */
export async function recordImported(
  ctx: Context,
  rows: { id: string; importHash: string; imported: Imported | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await ctx.db.execute(sql`update products p set import_hash = w."importHash", imported = w.imported
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(id text, "importHash" text, imported jsonb)
    where p.id = w.id`)
}

/**
 * Adds or replaces a modifier group with its modifiers, which keep the order of the input. Deletes the other stored
 * modifiers of the group.
 */
export async function putModifierGroup(
  ctx: Context,
  {
    modifiers: members,
    ...group
  }: typeof modifierGroups.$inferInsert & { modifiers: Omit<typeof modifiers.$inferInsert, 'groupId' | 'position'>[] },
): Promise<void> {
  await transact(ctx, async (ctx) => {
    await putMany(ctx, modifierGroups, { rows: [group] })
    const notInGroup = members.length > 0 ? sql`${modifiers.id} not in ${members.map(({ id }) => id)}` : undefined
    await ctx.db.delete(modifiers).where(and(eq(modifiers.groupId, group.id), notInGroup))
    const rows = members.map((modifier, position) => ({ ...modifier, groupId: group.id, position }))
    await putMany(ctx, modifiers, { rows })
    await publishCatalogueChange(ctx, await findGroupTopics(ctx, group.id))
  })
}

/** The topics of the products that offer a modifier group. */
export async function findGroupTopics(ctx: Context, groupId: string): Promise<Topic[]> {
  const rows = await ctx.db
    .select({ id: productModifierGroups.productId })
    .from(productModifierGroups)
    .where(eq(productModifierGroups.groupId, groupId))
  return rows.map(({ id }) => `product ${id}` as const)
}

/** Sets the price of a variant, in minor units of its currency. Fails with `not_found` for an unknown SKU. */
export async function setPrice(
  ctx: Context,
  { sku, price, compareAtPrice }: { sku: string; price: number; compareAtPrice?: number | null },
): Promise<void> {
  await transact(ctx, async (ctx) => {
    const [changed] = await ctx.db
      .update(variants)
      .set({ price, ...(compareAtPrice !== undefined && { compareAtPrice }) })
      .where(eq(variants.sku, sku))
      .returning({ productId: variants.productId })
    if (!changed) fail('not_found')
    await ctx.db.execute(sql`update products p
      set price_from = r.low, price_to = r.high, reduced = r.reduced, updated_at = ${now(ctx)}
      from (select coalesce(min(price), 0) as low, coalesce(max(price), 0) as high,
          coalesce(bool_or(compare_at_price > price), false) as reduced
        from variants where product_id = ${changed.productId} and active) r
      where p.id = ${changed.productId}`)
    await publishCatalogueChange(ctx, ['order', `product ${changed.productId}`])
  })
}

/** Maps each SKU of an active or inactive variant to the id of its product. Omits unknown SKUs. */
export async function findSkuOwners(ctx: Context, skus: string[]): Promise<Map<string, string>> {
  if (skus.length === 0) return new Map()
  const rows = await readRows<{ sku: string; productId: string }>(
    ctx,
    sql`select v.sku, v.product_id as "productId"
    from json_array_elements_text(${JSON.stringify(skus)}::json) as w(sku) join variants v on v.sku = w.sku`,
  )
  return new Map(rows.map(({ sku, productId }) => [sku, productId]))
}

/** Returns active and inactive variants by product id, then by SKU. Leaves out products without options. */
export async function findVariantsWithOptions(
  ctx: Context,
  ids: string[],
): Promise<Map<string, Map<string, { optionPair: string; active: boolean }>>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows<{ id: string; sku: string; optionPair: string; active: boolean }>(
    ctx,
    sql`select p.id, v.sku, v.option_pair as "optionPair", v.active
    from json_array_elements_text(${JSON.stringify(ids)}::json) as w(id)
    join products p on p.id = w.id join variants v on v.product_id = p.id where p.options <> '[]'`,
  )
  const rowsById = Map.groupBy(rows, ({ id }) => id)
  return new Map([...rowsById].map(([id, all]) => [id, new Map(all.map((variant) => [variant.sku, variant]))]))
}

/**
 * Runs `analyze`, because the planner needs current statistics. Also moves new entries into the search's indexes.
 * Autovacuum would do both, but only minutes later. Until then, listing a few thousand new products takes many seconds.
 */
export async function analyzeTables(ctx: Context): Promise<void> {
  for (const table of [products, variants, stock, brands, categories, productCategories, tags, productTags]) {
    await transact(ctx, async ({ db }) => {
      await db.execute(sql`set local default_statistics_target = 10`)
      await db.execute(sql`analyze ${table}`)
    })
  }
  await flushPendingIndexEntries(ctx)
}

/** Maps each product to the hash of its last import; omits unknown products. */
export async function findImportHashes(ctx: Context, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await readRows<{ id: string; hash: string | null }>(
    ctx,
    sql`select p.id, p.import_hash as hash
    from json_array_elements_text(${JSON.stringify(ids)}::json) as w(id) join products p on p.id = w.id`,
  )
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

function picturesOf({ name, images = [], variants }: ProductInput) {
  return [...images, ...variants.flatMap(({ image }) => image ?? [])].map((image) => ({ image, name }))
}

function toProductRow({ variants, categories, tags, related, modifierGroups, ...row }: ProductInput) {
  const offered = variants.filter(({ active }) => active !== false)
  const prices = offered.map(({ price }) => price)
  return {
    ...row,
    reduced: offered.some(({ price, compareAtPrice }) => (compareAtPrice ?? 0) > price),
    priceFrom: Math.min(...prices),
    priceTo: Math.max(...prices),
  }
}

async function putVariants(ctx: Context, inputs: ProductInput[]) {
  const currency = await shopCurrency(ctx)
  const classes = await findVariantTaxClasses(ctx, inputs)
  const rows: VariantColumns[] = inputs.flatMap((input) =>
    input.variants.map((variant, position) => ({
      currency,
      taxClass: classes.get(variant.sku) ?? null,
      ...variant,
      productId: input.id,
      position,
    })),
  )
  const keysOf = (all: VariantColumns[]) =>
    JSON.stringify(all.map(({ sku, productId, optionPair = '' }) => ({ sku, productId, optionPair })))
  const activeKeys = keysOf(rows.filter(({ active }) => active !== false))
  // First deactivates variants that the input omits, deactivates or gives other options. Another variant may take their
  // options, and a unique index allows only one active variant of a product with the same options.
  await ctx.db.execute(sql`update variants v set active = false
    where v.active and v.product_id in ${inputs.map(({ id }) => id)} and not exists (
      select 1 from json_to_recordset(${activeKeys}::json) as k(sku text, "productId" text, "optionPair" text)
      where k.sku = v.sku and k."productId" = v.product_id and k."optionPair" = v.option_pair)`)
  await putMany(ctx, variants, { rows, setWhere: sql`${variants.productId} = excluded.product_id` })
  const [conflict] = await readRows<{ sku: string; productId: string }>(
    ctx,
    sql`select k.sku, v.product_id as "productId"
    from json_to_recordset(${keysOf(rows)}::json) as k(sku text, "productId" text) join variants v on v.sku = k.sku
    where v.product_id <> k."productId" limit 1`,
  )
  if (conflict) throw new Error(`SKU ${conflict.sku} belongs to product ${conflict.productId}`)
}

/** Maps each SKU that has a tax class of its own to this tax class. Other SKUs have the tax class of their product. */
async function findVariantTaxClasses(ctx: Context, inputs: ProductInput[]) {
  const ofProducts = inArray(
    variants.productId,
    inputs.map(({ id }) => id),
  )
  const rows = await ctx.db
    .select({ sku: variants.sku, taxClass: variants.taxClass })
    .from(variants)
    .where(and(ofProducts, isNotNull(variants.taxClass)))
  return new Map(rows.map(({ sku, taxClass }) => [sku, taxClass]))
}

async function putLinks(ctx: Context, inputs: ProductInput[]) {
  const ids = inputs.map(({ id }) => id)
  const linksOf = <Row>(
    pick: (input: ProductInput) => string[] | undefined,
    toRow: (productId: string, id: string, position: number) => Row,
  ) => inputs.flatMap((input) => [...new Set(pick(input))].map((id, position) => toRow(input.id, id, position)))
  for (const table of [productCategories, productTags, relatedProducts, productModifierGroups]) {
    await ctx.db.delete(table).where(inArray(table.productId, ids))
  }
  const positions = new Map(inputs.map(({ id, position = 0 }) => [id, position]))
  await insertMany(
    ctx,
    productCategories,
    linksOf(
      (input) => input.categories,
      (productId, categoryId, position) => ({
        productId,
        categoryId,
        position,
        productPosition: positions.get(productId) ?? 0,
      }),
    ),
  )
  await insertMany(
    ctx,
    productTags,
    linksOf(
      (input) => input.tags,
      (productId, tagId) => ({ productId, tagId }),
    ),
  )
  await insertMany(
    ctx,
    productModifierGroups,
    linksOf(
      (input) => input.modifierGroups,
      (productId, groupId, position) => ({ productId, groupId, position }),
    ),
  )
  const related = linksOf(
    (input) => input.related,
    (productId, id, position) => ({ productId, id, position }),
  )
  await insertRelated(ctx, related)
}

/** Links products with related products that did not exist yet when the products were written. */
export async function linkRelated(ctx: Context, products: { id: string; related: string[] }[]): Promise<void> {
  for (let offset = 0; offset < products.length; offset += relatedBatchSize) {
    await transact(ctx, async (ctx) => {
      const batch = products.slice(offset, offset + relatedBatchSize)
      const rows = batch.flatMap(({ id: productId, related }) =>
        related.map((id, position) => ({ productId, id, position })),
      )
      await insertRelated(ctx, rows)
      await publishCatalogueChange(
        ctx,
        batch.map(({ id }) => `product ${id}` as const),
      )
    })
  }
}

const relatedBatchSize = 500

async function insertRelated(ctx: Context, rows: { productId: string; id: string; position: number }[]) {
  if (rows.length === 0) return
  await ctx.db.execute(sql`insert into related_products (product_id, related_id, position)
    select own.id, p.id, w.position
    from json_to_recordset(${JSON.stringify(rows)}::json) as w("productId" text, id text, position int)
    join products own on own.id = w."productId"
    join products p on p.id = w.id and p.id <> w."productId"
    on conflict do nothing`)
}

function now(ctx: Context) {
  return sql`${ctx.app.now().toISOString()}::timestamptz`
}
