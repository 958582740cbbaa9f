import { beforeEach, describe, expect, it } from 'vitest'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { sortTiers } from './products.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
})
const api = () => shop.visitor().api.catalogue
const tierOf = async (id: string) => (await shop.query('select tier from products where id = $1', [id]))[0]?.tier
const sizeOfFirst = async () => (await shop.query('select count(*)::int as size from products where tier = 0'))[0]?.size

describe('a search', () => {
  const many = Array.from({ length: 420 }, (_, at) => ({
    id: `cup-${String(at).padStart(3, '0')}`,
    name: { en: `Large cup no ${at}`, zh: '杯' },
    stock: at % 11 === 0 ? 0 : 3,
  }))

  it('pages through all tiers in a stable order, each product once, and its count matches', async () => {
    await addProducts(shop.ctx(), ...many)
    await shop.query("update products set tier = right(id, 1)::int % 3 where id <> 'cup-000'")
    const readAll = async () => {
      const seen: string[] = []
      for (let at = 0; at < many.length; at += 60) {
        const page = await api().search({ term: 'cup', numberToLoad: 60, startingPosition: at })
        seen.push(...page.products.map(({ id }) => id))
      }
      return seen
    }
    const seen = await readAll()
    expect(seen.toSorted()).toEqual(many.map(({ id }) => id))
    expect(await readAll()).toEqual(seen)
    expect(await api().searchCount({ term: 'cup', upTo: 1000 })).toEqual({ count: many.length })
  })

  it('has the product with exactly that name first, also from a later tier', async () => {
    await addProducts(shop.ctx(), ...many, { id: 'very', name: { en: 'Cup', zh: '茶杯' } })
    await shop.query("update products set tier = 2 where id = 'very'")
    const { products } = await api().search({ term: 'cup' })
    expect(products[0]?.id).toBe('very')
  })
})

describe('the first tier', () => {
  it('takes new products and products that were sold', async () => {
    await addProducts(
      shop.ctx(),
      { id: 'bowl', name: { en: 'Bowl', zh: '碗' } },
      { id: 'dish', name: { en: 'Dish', zh: '盘' } },
    )
    expect(await tierOf('bowl')).toBe(0)
    await shop.query("update products set tier = 2, sold = case id when 'bowl' then 3 else 0 end")
    await sortTiers(shop.ctx())
    expect(await tierOf('bowl')).toBe(0)
    expect(await tierOf('dish')).toBe(2)
    await addProducts(shop.ctx(), { id: 'dish', name: { en: 'Deep dish', zh: '盘' } })
    expect(await tierOf('dish')).toBe(2)
  })

  it('is cut to the best 4000 products once it has twice as many, and takes no new ones before', async () => {
    await shop.query(`insert into products (id, name, position, sold)
      select 'p' || n, '{"en": "Spoon", "zh": "勺"}', n, case when n = 8000 then 9 else 0 end
      from generate_series(1, 8001) n`)
    await addProducts(shop.ctx(), { id: 'late', name: { en: 'Late', zh: '迟' } })
    expect(await tierOf('late')).not.toBe(0)
    await sortTiers(shop.ctx())
    expect(await sizeOfFirst()).toBe(4000)
    expect([await tierOf('p8000'), await tierOf('p1')]).toEqual([0, 0])
    expect(await shop.query('select distinct tier from products order by 1')).toEqual([
      { tier: 0 },
      { tier: 1 },
      { tier: 2 },
    ])
    await addProducts(shop.ctx(), { id: 'later', name: { en: 'Later', zh: '更迟' } })
    expect(await tierOf('later')).toBe(0)
  })
})
