import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { maxPictures, maxQuantity } from '#contract/constants.ts'
import { defaultLocale, isWritten, noText, pick } from '#contract/languages.ts'
import type { ProductFields } from '#contract/office/product-fields.ts'
import type { OfficeProductDetail, productStaffCalls } from '#contract/office/products.ts'
import { maxQuantityOf } from '#contract/quantities.ts'
import type { Image, Text } from '#contract/shapes.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { requireDistinctNames } from './distinct-names.ts'
import { insertCategory } from './group-writes.ts'
import { toShortId } from './import/ids.ts'
import { requireStored } from './pictures.ts'
import { pastedKind } from './product-changes.ts'
import { nextPosition, readRows } from './product-list.ts'
import { changesForLog } from './product-note.ts'
import { product } from './product-record.ts'
import {
  areOptionsComplete,
  buildVariantRows,
  completeVariants,
  definedFields,
  isPriceChanged,
} from './product-variants.ts'
import type { ProductInput } from './products.ts'
import { putProduct } from './products.ts'
import * as stockRows from './stock.ts'
import { writeOnce } from './submissions.ts'
import { products as productRows, variants } from './tables.ts'

export { productCount, products } from './office-list.ts'
export { product, productChoices } from './product-record.ts'

type WriteInput = z.output<typeof productStaffCalls.writeProduct.input>

/** The fields of a new product, before the input sets any of them. */
const newProductDefaults: Omit<ProductFields, 'publishedAt'> = {
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
  modifierGroups: [],
  taxClass: 'standard',
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
}

/** Refuses options, and values of an option, that shoppers cannot tell apart. */
function requireDistinctOptions(options: ProductFields['options'], before: ProductFields['options']) {
  requireDistinctNames(null, options, before)
  for (const { id, name, values } of options) {
    requireDistinctNames(name, values, before.find((one) => one.id === id)?.values ?? [])
  }
}

/**
 * Adds a product if the id is `new`, or changes one with all its variants. Missing fields stay as they are. A repeated
 * submission of a new product adds nothing and returns the product. Fails with:
 * - `staff.stale` if the product has changed since `version`, or its stock since the caller saw it
 * - `staff.no_right` if prices change and the caller may not change them
 * - `staff.sku_taken` if another product has one of the SKUs
 * - `staff.alike` or `staff.alike_in` if two options, or two values of an option, have the same name
 * - `staff.no_quantity` if minimum, step and maximum allow no quantity
 * - `staff.weight_needed` if a cross-border product has an active variant without a weight
 * - `staff.archived` if `isShown` is true and the product stays archived
 * - `picture.unknown` if a picture is not stored
 * - `not_found` if the product or something that it is linked with does not exist
 * - `request.key_reused` if another product has the submission's id
 */
export function writeProduct(ctx: Context, { submission, ...input }: WriteInput): Promise<OfficeProductDetail> {
  if (input.product !== 'new' || !submission) return write(ctx, input)
  return writeOnce(
    ctx,
    { submission, input },
    async (ctx) => {
      const answer = await write(ctx, input)
      const values = [{ id: answer.product, was: '', is: answer.version }]
      return {
        answer,
        stored: { change: { kind: pastedKind, categories: [], tags: [], groups: [] }, values, products: 1 },
      }
    },
    (ctx, { values }) => {
      const id = values[0]?.id ?? ''
      ctx.staff?.note({ subject: id, after: {} })
      return product(ctx, { product: id })
    },
  )
}

function write(ctx: Context, input: Omit<WriteInput, 'submission'>): Promise<OfficeProductDetail> {
  const { product: productId, version, newCategory, copyOf, isCounted, isSoldOut, stock, ...givenFields } = input
  return transact(ctx, async (ctx) => {
    const before = productId === 'new' ? null : await lock(ctx, productId, version)
    if (!before && !(givenFields.name && givenFields.variants)) failField(givenFields.name ? 'variants' : 'name')
    const fields = {
      ...(before ?? newProductDefaults),
      ...definedFields(givenFields),
      variants: givenFields.variants ? completeVariants(givenFields.variants, before) : (before?.variants ?? []),
    }
    if (before?.isArchived && fields.isArchived && givenFields.isShown) fail('staff.archived', undefined, 'isShown')
    const id = before?.product ?? (await findFreeId(ctx, pick(fields.name, defaultLocale)))
    if (newCategory && isWritten(newCategory)) {
      fields.categories = [await insertCategory(ctx, newCategory), ...fields.categories]
    }
    await requireLinks(ctx, fields)
    requireQuantity(fields)
    if (!areOptionsComplete(fields)) failField('variants')
    requireDistinctOptions(fields.options, before?.options ?? [])
    const wasCounted = before?.isCounted ?? false
    const willBeCounted = stock.length > 0 || (isCounted ?? wasCounted)
    // To mark an uncounted product as sold out, this function stores its variants as counted, but without stock rows.
    const isMarked = !willBeCounted && (isSoldOut ?? before?.isSoldOut ?? false)
    const wasMarked = !wasCounted && (before?.isSoldOut ?? false)
    const keepsCounting = willBeCounted === wasCounted && isMarked === wasMarked
    const rows = await buildVariantRows(ctx, fields, {
      product: id,
      isCounted: keepsCounting && stock.length === 0 ? null : willBeCounted || isMarked,
      isNewCounted: before !== null && (before.isCounted || before.isSoldOut),
    })
    if (isPriceChanged(before, rows) && !canAccessStore(ctx, 'catalogue.price', null)) fail('staff.no_right')
    const active = rows.filter((row) => row.active !== false)
    if ((givenFields.crossBorder || givenFields.variants) && fields.crossBorder && active.some((row) => !row.grams)) {
      fail('staff.weight_needed', undefined, 'grams')
    }
    const images = await resolveImages(ctx, fields, before ?? (copyOf ? await product(ctx, { product: copyOf }) : null))
    // A new product comes after all others, like products that staff paste.
    const hiddenColumns = before ? await findHiddenColumns(ctx, id) : { position: await nextPosition(ctx, 'products') }
    await putProduct(ctx, { ...hiddenColumns, ...formColumns(fields), id, images, variants: rows })
    const skus = active.map(({ sku }) => sku)
    // Removes the stock that was counted earlier, because it would keep the product for sale.
    if (isMarked && !wasMarked) for (const sku of skus) await stockRows.clearStock(ctx, sku)
    if (stock.length > 0 && skus.length > 1) failField('stock')
    if (willBeCounted && !wasCounted && stock.length === 0) await startAtZero(ctx, skus)
    else await setStock(ctx, skus, stock)
    const after = await product(ctx, { product: id })
    ctx.staff?.note({ subject: id, ...changesForLog(before, after) })
    return after
  })
}

/**
 * Changes the words and pictures of a product. Fails with `staff.stale` if it has changed since `version`, and with
 * `not_found` for an unknown product.
 */
export function writeProductWords(
  ctx: Context,
  input: z.output<typeof productStaffCalls.writeProductWords.input>,
): Promise<OfficeProductDetail> {
  // A new product needs a price, which this call cannot set.
  if (input.product === 'new') fail('not_found')
  return writeProduct(ctx, { ...input, stock: [] })
}

/**
 * Locks the stored product and returns it. Fails with `staff.stale` if it has changed since `version`, and with
 * `not_found` for an unknown product.
 */
async function lock(ctx: Context, id: string, version: string): Promise<OfficeProductDetail> {
  const [row] = await ctx.db
    .select({ updatedAt: productRows.updatedAt })
    .from(productRows)
    .where(eq(productRows.id, id))
    .for('update')
  if (!row) fail('not_found')
  if (row.updatedAt.toISOString() !== version) fail('staff.stale')
  return product(ctx, { product: id })
}

type HiddenColumn = 'type' | 'position' | 'sold' | 'importHash' | 'imported'

/** The stored values of the columns that no form shows. Saving a product must not reset them. */
async function findHiddenColumns(ctx: Context, id: string): Promise<Partial<Pick<ProductInput, HiddenColumn>>> {
  const { type, position, sold, importHash, imported } = productRows
  const [row] = await ctx.db
    .select({ type, position, sold, importHash, imported })
    .from(productRows)
    .where(eq(productRows.id, id))
  return row ?? {}
}

/**
 * The columns that `formColumns` must return. Saving a product resets every column that neither `formColumns` nor
 * `findHiddenColumns` returns.
 */
type FormColumn = Exclude<keyof ProductInput, HiddenColumn | 'id' | 'images' | 'variants' | 'publishedAt'>

function formColumns(fields: Omit<ProductFields, 'publishedAt'> & { publishedAt?: string }) {
  const { name, summary, description, categories, tags, related, modifierGroups, options, taxClass, soldBy } = fields
  const { measure, clearance, bestBefore, diet, allergens, synonyms, crossBorder, contactRequired } = fields
  const { leadMinutes, maxPerOrder, quantityStep, minQuantity, prepayment, noteAllowed, windows } = fields
  return {
    name,
    summary,
    description,
    categories,
    tags,
    related,
    modifierGroups,
    options,
    taxClass,
    soldBy,
    measure,
    clearance,
    bestBefore,
    diet,
    allergens,
    synonyms,
    crossBorder,
    contactRequired,
    leadMinutes,
    maxPerOrder,
    quantityStep,
    minQuantity,
    prepayment,
    noteAllowed,
    windows,
    clearanceReason: orNull(fields.clearanceReason),
    ingredients: orNull(fields.ingredients),
    origin: orNull(fields.origin),
    storage: orNull(fields.storage),
    brandId: fields.brand,
    recordStatus: fields.isArchived ? 'ARCHIVED' : fields.isShown ? 'ACTIVE' : 'DRAFT',
    ...(fields.publishedAt && { publishedAt: new Date(fields.publishedAt) }),
  } satisfies Partial<ProductInput> & Record<FormColumn, unknown>
}

const orNull = (text: Text | null) => (text && isWritten(text) ? text : null)

/** Fails with `not_found` if a category, tag, brand or modifier group does not exist. */
async function requireLinks(
  ctx: Context,
  { categories, tags, brand, modifierGroups }: Omit<ProductFields, 'publishedAt'>,
) {
  const links = Object.entries({ categories, tags, brands: brand ? [brand] : [], modifier_groups: modifierGroups })
  const unknownLinks = links.map(
    ([table, ids]) => sql`select 1 from json_array_elements_text(${JSON.stringify(ids)}::json) as w(id)
      where not exists (select 1 from ${sql.identifier(table)} t where t.id = w.id)`,
  )
  const rows = await readRows(ctx, sql.join(unknownLinks, sql` union all `))
  if (rows.length > 0) fail('not_found')
}

function requireQuantity({ minQuantity, quantityStep, maxPerOrder }: Omit<ProductFields, 'publishedAt'>) {
  const max = maxPerOrder ?? maxQuantity
  if (maxQuantityOf({ minQuantity, quantityStep }, max) > 0) return
  fail('staff.no_quantity', { min: minQuantity, step: quantityStep, max }, 'minQuantity')
}

/**
 * The pictures of a product. Fails like `requireStored`, except for pictures that `source` has. `source` is the product
 * that is changed or copied. A picture without alternative text uses the product's name. Fails with `input.invalid` for
 * more than `maxPictures` pictures, unless `source` has at least as many.
 */
async function resolveImages(
  ctx: Context,
  { images, name }: { images: Image[]; name: Text },
  source: { images: Image[] } | null,
): Promise<Image[]> {
  if (images.length > Math.max(maxPictures, source?.images.length ?? 0))
    fail('input.invalid', { field: 'images', message: 'field.too_big', limit: maxPictures }, 'images')
  const sourceImages = new Map(source?.images.map((image) => [image.src, image]))
  const newSources = images.flatMap(({ src }) => (sourceImages.has(src) ? [] : src))
  await requireStored(ctx, newSources, 'images')
  return images.map((image) => ({
    ...(sourceImages.get(image.src) ?? image),
    alt: isWritten(image.alt) ? image.alt : name,
  }))
}

/**
 * Starts to count variants, with no pieces at any store. Inserts stock rows with 0 pieces, because counted variants
 * without stock rows mean that staff marked the product as sold out.
 */
async function startAtZero(ctx: Context, skus: string[]): Promise<void> {
  const stores = await locations.all(ctx)
  const rows = stores.flatMap(({ id }) => skus.map((sku) => ({ sku, locationId: id, quantity: 0 })))
  await stockRows.setOnHandMany(ctx, rows)
}

/**
 * Sets the stock of a product's only variant to the counted quantities. Fails with `not_found` for a store that the
 * caller may not manage, and with `staff.stale` if the pieces there are no longer those that the caller saw.
 */
async function setStock(ctx: Context, skus: string[], quantities: WriteInput['stock']): Promise<void> {
  const stores = quantities.length > 0 ? await locations.all(ctx) : []
  for (const { location } of quantities) {
    if (!stores.some(({ id }) => id === location) || !canAccessStore(ctx, 'stock.work', location)) fail('not_found')
  }
  const rows = skus.flatMap((sku) =>
    quantities.map(({ location, quantity, was }) => ({ sku, locationId: location, quantity, was })),
  )
  await stockRows.setOnHandMany(ctx, rows)
}

/** Ids that no product gets, because the back office has pages with these addresses. */
export const reservedIds = new Set(['new', 'paste', 'table'])

/** A readable id, made from the name, that is not used yet. */
async function findFreeId(ctx: Context, name: string): Promise<string> {
  const baseId = toShortId(name, 60) || 'item'
  // If two staff members add products with the same name at once, this lock makes sure that the ids differ.
  await lockNames(ctx, [`product ${baseId}`])
  const [sameProduct] = await ctx.db.select({ id: productRows.id }).from(productRows).where(eq(productRows.id, baseId))
  const [sameSku] = await ctx.db.select({ sku: variants.sku }).from(variants).where(eq(variants.sku, baseId))
  return sameProduct || sameSku || reservedIds.has(baseId) ? `${baseId}-${randomBytes(3).toString('hex')}` : baseId
}

function failField(field: string): never {
  fail('input.invalid', { field }, field)
}
