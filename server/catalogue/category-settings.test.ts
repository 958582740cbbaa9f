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
const add = async (en: string, zh: string, parent: string | null = null) =>
  (await owner.staff.addCategory({ name: { en, zh }, parent })).added
const move = async (category: string, parent: string | null, before: string | null = null) => {
  const { version } = await owner.staff.categories()
  return owner.staff.moveCategory({ category, version, parent, before })
}
/** The tree that shoppers see: each name with the branches below it. */
type Branch = [string, ...Branch[]]
async function shown(): Promise<Branch[]> {
  const { categories } = await shop.visitor().api.catalogue.categories({ id: 'all' })
  const toBranch = ({ name, children }: (typeof categories)[number]): Branch => [name.en, ...children.map(toBranch)]
  return categories.map(toBranch)
}
const categoriesOf = async (product: string) => (await owner.staff.product({ product })).categories

describe('a category of the back office', () => {
  it('begins an empty shop, with an address made from its name', async () => {
    expect(await owner.staff.categories()).toMatchObject({ categories: [] })
    const { added, categories } = await owner.staff.addCategory({ name: { en: 'Milk tea', zh: '奶茶' }, parent: null })
    expect(added).toBe('milk-tea')
    expect(categories).toMatchObject([{ category: 'milk-tea', parent: null, isShown: true, products: 0, image: null }])
    await add('Fruit tea', '果茶')
    await add('Oolong', '乌龙', 'milk-tea')
    expect(await shown()).toEqual([['Milk tea', ['Oolong']], ['Fruit tea']])
    // `all` stands for the whole catalogue, so no category gets this id.
    expect(await add('All', '全部')).toMatch(/^all-/)
  })

  it('refuses a name that a category beside it has, and an unknown parent', async () => {
    const tea = await add('Tea', '茶')
    expect(await refusal(add('tea ', '茶'))).toBe('staff.name_taken')
    expect(await refusal(add('Tea', ''))).toBe('staff.name_taken')
    await add('Tea', '茶具')
    await add('Tea', '茶', tea)
    expect(await refusal(add('Buns', '包子', 'nowhere'))).toBe('staff.unknown')
    const rename = owner.staff.writeCategory({ category: tea, name: { en: 'Tea', zh: '茶具' } })
    expect(await refusal(rename)).toBe('staff.name_taken')
  })

  it('is changed for shoppers at once, with only the fields that differ in the log', async () => {
    const tea = await add('Tea', '茶')
    const { version } = await owner.staff.category({ category: tea })
    const image = { src: `/media/${'a'.repeat(32)}`, widths: [240], width: 4, height: 3 }
    await recordPictures(shop.ctx(), [{ image: { ...image, alt: { en: '', zh: '' } } }])
    await owner.staff.writeCategory({
      category: tea,
      version,
      layout: 'menu',
      description: { en: 'Cold and hot', zh: '冷热都有' },
      image,
    })
    const page = await shop.visitor().api.catalogue.category({ id: tea })
    const picture = { src: image.src, alt: { en: 'Tea', zh: '茶' } }
    expect(page).toMatchObject({ layout: 'menu', description: { en: 'Cold and hot' }, image: picture })
    await owner.staff.writeCategory({ category: tea, name: { en: 'Teas', zh: '茶饮' } })
    expect((await owner.staff.categories()).categories[0]?.image?.alt).toEqual({ en: 'Teas', zh: '茶饮' })
    const { entries } = await owner.people.log({ subject: tea })
    expect(entries[0]).toMatchObject({ call: 'staff.writeCategory', before: { name: { en: 'Tea', zh: '茶' } } })
    expect(Object.keys(entries[0]?.after ?? {})).toEqual(['name'])
    await owner.staff.writeCategory({ category: tea, isShown: false, image: null })
    expect(await shown()).toEqual([])
    const foreign = { src: 'https://elsewhere.example/a.png', widths: [], width: 1, height: 1 }
    expect(await refusal(owner.staff.writeCategory({ category: tea, image: foreign }))).toBe('input.invalid')
    const unknown = { ...image, src: `/media/${'0'.repeat(32)}` }
    expect(await refusal(owner.staff.writeCategory({ category: tea, image: unknown }))).toBe('picture.unknown')
  })

  it('refuses a stale change and names who made the other one', async () => {
    const tea = await add('Tea', '茶')
    const { version } = await owner.staff.category({ category: tea })
    const ana = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'manager', location: null }])
    await ana.staff.writeCategory({ category: tea, version, name: { en: 'Teas', zh: '茶' } })
    const stale = await owner.staff.writeCategory({ category: tea, version, isShown: false }).catch((error) => error)
    expect(stale).toMatchObject({ code: 'staff.stale', status: 409, errors: [{ details: { by: 'ana' } }] })
    expect(await refusal(owner.staff.removeCategory({ category: tea, version, moveTo: null }))).toBe('staff.stale')
  })

  it('moves with all below it, but never below itself', async () => {
    const [drinks, food, tea] = [await add('Drinks', '饮品'), await add('Food', '食品'), await add('Tea', '茶')]
    const green = await add('Green', '绿茶', tea)
    await move(tea, drinks)
    await move(food, null, drinks)
    expect(await shown()).toEqual([['Food'], ['Drinks', ['Tea', ['Green']]]])
    expect(await refusal(move(drinks, green))).toBe('staff.circle')
    expect(await refusal(move(drinks, drinks))).toBe('staff.circle')
    // A category can move only before a child of its new parent. Here the new parent is the top level, but Green is a
    // child of Tea.
    expect(await refusal(move(tea, null, green))).toBe('staff.unknown')
    await move(tea, null, food)
    expect(await shown()).toEqual([['Tea', ['Green']], ['Food'], ['Drinks']])
    const { entries } = await owner.people.log({ subject: tea })
    expect(entries[0]).toMatchObject({
      before: { parent: { en: 'Drinks' }, position: 1 },
      after: { parent: null, position: 1 },
    })
  })

  it('refuses a move of an order that somebody has changed since', async () => {
    const [drinks, food] = [await add('Drinks', '饮品'), await add('Food', '食品')]
    const { version } = await owner.staff.categories()
    const ana = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'manager', location: null }])
    await ana.staff.moveCategory({ category: food, version, parent: null, before: drinks })
    const stale = await owner.staff
      .moveCategory({ category: drinks, version, parent: food, before: null })
      .catch((error) => error)
    expect(stale).toMatchObject({ code: 'staff.stale', errors: [{ details: { by: 'ana' } }] })
    // If two staff members move categories at the same time, no category ends up below itself.
    const { version: now } = await owner.staff.categories()
    const both = await Promise.all([
      refusal(owner.staff.moveCategory({ category: drinks, version: now, parent: food, before: null })),
      refusal(ana.staff.moveCategory({ category: food, version: now, parent: drinks, before: null })),
    ])
    expect(both.sort()).toEqual([null, 'staff.stale'].sort())
  })

  it('gives its products and the categories below it to others when it is removed', async () => {
    const [drinks, tea, sale] = [await add('Drinks', '饮品'), await add('Tea', '茶'), await add('Sale', '特价')]
    const green = await add('Green', '绿茶', tea)
    await addProducts(shop.ctx(), { id: 'oolong', stock: null, categories: [tea, sale] })
    await addProducts(shop.ctx(), { id: 'longjing', stock: null, categories: [tea, drinks] })
    await addProducts(shop.ctx(), { id: 'sencha', stock: null, categories: [tea] })
    await owner.staff.writeSynonyms({ category: { id: tea, words: ['cha'] } })
    const detail = await owner.staff.category({ category: tea })
    expect(detail).toMatchObject({ products: 3, onlyHere: 1, below: [{ category: green }] })
    const product = await owner.staff.product({ product: 'sencha' })

    const unknown = owner.staff.removeCategory({ category: tea, version: detail.version, moveTo: 'nowhere' })
    expect(await refusal(unknown)).toBe('staff.unknown')
    const removed = await owner.staff.removeCategory({ category: tea, version: detail.version, moveTo: drinks })
    expect(removed).toEqual({ products: 3 })
    expect(await shown()).toEqual([['Drinks'], ['Green'], ['Sale']])
    expect(await categoriesOf('oolong')).toEqual([drinks, sale])
    expect(await categoriesOf('longjing')).toEqual([drinks])
    expect(await categoriesOf('sencha')).toEqual([drinks])
    expect((await owner.staff.synonyms()).categories).toEqual([])
    // A staff member who opened the product before the removal cannot write the removed category back.
    const late = owner.staff.writeProduct({ product: 'sencha', version: product.version, synonyms: 'x' })
    expect(await refusal(late)).toBe('staff.stale')
    const { entries } = await owner.people.log({ subject: tea })
    expect(entries[0]).toMatchObject({ after: { products: 3, moveTo: { en: 'Drinks' } } })
  })

  it('leaves products without a category if they go nowhere, and the search no longer finds them by its name', async () => {
    const tea = await add('Zisha', '紫砂')
    await addProducts(shop.ctx(), { id: 'pot', stock: null, categories: [tea] })
    const found = async () => (await shop.visitor().api.catalogue.search({ term: '紫砂' })).products.length
    expect(await found()).toBe(1)
    const { version } = await owner.staff.category({ category: tea })
    await owner.staff.removeCategory({ category: tea, version, moveTo: null })
    expect(await categoriesOf('pot')).toEqual([])
    expect(await found()).toBe(0)
    expect(await refusal(owner.staff.category({ category: tea }))).toBe('not_found')
  })

  it('can be seen but not changed by staff without the right', async () => {
    const tea = await add('Tea', '茶')
    const ana = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'cashier', location: null }])
    expect((await ana.staff.categories()).categories).toHaveLength(1)
    expect(await refusal(ana.staff.writeCategory({ category: tea, isShown: false }))).toBe('staff.no_right')
    expect(await refusal(ana.staff.addCategory({ name: { en: 'A', zh: '' }, parent: null }))).toBe('staff.no_right')
  })
})
