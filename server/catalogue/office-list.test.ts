import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { dayMs } from '#contract/durations.ts'
import * as locations from '#server/locations/locations.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openOwner } from '#tests/office.ts'
import { products } from './office-list.ts'
import { readRows } from './product-list.ts'
import type { ProductInput } from './products.ts'
import { putCategory, putProduct } from './products.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
  owner = await openOwner(shop)
  await putCategory(shop.ctx(), { id: 'drinks', name: { en: 'Drinks', zh: '饮品' } })
  await putCategory(shop.ctx(), { id: 'teas', parentId: 'drinks', name: { en: 'Teas', zh: '茶' } })
  const image = { src: '/media/tea', widths: [240], width: 1, height: 1, alt: { en: 'Tea', zh: '茶' } }
  await put('tea', 550, { name: { en: 'Milk tea', zh: '奶茶' }, categories: ['teas'], images: [image] })
  await put('bun', 300, { name: { en: 'Bun', zh: '' } })
  await put('cake', 900, { name: { en: '', zh: '蛋糕' }, recordStatus: 'DRAFT' })
  await put('soup', 700, { name: { en: 'Soup', zh: '汤' }, recordStatus: 'ARCHIVED' })
  const counted = [{ sku: 'EGG-1', barcode: '0123456789', price: 280 }]
  await put('egg', 280, { name: { en: 'Egg', zh: '蛋' }, variants: counted })
})

async function put(id: string, price: number, more: Partial<ProductInput>) {
  shop.clock.advance(1000)
  const variants = [{ sku: id, price, counted: false }]
  await putProduct(shop.ctx(), { id, name: { en: id, zh: id }, variants, ...more })
}

type Query = Parameters<Office['staff']['products']>[0]
const ids = async (query: Query) => (await owner.staff.products(query)).products.map(({ product }) => product)

/** A context that records the statements of an operation. */
function watched() {
  const ctx = shop.ctx()
  const statements: { sql: string; query: SQL }[] = []
  const dialect = new PgDialect()
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (name !== 'execute') return Reflect.get(target, name, target)
      return (query: SQL) => {
        statements.push({ query, sql: dialect.sqlToQuery(query).sql })
        return target.execute(query)
      }
    },
  })
  return { ctx: { ...ctx, db }, statements }
}

describe('the list of products', () => {
  it('has the last changed first, and leaves out archived products', async () => {
    expect(await ids({})).toEqual(['egg', 'cake', 'bun', 'tea'])
    expect(await owner.staff.productCount({})).toEqual({ count: 4 })
  })

  it('finds a part of the name in either language, a SKU and a barcode', async () => {
    expect(await ids({ name: 'milk' })).toEqual(['tea'])
    expect(await ids({ name: '蛋糕' })).toEqual(['cake'])
    expect(await ids({ name: 'egg-' })).toEqual(['egg'])
    expect(await ids({ name: '0123456789' })).toEqual(['egg'])
    expect(await ids({ name: '%' })).toEqual([])
  })

  it('finds a word by its beginning, a name by its sound, and a part of a SKU', async () => {
    expect(await ids({ name: 'mil' })).toEqual(['tea'])
    expect(await ids({ name: 'milk te' })).toEqual(['tea'])
    expect(await ids({ name: 'dangao' })).toEqual(['cake'])
    expect(await ids({ name: 'nc' })).toEqual(['tea'])
    expect(await ids({ name: 'GG-' })).toEqual(['egg'])
    expect(await ids({ name: 'milk egg' })).toEqual([])
  })

  it('tells what is scheduled and what is sold out from what is for sale', async () => {
    const later = new Date(shop.app.now().getTime() + dayMs)
    await put('mooncake', 800, { publishedAt: later })
    expect(await ids({ state: 'scheduled' })).toEqual(['mooncake'])
    expect(await ids({ state: 'shown' })).toEqual(['bun', 'tea'])
    const rows = (await owner.staff.products({})).products
    expect(rows.find(({ product }) => product === 'mooncake')).toMatchObject({ isShown: true, isScheduled: true })
    const [store] = await locations.all(shop.ctx())
    const location = store?.id ?? ''
    await owner.staff.markSoldOut({ location, kind: 'product', id: 'tea', ends: 'manual' })
    expect(await ids({ state: 'sold_out' })).toEqual(['egg', 'tea'])
    expect(await ids({ state: 'shown' })).toEqual(['bun'])
    await owner.staff.backOnSale({ location, kind: 'product', id: 'tea' })
    expect(await ids({ state: 'shown' })).toEqual(['bun', 'tea'])
  })

  it('filters by state, by category with its descendants, and by what is missing', async () => {
    expect(await ids({ state: 'shown' })).toEqual(['bun', 'tea'])
    expect(await ids({ state: 'hidden' })).toEqual(['cake'])
    expect(await ids({ state: 'archived' })).toEqual(['soup'])
    expect(await ids({ state: 'sold_out' })).toEqual(['egg'])
    expect(await ids({ category: 'drinks' })).toEqual(['tea'])
    expect(await ids({ gap: 'name_zh' })).toEqual(['bun'])
    expect(await ids({ gap: 'name_en', state: 'hidden' })).toEqual(['cake'])
    expect(await ids({ gap: 'picture' })).toEqual(['egg', 'cake', 'bun'])
    expect(await ids({ gap: 'category', name: 'b' })).toEqual(['bun'])
    await put('mochi', 200, { description: { en: '', zh: '软糯' } })
    const undescribed = await ids({ gap: 'description' })
    expect(undescribed).toContain('bun')
    expect(undescribed).not.toContain('mochi')
    expect((await owner.staff.productCount({ gap: 'description' })).count).toBe(undescribed.length)
  })

  it.each(['changed', 'name', 'price', 'dearest'] as const)('in the order %s gives each product once', async (sort) => {
    const all = await ids({ sort })
    const paged: string[] = []
    let after = ''
    for (let page = 0; page < all.length; page++) {
      const { products, next } = await owner.staff.products({ sort, after, limit: 1 })
      paged.push(...products.map(({ product }) => product))
      expect(next === null).toBe(page === all.length - 1)
      after = next ?? ''
    }
    expect(paged).toEqual(all)
    if (sort === 'price') expect(all).toEqual(['egg', 'bun', 'tea', 'cake'])
    if (sort === 'name') expect(all).toEqual(['bun', 'egg', 'tea', 'cake'])
  })

  it('gives each sold-out product once', async () => {
    for (const id of ['rice', 'corn']) {
      await put(id, 400, { categories: ['teas'], variants: [{ sku: id, price: 400, counted: true }] })
    }
    const first = await owner.staff.products({ state: 'sold_out', limit: 2 })
    const second = await owner.staff.products({ state: 'sold_out', limit: 2, after: first.next ?? '' })
    const found = [...first.products, ...second.products].map(({ product }) => product)
    expect([found, second.next]).toEqual([['corn', 'rice', 'egg'], null])
    expect(await ids({ state: 'sold_out', category: 'drinks' })).toEqual(['corn', 'rice'])
    expect(await owner.staff.productCount({ state: 'sold_out' })).toEqual({ count: 3 })
    expect(await owner.staff.productCount({ category: 'drinks', name: '' })).toEqual({ count: 3 })
  })

  it('reads each product that a common word finds once, and then the filter', async () => {
    // More than `maxSorted` products match, so the search does not read their ids first.
    await shop.query(`insert into products (id, position, name, price_from, price_to, reduced, sold, published_at,
      search, search_version, tier) select 'm' || n, n, '{"en":"","zh":"茶"}', 1, 1, false, 0, now(), '茶', 0, n % 3
      from generate_series(1, 2100) n`)
    await shop.query("insert into product_categories (product_id, category_id) values ('m2000', 'teas')")
    const query = { name: '茶', category: 'drinks', sort: 'name', limit: 50, after: '' } as const
    const { ctx, statements } = watched()
    const found = await products(ctx, { ...query, state: undefined, gap: undefined })
    expect(found.products.map(({ product }) => product).sort()).toEqual(['m2000', 'tea'])
    const [list] = statements.filter(({ sql }) => sql.includes('"isBuyable"'))
    const plan = await transact(shop.ctx(), async (ctx) => {
      await ctx.db.execute(sql`set local enable_seqscan = off`)
      const rows = await readRows<Record<string, string>>(ctx, sql`explain ${list?.query}`)
      return rows.flatMap((row) => Object.values(row))
    })
    expect(plan.filter((line) => /\bon products\b/.test(line) && !line.includes('Bitmap Index Scan'))).toHaveLength(1)
  })

  it('looks up by hash, not by index, the very many products whose SKU begins with the text', async () => {
    await shop.query(`insert into products (id, position, name, price_from, price_to, reduced, sold, published_at,
      search, search_version) select 'm' || n, n, '{"en":"","zh":"茶"}', 1, 1, false, 0, now(), '', 0
      from generate_series(1, 2100) n`)
    await shop.query(`insert into variants (sku, product_id, price, currency)
      select 'SKU-' || n, 'm' || n, 1, 'CAD' from generate_series(1, 2100) n`)
    await shop.query("insert into product_categories (product_id, category_id) values ('m2000', 'teas')")
    const { ctx, statements } = watched()
    const filter = { name: 'sku', category: 'drinks', state: undefined, gap: undefined }
    const found = await products(ctx, { ...filter, sort: 'name', limit: 50, after: '' })
    expect(found.products.map(({ product }) => product)).toEqual(['m2000'])
    expect(await owner.staff.productCount({ name: 'sku' })).toEqual({ count: 2100 })
    const [list] = statements.filter(({ sql }) => sql.includes('"isBuyable"'))
    const rows = await readRows<Record<string, string>>(shop.ctx(), sql`explain ${list?.query}`)
    expect(rows.flatMap((row) => Object.values(row)).join('\n')).toMatch(/Filter: .*hashed SubPlan.* OR .*search @@/)
  })

  it('refuses a page after something that is no end of a page', async () => {
    for (const after of ['x', '{}', '[1,2]', '["no time","egg"]', '["2026-99-99 1","egg"]']) {
      const refused = owner.staff.products({ after }).then(
        () => null,
        (error: ApiError) => error.code,
      )
      expect(await refused).toBe('input.invalid')
    }
  })
})
