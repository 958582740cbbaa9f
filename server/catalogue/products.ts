import type { SQL } from 'drizzle-orm'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import { insertMany, insertMissing, putMany } from './bulk-writes.ts'
import { readRows } from './product-list.ts'
import { shopCurrency } from './rates.ts'
import { indexOf, readNames, reindex, rulesWith } from './search/search-index.ts'
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

export { refreshIndex } from './search/search-index.ts'
export { sortTiers } from './tiers.ts'

type ProductColumns = typeof products.$inferInsert
type VariantColumns = typeof variants.$inferInsert

/** The position of imported categories: after those that the owner has positioned. */
const afterOwners = 1000

/** The columns of a variant. The currency defaults to the shop's. */
export type VariantInput = Omit<VariantColumns, 'productId' | 'position' | 'currency'> & { currency?: string }

/** All columns of a product. Missing values are set to their defaults, except those that `putProducts` keeps. */
export interface ProductInput
  extends Omit<
    ProductColumns,
    'search' | 'searchVersion' | 'tier' | 'priceFrom' | 'priceTo' | 'reduced' | 'createdAt' | 'updatedAt'
  > {
  /** In the order of display; at least one. */
  variants: VariantInput[]
  /** Category ids; the first one is shown on the product's page. */
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
 * `publishedAt`, `sold`, `leadMinutes`, `contactRequired` and a variant's tax class stay as they are. Throws if an SKU
 * belongs to another product; check with `skuOwners` first.
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
    const fresh = inputs.filter(({ id }) => !beforeById.has(id))
    const tiers = await tiersForNew(
      ctx,
      fresh.map(({ id }) => id),
    )
    const now = ctx.app.now()
    const indexed = inputs.map((input) => indexOf(input, names))
    await learnWords(
      ctx,
      indexed.map(({ vocabulary }) => vocabulary),
    )
    await putMany(ctx, products, {
      rows: inputs.map((input, at) => {
        const known = beforeById.get(input.id)
        return {
          ...toProductRow(input),
          search: indexed[at]?.search ?? '',
          searchVersion: rulesWith(names.own),
          tier: known?.tier ?? tiers.get(input.id) ?? 0,
          publishedAt: input.publishedAt ?? known?.publishedAt ?? now,
          sold: input.sold ?? known?.sold ?? 0,
          leadMinutes: input.leadMinutes ?? known?.leadMinutes ?? 0,
          contactRequired: input.contactRequired ?? known?.contactRequired ?? false,
          updatedAt: now,
        }
      }),
    })
    await putVariants(ctx, inputs)
    await putLinks(ctx, inputs)
    await catalogueChanged(ctx)
  })
}

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
  await transact(ctx, (ctx) =>
    putNamed(ctx, tags, {
      input,
      itsProducts: sql`p.id in (select product_id from product_tags where tag_id = ${input.id})`,
    }),
  )
}

/** Adds brands, categories and tags that do not exist yet. Existing ones keep the owner's texts. */
export async function addMissing(
  ctx: Context,
  missing: Record<'brands' | 'categories' | 'tags', (typeof tags.$inferInsert)[]>,
): Promise<void> {
  await transact(ctx, async (ctx) => {
    await insertMissing(ctx, brands, missing.brands)
    await insertMissing(
      ctx,
      categories,
      missing.categories.map((category) => ({ ...category, position: afterOwners })),
    )
    await insertMissing(ctx, tags, missing.tags)
    await catalogueChanged(ctx)
  })
}

/** Adds or replaces a modifier group, with its modifiers in this order. */
export async function putModifierGroup(
  ctx: Context,
  {
    modifiers: members,
    ...group
  }: typeof modifierGroups.$inferInsert & { modifiers: Omit<typeof modifiers.$inferInsert, 'groupId' | 'position'>[] },
): Promise<void> {
  await transact(ctx, async (ctx) => {
    await putMany(ctx, modifierGroups, { rows: [group] })
    const gone = members.length > 0 ? sql`${modifiers.id} not in ${members.map(({ id }) => id)}` : undefined
    await ctx.db.delete(modifiers).where(and(eq(modifiers.groupId, group.id), gone))
    const rows = members.map((modifier, position) => ({ ...modifier, groupId: group.id, position }))
    await putMany(ctx, modifiers, { rows })
    await catalogueChanged(ctx)
  })
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
    await catalogueChanged(ctx)
  })
}

/** Publishes a product immediately, or removes it from the shop. Fails with `not_found` for an unknown product. */
export async function publish(ctx: Context, id: string, isPublished: boolean): Promise<void> {
  await transact(ctx, async (ctx) => {
    const [changed] = await ctx.db
      .update(products)
      .set({
        recordStatus: isPublished ? 'ACTIVE' : 'DRAFT',
        ...(isPublished && { publishedAt: sql`least(${products.publishedAt}, ${now(ctx)})` }),
        updatedAt: ctx.app.now(),
      })
      .where(eq(products.id, id))
      .returning({ id: products.id })
    if (!changed) fail('not_found')
    await catalogueChanged(ctx)
  })
}

/** Returns the product of each SKU, active or not; omits unknown SKUs. */
export async function skuOwners(ctx: Context, skus: string[]): Promise<Map<string, string>> {
  if (skus.length === 0) return new Map()
  const rows = await readRows<{ sku: string; productId: string }>(
    ctx,
    sql`select v.sku, v.product_id as "productId"
    from json_array_elements_text(${JSON.stringify(skus)}::json) as w(sku) join variants v on v.sku = w.sku`,
  )
  return new Map(rows.map(({ sku, productId }) => [sku, productId]))
}

/**
 * Runs `analyze`, because the planner needs current statistics. Autovacuum would do so minutes later; until then,
 * listing a few thousand new products takes many seconds.
 */
export async function measureTables(ctx: Context): Promise<void> {
  for (const table of [products, variants, stock, brands, categories, productCategories, tags, productTags]) {
    await transact(ctx, async ({ db }) => {
      await db.execute(sql`set local default_statistics_target = 10`)
      await db.execute(sql`analyze ${table}`)
    })
  }
}

/** For each product, the hash of its last import; omits unknown products. */
export async function importHashes(ctx: Context, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await readRows<{ id: string; hash: string | null }>(
    ctx,
    sql`select p.id, p.import_hash as hash
    from json_array_elements_text(${JSON.stringify(ids)}::json) as w(id) join products p on p.id = w.id`,
  )
  return new Map(rows.map(({ id, hash }) => [id, hash]))
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
  const classes = await ownTaxClasses(ctx, inputs)
  const rows: VariantColumns[] = inputs.flatMap((input) =>
    input.variants.map((variant, position) => ({
      currency,
      taxClass: classes.get(variant.sku) ?? null,
      ...variant,
      productId: input.id,
      position,
    })),
  )
  const kept = JSON.stringify(rows.map(({ sku, productId, optionPair = '' }) => ({ sku, productId, optionPair })))
  // Variants with new options are deactivated first, because two of them may swap their options.
  await ctx.db.execute(sql`update variants v set active = false
    where v.active and v.product_id in ${inputs.map(({ id }) => id)} and not exists (
      select 1 from json_to_recordset(${kept}::json) as k(sku text, "productId" text, "optionPair" text)
      where k.sku = v.sku and k."productId" = v.product_id and k."optionPair" = v.option_pair)`)
  await putMany(ctx, variants, { rows, setWhere: sql`${variants.productId} = excluded.product_id` })
  const [foreign] = await readRows<{ sku: string; productId: string }>(
    ctx,
    sql`select k.sku, v.product_id as "productId"
    from json_to_recordset(${kept}::json) as k(sku text, "productId" text) join variants v on v.sku = k.sku
    where v.product_id <> k."productId" limit 1`,
  )
  if (foreign) throw new Error(`SKU ${foreign.sku} belongs to product ${foreign.productId}`)
}

/** For each SKU with a tax class that differs from the product's, that tax class. */
async function ownTaxClasses(ctx: Context, inputs: ProductInput[]) {
  const isTheirs = inArray(
    variants.productId,
    inputs.map(({ id }) => id),
  )
  const rows = await ctx.db
    .select({ sku: variants.sku, taxClass: variants.taxClass })
    .from(variants)
    .where(and(isTheirs, isNotNull(variants.taxClass)))
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
  if (related.length === 0) return
  await ctx.db.execute(sql`insert into related_products (product_id, related_id, position)
    select w."productId", p.id, w.position
    from json_to_recordset(${JSON.stringify(related)}::json) as w("productId" text, id text, position int)
    join products p on p.id = w.id and p.id <> w."productId"`)
}

/** Writes a category, brand or tag. If its name changed, reindexes its products. */
async function putNamed<Table extends typeof categories | typeof brands | typeof tags>(
  ctx: Context,
  table: Table,
  { input, itsProducts }: { input: Table['$inferInsert']; itsProducts: SQL },
) {
  const [before] = await ctx.db
    .select({ name: table.name })
    // Drizzle cannot select from a generic table; each of these tables has an id and a name.
    .from(table as PgTable)
    .where(eq(table.id, input.id))
    .for('update')
  await putMany(ctx, table, { rows: [input] })
  if (before && JSON.stringify(before.name) !== JSON.stringify(input.name)) await reindex(ctx, itsProducts)
  await catalogueChanged(ctx)
}

function now(ctx: Context) {
  return sql`${ctx.app.now().toISOString()}::timestamptz`
}
