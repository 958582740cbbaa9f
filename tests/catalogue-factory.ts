import type { ProductInput, VariantInput } from '#server/catalogue/products.ts'
import { putProducts } from '#server/catalogue/products.ts'
import { setOnHandMany } from '#server/catalogue/stock.ts'
import { putSettings } from '#server/content/content.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { settings } from '#server/settings/settings.ts'

/** A product in short form. `addProducts` fills in the missing fields. */
export type ProductSeed = Omit<Partial<ProductInput>, 'variants' | 'id'> & {
  id: string
  price?: number
  /** The stock at `markham`, in pieces. Null if the stock is not counted. */
  stock?: number | null
  variants?: (VariantInput & { stock?: number | null })[]
}

/** Adds a store, by default `markham`. Shoppers start in the store with the lowest position. */
export async function openStore(ctx: Context, id = 'markham', position = 0): Promise<void> {
  await locations.put(ctx, {
    id,
    position,
    name: { en: id, zh: id },
    street: '1 Main Street',
    city: 'Markham',
    province: 'ON',
    postCode: 'L3R 1A1',
    timeZone: 'America/Toronto',
    hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '08:00', to: '22:00' })),
    methods: ['PICKUP'],
  })
}

/** Adds products. By default, each variant has ten pieces in stock at `markham`. */
export async function addProducts(ctx: Context, ...seeds: ProductSeed[]): Promise<void> {
  const all = seeds.map(({ price = 1000, stock = 10, variants, ...product }) => ({
    ...product,
    name: product.name ?? { en: product.id, zh: product.id },
    variants: variants ?? [{ sku: product.id, price, stock }],
  }))
  await putProducts(
    ctx,
    all.map(({ variants, ...product }) => ({
      ...product,
      variants: variants.map(({ stock, ...variant }) => ({ counted: stock !== null, ...variant })),
    })),
  )
  const stockRows = all
    .flatMap(({ variants }) => variants)
    .flatMap(({ sku, stock = 10 }) => (stock === null ? [] : [{ sku, locationId: 'markham', quantity: stock }]))
  await setOnHandMany(ctx, stockRows)
}

/** Sets whether pages show how many pieces were sold. */
export async function showSold(ctx: Context, showSoldCounts: boolean): Promise<void> {
  const current = await settings(ctx)
  const { appConfig, ...system } = current.system
  await putSettings(ctx, { ...current, system: { ...system, appConfig: { ...appConfig, showSoldCounts } } })
}

/** Sets the currency in which the shop charges. Products keep the currency of their prices. */
export async function setBaseCurrency(ctx: Context, currency: string): Promise<void> {
  const current = await settings(ctx)
  const defaultCurrency = { currencyCode: currency, currencyType: currency }
  const { system } = current
  await putSettings(ctx, { ...current, system: { ...system, payment: { ...system.payment, defaultCurrency } } })
}
