import { expect, test } from 'vitest'
import type { CategoryTree, ProductCard } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import type { FilteredListing } from './list-data.ts'
import {
  loadListing,
  loadMoreInParent,
  readPageNumber,
  readSort,
  revalidateUnlessSamePage,
  slices,
} from './list-data.ts'

const at = (address: string) => new URL(address, 'http://shop.example')

const pages: [string, number][] = [
  ['/', 1],
  ['/?page=3', 3],
  ['/?page=0', 1],
  ['/?page=1.5', 1],
  ['/?page=x', 1],
  ['/?page=9999999', 50],
]
for (const [address, page] of pages)
  test(`${address} asks for page ${page}`, () => expect(readPageNumber(at(address))).toBe(page))

const orders: [string, string][] = [
  ['/', 'default'],
  ['/?sort=date', 'default'],
  ['/?sort=cheap', 'default'],
  ['/?sort=price_asc', 'price_asc'],
]
for (const [address, sort] of orders)
  test(`${address} is sorted by ${sort}`, () => expect(readSort(at(address))).toBe(sort))

test('pages are fetched in as few calls as the API allows', () => {
  expect(slices(24)).toEqual([{ startingPosition: 0, numberToLoad: 24 }])
  expect(slices(84)).toEqual([
    { startingPosition: 0, numberToLoad: 60 },
    { startingPosition: 60, numberToLoad: 24 },
  ])
})

test('page 6 lists all products up to it, each once', async () => {
  const products = Array.from({ length: 80 }, (_, index) => ({ id: `p${index % 75}` }) as ProductCard)
  const listing = await loadListing(
    at('/?page=6'),
    async ({ startingPosition, numberToLoad }) => ({
      products: products.slice(startingPosition, startingPosition + numberToLoad),
      startingPosition,
      numberToLoad,
      hasMore: startingPosition + numberToLoad < products.length,
    }),
    async () => ({ count: 80 }),
  )
  expect(listing).toMatchObject({ page: 6, count: 80, hasMore: true })
  expect(listing.products).toHaveLength(72)
})

test('a list is reloaded when its page or preferences change, not when the cart or the variant changes', () => {
  const moved = { currentUrl: at('/a?page=1'), nextUrl: at('/a?page=2'), defaultShouldRevalidate: true }
  const args = (extra: object) => ({ currentParams: {}, nextParams: {}, ...moved, ...extra })
  expect(revalidateUnlessSamePage(args({}))).toBe(true)
  expect(revalidateUnlessSamePage(args({ formAction: '/checkout/cart' }))).toBe(false)
  expect(revalidateUnlessSamePage(args({ nextUrl: at('/a?page=1&variant=b') }))).toBe(false)
  expect(revalidateUnlessSamePage(args({ nextUrl: at('/a?page=1') }))).toBe(true)
  expect(revalidateUnlessSamePage(args({ formAction: '/preferences' }))).toBe(true)
})

const cards = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: `p${from + index}` }) as ProductCard)
const sibling = (id: string) => ({ id, children: [] }) as unknown as CategoryTree
const parent = { id: 'gifts', name: { en: 'Gifts', zh: '礼品' }, children: [sibling('cups'), sibling('tea')] }
const trail = [parent as unknown as CategoryTree, sibling('cups')]
const short = { products: cards(0, 3), count: 3, page: 1, chosen: 0 } as FilteredListing

/** The ids that `loadMoreInParent` returns for a list of the category `cups`, and the inputs of its API calls. */
async function loadBelow(listing: FilteredListing, categories = trail) {
  const calls: unknown[] = []
  const list = async (input: { numberToLoad: number }) => {
    calls.push(input)
    return { products: cards(0, input.numberToLoad) }
  }
  const more = await loadMoreInParent({ catalogue: { list } } as unknown as Client, categories, listing)
  return { ids: more?.products.map(({ id }) => id), calls }
}

test('a short list is followed by eight other products of the parent category, from one call', async () => {
  const { ids, calls } = await loadBelow(short)
  expect(ids).toEqual(cards(3, 11).map(({ id }) => id))
  expect(calls).toEqual([{ categoryName: 'gifts', numberToLoad: 11 }])
})

const alone = [{ ...parent, children: [sibling('cups')] } as unknown as CategoryTree, sibling('cups')]
const unfollowed: [string, FilteredListing, CategoryTree[]][] = [
  ['a long list', { ...short, count: 8 }, trail],
  ['a filtered list', { ...short, chosen: 1 }, trail],
  ['a second page', { ...short, page: 2 }, trail],
  ['a top category', short, [sibling('cups')]],
  ['a category without siblings', short, alone],
]
for (const [name, listing, categories] of unfollowed)
  test(`${name} is followed by no other products, and takes no call for them`, async () =>
    expect(await loadBelow(listing, categories)).toEqual({ ids: undefined, calls: [] }))
