import type { Locale, Text } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import type { ImportReason, ReasonValues } from '#contract/messages/office-import-reasons.ts'
import type { TaxClass } from '#contract/shapes.ts'
import { taxClasses } from '#contract/shapes.ts'
import type { VariantInput } from '#server/catalogue/products.ts'
import type { Option } from '#server/catalogue/tables.ts'
import type { Row } from './cells.ts'
import { cell } from './cells.ts'
import type { TextColumn } from './columns.ts'
import { optionNumbers } from './columns.ts'
import { named, toId } from './ids.ts'
import { hasUnclearComma, readAmount, readOwn, readStock, variantColumns } from './own-columns.ts'

/** The options and variants of a product, as read from its rows. */

const maxStock = 1_000_000
const longestSku = 200
/** The maximum number of characters of an option or of its value. */
export const longestOption = 80

/** Reports that a row is refused. */
export type Refuse = (row: Row, code: ImportReason, values?: ReasonValues) => null

export interface ReadOption {
  id: string
  name: string
  nameColumn: TextColumn
  column: TextColumn
  values: Map<string, string>
  /**
   * Maps the id of each value of the option to its name in all languages. The key '' maps to the name of the option
   * itself.
   */
  texts?: Map<string, Text>
}

/**
 * The options of the column “Options (JSON)”, and the values that the JSON lacks. Such values are in rows that staff
 * added to an exported file; these rows have no “Variant Options”.
 */
export function withNewValues(rows: Row[], fixed: Option[], own: Locale): ReadOption[] {
  return fixed.map(({ id, name, values }, at) => {
    const number = optionNumbers[at] ?? 3
    const column = `Option${number} Value` as const
    const option: ReadOption = {
      ...{ id, column, nameColumn: `Option${number} Name`, name: pick(name, own) },
      values: new Map(values.map((value) => [value.id, pick(value.name, own)])),
      texts: new Map([['', name], ...values.map((value) => [value.id, value.name] as const)]),
    }
    const added = at < optionNumbers.length ? rows.filter((row) => cell(row, 'Variant Options') === '') : []
    for (const row of added) {
      const words = cell(row, column)
      if (words && !knownValue(option, words)) for (const [id, name] of named(words)) option.values.set(id, name)
    }
    return option
  })
}

/**
 * Returns the id of the option's value that has this name in any language. Otherwise returns the id made from the name
 * if a value has this id.
 */
function knownValue({ values, texts }: ReadOption, words: string): string | undefined {
  const named = [...(texts ?? [])].find(([id, text]) => id !== '' && Object.values(text).includes(words))
  return named?.[0] ?? (values.has(toId(words)) ? toId(words) : undefined)
}

/**
 * The chosen values of a row. They are from “Variant Options” if this cell is filled, otherwise from the option
 * columns.
 */
function partsOf(row: Row, options: ReadOption[]): (readonly [string, string])[] {
  const pair = cell(row, 'Variant Options')
  if (pair) {
    return pair.split(',').map((part) => {
      const at = part.indexOf(':')
      return [part.slice(0, at), part.slice(at + 1)] as const
    })
  }
  return options.map((option) => {
    const words = cell(row, option.column)
    return [option.id, knownValue(option, words) ?? toId(words)] as const
  })
}

/**
 * Values for the message that an earlier row has the same options: the line of that row, and the options. If the two
 * rows spell the options differently, the message shows both spellings.
 */
function alikeWords(row: Row, earlier: Row, options: ReadOption[]): ReasonValues {
  const [now, before] = [row, earlier].map((one) => options.map(({ column }) => cell(one, column)).join(' · '))
  const value = now === before ? now : `${now} = ${before}`
  return { line: earlier.line, value: value?.slice(0, 200) ?? '' }
}

/** Whether the row chooses exactly one known value of each option. */
const arePartsWhole = (parts: (readonly [string, string])[], options: ReadOption[]) =>
  parts.length === options.length &&
  options.every(({ id, values }) => parts.some(([option, value]) => option === id && values.has(value)))

/** Whether a name is longer than `longestOption`. */
export function isTooLong({ name, values }: ReadOption) {
  return [name, ...values.values()].some((text) => text.length > longestOption)
}

/** The options with their values, in the order of the rows. Shopify's "Title: Default Title" means no options. */
export function readOptions(rows: Row[]): ReadOption[] {
  const [first] = rows
  return optionNumbers.flatMap((number) => {
    const name = first ? cell(first, `Option${number} Name`) : ''
    const column = `Option${number} Value` as const
    const values = new Map(rows.flatMap((row) => [...named(cell(row, column))]))
    if (!name || values.size === 0) return []
    if (number === 1 && name === 'Title' && [...values.values()].every((value) => value === 'Default Title')) return []
    return [{ id: toId(name) || `option-${number}`, name, nameColumn: `Option${number} Name` as const, column, values }]
  })
}

export interface ReadVariant {
  variant: VariantInput & { sku: string }
  pieces: { quantity: number; location?: string }[]
  picture: string
  isGenerated: boolean
}

/** Reads the variants. Calls `no` for each row that is refused. */
export function readVariants(
  rows: Row[],
  productId: string,
  { options, settings, no }: { options: ReadOption[]; settings: { currency: string; track: boolean }; no: Refuse },
): ReadVariant[] {
  const pairs = new Map<string, Row>()
  const skus = new Set<string>()
  return rows.flatMap((row, index) => {
    const hasPrice = cell(row, 'Variant Price') !== ''
    const hasOption = options.some(({ column }) => cell(row, column) !== '')
    // Rows that only add a picture are not variants.
    if (index > 0 && !hasPrice && !hasOption) {
      if (!cell(row, 'Image Src')) no(row, 'import.empty_row')
      return []
    }
    const price = readAmount(cell(row, 'Variant Price'), settings.currency)
    if (price === null) return no(row, priceProblem(row), { value: cell(row, 'Variant Price') }) ?? []
    const own = readOwn(row, { columns: variantColumns, currency: settings.currency })
    if ('code' in own) return no(row, own.code, own.values) ?? []
    const isActive = own.values.active !== false
    const parts = partsOf(row, options)
    if (isActive && !arePartsWhole(parts, options)) return no(row, 'import.no_option') ?? []
    const optionPair = parts.map(([id, value]) => `${id}:${value}`).join(',')
    const sku = cell(row, 'Variant SKU') || [productId, ...parts.map(([, value]) => value)].join('--')
    if (sku.length > longestSku) return no(row, 'import.long_sku', { most: longestSku }) ?? []
    if (cell(row, 'Variant SKU') && skus.has(sku)) return no(row, 'import.same_sku', { value: sku }) ?? []
    const same = isActive && pairs.get(optionPair)
    if (same) return no(row, 'import.alike_option', alikeWords(row, same, options)) ?? []
    if (skus.has(sku)) return no(row, 'import.same_sku', { value: sku }) ?? []
    const quantityText = cell(row, 'Variant Inventory Qty') || '0'
    const quantity = Number(quantityText)
    if (!Number.isInteger(quantity) || quantity > maxStock)
      return no(row, 'import.stock', { value: quantityText }) ?? []
    const byStore = cell(row, 'Stock by Store')
    const stores = readStock(byStore)
    if (!stores) return no(row, 'import.stock_by_store', { value: byStore.slice(0, 80) }) ?? []
    // In a file with “Stock by Store”, an empty quantity does not mean 0. In this case the pieces by store apply.
    const isByStore = row.cells['Stock by Store'] !== undefined && cell(row, 'Variant Inventory Qty') === ''
    const compareAt = cell(row, 'Variant Compare At Price')
    const compareAtPrice = compareAt ? readAmount(compareAt, settings.currency) : null
    if (compareAt && compareAtPrice === null) return no(row, 'import.compare_at', { value: compareAt }) ?? []
    const taxClass = cell(row, 'Variant Tax Class').toLowerCase()
    if (taxClass && !isTaxClass(taxClass))
      return no(row, 'import.tax_class', { value: taxClass, classes: taxClasses.join(', ') }) ?? []
    const tracked = cell(row, 'Variant Inventory Tracker') !== '' || settings.track
    const sellsOut = !/^continue$/i.test(cell(row, 'Variant Inventory Policy'))
    const grams = Math.round(Number(cell(row, 'Variant Grams')))
    if (isActive) pairs.set(optionPair, row)
    skus.add(sku)
    return [
      {
        pieces: isByStore ? stores : [{ quantity: Math.max(0, quantity) }],
        picture: cell(row, 'Variant Image'),
        isGenerated: cell(row, 'Variant SKU') === '',
        variant: {
          sku,
          optionPair,
          price,
          compareAtPrice: compareAtPrice !== null && compareAtPrice > price ? compareAtPrice : null,
          currency: settings.currency,
          counted: tracked && sellsOut,
          ...(taxClass && isTaxClass(taxClass) && { taxClass }),
          barcode: cell(row, 'Variant Barcode') || null,
          grams: grams > 0 && grams < 100_000_000 ? grams : null,
          ...own.values,
        },
      },
    ]
  })
}

/** Why the price of a row cannot be read. */
function priceProblem(row: Row): ImportReason {
  const price = cell(row, 'Variant Price')
  if (price === '') return 'import.no_price'
  return hasUnclearComma(price) ? 'import.price_comma' : 'import.price'
}

/** Whether a text names a tax class. */
export const isTaxClass = (name: string): name is TaxClass => taxClasses.some((known) => known === name)
