import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import type { Right } from '#contract/rights.ts'
import * as locations from '#server/locations/locations.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openOwner } from '#tests/office.ts'
import { writeProductTable } from './product-table.ts'
import { putProduct, setPrice } from './products.ts'

const shop = setUpShop()
const submission = '6f1c2b9e-3d7a-4f1e-9a51-0c8d2e7b4a90'
const size = { id: 'size', name: { en: 'Size', zh: '规格' } }
const values = ['medium', 'large'].map((id) => ({ id, name: { en: id, zh: id } }))
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
  owner = await openOwner(shop)
  await putProduct(shop.ctx(), {
    id: 'tea',
    name: { en: 'Milk tea', zh: '奶茶' },
    options: [{ ...size, values }],
    variants: [
      { sku: 'tea-m', optionPair: 'size:medium', price: 550, counted: false },
      { sku: 'tea-l', optionPair: 'size:large', price: 650, counted: false },
    ],
  })
  await putProduct(shop.ctx(), { id: 'bun', name: { en: 'Bun', zh: '' }, variants: [{ sku: 'bun', price: 300 }] })
  shop.clock.advance(1000)
})

type Cells = Parameters<Office['staff']['writeProductTable']>[0]['cells']
const write = (cells: Cells) => owner.staff.writeProductTable({ submission, cells })
const lines = async () => (await owner.staff.productTable({ sort: 'price' })).lines

describe('the table of products', () => {
  it('has a line for each variant of the named products, or of those that match the filter', async () => {
    const table = await owner.staff.productTable({ sort: 'price' })
    expect([table.count, table.currency]).toEqual([2, 'CAD'])
    expect(table.lines).toMatchObject([
      { product: 'bun', sku: 'bun', price: 300, compareAtPrice: null },
      { product: 'tea', sku: 'tea-m', detail: { en: 'medium', zh: 'medium' }, price: 550 },
      { product: 'tea', sku: 'tea-l', price: 650 },
    ])
    expect((await owner.staff.productTable({ products: ['bun'] })).lines).toHaveLength(1)
    expect((await owner.staff.productTable({ filter: { name: '奶' } })).lines).toHaveLength(2)
  })

  it('writes cells, shows shoppers the new values at once, and logs it', async () => {
    const visitor = shop.visitor()
    await visitor.api.catalogue.detail({ id: 'tea' })
    const answer = await write([
      { id: 'tea-m', column: 'price', was: 550, is: 580 },
      { id: 'tea-l', column: 'compareAtPrice', was: null, is: 700 },
      { id: 'tea', column: 'name_en', was: 'Milk tea', is: 'Silk tea' },
      { id: 'bun', column: 'barcode', was: null, is: '0123' },
    ])
    expect(answer).toEqual({ saved: 4, refused: [] })
    expect(await visitor.api.catalogue.detail({ id: 'tea' })).toMatchObject({
      name: { en: 'Silk tea' },
      price: { amount: 580 },
    })
    const found = await visitor.api.catalogue.search({ term: 'silk' })
    expect(found.products.map(({ id }) => id)).toEqual(['tea'])
    const [entry] = (await owner.people.log({ limit: 1 })).entries
    expect(entry).toMatchObject({ call: 'staff.writeProductTable', after: { kind: 'table', products: 2 } })
  })

  it('keeps what somebody else changed since, says what it is, and saves the rest', async () => {
    await setPrice(shop.ctx(), { sku: 'tea-m', price: 999 })
    const answer = await write([
      { id: 'tea-m', column: 'price', was: 550, is: 580 },
      { id: 'bun', column: 'price', was: 300, is: 310 },
      { id: 'gone', column: 'price', was: 1, is: 2 },
    ])
    expect(answer).toEqual({
      saved: 1,
      refused: [
        { id: 'tea-m', column: 'price', reason: 'stale', now: 999 },
        { id: 'gone', column: 'price', reason: 'gone', now: null },
      ],
    })
    expect((await lines()).map(({ price }) => price)).toEqual([310, 999, 650])
  })

  it('never leaves a product without a name, but moves a name to the other language', async () => {
    const moved = await write([
      { id: 'bun', column: 'name_en', was: 'Bun', is: '' },
      { id: 'bun', column: 'name_zh', was: '', is: '小面包' },
      { id: 'tea', column: 'name_en', was: 'Milk tea', is: '' },
      { id: 'tea', column: 'name_zh', was: '奶茶', is: '' },
    ])
    expect(moved.refused).toEqual([{ id: 'tea', column: 'name_zh', reason: 'no_name', now: '奶茶' }])
    expect((await lines()).map(({ name }) => name)).toMatchObject([
      { en: '', zh: '小面包' },
      { en: '', zh: '奶茶' },
      {},
    ])
  })

  it('needs a weight for goods that cross a border', async () => {
    const variants = [{ sku: 'jam', price: 900, grams: 300 }]
    await putProduct(shop.ctx(), { id: 'jam', name: { en: 'Jam', zh: '果酱' }, crossBorder: true, variants })
    const { refused } = await write([{ id: 'jam', column: 'grams', was: 300, is: null }])
    expect(refused).toMatchObject([{ id: 'jam', reason: 'weight_needed', now: 300 }])
  })

  it('is one change for all parts of a save, undone as a whole, also if a part arrives twice', async () => {
    const before = await lines()
    const first: Cells = [{ id: 'tea-m', column: 'price', was: 550, is: 580 }]
    await write(first)
    await write([
      { id: 'bun', column: 'price', was: 300, is: 310 },
      { id: 'bun', column: 'memberPrice', was: null, is: 280 },
      { id: 'tea', column: 'name_zh', was: '奶茶', is: '鲜奶茶' },
    ])
    expect(await write(first)).toEqual({ saved: 1, refused: [] })
    const [change] = (await owner.staff.productChanges({})).changes
    expect(change).toMatchObject({ id: submission, change: { kind: 'table' }, isUndone: false })
    expect(await owner.staff.undoProductChange({ change: submission })).toEqual({ restored: 4, kept: 0 })
    expect(await lines()).toEqual(before)
  })

  it('undoes all but what changed since', async () => {
    await write([
      { id: 'tea-m', column: 'price', was: 550, is: 580 },
      { id: 'tea-l', column: 'price', was: 650, is: 680 },
    ])
    await setPrice(shop.ctx(), { sku: 'tea-l', price: 999 })
    expect(await owner.staff.undoProductChange({ change: submission })).toEqual({ restored: 1, kept: 1 })
    expect(await lines()).toMatchObject([{ price: 300 }, { price: 550 }, { price: 999 }])
  })

  it('needs the right to change prices only for prices', async () => {
    const only: Right[] = ['catalogue.see', 'catalogue.write']
    const roles = [{ role: 'manager' as const, location: null, only }]
    const person = { personId: null, name: '', locale: null, sessionId: null, deviceId: null, device: '' }
    const staff = { ...person, roles, isHeldBack: false, confirmedAt: null, note: () => {} }
    const ctx = { ...shop.ctx(), staff }
    const price: Cells = [{ id: 'tea-m', column: 'price', was: 550, is: 580 }]
    await expect(writeProductTable(ctx, { submission, cells: price })).rejects.toMatchObject({
      items: [{ code: 'staff.no_right' }],
    })
    const name: Cells = [{ id: 'tea', column: 'name_en', was: 'Milk tea', is: 'Silk tea' }]
    expect(await writeProductTable(ctx, { submission, cells: name })).toEqual({ saved: 1, refused: [] })
  })

  it('refuses values that cannot be', async () => {
    const code = await write([{ id: 'tea-m', column: 'price', was: 550, is: -1 }]).then(
      () => null,
      (error) => (error instanceof ApiError ? error.code : String(error)),
    )
    expect(code).toBe('input.invalid')
  })
})
