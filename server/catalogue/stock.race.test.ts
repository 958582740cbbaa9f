import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { transact } from '#server/platform/database/transactions.ts'
import { Failure } from '#server/platform/fail.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { StockLine } from './stock.ts'
import * as stock from './stock.ts'

const shop = setUpShop({ DATABASE_POOL: '60' })
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
})

const hold = (holder: string, lines: StockLine[]) =>
  transact(shop.ctx(), async (ctx) => {
    // Locks the holder, as a checkout locks its cart.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${holder}, 0))`)
    await stock.hold(ctx, { holder, lines, locationId: 'markham' })
  })

/** Counts the successful attempts. All others must have failed for lack of stock. */
async function successes(attempts: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(attempts)
  const failed = results.filter((result) => result.status === 'rejected')
  for (const { reason } of failed) {
    expect(reason).toBeInstanceOf(Failure)
    expect(new Set((reason as Failure).items.map(({ code }) => code))).toEqual(new Set(['cart.out_of_stock']))
  }
  return results.length - failed.length
}

async function expectSound() {
  const wrong = await shop.query(`
    select s.* from stock s
    left join (select sku, location_id, sum(quantity) as held from stock_holds group by 1, 2) h using (sku, location_id)
    left join (select sku, location_id, sum(quantity) as moved from stock_movements
    group by 1, 2) m using (sku, location_id)
    where s.on_hand < 0 or s.held < 0 or s.held > s.on_hand
      or s.held <> coalesce(h.held, 0) or s.on_hand <> coalesce(m.moved, 0)`)
  expect(wrong).toEqual([])
}

it('only one of 50 concurrent holds gets the last piece', async () => {
  for (let round = 0; round < 5; round++) {
    const sku = `last-${round}`
    await addProducts(shop.ctx(), { id: sku, stock: 1 })
    const buyers = Array.from({ length: 50 }, (_, n) => hold(`${round}-${n}`, [{ sku, quantity: 1 }]))
    expect(await successes(buyers)).toBe(1)
  }
  await expectSound()
})

it('50 of 200 concurrent buyers hold and commit the 50 pieces in stock', async () => {
  await addProducts(shop.ctx(), { id: 'bun', stock: 50 })
  const buyers = Array.from({ length: 200 }, async (_, n) => {
    await hold(`buyer-${n}`, [{ sku: 'bun', quantity: 1 }])
    expect(await stock.commit(shop.ctx(), `buyer-${n}`, `order-${n}`)).toHaveLength(1)
  })
  expect(await successes(buyers)).toBe(50)
  expect(await shop.query('select on_hand, held from stock')).toEqual([{ on_hand: 0, held: 0 }])
  await expectSound()
})

it('a hold adds up the lines of one variant', async () => {
  await addProducts(shop.ctx(), { id: 'rice', stock: 2 })
  const twice = [
    { sku: 'rice', quantity: 1 },
    { sku: 'rice', quantity: 2 },
  ]
  expect(await successes([hold('greedy', twice)])).toBe(0)
  expect(await shop.query('select * from stock_holds')).toEqual([])
})

it('holds of the same variants in opposite order do not fail with a deadlock', async () => {
  const skus = ['a', 'b', 'c', 'd', 'e']
  await addProducts(shop.ctx(), ...skus.map((id) => ({ id, stock: 1000 })))
  const lines = skus.map((sku) => ({ sku, quantity: 1 }))
  const buyers = Array.from({ length: 60 }, async (_, n) => {
    await hold(`buyer-${n}`, n % 2 ? lines : lines.toReversed())
    await hold(`buyer-${n}`, n % 2 ? lines.slice(0, 3).toReversed() : lines.slice(2))
    if (n % 3 === 0) await stock.release(shop.ctx(), `buyer-${n}`)
    if (n % 3 === 1) await stock.commit(shop.ctx(), `buyer-${n}`, `order-${n}`)
  })
  const counting = Array.from({ length: 10 }, () =>
    stock.setOnHandMany(
      shop.ctx(),
      skus.toReversed().map((sku) => ({ sku, locationId: 'markham', quantity: 1000 })),
    ),
  )
  expect(await successes([...buyers, ...counting])).toBe(70)
  await expectSound()
})

it('a holder with 30 concurrent requests has one hold', async () => {
  await addProducts(shop.ctx(), { id: 'cake', stock: 3 }, { id: 'pie', stock: 3 })
  const asks = Array.from({ length: 30 }, (_, n) => hold('one', [{ sku: n % 2 ? 'cake' : 'pie', quantity: 3 }]))
  expect(await successes(asks)).toBe(30)
  expect(await shop.query('select quantity from stock_holds')).toEqual([{ quantity: 3 }])
  await expectSound()
})

it('concurrent commits and releases sell or release a hold once', async () => {
  await addProducts(shop.ctx(), { id: 'tart', stock: 10 })
  await hold('cart', [{ sku: 'tart', quantity: 4 }])
  const all = await Promise.all([
    ...Array.from({ length: 15 }, () => stock.commit(shop.ctx(), 'cart', 'order')),
    ...Array.from({ length: 15 }, () => stock.release(shop.ctx(), 'cart').then(() => [])),
  ])
  const sold = all.flat().reduce((sum, { quantity }) => sum + quantity, 0)
  expect([0, 4]).toContain(sold)
  expect(await shop.query('select on_hand, held from stock')).toEqual([{ on_hand: 10 - sold, held: 0 }])
  await expectSound()
})
