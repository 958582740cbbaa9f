import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { Counted, catalogue, Facets, Marks, ProductCard, ProductPage, Sort } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import { countedOnPages, maxPageSize, productPageSize } from '#contract/constants.ts'
import { countFilters, readFilters, toNarrowing } from './filters.ts'

/** The sorts that are offered, in this order. */
export const offeredSorts = ['default', 'newest', 'best_selling', 'price_asc', 'price_desc', 'name'] as const

/** However long the list: nobody scrolls further, and an address can't ask for more. */
const lastPage = 50

/** What a list shows: everything up to page N, and how much there is in all. */
export interface ProductListing {
  products: ProductCard[]
  count: number
  /** Whether there are more than `count`: nobody counts on where it takes long. */
  isAtLeast: boolean
  page: number
  hasMore: boolean
  /** Where the names of products, by their ids, have what was searched for. */
  marks?: Record<string, Marks>
}

/** A list that can be narrowed, and by what; null where there is no store to say. */
export interface NarrowedListing extends ProductListing {
  facets: Facets | null
  /** How many choices narrow it now. */
  chosen: number
}

/** What a page's list is about, whatever it is narrowed by. */
export type Scope = Pick<z.input<typeof catalogue.list.input>, 'categoryName' | 'brandName' | 'tagName' | 'clearance'>

/** The page that an address asks for; 1 if it says nothing sensible. */
export function readPageNumber(url: URL): number {
  const asked = Number(url.searchParams.get('page') ?? 1)
  return Number.isInteger(asked) && asked >= 1 ? Math.min(asked, lastPage) : 1
}

/** The order that an address asks for; the owner's own (`default`) for `date` and anything unknown. */
export function readSort(url: URL): Sort {
  const asked = url.searchParams.get('sort')
  return offeredSorts.find((sort) => sort === asked) ?? 'default'
}

type Paging = { startingPosition: number; numberToLoad: number }

/**
 * Everything up to the page that the address asks for, in as few calls as the API allows, and the count beside them.
 */
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
  const marks = Object.assign({}, ...parts.map((part) => part.marks)) as Record<string, Marks>
  return { products, count, isAtLeast, page, hasMore: (parts.at(-1)?.hasMore ?? false) && page < lastPage, marks }
}

/**
 * The products of a scope as the address narrows and sorts them, with their count and what else they can be narrowed
 * by.
 */
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

/** The calls that give the first `total` products. */
export function slices(total: number): Paging[] {
  return Array.from({ length: Math.ceil(total / maxPageSize) }, (_, index) => {
    const startingPosition = index * maxPageSize
    return { startingPosition, numberToLoad: Math.min(maxPageSize, total - startingPosition) }
  })
}

/** Catalogue pages stay as they are while the cart changes or another variant is chosen. */
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
