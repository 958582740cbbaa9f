import type { OfficeVariant } from '#contract/office/product-fields.ts'
import type { OfficeProductDetail } from '#contract/office/products.ts'

type Values = Record<string, unknown>
interface Change {
  before: Values | null
  after: Values
}

/** The fields that a write changed, with their values before and after, for the activity log. */
export function changesForLog(before: OfficeProductDetail | null, after: OfficeProductDetail): Change {
  // If the product has only one variant before and after the write, the log shows the variant's fields as fields of the
  // product.
  const isSimple = hasOneVariant(after) && (!before || hasOneVariant(before))
  const next = { ...productValues(after), ...(isSimple && onlyVariant(after)) }
  if (!before) return { before: null, after: withoutEmpty({ ...next, ...(!isSimple && allVariants(after)) }) }
  const changes = changedFields({ ...productValues(before), ...(isSimple && onlyVariant(before)) }, next)
  if (isSimple) return changes
  const variants = changedVariants(before, after)
  if (variants.after.length === 0) return changes
  return {
    before: { ...changes.before, variants: variants.before },
    after: { ...changes.after, variants: variants.after },
  }
}

const activeVariants = ({ variants }: OfficeProductDetail) => variants.filter(({ isActive }) => isActive)
const hasOneVariant = (detail: OfficeProductDetail) =>
  detail.options.length === 0 && activeVariants(detail).length === 1

function productValues({ variants: _, images, options, stock, relatedNames, ...detail }: OfficeProductDetail): Values {
  const { product: __, version: ___, currency: ____, related: _____, ...fields } = detail
  return {
    ...fields,
    images: images.map(({ src }) => src),
    alt: images.map(({ alt }) => alt),
    options: options.map(({ name, values }) => ({ name, values: values.map((value) => value.name) })),
    related: relatedNames.map(({ name }) => name),
    stock: Object.fromEntries(detail.isCounted ? stock.map(({ location, quantity }) => [location, quantity]) : []),
  }
}

function variantValues({ optionPair: _, ...variant }: OfficeVariant, currency: string): Values {
  const money = (amount: number | null) => (amount === null ? null : { amount, currency })
  const { price, compareAtPrice, memberPrice, deposit, taxClass, ...others } = variant
  return {
    ...others,
    price: money(price),
    compareAtPrice: money(compareAtPrice),
    memberPrice: money(memberPrice),
    deposit: money(deposit),
    variantTaxClass: taxClass,
  }
}

function onlyVariant(detail: OfficeProductDetail): Values {
  const [variant] = activeVariants(detail)
  return variant ? variantValues(variant, detail.currency) : {}
}

const allVariants = (detail: OfficeProductDetail) => ({
  variants: activeVariants(detail).map((variant) => withoutEmpty(variantValues(variant, detail.currency))),
})

/** Lists the changed variants, each with its SKU and the changed fields. */
function changedVariants(before: OfficeProductDetail, after: OfficeProductDetail) {
  const previousBySku = new Map(
    before.variants.map((variant) => [variant.sku, variantValues(variant, before.currency)]),
  )
  const pairs = after.variants.flatMap((variant): Change[] => {
    const { sku } = variant
    const values = variantValues(variant, after.currency)
    const previous = previousBySku.get(sku)
    if (!previous) return [{ before: null, after: withoutEmpty(values) }]
    const change = changedFields(previous, values)
    if (Object.keys(change.after).length === 0) return []
    return [{ before: { sku, ...change.before }, after: { sku, ...change.after } }]
  })
  return { before: pairs.flatMap(({ before }) => before ?? []), after: pairs.map(({ after }) => after) }
}

/** The fields that differ, with their values before and after. */
export function changedFields(previous: Values, next: Values): { before: Values; after: Values } {
  const isSame = (name: string) => JSON.stringify(previous[name] ?? null) === JSON.stringify(next[name] ?? null)
  const names = [...new Set([...Object.keys(previous), ...Object.keys(next)])].filter((name) => !isSame(name))
  const pickChanged = (all: Values) => Object.fromEntries(names.map((name) => [name, all[name] ?? null]))
  return { before: pickChanged(previous), after: pickChanged(next) }
}

/** The fields with a value. */
function withoutEmpty(all: Values): Values {
  const isEmpty = (value: unknown) =>
    value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value)))
}
