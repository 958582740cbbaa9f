import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { putCategory } from './products.ts'

const shop = setUpShop()

const variant = fc.record({ price: fc.integer({ min: 1, max: 6 }), isLeft: fc.boolean() })
const stocked = fc.array(fc.array(variant, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 25 })
const byShown = (sign: number) => (one: Shown, other: Shown) =>
  sign * (one.price - other.price) || (one.id < other.id ? -1 : 1)
interface Shown {
  id: string
  price: number
}

it('a list by price is sorted by the cheapest variant in stock of each product', async () => {
  const sorted = fc.constantFrom(['price_asc', 1] as const, ['price_desc', -1] as const)
  await fc.assert(
    fc.asyncProperty(
      stocked,
      sorted,
      fc.integer({ min: 1, max: 12 }),
      async (products, [sortby, sign], numberToLoad) => {
        await shop.reset()
        await openStore(shop.ctx())
        await addProducts(
          shop.ctx(),
          ...products.map((variants, at) => ({
            id: `p${at}`,
            variants: variants.map(({ price, isLeft }, size) => ({
              sku: `p${at}-${size}`,
              optionPair: `size:${size}`,
              price,
              stock: isLeft ? 1 : 0,
            })),
          })),
        )
        const shown = products.flatMap((variants, at) => {
          const left = variants.filter(({ isLeft }) => isLeft)
          return left.length > 0 ? [{ id: `p${at}`, price: Math.min(...left.map(({ price }) => price)) }] : []
        })
        const seen: string[] = []
        for (let at = 0; at < shown.length; at += numberToLoad) {
          const page = await shop.visitor().api.catalogue.list({ sortby, numberToLoad, startingPosition: at })
          seen.push(...page.products.map(({ id }) => id))
        }
        expect(seen.slice(0, shown.length)).toEqual(shown.toSorted(byShown(sign)).map(({ id }) => id))
      },
    ),
    { numRuns: 30 },
  )
})

it('categories with many and with few products are sorted in the same way', async () => {
  await shop.reset()
  const ctx = shop.ctx()
  await openStore(ctx)
  for (const id of ['all', 'some']) await putCategory(ctx, { id, name: { en: id, zh: id } })
  const products = Array.from({ length: 520 }, (_, at) => ({
    id: `p${at}`,
    price: 1 + (at % 40),
    name: { en: `No ${(at * 7) % 520}`, zh: '物' },
    categories: at % 90 === 0 ? ['all', 'some'] : ['all'],
  }))
  await addProducts(ctx, ...products)
  const expected = {
    price_asc: products.toSorted(byShown(1)),
    price_desc: products.toSorted(byShown(-1)),
    name: products.toSorted((one, other) => (one.name.en.toLowerCase() < other.name.en.toLowerCase() ? -1 : 1)),
  }
  for (const sortby of ['price_asc', 'price_desc', 'name'] as const)
    for (const categoryName of ['all', 'some']) {
      const { products: found } = await shop.visitor().api.catalogue.list({ sortby, categoryName, numberToLoad: 60 })
      const theirs = expected[sortby].filter(({ categories }) => categories.includes(categoryName))
      expect(found.map(({ id }) => id)).toEqual(theirs.slice(0, 60).map(({ id }) => id))
    }
})
