import { expect, it } from 'vitest'
import { putProducts, putTag } from '#server/catalogue/products.ts'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { moveProductDates } from './dates.ts'

const shop = setUpShop()
const both = (text: string) => ({ en: text, zh: text })
const searched = async (term: string) =>
  (await shop.visitor().api.catalogue.search({ term })).products.map(({ id }) => id)

it('a product gets other dates and tags only where it still has the earlier ones', async () => {
  await shop.reset()
  await openStore(shop.ctx())
  const [first, second] = [new Date('2026-01-02T03:04:05Z'), new Date('2026-01-03T03:04:05Z')]
  for (const id of ['old', 'fresh']) await putTag(shop.ctx(), { id, name: both(id) })
  const tea = { name: both('Tea'), publishedAt: first, tags: ['old'] }
  await putProducts(shop.ctx(), [
    { ...tea, id: 'a', bestBefore: '2026-02-01', variants: [{ sku: 'a', price: 1 }] },
    { ...tea, id: 'b', bestBefore: '2026-05-05', variants: [{ sku: 'b', price: 1 }] },
  ])
  const read = () =>
    shop.query('select id, best_before::text as day, published_at, updated_at from products order by id')
  const before = await read()
  await moveProductDates(
    shop.ctx(),
    ['a', 'b', 'gone'].map((id) => ({
      id,
      before: { bestBefore: '2026-02-01', publishedAt: first, tags: ['old'] },
      after: { bestBefore: '2026-02-02', publishedAt: second, tags: ['fresh', 'removed'] },
    })),
  )
  expect(await read()).toEqual([
    { ...before[0], day: '2026-02-02', published_at: second },
    { ...before[1], published_at: second },
  ])
  expect(await shop.query('select product_id, tag_id from product_tags order by 1')).toEqual([
    { product_id: 'a', tag_id: 'fresh' },
    { product_id: 'b', tag_id: 'fresh' },
  ])
  expect(await searched('fresh')).toHaveLength(2)
})
