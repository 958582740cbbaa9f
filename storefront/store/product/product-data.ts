import type { Availability, ProductDetail } from '#contract/catalogue.ts'
import type { Money } from '#contract/money.ts'
import { toDecimal } from '#contract/money.ts'
import type { Text } from '#contract/shapes.ts'
import type { Shop } from '#storefront/core/shop.ts'
import { baseUrlOf, imageUrl } from '#storefront/parts/head/head.ts'
import type { Thing } from '#storefront/parts/head/structured-data.tsx'

type ShopContext = Pick<Shop, 'app' | 'say'>

/**
 * The structured data of a product with its offers: a single product, or a group of variants. Prices are in the shop's
 * own currency.
 */
export function productData(product: ProductDetail, { app, say }: ShopContext): Thing {
  const url = `${baseUrlOf(app)}/store/product/${encodeURIComponent(product.id)}`
  const name = say(product.name)
  const common = {
    name,
    description: say(product.description) || say(product.summary) || name,
    image: product.images.map((image) => imageUrl(image, app)),
    ...(product.brand && { brand: { '@type': 'Brand', name: say(product.brand.name) } }),
    ...(product.breadcrumb.length > 0 && { category: product.breadcrumb.map(({ name }) => say(name)).join(' > ') }),
  }
  const [onlyVariant, ...others] = product.variants
  const offer = (item: { price: Money; availability: Availability }, url: string) => ({
    '@type': 'Offer',
    url,
    price: toDecimal(item.price),
    priceCurrency: item.price.currency,
    availability: `https://schema.org/${availabilities[item.availability]}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@id': `${baseUrlOf(app)}/#organization` },
  })
  if (others.length === 0) {
    return {
      '@type': 'Product',
      ...common,
      sku: onlyVariant?.sku ?? product.id,
      url,
      offers: offer(onlyVariant ?? product, url),
    }
  }
  return {
    '@type': 'ProductGroup',
    ...common,
    productGroupID: product.id,
    url,
    variesBy: product.options.map(({ name }) => say(name)),
    hasVariant: product.variants.map((variant) => {
      const variantUrl = `${url}?${new URLSearchParams({ variant: variant.sku })}`
      const picture = variant.image ?? product.image
      return {
        '@type': 'Product',
        name: `${name} · ${valuesOf(product, variant.optionPair).map(say).join(', ')}`,
        sku: variant.sku,
        ...(picture && { image: imageUrl(picture, app) }),
        offers: offer(variant, variantUrl),
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
