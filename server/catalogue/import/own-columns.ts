import { z } from 'zod'
import type { ImportField } from '#contract/import-limits.ts'
import type { Locale, Text } from '#contract/languages.ts'
import { locales, noText } from '#contract/languages.ts'
import { parseDecimal, toDecimal } from '#contract/money.ts'
import { officeProductInput } from '#contract/office/product-fields.ts'
import { typedText } from '#contract/shapes.ts'
import type { ProductInput, VariantInput } from '#server/catalogue/products.ts'
import type { Row } from './cells.ts'
import { cell, hasText, readText } from './cells.ts'
import type { ColumnName, TextColumn } from './columns.ts'
import { refuseRow } from './refusal.ts'

/** Columns that contain one field each. The import and the export both use this table. */

/** How a value is written in a cell. */
interface CellFormat {
  /** An example of a valid cell, which the message about an invalid cell shows. */
  example: string
  /** The value of a cell that is not empty; undefined if it cannot be read. */
  read(text: string, currency: string): unknown
  write(value: unknown, currency: string): string
}

export interface FieldColumn {
  column: ColumnName
  /** The property of the product or variant. */
  name: string
  /** The field's name in the report and in `overwrite`. */
  field: ImportField
  kind: CellFormat
  /** The value of an empty cell. Without `unset`, an empty cell leaves the field unchanged. */
  unset?: unknown
}

const yesPattern = /^(true|yes|y|1|是|√)$/i
const noPattern = /^(false|no|n|0|否)$/i
const flag: CellFormat = {
  example: 'TRUE',
  read(text) {
    if (yesPattern.test(text)) return true
    return noPattern.test(text) ? false : undefined
  },
  write: (value: boolean) => (value ? 'TRUE' : 'FALSE'),
}
const plainText: CellFormat = { example: 'tea', read: (text) => text, write: (value: string) => value }
const code: CellFormat = { example: 'piece', read: (text) => text.toLowerCase(), write: (value: string) => value }
const date: CellFormat = { example: '2026-12-24', read: (text) => text, write: (value: string) => value }
const instant: CellFormat = {
  example: '2026-12-24T15:00:00.000Z',
  read(text) {
    const time = z.iso.datetime({ offset: true }).safeParse(text)
    return time.success ? new Date(time.data) : undefined
  },
  write: (value: Date) => value.toISOString(),
}
const wholeNumber: CellFormat = {
  example: '12',
  read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
  write: (value: number) => String(value),
}
const amount: CellFormat = {
  example: '12.50',
  read: (text, currency) => readAmount(text, currency) ?? undefined,
  write: (value: number, currency) => toDecimal({ amount: value, currency }),
}
const json: CellFormat = {
  example: '[…]',
  read: (text) => parseJson(text),
  write: (value: unknown[]) => (value.length > 0 ? JSON.stringify(value) : ''),
}
export const list: CellFormat = {
  example: 'milk, soy',
  read: (text) => readList(text) ?? undefined,
  write: (value: string[]) => toList(value),
}
const codes: CellFormat = {
  ...list,
  example: 'vegan, halal',
  read: (text) => readList(text.toLowerCase()) ?? undefined,
}
const measure: CellFormat = {
  example: '454 g',
  read(text) {
    const [, number = '', unit = ''] = /^(\d{1,7})\s*([a-z]+)$/i.exec(text) ?? []
    return { amount: Number(number), unit: unit.toLowerCase() }
  },
  write: (value: { amount: number; unit: string }) => `${value.amount} ${value.unit}`,
}
const prepayment: CellFormat = {
  example: '30%',
  read(text, currency) {
    const [, percent] = /^(\d{1,3})\s*%$/.exec(text) ?? []
    return percent ? { percent: Number(percent) } : { amount: readAmount(text, currency) }
  },
  write: (value: { percent: number } | { amount: number }, currency) =>
    'percent' in value ? `${value.percent}%` : toDecimal({ amount: value.amount, currency }),
}

/** Texts of a product in each language; null if the text is empty in all languages. */
export const textFieldColumns = [
  { column: 'Ingredients', name: 'ingredients', field: 'food' },
  { column: 'Origin', name: 'origin', field: 'food' },
  { column: 'Storage', name: 'storage', field: 'food' },
  { column: 'Clearance Reason', name: 'clearanceReason', field: 'clearance' },
] as const satisfies { column: TextColumn; name: keyof typeof officeProductInput.shape; field: ImportField }[]
export type TextFieldName = (typeof textFieldColumns)[number]['name']

/** The properties of a product that product files do not contain, because the shop computes them. */
type NotInFile = 'type' | 'sold' | 'importHash' | 'imported'

/** The properties that the import and the export handle outside this table. Most of them need several columns. */
type HandledElsewhere =
  | ('id' | 'name' | 'summary' | 'description' | 'images' | 'recordStatus' | 'options' | 'variants')
  | ('brandId' | 'categories' | 'tags' | 'taxClass' | 'leadMinutes' | 'maxPerOrder' | 'quantityStep' | 'minQuantity')

type FieldProperty = Exclude<keyof ProductInput, NotInFile | HandledElsewhere | TextFieldName>

/**
 * The columns of a product, whose cells are in the product's first row. TypeScript requires a column here for each new
 * property, unless a type above excludes the property.
 */
const columnsOfProduct: Record<FieldProperty, Omit<FieldColumn, 'name'>> = {
  soldBy: { column: 'Sold By', field: 'measure', kind: code, unset: 'piece' },
  measure: { column: 'Measure', field: 'measure', kind: measure, unset: null },
  diet: { column: 'Diet', field: 'food', kind: codes, unset: [] },
  allergens: { column: 'Allergens', field: 'food', kind: list, unset: [] },
  synonyms: { column: 'Search Words', field: 'synonyms', kind: plainText, unset: '' },
  clearance: { column: 'Clearance', field: 'clearance', kind: flag, unset: false },
  bestBefore: { column: 'Best Before', field: 'clearance', kind: date, unset: null },
  prepayment: { column: 'Prepayment', field: 'terms', kind: prepayment, unset: null },
  noteAllowed: { column: 'Note Allowed', field: 'terms', kind: flag, unset: false },
  contactRequired: { column: 'Contact Required', field: 'terms', kind: flag, unset: false },
  crossBorder: { column: 'Cross Border', field: 'terms', kind: flag, unset: false },
  windows: { column: 'Selling Windows (JSON)', field: 'terms', kind: json, unset: [] },
  publishedAt: { column: 'Published At', field: 'listing', kind: instant },
  position: { column: 'Shop Position', field: 'listing', kind: wholeNumber },
  related: { column: 'Related Ids', field: 'related', kind: list, unset: [] },
  modifierGroups: { column: 'Modifier Group Ids', field: 'modifierGroups', kind: list, unset: [] },
}
export const productColumns = toColumnList(columnsOfProduct)

/** The properties of a variant that the import and the export handle outside this table. */
type VariantHandledElsewhere =
  | ('sku' | 'optionPair' | 'price' | 'currency' | 'compareAtPrice' | 'taxClass' | 'barcode' | 'grams' | 'counted')
  | 'image'

const columnsOfVariant: Record<Exclude<keyof VariantInput, VariantHandledElsewhere>, Omit<FieldColumn, 'name'>> = {
  memberPrice: { column: 'Variant Member Price', field: 'memberPrice', kind: amount, unset: null },
  deposit: { column: 'Variant Deposit', field: 'deposit', kind: amount, unset: 0 },
  active: { column: 'Variant Active', field: 'options', kind: flag, unset: true },
}
export const variantColumns = toColumnList(columnsOfVariant)

function toColumnList(columns: Record<string, Omit<FieldColumn, 'name'>>): readonly FieldColumn[] {
  return Object.entries(columns).map(([name, column]) => ({ name, ...column }))
}

interface FieldValues {
  values: Record<string, unknown>
  /** The names of the properties for which the row has values. */
  given: string[]
}

const fieldSchemas: Record<string, z.ZodType | undefined> = officeProductInput.shape

/** The values of a row. Refuses the row if one of them cannot be read. */
export function readFields(
  row: Row,
  { columns, currency }: { columns: readonly FieldColumn[]; currency: string },
): FieldValues {
  const found: FieldValues = { values: {}, given: [] }
  for (const { column, name, kind, unset } of columns) {
    if (row.cells[column] === undefined) continue
    const text = cell(row, column)
    if (text === '' && unset === undefined) continue
    const value = text === '' ? unset : kind.read(text, currency)
    const isValid = value instanceof Date || (fieldSchemas[name]?.safeParse(value).success ?? true)
    if (value === undefined || !isValid) refuseCell(row, column, { text, format: kind })
    found.values[name] = value
    found.given.push(name)
  }
  return found
}

/** Refuses a row because of a cell, and shows an example of a valid one. */
export function refuseCell(
  row: Row,
  column: ColumnName,
  { text, format: { example } }: { text: string; format: Pick<CellFormat, 'example'> },
): never {
  return refuseRow(row, 'import.cell', { column, value: text.slice(0, 80), example })
}

/** The texts of a row in the languages for which the file has a column. Refuses the row if a text is invalid. */
export function readTextFields(row: Row, own: Locale): Partial<Record<TextFieldName, Partial<Text>>> {
  const found: Partial<Record<TextFieldName, Partial<Text>>> = {}
  for (const { column, name } of textFieldColumns) {
    const presentLocales = locales.filter((locale) => hasText(row, column, { locale, own }))
    if (presentLocales.length === 0) continue
    const texts = Object.fromEntries(presentLocales.map((locale) => [locale, readText(row, column, { locale, own })]))
    const all = { ...noText, ...texts }
    if (fieldSchemas[name]?.safeParse(all).success === false)
      refuseCell(row, column, { text: Object.values(all).join(' / '), format: { example: '…' } })
    found[name] = texts
  }
  return found
}

/** The options of a product, with their ids; null if the cell is empty. Refuses the row if the cell cannot be read. */
export function readOptionsCell(row: Row): z.output<typeof optionsSchema> | null {
  const text = cell(row, 'Options (JSON)')
  if (text === '') return null
  const parsed = optionsSchema.safeParse(parseJson(text))
  return parsed.success ? parsed.data : refuseCell(row, 'Options (JSON)', { text, format: json })
}

// The limits for imported options are higher than the limits of the product form.
const optionPart = z.strictObject({
  id: z
    .string()
    .max(200)
    .regex(/^[\p{L}\p{N}._~-]+$/u),
  name: typedText(80),
})
const optionsSchema = z.array(optionPart.extend({ values: z.array(optionPart).min(1).max(2500) })).max(10)

/** The pieces by store, such as “markham: 12, downtown: 5”; null if the cell cannot be read. */
export function readStock(text: string): { location: string; quantity: number }[] | null {
  const parts = readList(text)?.map((part) => /^([^:]+):\s*(\d{1,7})$/.exec(part))
  if (!parts || parts.includes(null)) return null
  return parts.map((part) => ({ location: part?.[1]?.trim() ?? '', quantity: Number(part?.[2]) }))
}

export const writeStock = (pieces: { location: string; quantity: number }[]): string =>
  pieces.map(({ location, quantity }) => `${location}: ${quantity}`).join(', ')

/**
 * The items of a cell, separated by commas. A list with commas in its items is written as JSON. Null for a text that
 * begins like such a list but is not valid JSON.
 */
export function readList(text: string): string[] | null {
  const items = text.startsWith('[') ? parseJson(text) : text.split(/[,，、]/)
  return Array.isArray(items) ? items.map((item) => String(item).trim()).filter((item) => item !== '') : null
}

export const toList = (items: string[]): string =>
  items.some((item) => /[,，、]|^\[/.test(item)) ? JSON.stringify(items) : items.join(', ')

/** The value of a JSON text; undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const maxPrice = 100_000_000

/** An amount with one currency sign before or after it. */
const currencyPattern = /^(?:(?:CA)?[$＄]|[¥￥])\s*(\d.*)$|^(\d.*?)\s*(?:[$＄¥￥元块])$/i

/** Removes the currency sign from an amount. */
function withoutCurrencySign(text: string): string {
  const [, before, after] = currencyPattern.exec(text) ?? []
  return before ?? after ?? text
}

/**
 * Converts an amount as spreadsheets write it, such as 1299.00, 1,299.00 or $12.50, to minor units of `currency`.
 * Ignores the currency sign, because “$” and “¥” each stand for several currencies. Null for texts that are no amount,
 * are ambiguous, or exceed `maxPrice`.
 */
export function readAmount(text: string, currency: string): number | null {
  const number = withoutCurrencySign(text)
  const plain = /^\d{1,3}(,\d{3})+\.\d+$/.test(number) ? number.replaceAll(',', '') : number
  const value = parseDecimal(plain, currency)
  return value === null || value < 0 || value > maxPrice ? null : value
}

/** Whether an amount has a comma that could separate either thousands or cents. */
export const hasUnclearComma = (text: string) => /^\d[\d.]*[,，][\d.,，]*$/.test(withoutCurrencySign(text))
