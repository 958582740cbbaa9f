import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import * as stock from './stock.ts'

const shop = setUpShop()
let owner: Office

beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'richmond', 1)
  const sizes = [
    { id: 'small', name: { en: 'Small', zh: '小' } },
    { id: 'large', name: { en: 'Large', zh: '大' } },
  ]
  await addProducts(
    shop.ctx(),
    { id: 'bun', name: { en: 'Bun', zh: '包子' }, stock: 5 },
    { id: 'tea', name: { en: 'Tea', zh: '茶' }, stock: null },
    {
      id: 'cake',
      name: { en: 'Moon cake', zh: '月饼' },
      options: [{ id: 'size', name: { en: 'Size', zh: '大小' }, values: sizes }],
      variants: [
        { sku: 'cake-s', optionPair: 'size:small', price: 500, stock: 8, barcode: '690100' },
        { sku: 'cake-l', optionPair: 'size:large', price: 900, stock: 0, barcode: '690101' },
      ],
    },
  )
  owner = await openOwner(shop)
})

const at = { location: 'markham' }
const change = () => ({ ...at, submission: randomUUID() })
const list = (query: { find?: string; only?: 'low' | 'out' } = {}, office = owner) =>
  office.staff.stock({ ...at, ...query })
const skus = async (query: { find?: string; only?: 'low' | 'out' } = {}) =>
  (await list(query)).items.map(({ sku }) => sku)
const shelf = async (sku: string) =>
  (await list({ find: sku })).items.filter(({ isExact }) => isExact).map(({ onHand, held }) => [onHand, held])[0]
const history = (sku: string, after = '') => owner.staff.stockHistory({ ...at, sku, after })
const hold = (sku: string, quantity: number) =>
  stock.hold(shop.ctx(), { holder: 'cart', lines: [{ sku, quantity }], locationId: 'markham' })
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    ({ errors }: ApiError) => errors.map(({ code, message }) => [code, message]),
  )

describe('the list of stock', () => {
  it('has every counted variant in the order of names, with what is kept and free', async () => {
    await hold('bun', 2)
    const { items, low, next } = await list()
    expect(items.map(({ sku, onHand, held, free, detail }) => [sku, onHand, held, free, detail.en])).toEqual([
      ['bun', 5, 2, 3, ''],
      ['cake-s', 8, 0, 8, 'Small'],
      ['cake-l', 0, 0, 0, 'Large'],
    ])
    expect([low, next]).toEqual([0, null])
    expect(items[0]?.movedAt).not.toBeNull()
  })

  it('finds words of names, and a SKU or barcode first', async () => {
    expect(await skus({ find: 'moon' })).toEqual(['cake-s', 'cake-l'])
    expect(await skus({ find: '月饼' })).toEqual(['cake-s', 'cake-l'])
    for (const find of ['690101', 'cake-l']) {
      // A SKU or barcode is also one of the product's search words. So the search also finds the other size of the
      // product, but not as an exact match.
      const { items } = await list({ find })
      expect(items.map(({ sku, isExact }) => [sku, isExact])).toEqual([
        ['cake-l', true],
        ['cake-s', false],
      ])
    }
    expect(await skus({ find: 'nothing' })).toEqual([])
    expect(await skus({ find: '%' })).toEqual([])
    expect(await skus({ find: 'tea' })).toEqual([])
  })

  it('shows what is low, and what is out', async () => {
    expect(await skus({ only: 'out' })).toEqual(['cake-l'])
    await owner.staff.correctStock({ ...change(), lines: [{ code: 'cake-l', quantity: 1 }] })
    expect(await skus({ only: 'out' })).toEqual([])
    await owner.staff.wasteStock({ ...change(), reason: 'expired', lines: [{ code: 'cake-l', quantity: 1 }] })
    expect(await skus({ only: 'out' })).toEqual(['cake-l'])
    expect(await skus({ only: 'low' })).toEqual([])
    const item = await owner.staff.watchStock({ ...at, sku: 'bun', lowAt: 4 })
    expect([item.lowAt, item.isLow]).toEqual([4, false])
    expect(await skus({ only: 'low' })).toEqual([])
    await hold('bun', 1)
    expect(await skus({ only: 'low' })).toEqual(['bun'])
    expect((await list()).low).toBe(1)
    await owner.staff.watchStock({ ...at, sku: 'bun', lowAt: null })
    expect(await skus({ only: 'low' })).toEqual([])
  })

  it('pages without gaps and repetitions', async () => {
    const many = Array.from({ length: 7 }, (_, n) => ({ id: `z${n}`, name: { en: n % 2 ? 'Same' : 'Other', zh: '' } }))
    await addProducts(shop.ctx(), ...many)
    const seen: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await owner.staff.stock({ ...at, after, limit: 3 })
      seen.push(...page.items.map(({ sku }) => sku))
      after = page.next
    }
    expect(seen).toEqual(await skus())
    expect(new Set(seen).size).toBe(10)
    expect(await refusalOf(owner.staff.stock({ ...at, after: '[1]' }))).toMatchObject([['input.invalid', /after/]])
  })
})

describe('a change of stock', () => {
  it('receives goods by SKU and barcode, and adds up what names the same variant', async () => {
    const lines = [
      { code: '690100', quantity: 2 },
      { code: 'cake-s', quantity: 1 },
      { code: 'bun', quantity: 12 },
    ]
    const { lines: done } = await owner.staff.receiveStock({ ...change(), note: 'Delivery 7781', lines })
    expect(done.map(({ sku, before, after }) => [sku, before, after])).toEqual([
      ['bun', 5, 17],
      ['cake-s', 8, 11],
    ])
    const { movements } = await history('bun')
    expect(movements).toMatchObject([
      { quantity: 12, balance: 17, reason: 'received', by: 'Mei', note: 'Delivery 7781' },
      { quantity: 5, balance: 5, reason: 'counted', by: null, note: '' },
    ])
  })

  it('counts once for a repeated submission, also in the activity log', async () => {
    const again = { ...change(), lines: [{ code: 'bun', quantity: 3 }] }
    const answers = [await owner.staff.receiveStock(again), await owner.staff.receiveStock(again)]
    expect(answers[1]).toEqual(answers[0])
    expect(await shelf('bun')).toEqual([8, 0])
    const other = { ...again, lines: [{ code: 'bun', quantity: 4 }] }
    expect(await refusalOf(owner.staff.receiveStock(other))).toMatchObject([['request.key_reused', /./]])
    const log = await shop.query(`select person_name as name, subject, location_id as store, after from staff_log
      where call = 'staff.receiveStock'`)
    expect(log).toEqual([{ name: 'Mei', subject: 'bun', store: 'markham', after: { lines: ['bun 5 → 8'] } }])
  })

  it('sets what was counted, and nothing else', async () => {
    await hold('bun', 3)
    const lines = [
      { code: 'bun', quantity: 1 },
      { code: '690101', quantity: 4 },
    ]
    const answer = await owner.staff.countStock({ ...change(), lines })
    expect(answer.lines.map(({ sku, before, after, isRaised }) => [sku, before, after, isRaised])).toEqual([
      ['bun', 5, 3, true],
      ['cake-l', 0, 4, false],
    ])
    expect(await shelf('cake-s')).toEqual([8, 0])
  })

  it('never removes held pieces, and says how many are free', async () => {
    await hold('bun', 4)
    const lines = [{ code: 'bun', quantity: 2 }]
    const { wasteStock, moveStock, correctStock } = owner.staff
    const refused = [
      () => wasteStock({ ...change(), reason: 'damaged', lines }),
      () => moveStock({ ...change(), to: 'richmond', lines }),
      () => correctStock({ ...change(), lines: [{ code: 'bun', quantity: -2 }] }),
    ]
    for (const work of refused) {
      const message = 'Free pieces of Bun: 1. Kept for orders: 4.'
      expect(await refusalOf(work())).toEqual([['stock.short', message]])
    }
    await owner.staff.wasteStock({ ...change(), reason: 'damaged', lines: [{ code: 'bun', quantity: 1 }] })
    expect(await shelf('bun')).toEqual([4, 4])
  })

  it('moves goods to another store, which both histories name', async () => {
    await owner.staff.moveStock({ ...change(), to: 'richmond', lines: [{ code: 'bun', quantity: 2 }] })
    expect((await history('bun')).movements[0]).toMatchObject({
      quantity: -2,
      balance: 3,
      reason: 'moved',
      otherStore: { en: 'richmond' },
    })
    const there = await owner.staff.stockHistory({ location: 'richmond', sku: 'bun' })
    expect(there.movements).toMatchObject([{ quantity: 2, balance: 2, reason: 'moved', otherStore: { en: 'markham' } }])
    const same = owner.staff.moveStock({ ...change(), to: 'markham', lines: [{ code: 'bun', quantity: 1 }] })
    expect(await refusalOf(same)).toMatchObject([['stock.same_store', /./]])
  })

  it('can be undone once, as long as its pieces are free', async () => {
    const { change: moved } = await owner.staff.moveStock({
      ...change(),
      to: 'richmond',
      lines: [{ code: 'bun', quantity: 2 }],
    })
    await owner.staff.undoStockChange({ ...change(), change: moved })
    const again = await owner.staff.undoStockChange({ ...change(), change: moved })
    expect(again.lines).toMatchObject([{ sku: 'bun', before: 3, after: 5 }])
    expect(await shelf('bun')).toEqual([5, 0])
    const { change: received } = await owner.staff.receiveStock({
      ...change(),
      lines: [{ code: 'bun', quantity: 5 }],
    })
    await hold('bun', 7)
    const late = owner.staff.undoStockChange({ ...change(), change: received })
    expect(await refusalOf(late)).toMatchObject([['stock.short', /: 3\. .*: 7/]])
    expect(await refusalOf(owner.staff.undoStockChange({ ...change(), change: randomUUID() }))).toMatchObject([
      ['not_found', /./],
    ])
  })

  it('is all or nothing, and names each line that is wrong', async () => {
    await addProducts(shop.ctx(), { id: 'twin', variants: [{ sku: 'twin', price: 1, barcode: '690100' }] })
    const lines = ['bun', 'nowhere', 'tea', '690100'].map((code) => ({ code, quantity: 1 }))
    expect((await refusalOf(owner.staff.receiveStock({ ...change(), lines }))).map(([code]) => code).sort()).toEqual([
      'staff.not_counted',
      'staff.unknown',
      'stock.same_barcode',
    ])
    expect(await shelf('bun')).toEqual([5, 0])
  })
})

test('the history has 50 changes on a page, each with its balance', async () => {
  for (let n = 0; n < 3; n++) {
    await owner.staff.correctStock({ ...change(), lines: [{ code: 'bun', quantity: n + 1 }] })
  }
  await shop.query(`insert into stock_movements (location_id, sku, quantity, reason)
    select 'markham', 'bun', 1, 'received' from generate_series(1, 60)`)
  await shop.query("update stock set on_hand = on_hand + 60 where sku = 'bun' and location_id = 'markham'")
  const first = await history('bun')
  expect(first.movements).toHaveLength(50)
  expect(first.movements.slice(0, 2).map(({ balance }) => balance)).toEqual([71, 70])
  const second = await history('bun', first.next ?? '')
  expect(second.movements.map(({ balance }) => balance)).toEqual([
    ...[21, 20, 19, 18, 17, 16, 15, 14, 13, 12],
    11,
    8,
    6,
    5,
  ])
  expect(second.next).toBeNull()
})

test('sizes are counted from zero on, and each can then be received', async () => {
  const sizes = ['s', 'm'].map((id) => ({ id, name: { en: id, zh: id } }))
  await addProducts(shop.ctx(), {
    id: 'shirt',
    name: { en: 'Shirt', zh: '上衣' },
    options: [{ id: 'size', name: { en: 'Size', zh: '大小' }, values: sizes }],
    variants: sizes.map(({ id }) => ({ sku: `shirt-${id}`, optionPair: `size:${id}`, price: 500, stock: null })),
  })
  const { version, isCounted } = await owner.staff.product({ product: 'shirt' })
  expect([isCounted, await skus({ find: 'shirt' })]).toEqual([false, []])
  const counted = await owner.staff.writeProduct({ product: 'shirt', version, isCounted: true })
  expect(counted).toMatchObject({ isCounted: true, isSoldOut: true, stock: [] })
  expect(await skus({ find: 'shirt' })).toEqual(['shirt-s', 'shirt-m'])
  await owner.staff.receiveStock({ ...change(), lines: [{ code: 'shirt-m', quantity: 3 }] })
  expect([await shelf('shirt-s'), await shelf('shirt-m')]).toEqual([
    [0, 0],
    [3, 0],
  ])
})

test('a packer changes the stock of the own store only', async () => {
  const packer = await openColleague(shop, owner, 'box@shop.test', [{ role: 'packer', location: 'markham' }])
  const lines = [{ code: 'bun', quantity: 1 }]
  await packer.staff.receiveStock({ ...change(), lines })
  expect((await history('bun')).movements[0]).toMatchObject({ by: 'box', balance: 6 })
  const refused = [
    () => packer.staff.receiveStock({ ...change(), location: 'richmond', lines }),
    () => packer.staff.moveStock({ ...change(), to: 'richmond', lines }),
    () => packer.staff.stock({ location: 'richmond' }),
  ]
  for (const work of refused) expect(await refusalOf(work())).toMatchObject([['not_found', /./]])
  const kitchen = await openColleague(shop, owner, 'wok@shop.test', [{ role: 'kitchen', location: 'markham' }])
  expect(await refusalOf(kitchen.staff.stock(at))).toMatchObject([['staff.no_right', /./]])
})
