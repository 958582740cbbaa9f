import { beforeAll, expect, test } from 'vitest'
import { moreBase, specificationBase } from '#contract/constants.ts'
import { createApi } from '#server/api.ts'
import * as products from '#server/catalogue/products.ts'
import { stockOut } from '#server/catalogue/shelf.ts'
import { setQuantities } from '#server/catalogue/staff.ts'
import * as stock from '#server/catalogue/stock.ts'
import { addProducts, openStore } from './catalogue-factory.ts'
import { setUpShop } from './harness.ts'
import { fillCart } from './purchases.ts'

// After any change, each cached response equals the response that the server would make now.

const shop = setUpShop()
const ids = ['tea', 'bun', 'cake', 'rice', 'pear', 'corn']

beforeAll(async () => {
  const ctx = shop.ctx()
  await openStore(ctx)
  for (const id of ['food', 'drinks']) await products.putCategory(ctx, { id, name: { en: id, zh: id } })
  await products.putBrand(ctx, { id: 'own', name: { en: 'Own', zh: '自家' }, story: { en: '', zh: '' } })
  await products.putTag(ctx, { id: 'hot', name: { en: 'Hot', zh: '热门' } })
  await addProducts(
    ctx,
    ...ids.map((id, n) => ({
      id,
      categories: [id === 'tea' ? 'drinks' : 'food'],
      ...(n % 2 === 0 && { brand: 'own', tags: ['hot'] }),
      price: 300 + 100 * n,
      stock: 40,
    })),
  )
})

const base = `${specificationBase}/productManagement2`
const addresses = [
  ...['default', 'price_asc', 'price_desc', 'name', 'newest'].map((sort) => `${base}/products?sortby=${sort}`),
  ...['inStock=true', 'priceTo=450', 'categoryName=food', 'brandName=own', 'tagName=hot', 'onSale=true'].map(
    (filter) => `${base}/products?${filter}`,
  ),
  `${base}/products/listCount?facets=true`,
  `${base}/products/listCount?categoryName=food&facets=true`,
  `${specificationBase}/productManagement/categories/all`,
  `${specificationBase}/productManagement/brands`,
  `${base}/tag/hot`,
  `${base}/category/food`,
  `${base}/products/search/tea`,
  `${base}/products/search/bun%20cake`,
  `${base}/products/searchCount/corn?facets=true`,
  `${base}/products/addon?tagName=hot`,
  `${moreBase}/search/suggestions/te`,
  `${moreBase}/search/popular`,
  ...ids.flatMap((id) => [
    `${specificationBase}/productManagement/product/${id}`,
    `${specificationBase}/productDetailManagement/productDetail/${id}`,
    `${specificationBase}/inventoryManagement/inventoryByProductAndOptions/${id}`,
  ]),
]
const read = async (api: typeof shop.api, path: string) => {
  const answer = await api.fetch(new Request(`http://localhost${path}`, { headers: { host: 'localhost' } }))
  const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>
  return { path, status: answer.status, body }
}
/**
 * `readAll` reads every address through the caches of the shop's process. `readFresh` reads every address as a process
 * without caches would.
 */
const readAll = (api = shop.api) => Promise.all(addresses.map((path) => read(api, path)))
const readFresh = () => readAll(createApi(shop.app))
/** Waits long enough for the changes that orders make to reach the caches. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 600))

const sku = 'bun'
const ctx = () => shop.ctx()
const changes: Record<string, () => Promise<unknown>> = {
  'a lower price': () => products.setPrice(ctx(), { sku, price: 250 }),
  'a sale price': () => products.setPrice(ctx(), { sku: 'corn', price: 250, compareAtPrice: 800 }),
  'a product leaves the shop': () => products.unpublish(ctx(), 'rice'),
  'a product returns to the shop': () => products.publish(ctx(), 'rice'),
  'a minimum quantity': () => setQuantities(ctx(), { product: 'pear', min: 3 }),
  'a new product': () => addProducts(ctx(), { id: 'plum', categories: ['food'], tags: ['hot'], price: 100 }),
  'a new name': () =>
    addProducts(ctx(), { id: 'cake', name: { en: 'Tea cake', zh: '茶糕' }, categories: ['food'], price: 500 }),
  'few pieces are left': () =>
    stock.hold(ctx(), { holder: 'a', lines: [{ sku, quantity: 37 }], locationId: 'markham' }),
  'one more piece is held': () =>
    stock.hold(ctx(), { holder: 'b', lines: [{ sku, quantity: 1 }], locationId: 'markham' }),
  'the product is sold out': () =>
    stock.hold(ctx(), { holder: 'c', lines: [{ sku, quantity: 2 }], locationId: 'markham' }),
  'held pieces are sold': () => stock.commit(ctx(), 'a', 'order'),
  'held pieces return': () => stock.release(ctx(), 'c'),
  'sold pieces return': () => stock.restock(ctx(), 'order'),
  'staff receive pieces': () => stock.receive(ctx(), { sku: 'tea', locationId: 'markham', quantity: 5 }),
  'staff take all pieces out': () => stockOut(ctx(), { sku: 'tea' }),
  'staff count': () => stock.setOnHandMany(ctx(), [{ sku: 'tea', locationId: 'markham', quantity: 2 }]),
  'an order': () => fillCart(shop.visitor(), 'corn', 2),
}

test.each(Object.entries(changes))('no cached response is out of date after a change: %s', async (_, change) => {
  await readAll()
  await change()
  await settle()
  const [kept, fresh] = [await readAll(), await readFresh()]
  expect(kept.filter((one, at) => JSON.stringify(one) !== JSON.stringify(fresh[at]))).toEqual([])
})

test('an order of a product with many pieces removes nothing from the caches', async () => {
  await settle()
  await readAll()
  const kept = () => addresses.filter((path) => shop.api.http.responseCache.get(`${path} `)).length
  const before = kept()
  expect(before).toBe(addresses.length)
  await fillCart(shop.visitor(), 'pear', 3)
  await settle()
  expect(kept()).toBe(before)
})
