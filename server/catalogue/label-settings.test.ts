import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import * as locations from '#server/locations/locations.ts'
import { addProducts } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { recordPictures } from './pictures.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
  owner = await openOwner(shop)
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )
const noStory = { en: '', zh: '' }
const brand = async (id: string) => {
  const found = (await owner.staff.brands()).brands.find(({ brand }) => brand === id)
  if (!found) throw new Error(`no brand ${id}`)
  return found
}
const tag = async (id: string) => {
  const found = (await owner.staff.tags()).tags.find(({ tag }) => tag === id)
  if (!found) throw new Error(`no tag ${id}`)
  return found
}
const search = async (term: string) =>
  (await shop.visitor().api.catalogue.search({ term })).products.map(({ id }) => id)

describe('a brand of the back office', () => {
  it('is added, changed for shoppers at once, and refuses a name twice', async () => {
    const { added } = await owner.staff.addBrand({ name: { en: 'Old Maker', zh: '老字号' } })
    expect(added).toBe('old-maker')
    expect(await refusal(owner.staff.addBrand({ name: { en: 'old maker', zh: '' } }))).toBe('staff.name_taken')
    await addProducts(shop.ctx(), { id: 'sauce', stock: null, brandId: added })
    const { version } = await brand(added)
    const name = { en: 'New Maker', zh: '新字号' }
    const image = { src: `/media/${'a'.repeat(32)}`, widths: [240], width: 1, height: 1 }
    const unknown = owner.staff.writeBrand({ brand: added, version, name, story: noStory, image })
    expect(await refusal(unknown)).toBe('picture.unknown')
    await recordPictures(shop.ctx(), [{ image: { ...image, alt: noStory } }])
    await owner.staff.writeBrand({ brand: added, version, name, story: { en: 'Since 1890', zh: '' }, image })
    const { brands } = await shop.visitor().api.catalogue.brands()
    expect(brands).toMatchObject([{ id: added, name, story: { en: 'Since 1890' }, productCount: 1 }])
    expect(await search('新字号')).toEqual(['sauce'])
    const stale = owner.staff.writeBrand({ brand: added, version, name, story: noStory, image: null })
    expect(await refusal(stale)).toBe('staff.stale')
  })

  it('is removed, and its products get another brand or none', async () => {
    const { added: old } = await owner.staff.addBrand({ name: { en: 'Old', zh: '旧' } })
    const { added: other } = await owner.staff.addBrand({ name: { en: 'Other', zh: '另一' } })
    await addProducts(shop.ctx(), { id: 'sauce', stock: null, brandId: old })
    await addProducts(shop.ctx(), { id: 'salt', stock: null, brandId: old })
    const itself = owner.staff.removeBrand({ brand: old, version: (await brand(old)).version, into: old })
    expect(await refusal(itself)).toBe('not_found')
    const removed = await owner.staff.removeBrand({ brand: old, version: (await brand(old)).version, into: other })
    expect(removed).toEqual({ products: 2 })
    expect((await owner.staff.product({ product: 'salt' })).brand).toBe(other)
    await owner.staff.removeBrand({ brand: other, version: (await brand(other)).version, into: null })
    expect((await owner.staff.product({ product: 'salt' })).brand).toBeNull()
    expect((await owner.staff.brands()).brands).toEqual([])
    const { entries } = await owner.people.log({ subject: old })
    expect(entries[0]).toMatchObject({ call: 'staff.removeBrand', after: { products: 2, into: { en: 'Other' } } })
  })
})

describe('a tag of the back office', () => {
  it('is offered in the product editor, and hidden from shoppers on request', async () => {
    const { added } = await owner.staff.addTag({ name: { en: 'Signature', zh: '招牌' } })
    expect(added).toBe('signature')
    expect((await owner.staff.productChoices()).tags).toEqual([{ id: added, name: { en: 'Signature', zh: '招牌' } }])
    await addProducts(shop.ctx(), { id: 'tea', stock: null, tags: [added] })
    expect(await search('招牌')).toEqual(['tea'])
    const { version, name } = await tag(added)
    await owner.staff.writeTag({ tag: added, version, name, isHidden: true })
    expect(await refusal(shop.visitor().api.catalogue.tag({ id: added }))).toBe('not_found')
    expect(await search('招牌')).toEqual([])
    expect(await refusal(owner.staff.writeTag({ tag: added, version, name, isHidden: false }))).toBe('staff.stale')
  })

  it('merges into another one, so that no product has the other one twice', async () => {
    const { added: spicy } = await owner.staff.addTag({ name: { en: 'Spicy', zh: '辣' } })
    const { added: hot } = await owner.staff.addTag({ name: { en: 'Hot', zh: '辣味' } })
    await addProducts(shop.ctx(), { id: 'noodles', stock: null, tags: [spicy, hot] })
    await addProducts(shop.ctx(), { id: 'sauce', stock: null, tags: [spicy] })
    const removed = await owner.staff.removeTag({ tag: spicy, version: (await tag(spicy)).version, into: hot })
    expect(removed).toEqual({ products: 2 })
    expect(await tag(hot)).toMatchObject({ products: 2 })
    expect((await owner.staff.product({ product: 'sauce' })).tags).toEqual([hot])
    expect(await search('辣味')).toHaveLength(2)
    await owner.staff.removeTag({ tag: hot, version: (await tag(hot)).version, into: null })
    expect((await owner.staff.product({ product: 'sauce' })).tags).toEqual([])
  })

  it('can be seen but not changed by staff without the right', async () => {
    const { added } = await owner.staff.addTag({ name: { en: 'Spicy', zh: '辣' } })
    const ana = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'cashier', location: null }])
    const { tags } = await ana.staff.tags()
    const version = tags[0]?.version ?? ''
    expect(await refusal(ana.staff.removeTag({ tag: added, version, into: null }))).toBe('staff.no_right')
  })
})
