import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { hourMs } from '#contract/durations.ts'
import { noText } from '#contract/languages.ts'
import type { Right } from '#contract/rights.ts'
import * as locations from '#server/locations/locations.ts'
import { Failure } from '#server/platform/fail.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { writeProduct } from './product-settings.ts'
import { putCategory, putModifierGroup, putProduct, putTag } from './products.ts'
import { publishDue } from './scheduled.ts'

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
    (error) => (error instanceof ApiError || error instanceof Failure ? codeOf(error) : String(error)),
  )
const codeOf = (error: ApiError | Failure) => (error instanceof ApiError ? error.code : error.items[0]?.code)

const value = (id: string, en: string, zh: string) => ({ id, name: { en, zh } })
const size = { ...value('size', 'Size', '杯型'), values: [value('s', 'Regular', '中杯'), value('l', 'Large', '大杯')] }
const sized = (id: string, price: number, more = {}) => ({ sku: '', optionPair: `size:${id}`, price, ...more })
const tea = {
  product: 'new',
  version: '',
  name: { en: 'Bubble tea', zh: '珍珠奶茶' },
  options: [size],
  variants: [sized('s', 550), sized('l', 650)],
}
const skuOf = (id: string) => `bubble-tea-${id}`

describe('a product with options', () => {
  it('refuses values that shoppers cannot tell apart, and names them', async () => {
    const alike = { ...size, values: [value('s', 'Large', '中杯'), value('l', ' large', '大杯')] }
    const refused = await owner.staff.writeProduct({ ...tea, options: [alike] }).catch((error) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused.code).toBe('staff.alike_in')
    for (const words of ['“Size”', '“Large / 中杯”', '“large / 大杯”']) expect(refused.message).toContain(words)
    const twice = { ...size, id: 'cup', name: { en: 'Cup', zh: '杯型' } }
    const pairs = ['s', 'l'].flatMap((one) =>
      ['s', 'l'].map((two) => ({ sku: '', optionPair: `size:${one},cup:${two}`, price: 550 })),
    )
    expect(await refusal(owner.staff.writeProduct({ ...tea, options: [size, twice], variants: pairs }))).toBe(
      'staff.alike',
    )
  })

  it('can be changed if an import gave two values the same name', async () => {
    const name = { en: 'Bubble tea', zh: '珍珠奶茶' }
    const same = { ...size, values: [value('s', 'Cup', '杯'), value('l', 'Cup', '杯')] }
    const variants = ['s', 'l'].map((id) => ({
      sku: `tea-${id}`,
      optionPair: `size:${id}`,
      price: 550,
      counted: false,
    }))
    await putProduct(shop.ctx(), { id: 'tea', name, options: [same], variants })
    const { version } = await owner.staff.product({ product: 'tea' })
    await owner.staff.writeProduct({ product: 'tea', version, options: [same], name: { ...name, en: 'Milk tea' } })
    expect(await owner.staff.product({ product: 'tea' })).toMatchObject({ name: { en: 'Milk tea' } })
  })

  it('gets a variant and a SKU for each size, which shoppers can choose', async () => {
    const added = await owner.staff.writeProduct(tea)
    expect(added.variants.map(({ sku, price }) => [sku, price])).toEqual([
      [skuOf('s'), 550],
      [skuOf('l'), 650],
    ])
    const seen = await shop.visitor().api.catalogue.detail({ id: 'bubble-tea' })
    expect(seen.variants.map(({ optionPair }) => optionPair)).toEqual(['size:s', 'size:l'])
    expect((await owner.staff.products({})).products).toMatchObject([{ isSimple: false, priceTo: { amount: 650 } }])
  })

  it('shows shoppers a new price at once', async () => {
    const { version } = await owner.staff.writeProduct(tea)
    const visitor = shop.visitor()
    await visitor.api.catalogue.detail({ id: 'bubble-tea' })
    const variants = [sized('s', 560, { sku: skuOf('s'), memberPrice: 500 }), sized('l', 650, { sku: skuOf('l') })]
    await owner.staff.writeProduct({ product: 'bubble-tea', version, variants })
    const seen = await visitor.api.catalogue.detail({ id: 'bubble-tea' })
    expect(seen.variants[0]).toMatchObject({ price: { amount: 560 }, memberPrice: { amount: 500 } })
  })

  it('keeps a variant that is removed, but nobody can buy it any more', async () => {
    const { version } = await owner.staff.writeProduct(tea)
    const options = [{ ...size, values: size.values.slice(0, 1) }]
    const small = sized('s', 550, { sku: skuOf('s') })
    const left = await owner.staff.writeProduct({ product: 'bubble-tea', version, options, variants: [small] })
    expect(left.variants.map(({ sku, isActive }) => [sku, isActive]).sort()).toEqual([
      [skuOf('l'), false],
      [skuOf('s'), true],
    ])
    const seen = await shop.visitor().api.catalogue.detail({ id: 'bubble-tea' })
    expect(seen.variants.map(({ sku }) => sku)).toEqual([skuOf('s')])
    const back = await owner.staff.writeProduct({ ...tea, product: 'bubble-tea', version: left.version })
    expect(back.variants.filter(({ isActive }) => isActive)).toHaveLength(2)
  })

  it('notes in the log only the variants and fields that changed', async () => {
    const { version } = await owner.staff.writeProduct(tea)
    const variants = [sized('s', 550, { sku: skuOf('s') }), sized('l', 700, { sku: skuOf('l') })]
    await owner.staff.writeProduct({ ...tea, product: 'bubble-tea', version, variants, tags: [] })
    const [line] = (await owner.people.log({ limit: 1 })).entries
    const price = (amount: number) => ({ amount, currency: 'CAD' })
    expect(line).toMatchObject({
      before: { variants: [{ sku: skuOf('l'), price: price(650) }] },
      after: { variants: [{ sku: skuOf('l'), price: price(700) }] },
    })
    expect([Object.keys(line?.before ?? {}), Object.keys(line?.after ?? {})]).toEqual([['variants'], ['variants']])
  })

  it('refuses variants that do not fit the options', async () => {
    const wrong = [
      [sized('s', 550), sized('s', 600)],
      [sized('xl', 550)],
      [{ sku: '', optionPair: '', price: 550 }],
      [sized('s', 550, { isActive: false })],
      [sized('s', -1)],
      [sized('s', 550, { sku: 'no slash/please' })],
      [sized('s', 550, { sku: 'A' }), sized('l', 550, { sku: 'A' })],
    ]
    for (const variants of wrong) {
      expect(await refusal(owner.staff.writeProduct({ ...tea, variants }))).toBe('input.invalid')
    }
  })

  it('refuses a SKU of another product', async () => {
    await putProduct(shop.ctx(), { id: 'bun', name: noText, variants: [{ sku: 'BUN-1', price: 300 }] })
    const variants = [sized('s', 550, { sku: 'BUN-1' })]
    await expect(owner.staff.writeProduct({ ...tea, variants })).rejects.toMatchObject({
      code: 'staff.sku_taken',
      errors: [{ field: 'sku', details: { sku: 'BUN-1' } }],
    })
  })
})

describe('the other fields of a product', () => {
  const lunch = { name: { en: 'Lunch', zh: '午市' }, from: '11:00', to: '14:30', weekdays: [1, 2] }

  it('are stored, and missing ones stay', async () => {
    await putTag(shop.ctx(), { id: 'new', name: { en: 'New', zh: '新品' } })
    await putCategory(shop.ctx(), { id: 'drinks', name: { en: 'Drinks', zh: '饮品' } })
    const topping = { id: 'pearls', name: { en: 'Pearls', zh: '珍珠' } }
    await putModifierGroup(shop.ctx(), { id: 'toppings', name: { en: 'Toppings', zh: '加料' }, modifiers: [topping] })
    await putProduct(shop.ctx(), { id: 'bun', name: { en: 'Bun', zh: '包' }, variants: [{ sku: 'BUN-1', price: 300 }] })
    const facts = {
      summary: { en: 'Milky', zh: '香浓' },
      categories: ['drinks'],
      tags: ['new'],
      modifierGroups: ['toppings'],
      related: ['bun'],
      allergens: ['milk'],
      diet: ['vegetarian' as const],
      synonyms: 'boba',
      measure: { amount: 500, unit: 'ml' as const },
      bestBefore: '2027-01-31',
      minQuantity: 2,
      maxPerOrder: 10,
      prepayment: { percent: 30 },
      leadMinutes: 60,
      noteAllowed: true,
      origin: { en: 'Taiwan', zh: '台湾' },
      windows: [lunch],
    }
    const added = await owner.staff.writeProduct({ ...tea, ...facts })
    expect(added).toMatchObject({ ...facts, relatedNames: [{ product: 'bun' }] })
    const { product, version } = added
    shop.clock.advance(1000)
    const changed = await owner.staff.writeProduct({ product, version, isArchived: true })
    const unchanged = { ...added, version: changed.version, isArchived: true, isShown: false }
    expect(changed).toEqual(unchanged)
    expect((await owner.staff.productChoices({})).modifierGroups).toEqual([
      { id: 'toppings', name: { en: 'Toppings', zh: '加料' }, modifiers: [topping.name], condition: null },
    ])
  })

  it('are refused if the shop could not sell the product', async () => {
    const wrong: [object, string][] = [
      [{ minQuantity: 5, maxPerOrder: 4 }, 'staff.no_quantity'],
      [{ crossBorder: true }, 'staff.weight_needed'],
      [{ categories: ['nowhere'] }, 'not_found'],
      [{ modifierGroups: ['nothing'] }, 'not_found'],
      [{ prepayment: { percent: 101 } }, 'input.invalid'],
      [{ measure: { amount: 0, unit: 'g' } }, 'input.invalid'],
      [{ bestBefore: 'soon' }, 'input.invalid'],
      [{ windows: [{ ...lunch, from: '10:00', to: '09:00' }] }, 'input.invalid'],
      [{ windows: [{ ...lunch, from: '10:00', to: '10:00' }] }, 'input.invalid'],
    ]
    for (const [fields, code] of wrong) {
      expect(await refusal(owner.staff.writeProduct({ ...tea, ...fields }))).toBe(code)
    }
  })

  it('hide a product until the time from which it is shown', async () => {
    const publishedAt = new Date(shop.app.now().getTime() + hourMs).toISOString()
    const { product } = await owner.staff.writeProduct({ ...tea, publishedAt })
    expect(await refusal(shop.visitor().api.catalogue.detail({ id: product }))).toBe('catalogue.product_gone')
    const listed = async () => (await shop.visitor().api.catalogue.list({})).products.map(({ id }) => id)
    expect(await listed()).toEqual([])
    shop.clock.advance(3_600_001)
    await publishDue(shop.ctx())
    expect(await listed()).toEqual([product])
    expect(await shop.visitor().api.catalogue.detail({ id: product })).toMatchObject({ id: product })
  })

  it('of a copy can use the pictures of the original', async () => {
    const image = { src: 'https://old.example/tea.jpg', widths: [600], width: 600, height: 600, alt: noText }
    await putProduct(shop.ctx(), { id: 'old', name: noText, images: [image], variants: [{ sku: 'OLD', price: 1 }] })
    expect(await refusal(owner.staff.writeProduct({ ...tea, images: [image] }))).toBe('input.invalid')
    const copied = await owner.staff.writeProduct({ ...tea, images: [image], copyOf: 'old' })
    expect(copied.images).toEqual([{ ...image, alt: tea.name }])
  })
})

describe('who may write a product', () => {
  /** Writes a product as a colleague who has only these rights. */
  function writeAs(only: Right[], input: Parameters<typeof writeProduct>[1]) {
    const roles = [{ role: 'manager' as const, location: null, only }]
    const person = { personId: null, name: '', locale: null, sessionId: null, deviceId: null, device: '' }
    const staff = { ...person, roles, isHeldBack: false, confirmedAt: null, note: () => {} }
    return writeProduct({ ...shop.ctx(), staff }, input)
  }

  it('may change a price only with the right to do so', async () => {
    const { product, version, variants } = await owner.staff.writeProduct(tea)
    const named = { product, version, name: { en: 'Boba', zh: '波霸奶茶' }, stock: [] }
    const dearer = variants.map((variant) => ({ ...variant, price: variant.price + 1 }))
    const writer: Right[] = ['catalogue.see', 'catalogue.write']
    expect(await refusal(writeAs(writer, { ...named, variants: dearer }))).toBe('staff.no_right')
    expect(await refusal(writeAs(writer, { ...named, variants }))).toBe(null)
    const now = await owner.staff.product({ product })
    const priced = { product, version: now.version, variants: dearer, stock: [] }
    expect(await refusal(writeAs([...writer, 'catalogue.price'], priced))).toBe(null)
  })

  it('may be only for words and pictures', async () => {
    const { product, version, variants } = await owner.staff.writeProduct(tea)
    const chloe = await openColleague(shop, owner, 'chloe@shop.test', [{ role: 'content', location: null }])
    const words = { product, version, name: { en: 'Boba', zh: '波霸奶茶' }, origin: { en: '', zh: '台湾' } }
    expect(await refusal(chloe.staff.writeProduct(words))).toBe('staff.no_right')
    const changed = await chloe.staff.writeProductWords(words)
    expect(changed).toMatchObject({ name: words.name, origin: words.origin, variants, summary: noText })
    expect(await refusal(chloe.staff.writeProductWords(words))).toBe('staff.stale')
    expect(await refusal(chloe.staff.writeProductWords({ ...words, product: 'new', version: '' }))).toBe('not_found')
    const [line] = (await owner.people.log({ limit: 1 })).entries
    expect(line).toMatchObject({
      call: 'staff.writeProductWords',
      before: { name: tea.name },
      after: { name: words.name },
    })
  })

  it('is nobody of a single store, because all stores sell the product', async () => {
    const { product, version } = await owner.staff.writeProduct(tea)
    const roles = [{ role: 'manager' as const, location: locations.firstLocation.id }]
    const manager = await openColleague(shop, owner, 'ana@shop.test', roles)
    expect(await refusal(manager.staff.writeProduct({ product, version, synonyms: 'boba' }))).toBe('staff.no_right')
    expect(await manager.staff.product({ product })).toMatchObject({ product })
  })
})
