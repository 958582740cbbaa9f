import { isDeepStrictEqual } from 'node:util'
import { maxQuantity } from '#contract/constants.ts'
import type { ImportField } from '#contract/import-limits.ts'
import type { Text } from '#contract/languages.ts'
import { isLocale, noText } from '#contract/languages.ts'
import { mostOf } from '#contract/quantities.ts'
import type { Image } from '#contract/shapes.ts'
import type { ProductInput, VariantInput } from '#server/catalogue/products.ts'
import type { Present } from '#server/catalogue/stored-products.ts'
import { baseOf, shapeOf, stockKey } from './base.ts'
import type { FindGroup, GroupKind } from './group-names.ts'
import { namedGroups } from './group-names.ts'
import { mergeLinks } from './links.ts'
import type { ImportOptions } from './options.ts'
import { placeholderMark } from './options.ts'
import type { OwnColumn } from './own-columns.ts'
import { ownTexts, productColumns, variantColumns } from './own-columns.ts'
import type { Imported } from './record.ts'
import type { ReadProduct } from './rows.ts'
import { textOrNull } from './rows.ts'
import { alignVariants } from './variants.ts'

/** A field that keeps the shop's value, because the owner changed it since the last import. */
export interface Kept {
  field: ImportField
  /** The SKU of the variant; empty for a field of the product. */
  sku: string
  present: unknown
  file: unknown
}

/** A product of the file, merged with the stored product. A new product has no stored product. */
export interface Merged {
  input: ProductInput
  kept: Kept[]
  /** Groups that the product needs, with their names. Existing groups get names in the languages that they lack. */
  groups: Record<GroupKind, Map<string, Text>>
  quantities: ReadProduct['quantities']
  /** Whether the file's pictures replace the stored pictures. */
  takesPictures: boolean
  /** Whether the stored product stays as it is. */
  isUnchanged: boolean
}

type Variant = VariantInput & { sku: string }
interface Options {
  overwrite: readonly ImportField[]
  /** The store of the imported stock. */
  location: string
  currency: string
  pictures: ImportOptions['pictures']
}

/**
 * Details of a choice between the stored value and the file's value.
 * `sku` names the variant. It is empty for a value of the product. `key` is the name of the value in the record of the
 * last import. `words` describes a value for the report.
 */
interface Choice {
  sku?: string
  key?: string
  words?: (value: unknown) => unknown
}

/**
 * Merges a product of the file with the stored product. A field takes the file's value if the stored value is unset or
 * comes from the last import. A different stored value is the owner's: it stays unless `overwrite` names the field.
 * Texts in languages that the file lacks always stay.
 */
export function mergeProduct(
  read: ReadProduct,
  { present, find, options }: { present: Present | undefined; find: FindGroup; options: Options },
): Merged {
  return present ? new Merge(read, present, { find, options }).result() : added(read, find, options.location)
}

function added(read: ReadProduct, find: FindGroup, location: string): Merged {
  const groups = namedGroups(read, find)
  const ids = (kind: GroupKind) => read.groupIds[kind] ?? [...groups[kind].keys()]
  const input: ProductInput = {
    ...read.input,
    brandId: ids('brands')[0] ?? null,
    categories: ids('categories'),
    tags: ids('tags'),
  }
  const { quantities } = read
  const said = { brands: ids('brands'), categories: ids('categories'), tags: ids('tags') }
  const imported = baseOf(read, { earlier: undefined, said, location })
  return { input: { ...input, imported }, kept: [], groups, quantities, takesPictures: true, isUnchanged: false }
}

/** A running merge of one product. */
class Merge {
  private readonly kept: Kept[] = []
  private readonly read: ReadProduct
  private readonly stored: ProductInput
  private readonly earlier: Imported | null
  /**
   * Whether the file was exported from the product's present version. If so, each difference is an edit that the owner
   * made in the file, so the file's value replaces the stored one.
   */
  private readonly isCurrent: boolean
  private readonly present: Present
  private readonly find: FindGroup
  private readonly options: Options

  constructor(read: ReadProduct, present: Present, { find, options }: { find: FindGroup; options: Options }) {
    this.present = present
    this.find = find
    this.options = options
    this.stored = present.input
    this.earlier = present.input.imported ?? null
    this.isCurrent = read.version !== '' && read.version === present.updatedAt.toISOString()
    this.read = alignVariants(read, present.input)
  }

  result(): Merged {
    const { read, stored, earlier, find } = this
    const links = mergeLinks({ read, stored, earlier, find }, (field, choice) => this.decide(field, choice))
    const takesPictures = this.takesPictures()
    const input: ProductInput = {
      ...stored,
      ...this.texts(),
      ...this.own(productColumns, { present: stored, file: read.input }),
      ...this.ownTexts(),
      images: this.pictureTexts(),
      recordStatus: this.choose('status', { present: stored.recordStatus, file: read.input.recordStatus }),
      taxClass: this.choose('taxClass', { present: stored.taxClass, file: read.input.taxClass }),
      ...this.quantities(),
      leadMinutes: this.choose('leadTime', {
        present: stored.leadMinutes ?? 0,
        file: read.input.leadMinutes ?? 0,
        unset: 0,
      }),
      brandId: links.ids.brands[0] ?? null,
      categories: links.ids.categories,
      tags: [...links.ids.tags].sort(),
      ...this.variants(),
    }
    const quantities = this.stock(input.variants)
    const isUnchanged =
      !takesPictures &&
      quantities.length === 0 &&
      links.adds === false &&
      isDeepStrictEqual(plain(input), plain(stored))
    const imported = baseOf(read, { earlier: this.earlier, said: links.said, location: this.options.location })
    return {
      input: { ...input, imported },
      kept: this.kept,
      groups: links.groups,
      quantities,
      takesPictures,
      isUnchanged,
    }
  }

  /** The value that a field gets. `unset` is the stored value of a field that nobody has set. */
  private choose<Value>(
    field: ImportField,
    { present, file, unset }: { present: Value; file: Value; unset?: Value | undefined },
    { sku = '', key = field, words }: Choice = {},
  ): Value {
    if (!this.read.given.has(key) || isDeepStrictEqual(plain(present), plain(file))) return present
    const base = sku ? this.earlier?.variants[sku] : this.earlier?.fields
    const untouched = base && key in base ? base[key] : unset
    const isOwners = !isDeepStrictEqual(plain(untouched), plain(present))
    return this.decide(field, { present, file, isOwners, sku, words })
  }

  private decide<Value>(
    field: ImportField,
    {
      present,
      file,
      isOwners,
      sku = '',
      words = (value) => value,
    }: { present: Value; file: Value; isOwners: boolean; sku?: string; words?: Choice['words'] },
  ): Value {
    if (!isOwners || this.isCurrent || this.options.overwrite.includes(field)) return file
    this.kept.push({ field, sku, present: words(present), file: words(file) })
    return present
  }

  /** Chooses the values of the fields that the given columns contain. */
  private own(
    columns: readonly OwnColumn[],
    { present, file, sku = '' }: { present: object; file: object; sku?: string },
  ) {
    const stored: Record<string, unknown> = { ...present }
    const said: Record<string, unknown> = { ...file }
    return Object.fromEntries(
      columns.map(({ name, field, kind, unset }) => {
        const words = (value: unknown) => (value === null ? '' : kind.write(value, this.options.currency))
        const value = stored[name] ?? unset
        const values = { present: value, file: said[name] ?? unset, unset }
        return [name, this.choose(field, values, { sku, key: name, words })]
      }),
    )
  }

  /** Chooses the texts that can be null. A language that the file lacks keeps its stored text. */
  private ownTexts() {
    return Object.fromEntries(
      ownTexts.map(({ name, field }) => {
        const stored = this.stored[name] ?? null
        const file = textOrNull({ ...noText, ...stored, ...this.read.ownTexts[name] })
        const isSame = isDeepStrictEqual(file, textOrNull(stored))
        return [name, isSame ? stored : this.choose(field, { present: stored, file, unset: null }, { key: name })]
      }),
    )
  }

  /** The stored pictures, with the alt texts of the file if it has the same pictures. */
  private pictureTexts(): Image[] {
    const stored = this.stored.images ?? []
    const said = this.read.pictures
    const areSame = isDeepStrictEqual(
      said.map(({ source }) => source),
      stored.map(({ src }) => src),
    )
    if (!areSame) return stored
    const texts = (all: { alt: Text }[]) => all.map(({ alt }) => alt)
    const chosen = this.choose('pictureTexts', { present: texts(stored), file: texts(said) })
    return stored.map((image, at) => ({ ...image, alt: chosen[at] ?? image.alt }))
  }

  private texts() {
    const joined = {
      name: { ...this.stored.name },
      summary: this.text('summary'),
      description: this.text('description'),
    }
    for (const language of this.read.languages) {
      const said = this.read.texts[language]
      if (!said) continue
      for (const part of ['name', 'summary', 'description'] as const) {
        const field = part === 'name' ? 'name' : 'description'
        const present = joined[part][language] ?? ''
        if (!this.read.given.has(field) || present === said[part]) continue
        const before = this.earlier?.texts[language]?.[part]
        const isOwners = before === undefined ? present !== '' : present !== before
        joined[part][language] = this.decide(field, { present, file: said[part], isOwners })
      }
    }
    return joined
  }

  private text(part: 'summary' | 'description'): Text {
    return { ...noText, ...this.stored[part] }
  }

  /**
   * Chooses minimum, step and maximum together, because one value from the file could contradict the other stored
   * values.
   */
  private quantities() {
    const { stored, read } = this
    const of = ({ minQuantity = 1, quantityStep = 1, maxPerOrder = null }: Partial<ProductInput>) => ({
      minQuantity,
      quantityStep,
      maxPerOrder,
    })
    const file = {
      ...of(stored),
      ...Object.fromEntries(Object.entries(of(read.input)).filter(([name]) => read.given.has(name))),
    }
    if (mostOf(file, file.maxPerOrder ?? maxQuantity) === 0) return of(stored)
    const base = this.earlier?.fields.quantities
    const present = of(stored)
    if (!read.given.has('quantities') || isDeepStrictEqual(present, file)) return present
    const untouched = base === undefined ? of({}) : base
    const isOwners = !isDeepStrictEqual(plain(untouched), plain(present))
    return this.decide('quantities', { present, file, isOwners })
  }

  private variants(): { options: NonNullable<ProductInput['options']>; variants: Variant[] } {
    const own = this.stored.variants
    const bySku = new Map(own.map((variant) => [variant.sku, variant]))
    const active = own.filter((variant) => variant.active !== false)
    const file = this.read.input.variants
    const before = this.earlier?.fields.options
    const present = shapeOf(active)
    const isSame = isDeepStrictEqual(present, shapeOf(file))
    const isOwners = !isDeepStrictEqual(before, present)
    const takes = !isSame && this.decide('options', { present: false, file: true, isOwners })
    const inFile = new Map(file.map((variant) => [variant.sku, variant]))
    const joined = (said: Variant, stored: Variant | undefined) => (stored ? this.variant(said, stored) : said)
    const chosen = takes
      ? file.map((said) => ({
          ...joined(said, bySku.get(said.sku)),
          active: said.active !== false,
          optionPair: said.optionPair ?? '',
        }))
      : active.map((stored) => joined(inFile.get(stored.sku) ?? stored, inFile.has(stored.sku) ? stored : undefined))
    const isChosen = new Set(chosen.map(({ sku }) => sku))
    const others = own.filter(({ sku }) => !isChosen.has(sku)).map((variant) => ({ ...variant, active: false }))
    // If the file's variants replace the stored ones, uses the order of the file. Otherwise keeps the stored order,
    // because a product with reordered variants would count as changed.
    const variants = takes
      ? [...chosen, ...others]
      : own.map((stored) => chosen.find(({ sku }) => sku === stored.sku) ?? stored)
    return { options: this.optionTexts(takes), variants }
  }

  private variant(said: Variant, stored: Variant): Variant {
    const { sku } = said
    const pick = <Name extends keyof Variant>(field: ImportField, name: Name, unset: Variant[Name]) =>
      this.choose(field, { present: stored[name] ?? unset, file: said[name] ?? unset, unset }, { sku })
    const priced = variantColumns.filter(({ name }) => name !== 'active')
    return {
      ...stored,
      ...this.own(priced, { present: stored, file: said, sku }),
      price: pick('price', 'price', -1),
      compareAtPrice: pick('compareAtPrice', 'compareAtPrice', null),
      counted: pick('counting', 'counted', true),
      taxClass: said.taxClass ? pick('variantTaxClass', 'taxClass', null) : (stored.taxClass ?? null),
      barcode: pick('barcode', 'barcode', null),
      grams: pick('weight', 'grams', null),
    }
  }

  /**
   * The file's options if `takesFile` is set, else the stored options. If a name lacks a language, takes that language
   * from the corresponding option or value of the other list.
   */
  private optionTexts(takesFile: boolean): NonNullable<ProductInput['options']> {
    const stored = this.stored.options ?? []
    const file = this.read.input.options ?? []
    const fill = (name: Text, other: Text | undefined) => {
      const filled = { ...name }
      for (const [language, words] of Object.entries(other ?? {}))
        if (isLocale(language) && !filled[language]) filled[language] = words
      return filled
    }
    const [main, second] = takesFile ? [file, stored] : [stored, file]
    return main.map((option) => {
      const twin = second.find(({ id }) => id === option.id)
      const nameOf = (id: string) => twin?.values.find((value) => value.id === id)?.name
      const values = option.values.map((value) => ({ ...value, name: fill(value.name, nameOf(value.id)) }))
      return { ...option, name: fill(option.name, twin?.name), values }
    })
  }

  /**
   * The quantities to write. The file's quantity is written if the shop has none for the variant at the store. A
   * different quantity is also written if the owner has not changed the stored quantity since the last import, or if
   * `overwrite` names the stock.
   */
  private stock(variants: VariantInput[]) {
    return this.read.quantities.filter(({ sku, quantity, location = this.options.location }) => {
      if (!this.read.given.has('stock') || !variants.some((variant) => variant.sku === sku && variant.counted))
        return false
      const here = this.present.stock.find((row) => row.sku === sku && row.locationId === location)
      if (!here || here.quantity === quantity) return !here
      const before = this.earlier?.variants[sku]?.[stockKey(location, this.options.location)]
      if (this.options.overwrite.includes('stock') || before === here.quantity) return true
      this.kept.push({ field: 'stock', sku, present: here.quantity, file: quantity })
      return false
    })
  }

  private takesPictures(): boolean {
    const file = this.read.pictures.map(({ source }) => source)
    const stored = (this.stored.images ?? []).map(({ src }) => src)
    // The cast is safe, because `baseOf` stores the pictures with this type.
    const before = this.earlier?.fields.pictures as { addresses: string[]; stored: string[] } | undefined
    const { pictures } = this.options
    if (file.length === 0 || isDeepStrictEqual(file, stored) || pictures === 'skip') return false
    if (stored.length === 0) return true
    const isOwners = !isDeepStrictEqual(before?.stored, stored)
    if (isDeepStrictEqual(file, before?.addresses) && !isOwners)
      return pictures === 'retry' && this.stored.importHash?.endsWith(placeholderMark) === true
    return this.decide('pictures', { present: false, file: true, isOwners })
  }
}

/** The value as the database returns it: without undefined fields. */
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))
