import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { findWaitingPieces } from '#server/payments/payments.ts'
import { Failure } from '#server/platform/fail.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { openOwner } from '#tests/office.ts'
import * as stock from './stock.ts'
import { correctStock, countStock, moveStock, receiveStock, undoStockChange, wasteStock } from './stock-changes.ts'

const shop = setUpShop({ DATABASE_POOL: '60' })
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'richmond', 1)
})

const at = () => ({ location: 'markham', submission: randomUUID(), note: '' })
const hold = (holder: string, sku: string) =>
  stock.hold(shop.ctx(), { holder, lines: [{ sku, quantity: 1 }], locationId: 'markham' })

/** Counts the successful attempts. All others must have failed for lack of stock. */
async function successes(attempts: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(attempts)
  const failed = results.filter((result) => result.status === 'rejected')
  for (const { reason } of failed) {
    expect(reason).toBeInstanceOf(Failure)
    const codes = (reason as Failure).items.map(({ code }) => code)
    expect(codes.filter((code) => code !== 'cart.out_of_stock' && code !== 'stock.short')).toEqual([])
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

it('waste and holds of orders share the pieces, and none goes twice', async () => {
  for (let round = 0; round < 4; round++) {
    const sku = `tart-${round}`
    await addProducts(shop.ctx(), { id: sku, stock: 10 })
    const attempts = Array.from({ length: 15 }, (_, n) => [
      hold(`${round}-${n}`, sku),
      wasteStock(shop.ctx(), { ...at(), reason: 'damaged', lines: [{ code: sku, quantity: 1 }] }),
    ])
    expect(await successes(attempts.flat())).toBe(10)
    const [row] = await shop.query('select on_hand - held as free from stock where sku = $1', [sku])
    expect(row).toEqual({ free: 0 })
  }
  await expectSound()
})

it('moves both ways at once, counts and holds do not fail with a deadlock, and lose no piece', async () => {
  const skus = ['a', 'b', 'c', 'd']
  await addProducts(shop.ctx(), ...skus.map((id) => ({ id, stock: 1000 })))
  const lines = skus.map((code) => ({ code, quantity: 2 }))
  await moveStock(shop.ctx(), { ...at(), to: 'richmond', lines: lines.map(({ code }) => ({ code, quantity: 500 })) })
  const moves = Array.from({ length: 40 }, (_, n) => {
    const turned = n % 3 ? lines : lines.toReversed()
    const way = n % 2 ? { to: 'richmond' } : { location: 'richmond', to: 'markham' }
    return moveStock(shop.ctx(), { ...at(), ...way, lines: turned })
  })
  const others = Array.from({ length: 20 }, (_, n) => [
    stock.hold(shop.ctx(), {
      holder: `buyer-${n}`,
      lines: skus.toReversed().map((sku) => ({ sku, quantity: 1 })),
      locationId: n % 2 ? 'richmond' : 'markham',
    }),
    correctStock(shop.ctx(), { ...at(), lines: lines.map(({ code }) => ({ code, quantity: n % 2 ? 1 : -1 })) }),
  ])
  expect(await successes([...moves, ...others.flat()])).toBe(80)
  expect(await shop.query('select sum(on_hand)::int as pieces from stock')).toEqual([{ pieces: 4000 }])
  await expectSound()
})

it('a submission that arrives many times at once counts once, and is logged once', async () => {
  const owner = await openOwner(shop)
  await addProducts(shop.ctx(), { id: 'bun', stock: 5 })
  const input = { ...at(), lines: [{ code: 'bun', quantity: 3 }] }
  const answers = await Promise.all(Array.from({ length: 12 }, () => owner.staff.receiveStock(input)))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await shop.query('select on_hand from stock')).toEqual([{ on_hand: 8 }])
  expect(await shop.query("select call from staff_log where call = 'staff.receiveStock'")).toHaveLength(1)
  await expectSound()
})

it('a change is taken back once, however many ask at once', async () => {
  await addProducts(shop.ctx(), { id: 'bun', stock: 5 })
  const { change } = await receiveStock(shop.ctx(), { ...at(), lines: [{ code: 'bun', quantity: 3 }] })
  const undoing = Array.from({ length: 12 }, () => undoStockChange(shop.ctx(), { ...at(), change }))
  expect(await successes(undoing)).toBe(12)
  expect(await shop.query('select on_hand from stock')).toEqual([{ on_hand: 5 }])
  await expectSound()
})

it('two people who count different goods at once both count', async () => {
  await addProducts(shop.ctx(), { id: 'bun', stock: 5 }, { id: 'cake', stock: 5 })
  const counts = Array.from({ length: 20 }, (_, n) =>
    countStock(
      shop.ctx(),
      { ...at(), lines: [{ code: n % 2 ? 'bun' : 'cake', quantity: n % 2 ? 7 : 2 }] },
      findWaitingPieces,
    ),
  )
  expect(await successes(counts)).toBe(20)
  expect(await shop.query('select sku, on_hand from stock order by sku')).toEqual([
    { sku: 'bun', on_hand: 7 },
    { sku: 'cake', on_hand: 2 },
  ])
  await expectSound()
})
