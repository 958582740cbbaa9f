import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { searchCountLimit } from '#contract/constants.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { putBrand, putCategory } from './products.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  const ctx = shop.ctx()
  await openStore(ctx)
  await putCategory(ctx, { id: 'food', name: both('Food') })
  await putBrand(ctx, { id: 'suzu', name: both('Suzu') })
  await putBrand(ctx, { id: 'moon', name: both('Moon') })
  await addProducts(
    ctx,
    { id: 'bun', position: 1, price: 300, brandId: 'suzu', diet: ['vegetarian'], categories: ['food'] },
    { id: 'cake', position: 2, price: 1250, brandId: 'moon', diet: ['vegetarian', 'halal'], categories: ['food'] },
    { id: 'gone', position: 3, price: 500, brandId: 'suzu', diet: ['vegan', 'vegetarian'], stock: 0 },
    {
      id: 'less',
      position: 4,
      categories: ['food'],
      variants: [
        { sku: 'less-s', optionPair: 'size:s', price: 700, stock: 0 },
        { sku: 'less-m', optionPair: 'size:m', price: 800, compareAtPrice: 1000, stock: null },
        { sku: 'less-l', optionPair: 'size:l', price: 900 },
      ],
    },
    {
      id: 'dear',
      position: 5,
      variants: [
        { sku: 'dear-s', optionPair: 'size:s', price: 2000 },
        { sku: 'dear-l', optionPair: 'size:l', price: 3000, compareAtPrice: 4000 },
      ],
    },
  )
})

const both = (text: string) => ({ en: text, zh: text })
const api = () => shop.visitor().api.catalogue

describe('the filters of a list', () => {
  it.each([
    [{ inStock: true }, ['bun', 'cake', 'less', 'dear']],
    [{ inStock: false }, ['bun', 'cake', 'less', 'dear', 'gone']],
    [{ onSale: true }, ['less']],
    [{ priceFrom: '8' }, ['cake', 'less', 'dear']],
    [{ priceTo: '8.00' }, ['bun', 'less', 'gone']],
    [{ priceFrom: '3', priceTo: '7.99' }, ['bun', 'gone']],
    [{ priceFrom: '9', priceTo: '3' }, []],
    [{ priceTo: '9999999' }, ['bun', 'cake', 'less', 'dear', 'gone']],
    [{ diet: 'vegetarian' }, ['bun', 'cake', 'gone']],
    [{ diet: 'vegetarian,halal' }, ['cake']],
    [{ brands: 'suzu' }, ['bun', 'gone']],
    [{ brands: 'suzu,moon,unknown' }, ['bun', 'cake', 'gone']],
    [{ brands: 'suzu', inStock: true, diet: 'vegetarian', priceTo: '5' }, ['bun']],
    [{ categoryName: 'food', onSale: true }, ['less']],
  ])('%j gives the expected products and their count', async (choices, found) => {
    const { products } = await api().list(choices)
    expect(products.map(({ id }) => id)).toEqual(found)
    expect(await api().count(choices)).toEqual({ count: found.length })
  })

  it.each([
    { diet: 'tasty' },
    { diet: 'vegan,' },
    { priceFrom: '-1' },
    { priceTo: '1e3' },
    { priceTo: '12345678' },
    { brands: 'a b' },
    { brands: ',' },
  ])('%j is refused as invalid', async (choices) => {
    const failed = await api()
      .list(choices)
      .catch((error: ApiError) => error.code)
    expect(failed).toBe('input.invalid')
  })

  it('inStock uses the stock of the visitor’s store', async () => {
    await openStore(shop.ctx(), 'richmond', 1)
    const visitor = shop.visitor()
    await visitor.api.locations.select({ locationId: 'richmond' })
    expect((await visitor.api.catalogue.list({ inStock: true })).products.map(({ id }) => id)).toEqual(['less'])
  })
})

describe('the facets of a list', () => {
  it('have the number of products for each choice', async () => {
    expect(await api().count({ facets: true })).toEqual({
      count: 5,
      facets: {
        inStock: 4,
        onSale: 1,
        price: { from: { amount: 300, currency: 'CAD' }, to: { amount: 2000, currency: 'CAD' } },
        diets: [
          { id: 'vegetarian', count: 3 },
          { id: 'vegan', count: 1 },
          { id: 'halal', count: 1 },
        ],
        brands: [
          { id: 'moon', name: both('Moon'), count: 1 },
          { id: 'suzu', name: both('Suzu'), count: 2 },
        ],
      },
    })
  })

  it('are counted with the other filters applied; brands ignore the brand filter', async () => {
    const { count, facets } = await api().count({ brands: 'suzu', inStock: true, facets: true })
    expect(count).toBe(1)
    expect(facets).toMatchObject({ inStock: 1, onSale: 0 })
    expect(facets?.brands).toMatchObject([
      { id: 'moon', count: 1 },
      { id: 'suzu', count: 1 },
    ])
    expect(facets?.diets).toEqual([
      { id: 'vegetarian', count: 1 },
      { id: 'vegan', count: 0 },
      { id: 'halal', count: 0 },
    ])
  })

  it('have the count that the list has after the choice', async () => {
    const { facets } = await api().count({ diet: 'vegetarian', facets: true })
    for (const { id, count } of facets?.brands ?? [])
      expect(await api().count({ diet: 'vegetarian', brands: id }), id).toEqual({ count })
    for (const { id, count } of facets?.diets ?? [])
      expect(await api().count({ diet: `vegetarian,${id}` }), id).toEqual({ count })
  })

  it('are empty if the list has no products', async () => {
    expect(await api().count({ categoryName: 'unknown', facets: true })).toEqual({
      count: 0,
      facets: { inStock: 0, onSale: 0, price: null, diets: [], brands: [] },
    })
  })
})

it('product details have member prices and windows, and a category has its layout', async () => {
  const ctx = shop.ctx()
  await putCategory(ctx, { id: 'kitchen', name: both('Kitchen'), layout: 'menu' })
  const lunch = { name: { en: 'Lunch only', zh: '仅午市' }, from: '11:00', to: '14:30', weekdays: [1, 2, 3, 4, 5] }
  await addProducts(ctx, {
    id: 'bento',
    windows: [lunch],
    categories: ['kitchen'],
    variants: [
      { sku: 'bento', optionPair: 'size:s', price: 1500, memberPrice: 1350 },
      { sku: 'bento-l', optionPair: 'size:l', price: 1800, memberPrice: 1800 },
    ],
  })
  expect(await api().detail({ id: 'bento' })).toMatchObject({
    memberPrice: { amount: 1350, currency: 'CAD' },
    windows: [lunch],
    variants: [{ memberPrice: { amount: 1350 } }, { memberPrice: null }],
  })
  expect(await api().category({ id: 'kitchen' })).toMatchObject({ layout: 'menu' })
  expect(await api().category({ id: 'food' })).toMatchObject({ layout: 'grid' })
})

describe('the filters of a search', () => {
  const idsOf = async (input: Parameters<ReturnType<typeof api>['search']>[0]) =>
    (await api().search(input)).products.map(({ id }) => id)

  it('narrow the results, and the count and facets are those of the results', async () => {
    expect(await idsOf({ term: 'food' })).toEqual(['bun', 'cake', 'less'])
    expect(await idsOf({ term: 'food', diet: 'vegetarian' })).toEqual(['bun', 'cake'])
    expect(await idsOf({ term: 'food', onSale: true })).toEqual(['less'])
    const { count, facets } = await api().searchCount({ term: 'food', diet: 'vegetarian', facets: true })
    expect(count).toBe(2)
    expect(facets).toMatchObject({ inStock: 2, onSale: 0, price: { from: { amount: 300 }, to: { amount: 1250 } } })
    expect(facets?.brands.map(({ id, count }) => [id, count])).toEqual([
      ['moon', 1],
      ['suzu', 1],
    ])
  })

  it('have facets without numbers if the search finds many products', async () => {
    const many = Array.from({ length: searchCountLimit }, (_, at) => ({
      id: `many-${at}`,
      price: 100,
      brandId: at % 2 === 0 ? 'moon' : 'suzu',
      categories: ['food'],
    }))
    await addProducts(shop.ctx(), ...many)
    const found = {
      inStock: null,
      price: { from: { amount: 100 } },
      brands: [{ id: 'moon', count: null }, { id: 'suzu' }],
    }
    const asked = { term: 'food', facets: true, upTo: searchCountLimit }
    expect(await api().searchCount(asked)).toMatchObject({ count: searchCountLimit, hasMore: true, facets: found })
    expect(await api().searchCount({ ...asked, brands: 'moon' })).toMatchObject({
      count: 1 + searchCountLimit / 2,
      facets: found,
    })
    expect(await api().searchCount({ ...asked, upTo: 1000 })).toMatchObject({ count: searchCountLimit + 3 })
  })

  it('keep a chosen brand and diet among the facets even if no product found has them', async () => {
    const many = Array.from({ length: 5 * searchCountLimit }, (_, at) => ({ id: `many-${at}`, categories: ['food'] }))
    await addProducts(shop.ctx(), ...many)
    await putBrand(shop.ctx(), { id: 'none', name: both('None') })
    const { count, facets } = await api().searchCount({ term: 'food', brands: 'none', diet: 'spicy', facets: true })
    expect(count).toBe(0)
    expect(facets?.brands).toContainEqual({ id: 'none', name: both('None'), count: null })
    expect(facets?.diets).toContainEqual({ id: 'spicy', count: null })
  })

  it('that leave no products cause no correction and no suggestion', async () => {
    expect(await api().search({ term: 'food', priceFrom: '900' })).toMatchObject({
      products: [],
      corrected: null,
      isPartial: false,
      didYouMean: [],
    })
    expect(await api().searchCount({ term: 'food', priceFrom: '900', facets: true })).toMatchObject({
      count: 0,
      facets: { price: { to: { amount: 1250 } } },
    })
    expect(await api().searchCount({ term: 'zzzz', facets: true })).toEqual({ count: 0 })
  })
})
