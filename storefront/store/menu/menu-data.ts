import type { CategoryTree, ProductCard } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import { maxPageSize } from '#contract/constants.ts'
import type { Text } from '#contract/shapes.ts'
import { readFilters, toFilterInput } from '#storefront/store/list/filters.ts'

/** A section of a menu: a subcategory with its products. `category` is null for the products without a subcategory. */
export interface MenuSectionData {
  category: { id: string; name: Text; description: Text } | null
  products: ProductCard[]
}

/**
 * Whether a category is shown as a menu. True if the owner chose the layout `menu`, a subcategory has products, and the
 * URL has no sort order or page number.
 */
export function isMenu(category: CategoryTree | undefined, query: URLSearchParams): category is CategoryTree {
  const isPlain = !query.has('sort') && !query.has('page')
  return category?.layout === 'menu' && category.children.some(({ productCount }) => productCount > 0) && isPlain
}

/**
 * Loads the sections of a category's menu with the products that match the filters in the URL, at most `maxPageSize`
 * in each section. Omits empty sections. `count` is the number of matching products in the category. If the sections
 * have fewer than `count` products, further products of the category form a last section.
 */
export async function loadMenu(
  api: Client,
  url: URL,
  { category: { id, children }, count }: { category: CategoryTree; count: number },
): Promise<MenuSectionData[]> {
  const filterInput = toFilterInput(readFilters(url.searchParams))
  const loadProducts = async (categoryName: string) =>
    (await api.catalogue.list({ categoryName, ...filterInput, numberToLoad: maxPageSize })).products
  const sections: MenuSectionData[] = await Promise.all(
    children
      .filter(({ productCount }) => productCount > 0)
      .map(async ({ id, name, description }) => ({
        category: { id, name, description },
        products: await loadProducts(id),
      })),
  )
  const listedIds = new Set(sections.flatMap(({ products }) => products.map(({ id }) => id)))
  if (listedIds.size < count) {
    sections.push({
      category: null,
      products: (await loadProducts(id)).filter((product) => !listedIds.has(product.id)),
    })
  }
  return sections.filter(({ products }) => products.length > 0)
}
