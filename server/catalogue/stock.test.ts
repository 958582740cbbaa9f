import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '#server/platform/database/transactions.ts'
import type { Failure } from '#server/platform/fail.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { StockLine } from './stock.ts'
import * as stock from './stock.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'richmond', 1)
  await addProducts(
    shop.ctx(),
    { id: 'bun', name: { en: 'Bun', zh: '包子' }, stock: 5 },
    { id: 'tea', stock: null },
    { id: 'cake', name: { en: 'Cake', zh: '蛋糕' }, stock: 1 },
  )
})

const hold = (holder: string, lines: StockLine[], locationId = 'markham') =>
  stock.hold(shop.ctx(), { holder, lines, locationId })
const held = () => shop.query('select sku, location_id, held from stock where held > 0 order by 1, 2')
const shelf = async (sku: string) => (await shop.query('select on_hand, held from stock where sku = $1', [sku]))[0]

describe('a hold', () => {
  it('holds only pieces of counted variants', async () => {
    await hold('cart', [
      { sku: 'bun', quantity: 2 },
      { sku: 'tea', quantity: 100 },
    ])
    expect(await held()).toEqual([{ sku: 'bun', location_id: 'markham', held: 2 }])
  })

  it('takes all lines or none, and its failure names each line that is out of stock', async () => {
    const refused = hold('cart', [
      { sku: 'bun', quantity: 6 },
      { sku: 'cake', quantity: 2 },
      { sku: 'tea', quantity: 1 },
      { sku: 'unknown', quantity: 1 },
    ])
    const { items } = await refused.then(
      () => expect.unreachable(),
      (failure: Failure) => failure,
    )
    expect(items).toEqual([
      { code: 'cart.out_of_stock', details: { sku: 'bun', name: { en: 'Bun', zh: '包子' }, purchasable: 5 } },
      { code: 'cart.out_of_stock', details: { sku: 'cake', name: { en: 'Cake', zh: '蛋糕' }, purchasable: 1 } },
      {
        code: 'cart.out_of_stock',
        details: { sku: 'unknown', name: 'unknown', purchasable: 0, message: 'cart.sold_out' },
      },
    ])
    expect(await held()).toEqual([])
  })

  it('that fails does not change the earlier hold, even if the transaction continues', async () => {
    await hold('cart', [{ sku: 'bun', quantity: 3 }])
    await transact(shop.ctx(), async (ctx) => {
      const wanted = {
        holder: 'cart',
        lines: [
          { sku: 'bun', quantity: 1 },
          { sku: 'cake', quantity: 2 },
        ],
        locationId: 'markham',
      }
      await stock.hold(ctx, wanted).catch(() => {})
    })
    expect(await held()).toEqual([{ sku: 'bun', location_id: 'markham', held: 3 }])
  })

  it('replaces the earlier hold of its holder and may use its pieces, also at another store', async () => {
    await hold('cart', [
      { sku: 'bun', quantity: 4 },
      { sku: 'cake', quantity: 1 },
    ])
    await hold('cart', [{ sku: 'bun', quantity: 5 }])
    expect(await held()).toEqual([{ sku: 'bun', location_id: 'markham', held: 5 }])
    await stock.receive(shop.ctx(), { sku: 'bun', locationId: 'richmond', quantity: 2 })
    await hold('cart', [{ sku: 'bun', quantity: 1 }], 'richmond')
    expect(await held()).toEqual([{ sku: 'bun', location_id: 'richmond', held: 1 }])
    await hold('cart', [])
    expect(await held()).toEqual([])
    expect(await shop.query('select * from stock_holds')).toEqual([])
  })

  it('is released once', async () => {
    await hold('cart', [{ sku: 'bun', quantity: 2 }])
    await stock.release(shop.ctx(), 'cart')
    await stock.release(shop.ctx(), 'cart')
    expect(await shelf('bun')).toEqual({ on_hand: 5, held: 0 })
  })

  it('is committed once, and its pieces count as sold until they are restocked', async () => {
    await hold('cart', [{ sku: 'bun', quantity: 2 }])
    expect(await stock.commit(shop.ctx(), 'cart', 'order-1')).toEqual([
      { sku: 'bun', locationId: 'markham', quantity: 2 },
    ])
    expect(await stock.commit(shop.ctx(), 'cart', 'order-1')).toEqual([])
    expect(await shelf('bun')).toEqual({ on_hand: 3, held: 0 })
    await stock.updateSoldCounts(shop.ctx())
    await stock.updateSoldCounts(shop.ctx())
    expect(await shop.query("select sold from products where id = 'bun'")).toEqual([{ sold: 2 }])
    await stock.restock(shop.ctx(), 'order-1')
    await stock.restock(shop.ctx(), 'order-1')
    await stock.restock(shop.ctx(), 'order-2')
    await stock.updateSoldCounts(shop.ctx())
    expect(await shelf('bun')).toEqual({ on_hand: 5, held: 0 })
    expect(await shop.query("select sold from products where id = 'bun'")).toEqual([{ sold: 0 }])
  })
})

describe('the stock on hand', () => {
  it('is the sum of its movements', async () => {
    await stock.receive(shop.ctx(), { sku: 'bun', locationId: 'markham', quantity: 7 })
    await stock.setOnHandMany(shop.ctx(), [{ sku: 'bun', locationId: 'markham', quantity: 10 }])
    await stock.setOnHandMany(shop.ctx(), [{ sku: 'bun', locationId: 'markham', quantity: 10 }])
    expect(await shelf('bun')).toEqual({ on_hand: 10, held: 0 })
    expect(await shop.query("select quantity, reason from stock_movements where sku = 'bun' order by id")).toEqual([
      { quantity: 5, reason: 'counted' },
      { quantity: 7, reason: 'received' },
      { quantity: -2, reason: 'counted' },
    ])
  })

  it('is never set below the held quantity', async () => {
    await hold('cart', [{ sku: 'bun', quantity: 3 }])
    await stock.setOnHandMany(shop.ctx(), [{ sku: 'bun', locationId: 'markham', quantity: 1 }])
    expect(await shelf('bun')).toEqual({ on_hand: 3, held: 3 })
  })

  it('sends one notification for the visible changes of a transaction, and none for others', async () => {
    const told: string[] = []
    const change = expect.stringContaining('"change":["product bun"]')
    const listener = new pg.Client({ connectionString: shop.url })
    await listener.connect()
    // Each test first creates goods, and the notifications about these goods can arrive late. Their payload contains
    // "order", so the listener ignores them.
    listener.on('notification', ({ payload = '' }) => payload.includes('"order"') || told.push(payload))
    await listener.query('listen catalogue')
    await transact(shop.ctx(), async (ctx) => {
      await stock.hold(ctx, { holder: 'cart', lines: [{ sku: 'bun', quantity: 1 }], locationId: 'markham' })
      await stock.commit(ctx, 'cart', 'order')
    })
    await stock.release(shop.ctx(), 'cart')
    await expect.poll(() => told).toEqual([change])
    await stock.release(shop.ctx(), 'cart')
    await shop.query("notify catalogue, 'end'")
    await expect.poll(() => told).toContain('end')
    await listener.end()
    expect(told).toEqual([change, 'end'])
  })

  it('tells the caches only of changes that shoppers can see', async () => {
    const told: unknown[] = []
    shop.app.onCatalogueChange = (change) => told.push(change)
    const changesBy = async (work: Promise<unknown>) => {
      await work
      return told.splice(0)
    }
    const set = (quantity: number) =>
      changesBy(stock.setOnHandMany(shop.ctx(), [{ sku: 'bun', locationId: 'markham', quantity }]))
    const product = [['product bun']]
    const productAndOrder = [['product bun', 'order']]
    expect(await set(90)).toEqual([['order', 'product bun']])
    expect(await set(90)).toEqual([])
    // With 90 or 87 free pieces, pages show "50 or more". So this hold and its release change no page.
    expect(await changesBy(hold('cart', [{ sku: 'bun', quantity: 3 }]))).toEqual([])
    expect(await changesBy(stock.release(shop.ctx(), 'cart'))).toEqual([])

    expect(await changesBy(hold('cart', [{ sku: 'bun', quantity: 41 }]))).toEqual(product)
    expect(await changesBy(hold('cart', [{ sku: 'bun', quantity: 90 }]))).toEqual(productAndOrder)
    expect(await changesBy(stock.commit(shop.ctx(), 'cart', 'order'))).toEqual([])
    expect(await changesBy(stock.restock(shop.ctx(), 'order'))).toEqual(productAndOrder)
    await set(7)
    expect(await changesBy(hold('cart', [{ sku: 'bun', quantity: 1 }]))).toEqual([])
    expect(await changesBy(hold('cart', [{ sku: 'bun', quantity: 2 }]))).toEqual(product)
    expect(await changesBy(hold('cart', [{ sku: 'bun', quantity: 3 }]))).toEqual(product)
  })
})
