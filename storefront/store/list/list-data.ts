import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { Counted, catalogue, Facets, Marks, ProductCard, ProductPage, Sort } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import { countedOnPages, maxPageSize, productPageSize } from '#contract/constants.ts'
import { countFilters, readFilters, toNarrowing } from './filters.ts'

/** The offered sorts, in display order. */
export const offeredSorts = ['default', 'newest', 'best_selling', 'price_asc', 'price_desc', 'name'] as const

/** The last page of any list; it limits the size of a request. */
const lastPage = 50

/** The products up to page N, and the count of the whole list. */
export interface ProductListing {
  products: ProductCard[]
  count: number
  /** Whether there are more than `count`: the API stops counting at a limit. */
  isAtLeast: boolean
  page: number
  hasMore: boolean
  /** The search matches in product names, by product id. */
  marks?: Record<string, Marks>
}

/** A list with its possible filters; null if no store is known. */
export interface NarrowedListing extends ProductListing {
  facets: Facets | null
  /** The number of chosen filters. */
  chosen: number
}

/** The subject of a page's list, independent of its filters. */
export type Scope = Pick<z.input<typeof catalogue.list.input>, 'categoryName' | 'brandName' | 'tagName' | 'clearance'>

/** The page number of an address; 1 if it is missing or invalid. */
export function readPageNumber(url: URL): number {
  const asked = Number(url.searchParams.get('page') ?? 1)
  return Number.isInteger(asked) && asked >= 1 ? Math.min(asked, lastPage) : 1
}

/** The sort of an address; the owner's own (`default`) for `date` and unknown values. */
export function readSort(url: URL): Sort {
  const asked = url.searchParams.get('sort')
  return offeredSorts.find((sort) => sort === asked) ?? 'default'
}

type Paging = { startingPosition: number; numberToLoad: number }

/** All products up to the page of the address, in as few calls as the API allows, and their count. */
export async function loadListing(
  url: URL,
  readPage: (paging: Paging) => Promise<ProductPage & { marks?: Record<string, Marks> }>,
  readCount: () => Promise<Counted>,
): Promise<ProductListing> {
  const page = readPageNumber(url)
  const [parts, { count, hasMore: isAtLeast = false }] = await Promise.all([
    Promise.all(slices(page * productPageSize).map(readPage)),
    readCount(),
  ])
  const products = [...new Map(parts.flatMap((part) => part.products).map((product) => [product.id, product])).values()]
  const marks: Record<string, Marks> = Object.assign({}, ...parts.map((part) => part.marks))
  return { products, count, isAtLeast, page, hasMore: (parts.at(-1)?.hasMore ?? false) && page < lastPage, marks }
}

/** The products of a scope with the filters and sort of the address, their count and further filters. */
export async function loadProducts(api: Client, url: URL, scope: Scope): Promise<NarrowedListing> {
  const filters = readFilters(url.searchParams)
  const wanted = { ...scope, ...toNarrowing(filters) }
  const sortby = readSort(url)
  const counted = api.catalogue.count({ ...wanted, facets: true, upTo: countedOnPages })
  const [listing, { facets = null }] = await Promise.all([
    loadListing(
      url,
      (paging) => api.catalogue.list({ ...wanted, sortby, ...paging }),
      () => counted,
    ),
    counted,
  ])
  return { ...listing, facets, chosen: countFilters(filters) }
}

/** The paging of the calls that load the first `total` products. */
export function slices(total: number): Paging[] {
  return Array.from({ length: Math.ceil(total / maxPageSize) }, (_, index) => {
    const startingPosition = index * maxPageSize
    return { startingPosition, numberToLoad: Math.min(maxPageSize, total - startingPosition) }
  })
}

/** A `shouldRevalidate` that keeps catalogue pages while the cart changes or the shopper chooses another variant. */
export function keepUnlessMoved(args: ShouldRevalidateFunctionArgs): boolean {
  const { formAction, currentUrl, nextUrl, defaultShouldRevalidate } = args
  if (formAction?.startsWith('/checkout')) return false
  if (!formAction && currentUrl.href !== nextUrl.href && placeOf(currentUrl) === placeOf(nextUrl)) return false
  return defaultShouldRevalidate
}

function placeOf(url: URL): string {
  const query = new URLSearchParams(url.search)
  query.delete('variant')
  return `${url.pathname}?${query}`
}
