import { allergens, diets, measureUnits } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { noText } from '#contract/languages.ts'
import type { OfficeProductInput } from '#contract/office/product-fields.ts'
import type { OfficeProductDetail } from '#contract/office/products.ts'
import type { Image, TaxClass } from '#contract/shapes.ts'
import type { api } from '../core/api.ts'
import { textOf } from '../core/attempt.ts'
import { readAmount } from '../forms/amount.ts'
import { readRows, rowName, rowsInOrder } from '../forms/rows.ts'
import { textPairOf } from '../forms/text-pair.tsx'
import type { Entry } from './lists.ts'
import { optionsIn, picturesIn, toOptions, windowsIn } from './lists.ts'

/** Reads the form of a product. */

type WriteInput = Parameters<typeof api.staff.writeProduct>[0]
type Variant = NonNullable<WriteInput['variants']>[number]
/** The fields of the form. */
type FormField = Exclude<keyof OfficeProductInput, 'isArchived' | 'publishedAt'>

export const taxClasses: TaxClass[] = [
  'zero_rated',
  'prepared',
  'snack',
  'baked_single',
  'standard',
  'alcohol',
  'exempt',
  'deposit',
]
const taxClassOf = (text: string) => taxClasses.find((name) => name === text)

/** The prefixes of checkbox names, for the categories, tags and modifier groups that a product can have. */
export const linkNames = { categories: 'also ', tags: 'tag ', modifierGroups: 'group ' } as const
export const stockPrefix = 'stock '
export const storedStockPrefix = 'stored '

/** Pictures that were added on this page, by the key of their row. */
export const uploads = new Map<string, Promise<Image>>()

const rowsOf = (form: FormData, name: string): Entry[] => rowsInOrder(readRows(textOf(form, name)))

/** The error for an amount that the form cannot read. `field` is the name of the amount's field. */
export class InvalidAmountError extends Error {
  readonly field: string
  constructor(field: string) {
    super(field)
    this.field = field
  }
}

/** Reads the words and pictures in a product's form. If the upload of a picture has failed, throws its error. */
export async function readTexts(form: FormData, product: string) {
  return {
    product,
    version: textOf(form, 'version'),
    name: textPairOf(form, 'name'),
    summary: textPairOf(form, 'summary'),
    description: textPairOf(form, 'description'),
    images: await picturesIn(rowsOf(form, 'images'), uploads),
    ingredients: textPairOf(form, 'ingredients'),
    origin: textPairOf(form, 'origin'),
    storage: textPairOf(form, 'storage'),
    synonyms: textOf(form, 'synonyms'),
  }
}

/**
 * Reads a product's form. Throws `InvalidAmountError` if an amount is not valid. If the upload of a picture has failed,
 * throws its error.
 */
export async function readProduct(form: FormData, product: string): Promise<WriteInput> {
  const currency = textOf(form, 'currency')
  const options = rowsOf(form, 'options')
  const checkedSuffixes = (prefix: string) =>
    [...form.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  const number = (name: string) => (textOf(form, name) === '' ? null : Number(textOf(form, name)))
  const category = textOf(form, 'category')
  const measure = number('measure')
  const copyOf = textOf(form, 'copyOf')
  return {
    ...(await readTexts(form, product)),
    ...(copyOf && { copyOf }),
    categories: [...new Set([...(category ? [category] : []), ...checkedSuffixes(linkNames.categories)])],
    newCategory: textPairOf(form, 'category'),
    tags: checkedSuffixes(linkNames.tags),
    modifierGroups: checkedSuffixes(linkNames.modifierGroups),
    brand: textOf(form, 'brand') || null,
    related: rowsOf(form, 'related').map(({ key }) => key),
    options: toOptions(options),
    variants: rowsOf(form, 'variants').map((entry) => readVariant(entry, currency)),
    // The default is never used, because the browser does not submit the form without a tax class.
    taxClass: taxClassOf(textOf(form, 'taxClass')) ?? 'standard',
    soldBy: textOf(form, 'soldBy') === 'weight' ? 'weight' : 'piece',
    measure: measure
      ? { amount: measure, unit: measureUnits.find((one) => one === textOf(form, 'unit')) ?? 'g' }
      : null,
    clearance: form.has('clearance'),
    clearanceReason: textPairOf(form, 'clearanceReason'),
    bestBefore: textOf(form, 'bestBefore') || null,
    diet: diets.filter((one) => form.has(`diet ${one}`)),
    allergens: [
      ...new Set([...allergens.filter((one) => form.has(`allergen ${one}`)), ...checkedSuffixes('other allergen ')]),
    ],
    crossBorder: form.has('crossBorder'),
    contactRequired: form.has('contactRequired'),
    leadMinutes: number('leadMinutes') ?? 0,
    maxPerOrder: number('maxPerOrder'),
    quantityStep: number('quantityStep') ?? 1,
    minQuantity: number('minQuantity') ?? 1,
    prepayment: readPrepayment(form, currency),
    noteAllowed: form.has('noteAllowed'),
    windows: windowsIn(rowsOf(form, 'windows')),
    isShown: form.has('isShown'),
    ...readSchedule(form),
    isCounted: form.has('isCounted'),
    isSoldOut: form.has('isSoldOut') && !form.has('isCounted'),
    stock: form.has('isCounted') ? changedStock(form) : [],
  } satisfies WriteInput & Record<FormField, unknown>
}

/**
 * Converts the fields of errors from paths in the call, such as `options.0.values.1.name`, to names of fields in the
 * form. For an error in an option or a variant, the name consists of the list, the row's key and the field in the row.
 */
export function toFormErrors(form: FormData, errors: ErrorItem[]): ErrorItem[] {
  const [options, variants] = [optionsIn(rowsOf(form, 'options')), rowsOf(form, 'variants')]
  const toFormName = (path: string) => {
    const [field = '', index, part = '', valueIndex] = path.split('.')
    const variant = field === 'variants' && variants[Number(index)]
    if (variant) return rowName(field, variant.key, part)
    const option = field === 'options' && options[Number(index)]
    if (!option) return field
    const value = part === 'values' ? option.values[Number(valueIndex)] : undefined
    return rowName(field, (value ?? option).key, 'name')
  }
  return errors.map((error) => (error.field ? { ...error, field: toFormName(error.field) } : error))
}

/** Reads a row of the list of variants. Throws `InvalidAmountError` if an amount is not valid. */
export function readVariant({ key, row }: Entry, currency: string): Variant {
  const amount = (name: string) => {
    const text = row[name] ?? ''
    if (text.trim() === '' && name !== 'price') return null
    const parsed = readAmount(text, currency)
    if (parsed === null) throw new InvalidAmountError(rowName('variants', key, name))
    return parsed
  }
  return {
    sku: row.sku ?? '',
    optionPair: row.pair ?? '',
    price: amount('price') ?? 0,
    compareAtPrice: amount('compareAtPrice'),
    memberPrice: amount('memberPrice'),
    deposit: amount('deposit') ?? 0,
    taxClass: taxClassOf(row.taxClass ?? '') ?? null,
    barcode: row.barcode || null,
    grams: row.grams ? Number(row.grams) : null,
    isActive: row.isActive === 'on',
  } satisfies Variant & Record<keyof Variant, unknown>
}

function readPrepayment(form: FormData, currency: string): NonNullable<WriteInput['prepayment']> | null {
  const text = textOf(form, 'prepaymentValue')
  const kind = textOf(form, 'prepayment')
  if (kind === '' || text === '') return null
  if (kind === 'percent') return { percent: Number(text) }
  const amount = readAmount(text, currency)
  if (amount === null) throw new InvalidAmountError('prepaymentValue')
  return { amount }
}

/**
 * Reads the time from which shoppers see the product. In the form, this time is in the device's time zone. If staff
 * remove the time of a scheduled product, shoppers see the product at once.
 */
function readSchedule(form: FormData): { publishedAt?: string } {
  const text = textOf(form, 'publishedAt')
  if (text !== '') return { publishedAt: new Date(text).toISOString() }
  return form.has('wasScheduled') ? { publishedAt: new Date().toISOString() } : {}
}

/**
 * Returns the stock numbers that the staff member changed, each with the number that the form showed before. Leaves out
 * unchanged numbers, because orders may have changed the stock meanwhile. If the shop has not counted the product's
 * stock so far, returns all numbers.
 */
function changedStock(form: FormData) {
  return [...form.keys()].flatMap((key) => {
    if (!key.startsWith(storedStockPrefix)) return []
    const location = key.slice(storedStockPrefix.length)
    const [newQuantity, was] = [textOf(form, stockPrefix + location), textOf(form, key)]
    if (newQuantity === was) return []
    return [{ location, quantity: Number(newQuantity), ...(was !== '' && { was: Number(was) }) }]
  })
}

/** A product in the form. A shop's first product has no tax class until a staff member chooses one. */
export type ShownProduct = Omit<OfficeProductDetail, 'taxClass'> & {
  taxClass: TaxClass | null
  copyOf?: string
  /**
   * The number of pieces in each store as JSON, for a stored product. Orders change these numbers without a new version
   * of the product, so the form compares this text to notice such a change.
   */
  unversioned?: string
}

/** An empty product. */
export const emptyProduct = (currency: string, taxClass: TaxClass | null): ShownProduct => ({
  product: 'new',
  version: '',
  name: noText,
  summary: noText,
  description: noText,
  images: [],
  options: [],
  variants: [],
  categories: [],
  tags: [],
  brand: null,
  related: [],
  relatedNames: [],
  modifierGroups: [],
  taxClass,
  soldBy: 'piece',
  measure: null,
  clearance: false,
  clearanceReason: null,
  bestBefore: null,
  diet: [],
  allergens: [],
  ingredients: null,
  origin: null,
  storage: null,
  synonyms: '',
  crossBorder: false,
  contactRequired: false,
  leadMinutes: 0,
  maxPerOrder: null,
  quantityStep: 1,
  minQuantity: 1,
  prepayment: null,
  noteAllowed: false,
  windows: [],
  isShown: true,
  isArchived: false,
  isSoldOut: false,
  isCounted: false,
  stock: [],
  currency,
  publishedAt: '',
})

/**
 * A copy of a product that fills the form for a new product. Shoppers see the new product only after a staff member
 * shows it. If the stock of the product is counted, the copy has no stock yet.
 */
export const copyOf = (product: OfficeProductDetail): ShownProduct => ({
  ...product,
  product: 'new',
  version: '',
  isShown: false,
  isArchived: false,
  isSoldOut: false,
  stock: product.stock.map((stored) => ({ ...stored, quantity: 0, held: 0 })),
  copyOf: product.product,
  variants: product.variants.filter(({ isActive }) => isActive).map((variant) => ({ ...variant, barcode: null })),
})

/** The props of the cards in a product's form. */
export interface CardProps {
  product: ShownProduct
  errors: ErrorItem[] | undefined
}
