import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { noText } from '#contract/languages.ts'
import * as locations from '#server/locations/locations.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { photo } from '#tests/pictures.ts'
import { putProduct, putTag } from './products.ts'
import { setOnHandMany } from './stock.ts'

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
/** Input for a product with one variant at this price. */
const at = (price: number, sku = '') => ({ variants: [{ sku, price }] })
type Typed = Parameters<Office['staff']['writeProduct']>[0]
const typed: Typed = {
  product: 'new',
  version: '',
  name: { en: 'Egg tart', zh: '蛋挞' },
  description: noText,
  variants: [{ sku: '', price: 280 }],
  categories: [],
  images: [],
  taxClass: 'baked_single',
  isShown: true,
  isSoldOut: false,
}

describe('a product of the back office', () => {
  it('is for sale as soon as it is added, in a new category', async () => {
    const added = await owner.staff.writeProduct({ ...typed, newCategory: { en: 'Bakery', zh: '烘焙' } })
    expect(added).toMatchObject({ product: 'egg-tart', isShown: true, isSoldOut: false, variants: [{ price: 280 }] })
    expect(await shop.visitor().api.catalogue.detail({ id: 'egg-tart' })).toMatchObject({ name: typed.name })
    const { products } = await shop.visitor().api.catalogue.search({ term: '蛋挞' })
    expect(products.map(({ id }) => id)).toEqual(['egg-tart'])
    const { categories } = await owner.staff.categories()
    expect(categories).toMatchObject([{ name: { en: 'Bakery', zh: '烘焙' }, products: 1 }])
  })

  it('gets an id of its own if the name is taken', async () => {
    const ids = [await owner.staff.writeProduct(typed), await owner.staff.writeProduct(typed)].map(
      ({ product }) => product,
    )
    expect(ids).toEqual(['egg-tart', expect.stringMatching(/^egg-tart-[\da-f]{6}$/)])
  })

  it('with more pictures than staff may add, from an import, can lose pictures but gain none', async () => {
    const { product } = await owner.staff.writeProduct(typed)
    const picture = { width: 8, height: 6, widths: [8], alt: noText }
    const images = Array.from({ length: 25 }, (_, at) => ({ ...picture, src: `/media/${at}.jpg` }))
    await shop.query('update products set images = $1 where id = $2', [JSON.stringify(images), product])
    const write = async (images: Typed['images']) => {
      const { version } = await owner.staff.product({ product })
      return owner.staff.writeProduct({ product, version, images })
    }
    expect((await write(images.slice(1))).images).toHaveLength(24)
    expect(await refusal(write(images))).toBe('input.invalid')
    expect((await write(images.slice(5))).images).toHaveLength(20)
    expect(await refusal(write(images.slice(4)))).toBe('input.invalid')
  })

  it('is added once, even if the page sends it again because the answer was lost', async () => {
    const submission = '6f8f5c0a-0f5d-4a57-9a3c-1d1f2a3b4c5d'
    const first = await owner.staff.writeProduct({ ...typed, submission, newCategory: { en: 'Bakery', zh: '烘焙' } })
    const again = await owner.staff.writeProduct({ ...typed, submission, newCategory: { en: 'Bakery', zh: '烘焙' } })
    expect(again).toEqual(first)
    const changed = owner.staff.writeProduct({ ...typed, submission, ...at(320) })
    expect(await refusal(changed)).toBe('request.key_reused')
    expect(await shop.query('select id from products')).toEqual([{ id: first.product }])
    expect((await owner.staff.productChanges()).changes).toEqual([])
    const other = submission.replace('6f', '7f')
    expect((await owner.staff.writeProduct({ ...typed, submission: other })).product).not.toBe(first.product)
  })

  it('gets an id without a hyphen at its end', async () => {
    const name = { en: `${'a'.repeat(59)} noodles`, zh: '' }
    expect((await owner.staff.writeProduct({ ...typed, name })).product).toBe('a'.repeat(59))
  })

  it('can be sold out and hidden, and keeps what the form does not show', async () => {
    await putTag(shop.ctx(), { id: 'new', name: { en: 'New', zh: '新品' } })
    await putProduct(shop.ctx(), {
      id: 'bun',
      name: { en: 'Bun', zh: '包子' },
      origin: { en: 'Markham', zh: '万锦' },
      tags: ['new'],
      variants: [{ sku: 'BUN-1', price: 300, memberPrice: 250, counted: false }],
    })
    const { version } = await owner.staff.product({ product: 'bun' })
    const change = { ...typed, product: 'bun', version, ...at(320, 'BUN-1'), isSoldOut: true }
    expect(await owner.staff.writeProduct(change)).toMatchObject({ isSoldOut: true, variants: [{ price: 320 }] })
    const [row] = await shop.query("select origin from products where id = 'bun'")
    expect(row).toEqual({ origin: { en: 'Markham', zh: '万锦' } })
    expect(await shop.query('select sku, member_price from variants')).toEqual([{ sku: 'BUN-1', member_price: 250 }])
    const { products } = await owner.staff.products({ name: 'tart', limit: 1 })
    expect(products).toMatchObject([{ product: 'bun', sku: 'BUN-1', isCounted: false, isSoldOut: true }])
    expect(await shop.query('select tag_id from product_tags')).toEqual([{ tag_id: 'new' }])
  })

  it('stays counted without stock, and is for sale again with a number', async () => {
    const { id: location } = locations.firstLocation
    await putProduct(shop.ctx(), {
      id: 'bun',
      name: { en: 'Bun', zh: '包子' },
      variants: [{ sku: 'BUN-1', price: 300 }],
    })
    await setOnHandMany(shop.ctx(), [{ sku: 'BUN-1', locationId: location, quantity: 0 }])
    const seen = await owner.staff.product({ product: 'bun' })
    expect(seen).toMatchObject({ isCounted: true, isSoldOut: true, stock: [{ location, quantity: 0, held: 0 }] })
    const change = { ...typed, product: 'bun', ...at(300, 'BUN-1'), isSoldOut: false }
    const after = await owner.staff.writeProduct({ ...change, version: seen.version })
    expect(after).toMatchObject({ isCounted: true, isSoldOut: true })
    const stock = [{ location, quantity: 4 }]
    const filled = await owner.staff.writeProduct({ ...change, version: after.version, stock })
    expect(filled).toMatchObject({ isCounted: true, isSoldOut: false, stock: [{ quantity: 4 }] })
    const [line] = (await owner.people.log({ limit: 1 })).entries
    expect(line).toMatchObject({ before: { stock: { [location]: 0 } }, after: { stock: { [location]: 4 } } })
    const nowhere = { ...change, version: filled.version, stock: [{ location: 'nowhere', quantity: 1 }] }
    expect(await refusal(owner.staff.writeProduct(nowhere))).toBe('not_found')
  })

  it('is sold out by its mark, also with pieces from a time when it was counted', async () => {
    const { product, version } = await owner.staff.writeProduct(typed)
    await setOnHandMany(shop.ctx(), [{ sku: product, locationId: locations.firstLocation.id, quantity: 5 }])
    const out = await owner.staff.writeProduct({ ...typed, product, version, isSoldOut: true })
    expect(out).toMatchObject({ isSoldOut: true, isCounted: false })
    const back = await owner.staff.writeProduct({ ...typed, product, version: out.version })
    expect(back).toMatchObject({ isSoldOut: false, isCounted: false })
  })

  it('is counted from the first number on, until staff stop it', async () => {
    const { id: location } = locations.firstLocation
    const { product, version, stock } = await owner.staff.writeProduct(typed)
    expect(stock).toMatchObject([{ location, quantity: 0, held: 0 }])
    const change = { product, isSoldOut: false }
    const counted = await owner.staff.writeProduct({ ...change, version, stock: [{ location, quantity: 4 }] })
    expect(counted).toMatchObject({ isCounted: true, isSoldOut: false, stock: [{ quantity: 4 }] })
    const stopped = await owner.staff.writeProduct({ ...change, version: counted.version, isCounted: false })
    expect(stopped).toMatchObject({ isCounted: false, isSoldOut: false })
    const { entries } = await owner.people.log({ limit: 1 })
    expect(entries[0]).toMatchObject({ before: { isCounted: true }, after: { isCounted: false } })
  })

  it('keeps the stock that arrived, was sold or was set after a staff member read it', async () => {
    const { id: location } = locations.firstLocation
    const { product, version } = await owner.staff.writeProduct(typed)
    const read = await owner.staff.writeProduct({ product, version, stock: [{ location, quantity: 10 }] })
    const lines = [{ code: product, quantity: 20 }]
    const ana = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'manager', location: null }])
    const received = await ana.staff.receiveStock({ location, submission: randomUUID(), lines })
    const change = { product, version: read.version, stock: [{ location, quantity: 15, was: 10 }] }
    const stale = await owner.staff.writeProduct(change).catch((error: ApiError) => error.errors)
    expect(stale).toMatchObject([{ code: 'staff.stale', field: 'stock', details: { by: 'ana' } }])
    expect((await owner.staff.product({ product })).stock).toMatchObject([{ quantity: 30 }])
    // The refused save changed nothing else either.
    await ana.staff.undoStockChange({ location, submission: randomUUID(), change: received.change })
    expect((await owner.staff.writeProduct(change)).stock).toMatchObject([{ quantity: 15 }])
  })

  it('takes only one of two stock numbers that staff enter at once', async () => {
    const { id: location } = locations.firstLocation
    const { product, version } = await owner.staff.writeProduct(typed)
    await owner.staff.writeProduct({ product, version, stock: [{ location, quantity: 10 }] })
    const set = (quantity: number) =>
      setOnHandMany(shop.ctx(), [{ sku: product, locationId: location, quantity, was: 10 }])
    const results = await Promise.allSettled([11, 12, 13, 14].map(set))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rejected = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    for (const reason of rejected) expect(reason).toMatchObject({ items: [{ code: 'staff.stale' }] })
  })

  it('is counted from zero if staff name no number', async () => {
    const copy = await owner.staff.writeProduct({ ...typed, isCounted: true })
    expect(copy).toMatchObject({ isCounted: true, isSoldOut: true, stock: [{ quantity: 0 }] })
  })

  it('stays sold out if staff stop counting and do not remove the mark', async () => {
    const { id: location } = locations.firstLocation
    const { product, version } = await owner.staff.writeProduct(typed)
    const empty = await owner.staff.writeProduct({ product, version, stock: [{ location, quantity: 0 }] })
    expect(empty).toMatchObject({ isCounted: true, isSoldOut: true })
    const marked = await owner.staff.writeProduct({ product, version: empty.version, isCounted: false })
    expect(marked).toMatchObject({ isCounted: false, isSoldOut: true })
    const sold = await owner.staff.writeProduct({ product, version: marked.version, isSoldOut: false })
    expect(sold).toMatchObject({ isCounted: false, isSoldOut: false })
  })

  it('names who changed it last, by whichever call', async () => {
    const { product, version } = await owner.staff.writeProduct(typed)
    const ana = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'manager', location: null }])
    shop.clock.advance(1000)
    await ana.staff.setPrice({ sku: product, price: 300 })
    const late = owner.staff.writeProduct({ ...typed, product, version })
    await expect(late).rejects.toMatchObject({ code: 'staff.stale', errors: [{ details: { by: 'ana' } }] })
  })

  it('refuses a stale change, unknown products, and a product without a name', async () => {
    const { product, version } = await owner.staff.writeProduct(typed)
    shop.clock.advance(1000)
    await owner.staff.writeProduct({ ...typed, product, version, ...at(300) })
    expect(await refusal(owner.staff.writeProduct({ ...typed, product, version, ...at(310) }))).toBe('staff.stale')
    expect(await refusal(owner.staff.writeProduct({ ...typed, product: 'nothing' }))).toBe('not_found')
    await expect(owner.staff.writeProduct({ ...typed, name: noText })).rejects.toMatchObject({
      code: 'input.invalid',
      errors: [{ field: 'name', message: 'Please fill this in.' }],
    })
  })

  it('that is archived is not shown until it is brought back', async () => {
    const { product, version } = await owner.staff.writeProduct(typed)
    const archived = await owner.staff.writeProduct({ product, version, isArchived: true })
    expect(archived).toMatchObject({ isArchived: true, isShown: false })
    const show = { product, version: archived.version, isShown: true }
    await expect(owner.staff.writeProduct(show)).rejects.toMatchObject({
      code: 'staff.archived',
      errors: [{ field: 'isShown' }],
    })
    const renamed = await owner.staff.writeProduct({ ...show, isShown: false, name: { en: 'Tart', zh: '' } })
    expect(renamed).toMatchObject({ isArchived: true, name: { en: 'Tart' } })
    const back = await owner.staff.writeProduct({ ...show, version: renamed.version, isArchived: false })
    expect(back).toMatchObject({ isArchived: false, isShown: true })
  })

  it('takes only pictures that the shop has stored', async () => {
    const image = { src: 'https://elsewhere.example/x', widths: [1], width: 1, height: 1, alt: noText }
    expect(await refusal(owner.staff.writeProduct({ ...typed, images: [image] }))).toBe('input.invalid')
    const unknown = { ...image, src: `/media/${'0'.repeat(32)}` }
    expect(await refusal(owner.staff.writeProduct({ ...typed, images: [unknown] }))).toBe('picture.unknown')
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await photo().jpeg().toBuffer())], 'tart.jpg', { type: 'image/jpeg' }))
    const answer = await owner.visitor.fetch('/api/office/pictures', {
      method: 'POST',
      headers: { 'x-xsrf-token': owner.visitor.cookies.get('office-xsrf') ?? '' },
      body: form,
    })
    expect(answer.status).toBe(200)
    const stored = await answer.json()
    const added = await owner.staff.writeProduct({ ...typed, images: [stored] })
    expect(added.images).toMatchObject([{ src: stored.src, alt: typed.name }])
  })

  it('stays when somebody adds another one of the same name at the same time', async () => {
    const prices = [500, 900, 1300]
    const added = await Promise.all(prices.map((price) => owner.staff.writeProduct({ ...typed, ...at(price) })))
    expect(new Set(added.map(({ product }) => product)).size).toBe(prices.length)
    const { products } = await owner.staff.products({})
    expect(products.map(({ price }) => price.amount).sort((one, other) => one - other)).toEqual(prices)
  })

  it('is in the log with what changed', async () => {
    const { product, version } = await owner.staff.writeProduct(typed)
    await owner.staff.writeProduct({ ...typed, product, version, ...at(300) })
    const { entries } = await owner.people.log({ limit: 1 })
    expect(entries[0]).toMatchObject({
      subject: product,
      before: { price: { amount: 280 } },
      after: { price: { amount: 300 } },
    })
  })
})
