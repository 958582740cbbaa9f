import { createHash } from 'node:crypto'
import { maxQuantity } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import { inEach, isWritten, languages, locales, noText, sameText, startingWith } from '#contract/languages.ts'
import { parseLeadTime } from '#contract/lead-time.ts'
import { mostOf } from '#contract/quantities.ts'
import type { TaxClass, Text } from '#contract/shapes.ts'
import type { ProductInput } from '#server/catalogue/products.ts'
import { pictureSource } from '#server/catalogue/stored-pictures.ts'
import type { Option } from '#server/catalogue/tables.ts'
import { Failure } from '#server/platform/fail.ts'
import type { Row } from './cells.ts'
import { cell, hasText, readText } from './cells.ts'
import type { ColumnName, TextColumn } from './columns.ts'
import { columnIn, columnsOf } from './columns.ts'
import type { Definitions } from './groups.ts'
import { readDefinitions } from './groups.ts'
import { toId } from './ids.ts'
import { openQuote } from './open-quote.ts'
import type { ImportOptions } from './options.ts'
import type { OwnText } from './own-columns.ts'
import {
  ownTexts as ownTextColumns,
  productColumns,
  readList,
  readOptionsCell,
  readOwn,
  readOwnTexts,
  variantColumns,
} from './own-columns.ts'
import type { Why } from './refusal.ts'
import { why } from './refusal.ts'
import { firstSentence, longestText, plainText } from './text.ts'
import type { Refuse } from './variant-rows.ts'
import { isTaxClass, isTooLong, longestOption, readOptions, readVariants, withNewValues } from './variant-rows.ts'

export { columnIn, columns } from './columns.ts'
export { toId } from './ids.ts'

export interface Refusal extends Why {
  line: number
  handle: string
  /** Set if the parser could not read past this row. */
  isLast?: true
}

/** A picture that a file names. */
export interface ReadPicture {
  /** Where the picture can be fetched. */
  address: string
  /** The URL, or the `src` of a picture that the shop already stores. */
  source: string
  alt: Text
  line: number
}

/** A product as read from its rows. */
export interface ReadProduct {
  line: number
  rows: Row[]
  input: ProductInput
  hash: string
  /** The pictures in order. */
  pictures: ReadPicture[]
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
  ownTexts: Partial<Record<OwnText, Partial<Text>>>
  /** The fields, properties and quantities for which the file has a column. All others keep their stored values. */
  given: Set<string>
  /** SKUs that the import made from the handle, because the file has none for these variants. */
  generated: Set<string>
  /** The version that the product had when the file was exported; empty for other files. */
  version: string
}

/** A brand, category or tag: its names, and the id that it gets if it is new. */
type Group = Text & { id: string }

type Settings = Pick<ImportOptions, 'taxClass' | 'language' | 'track'> & { currency: string; location: string }

const longest = { title: 500, name: 200 } as const
const mostTags = 250
/** The version of the import rules. Increase it if the same rows should give a different product. */
const reading = 5

/** Builds a product from the rows of one handle; null if it cannot be imported. Calls `refuse` for each invalid row. */
export function readProduct(rows: Row[], settings: Settings, refuse: (refusal: Refusal) => void): ReadProduct | null {
  const [first] = rows
  if (!first) return null
  const handle = cell(first, 'Handle')
  let hasRefused = false
  const no: Refuse = (row, code, values) => {
    hasRefused = true
    const open = openQuote(row, code)
    refuse({ line: row.line, handle, ...(open ? why('import.open_quote', open) : why(code, values)) })
    return null
  }
  try {
    const id = toId(handle)
    if (!id) return no(first, 'import.no_id')
    const title = cell(first, 'Title')
    if (!title) return no(first, 'import.no_title')
    if (title.length > longest.title) return no(first, 'import.long_title', { most: longest.title })
    if (/^true$/i.test(cell(first, 'Gift Card'))) return no(first, 'import.gift_card')

    const fixed = readOptionsCell(first)
    if (fixed && 'code' in fixed) return no(first, fixed.code, fixed.values)
    const options = fixed ? withNewValues(rows, fixed, settings.language) : readOptions(rows)
    if (options.some(isTooLong)) return no(first, 'import.long_option', { most: longestOption })
    const variants = readVariants(rows, id, { options, settings, no })
    // If the import refused rows of this product, the reasons for these rows already explain why no active variant is
    // left.
    if (!variants.some(({ variant }) => variant.active !== false))
      return hasRefused ? null : no(first, 'import.no_variant')
    const own = readOwn(first, { columns: productColumns, currency: settings.currency })
    if ('code' in own) return no(first, own.code, own.values)
    const ownTexts = readOwnTexts(first, settings.language)
    if (isRefused(ownTexts)) return no(first, ownTexts.code, ownTexts.values)
    const definitions = readDefinitions(cell(first, 'Groups (JSON)'))
    if (definitions === undefined) return no(first, 'import.groups')
    const spoken = languagesOf(first, settings.language)
    const textIn = (row: Row, column: TextColumn, locale: Locale) =>
      readText(row, column, { locale, own: settings.language })
    const texts = Object.fromEntries(spoken.map((locale) => [locale, readTexts(first, locale, settings.language)]))
    const text = (part: 'name' | 'summary' | 'description') => inEach((locale) => texts[locale]?.[part] ?? '')
    const listIn = (column: TextColumn) =>
      inEach((locale) =>
        textIn(first, column, locale)
          .split(',')
          .map((name) => name.trim()),
      )
    const one = (column: TextColumn) => inEach((locale) => [textIn(first, column, locale)])
    const brands = groupsOf(one('Vendor'), settings.language)
    const categories = groupsOf(one('Type'), settings.language)
    const tags = groupsOf(listIn('Tags'), settings.language)
    if (tags.length > mostTags) return no(first, 'import.many_tags', { most: mostTags })
    const quantities = readQuantities(first)
    if ('code' in quantities) return no(first, quantities.code, quantities.values)
    const leadTime = cell(first, 'Lead Time')
    const leadMinutes = leadTime ? parseLeadTime(leadTime) : undefined
    if (leadMinutes === null) return no(first, 'import.lead_time', { value: leadTime })
    const translated = (row: Row | undefined, column: TextColumn, own: string) =>
      inEach((locale) => {
        if (locale === settings.language) return own
        return row ? textIn(row, column, locale).slice(0, longestOption) : ''
      })
    return {
      line: first.line,
      rows,
      hash: fingerprint(rows, settings),
      pictures: readPictures(rows, title, settings.language),
      variantPictures: new Map(variants.flatMap(({ variant, picture }) => (picture ? [[variant.sku, picture]] : []))),
      quantities: variants.flatMap(({ variant, pieces }) =>
        variant.counted ? pieces.map((piece) => ({ sku: variant.sku, ...piece })) : [],
      ),
      uncounted: variants.filter(({ variant }) => !variant.counted).length,
      languages: spoken,
      texts,
      groups: { brands, categories, tags },
      groupIds: {
        ...groupIdsIn(first, 'brands', brands),
        ...groupIdsIn(first, 'categories', categories),
        ...groupIdsIn(first, 'tags', tags),
      },
      definitions,
      ownTexts,
      given: new Set([...givenIn(first), ...own.given]),
      generated: new Set(variants.flatMap(({ variant, isGenerated }) => (isGenerated ? variant.sku : []))),
      version: cell(first, 'Version'),
      input: {
        id,
        name: text('name'),
        summary: text('summary'),
        description: text('description'),
        recordStatus: readStatus(first),
        brandId: brands[0]?.id ?? null,
        ...own.values,
        ...writtenTexts(ownTexts),
        options: options.map(({ id, name, nameColumn, column, values, texts }) => ({
          id,
          name: texts?.get('') ?? translated(first, nameColumn, name),
          values: [...values].map(([id, name]) => ({
            id,
            name:
              texts?.get(id) ??
              translated(
                rows.find((row) => toId(cell(row, column)) === id),
                column,
                name,
              ),
          })),
        })) satisfies Option[],
        taxClass: readTaxClass(first, settings.taxClass),
        categories: categories.map(({ id }) => id),
        tags: tags.map(({ id }) => id),
        ...quantities,
        ...(leadMinutes !== undefined && { leadMinutes }),
        variants: variants.map(({ variant }) => variant),
      },
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return no(first, 'import.characters')
  }
}

/** The file's own language, followed by the other languages in which the row has a title. */
function languagesOf(row: Row, own: Locale): Locale[] {
  return startingWith(own).filter((locale) => locale === own || readText(row, 'Title', { locale, own }) !== '')
}

function readTexts(row: Row, locale: Locale, own: Locale) {
  if (hasText(row, 'Plain Description', { locale, own })) {
    const [name, summary, description] = (['Title', 'Summary', 'Plain Description'] as const).map((column) =>
      readText(row, column, { locale, own }).slice(0, longestText),
    )
    return { name: (name ?? '').slice(0, longest.title), summary: summary ?? '', description: description ?? '' }
  }
  const description = plainText(readText(row, 'Body (HTML)', { locale, own }))
  const summary = plainText(readText(row, 'Summary', { locale, own })) || firstSentence(description)
  return { name: readText(row, 'Title', { locale, own }).slice(0, longest.title), summary, description }
}

/**
 * The groups with these names. If another language has the same number of names, they are taken as translations in the
 * same order. Otherwise the import ignores the names in that language.
 */
function groupsOf(names: Record<Locale, string[]>, own: Locale): Group[] {
  const isNamed = (locale: Locale) => names[locale].some((name) => name !== '')
  const main = startingWith(own).find(isNamed) ?? own
  const all = names[main].map((name, at) => ({
    id: toId(name),
    ...inEach((locale) => {
      const fits = locale === main || names[locale].length === names[main].length
      return fits ? (names[locale][at] ?? '').slice(0, longest.name).toWellFormed() : ''
    }),
  }))
  return [...new Map(all.filter(({ id }) => id !== '').map((group) => [group.id, group])).values()]
}

/**
 * The names of the fields and properties for which the file has a column. For fields of several columns, one of the
 * columns in `columnsOf` is enough.
 */
function givenIn({ cells }: Row): Set<string> {
  const has = (column: string) =>
    cells[column] !== undefined ||
    locales.some((locale) => cells[`${column} (${languages[locale].name})`] !== undefined)
  const fields = Object.entries(columnsOf).flatMap(([field, columns]) => (columns.some(has) ? field : []))
  const quantities = [
    ['minQuantity', 'Minimum Quantity'],
    ['quantityStep', 'Quantity Step'],
    ['maxPerOrder', 'Maximum Quantity'],
  ].flatMap(([name = '', column = '']) => (has(column) ? name : []))
  const saysAlt = locales.some((locale) => cells[columnIn('Image Alt Text', locale)] !== undefined)
  const owned = [...variantColumns, ...ownTextColumns].flatMap(({ column, name }) => (has(column) ? name : []))
  const more = [...(saysAlt ? ['pictureTexts'] : []), ...owned]
  return new Set(['name', 'options', 'price', ...fields, ...quantities, ...more])
}

const idColumns = { brands: 'Brand Id', categories: 'Category Ids', tags: 'Tag Ids' } as const

/** The ids of the product's groups of a kind, if the file gives ids and no names. */
function groupIdsIn(row: Row, kind: keyof typeof idColumns, named: Group[]) {
  const ids = [...new Set(readList(cell(row, idColumns[kind])))]
  return named.length === 0 && ids.length > 0 ? { [kind]: kind === 'brands' ? ids.slice(0, 1) : ids } : {}
}

/** The texts of a new product; null for a text that is empty in all languages. */
const writtenTexts = (texts: ReadProduct['ownTexts']) =>
  Object.fromEntries(Object.entries(texts).map(([name, said]) => [name, textOrNull({ ...noText, ...said })]))

/** The text, or null if it is empty in all languages. */
export const textOrNull = (text: Text | null | undefined): Text | null => (text && isWritten(text) ? text : null)

// A field named `code` marks a reason, because no text of a product has this name.
const isRefused = (read: ReadProduct['ownTexts'] | Why): read is Why => 'code' in read

function readTaxClass(row: Row, otherwise: TaxClass): TaxClass {
  const named = cell(row, 'Tax Class').toLowerCase()
  if (isTaxClass(named)) return named
  return /^false$/i.test(cell(row, 'Variant Taxable')) ? 'exempt' : otherwise
}

/** The minimum, step and maximum of the quantity, or the reason why they are invalid. */
function readQuantities(row: Row): Pick<ProductInput, 'minQuantity' | 'quantityStep' | 'maxPerOrder'> | Why {
  const read = (column: ColumnName) => cell(row, column) === '' || /^[1-9]\d{0,2}$/.test(cell(row, column))
  const wrong = (['Minimum Quantity', 'Quantity Step', 'Maximum Quantity'] as const).find((column) => !read(column))
  if (wrong) return why('import.quantity_limit', { column: wrong.toLowerCase(), value: cell(row, wrong) })
  const minQuantity = Number(cell(row, 'Minimum Quantity') || 1)
  const quantityStep = Number(cell(row, 'Quantity Step') || 1)
  const maxPerOrder = Number(cell(row, 'Maximum Quantity')) || null
  const portions = { minQuantity, quantityStep }
  if (mostOf(portions, maxPerOrder ?? maxQuantity) === 0) return why('import.quantity_most')
  return { ...portions, maxPerOrder }
}

function readPictures(rows: Row[], title: string, own: Locale): ReadPicture[] {
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
  if (hasOwnColumn) return inEach((locale) => readText(row, 'Image Alt Text', { locale, own }))
  return sameText(cell(row, 'Image Alt Text') || title)
}

function readStatus(row: Row): 'ACTIVE' | 'DRAFT' | 'ARCHIVED' {
  const status = cell(row, 'Status').toLowerCase()
  if (status === 'archived') return 'ARCHIVED'
  if (status === 'draft' || /^false$/i.test(cell(row, 'Published'))) return 'DRAFT'
  return 'ACTIVE'
}

function fingerprint(rows: Row[], settings: Settings): string {
  const content = rows.map(({ cells }) => cells)
  const { currency, location, taxClass, language, track } = settings
  return createHash('sha256')
    .update(JSON.stringify([reading, { currency, location, taxClass, language, track }, content]))
    .digest('base64url')
}
