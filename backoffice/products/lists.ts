import { locales, perLocale } from '#contract/languages.ts'
import { toDecimal } from '#contract/money.ts'
import type { OfficeProductDetail } from '#contract/office/products.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { randomId } from '../core/random-id.ts'
import type { Row } from '../forms/rows.ts'
import { fieldIn } from '../forms/text-pair.tsx'

/** The lists of a product's form: pictures, options with their values, variants and selling windows. */

/** A row of a list with its key. */
export interface Entry {
  key: string
  row: Row
}
type Detail = Pick<OfficeProductDetail, 'options' | 'variants' | 'images' | 'windows' | 'relatedNames' | 'currency'>

/** Converts a text to values of a row: one value for each language. */
export const textValues = (name: string, text: Text): Row =>
  Object.fromEntries(locales.map((locale) => [fieldIn(name, locale), text[locale]]))

/** Converts values of a row back to a text. */
export const textIn = (row: Row, name: string): Text => perLocale((locale) => row[fieldIn(name, locale)] ?? '')

/** Converts a stored picture to the values of a row. */
export const toPictureRow = ({ alt, ...image }: Image): Row => ({
  image: JSON.stringify(image),
  ...textValues('alt', alt),
})

export const pictureRows = ({ images }: Detail): Entry[] =>
  images.map((image) => ({ key: image.src, row: toPictureRow(image) }))

/** The pictures in the rows. `uploads` contains the added pictures, whose uploads may not have ended yet. */
export async function picturesIn(rows: Entry[], uploads: ReadonlyMap<string, Promise<Image>>): Promise<Image[]> {
  const pictures = await Promise.all(
    rows.map(async ({ key, row }) => {
      // The page wrote this JSON from a stored, uploaded or cropped picture, so it describes a valid picture.
      const image: Image | undefined = row.image ? JSON.parse(row.image) : await uploads.get(key)
      return image && { ...image, alt: textIn(row, 'alt') }
    }),
  )
  // A draft from an earlier visit can name a picture whose upload did not end.
  return pictures.filter((image) => image !== undefined)
}

/** The options, each followed by its values. The key of a value is `option:value`. */
export const optionRows = ({ options }: Pick<Detail, 'options'>): Entry[] =>
  options.flatMap(({ id, name, values }) => [
    { key: id, row: textValues('name', name) },
    ...values.map((value) => ({ key: `${id}:${value.id}`, row: textValues('name', value.name) })),
  ])

export interface OptionEntry extends Entry {
  values: Entry[]
}

/** The options with their values. */
export const optionsIn = (rows: Entry[]): OptionEntry[] =>
  rows
    .filter(({ key }) => !key.includes(':'))
    .map((option) => ({ ...option, values: rows.filter(({ key }) => key.startsWith(`${option.key}:`)) }))

/**
 * Converts the rows to options in the format of server calls. Includes options and values without a name, which the
 * server refuses.
 */
export const toOptions = (rows: Entry[]): OfficeProductDetail['options'] =>
  optionsIn(rows).map(({ key, row, values }) => ({
    id: key,
    name: textIn(row, 'name'),
    values: values.map((value) => ({ id: value.key.slice(key.length + 1), name: textIn(value.row, 'name') })),
  }))

const amountFields = ['price', 'compareAtPrice', 'memberPrice'] as const

/**
 * The rows of a product's variants. A variant that is no longer sold has a row only if the product still has its option
 * values and no variant for sale has the same values.
 */
export function variantRows({ variants, options, currency }: Detail): Entry[] {
  const pairs = new Set(combinationsOf(optionsIn(optionRows({ options }))))
  const active = variants.filter(({ isActive }) => isActive)
  const isUnusedPair = (pair: string) => pairs.has(pair) && !active.some(({ optionPair }) => optionPair === pair)
  const inactive = options.length > 0 ? variants.filter((one) => !one.isActive && isUnusedPair(one.optionPair)) : []
  return [...active, ...inactive].map((variant) => {
    const { sku, optionPair, deposit, taxClass, barcode, grams, isActive } = variant
    const amount = (value: number | null) => (value === null ? '' : toDecimal({ amount: value, currency }))
    return {
      key: sku,
      row: {
        ...Object.fromEntries(amountFields.map((name) => [name, amount(variant[name])])),
        sku,
        pair: optionPair,
        taxClass: taxClass ?? '',
        barcode: barcode ?? '',
        isActive: isActive ? 'on' : '',
        deposit: deposit === 0 ? '' : amount(deposit),
        grams: grams === null ? '' : String(grams),
      },
    }
  })
}

/**
 * A row for a new variant with the option values `pair`. Copies the other values, except SKU and barcode, from
 * `template`.
 */
const newVariant = (pair: string, template: Row = {}): Entry => ({
  key: `new ${pair}`,
  row: { ...template, sku: '', barcode: '', pair, isActive: 'on', isNew: 'on' },
})

/** The row of the only variant of a new product. */
const firstVariant: Entry = newVariant('')

/** All combinations of option values, in the format of `optionPair`: `size:large,ice:less`. */
export function combinationsOf(options: OptionEntry[]): string[] {
  let pairs = ['']
  for (const { values } of options) {
    pairs = pairs.flatMap((pair) => values.map(({ key }) => (pair ? `${pair},${key}` : key)))
  }
  return pairs
}

const partsOf = (pair: string) => (pair === '' ? [] : pair.split(','))
const isPartOf = (one: string, other: string) => {
  const parts = partsOf(other)
  return partsOf(one).every((part) => parts.includes(part))
}

/**
 * Returns one row for each combination of option values. If an option or a value is added, each variant keeps its row.
 * If an option is removed, only one of the variants that then have equal values keeps its row. The shop keeps the
 * variants without a row, but no longer sells them.
 */
export function matchVariants(options: OptionEntry[], rows: Entry[]): Entry[] {
  const used = new Set<string>()
  const takeRow = (fits: (pair: string) => boolean) => {
    const found = rows.find(({ key, row }) => !used.has(key) && fits(row.pair ?? ''))
    if (found) used.add(found.key)
    return found
  }
  const pairs = combinationsOf(options)
  const exactRows = new Map(pairs.map((pair) => [pair, takeRow((other) => other === pair)]))
  return pairs.map((pair) => {
    const matched = exactRows.get(pair) ?? takeRow((other) => isPartOf(other, pair) || isPartOf(pair, other))
    if (matched) return { key: matched.key, row: { ...matched.row, pair } }
    const template = rows.find(({ row }) => isPartOf(row.pair ?? '', pair)) ?? rows[0]
    return newVariant(pair, template?.row)
  })
}

/** The names of a variant's option values, such as "Large · Less ice". */
export function pairLabel(pair: string, rows: Entry[], say: (text: Text) => string): string {
  const names = partsOf(pair).map((part) => {
    const row = rows.find(({ key }) => key === part)?.row
    return row ? say(textIn(row, 'name')) : part
  })
  return names.join(' · ')
}

export const windowRows = ({ windows }: Detail): Entry[] =>
  windows.map(({ name, from, to, weekdays }, index) => ({
    key: `window-${index}`,
    row: { ...textValues('name', name), from, to, days: weekdays.join(',') },
  }))

/** The selling windows in the rows. Leaves out windows without a start or an end. */
export const windowsIn = (rows: Entry[]): OfficeProductDetail['windows'] =>
  rows
    .map(({ row }) => ({
      name: textIn(row, 'name'),
      from: row.from ?? '',
      to: row.to ?? '',
      weekdays: (row.days ?? '').split(',').filter(Boolean).map(Number),
    }))
    .filter(({ from, to }) => from && to)

export const relatedRows = ({ relatedNames }: Detail): Entry[] =>
  relatedNames.map(({ product, name }) => ({ key: product, row: { id: product, ...textValues('name', name) } }))

/** A random key for a new row. */
export const newKey = (prefix: string) => `${prefix}-${randomId().slice(0, 6)}`

/** The variants of a new product: copies of another product's variants, or one empty variant. */
export const newVariants = (product: Detail): Entry[] =>
  product.variants.length === 0
    ? [firstVariant]
    : variantRows(product).map(({ row }) => newVariant(row.pair ?? '', row))
