import { isDeepStrictEqual } from 'node:util'
import { maxQuantity } from '#contract/constants.ts'
import type { ImportField } from '#contract/import-limits.ts'
import type { Text } from '#contract/languages.ts'
import { noText } from '#contract/languages.ts'
import { maxQuantityOf } from '#contract/quantities.ts'
import type { Image } from '#contract/shapes.ts'
import type { ProductInput, VariantInput } from '#server/catalogue/products.ts'
import { pictureSource } from '#server/catalogue/stored-pictures.ts'
import type { StoredProduct } from '#server/catalogue/stored-products.ts'
import type { ImportedPicture } from './base.ts'
import { baseOf, stockKey } from './base.ts'
import type { KeptValue } from './field-chooser.ts'
import { FieldChooser, isSameStored } from './field-chooser.ts'
import type { FindGroup, GroupKind } from './group-names.ts'
import { findNamedGroups } from './group-names.ts'
import { mergeLinks } from './links.ts'
import { mergeVariants } from './merge-variants.ts'
import type { ImportOptions } from './options.ts'
import { placeholderMark } from './options.ts'
import { productColumns, textFieldColumns } from './own-columns.ts'
import type { Imported } from './record.ts'
import type { FileProduct } from './rows.ts'
import { textOrNull } from './rows.ts'
import { alignVariants, withStoredVariants } from './variants.ts'

/** A product of the file, merged with the stored product. A new product has no stored product. */
export interface MergeResult {
  input: ProductInput
  kept: KeptValue[]
  /** Groups that the product needs, with their names. Existing groups get names in the languages that they lack. */
  groups: Record<GroupKind, Map<string, Text>>
  quantities: FileProduct['quantities']
  /** Whether the file's pictures replace the stored pictures. */
  takesPictures: boolean
  /**
   * Whether only the variants get pictures, because the file has only pictures of variants and the stored product has
   * pictures of its own.
   */
  keepsImages: boolean
  /** Maps each SKU whose variant has a picture to the address of the picture. */
  variantPictures: FileProduct['variantPictures']
  /** Whether the stored product stays as it is. */
  isUnchanged: boolean
}

interface MergeOptions {
  overwrite: readonly ImportField[]
  /** The store of the imported stock. */
  location: string
  currency: string
  pictures: ImportOptions['pictures']
}

/**
 * Merges a product of the file with the stored product. A field takes the file's value if the stored value is unset or
 * comes from the last import. Any other stored value is the owner's change. It stays, unless `overwrite` names the
 * field or the file was exported from the product's present version. Texts in languages that the file lacks always
 * stay.
 */
export function mergeProduct(
  fileProduct: FileProduct,
  { present, find, options }: { present: StoredProduct | undefined; find: FindGroup; options: MergeOptions },
): MergeResult {
  return present
    ? new Merge(fileProduct, present, { find, options }).result()
    : mergeNew(fileProduct, find, options.location)
}

function mergeNew(fileProduct: FileProduct, find: FindGroup, location: string): MergeResult {
  const groups = findNamedGroups(fileProduct, find)
  const ids = (kind: GroupKind) => fileProduct.groupIds[kind] ?? [...groups[kind].keys()]
  const input: ProductInput = {
    ...fileProduct.input,
    brandId: ids('brands')[0] ?? null,
    categories: ids('categories'),
    tags: ids('tags'),
  }
  const { quantities, variantPictures } = fileProduct
  const groupIds = { brands: ids('brands'), categories: ids('categories'), tags: ids('tags') }
  const imported = baseOf(fileProduct, { earlier: undefined, groupIds, location })
  return {
    input: { ...input, imported },
    kept: [],
    groups,
    quantities,
    takesPictures: true,
    keepsImages: false,
    variantPictures,
    isUnchanged: false,
  }
}

/** A running merge of one product. */
class Merge {
  private readonly fileProduct: FileProduct
  private readonly present: StoredProduct
  private readonly stored: ProductInput
  private readonly earlier: Imported | null
  private readonly find: FindGroup
  private readonly options: MergeOptions
  private readonly chooser: FieldChooser

  constructor(
    fileProduct: FileProduct,
    present: StoredProduct,
    { find, options }: { find: FindGroup; options: MergeOptions },
  ) {
    this.present = present
    this.find = find
    this.options = options
    this.stored = present.input
    this.earlier = present.input.imported ?? null
    this.fileProduct = alignVariants(fileProduct, present.input)
    this.chooser = new FieldChooser({
      fieldsInFile: this.fileProduct.fieldsInFile,
      earlier: this.earlier,
      isCurrent: fileProduct.version !== '' && fileProduct.version === present.updatedAt.toISOString(),
      overwrite: options.overwrite,
      currency: options.currency,
    })
  }

  /** Merges the parts of the product. Their order is the order of the kept values in the report. */
  result(): MergeResult {
    const { fileProduct, stored, earlier, find, chooser } = this
    const file = fileProduct.input
    const links = mergeLinks({ fileProduct, stored, earlier, find }, chooser)
    const takesPictures = this.takesPictures()
    const input: ProductInput = {
      ...stored,
      ...this.texts(),
      ...chooser.chooseColumns(productColumns, { present: stored, file }),
      ...this.ownTexts(),
      images: this.pictureTexts(),
      recordStatus: chooser.choose('status', { present: stored.recordStatus, file: file.recordStatus }),
      taxClass: chooser.choose('taxClass', { present: stored.taxClass, file: file.taxClass }),
      ...this.quantityLimits(),
      leadMinutes: chooser.choose('leadTime', {
        present: stored.leadMinutes ?? 0,
        file: file.leadMinutes ?? 0,
        unset: 0,
      }),
      brandId: links.ids.brands[0] ?? null,
      categories: links.ids.categories,
      tags: [...links.ids.tags].sort(),
      ...mergeVariants({ stored, file: withStoredVariants(fileProduct, stored), earlier }, chooser),
    }
    const quantities = this.stock(input.variants)
    const isUnchanged = !takesPictures && quantities.length === 0 && !links.addsNames && isSameStored(input, stored)
    const imported = baseOf(fileProduct, { earlier, groupIds: links.recordedIds, location: this.options.location })
    return {
      input: { ...input, imported },
      kept: chooser.kept,
      groups: links.groups,
      quantities,
      takesPictures,
      keepsImages: fileProduct.pictures.length === 0 && !this.hasOnlyVariantPictures(),
      variantPictures: fileProduct.variantPictures,
      isUnchanged,
    }
  }

  /** Chooses the texts of `textFieldColumns`. A language that the file lacks keeps its stored text. */
  private ownTexts() {
    return Object.fromEntries(
      textFieldColumns.map(({ name, field }) => {
        const stored = this.stored[name] ?? null
        const file = textOrNull({ ...noText, ...stored, ...this.fileProduct.textFields[name] })
        const isSame = isDeepStrictEqual(file, textOrNull(stored))
        return [
          name,
          isSame ? stored : this.chooser.choose(field, { present: stored, file, unset: null }, { key: name }),
        ]
      }),
    )
  }

  /** The stored pictures, with the alt texts of the file if it has the same pictures. */
  private pictureTexts(): Image[] {
    const stored = this.stored.images ?? []
    const filePictures = this.fileProduct.pictures
    const areSame = isDeepStrictEqual(
      filePictures.map(({ source }) => source),
      stored.map(({ src }) => src),
    )
    if (!areSame) return stored
    const altTexts = (all: { alt: Text }[]) => all.map(({ alt }) => alt)
    const chosenTexts = this.chooser.choose('pictureTexts', { present: altTexts(stored), file: altTexts(filePictures) })
    return stored.map((image, at) => ({ ...image, alt: chosenTexts[at] ?? image.alt }))
  }

  /** The name and the descriptions. A language that the file lacks keeps its stored text. */
  private texts() {
    const { stored, fileProduct } = this
    const merged = {
      name: { ...stored.name },
      summary: { ...noText, ...stored.summary },
      description: { ...noText, ...stored.description },
    }
    for (const language of fileProduct.languages) {
      const fileTexts = fileProduct.texts[language]
      if (!fileTexts) continue
      for (const part of ['name', 'summary', 'description'] as const) {
        const field = part === 'name' ? 'name' : 'description'
        const present = merged[part][language] ?? ''
        if (!fileProduct.fieldsInFile.has(field) || present === fileTexts[part]) continue
        const importedText = this.earlier?.texts[language]?.[part] ?? ''
        const isOwnerChange = present !== importedText
        merged[part][language] = this.chooser.decide(field, { present, file: fileTexts[part], isOwnerChange })
      }
    }
    return merged
  }

  /**
   * Chooses the minimum, the step and the maximum together, because a limit from the file could contradict a stored
   * limit that the file lacks. In this case, all stored limits stay.
   */
  private quantityLimits() {
    const { fieldsInFile, input } = this.fileProduct
    const present = limitsOf(this.stored)
    const limitsInFile = Object.entries(limitsOf(input)).filter(([name]) => fieldsInFile.has(name))
    const file = { ...present, ...Object.fromEntries(limitsInFile) }
    const isContradiction = maxQuantityOf(file, file.maxPerOrder ?? maxQuantity) === 0
    return isContradiction ? present : this.chooser.choose('quantities', { present, file, unset: limitsOf({}) })
  }

  /**
   * The quantities that the import writes, only for variants whose stock the shop counts. If the shop already has a
   * different quantity of the variant at the store, the import replaces it only if the owner has not changed it since
   * the last import, or if `overwrite` names the stock.
   */
  private stock(variants: VariantInput[]) {
    const { quantities, fieldsInFile } = this.fileProduct
    if (!fieldsInFile.has('stock')) return []
    const countedSkus = new Set(variants.flatMap(({ sku, counted }) => (counted ? [sku] : [])))
    return quantities.filter(({ sku, quantity, location = this.options.location }) => {
      if (!countedSkus.has(sku)) return false
      const storedStock = this.present.stock.find((row) => row.sku === sku && row.locationId === location)
      if (!storedStock) return true
      if (storedStock.quantity === quantity) return false
      const importedQuantity = this.earlier?.variants[sku]?.[stockKey(location, this.options.location)]
      if (this.options.overwrite.includes('stock') || importedQuantity === storedStock.quantity) return true
      this.chooser.keep({ field: 'stock', sku, present: storedStock.quantity, file: quantity })
      return false
    })
  }

  private takesPictures(): boolean {
    const file = this.fileProduct.pictures.map(({ source }) => source)
    const stored = (this.stored.images ?? []).map(({ src }) => src)
    const importedPictures = this.importedPictures()
    const { pictures } = this.options
    if (pictures === 'skip') return false
    if (file.length === 0) return this.takesVariantPictures()
    if (isDeepStrictEqual(file, stored)) return false
    if (stored.length === 0) return true
    const isOwnerChange = !isDeepStrictEqual(importedPictures?.stored, stored)
    if (isDeepStrictEqual(file, importedPictures?.addresses) && !isOwnerChange) return this.retriesPlaceholders()
    return this.chooser.decide('pictures', { present: false, file: true, isOwnerChange })
  }

  /** Whether the pictures of variants replace the stored ones, in a file that names no other pictures. */
  private takesVariantPictures(): boolean {
    const images = new Map(this.stored.variants.map(({ sku, image }) => [sku, image?.src]))
    const all = [...this.fileProduct.variantPictures].flatMap(([sku, address]) => {
      const present = images.get(sku) ?? null
      if (pictureSource(address) === present) return []
      // The cast is safe, because `withPictures` stores the picture with this type.
      const last = this.earlier?.variants[sku]?.picture as ImportedPicture | undefined
      const isLastFile = last?.address === address && last.stored === present
      // Imports of earlier releases did not record the pictures of variants. Such a picture counts as imported if the
      // product has no pictures of its own.
      const isImported = last ? last.stored === present : this.hasOnlyVariantPictures()
      return { isLastFile, isOwnerChange: present !== null && !isImported }
    })
    if (all.every(({ isLastFile }) => isLastFile)) return all.length > 0 && this.retriesPlaceholders()
    const isOwnerChange = all.some((one) => one.isOwnerChange)
    return this.chooser.decide('pictures', { present: false, file: true, isOwnerChange })
  }

  private retriesPlaceholders(): boolean {
    return this.options.pictures === 'retry' && this.stored.importHash?.endsWith(placeholderMark) === true
  }

  /**
   * Whether the product has no pictures of its own: it has none at all, or only those that the last import took from
   * the pictures of variants or drew as a placeholder.
   */
  private hasOnlyVariantPictures(): boolean {
    const stored = (this.stored.images ?? []).map(({ src }) => src)
    const last = this.importedPictures()
    return stored.length === 0 || (last?.addresses.length === 0 && isDeepStrictEqual(last.stored, stored))
  }

  private importedPictures() {
    // The cast is safe, because `withPictures` stores the pictures with this type.
    return this.earlier?.fields.pictures as { addresses: string[]; stored: string[] } | undefined
  }
}

/** The limits of a product's quantity. A limit that the product lacks gets its default value. */
const limitsOf = ({ minQuantity = 1, quantityStep = 1, maxPerOrder = null }: Partial<ProductInput>) => ({
  minQuantity,
  quantityStep,
  maxPerOrder,
})
