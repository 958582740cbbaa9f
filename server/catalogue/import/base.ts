import type { Locale } from '#contract/languages.ts'
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
  const { input, fieldsInFile } = fileProduct
  const texts: Imported['texts'] = { ...earlier?.texts }
  for (const one of fileProduct.languages) texts[one] = textsOf(fileProduct, one, earlier?.texts[one])
  const pieces = Map.groupBy(fileProduct.quantities, ({ sku }) => sku)
  const stockByKey = (sku: string) =>
    Object.fromEntries(
      (pieces.get(sku) ?? []).map((piece) => [stockKey(piece.location ?? location, location), piece.quantity]),
    )
  const fields: Record<string, unknown> = {
    status: input.recordStatus,
    taxClass: input.taxClass,
    quantities: quantitiesOf(fileProduct, earlier),
    leadTime: input.leadMinutes ?? 0,
    brand: groupIds.brands,
    categories: groupIds.categories,
    tags: groupIds.tags,
    options: shapeToRecord(fileProduct, earlier),
  }
  const ownValuesByName: Record<string, unknown> = {
    ...input,
    pictureTexts: fileProduct.pictures.map(({ alt }) => alt),
  }
  const namesInFile = [...productColumns, ...textFieldColumns].flatMap(({ name }) =>
    fieldsInFile.has(name) ? [name] : [],
  )
  if (fieldsInFile.has('pictureTexts')) namesInFile.push('pictureTexts')
  const fieldEntries = [
    ...Object.entries(fields).filter(([name]) => fieldsInFile.has(name) || !earlier),
    ...namesInFile.map((name) => [name, ownValuesByName[name]] as const),
  ]
  const variants = input.variants.map(
    ({ sku, price, compareAtPrice = null, counted, taxClass = null, barcode = null, grams = null, ...otherValues }) => {
      const known = earlier?.variants[sku]
      const all = { price, compareAtPrice, counting: counted, variantTaxClass: taxClass, barcode, weight: grams }
      const values = {
        ...(known ? Object.fromEntries(Object.entries(all).filter(([field]) => fieldsInFile.has(field))) : all),
        ...valuesInFile(otherValues, fieldsInFile),
        ...((!known || fieldsInFile.has('stock')) && stockByKey(sku)),
      }
      return [sku, { ...known, ...values }] as const
    },
  )
  return {
    fields: { ...earlier?.fields, ...Object.fromEntries(fieldEntries) },
    variants: { ...earlier?.variants, ...Object.fromEntries(variants) },
    texts,
  }
}

/**
 * The texts that the import records in a language. Texts and groups that the file lacks keep the values of earlier
 * imports.
 */
function textsOf(fileProduct: FileProduct, language: Locale, known: ImportedTexts | undefined): ImportedTexts {
  const { name, summary, description } = fileProduct.texts[language] ?? { name: '', summary: '', description: '' }
  const hasDescription = !known || fileProduct.fieldsInFile.has('description')
  const groupNames = (kind: GroupKind, field: 'brand' | 'categories' | 'tags') =>
    language === fileProduct.languages[0] && fileProduct.fieldsInFile.has(field)
      ? fileProduct.groups[kind].map((group) => group[language])
      : (known?.[field] ?? [])
  return {
    name,
    ...(hasDescription ? { summary, description } : { summary: known.summary, description: known.description }),
    brand: groupNames('brands', 'brand'),
    categories: groupNames('categories', 'categories'),
    tags: groupNames('tags', 'tags'),
  }
}

/** The quantity limits that the import records. A limit without a column in the file keeps its earlier value. */
function quantitiesOf({ input, fieldsInFile }: FileProduct, earlier: Imported | null | undefined) {
  const { minQuantity = 1, quantityStep = 1, maxPerOrder = null } = input
  const limits = { minQuantity, quantityStep, maxPerOrder }
  const known = earlier?.fields.quantities
  if (typeof known !== 'object' || known === null) return limits
  return { ...known, ...Object.fromEntries(Object.entries(limits).filter(([name]) => fieldsInFile.has(name))) }
}

/**
 * Returns the texts of `shapeOf` for the active variants that the import records. If the file may lack variants of the
 * product, also keeps each text of earlier imports whose SKU and whose options are both missing from the file.
 */
function shapeToRecord({ input: { variants }, isPartial }: FileProduct, earlier: Imported | null | undefined) {
  const shape = shapeOf(variants)
  const earlierShape = isPartial ? (earlier?.fields.options ?? []) : []
  const skus = new Set(variants.map(({ sku }) => sku))
  const optionPairs = new Set(shape.map((text) => text.slice(text.lastIndexOf(' '))))
  const isMissing = (text: string) => {
    const at = text.lastIndexOf(' ')
    return !skus.has(text.slice(0, at)) && !optionPairs.has(text.slice(at))
  }
  // TypeScript knows the values of `fields` only as `unknown`, but imports store a list of texts for the options.
  return [...shape, ...(earlierShape as string[]).filter(isMissing)].sort()
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

/** The picture of a variant in the record of an import: its address in the file, and the `src` that the shop stored. */
export interface ImportedPicture {
  address: string
  stored: string | null
}

/**
 * Adds the fetched pictures to the values of the import. `images` is null if the product keeps its own pictures, and
 * the import changes only pictures of variants.
 */
export function withPictures(
  imported: Imported,
  {
    addresses,
    images,
    variantPictures,
    variants,
  }: { addresses: string[]; images: Image[] | null; variantPictures: Map<string, string>; variants: VariantInput[] },
): Imported {
  const ofVariants = variants.flatMap(({ sku, image }) => {
    const address = variantPictures.get(sku)
    const picture: ImportedPicture | undefined = address ? { address, stored: image?.src ?? null } : undefined
    return picture ? [[sku, { ...imported.variants[sku], picture }] as const] : []
  })
  const pictures = images && { addresses, stored: images.map(({ src }) => src) }
  return {
    ...imported,
    fields: { ...imported.fields, ...(pictures && { pictures }) },
    variants: { ...imported.variants, ...Object.fromEntries(ofVariants) },
  }
}
