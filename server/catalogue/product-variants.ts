import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { OfficeProductInput, OfficeVariant, ProductFields } from '#contract/office/product-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { VariantInput } from './products.ts'
import { findSkuOwners } from './products.ts'
import { variants as variantTable } from './tables.ts'

/** The variants of a product that staff write. */

type WithOptions = Pick<ProductFields, 'options' | 'variants'>

/** The initial values of the optional fields of a new variant. */
const newVariantDefaults: Omit<OfficeVariant, 'sku' | 'price'> = {
  optionPair: '',
  compareAtPrice: null,
  memberPrice: null,
  deposit: 0,
  taxClass: null,
  barcode: null,
  grams: null,
  isActive: true,
}

/**
 * Completes the variants of a change. Fields that the change lacks keep their stored values. In a new variant, they get
 * initial values.
 */
export function completeVariants(
  typedVariants: NonNullable<OfficeProductInput['variants']>,
  before: { variants: OfficeVariant[] } | null,
): OfficeVariant[] {
  return typedVariants.map((variant) => ({
    ...newVariantDefaults,
    ...before?.variants.find(({ sku }) => sku === variant.sku),
    ...definedFields(variant),
  }))
}

/** The fields that a change writes. */
export function definedFields<Fields extends object>(fields: Fields): Defined<Fields> {
  // The result has the type `Defined`, because only undefined fields are left out. TypeScript cannot infer this; hence
  // `as never`.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
type Defined<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }

/**
 * Whether each active variant chooses one value of each option, in the order of the options. There must be at least one
 * active variant, and no two may choose the same values.
 */
export function areOptionsComplete({ options, variants }: WithOptions): boolean {
  const pairs = variants.filter(({ isActive }) => isActive).map(({ optionPair }) => optionPair)
  const isComplete = (pair: string) => {
    const parts = pair === '' ? [] : pair.split(',')
    return (
      parts.length === options.length &&
      options.every(({ id, values }, at) => values.some((value) => parts[at] === `${id}:${value.id}`))
    )
  }
  return pairs.length > 0 && pairs.every(isComplete) && new Set(pairs).size === pairs.length
}

interface Rules {
  product: string
  /** Whether the shop counts the stock of the active variants after the change; null to keep the stored values. */
  isCounted: boolean | null
  /** Whether the shop counts the stock of new variants. */
  isNewCounted: boolean
}

/**
 * The rows of a product's variants. A new variant without a SKU gets a SKU made from the product and its options. Fails
 * with `staff.sku_taken` if a SKU belongs to another product. Fails with `input.invalid` if two variants have the same
 * SKU, or if a URL cannot contain a new SKU.
 */
export async function buildVariantRows(
  ctx: Context,
  { variants }: WithOptions,
  { product, isCounted, isNewCounted }: Rules,
): Promise<VariantInput[]> {
  const stored = await ctx.db.select().from(variantTable).where(eq(variantTable.productId, product))
  const storedBySku = new Map(stored.map((row) => [row.sku, row]))
  const withSku = await assignSkus(ctx, product, variants)
  return withSku.map(({ isActive, ...variant }) => {
    const storedRow = storedBySku.get(variant.sku)
    if (!storedRow && !/^[\p{L}\p{N}._~-]+$/u.test(variant.sku)) fail('input.invalid', { field: 'sku' }, 'sku')
    const storedFields = storedRow
      ? { image: storedRow.image, currency: storedRow.currency, counted: storedRow.counted }
      : { counted: isNewCounted }
    return {
      ...storedFields,
      ...variant,
      active: isActive,
      ...(isActive && isCounted !== null && { counted: isCounted }),
    }
  })
}

/** Gives each variant a SKU that no other product and no other variant of this product has. */
async function assignSkus(ctx: Context, product: string, typedVariants: OfficeVariant[]): Promise<OfficeVariant[]> {
  const defaultSkus = typedVariants.map((variant) => variant.sku || defaultSku(product, variant))
  const owners = await findSkuOwners(ctx, defaultSkus)
  const belongsToOther = (sku: string) => (owners.get(sku) ?? product) !== product
  const takenVariant = typedVariants.find(({ sku }) => sku && belongsToOther(sku))
  if (takenVariant) fail('staff.sku_taken', { sku: takenVariant.sku }, 'sku')
  const typedSkus = typedVariants.flatMap(({ sku }) => sku || [])
  if (new Set(typedSkus).size < typedSkus.length) fail('input.invalid', { field: 'sku' }, 'sku')
  const usedSkus = new Set(typedSkus)
  return typedVariants.map((variant, at) => {
    if (variant.sku) return variant
    const baseSku = defaultSkus[at] ?? product
    const sku =
      belongsToOther(baseSku) || usedSkus.has(baseSku) ? `${baseSku}-${randomBytes(3).toString('hex')}` : baseSku
    usedSkus.add(sku)
    return { ...variant, sku }
  })
}

/** Makes a SKU from the ids of the product and of the chosen option values, such as `bubble-tea-large-less`. */
function defaultSku(product: string, { optionPair }: OfficeVariant): string {
  const values = optionPair.split(',').flatMap((part) => part.split(':')[1] ?? [])
  return [product, ...values].join('-').slice(0, 190)
}

const priceFields = ['price', 'compareAtPrice', 'memberPrice', 'deposit'] as const

/** Whether any variant is new, or differs from its stored variant in one of `priceFields`. */
export function isPriceChanged(before: { variants: OfficeVariant[] } | null, rows: VariantInput[]): boolean {
  const stored = new Map(before?.variants.map((variant) => [variant.sku, variant]))
  return rows.some((row) => priceFields.some((name) => (row[name] ?? null) !== stored.get(row.sku)?.[name]))
}
