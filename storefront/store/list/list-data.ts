import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type {
  CategoryTree,
  catalogue,
  Facets,
  Marks,
  ProductCard,
  ProductCount,
  ProductPage,
  Sort,
} from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import { maxPageSize, pageCountLimit, productPageSize } from '#contract/constants.ts'
import { countFilters, readFilters, toFilterInput } from './filters.ts'

/** The sort orders that shoppers can choose, in display order. */
export const offeredSorts = ['default', 'newest', 'best_selling', 'price_asc', 'price_desc', 'name'] as const

/**
 * The highest page number of a list. Page n loads the products of pages 1 to n, so this number limits the size of a
 * request.
 */
const maxPage = 50

/** The products of all pages up to `page`, and the number of products in the whole list. */
export interface ProductListing {
  products: ProductCard[]
  count: number
  /** Whether there are more than `count` products, because the API stops counting at a limit. */
  isAtLeast: boolean
  page: number
  hasMore: boolean
  /** For each product id, the parts of its name that match the search. */
  marks?: Record<string, Marks>
}

/** A list with the filters that it offers. `facets` is null if no store is known, or if a search finds nothing. */
export interface FilteredListing extends ProductListing {
  facets: Facets | null
  /** The number of chosen filters. */
  chosen: number
}

/** The products that a page lists before filters apply. */
export type Scope = Pick<z.input<typeof catalogue.list.input>, 'categoryName' | 'brandName' | 'tagName' | 'clearance'>

/** The page number in a URL, at most `maxPage`. If it is missing or invalid, returns 1. */
export function readPageNumber(url: URL): number {
  const requested = Number(url.searchParams.get('page') ?? 1)
  return Number.isInteger(requested) && requested >= 1 ? Math.min(requested, maxPage) : 1
}

/**
 * The sort order in a URL. If the URL has no known sort order, returns `default`: the sequence that the owner chose.
 */
export function readSort(url: URL): Sort {
  const requested = url.searchParams.get('sort')
  return offeredSorts.find((sort) => sort === requested) ?? 'default'
}

type Paging = { startingPosition: number; numberToLoad: number }

/**
 * Loads all products up to the URL's page, and the number of products in the whole list. Makes as few calls as the API
 * allows.
 */
export async function loadListing(
  url: URL,
  readPage: (paging: Paging) => Promise<ProductPage & { marks?: Record<string, Marks> }>,
  readCount: () => Promise<ProductCount>,
): Promise<ProductListing> {
  const page = readPageNumber(url)
  const [pages, { count, hasMore: isAtLeast = false }] = await Promise.all([
    Promise.all(slices(page * productPageSize).map(readPage)),
    readCount(),
  ])
  const products = [...new Map(pages.flatMap((part) => part.products).map((product) => [product.id, product])).values()]
  const marks: Record<string, Marks> = Object.assign({}, ...pages.map((part) => part.marks))
  return { products, count, isAtLeast, page, hasMore: (pages.at(-1)?.hasMore ?? false) && page < maxPage, marks }
}

/**
 * Loads the products of a scope, their number and the offered filters. Applies the filters and the sort order in the
 * URL.
 */
export async function loadProducts(api: Client, url: URL, scope: Scope): Promise<FilteredListing> {
  const filters = readFilters(url.searchParams)
  const input = { ...scope, ...toFilterInput(filters) }
  const sortby = readSort(url)
  const countRequest = api.catalogue.count({ ...input, facets: true, upTo: pageCountLimit })
  const [listing, { facets = null }] = await Promise.all([
    loadListing(
      url,
      (paging) => api.catalogue.list({ ...input, sortby, ...paging }),
      () => countRequest,
    ),
    countRequest,
  ])
  return { ...listing, facets, chosen: countFilters(filters) }
}

/** If a list has at least this many products, the page shows no further products below it. */
const minFullCount = 8
const maxMoreProducts = 8

/**
 * Loads products to show below the short list of the last category in `trail`: other products of its parent category.
 * Returns null if the list is long, filtered or not on its first page. Also returns null if the category has no
 * siblings, or if the parent has no other products.
 */
export async function loadMoreInParent(
  api: Client,
  trail: CategoryTree[],
  { products, count, page, chosen }: FilteredListing,
): Promise<{ parent: Pick<CategoryTree, 'name'>; products: ProductCard[] } | null> {
  const parent = trail.at(-2)
  if (!parent || parent.children.length < 2 || count >= minFullCount || page > 1 || chosen > 0) return null
  const listing = await api.catalogue.list({ categoryName: parent.id, numberToLoad: count + maxMoreProducts })
  const listedIds = new Set(products.map(({ id }) => id))
  const others = listing.products.filter(({ id }) => !listedIds.has(id)).slice(0, maxMoreProducts)
  return others.length > 0 ? { parent: { name: parent.name }, products: others } : null
}

/**
 * Splits the first `total` products into calls of at most `maxPageSize` products. Returns the `Paging` input of each
 * call.
 */
export function slices(total: number): Paging[] {
  return Array.from({ length: Math.ceil(total / maxPageSize) }, (_, index) => {
    const startingPosition = index * maxPageSize
    return { startingPosition, numberToLoad: Math.min(maxPageSize, total - startingPosition) }
  })
}

/**
 * A `shouldRevalidate` that does not reload a catalogue page when the cart changes, or when the shopper chooses another
 * variant.
 */
export function revalidateUnlessSamePage(args: ShouldRevalidateFunctionArgs): boolean {
  const { formAction, currentUrl, nextUrl, defaultShouldRevalidate } = args
  if (formAction?.startsWith('/checkout')) return false
  if (!formAction && currentUrl.href !== nextUrl.href && pageKey(currentUrl) === pageKey(nextUrl)) return false
  return defaultShouldRevalidate
}

function pageKey(url: URL): string {
  const query = new URLSearchParams(url.search)
  query.delete('variant')
  return `${url.pathname}?${query}`
}
