import type { CategoryTree, ProductCard } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import { maxPageSize } from '#contract/constants.ts'
import type { Text } from '#contract/shapes.ts'
import { readFilters, toNarrowing } from '#storefront/store/list/filters.ts'

/** A section of a menu: a subcategory with its products. `category` is null for the products without a subcategory. */
export interface MenuPart {
  category: { id: string; name: Text; description: Text } | null
  products: ProductCard[]
}

/**
 * Whether a category is shown as a menu: the owner chose that layout, a subcategory has products, and the URL has no
 * sort order or page number.
 */
export function isMenu(category: CategoryTree | undefined, query: URLSearchParams): category is CategoryTree {
  const isPlain = !query.has('sort') && !query.has('page')
  return category?.layout === 'menu' && category.children.some(({ productCount }) => productCount > 0) && isPlain
}

/**
 * Loads the sections of a category's menu, with the filters in the URL. Omits empty sections. `count` is the number of
 * products in the category. If the subcategories have fewer products than that, the other products form a last section.
 */
export async function loadMenu(
  api: Client,
  url: URL,
  { category: { id, children }, count }: { category: CategoryTree; count: number },
): Promise<MenuPart[]> {
  const narrowing = toNarrowing(readFilters(url.searchParams))
  const read = async (categoryName: string) =>
    (await api.catalogue.list({ categoryName, ...narrowing, numberToLoad: maxPageSize })).products
  const parts: MenuPart[] = await Promise.all(
    children
      .filter(({ productCount }) => productCount > 0)
      .map(async ({ id, name, description }) => ({ category: { id, name, description }, products: await read(id) })),
  )
  const shown = new Set(parts.flatMap(({ products }) => products.map(({ id }) => id)))
  if (shown.size < count) {
    parts.push({ category: null, products: (await read(id)).filter((product) => !shown.has(product.id)) })
  }
  return parts.filter(({ products }) => products.length > 0)
}
