import { expect, it } from 'vitest'
import type { ProductDetail, Variant } from '#contract/catalogue.ts'
import { describeShop } from '#storefront/core/shop.ts'
import { shopData } from '#storefront/pages/shop-data.ts'
import { productData } from '#storefront/store/product/product-data.ts'
import { renderedShop, store } from '#tests/shell-page.tsx'
import { toJsonLd } from './structured-data.tsx'

const shop = describeShop(renderedShop)
const text = (en: string) => ({ en, zh: en })
const cents = (amount: number) => ({ amount, currency: 'CAD' })
const variant = (sku: string, optionPair: string, amount: number, availability: Variant['availability']): Variant => ({
  sku,
  optionPair,
  price: cents(amount),
  compareAtPrice: null,
  memberPrice: null,
  deposit: null,
  availability,
  left: null,
  image: null,
})
const product = (variants: Variant[]): ProductDetail => ({
  id: 'oolong',
  name: text('Oolong'),
  summary: text('Roasted.'),
  description: text(''),
  image: null,
  images: [],
  brand: { id: 'hill', name: text('Hill') },
  price: cents(500),
  priceTo: null,
  compareAtPrice: null,
  memberPrice: null,
  unitPrice: null,
  soldBy: 'piece',
  badges: [],
  sold: null,
  availability: 'in',
  left: null,
  sku: null,
  bestBefore: null,
  clearanceReason: null,
  type: 'STANDARD',
  recordStatus: 'ACTIVE',
  options: [
    { id: 'size', name: text('Size'), values: ['small', 'large'].map((id) => ({ id, name: text(`${id} cup`) })) },
  ],
  variants,
  modifierGroups: [],
  breadcrumb: [
    { id: 'drinks', name: text('Drinks') },
    { id: 'tea', name: text('Tea') },
  ],
  tags: [],
  ingredients: null,
  allergens: [],
  origin: null,
  storage: null,
  maxPerOrder: null,
  quantityStep: 1,
  minQuantity: 1,
  prepayment: null,
  noteAllowed: false,
  crossBorder: false,
  shipping: null,
  contactRequired: false,
  leadMinutes: 0,
  windows: [],
})

it('a product has one offer with its price and availability', () => {
  expect(productData(product([variant('o1', '', 1205, 'low')]), shop)).toMatchObject({
    '@type': 'Product',
    name: 'Oolong',
    description: 'Roasted.',
    sku: 'o1',
    brand: { '@type': 'Brand', name: 'Hill' },
    category: 'Drinks > Tea',
    offers: {
      '@type': 'Offer',
      price: '12.05',
      priceCurrency: 'CAD',
      availability: 'https://schema.org/LimitedAvailability',
      url: 'https://lantern.example/store/product/oolong',
    },
  })
})

it('a product with several variants is a group with an offer for each', () => {
  const variants = [variant('s', 'size:small', 500, 'in'), variant('l', 'size:large', 650, 'out')]
  expect(productData(product(variants), shop)).toMatchObject({
    '@type': 'ProductGroup',
    productGroupID: 'oolong',
    variesBy: ['Size'],
    hasVariant: [
      { name: 'Oolong · small cup', sku: 's', offers: { price: '5.00', availability: 'https://schema.org/InStock' } },
      {
        name: 'Oolong · large cup',
        offers: {
          price: '6.50',
          availability: 'https://schema.org/OutOfStock',
          url: 'https://lantern.example/store/product/oolong?variant=l',
        },
      },
    ],
  })
})

it('toJsonLd escapes names that would close the script element', () => {
  const name = '</script><script>alert(1)</script><!--'
  const json = toJsonLd({ '@type': 'Thing', name })
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual({ '@context': 'https://schema.org', '@type': 'Thing', name })
})

it('the shop data has the search and each selectable store with address and hours', () => {
  const info = structuredClone(renderedShop)
  const weekday = (weekday: number, from: string, to: string) => ({ weekday, from, to })
  info.appContent.system.storeLocations = [
    {
      ...store('markham', 'Markham'),
      hours: [weekday(1, '10:00', '14:00'), weekday(1, '16:00', '20:00'), weekday(2, '10:00', '14:00')],
      exceptions: [{ date: '2026-12-25', closed: true }],
    },
    { ...store('hidden', 'Nowhere'), display: false },
    { ...store('cloud', 'Nowhere'), virtual: true },
  ]
  const things = shopData(describeShop(info))
  expect(things.map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite', 'Store'])
  expect(things[1]).toMatchObject({
    inLanguage: ['en-CA', 'zh-Hans'],
    potentialAction: {
      target: { urlTemplate: 'https://lantern.example/store/search?q={search_term_string}' },
    },
  })
  expect(things[2]).toMatchObject({
    name: 'Store in Markham',
    telephone: '416-555-0100',
    address: { streetAddress: '1 Main Street', addressRegion: 'ON', postalCode: 'L3R 2G9', addressCountry: 'CA' },
    openingHoursSpecification: [
      { dayOfWeek: ['Monday', 'Tuesday'], opens: '10:00', closes: '14:00' },
      { dayOfWeek: ['Monday'], opens: '16:00', closes: '20:00' },
    ],
    specialOpeningHoursSpecification: [{ validFrom: '2026-12-25', opens: '00:00', closes: '00:00' }],
  })
})
