import type { Availability, ProductDetail } from '#contract/catalogue.ts'
import type { Money } from '#contract/money.ts'
import { toDecimal } from '#contract/money.ts'
import type { Text } from '#contract/shapes.ts'
import type { Shop } from '#storefront/core/shop.ts'
import { domainOf, imageAddress } from '#storefront/parts/head/head.ts'
import type { Thing } from '#storefront/parts/head/structured-data.tsx'

type Words = Pick<Shop, 'app' | 'say'>

/**
 * The structured data of a product with its offers: a single product, or a group of variants. Prices are in the shop's
 * own currency.
 */
export function productData(product: ProductDetail, { app, say }: Words): Thing {
  const url = `${domainOf(app)}/store/product/${encodeURIComponent(product.id)}`
  const name = say(product.name)
  const shared = {
    name,
    description: say(product.description) || say(product.summary) || name,
    image: product.images.map((image) => imageAddress(image, app)),
    ...(product.brand && { brand: { '@type': 'Brand', name: say(product.brand.name) } }),
    ...(product.breadcrumb.length > 0 && { category: product.breadcrumb.map(({ name }) => say(name)).join(' > ') }),
  }
  const [only, ...others] = product.variants
  const offer = (of: { price: Money; availability: Availability }, url: string) => ({
    '@type': 'Offer',
    url,
    price: toDecimal(of.price),
    priceCurrency: of.price.currency,
    availability: `https://schema.org/${availabilities[of.availability]}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@id': `${domainOf(app)}/#organization` },
  })
  if (others.length === 0) {
    return { '@type': 'Product', ...shared, sku: only?.sku ?? product.id, url, offers: offer(only ?? product, url) }
  }
  return {
    '@type': 'ProductGroup',
    ...shared,
    productGroupID: product.id,
    url,
    variesBy: product.options.map(({ name }) => say(name)),
    hasVariant: product.variants.map((variant) => {
      const own = `${url}?${new URLSearchParams({ variant: variant.sku })}`
      const picture = variant.image ?? product.image
      return {
        '@type': 'Product',
        name: `${name} · ${valuesOf(product, variant.optionPair).map(say).join(', ')}`,
        sku: variant.sku,
        ...(picture && { image: imageAddress(picture, app) }),
        offers: offer(variant, own),
      }
    }),
  }
}

const availabilities = { in: 'InStock', low: 'LimitedAvailability', out: 'OutOfStock' } as const

/** The names of the option values in an option pair such as `size:large,ice:less`. */
function valuesOf({ options }: ProductDetail, optionPair: string): Text[] {
  return optionPair.split(',').flatMap((pair) => {
    const [optionId, valueId] = pair.split(':')
    const value = options.find(({ id }) => id === optionId)?.values.find(({ id }) => id === valueId)
    return value ? [value.name] : []
  })
}
