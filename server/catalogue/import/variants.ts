import { isDeepStrictEqual } from 'node:util'
import type { Locale } from '#contract/languages.ts'
import type { ProductInput, VariantInput } from '#server/catalogue/products.ts'
import type { Option } from '#server/catalogue/tables.ts'
import type { FileProduct } from './rows.ts'

/**
 * Gives the options and variants of the file the ids of the corresponding stored options and variants. A file in
 * another language has other names for the same options and variants. So the import also matches them by SKU, or by
 * their order.
 */
export function alignVariants(fileProduct: FileProduct, stored: ProductInput): FileProduct {
  const [language] = fileProduct.languages
  if (!language) return fileProduct
  const { input } = fileProduct
  if (!fileProduct.hasOptions && stored.options?.length) return withStoredOptions(fileProduct, stored)
  const options = alignOptions(fileProduct, stored, language)
  const fileSkus = new Set(input.variants.map(({ sku }) => sku))
  const variants = input.variants.map((variant) => {
    const optionPair = alignedPair(variant, { from: input.options ?? [], to: options, stored })
    const sameVariant = stored.variants.find(
      (candidate) => candidate.active !== false && haveSameOptions(candidate, { optionPair }),
    )
    if (!sameVariant) return { ...variant, optionPair }
    // If the import made the SKU from the options, the variant gets the SKU of the stored variant instead, unless a
    // variant of the file already has that SKU.
    const takesStoredSku = fileProduct.generatedSkus.has(variant.sku) && !fileSkus.has(sameVariant.sku)
    return {
      ...variant,
      sku: takesStoredSku ? sameVariant.sku : variant.sku,
      optionPair: sameVariant.optionPair ?? optionPair,
    }
  })
  const alignedSkus = new Map(input.variants.map(({ sku }, at) => [sku, variants[at]?.sku ?? sku]))
  const skuOf = (sku: string) => alignedSkus.get(sku) ?? sku
  return {
    ...fileProduct,
    input: { ...input, options, variants },
    quantities: fileProduct.quantities.map((row) => ({ ...row, sku: skuOf(row.sku) })),
    variantPictures: new Map([...fileProduct.variantPictures].map(([sku, address]) => [skuOf(sku), address])),
  }
}

/** The file's product with the stored options. Omits variants whose SKU the stored product lacks. */
function withStoredOptions(fileProduct: FileProduct, stored: ProductInput): FileProduct {
  const { input } = fileProduct
  const variants = input.variants.flatMap((variant) => {
    const sameVariant = stored.variants.find(({ sku }) => sku === variant.sku)
    if (!sameVariant) return []
    return { ...variant, optionPair: sameVariant.optionPair, active: variant.active ?? sameVariant.active }
  })
  const fieldsInFile = new Set(fileProduct.fieldsInFile)
  if (!fieldsInFile.has('active')) fieldsInFile.delete('options')
  return { ...fileProduct, fieldsInFile, input: { ...input, options: stored.options, variants } }
}

/**
 * Returns the file's product. If the file may lack variants of the product, adds the active stored variants that are
 * not in the file, with their option values, in the shop's order. Does not add a stored variant if its options differ
 * from the options of the file, or if an active variant of the file has the same option values.
 */
export function withStoredVariants({ input, isPartial }: FileProduct, stored: ProductInput): ProductInput {
  if (!isPartial) return input
  const options = input.options ?? []
  const taken = new Set(input.variants.flatMap(({ active, optionPair }) => (active === false ? [] : optionPair)))
  const variants = insertMissing(input.variants, stored.variants, {
    keyOf: ({ sku }) => sku,
    fits: (variant) => {
      const optionIds = optionParts(variant).map(([id]) => id)
      const haveSameIds = isDeepStrictEqual(optionIds.sort(), options.map(({ id }) => id).sort())
      return variant.active !== false && haveSameIds && !taken.has(variant.optionPair)
    },
  })
  const usedValues = new Set(variants.flatMap(({ optionPair = '' }) => optionPair.split(',')))
  return {
    ...input,
    variants,
    options: options.map((option) => ({
      ...option,
      values: insertMissing(option.values, stored.options?.find(({ id }) => id === option.id)?.values ?? [], {
        keyOf: ({ id }) => id,
        fits: ({ id }) => usedValues.has(`${option.id}:${id}`),
      }),
    })),
  }
}

/**
 * Returns the items of the file, and adds the stored items that the file lacks and that fit. An added item comes
 * directly after the nearest earlier stored item that the result has, or first if the result has no earlier one.
 */
function insertMissing<Item>(
  fileItems: Item[],
  storedItems: Item[],
  { keyOf, fits }: { keyOf: (item: Item) => string; fits: (item: Item) => boolean },
): Item[] {
  const items = [...fileItems]
  let place = 0
  for (const item of storedItems) {
    const at = items.findIndex((one) => keyOf(one) === keyOf(item))
    if (at >= 0) {
      place = at + 1
    } else if (fits(item)) {
      items.splice(place, 0, item)
      place++
    }
  }
  return items
}

/**
 * The file's options and their values, with the ids of the corresponding stored ones. Unchanged if two options, or two
 * values of an option, would get the same id.
 */
function alignOptions(fileProduct: FileProduct, stored: ProductInput, language: Locale): Option[] {
  const options = fileProduct.input.options ?? []
  const aligned = options.map((option, index) => {
    const known = findStoredOption(option, stored.options ?? [], { at: index, language })
    if (!known) return option
    const values = option.values.map((value, at) => ({
      ...value,
      id: findValueId(value, { at, option, known, language, fileProduct, stored }),
    }))
    return { id: known.id, name: option.name, values }
  })
  return areDistinct(aligned) && aligned.every(({ values }) => areDistinct(values)) ? aligned : options
}

const areDistinct = (all: { id: string }[]) => new Set(all.map(({ id }) => id)).size === all.length

/** The option values of a variant, with the ids of the aligned options, in the order of the stored options. */
function alignedPair(
  variant: VariantInput,
  { from, to, stored }: { from: Option[]; to: Option[]; stored: ProductInput },
): string {
  const choices = optionParts(variant).map(([optionId, valueId], at) => {
    const index = from.findIndex(({ id }) => id === optionId)
    const valueIndex = from[index]?.values.findIndex(({ id }) => id === valueId) ?? at
    return { optionId: to[index]?.id ?? optionId, valueId: to[index]?.values[valueIndex]?.id ?? valueId }
  })
  const placeOf = (optionId: string) => (stored.options ?? []).findIndex(({ id }) => id === optionId)
  return choices
    .toSorted((one, other) => placeOf(one.optionId) - placeOf(other.optionId))
    .map(({ optionId, valueId }) => `${optionId}:${valueId}`)
    .join(',')
}

type Choices = Pick<VariantInput, 'optionPair'>

const haveSameOptions = (one: Choices, other: Choices) =>
  isDeepStrictEqual(optionParts(one).sort(), optionParts(other).sort())

/**
 * Finds the stored option that corresponds to an option of the file. It has the same id, or else the same name.
 * Otherwise it is the option at the same position, if that option has no name in this language yet.
 */
function findStoredOption(option: Option, storedOptions: Option[], { at, language }: { at: number; language: Locale }) {
  return (
    storedOptions.find(({ id }) => id === option.id) ??
    storedOptions.find(({ name }) => name[language] === option.name[language]) ??
    (storedOptions[at] && !storedOptions[at].name[language] ? storedOptions[at] : undefined)
  )
}

interface ValueContext {
  at: number
  option: Option
  known: Option
  language: Locale
  fileProduct: FileProduct
  stored: ProductInput
}

function findValueId(
  value: Option['values'][number],
  { at, option, known, language, fileProduct, stored }: ValueContext,
): string {
  const byId = known.values.find(({ id }) => id === value.id)
  const byName = known.values.find(({ name }) => name[language] === value.name[language])
  if (byId ?? byName) return (byId ?? byName)?.id ?? value.id
  const fileVariant = fileProduct.input.variants.find(
    (variant) =>
      !fileProduct.generatedSkus.has(variant.sku) &&
      optionParts(variant).some(([o, v]) => o === option.id && v === value.id),
  )
  const storedVariant = fileVariant && stored.variants.find(({ sku }) => sku === fileVariant.sku)
  const valueBySku = storedVariant && optionParts(storedVariant).find(([id]) => id === known.id)?.[1]
  const valueByPosition = known.values.length === option.values.length ? known.values[at]?.id : undefined
  const match = known.values.find(({ id }) => id === (valueBySku ?? valueByPosition))
  return match && !match.name[language] ? match.id : value.id
}

const optionParts = ({ optionPair }: Choices) =>
  (optionPair ?? '')
    .split(',')
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const at = part.indexOf(':')
      return [part.slice(0, at), part.slice(at + 1)]
    })
