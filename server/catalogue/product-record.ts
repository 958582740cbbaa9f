import { asc, eq, sql } from 'drizzle-orm'
import type { Condition } from '#contract/conditions.ts'
import type { OfficeProductDetail, ProductChoices } from '#contract/office/products.ts'
import type { Text } from '#contract/shapes.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { stockColumns } from './office-list.ts'
import { readRows } from './product-list.ts'
import { shopCurrency } from './rates.ts'
import { brands, modifierGroups, products as productRows, stock, tags, variants } from './tables.ts'

/** A product with everything that its form shows. Fails with `not_found` for an unknown product. */
export async function product(ctx: Context, { product: id }: { product: string }): Promise<OfficeProductDetail> {
  const [[row], variantRows, [facts], links, currency] = await Promise.all([
    ctx.db.select().from(productRows).where(eq(productRows.id, id)),
    ctx.db.select().from(variants).where(eq(variants.productId, id)).orderBy(asc(variants.position), asc(variants.sku)),
    readRows<{ isThere: boolean; isCounted: boolean }>(
      ctx,
      sql`select ${stockColumns} from products p where p.id = ${id}`,
    ),
    findLinks(ctx, id),
    shopCurrency(ctx),
  ])
  if (!row || !facts) fail('not_found')
  const { name, summary, description, images, options, taxClass, soldBy, measure, clearance, bestBefore, diet } = row
  const { synonyms, crossBorder, contactRequired, leadMinutes, maxPerOrder, quantityStep, minQuantity } = row
  const { prepayment, noteAllowed, windows, brandId, recordStatus, clearanceReason, ingredients, origin } = row
  const active = variantRows.filter((variant) => variant.active)
  return {
    product: id,
    version: row.updatedAt.toISOString(),
    name,
    summary,
    description,
    images,
    options,
    taxClass,
    soldBy,
    measure,
    clearance,
    bestBefore,
    diet,
    synonyms,
    crossBorder,
    contactRequired,
    leadMinutes,
    maxPerOrder,
    quantityStep,
    minQuantity,
    prepayment,
    noteAllowed,
    windows,
    clearanceReason,
    ingredients,
    origin,
    storage: row.storage,
    allergens: row.allergens,
    brand: brandId,
    ...links,
    variants: variantRows.map(({ sku, optionPair, price, compareAtPrice, memberPrice, deposit, ...variant }) => ({
      sku,
      optionPair,
      price,
      compareAtPrice,
      memberPrice,
      deposit,
      taxClass: variant.taxClass,
      barcode: variant.barcode,
      grams: variant.grams,
      isActive: variant.active,
    })),
    isShown: recordStatus === 'ACTIVE',
    isArchived: recordStatus === 'ARCHIVED',
    publishedAt: row.publishedAt.toISOString(),
    isSoldOut: !facts.isThere,
    isCounted: facts.isCounted,
    stock: active.length === 1 ? await findStock(ctx, active[0]?.sku ?? '') : [],
    currency,
  }
}

/** The pieces of a variant in each store. */
async function findStock(ctx: Context, sku: string): Promise<OfficeProductDetail['stock']> {
  const [stores, rows] = await Promise.all([locations.all(ctx), ctx.db.select().from(stock).where(eq(stock.sku, sku))])
  return stores.map(({ id, name }) => {
    const row = rows.find(({ locationId }) => locationId === id)
    return { location: id, name, quantity: row?.onHand ?? 0, held: row?.held ?? 0 }
  })
}

/** The ids of the records that a product is linked with, in order. */
async function findLinks(ctx: Context, id: string) {
  const [links, relatedNames] = await Promise.all([
    readRows<{ kind: 'categories' | 'tags' | 'modifierGroups'; id: string }>(
      ctx,
      sql`select 'categories' as kind, category_id as id, position from product_categories where product_id = ${id}
      union all select 'tags', tag_id, 0 from product_tags where product_id = ${id}
      union all select 'modifierGroups', group_id, position from product_modifier_groups where product_id = ${id}
      order by position, id`,
    ),
    readRows<{ product: string; name: Text }>(
      ctx,
      sql`select p.id as product, p.name from related_products r join products p on p.id = r.related_id
      where r.product_id = ${id} order by r.position, p.id`,
    ),
  ])
  const idsOf = (linkKind: string) => links.filter(({ kind }) => kind === linkKind).map((link) => link.id)
  return {
    categories: idsOf('categories'),
    tags: idsOf('tags'),
    modifierGroups: idsOf('modifierGroups'),
    related: relatedNames.map(({ product }) => product),
    relatedNames,
  }
}

/** Lists the tags, brands and modifier groups that a product can have. */
export async function productChoices(ctx: Context): Promise<ProductChoices> {
  const [allTags, allBrands, groups] = await Promise.all([
    ctx.db.select({ id: tags.id, name: tags.name }).from(tags).orderBy(asc(tags.id)),
    ctx.db.select({ id: brands.id, name: brands.name }).from(brands).orderBy(asc(brands.id)),
    readRows<GroupRow>(
      ctx,
      sql`select g.id, g.name, g.condition, coalesce((
        select json_agg(json_build_object('id', m.id, 'name', m.name) order by m.position, m.id) from modifiers m
        where m.group_id = g.id), '[]') as modifiers from ${modifierGroups} g order by g.id`,
    ),
  ])
  const allModifiers = groups.flatMap(({ modifiers }) => modifiers)
  return {
    tags: allTags,
    brands: allBrands,
    modifierGroups: groups.map(({ id, name, condition, modifiers }) => ({
      id,
      name,
      modifiers: modifiers.map(({ name }) => name),
      condition: condition && { kind: condition.kind, names: conditionNames(condition, allModifiers) },
    })),
  }
}

interface GroupRow {
  id: string
  name: Text
  condition: Condition | null
  modifiers: { id: string; name: Text }[]
}

/** The names of the modifiers and option values that a condition names. */
const conditionNames = ({ modifiers, values = [] }: Condition, all: GroupRow['modifiers']) => [
  ...all.filter(({ id }) => modifiers.includes(id)).map(({ name }) => name),
  ...values.map(({ value }) => value),
]
