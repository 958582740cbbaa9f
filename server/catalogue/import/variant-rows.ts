import type { Locale, Text } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import type { ImportReason, ReasonValues } from '#contract/messages/office-import-reasons.ts'
import { taxClassMessages } from '#contract/messages/office-tax-classes.ts'
import type { TaxClass } from '#contract/shapes.ts'
import { taxClasses } from '#contract/shapes.ts'
import type { VariantInput } from '#server/catalogue/products.ts'
import type { Option } from '#server/catalogue/tables.ts'
import type { Row } from './cells.ts'
import { cell } from './cells.ts'
import type { TextColumn } from './columns.ts'
import { optionNumbers } from './columns.ts'
import { idToName, toId } from './ids.ts'
import { hasUnclearComma, readAmount, readFields, readStock, refuseCell, variantColumns } from './own-columns.ts'
import { RefusedRow, refuseRow } from './refusal.ts'

/** The options and variants of a product, as read from its rows. */

const maxStock = 1_000_000
const maxSkuLength = 200
/** The maximum number of characters of an option or of its value. */
export const maxOptionLength = 80

export interface FileOption {
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
export function withNewValues(rows: Row[], fileOptions: Option[], fileLanguage: Locale): FileOption[] {
  return fileOptions.map(({ id, name, values }, index) => {
    const number = optionNumbers[index] ?? 3
    const column = `Option${number} Value` as const
    const option: FileOption = {
      id,
      column,
      nameColumn: `Option${number} Name`,
      name: pick(name, fileLanguage),
      values: new Map(values.map((value) => [value.id, pick(value.name, fileLanguage)])),
      texts: new Map([['', name], ...values.map((value) => [value.id, value.name] as const)]),
    }
    const addedRows = index < optionNumbers.length ? rows.filter((row) => cell(row, 'Variant Options') === '') : []
    for (const row of addedRows) {
      const valueName = cell(row, column)
      if (valueName && !findValueId(option, valueName))
        for (const [id, name] of idToName(valueName)) option.values.set(id, name)
    }
    return option
  })
}

/**
 * Returns the id of the option's value that has this name in any language. Otherwise returns the id made from the name
 * if a value has this id.
 */
function findValueId({ values, texts }: FileOption, valueName: string): string | undefined {
  const match = [...(texts ?? [])].find(([id, text]) => id !== '' && Object.values(text).includes(valueName))
  return match?.[0] ?? (values.has(toId(valueName)) ? toId(valueName) : undefined)
}

/**
 * The chosen values of a row. They are from “Variant Options” if this cell is filled, otherwise from the option
 * columns.
 */
function chosenValues(row: Row, options: FileOption[]): (readonly [string, string])[] {
  const pair = cell(row, 'Variant Options')
  if (pair) {
    return pair.split(',').map((part) => {
      const at = part.indexOf(':')
      return [part.slice(0, at), part.slice(at + 1)] as const
    })
  }
  return options.map((option) => {
    const valueName = cell(row, option.column)
    return [option.id, findValueId(option, valueName) ?? toId(valueName)] as const
  })
}

/**
 * Values for the message that an earlier row has the same options: the line of that row, and the options. If the two
 * rows spell the options differently, the message shows both spellings.
 */
function sameOptionValues(row: Row, earlier: Row, options: FileOption[]): ReasonValues {
  const [rowText, earlierText] = [row, earlier].map((one) => options.map(({ column }) => cell(one, column)).join(' · '))
  const value = rowText === earlierText ? rowText : `${rowText} = ${earlierText}`
  return { line: earlier.line, value: value?.slice(0, 200) ?? '' }
}

/** Whether the row chooses exactly one known value of each option. */
const areChoicesValid = (parts: (readonly [string, string])[], options: FileOption[]) =>
  parts.length === options.length &&
  options.every(({ id, values }) => parts.some(([option, value]) => option === id && values.has(value)))

/** Whether a name is longer than `maxOptionLength`. */
export function isTooLong({ name, values }: FileOption) {
  return [name, ...values.values()].some((text) => text.length > maxOptionLength)
}

/** The options with their values, in the order of the rows. Shopify's "Title: Default Title" means no options. */
export function readOptions(rows: Row[]): FileOption[] {
  const [first] = rows
  return optionNumbers.flatMap((number) => {
    const name = first ? cell(first, `Option${number} Name`) : ''
    const column = `Option${number} Value` as const
    const values = new Map(rows.flatMap((row) => [...idToName(cell(row, column))]))
    if (!name || values.size === 0) return []
    if (number === 1 && name === 'Title' && [...values.values()].every((value) => value === 'Default Title')) return []
    return [{ id: toId(name) || `option-${number}`, name, nameColumn: `Option${number} Name` as const, column, values }]
  })
}

export interface FileVariant {
  variant: VariantInput & { sku: string }
  pieces: { quantity: number; location?: string }[]
  picture: string
  isGenerated: boolean
}

/**
 * Reads the variants, and calls `report` for each row that it refuses. `hasRefused` says whether it refused any row. If
 * it finds no active variant, it returns null if it refused a row, and otherwise refuses the whole product.
 */
export function readVariants(
  rows: Row[],
  productId: string,
  {
    options,
    hasOptions,
    settings,
    report,
  }: Omit<VariantTools, 'isExported'> & { report: (refused: RefusedRow) => void },
): { variants: FileVariant[]; hasRefused: boolean } | null {
  const earlier: EarlierVariants = { pairs: new Map(), skus: new Set() }
  const isExported = rows.some((row) => cell(row, 'Version') !== '')
  let hasRefused = false
  const variants = rows.flatMap((row, index) => {
    try {
      const isVariant = hasVariant(row, options)
      if (index > 0 && !isVariant) return skipPictureRow(row)
      return [readVariant(row, productId, { options, hasOptions, settings, isExported, earlier })]
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error
      hasRefused = true
      report(error)
      return []
    }
  })
  if (variants.some(({ variant }) => variant.active !== false)) return { variants, hasRefused }
  const [first] = rows
  return hasRefused || !first ? null : refuseRow(first, 'import.no_variant')
}

interface VariantTools {
  options: FileOption[]
  hasOptions: boolean
  settings: { currency: string; track: boolean }
  /**
   * Whether the shop exported the file. If so, the import keeps each compare-at price, even if it is not above the
   * price. From other files, it ignores such a compare-at price.
   */
  isExported: boolean
}

/** The variants in earlier rows of the product. */
interface EarlierVariants {
  /** Maps the chosen options of each active variant to its row. */
  pairs: Map<string, Row>
  skus: Set<string>
}

/** Whether a row has a price or an option. */
function hasVariant(row: Row, options: FileOption[]): boolean {
  const hasPrice = cell(row, 'Variant Price') !== ''
  const hasOption = options.some(({ column }) => cell(row, column) !== '')
  return hasPrice || hasOption
}

/** A row without a variant only adds a picture. Refuses the row if it has no picture. */
const skipPictureRow = (row: Row): [] => (cell(row, 'Image Src') ? [] : refuseRow(row, 'import.empty_row'))

function readVariant(
  row: Row,
  productId: string,
  {
    options,
    hasOptions,
    settings: { currency, track },
    isExported,
    earlier,
  }: VariantTools & { earlier: EarlierVariants },
): FileVariant {
  const price = readPrice(row, currency)
  const { values: fieldValues } = readFields(row, { columns: variantColumns, currency })
  const isActive = fieldValues.active !== false
  const choices = chosenValues(row, options)
  if (isActive && !areChoicesValid(choices, options)) refuseRow(row, 'import.no_option')
  const optionPair = choices.map(([id, value]) => `${id}:${value}`).join(',')
  const sku = cell(row, 'Variant SKU') || [productId, ...choices.map(([, value]) => value)].join('--')
  // If the file has no columns of options, a row with a SKU gets the options of the stored variant with this SKU. So
  // `refuseRepeated` must not compare the options of such rows.
  const isUnknownPair = !hasOptions && cell(row, 'Variant SKU') !== ''
  refuseRepeated(row, { sku, optionPair: isActive && !isUnknownPair ? optionPair : null, options, earlier })
  const pieces = readPieces(row)
  const compareAtPrice = readCompareAtPrice(row, currency)
  const isReduction = compareAtPrice !== null && compareAtPrice > price
  const taxClass = readTaxClassCell(row, 'Variant Tax Class')
  const isTracked = cell(row, 'Variant Inventory Tracker') !== '' || track
  const sellsOut = !/^continue$/i.test(cell(row, 'Variant Inventory Policy'))
  const grams = readGrams(row)
  if (isActive) earlier.pairs.set(optionPair, row)
  earlier.skus.add(sku)
  return {
    pieces,
    picture: cell(row, 'Variant Image'),
    isGenerated: cell(row, 'Variant SKU') === '',
    variant: {
      sku,
      optionPair,
      price,
      compareAtPrice: isReduction || isExported ? compareAtPrice : null,
      currency,
      counted: isTracked && sellsOut,
      ...(taxClass && { taxClass }),
      barcode: cell(row, 'Variant Barcode') || null,
      grams,
      ...fieldValues,
    },
  }
}

/**
 * Refuses a row if an earlier row has its SKU, or if an earlier active variant has its options. Also refuses a row
 * whose SKU is too long.
 */
function refuseRepeated(
  row: Row,
  {
    sku,
    optionPair,
    options,
    earlier: { pairs, skus },
  }: { sku: string; optionPair: string | null; options: FileOption[]; earlier: EarlierVariants },
) {
  if (sku.length > maxSkuLength) refuseRow(row, 'import.long_sku', { most: maxSkuLength })
  const isRepeated = skus.has(sku)
  if (cell(row, 'Variant SKU') && isRepeated) refuseRow(row, 'import.same_sku', { value: sku })
  // The import made the remaining repeated SKUs from the options, so the file does not contain these SKUs. A message
  // about the repeated options is clearer, so it comes first.
  const sameOptions = optionPair === null ? undefined : pairs.get(optionPair)
  if (sameOptions) refuseRow(row, 'import.alike_option', sameOptionValues(row, sameOptions, options))
  if (isRepeated) refuseRow(row, 'import.same_sku', { value: sku })
}

function readPrice(row: Row, currency: string): number {
  const text = cell(row, 'Variant Price')
  return readAmount(text, currency) ?? refuseRow(row, priceProblem(text), { value: text })
}

/** Why a price cannot be read. */
function priceProblem(price: string): ImportReason {
  if (price === '') return 'import.no_price'
  return hasUnclearComma(price) ? 'import.price_comma' : 'import.price'
}

function readCompareAtPrice(row: Row, currency: string): number | null {
  const text = cell(row, 'Variant Compare At Price')
  if (!text) return null
  return readAmount(text, currency) ?? refuseRow(row, 'import.compare_at', { value: text })
}

/**
 * The pieces of the variant: the numbers from “Stock by Store”, or one number for the store of the import. If this one
 * number is negative, it counts as 0.
 */
function readPieces(row: Row): FileVariant['pieces'] {
  const quantityText = cell(row, 'Variant Inventory Qty')
  const quantity = Number(quantityText || '0')
  if (!Number.isInteger(quantity) || quantity > maxStock) refuseRow(row, 'import.stock', { value: quantityText || '0' })
  const byStore = cell(row, 'Stock by Store')
  const stores = readStock(byStore) ?? refuseRow(row, 'import.stock_by_store', { value: byStore.slice(0, 80) })
  // In a file with “Stock by Store”, an empty quantity does not mean 0. In this case the pieces by store apply.
  const isByStore = row.cells['Stock by Store'] !== undefined && quantityText === ''
  return isByStore ? stores : [{ quantity: Math.max(0, quantity) }]
}

const weightPattern = /^(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?\s*(g|克|kg|公斤|千克)?$/i
const gramUnits = ['', 'g', '克']
const maxGrams = 100_000_000

/**
 * The weight in grams; null if the cell is empty or 0. A number without a unit is grams. Refuses other texts, and less
 * than one gram, which is most likely a number of kilograms.
 */
function readGrams(row: Row): number | null {
  const text = cell(row, 'Variant Grams').normalize('NFKC')
  if (text === '') return null
  const [match, whole = '', fraction = '', unit = ''] = weightPattern.exec(text) ?? []
  const grams = Number(whole.replaceAll(',', '') + fraction) * (gramUnits.includes(unit.toLowerCase()) ? 1 : 1000)
  const isInRange = grams === 0 || (grams >= 1 && grams < maxGrams)
  if (match === undefined || !isInRange) refuseCell(row, 'Variant Grams', { text, format: { example: '500' } })
  return Math.round(grams) || null
}

/**
 * The tax class that a cell names: by its code, or by its name in the back office. Null for an empty cell. Refuses an
 * unknown name.
 */
export function readTaxClassCell(row: Row, column: 'Tax Class' | 'Variant Tax Class'): TaxClass | null {
  const text = cell(row, column)
  if (!text) return null
  const name = text.normalize('NFKC').toLowerCase()
  const found = taxClasses.find(
    (taxClass) => name.replace(/[\s-]+/g, '_') === taxClass || namesOf(taxClass).includes(name),
  )
  return found ?? refuseRow(row, 'import.tax_class', { value: text.slice(0, 80), classes: taxClasses.join(', ') })
}

/** The names of a tax class in each language. The parts of a Chinese name, such as 基本食品（零税率）, also name it. */
const namesOf = (taxClass: TaxClass): string[] =>
  taxClassMessages[`tax.${taxClass}`].flatMap((name) =>
    [name, ...name.split(/[（）、]/)].map((part) => part.normalize('NFKC').toLowerCase()).filter((part) => part !== ''),
  )
