import { createHash } from 'node:crypto'
import { maxQuantity } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import { isWritten, languages, locales, localesFrom, noText, perLocale, sameText } from '#contract/languages.ts'
import { parseLeadTime } from '#contract/lead-time.ts'
import { keysOf } from '#contract/object-keys.ts'
import { maxQuantityOf } from '#contract/quantities.ts'
import type { TaxClass, Text } from '#contract/shapes.ts'
import type { ProductInput } from '#server/catalogue/products.ts'
import { pictureSource } from '#server/catalogue/stored-pictures.ts'
import type { Option } from '#server/catalogue/tables.ts'
import { Failure } from '#server/platform/fail.ts'
import type { Row } from './cells.ts'
import { cell, hasText, readText } from './cells.ts'
import type { ColumnName, TextColumn } from './columns.ts'
import { columnIn, columnsOf, optionColumns } from './columns.ts'
import type { Definitions } from './groups.ts'
import { readDefinitions } from './groups.ts'
import { isStoredId, toId } from './ids.ts'
import { findOpenQuote } from './open-quote.ts'
import type { ImportOptions } from './options.ts'
import type { TextFieldName } from './own-columns.ts'
import {
  list,
  productColumns,
  readFields,
  readList,
  readOptionsCell,
  readTextFields,
  refuseCell,
  textFieldColumns,
  variantColumns,
} from './own-columns.ts'
import type { RefusalReason } from './refusal.ts'
import { RefusedRow, refusalReason, refuseRow } from './refusal.ts'
import { firstSentence, maxTextLength, plainText } from './text.ts'
import type { FileOption, FileVariant } from './variant-rows.ts'
import {
  isTooLong,
  maxOptionLength,
  readOptions,
  readTaxClassCell,
  readVariants,
  withNewValues,
} from './variant-rows.ts'

export { columnIn, columns } from './columns.ts'
export { toId } from './ids.ts'

export interface Refusal extends RefusalReason {
  line: number
  handle: string
  /** Set if the parser could not read past this row. */
  isLast?: true
}

/** A picture that a file names. */
export interface FilePicture {
  /** Where the picture can be fetched. */
  address: string
  /** The URL, or the `src` of a picture that the shop already stores. */
  source: string
  alt: Text
  line: number
}

/** A product as read from its rows. */
export interface FileProduct {
  line: number
  rows: Row[]
  input: ProductInput
  hash: string
  /** The pictures in order. */
  pictures: FilePicture[]
  /** Maps each SKU whose variant has a picture to the URL of the picture. */
  variantPictures: Map<string, string>
  /** The pieces of counted variants. An entry without a location is for the store of the import. */
  quantities: { sku: string; quantity: number; location?: string }[]
  uncounted: number
  /** The languages of the file's texts. The file's own language comes first. */
  languages: Locale[]
  texts: Partial<Record<Locale, { name: string; summary: string; description: string }>>
  groups: Record<'brands' | 'categories' | 'tags', Group[]>
  /** The ids of groups, if the file gives ids instead of names. */
  groupIds: Partial<Record<'brands' | 'categories' | 'tags', string[]>>
  /** The file's definitions of groups. The import adds those groups that the shop lacks. */
  definitions: Definitions | null
  /** Texts of the product in the languages for which the file has columns. */
  textFields: Partial<Record<TextFieldName, Partial<Text>>>
  /** The fields, properties and quantities for which the file has a column. All others keep their stored values. */
  fieldsInFile: Set<string>
  /** SKUs that the import made from the handle, because the file has none for these variants. */
  generatedSkus: Set<string>
  /**
   * Whether the file has columns of options. If it has none, a variant has the options of the stored variant with its
   * SKU.
   */
  hasOptions: boolean
  /**
   * Whether the file may lack variants of the product, because a row was refused or could not be read, or because the
   * file has no columns of options. The stored variants that the file lacks then stay.
   */
  isPartial: boolean
  /** The version that the product had when the file was exported; empty for other files. */
  version: string
}

/** A brand, category or tag: its names, and the id that it gets if it is new. */
type Group = Text & { id: string }

type Settings = Pick<ImportOptions, 'taxClass' | 'language' | 'track'> & { currency: string; location: string }

const maxLengths = { title: 500, name: 200 } as const
const maxTags = 250
/**
 * The version of the import rules, which is part of each hash. Increase it if the same rows should give a different
 * product, so that the next import does not skip unchanged rows.
 */
const rulesVersion = 9

/**
 * Marks a product as partial, because the file may lack some of its rows. Also changes its hash, so that an import does
 * not skip the complete product with the same rows as unchanged: only the complete product can take variants off sale.
 */
export const asPartial = (product: FileProduct): FileProduct => ({
  ...product,
  isPartial: true,
  hash: `${product.hash} partial`,
})

/** Builds a product from the rows of one handle; null if it cannot be imported. Calls `refuse` for each invalid row. */
export function readProduct(rows: Row[], settings: Settings, refuse: (refusal: Refusal) => void): FileProduct | null {
  const [first] = rows
  if (!first) return null
  const handle = cell(first, 'Handle')
  const report = ({ row, code, values }: RefusedRow) => {
    const unclosedQuote = findOpenQuote(row, code)
    const reason = unclosedQuote ? refusalReason('import.open_quote', unclosedQuote) : refusalReason(code, values)
    refuse({ line: row.line, handle, ...reason })
  }
  try {
    return buildProduct([first, ...rows.slice(1)], settings, report)
  } catch (error) {
    if (error instanceof RefusedRow) report(error)
    // A cell has characters that no text may have.
    else if (error instanceof Failure) report(new RefusedRow(first, 'import.characters'))
    else throw error
    return null
  }
}

/**
 * Builds a product. Reports each row whose variant it refuses, and throws `RefusedRow` for the first other fault. Null
 * if no active variant is left because rows were refused.
 */
function buildProduct(
  rows: [Row, ...Row[]],
  settings: Settings,
  report: (refused: RefusedRow) => void,
): FileProduct | null {
  const [first] = rows
  const { language: own, currency } = settings
  const { id, title } = readIdentity(first)
  const options = readAllOptions(rows, own)
  const hasOptions = optionColumns.some((column) => first.cells[column] !== undefined)
  const read = readVariants(rows, id, { options, hasOptions, settings, report })
  if (!read) return null
  const { variants, hasRefused } = read
  const fields = readFields(first, { columns: productColumns, currency })
  const textFields = readTextFields(first, own)
  const definitions = readGroupDefinitions(first)
  const textLanguages = languagesOf(first, own)
  const texts = Object.fromEntries(textLanguages.map((locale) => [locale, readTexts(first, locale, own)]))
  const groups = readGroups(first, own)
  const quantityLimits = readQuantityLimits(first)
  const leadMinutes = readLeadMinutes(first)
  const textOf = (part: 'name' | 'summary' | 'description') => perLocale((locale) => texts[locale]?.[part] ?? '')
  return {
    line: first.line,
    rows,
    hash: fingerprint(rows, settings),
    pictures: readPictures(rows, title, own),
    ...variantFacts(variants),
    languages: textLanguages,
    texts,
    groups,
    groupIds: readGroupIds(first, groups),
    definitions,
    textFields,
    hasOptions,
    isPartial: hasRefused || !hasOptions,
    fieldsInFile: new Set([...fieldsWithColumn(first), ...fields.given]),
    version: cell(first, 'Version'),
    input: {
      id,
      name: textOf('name'),
      summary: textOf('summary'),
      description: textOf('description'),
      recordStatus: readStatus(first),
      brandId: groups.brands[0]?.id ?? null,
      ...fields.values,
      ...nonEmptyTexts(textFields),
      options: toStoredOptions(options, rows, own),
      taxClass: readTaxClass(first, settings.taxClass),
      categories: groups.categories.map(({ id }) => id),
      tags: groups.tags.map(({ id }) => id),
      ...quantityLimits,
      ...(leadMinutes !== null && { leadMinutes }),
      variants: variants.map(({ variant }) => variant),
    },
  }
}

/** The id and title of a product. Refuses a product without a valid id or title, and gift cards. */
function readIdentity(row: Row): { id: string; title: string } {
  const handle = cell(row, 'Handle')
  const isExported = cell(row, 'Version') !== ''
  const id = isExported && isStoredId(handle) ? handle : toId(handle)
  if (!id) refuseRow(row, 'import.no_id')
  const title = cell(row, 'Title')
  if (!title) refuseRow(row, 'import.no_title')
  if (title.length > maxLengths.title) refuseRow(row, 'import.long_title', { most: maxLengths.title })
  if (/^true$/i.test(cell(row, 'Gift Card'))) refuseRow(row, 'import.gift_card')
  return { id, title }
}

/** The options of “Options (JSON)” or, if the cell is empty, of the option columns. */
function readAllOptions(rows: [Row, ...Row[]], own: Locale): FileOption[] {
  const [first] = rows
  const definedOptions = readOptionsCell(first)
  const options = definedOptions ? withNewValues(rows, definedOptions, own) : readOptions(rows)
  if (options.some(isTooLong)) refuseRow(first, 'import.long_option', { most: maxOptionLength })
  return options
}

/** The options with their names in each language. */
function toStoredOptions(options: FileOption[], rows: [Row, ...Row[]], own: Locale): Option[] {
  const translatedName = (row: Row | undefined, column: TextColumn, nameInFileLanguage: string) =>
    perLocale((locale) => {
      if (locale === own) return nameInFileLanguage
      return row ? readText(row, column, { locale, own }).slice(0, maxOptionLength) : ''
    })
  return options.map(({ id: optionId, name: optionName, nameColumn, column, values, texts }) => ({
    id: optionId,
    name: texts?.get('') ?? translatedName(rows[0], nameColumn, optionName),
    values: [...values].map(([id, name]) => {
      const rowOfValue = () => rows.find((row) => toId(cell(row, column)) === id)
      return { id, name: texts?.get(id) ?? translatedName(rowOfValue(), column, name) }
    }),
  }))
}

/** The pictures and stock of the variants. */
function variantFacts(
  variants: FileVariant[],
): Pick<FileProduct, 'variantPictures' | 'quantities' | 'uncounted' | 'generatedSkus'> {
  return {
    variantPictures: new Map(variants.flatMap(({ variant, picture }) => (picture ? [[variant.sku, picture]] : []))),
    quantities: variants.flatMap(({ variant, pieces }) =>
      variant.counted ? pieces.map((piece) => ({ sku: variant.sku, ...piece })) : [],
    ),
    uncounted: variants.filter(({ variant }) => !variant.counted).length,
    generatedSkus: new Set(variants.flatMap(({ variant, isGenerated }) => (isGenerated ? variant.sku : []))),
  }
}

function readGroupDefinitions(row: Row): Definitions | null {
  const definitions = readDefinitions(cell(row, 'Groups (JSON)'))
  return definitions === undefined ? refuseRow(row, 'import.groups') : definitions
}

/** The minutes of “Lead Time”; null if the cell is empty. */
function readLeadMinutes(row: Row): number | null {
  const text = cell(row, 'Lead Time')
  if (!text) return null
  return parseLeadTime(text) ?? refuseRow(row, 'import.lead_time', { value: text })
}

/** The file's own language, followed by the other languages in which the row has a title. */
function languagesOf(row: Row, own: Locale): Locale[] {
  return localesFrom(own).filter((locale) => locale === own || readText(row, 'Title', { locale, own }) !== '')
}

function readTexts(row: Row, locale: Locale, own: Locale) {
  if (hasText(row, 'Plain Description', { locale, own })) {
    const [name, summary, description] = (['Title', 'Summary', 'Plain Description'] as const).map((column) =>
      readText(row, column, { locale, own }).slice(0, maxTextLength),
    )
    return { name: (name ?? '').slice(0, maxLengths.title), summary: summary ?? '', description: description ?? '' }
  }
  const description = plainText(readText(row, 'Body (HTML)', { locale, own }))
  const summary = plainText(readText(row, 'Summary', { locale, own })) || firstSentence(description)
  return { name: readText(row, 'Title', { locale, own }).slice(0, maxLengths.title), summary, description }
}

/** The brand, categories and tags that the row names. */
function readGroups(row: Row, own: Locale): FileProduct['groups'] {
  const textIn = (column: TextColumn) => perLocale((locale) => readText(row, column, { locale, own }))
  const [brand, category, tagList] = [textIn('Vendor'), textIn('Type'), textIn('Tags')]
  const tags = groupsOf(
    perLocale((locale) => tagList[locale].split(',').map((name) => name.trim())),
    own,
  )
  if (tags.length > maxTags) refuseRow(row, 'import.many_tags', { most: maxTags })
  const groupOf = (name: Text) =>
    groupsOf(
      perLocale((locale) => [name[locale]]),
      own,
    )
  return { brands: groupOf(brand), categories: groupOf(category), tags }
}

/**
 * The groups with these names. The first language with names, starting with the file's own, gives the groups. If
 * another language has the same number of names, the import reads them as translations in the same order. Otherwise it
 * ignores the names in that language.
 */
function groupsOf(names: Record<Locale, string[]>, own: Locale): Group[] {
  const isNamed = (locale: Locale) => names[locale].some((name) => name !== '')
  const main = localesFrom(own).find(isNamed) ?? own
  const all = names[main].map((name, at) => ({
    id: toId(name),
    ...perLocale((locale) => {
      const hasMatchingCount = locale === main || names[locale].length === names[main].length
      return hasMatchingCount ? (names[locale][at] ?? '').slice(0, maxLengths.name).toWellFormed() : ''
    }),
  }))
  return [...new Map(all.filter(({ id }) => id !== '').map((group) => [group.id, group])).values()]
}

/**
 * The names of the fields and properties for which the file has a column. For fields of several columns, one of the
 * columns in `columnsOf` is enough.
 */
function fieldsWithColumn({ cells }: Row): Set<string> {
  const has = (column: string) =>
    cells[column] !== undefined ||
    locales.some((locale) => cells[`${column} (${languages[locale].name})`] !== undefined)
  const fields = Object.entries(columnsOf).flatMap(([field, columns]) => (columns.some(has) ? field : []))
  const quantities = [
    ['minQuantity', 'Minimum Quantity'],
    ['quantityStep', 'Quantity Step'],
    ['maxPerOrder', 'Maximum Quantity'],
  ].flatMap(([name = '', column = '']) => (has(column) ? name : []))
  const hasAltColumn = locales.some((locale) => cells[columnIn('Image Alt Text', locale)] !== undefined)
  const propertyNames = [...variantColumns, ...textFieldColumns].flatMap(({ column, name }) =>
    has(column) ? name : [],
  )
  const more = [...(hasAltColumn ? ['pictureTexts'] : []), ...propertyNames]
  return new Set(['name', 'options', 'price', ...fields, ...quantities, ...more])
}

const idColumns = { brands: 'Brand Id', categories: 'Category Ids', tags: 'Tag Ids' } as const

/**
 * The ids of the product's groups, by kind of group. Contains only the kinds that the file gives by id and not by name.
 */
function readGroupIds(row: Row, namedGroups: FileProduct['groups']): FileProduct['groupIds'] {
  const idsOf = (kind: keyof typeof idColumns) => {
    const text = cell(row, idColumns[kind])
    const ids = [...new Set(readList(text) ?? refuseCell(row, idColumns[kind], { text, format: list }))]
    if (namedGroups[kind].length > 0 || ids.length === 0) return {}
    // A product has one brand.
    return { [kind]: kind === 'brands' ? ids.slice(0, 1) : ids }
  }
  return { ...idsOf('brands'), ...idsOf('categories'), ...idsOf('tags') }
}

/** The texts of a new product; null for a text that is empty in all languages. */
const nonEmptyTexts = (texts: FileProduct['textFields']) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, textOrNull({ ...noText, ...text })]))

/** The text, or null if it is empty in all languages. */
export const textOrNull = (text: Text | null | undefined): Text | null => (text && isWritten(text) ? text : null)

function readTaxClass(row: Row, fallback: TaxClass): TaxClass {
  const untaxed = /^false$/i.test(cell(row, 'Variant Taxable')) ? 'exempt' : null
  return readTaxClassCell(row, 'Tax Class') ?? untaxed ?? fallback
}

/** The minimum, step and maximum of the quantity. Refuses limits that are invalid or allow no quantity at all. */
function readQuantityLimits(row: Row): Pick<ProductInput, 'minQuantity' | 'quantityStep' | 'maxPerOrder'> {
  const isValid = (column: ColumnName) => cell(row, column) === '' || /^[1-9]\d{0,2}$/.test(cell(row, column))
  const invalidColumn = (['Minimum Quantity', 'Quantity Step', 'Maximum Quantity'] as const).find(
    (column) => !isValid(column),
  )
  if (invalidColumn)
    refuseRow(row, 'import.quantity_limit', { column: invalidColumn.toLowerCase(), value: cell(row, invalidColumn) })
  const minQuantity = Number(cell(row, 'Minimum Quantity') || 1)
  const quantityStep = Number(cell(row, 'Quantity Step') || 1)
  const maxPerOrder = Number(cell(row, 'Maximum Quantity')) || null
  const portions = { minQuantity, quantityStep }
  if (maxQuantityOf(portions, maxPerOrder ?? maxQuantity) === 0) refuseRow(row, 'import.quantity_most')
  return { ...portions, maxPerOrder }
}

function readPictures(rows: Row[], title: string, own: Locale): FilePicture[] {
  const seen = new Set<string>()
  return rows
    .map((row) => ({
      address: cell(row, 'Image Src'),
      source: pictureSource(cell(row, 'Image Src')),
      alt: readAlt(row, title, own),
      line: row.line,
      position: Number(cell(row, 'Image Position')) || 1000,
    }))
    .filter(({ address }) => address !== '' && !seen.has(address) && seen.add(address))
    .sort((one, other) => one.position - other.position)
    .map(({ position: _, ...picture }) => picture)
}

/**
 * The alt text of the row in each language for which the file has a column. If there is no such column, all languages
 * get the text of “Image Alt Text”, or else `title`.
 */
function readAlt(row: Row, title: string, own: Locale): Text {
  const hasOwnColumn = locales.some((locale) => row.cells[columnIn('Image Alt Text', locale)] !== undefined)
  if (hasOwnColumn) return perLocale((locale) => readText(row, 'Image Alt Text', { locale, own }))
  return sameText(cell(row, 'Image Alt Text') || title)
}

type RecordStatus = 'ACTIVE' | 'DRAFT' | 'ARCHIVED'

/** The texts of “Status” in files of this shop, of Shopify and of spreadsheets. */
const statusTexts: Record<RecordStatus, string> = {
  ACTIVE: 'active|published|true|yes|上架|已上架|在售|销售中|是',
  DRAFT: 'draft|hidden|unlisted|inactive|unpublished|false|no|下架|已下架|未上架|草稿|仓库中|否',
  ARCHIVED: 'archived|归档|已归档',
}

/** The status of a product. Refuses an unknown text, because its product could be one that the shop must not show. */
function readStatus(row: Row): RecordStatus {
  const text = cell(row, 'Status')
  const matches = (status: RecordStatus) => statusTexts[status].split('|').includes(text.toLowerCase())
  const status = text === '' ? 'ACTIVE' : keysOf(statusTexts).find(matches)
  if (!status) return refuseCell(row, 'Status', { text, format: { example: 'active / draft / archived' } })
  return status === 'ACTIVE' && /^false$/i.test(cell(row, 'Published')) ? 'DRAFT' : status
}

function fingerprint(rows: Row[], settings: Settings): string {
  const content = rows.map(({ cells }) => cells)
  const { currency, location, taxClass, language, track } = settings
  return createHash('sha256')
    .update(JSON.stringify([rulesVersion, { currency, location, taxClass, language, track }, content]))
    .digest('base64url')
}
