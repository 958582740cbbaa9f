import type { Image } from '#contract/shapes.ts'
import type { VariantInput } from '#server/catalogue/products.ts'
import type { GroupKind } from './group-names.ts'
import { ownTexts, productColumns, variantColumns } from './own-columns.ts'
import type { Imported, ImportedTexts } from './record.ts'
import type { ReadProduct } from './rows.ts'

/**
 * An import records the values that it read for each product. The next import compares these values with the shop's
 * values, to find out what the owner has changed.
 */

/**
 * Returns the values to record for a product. For fields and languages that the file lacks, keeps the values of earlier
 * imports.
 */
export function baseOf(
  read: ReadProduct,
  {
    earlier,
    said,
    location,
  }: { earlier: Imported | null | undefined; said: Record<GroupKind, string[]>; location: string },
): Imported {
  const { input } = read
  const { minQuantity = 1, quantityStep = 1, maxPerOrder = null } = input
  const [language] = read.languages
  const texts: Imported['texts'] = { ...earlier?.texts }
  for (const one of read.languages) {
    const { name, summary, description } = read.texts[one] ?? { name: '', summary: '', description: '' }
    const own = one === language
    const words = (kind: GroupKind) => (own ? read.groups[kind].map((group) => group[one]) : [])
    texts[one] = {
      name,
      summary,
      description,
      brand: words('brands'),
      categories: words('categories'),
      tags: words('tags'),
    } satisfies ImportedTexts
  }
  const pieces = Map.groupBy(read.quantities, ({ sku }) => sku)
  const stockOf = (sku: string) =>
    Object.fromEntries(
      (pieces.get(sku) ?? []).map((piece) => [stockKey(piece.location ?? location, location), piece.quantity]),
    )
  const fields: Record<string, unknown> = {
    status: input.recordStatus,
    taxClass: input.taxClass,
    quantities: { minQuantity, quantityStep, maxPerOrder },
    leadTime: input.leadMinutes ?? 0,
    brand: said.brands,
    categories: said.categories,
    tags: said.tags,
    options: shapeOf(input.variants),
  }
  const own: Record<string, unknown> = { ...input, pictureTexts: read.pictures.map(({ alt }) => alt) }
  const named = [...productColumns, ...ownTexts].flatMap(({ name }) => (read.given.has(name) ? [name] : []))
  if (read.given.has('pictureTexts')) named.push('pictureTexts')
  const known = [
    ...Object.entries(fields).filter(([name]) => read.given.has(name) || !earlier),
    ...named.map((name) => [name, own[name]] as const),
  ]
  const variants = Object.fromEntries(
    input.variants.map(
      ({ sku, price, compareAtPrice = null, counted, taxClass = null, barcode = null, grams = null, ...more }) => [
        sku,
        {
          ...earlier?.variants[sku],
          ...{ price, compareAtPrice, counting: counted, variantTaxClass: taxClass, barcode, weight: grams },
          ...ownValues(more, read.given),
          ...stockOf(sku),
        },
      ],
    ),
  )
  return { fields: { ...earlier?.fields, ...Object.fromEntries(known) }, variants, texts }
}

/**
 * The values of a variant in the columns that the file has. Omits `active`, because the field `options` lists the
 * active variants.
 */
function ownValues(variant: Record<string, unknown>, given: Set<string>) {
  const names = variantColumns.map(({ name }) => name).filter((name) => name !== 'active' && given.has(name))
  return Object.fromEntries(names.map((name) => [name, variant[name]]))
}

/**
 * Returns one text per active variant, with its SKU and its option values. If two products have equal texts, they have
 * the same active variants.
 */
export const shapeOf = (all: Pick<VariantInput, 'sku' | 'optionPair' | 'active'>[]) =>
  all
    .filter(({ active }) => active !== false)
    .map(({ sku, optionPair = '' }) => `${sku} ${optionPair}`)
    .sort()

/**
 * The key under which a record stores the number of pieces that the last import set at a store. `own` is the store of
 * the import.
 */
export const stockKey = (location: string, own: string) => (location === own ? 'stock' : `stock ${location}`)

/** Adds the fetched pictures to the values of the import. */
export function withPictures(imported: Imported, addresses: string[], images: Image[]): Imported {
  return { ...imported, fields: { ...imported.fields, pictures: { addresses, stored: images.map(({ src }) => src) } } }
}
