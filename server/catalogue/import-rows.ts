import { createHash } from 'node:crypto'
import { maxQuantity } from '#contract/constants.ts'
import { noText } from '#contract/languages.ts'
import { parseLeadTime } from '#contract/lead-time.ts'
import { parseDecimal } from '#contract/money.ts'
import { mostOf } from '#contract/quantities.ts'
import type { TaxClass } from '#contract/shapes.ts'
import { taxClasses } from '#contract/shapes.ts'
import { Failure } from '#server/platform/fail.ts'
import { normalizeText } from '#server/platform/normalize-text.ts'
import type { ImportOptions } from './import-options.ts'
import type { ProductInput, VariantInput } from './products.ts'
import type { Option } from './tables.ts'

const optionNumbers = [1, 2, 3] as const

/** The columns that the import reads; it ignores others. */
export const columns = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Status',
  'Gift Card',
  ...optionNumbers.flatMap((number) => [`Option${number} Name`, `Option${number} Value`] as const),
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Taxable',
  'Variant Barcode',
  'Variant Image',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  // The columns from here on do not exist in Shopify's files.
  'Minimum Quantity',
  'Quantity Step',
  'Maximum Quantity',
  // Such as “36 hours” or “2 days”.
  'Lead Time',
  // A tax class of the shop; if empty, the product's tax class applies.
  'Variant Tax Class',
] as const
type ColumnName = (typeof columns)[number]

/** A row of the file. Cells of columns that the file lacks are undefined. */
export interface Row {
  line: number
  /** The byte offset of the row's end in the file. */
  at: number
  cells: Record<string, string | undefined>
}

export interface Refusal {
  line: number
  handle: string
  reason: string
  /** Set if the parser could not read past this row. */
  isLast?: true
}

/** A product as read from its rows. */
export interface ReadProduct {
  line: number
  input: ProductInput
  hash: string
  /** The URLs of the pictures in order, with their alt texts. */
  pictures: { address: string; alt: string; line: number }[]
  /** For each SKU whose variant has a picture, the URL of that picture. */
  variantPictures: Map<string, string>
  quantities: { sku: string; quantity: number }[]
  uncounted: number
  brand: Map<string, string>
  category: Map<string, string>
  tags: Map<string, string>
}

type Settings = Pick<ImportOptions, 'taxClass' | 'language' | 'track'> & { currency: string; location: string }

const maxStock = 1_000_000
const maxPrice = 100_000_000
const longest = { title: 500, option: 80, sku: 200, name: 200, html: 200_000, text: 20_000 } as const
const mostTags = 250
/** The version of the import rules. Increase it if the same rows should give a different product. */
const reading = 3

/** Builds a product from the rows of one handle; null if it cannot be imported. Calls `refuse` for each invalid row. */
export function readProduct(rows: Row[], settings: Settings, refuse: (refusal: Refusal) => void): ReadProduct | null {
  const [first] = rows
  if (!first) return null
  const handle = cell(first, 'Handle')
  const no = (row: Row, reason: string) => {
    refuse({ line: row.line, handle, reason })
    return null
  }
  try {
    const id = toId(handle)
    if (!id) return no(first, 'its handle has neither a letter nor a digit')
    const title = cell(first, 'Title')
    if (!title) return no(first, 'it has no title')
    if (title.length > longest.title) return no(first, `its title is longer than ${longest.title} characters`)
    if (/^true$/i.test(cell(first, 'Gift Card'))) return no(first, 'gift cards cannot be sold yet')

    const options = readOptions(rows)
    if (options.some(isTooLong)) return no(first, `an option is longer than ${longest.option} characters`)
    const variants = readVariants(rows, id, { options, settings, no })
    if (variants.length === 0) return no(first, 'it has no variant that can be sold')
    const text = (value: string) => ({ ...noText, [settings.language]: value })
    const brand = named(cell(first, 'Vendor'))
    const category = named(cell(first, 'Type'))
    const tags = new Map(
      cell(first, 'Tags')
        .split(',')
        .flatMap((tag) => [...named(tag.trim())]),
    )
    if (tags.size > mostTags) return no(first, `it has more than ${mostTags} tags`)
    const quantities = readQuantities(first)
    if (typeof quantities === 'string') return no(first, quantities)
    const leadTime = cell(first, 'Lead Time')
    const leadMinutes = leadTime ? parseLeadTime(leadTime) : undefined
    if (leadMinutes === null)
      return no(first, `its lead time “${leadTime}” is no number of hours or days, such as “36 hours” or “2 days”`)
    const description = plainText(cell(first, 'Body (HTML)'))
    return {
      line: first.line,
      hash: fingerprint(rows, settings),
      pictures: readPictures(rows, title),
      variantPictures: new Map(variants.flatMap(({ variant, picture }) => (picture ? [[variant.sku, picture]] : []))),
      quantities: variants.flatMap(({ variant, quantity }) =>
        variant.counted ? [{ sku: variant.sku, quantity }] : [],
      ),
      uncounted: variants.filter(({ variant }) => !variant.counted).length,
      brand,
      category,
      tags,
      input: {
        id,
        name: text(title),
        summary: text(firstSentence(description)),
        description: text(description),
        recordStatus: readStatus(first),
        brandId: [...brand.keys()][0] ?? null,
        options: options.map(({ id, name, values }) => ({
          id,
          name: text(name),
          values: [...values].map(([id, name]) => ({ id, name: text(name) })),
        })) satisfies Option[],
        taxClass: /^false$/i.test(cell(first, 'Variant Taxable')) ? 'exempt' : settings.taxClass,
        categories: [...category.keys()],
        tags: [...tags.keys()],
        ...quantities,
        ...(leadMinutes !== undefined && { leadMinutes }),
        variants: variants.map(({ variant }) => variant),
      },
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return no(first, 'it has characters that cannot be stored')
  }
}

interface ReadOption {
  id: string
  name: string
  column: ColumnName
  values: Map<string, string>
}

function isTooLong({ name, values }: ReadOption) {
  return [name, ...values.values()].some((text) => text.length > longest.option)
}

/** The options with their values, in the order of the rows. Shopify's "Title: Default Title" means no options. */
function readOptions(rows: Row[]): ReadOption[] {
  const [first] = rows
  return optionNumbers.flatMap((number) => {
    const name = first ? cell(first, `Option${number} Name`) : ''
    const column = `Option${number} Value` as const
    const values = new Map(rows.flatMap((row) => [...named(cell(row, column))]))
    if (!name || values.size === 0) return []
    if (number === 1 && name === 'Title' && [...values.values()].every((value) => value === 'Default Title')) return []
    return [{ id: toId(name) || `option-${number}`, name, column, values }]
  })
}

/** The minimum, step and maximum of the quantity, or the reason why they are invalid. */
function readQuantities(row: Row): Pick<ProductInput, 'minQuantity' | 'quantityStep' | 'maxPerOrder'> | string {
  const read = (column: ColumnName) => cell(row, column) === '' || /^[1-9]\d{0,2}$/.test(cell(row, column))
  const wrong = (['Minimum Quantity', 'Quantity Step', 'Maximum Quantity'] as const).find((column) => !read(column))
  if (wrong) return `its ${wrong.toLowerCase()} “${cell(row, wrong)}” is no whole number from 1 to 999`
  const minQuantity = Number(cell(row, 'Minimum Quantity') || 1)
  const quantityStep = Number(cell(row, 'Quantity Step') || 1)
  const maxPerOrder = Number(cell(row, 'Maximum Quantity')) || null
  const portions = { minQuantity, quantityStep }
  if (mostOf(portions, maxPerOrder ?? maxQuantity) === 0)
    return 'its maximum quantity is less than the least that can be bought'
  return { ...portions, maxPerOrder }
}

interface ReadVariant {
  variant: VariantInput & { sku: string }
  quantity: number
  picture: string
}

function readVariants(
  rows: Row[],
  productId: string,
  { options, settings, no }: { options: ReadOption[]; settings: Settings; no: (row: Row, reason: string) => null },
): ReadVariant[] {
  const pairs = new Set<string>()
  const skus = new Set<string>()
  return rows.flatMap((row, index) => {
    const hasPrice = cell(row, 'Variant Price') !== ''
    const hasOption = options.some(({ column }) => cell(row, column) !== '')
    // Rows that only add a picture are not variants.
    if (index > 0 && !hasPrice && !hasOption) {
      if (!cell(row, 'Image Src')) no(row, 'it has neither a variant nor a picture')
      return []
    }
    const price = readAmount(cell(row, 'Variant Price'), settings.currency)
    if (price === null) return no(row, `its price “${cell(row, 'Variant Price')}” is no amount such as 1299.00`) ?? []
    const parts = options.map(({ id, column }) => [id, toId(cell(row, column))] as const)
    if (parts.some(([, value]) => !value)) return no(row, 'an option has no value') ?? []
    const optionPair = parts.map(([id, value]) => `${id}:${value}`).join(',')
    if (pairs.has(optionPair)) return no(row, 'the same options stand in a row above') ?? []
    const sku = cell(row, 'Variant SKU') || [productId, ...parts.map(([, value]) => value)].join('--')
    if (sku.length > longest.sku) return no(row, `its SKU is longer than ${longest.sku} characters`) ?? []
    if (skus.has(sku)) return no(row, `its SKU ${sku} stands in a row above`) ?? []
    const quantityText = cell(row, 'Variant Inventory Qty') || '0'
    const quantity = Number(quantityText)
    if (!Number.isInteger(quantity) || quantity > maxStock)
      return no(row, `its quantity “${quantityText}” is no whole number`) ?? []
    const compareAt = cell(row, 'Variant Compare At Price')
    const compareAtPrice = compareAt ? readAmount(compareAt, settings.currency) : null
    if (compareAt && compareAtPrice === null)
      return no(row, `its compare-at price “${compareAt}” is no amount such as 1299.00`) ?? []
    const taxClass = cell(row, 'Variant Tax Class').toLowerCase()
    if (taxClass && !isTaxClass(taxClass))
      return no(row, `its tax class “${taxClass}” is none of ${taxClasses.join(', ')}`) ?? []
    const tracked = cell(row, 'Variant Inventory Tracker') !== '' || settings.track
    const sellsOut = !/^continue$/i.test(cell(row, 'Variant Inventory Policy'))
    const grams = Math.round(Number(cell(row, 'Variant Grams')))
    pairs.add(optionPair)
    skus.add(sku)
    return [
      {
        quantity: Math.max(0, quantity),
        picture: cell(row, 'Variant Image'),
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
        },
      },
    ]
  })
}

const isTaxClass = (name: string): name is TaxClass => taxClasses.some((known) => known === name)

/**
 * Converts an amount as spreadsheets write it, such as 1299.00 or 1,299.00, to minor units. Null for ambiguous texts.
 */
function readAmount(text: string, currency: string): number | null {
  const plain = /^\d{1,3}(,\d{3})+\.\d+$/.test(text) ? text.replaceAll(',', '') : text
  const amount = parseDecimal(plain, currency)
  return amount === null || amount < 0 || amount > maxPrice ? null : amount
}

function readPictures(rows: Row[], title: string): ReadProduct['pictures'] {
  const seen = new Set<string>()
  return rows
    .map((row) => ({
      address: cell(row, 'Image Src'),
      alt: cell(row, 'Image Alt Text') || title,
      line: row.line,
      position: Number(cell(row, 'Image Position')) || 1000,
    }))
    .filter(({ address }) => address !== '' && !seen.has(address) && seen.add(address))
    .sort((one, other) => one.position - other.position)
    .map(({ address, alt, line }) => ({ address, alt, line }))
}

function readStatus(row: Row): 'ACTIVE' | 'DRAFT' | 'ARCHIVED' {
  const status = cell(row, 'Status').toLowerCase()
  if (status === 'archived') return 'ARCHIVED'
  if (status === 'draft' || /^false$/i.test(cell(row, 'Published'))) return 'DRAFT'
  return 'ACTIVE'
}

function cell(row: Row, column: ColumnName): string {
  return normalizeText(row.cells[column] ?? '').trim()
}

/** The id and name of a group that the file gives only by name; empty for an empty name. */
function named(name: string): Map<string, string> {
  const id = toId(name)
  return id ? new Map([[id, name.slice(0, longest.name).toWellFormed()]]) : new Map()
}

/** Converts a name to an id for URLs: letters and digits of any script, joined by hyphens. */
export function toId(name: string): string {
  return name
    .slice(0, 300)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-')
    .replace(/\p{M}/gu, '')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 150)
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  eacute: 'é',
  deg: '°',
  frac12: '½',
  times: '×',
}

/** Converts HTML to plain text; block elements become line breaks. The shop never shows a file's HTML. */
export function plainText(html: string): string {
  return withoutCode(html.slice(0, longest.html))
    .replace(/<(br|\/p|\/li|\/div|\/h[1-6]|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,8});/gi, (whole, name: string) => decodeEntity(name) ?? whole)
    .replace(/[ \t\r]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
    .slice(0, longest.text)
    .toWellFormed()
}

/**
 * Removes scripts and styles. Not a regular expression, which would scan the rest of the text for each missing end tag.
 */
function withoutCode(html: string): string {
  const kept: string[] = []
  const tags = /<(\/?)(script|style)\b[^<>]*>/gi
  let from = 0
  let within = ''
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(tags)) {
    const kind = name.toLowerCase()
    if (within === '' && !slash) {
      kept.push(html.slice(from, index))
      within = kind
    } else if (within === kind && slash) {
      from = index + tag.length
      within = ''
    }
  }
  return within === '' ? kept.join('') + html.slice(from) : kept.join('')
}

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 31 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
}

function firstSentence(text: string): string {
  const [sentence = ''] = text.split(/(?<=[.!?。!?])\s|\n/)
  return [...sentence].slice(0, 160).join('')
}

function fingerprint(rows: Row[], settings: Settings): string {
  const content = rows.map(({ cells }) => cells)
  const { currency, location, taxClass, language, track } = settings
  return createHash('sha256')
    .update(JSON.stringify([reading, { currency, location, taxClass, language, track }, content]))
    .digest('base64url')
}
