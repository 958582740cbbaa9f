import type { Image } from '#contract/shapes.ts'
import type { VariantInput } from '#server/catalogue/products.ts'
import type { GroupKind } from './group-names.ts'
import { productColumns, textFieldColumns, variantColumns } from './own-columns.ts'
import type { Imported, ImportedTexts } from './record.ts'
import type { FileProduct } from './rows.ts'

/**
 * An import records the values that it read for each product. The next import compares these values with the shop's
 * values, to find out what the owner has changed.
 */

/**
 * Returns the values to record for a product. For fields and languages that the file lacks, keeps the values of earlier
 * imports.
 */
export function baseOf(
  fileProduct: FileProduct,
  {
    earlier,
    groupIds,
    location,
  }: { earlier: Imported | null | undefined; groupIds: Record<GroupKind, string[]>; location: string },
): Imported {
  const { input } = fileProduct
  const { minQuantity = 1, quantityStep = 1, maxPerOrder = null } = input
  const [language] = fileProduct.languages
  const texts: Imported['texts'] = { ...earlier?.texts }
  for (const one of fileProduct.languages) {
    const { name, summary, description } = fileProduct.texts[one] ?? { name: '', summary: '', description: '' }
    const isFileLanguage = one === language
    const groupNames = (kind: GroupKind) => (isFileLanguage ? fileProduct.groups[kind].map((group) => group[one]) : [])
    texts[one] = {
      name,
      summary,
      description,
      brand: groupNames('brands'),
      categories: groupNames('categories'),
      tags: groupNames('tags'),
    } satisfies ImportedTexts
  }
  const pieces = Map.groupBy(fileProduct.quantities, ({ sku }) => sku)
  const stockByKey = (sku: string) =>
    Object.fromEntries(
      (pieces.get(sku) ?? []).map((piece) => [stockKey(piece.location ?? location, location), piece.quantity]),
    )
  const fields: Record<string, unknown> = {
    status: input.recordStatus,
    taxClass: input.taxClass,
    quantities: { minQuantity, quantityStep, maxPerOrder },
    leadTime: input.leadMinutes ?? 0,
    brand: groupIds.brands,
    categories: groupIds.categories,
    tags: groupIds.tags,
    options: shapeOf(input.variants),
  }
  const ownValuesByName: Record<string, unknown> = {
    ...input,
    pictureTexts: fileProduct.pictures.map(({ alt }) => alt),
  }
  const namesInFile = [...productColumns, ...textFieldColumns].flatMap(({ name }) =>
    fileProduct.fieldsInFile.has(name) ? [name] : [],
  )
  if (fileProduct.fieldsInFile.has('pictureTexts')) namesInFile.push('pictureTexts')
  const fieldEntries = [
    ...Object.entries(fields).filter(([name]) => fileProduct.fieldsInFile.has(name) || !earlier),
    ...namesInFile.map((name) => [name, ownValuesByName[name]] as const),
  ]
  const variants = Object.fromEntries(
    input.variants.map(
      ({
        sku,
        price,
        compareAtPrice = null,
        counted,
        taxClass = null,
        barcode = null,
        grams = null,
        ...otherValues
      }) => [
        sku,
        {
          ...earlier?.variants[sku],
          price,
          compareAtPrice,
          counting: counted,
          variantTaxClass: taxClass,
          barcode,
          weight: grams,
          ...valuesInFile(otherValues, fileProduct.fieldsInFile),
          ...stockByKey(sku),
        },
      ],
    ),
  )
  return { fields: { ...earlier?.fields, ...Object.fromEntries(fieldEntries) }, variants, texts }
}

/**
 * The values of a variant in the columns that the file has. Omits `active`, because the field `options` lists the
 * active variants.
 */
function valuesInFile(variant: Record<string, unknown>, given: Set<string>) {
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
 * The key under which a record stores the number of pieces that the last import set at a store. `importStore` is the
 * store of the import.
 */
export const stockKey = (location: string, importStore: string) =>
  location === importStore ? 'stock' : `stock ${location}`

/** Adds the fetched pictures to the values of the import. */
export function withPictures(imported: Imported, addresses: string[], images: Image[]): Imported {
  return { ...imported, fields: { ...imported.fields, pictures: { addresses, stored: images.map(({ src }) => src) } } }
}
