import { and, asc, eq, gt } from 'drizzle-orm'
import { defaultLocale, locales, pick } from '#contract/languages.ts'
import { toDecimal } from '#contract/money.ts'
import type { Image } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { byteOrderMark, toCsvLine } from '#server/platform/csv.ts'
import { createGroupWriter } from './export-groups.ts'
import type { ColumnName, TextColumn } from './import/columns.ts'
import { columnIn, optionNumbers, textColumns } from './import/columns.ts'
import type { Definitions } from './import/groups.ts'
import { productColumns, textFieldColumns, toList, variantColumns, writeStock } from './import/own-columns.ts'
import { pictureAddress } from './stored-pictures.ts'
import type { StoredProduct } from './stored-products.ts'
import { loadStoredProducts } from './stored-products.ts'
import type { Option } from './tables.ts'
import { products } from './tables.ts'

/** Export of all products to a file that the import reads. */

const batchSize = 200
const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

type Cells = Partial<Record<string, string>>

/**
 * Columns without a language. Omits the names of brands, categories and tags, because their ids identify them better.
 */
const plainColumns: ColumnName[] = [
  'Handle',
  'Title',
  'Status',
  'Brand Id',
  'Category Ids',
  'Tag Ids',
  ...optionNumbers.flatMap((number) => [`Option${number} Name`, `Option${number} Value`] as const),
  'Variant SKU',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Inventory Tracker',
  'Variant Inventory Policy',
  'Stock by Store',
  'Variant Tax Class',
  'Tax Class',
  'Variant Barcode',
  'Variant Grams',
  'Variant Image',
  'Image Src',
  'Image Position',
  'Minimum Quantity',
  'Quantity Step',
  'Maximum Quantity',
  'Lead Time',
  ...variantColumns.map(({ column }) => column),
  ...productColumns.map(({ column }) => column),
  'Options (JSON)',
  'Variant Options',
  'Groups (JSON)',
  'Version',
]
/** Columns of other programs' files. The export omits them, because other columns have the same content. */
const replacedColumns: TextColumn[] = ['Body (HTML)', 'Vendor', 'Type', 'Tags']
const languageColumns = textColumns.filter((column) => !replacedColumns.includes(column))
const header: string[] = [
  ...plainColumns.slice(0, 2),
  ...languageColumns.flatMap((column) => locales.map((locale) => columnIn(column, locale))),
  ...plainColumns.slice(2),
]

/**
 * Yields all products with all variants as pieces of a CSV file in UTF-8. Reads products page by page, so that it needs
 * little memory. The import can read the file without a change. Omits memberships, because a file cannot contain their
 * plans.
 */
export async function* exportProducts(ctx: Context, origin: string): AsyncGenerator<string> {
  yield byteOrderMark + toCsvLine(header)
  const groups = createGroupWriter(ctx)
  let after = ''
  for (;;) {
    const ids = await ctx.db
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.type, 'STANDARD'), gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(batchSize)
    if (ids.length === 0) return
    after = ids.at(-1)?.id ?? ''
    const stored = await loadStoredProducts(
      ctx,
      ids.map(({ id }) => id),
    )
    const page = ids.flatMap(({ id }) => stored.get(id) ?? [])
    const definitions = await groups.definitions(
      page.map(({ input }) => ({
        categories: input.categories ?? [],
        brands: input.brandId ? [input.brandId] : [],
        tags: input.tags ?? [],
        modifierGroups: input.modifierGroups ?? [],
      })),
    )
    yield page
      .flatMap((product, index) => toRows(product, definitions[index] ?? null, origin))
      .map((cells) => toCsvLine(header.map((column) => cells[column] ?? '')))
      .join('')
  }
}

/**
 * The rows of a product in the file. The n-th row has the n-th variant and the n-th picture. If there are more pictures
 * than variants, the last rows have only a picture.
 */
function toRows(product: StoredProduct, definitions: Definitions | null, origin: string): Cells[] {
  const { input } = product
  const { id, variants, images = [] } = input
  const count = Math.max(variants.length, images.length)
  return Array.from({ length: count }, (_, index) => ({
    Handle: id,
    ...(index === 0 && productCells(product, definitions)),
    ...(variants[index] && variantCells(product, variants[index], origin)),
    ...(images[index] && pictureCells(images[index], index, origin)),
  }))
}

function productCells({ input, updatedAt }: StoredProduct, definitions: Definitions | null): Cells {
  const values: Record<string, unknown> = { ...input }
  const { minQuantity = 1, quantityStep = 1, maxPerOrder, leadMinutes = 0, options = [] } = input
  return {
    Title: pick(input.name, defaultLocale),
    ...inLanguages('Title', input.name),
    ...inLanguages('Summary', input.summary),
    ...inLanguages('Plain Description', input.description),
    ...Object.assign({}, ...textFieldColumns.map(({ column, name }) => inLanguages(column, input[name]))),
    Status: (input.recordStatus ?? 'ACTIVE').toLowerCase(),
    'Brand Id': input.brandId ?? '',
    'Category Ids': toList(input.categories ?? []),
    'Tag Ids': toList(input.tags ?? []),
    'Tax Class': input.taxClass ?? '',
    'Minimum Quantity': String(minQuantity),
    'Quantity Step': String(quantityStep),
    'Maximum Quantity': maxPerOrder ? String(maxPerOrder) : '',
    'Lead Time': toLeadTime(leadMinutes),
    ...Object.fromEntries(
      productColumns.map(({ column, name, kind }) => {
        const value = values[name] ?? null
        return [column, value === null ? '' : kind.write(value, currencyOf(input.variants))]
      }),
    ),
    'Options (JSON)': options.length > 0 ? JSON.stringify(options) : '',
    ...Object.assign({}, ...optionColumns(options).map(({ option, name }) => optionCells(name, option.name))),
    'Groups (JSON)': definitions ? JSON.stringify(definitions) : '',
    Version: updatedAt.toISOString(),
  }
}

type Variant = StoredProduct['input']['variants'][number]

function variantCells({ input, stock }: StoredProduct, variant: Variant, origin: string): Cells {
  const values: Record<string, unknown> = { ...variant }
  const currency = currencyOf([variant])
  const amount = (value: number | null | undefined) => (value ? toDecimal({ amount: value, currency }) : '')
  const { optionPair = '', counted = true, image } = variant
  const chosenPairs = new Set(optionPair.split(','))
  const options = optionColumns(input.options ?? []).flatMap(({ option, value }) => {
    const chosenValue = option.values.find((one) => chosenPairs.has(`${option.id}:${one.id}`))
    return chosenValue ? [optionCells(value, chosenValue.name)] : []
  })
  return {
    ...Object.assign({}, ...options),
    'Variant SKU': variant.sku,
    'Variant Price': toDecimal({ amount: variant.price, currency }),
    'Variant Compare At Price': amount(variant.compareAtPrice),
    'Variant Inventory Tracker': counted ? 'shopify' : '',
    'Variant Inventory Policy': 'deny',
    'Stock by Store': counted
      ? writeStock(
          stock
            .filter(({ sku }) => sku === variant.sku)
            .map(({ locationId, quantity }) => ({ location: locationId, quantity })),
        )
      : '',
    'Variant Tax Class': variant.taxClass ?? '',
    'Variant Barcode': variant.barcode ?? '',
    'Variant Grams': variant.grams ? String(variant.grams) : '',
    'Variant Image': image ? pictureAddress(image, origin) : '',
    'Variant Options': optionPair,
    ...Object.fromEntries(
      variantColumns.map(({ column, name, kind }) => {
        const value = values[name] ?? null
        return [column, value === null ? '' : kind.write(value, currency)]
      }),
    ),
  }
}

function pictureCells(image: Image, index: number, origin: string): Cells {
  return {
    'Image Src': pictureAddress(image, origin),
    'Image Position': String(index + 1),
    ...inLanguages('Image Alt Text', image.alt),
  }
}

/** The options of a product that have columns of their own in the file, with the names of these columns. */
const optionColumns = (options: Option[]) =>
  optionNumbers.flatMap((number) => {
    const option = options[number - 1]
    return option ? [{ option, name: `Option${number} Name`, value: `Option${number} Value` } as const] : []
  })

const optionCells = (column: TextColumn, text: Option['name']): Cells => ({
  [column]: pick(text, defaultLocale),
  ...inLanguages(column, text),
})

const inLanguages = (column: TextColumn, text: Partial<Option['name']> | null | undefined): Cells =>
  Object.fromEntries(locales.map((locale) => [columnIn(column, locale), text?.[locale] ?? '']))

/** The currency of a product, read from its first variant. All variants of a product have the same currency. */
const currencyOf = ([variant]: Variant[]) => variant?.currency ?? ''

/** A lead time as the import reads it; hours have at most two decimals. */
function toLeadTime(minutes: number): string {
  if (minutes === 0) return ''
  return minutes % dayMinutes === 0
    ? `${minutes / dayMinutes} days`
    : `${Math.round((minutes / hourMinutes) * 100) / 100} hours`
}
