import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { dayMs } from '#contract/durations.ts'
import type { Right } from '#contract/rights.ts'
import * as locations from '#server/locations/locations.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { changeProducts, sweepChanges } from './product-changes.ts'
import { putCategory, putProduct, putTag, setPrice } from './products.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
  owner = await openOwner(shop)
  for (const [id, price] of [
    ['tea', 550],
    ['bun', 300],
    ['cake', 915],
  ] as const) {
    await putProduct(shop.ctx(), { id, name: { en: id, zh: id }, variants: [{ sku: id, price, counted: false }] })
  }
  shop.clock.advance(1000)
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )
const prices = async () => {
  const { products } = await owner.staff.products({ sort: 'name' })
  return Object.fromEntries(products.map(({ product, price }) => [product, price.amount]))
}
type Request = Parameters<Office['staff']['changeProducts']>[0]
const makeChange = (request: Omit<Request, 'submission'>) =>
  owner.staff.changeProducts({ submission: randomUUID(), ...request })
const fivePercent = { kind: 'price', percent: 5 } as const

describe('a change of many products', () => {
  it('raises all prices, shows shoppers the new ones at once, and can be undone', async () => {
    const visitor = shop.visitor()
    await visitor.api.catalogue.detail({ id: 'tea' })
    const { id, count } = await makeChange({ change: fivePercent })
    expect([count, await prices()]).toEqual([3, { tea: 578, bun: 315, cake: 961 }])
    expect(await visitor.api.catalogue.detail({ id: 'tea' })).toMatchObject({ price: { amount: 578 } })
    const [line] = (await owner.people.log({ limit: 1 })).entries
    expect(line).toMatchObject({ call: 'staff.changeProducts', after: { percent: 5, products: 3 } })
    expect((await owner.staff.productChanges({})).changes).toMatchObject([{ id, count: 3, isUndone: false }])
    expect(await owner.staff.undoProductChange({ change: id })).toEqual({ restored: 3, kept: 0 })
    expect(await prices()).toEqual({ tea: 550, bun: 300, cake: 915 })
    expect(await owner.staff.undoProductChange({ change: id })).toEqual({ restored: 0, kept: 0 })
    expect(await visitor.api.catalogue.detail({ id: 'tea' })).toMatchObject({ price: { amount: 550 } })
  })

  it('concerns only the named products, or those that match the filter', async () => {
    await makeChange({ products: ['tea'], change: { kind: 'price', amount: -50 } })
    await makeChange({ filter: { name: 'cake' }, change: { kind: 'price', amount: 85 } })
    expect(await prices()).toEqual({ tea: 500, bun: 300, cake: 1000 })
  })

  it('rounds to the nearest price that ends in 9, and never goes below zero', async () => {
    await makeChange({ change: { ...fivePercent, endsInNine: true } })
    expect(await prices()).toEqual({ tea: 579, bun: 319, cake: 959 })
    await makeChange({ products: ['bun'], change: { kind: 'price', amount: -1000 } })
    expect(await prices()).toMatchObject({ bun: 0 })
  })

  it('is previewed with the first products and their new prices', async () => {
    const { count, products } = await owner.staff.previewProductChange({ filter: { name: 'tea' }, change: fivePercent })
    expect([count, products]).toMatchObject([
      1,
      [{ product: 'tea', price: { amount: 550 }, newPrice: { amount: 578 } }],
    ])
    expect(await prices()).toMatchObject({ tea: 550 })
    const named = async (from: number) =>
      (await owner.staff.previewProductChange({ change: fivePercent, from })).products.map(({ product }) => product)
    const all = await named(0)
    expect(all).toHaveLength(3)
    expect(await named(2)).toEqual(all.slice(2))
  })

  it('makes an open form stale, and its undo keeps what has changed since', async () => {
    const { version } = await owner.staff.product({ product: 'tea' })
    const { id } = await makeChange({ change: fivePercent })
    expect(await refusal(owner.staff.writeProduct({ product: 'tea', version, synonyms: 'cha' }))).toBe('staff.stale')
    await setPrice(shop.ctx(), { sku: 'tea', price: 999 })
    expect(await owner.staff.undoProductChange({ change: id })).toEqual({ restored: 2, kept: 1 })
    expect(await prices()).toEqual({ tea: 999, bun: 300, cake: 915 })
  })

  it('is made once, even if the page sends it again because the answer was lost', async () => {
    const submission = randomUUID()
    const request = { submission, filter: { name: '' }, change: fivePercent }
    const first = await owner.staff.changeProducts(request)
    const again = await Promise.all([owner.staff.changeProducts(request), owner.staff.changeProducts(request)])
    expect([first.count, ...again]).toEqual([3, first, first])
    expect(await prices()).toEqual({ tea: 578, bun: 315, cake: 961 })
    const { changes } = await owner.staff.productChanges()
    expect(changes.map(({ id, change }) => [id, change])).toEqual([[submission, { ...fivePercent, endsInNine: false }]])
    const other = owner.staff.changeProducts({ ...request, change: { kind: 'price', percent: 6 } })
    expect(await refusal(other)).toBe('request.key_reused')
    const sameTime = { ...request, submission: randomUUID() }
    const [one, two] = await Promise.all([owner.staff.changeProducts(sameTime), owner.staff.changeProducts(sameTime)])
    expect([one, (await owner.staff.productChanges()).changes.length]).toEqual([two, 2])
  })

  it('that was undone is not made again by its submission', async () => {
    const request = { submission: randomUUID(), change: fivePercent }
    const { id } = await owner.staff.changeProducts(request)
    await owner.staff.undoProductChange({ change: id })
    expect(await refusal(owner.staff.changeProducts(request))).toBe('request.key_reused')
    expect(await prices()).toEqual({ tea: 550, bun: 300, cake: 915 })
  })

  it('hides, archives, brings back, and sets category, tag and tax class, each with its undo', async () => {
    await putCategory(shop.ctx(), { id: 'food', name: { en: 'Food', zh: '食品' } })
    await putTag(shop.ctx(), { id: 'new', name: { en: 'New', zh: '新品' } })
    const all = ['tea', 'bun', 'cake'].sort()
    const seen = () => Promise.all(all.map((product) => owner.staff.product({ product })))
    const changes = [
      [{ kind: 'hide' }, { isShown: false }],
      [{ kind: 'archive' }, { isArchived: true }],
      [{ kind: 'category', category: 'food' }, { categories: ['food'] }],
      [{ kind: 'tag', tag: 'new' }, { tags: ['new'] }],
      [{ kind: 'taxClass', taxClass: 'prepared' }, { taxClass: 'prepared' }],
    ] as const
    const facts = async () => (await seen()).map(({ version: _, ...rest }) => rest)
    const before = await facts()
    for (const [change, after] of changes) {
      const { id, count } = await makeChange({ products: all, change })
      expect([count, await seen()]).toMatchObject([3, [after, after, after]])
      await owner.staff.undoProductChange({ change: id })
      expect(await facts()).toEqual(before)
    }
    await makeChange({ change: { kind: 'archive' } })
    const back = await makeChange({ filter: { state: 'archived' }, change: { kind: 'unarchive' } })
    expect([back.count, await seen()]).toMatchObject([3, [{ isArchived: false, isShown: false }, {}, {}]])
    expect(await refusal(makeChange({ change: { kind: 'tag', tag: 'nothing' } }))).toBe('not_found')
  })

  it('to a tag lets shoppers find the products by its name at once', async () => {
    await putTag(shop.ctx(), { id: 'lunar', name: { en: 'Lunar festival', zh: '春节' } })
    await makeChange({ products: ['bun'], change: { kind: 'tag', tag: 'lunar' } })
    const { products } = await shop.visitor().api.catalogue.search({ term: '春节' })
    expect(products.map(({ id }) => id)).toEqual(['bun'])
  })

  it('cannot be undone after seven days', async () => {
    const { id } = await makeChange({ change: fivePercent })
    shop.clock.advance(7 * dayMs + 1)
    await sweepChanges(shop.ctx())
    expect(await shop.query('select id from product_changes')).toEqual([])
    // The owner's session has also ended during these days, so another owner signs in.
    owner = await openOwner(shop, 'second@shop.test')
    expect(await refusal(owner.staff.undoProductChange({ change: id }))).toBe('not_found')
  })

  it('of prices needs the right to change prices, in all stores', async () => {
    const only: Right[] = ['catalogue.see', 'catalogue.write']
    const roles = [{ role: 'manager' as const, location: null, only }]
    const person = { personId: null, name: '', locale: null, sessionId: null, deviceId: null, device: '' }
    const staff = { ...person, roles, isHeldBack: false, confirmedAt: null, note: () => {} }
    const which = { submission: randomUUID(), filter: { name: '' }, change: { ...fivePercent, endsInNine: false } }
    await expect(changeProducts({ ...shop.ctx(), staff }, which)).rejects.toMatchObject({
      items: [{ code: 'staff.no_right' }],
    })
    const location = locations.firstLocation.id
    const manager = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'manager', location }])
    expect(await refusal(manager.staff.changeProducts({ submission: randomUUID(), change: fivePercent }))).toBe(
      'staff.no_right',
    )
    expect(await prices()).toMatchObject({ tea: 550 })
  })
})
