import { isDeepStrictEqual } from 'node:util'
import type { ImportField } from '#contract/import-limits.ts'
import type { Text } from '#contract/languages.ts'
import { isLocale } from '#contract/languages.ts'
import type { ProductInput, VariantInput } from '#server/catalogue/products.ts'
import { shapeOf } from './base.ts'
import type { FieldChooser } from './field-chooser.ts'
import { variantColumns } from './own-columns.ts'
import type { Imported } from './record.ts'

type Variant = VariantInput & { sku: string }
type Options = NonNullable<ProductInput['options']>

interface VariantSources {
  stored: ProductInput
  file: ProductInput
  /** The values of earlier imports; null if no import has written the product. */
  earlier: Imported | null
}

/**
 * Merges the options and variants of a product. `chooser` decides whether the product takes the file's list of variants
 * or keeps the stored list. A variant that is in both lists gets the file's values, except values that the owner
 * changed.
 */
export function mergeVariants(
  { stored, file, earlier }: VariantSources,
  chooser: FieldChooser,
): { options: Options; variants: Variant[] } {
  const present = shapeOf(stored.variants)
  const isSame = isDeepStrictEqual(present, shapeOf(file.variants))
  const isOwnerChange = !isDeepStrictEqual(earlier?.fields.options, present)
  const takesFile = !isSame && chooser.decide('options', { present: false, file: true, isOwnerChange })
  const [storedOptions, fileOptions] = [stored.options ?? [], file.options ?? []]
  return takesFile
    ? {
        variants: fileVariants(stored.variants, file.variants, chooser),
        options: withMissingTexts(fileOptions, storedOptions),
      }
    : {
        variants: storedVariants(stored.variants, file.variants, chooser),
        options: withMissingTexts(storedOptions, fileOptions),
      }
}

/**
 * The file's variants, in the order of the file. Stored variants that the file lacks follow, and are no longer sold.
 */
function fileVariants(stored: Variant[], file: Variant[], chooser: FieldChooser): Variant[] {
  const storedBySku = bySku(stored)
  const chosen = file.map((fileVariant) => {
    const storedVariant = storedBySku.get(fileVariant.sku)
    return {
      ...(storedVariant ? mergeVariant(fileVariant, storedVariant, chooser) : fileVariant),
      active: fileVariant.active !== false,
      optionPair: fileVariant.optionPair ?? '',
    }
  })
  const fileSkus = new Set(chosen.map(({ sku }) => sku))
  const others = stored.filter(({ sku }) => !fileSkus.has(sku)).map((variant) => ({ ...variant, active: false }))
  return [...chosen, ...others]
}

/**
 * The stored variants with the file's values. A variant off sale gets its values, too: the import records them, so a
 * different stored value would count as the owner's change. The variants keep the stored order, because the product
 * would otherwise count as changed.
 */
function storedVariants(stored: Variant[], file: Variant[], chooser: FieldChooser): Variant[] {
  const fileBySku = bySku(file)
  return stored.map((storedVariant) => {
    const fileVariant = fileBySku.get(storedVariant.sku)
    return fileVariant ? mergeVariant(fileVariant, storedVariant, chooser) : storedVariant
  })
}

const bySku = (variants: Variant[]) => new Map(variants.map((variant) => [variant.sku, variant]))

function mergeVariant(fileVariant: Variant, stored: Variant, chooser: FieldChooser): Variant {
  const { sku } = fileVariant
  const pick = <Name extends keyof Variant>(field: ImportField, name: Name, unset: Variant[Name]) =>
    chooser.choose(field, { present: stored[name] ?? unset, file: fileVariant[name] ?? unset, unset }, { sku })
  const priceColumns = variantColumns.filter(({ name }) => name !== 'active')
  return {
    ...stored,
    ...chooser.chooseColumns(priceColumns, { present: stored, file: fileVariant, sku }),
    price: pick('price', 'price', -1),
    compareAtPrice: pick('compareAtPrice', 'compareAtPrice', null),
    counted: pick('counting', 'counted', true),
    taxClass: fileVariant.taxClass ? pick('variantTaxClass', 'taxClass', null) : (stored.taxClass ?? null),
    barcode: pick('barcode', 'barcode', null),
    grams: pick('weight', 'grams', null),
  }
}

/** The options. If a name lacks a language, takes that language from the same option or value in `others`. */
function withMissingTexts(options: Options, others: Options): Options {
  return options.map((option) => {
    const counterpart = others.find(({ id }) => id === option.id)
    const nameOf = (id: string) => counterpart?.values.find((value) => value.id === id)?.name
    const values = option.values.map((value) => ({ ...value, name: fillTexts(value.name, nameOf(value.id)) }))
    return { ...option, name: fillTexts(option.name, counterpart?.name), values }
  })
}

function fillTexts(name: Text, other: Text | undefined): Text {
  const filled = { ...name }
  for (const [language, text] of Object.entries(other ?? {}))
    if (isLocale(language) && !filled[language]) filled[language] = text
  return filled
}
