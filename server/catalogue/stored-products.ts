import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { readRows } from './product-list.ts'
import type { ProductInput } from './products.ts'
import {
  productCategories,
  productModifierGroups,
  products,
  productTags,
  relatedProducts,
  stock,
  variants,
} from './tables.ts'

/** Columns that are not part of a product's input, because writing a product computes them or leaves them unchanged. */
const derivedColumns: readonly string[] = [
  'search',
  'searchVersion',
  'tier',
  'priceFrom',
  'priceTo',
  'reduced',
  'createdAt',
  'updatedAt',
  'sold',
]

/** A product before an import, with the time of its last change. */
export interface ProductBefore {
  input: ProductInput
  updatedAt: string
}

/** A stored product as input of `putProducts`, with its pieces in each store and the time of its last change. */
export interface StoredProduct {
  input: ProductInput
  stock: { sku: string; locationId: string; quantity: number }[]
  updatedAt: Date
}

/** Reads products with everything that `putProducts` would write; omits unknown ids. */
export async function loadStoredProducts(ctx: Context, ids: string[]): Promise<Map<string, StoredProduct>> {
  if (ids.length === 0) return new Map()
  const { db } = ctx
  const rows = await db.select().from(products).where(inArray(products.id, ids))
  const variantRows = await db
    .select()
    .from(variants)
    .where(inArray(variants.productId, ids))
    .orderBy(asc(variants.position))
  const pieces = await db
    .select({ product: variants.productId, sku: stock.sku, locationId: stock.locationId, quantity: stock.onHand })
    .from(stock)
    .innerJoin(variants, eq(variants.sku, stock.sku))
    .where(inArray(variants.productId, ids))
    .orderBy(asc(stock.sku), asc(stock.locationId))
  const links = {
    categories: await db
      .select({ product: productCategories.productId, id: productCategories.categoryId })
      .from(productCategories)
      .where(inArray(productCategories.productId, ids))
      .orderBy(asc(productCategories.position)),
    tags: await db
      .select({ product: productTags.productId, id: productTags.tagId })
      .from(productTags)
      .where(inArray(productTags.productId, ids))
      .orderBy(asc(productTags.tagId)),
    related: await db
      .select({ product: relatedProducts.productId, id: relatedProducts.relatedId })
      .from(relatedProducts)
      .where(inArray(relatedProducts.productId, ids))
      .orderBy(asc(relatedProducts.position)),
    modifierGroups: await db
      .select({ product: productModifierGroups.productId, id: productModifierGroups.groupId })
      .from(productModifierGroups)
      .where(inArray(productModifierGroups.productId, ids))
      .orderBy(asc(productModifierGroups.position)),
  }
  const linksById = Object.entries(links).map(([name, all]) => [name, Map.groupBy(all, (row) => row.product)] as const)
  const variantsById = Map.groupBy(variantRows, (variant) => variant.productId)
  const piecesById = Map.groupBy(pieces, (piece) => piece.product)
  return new Map(
    rows.map((row) => {
      const columns = Object.entries(row).filter(([name]) => !derivedColumns.includes(name))
      const linked = linksById.map(([name, all]) => [name, (all.get(row.id) ?? []).map(({ id }) => id)])
      const input = {
        ...Object.fromEntries([...columns, ...linked]),
        variants: (variantsById.get(row.id) ?? []).map(({ productId: _, position: __, ...variant }) => variant),
        // `Object.fromEntries` loses the types of the entries. The cast is safe, because only derived columns are
        // missing.
      } as ProductInput
      const storePieces = (piecesById.get(row.id) ?? []).map(({ product: _, ...piece }) => piece)
      return [row.id, { input, stock: storePieces, updatedAt: row.updatedAt }]
    }),
  )
}

/**
 * Finds the ids of brands, categories and tags by name. Returns one map for each kind. The key of an entry is the
 * language and the name, separated by a line break. The value is the id.
 */
export async function findGroupsByName(
  ctx: Context,
  names: Record<'brands' | 'categories' | 'tags', { language: string; name: string }[]>,
): Promise<Record<'brands' | 'categories' | 'tags', Map<string, string>>> {
  const find = async (table: 'brands' | 'categories' | 'tags') => {
    if (names[table].length === 0) return new Map<string, string>()
    const rows = await readRows<{ id: string; language: string; name: string }>(
      ctx,
      sql`select min(g.id) as id, w.language, w.name from ${sql.identifier(table)} g
      join (select distinct * from json_to_recordset(${JSON.stringify(names[table])}::json)
        as w(language text, name text)) w on g.name->>w.language = w.name
      group by w.language, w.name`,
    )
    return new Map(rows.map(({ id, language, name }) => [`${language}\n${name}`, id]))
  }
  return { brands: await find('brands'), categories: await find('categories'), tags: await find('tags') }
}
