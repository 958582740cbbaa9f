import { expect, test } from 'vitest'
import type { ProductCard } from '#contract/catalogue.ts'
import { loadListing, readPageNumber, readSort, revalidateUnlessSamePage, slices } from './list-data.ts'

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
