import { isDeepStrictEqual } from 'node:util'
import type { Locale } from '#contract/languages.ts'
import type { ProductInput, VariantInput } from '#server/catalogue/products.ts'
import type { Option } from '#server/catalogue/tables.ts'
import type { ReadProduct } from './rows.ts'

/**
 * Gives the options and variants of the file the ids of the corresponding stored options and variants. A file in
 * another language has other names for the same options and variants. So the import also matches them by SKU, or by
 * their order.
 */
export function alignVariants(read: ReadProduct, stored: ProductInput): ReadProduct {
  const options = read.input.options ?? []
  const [language] = read.languages
  if (!language) return read
  const known = stored.options ?? []
  const pairs = options.map((option, at) => ({ option, known: optionFor(option, known, { at, language }) }))
  const renamed = pairs.map(({ option, known }) => ({
    id: known?.id ?? option.id,
    name: option.name,
    values: option.values.map((value, at) => ({
      ...value,
      id: known ? valueFor(value, { at, option, known, language, read, stored }) : value.id,
    })),
  }))
  const distinct = renamed.every(({ values }) => new Set(values.map(({ id }) => id)).size === values.length)
  const aligned = distinct && new Set(renamed.map(({ id }) => id)).size === renamed.length ? renamed : options
  const order = (id: string) => known.findIndex((option) => option.id === id)
  const skus = new Map<string, string>()
  const active = stored.variants.filter((variant) => variant.active !== false)
  const taken = new Set(read.input.variants.map(({ sku }) => sku))
  const variants = read.input.variants.map((variant) => {
    const chosen = partsOf(variant).map(([option, value], at) => {
      const index = options.findIndex(({ id }) => id === option)
      const values = options[index]?.values.findIndex(({ id }) => id === value) ?? at
      return [aligned[index]?.id ?? option, aligned[index]?.values[values]?.id ?? value] as const
    })
    const optionPair = chosen
      .toSorted(([one], [other]) => order(one) - order(other))
      .map(([option, value]) => `${option}:${value}`)
      .join(',')
    const twin = active.find((own) => isDeepStrictEqual(partsOf(own).sort(), partsOf({ optionPair }).sort()))
    const isNew = read.generated.has(variant.sku) && twin && (twin.sku === variant.sku || !taken.has(twin.sku))
    if (isNew) skus.set(variant.sku, twin.sku)
    const pair = twin?.optionPair ?? optionPair
    return { ...variant, sku: skus.get(variant.sku) ?? variant.sku, optionPair: pair }
  })
  const sku = (name: string) => skus.get(name) ?? name
  return {
    ...read,
    input: { ...read.input, options: aligned, variants },
    quantities: read.quantities.map((row) => ({ ...row, sku: sku(row.sku) })),
    variantPictures: new Map([...read.variantPictures].map(([name, address]) => [sku(name), address])),
  }
}

/**
 * Finds the stored option that corresponds to an option of the file. It has the same id, or else the same name.
 * Otherwise it is the option at the same position, if that option has no name in this language yet.
 */
function optionFor(option: Option, known: Option[], { at, language }: { at: number; language: Locale }) {
  return (
    known.find(({ id }) => id === option.id) ??
    known.find(({ name }) => name[language] === option.name[language]) ??
    (known[at] && !known[at].name[language] ? known[at] : undefined)
  )
}

interface ValueContext {
  at: number
  option: Option
  known: Option
  language: Locale
  read: ReadProduct
  stored: ProductInput
}

function valueFor(
  value: Option['values'][number],
  { at, option, known, language, read, stored }: ValueContext,
): string {
  const same = known.values.find(({ id }) => id === value.id)
  const named = known.values.find(({ name }) => name[language] === value.name[language])
  if (same ?? named) return (same ?? named)?.id ?? value.id
  const inFile = read.input.variants.find(
    (variant) =>
      !read.generated.has(variant.sku) && partsOf(variant).some(([o, v]) => o === option.id && v === value.id),
  )
  const twin = inFile && stored.variants.find(({ sku }) => sku === inFile.sku)
  const bySku = twin && partsOf(twin).find(([id]) => id === known.id)?.[1]
  const byPlace = known.values.length === option.values.length ? known.values[at]?.id : undefined
  const meant = known.values.find(({ id }) => id === (bySku ?? byPlace))
  return meant && !meant.name[language] ? meant.id : value.id
}

const partsOf = ({ optionPair }: Pick<VariantInput, 'optionPair'>) =>
  (optionPair ?? '')
    .split(',')
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const at = part.indexOf(':')
      return [part.slice(0, at), part.slice(at + 1)]
    })
