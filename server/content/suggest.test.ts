import { beforeAll, expect, test } from 'vitest'
import { putCategory } from '#server/catalogue/products.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { defaultSettings, putPage, putSettings } from './content.ts'

const shop = setUpShop()
beforeAll(async () => {
  const ctx = shop.ctx()
  await openStore(ctx)
  await putCategory(ctx, { id: 'milk-tea', name: { en: 'Milk tea', zh: '奶茶' } })
  await putCategory(ctx, { id: 'empty', name: { en: 'Milk powder', zh: '奶粉' } })
  await putPage(ctx, { name: 'milk', title: { en: 'Our milk', zh: '我们的牛奶' }, blocks: [] })
  await putPage(ctx, { name: 'draft', title: { en: 'Milk draft', zh: '草稿' }, blocks: [], published: false })
  await addProducts(
    ctx,
    { id: 'pearl', name: { en: 'Pearl Milk Tea', zh: '珍珠奶茶' }, categories: ['milk-tea'], sold: 2 },
    { id: 'oat', name: { en: 'Oat Milk', zh: '燕麦奶' }, stock: 0, sold: 9 },
  )
})
const api = () => shop.visitor().api.search

test('suggest returns matching products, categories with products and published pages', async () => {
  const { products, categories, pages, corrected } = await api().suggest({ term: 'mil' })
  expect(products).toMatchObject([
    { id: 'pearl', isOut: false, marks: { en: [[6, 9]], zh: [] } },
    { id: 'oat', isOut: true, marks: { en: [[4, 7]], zh: [] } },
  ])
  expect(categories).toMatchObject([{ id: 'milk-tea', marks: { en: [[0, 3]] } }])
  expect(pages).toMatchObject([{ id: 'milk', name: { en: 'Our milk' } }])
  expect(corrected).toBeNull()
})

test('suggest finds pinyin and marks its characters, and returns nothing for a term without words', async () => {
  const found = await api().suggest({ term: 'nai cha' })
  expect(found.products).toMatchObject([{ id: 'pearl', marks: { zh: [[2, 4]] } }])
  expect(found.categories).toMatchObject([{ id: 'milk-tea', marks: { zh: [[0, 2]] } }])
  expect(await api().suggest({ term: '?' })).toMatchObject({ products: [], categories: [], pages: [] })
})

test('popular returns the categories with products if the owner chose no terms', async () => {
  expect((await api().popular()).terms).toEqual({ en: ['Milk tea'], zh: ['奶茶'] })
})

test('popular returns the owner’s terms that find products, and the products that were sold', async () => {
  const labels = { 'store.popular_terms': { en: 'oat milk, television', zh: '奶茶、洗衣机' } }
  await putSettings(shop.ctx(), { ...defaultSettings, labels })
  const { terms, products } = await api().popular()
  expect(terms).toEqual({ en: ['oat milk'], zh: ['奶茶'] })
  expect(products.map(({ id }) => id)).toEqual(['pearl', 'oat'])
})
