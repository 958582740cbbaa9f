import { createHash } from 'node:crypto'
import { parseDecimal } from '#contract/money.ts'
import { cleanText } from '#server/platform/clean.ts'
import type { ImportOptions } from './import.ts'
import type { ProductInput, VariantInput } from './products.ts'
import type { Option } from './tables.ts'

/** One line of the file; a column that the file lacks is undefined. */
export interface Row {
  line: number
  cells: Record<string, string | undefined>
}

export interface Refusal {
  line: number
  handle: string
  reason: string
}

/** A product as its rows describe it. */
export interface ReadProduct {
  line: number
  input: ProductInput
  hash: string
  /** Addresses of pictures in their order, with what they show. */
  pictures: { address: string; alt: string; line: number }[]
  /** SKU to the address of its own picture. */
  variantPictures: Map<string, string>
  quantities: { sku: string; quantity: number }[]
  uncounted: number
  brand: Map<string, string>
  category: Map<string, string>
  tags: Map<string, string>
}

type Settings = Pick<ImportOptions, 'taxClass' | 'language' | 'track'> & { currency: string; location: string }

const optionNumbers = [1, 2, 3] as const
const maxQuantity = 1_000_000
/** Raise it when the same rows come to mean something else. */
const reading = 1

/** Makes a product of the rows of one handle; `refuse` hears of every row that cannot be taken. Null if none can. */
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
    if (!id) return no(first, 'it has no handle')
    const title = cell(first, 'Title')
    if (!title) return no(first, 'it has no title')
    if (/^true$/i.test(cell(first, 'Gift Card'))) return no(first, 'gift cards cannot be sold yet')

    const options = readOptions(rows)
    const variants = readVariants(rows, id, options, settings, no)
    if (variants.length === 0) return no(first, 'it has no variant that can be sold')
    const text = (value: string) => (settings.language === 'en' ? { en: value, zh: '' } : { en: '', zh: value })
    const brand = named(cell(first, 'Vendor'))
    const category = named(cell(first, 'Type'))
    const tags = new Map(
      cell(first, 'Tags')
        .split(',')
        .flatMap((tag) => [...named(tag.trim())]),
    )
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
        variants: variants.map(({ variant }) => variant),
      },
    }
  } catch {
    return no(first, 'it has characters that cannot be stored')
  }
}

interface ReadOption {
  id: string
  name: string
  column: string
  values: Map<string, string>
}

/** Options with their values in the order of the rows; Shopify's "Title: Default Title" stands for none. */
function readOptions(rows: Row[]): ReadOption[] {
  const [first] = rows
  return optionNumbers.flatMap((number) => {
    const name = first ? cell(first, `Option${number} Name`) : ''
    const column = `Option${number} Value`
    const values = new Map(rows.flatMap((row) => [...named(cell(row, column))]))
    if (!name || values.size === 0) return []
    if (number === 1 && name === 'Title' && [...values.values()].every((value) => value === 'Default Title')) return []
    return [{ id: toId(name) || `option-${number}`, name, column, values }]
  })
}

interface ReadVariant {
  variant: VariantInput & { sku: string }
  quantity: number
  picture: string
}

function readVariants(
  rows: Row[],
  productId: string,
  options: ReadOption[],
  settings: Settings,
  no: (row: Row, reason: string) => null,
): ReadVariant[] {
  const pairs = new Set<string>()
  const skus = new Set<string>()
  return rows.flatMap((row, index) => {
    const hasPrice = cell(row, 'Variant Price') !== ''
    const hasOption = options.some(({ column }) => cell(row, column) !== '')
    // Rows that only add a picture are no variants.
    if (index > 0 && !hasPrice && !hasOption) {
      if (!cell(row, 'Image Src')) no(row, 'it has neither a variant nor a picture')
      return []
    }
    const price = parseDecimal(cell(row, 'Variant Price'), settings.currency)
    if (price === null || price < 0 || price > 100_000_000)
      return no(row, `its price “${cell(row, 'Variant Price')}” is no amount`) ?? []
    const parts = options.map(({ id, column }) => [id, toId(cell(row, column))] as const)
    if (parts.some(([, value]) => !value)) return no(row, 'an option has no value') ?? []
    const optionPair = parts.map(([id, value]) => `${id}:${value}`).join(',')
    if (pairs.has(optionPair)) return no(row, 'the same options stand in a row above') ?? []
    const sku = cell(row, 'Variant SKU') || [productId, ...parts.map(([, value]) => value)].join('--')
    if (sku.length > 200) return no(row, 'its SKU is longer than 200 characters') ?? []
    if (skus.has(sku)) return no(row, `its SKU ${sku} stands in a row above`) ?? []
    const quantityText = cell(row, 'Variant Inventory Qty') || '0'
    const quantity = Number(quantityText)
    if (!Number.isInteger(quantity) || quantity > maxQuantity)
      return no(row, `its quantity “${quantityText}” is no whole number`) ?? []
    const compareAt = cell(row, 'Variant Compare At Price')
    const compareAtPrice = compareAt ? parseDecimal(compareAt, settings.currency) : null
    if (compareAt && (compareAtPrice === null || compareAtPrice < 0))
      return no(row, `its compare-at price “${compareAt}” is no amount`) ?? []
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
          barcode: cell(row, 'Variant Barcode') || null,
          grams: grams > 0 && grams < 100_000_000 ? grams : null,
        },
      },
    ]
  })
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

function cell(row: Row, column: string): string {
  return cleanText(row.cells[column] ?? '').trim()
}

/** Id and name of something that the file only names; empty for nothing. */
function named(name: string): Map<string, string> {
  const id = toId(name)
  return id ? new Map([[id, name]]) : new Map()
}

/** Letters and digits of any script joined by hyphens: an id that can stand in an address. */
export function toId(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-')
    .replace(/\p{M}/gu, '')
    .replace(/^-+|-+$/g, '')
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

/** The words of an HTML text; blocks end lines. Nothing of a file is ever shown as HTML. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<(br|\/p|\/li|\/div|\/h[1-6]|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,8});/gi, (whole, name: string) => decodeEntity(name) ?? whole)
    .replace(/[ \t\r]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
    .slice(0, 20_000)
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
