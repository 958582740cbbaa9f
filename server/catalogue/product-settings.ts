import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { maxQuantity } from '#contract/constants.ts'
import { defaultLocale, isWritten, noText, pick } from '#contract/languages.ts'
import type { ProductFields } from '#contract/office/product-fields.ts'
import type { OfficeProductDetail, productStaffCalls } from '#contract/office/products.ts'
import { mostOf } from '#contract/quantities.ts'
import type { Image, Text } from '#contract/shapes.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { isMine } from '#server/platform/http/office-access.ts'
import { refuseAlike } from './alike.ts'
import { insertCategory } from './group-writes.ts'
import { toId } from './import/rows.ts'
import { demandStored } from './pictures.ts'
import { nextPosition, readRows } from './product-list.ts'
import { noteOf } from './product-note.ts'
import { product } from './product-record.ts'
import { arePairsWhole, isPriceChanged, onlyGiven, variantRows, wholeVariants } from './product-variants.ts'
import type { ProductInput } from './products.ts'
import { putProduct } from './products.ts'
import * as stockRows from './stock.ts'
import { products as productRows, variants } from './tables.ts'

export { productCount, products } from './office-list.ts'
export { product, productChoices } from './product-record.ts'

type Written = z.output<typeof productStaffCalls.writeProduct.input>

/** The fields of a new product, before the input sets any of them. */
const unwritten: Omit<ProductFields, 'publishedAt'> = {
  ...{ name: noText, summary: noText, description: noText, images: [], options: [], variants: [] },
  ...{ categories: [], tags: [], brand: null, related: [], modifierGroups: [] },
  ...{ taxClass: 'standard', soldBy: 'piece', measure: null, clearance: false, clearanceReason: null },
  ...{ bestBefore: null, diet: [], allergens: [], ingredients: null, origin: null, storage: null, synonyms: '' },
  ...{ crossBorder: false, contactRequired: false, leadMinutes: 0, maxPerOrder: null, quantityStep: 1 },
  ...{ minQuantity: 1, prepayment: null, noteAllowed: false, windows: [], isShown: true, isArchived: false },
}

/** Refuses options, and values of an option, that shoppers cannot tell apart. */
function refuseAlikeOptions(options: ProductFields['options'], before: ProductFields['options']) {
  refuseAlike(null, options, before)
  for (const { id, name, values } of options) {
    refuseAlike(name, values, before.find((one) => one.id === id)?.values ?? [])
  }
}

/**
 * Adds a product if the id is `new`, or changes one with all its variants. Missing fields stay as they are. Fails with:
 * - `staff.stale` if the product has changed since `version`
 * - `staff.no_right` if prices change and the caller may not change them
 * - `staff.sku_taken` if another product has one of the SKUs
 * - `staff.alike` or `staff.alike_in` if two options, or two values of an option, have the same name
 * - `staff.no_quantity` if minimum, step and maximum allow no quantity
 * - `staff.weight_needed` if a cross-border product has an active variant without a weight
 * - `picture.unknown` if a picture is not stored
 * - `not_found` if the product or something that it is linked with does not exist
 */
export function writeProduct(ctx: Context, written: Written): Promise<OfficeProductDetail> {
  const { product: wanted, version, newCategory, copyOf, isSoldOut, stock, ...given } = written
  return transact(ctx, async (ctx) => {
    const before = wanted === 'new' ? null : await lock(ctx, wanted, version)
    if (!before && !(given.name && given.variants)) refuseField(given.name ? 'variants' : 'name')
    const fields = {
      ...(before ?? unwritten),
      ...onlyGiven(given),
      variants: given.variants ? wholeVariants(given.variants, before) : (before?.variants ?? []),
    }
    const id = before?.product ?? (await freeId(ctx, pick(fields.name, defaultLocale)))
    if (newCategory && isWritten(newCategory)) {
      fields.categories = [await insertCategory(ctx, newCategory), ...fields.categories]
    }
    await demandLinks(ctx, fields)
    demandQuantity(fields)
    if (!arePairsWhole(fields)) refuseField('variants')
    refuseAlikeOptions(fields.options, before?.options ?? [])
    const marks = isSoldOut !== undefined && !before?.isCounted && isSoldOut !== (before?.isSoldOut ?? false)
    const rows = await variantRows(ctx, fields, {
      product: id,
      isCounted: stock.length > 0 || (marks ? isSoldOut : null),
      isNewCounted: before !== null && (before.isCounted || before.isSoldOut),
    })
    if (isPriceChanged(before, rows) && !isMine(ctx, 'catalogue.price', null)) fail('staff.no_right')
    const active = rows.filter((row) => row.active !== false)
    if ((given.crossBorder || given.variants) && fields.crossBorder && active.some((row) => !row.grams)) {
      fail('staff.weight_needed', undefined, 'grams')
    }
    const images = await imagesOf(ctx, fields, before ?? (copyOf ? await product(ctx, { product: copyOf }) : null))
    // A new product comes after all others, like products that staff paste.
    const kept = before ? await keptColumns(ctx, id) : { position: await nextPosition(ctx, 'products') }
    await putProduct(ctx, { ...kept, ...columnsOf(fields), id, images, variants: rows })
    const skus = active.map(({ sku }) => sku)
    // Removes the stock that was counted earlier, because it would keep the product for sale.
    if (marks && isSoldOut) for (const sku of skus) await stockRows.forget(ctx, sku)
    if (stock.length > 0 && skus.length > 1) refuseField('stock')
    await count(ctx, skus, stock)
    const after = await product(ctx, { product: id })
    ctx.staff?.note({ subject: id, ...noteOf(before, after) })
    return after
  })
}

/**
 * Changes the words and pictures of a product. Fails with `staff.stale` if it has changed since `version`, and with
 * `not_found` for an unknown product.
 */
export function writeProductWords(
  ctx: Context,
  written: z.output<typeof productStaffCalls.writeProductWords.input>,
): Promise<OfficeProductDetail> {
  // This call cannot set the price that a new product needs.
  if (written.product === 'new') fail('not_found')
  return writeProduct(ctx, { ...written, stock: [] })
}

/** Locks the stored product and returns it. */
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

type KeptColumn = 'type' | 'position' | 'sold' | 'importHash' | 'imported'

/** The stored columns of a product that no form shows. */
async function keptColumns(ctx: Context, id: string): Promise<Partial<Pick<ProductInput, KeptColumn>>> {
  const { type, position, sold, importHash, imported } = productRows
  const [kept] = await ctx.db
    .select({ type, position, sold, importHash, imported })
    .from(productRows)
    .where(eq(productRows.id, id))
  return kept ?? {}
}

/**
 * The columns that `columnsOf` must return. Saving a product resets every column that neither `columnsOf` nor
 * `keptColumns` returns.
 */
type FormColumn = Exclude<keyof ProductInput, KeptColumn | 'id' | 'images' | 'variants' | 'publishedAt'>

function columnsOf(fields: Omit<ProductFields, 'publishedAt'> & { publishedAt?: string }) {
  const { name, summary, description, categories, tags, related, modifierGroups, options, taxClass, soldBy } = fields
  const { measure, clearance, bestBefore, diet, allergens, synonyms, crossBorder, contactRequired } = fields
  const { leadMinutes, maxPerOrder, quantityStep, minQuantity, prepayment, noteAllowed, windows } = fields
  return {
    ...{ name, summary, description, categories, tags, related, modifierGroups, options, taxClass, soldBy },
    ...{ measure, clearance, bestBefore, diet, allergens, synonyms, crossBorder, contactRequired },
    ...{ leadMinutes, maxPerOrder, quantityStep, minQuantity, prepayment, noteAllowed, windows },
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
async function demandLinks(
  ctx: Context,
  { categories, tags, brand, modifierGroups }: Omit<ProductFields, 'publishedAt'>,
) {
  const links = Object.entries({ categories, tags, brands: brand ? [brand] : [], modifier_groups: modifierGroups })
  const unknown = links.map(
    ([table, ids]) => sql`select 1 from json_array_elements_text(${JSON.stringify(ids)}::json) as w(id)
      where not exists (select 1 from ${sql.identifier(table)} t where t.id = w.id)`,
  )
  const rows = await readRows(ctx, sql.join(unknown, sql` union all `))
  if (rows.length > 0) fail('not_found')
}

function demandQuantity({ minQuantity, quantityStep, maxPerOrder }: Omit<ProductFields, 'publishedAt'>) {
  const max = maxPerOrder ?? maxQuantity
  if (mostOf({ minQuantity, quantityStep }, max) > 0) return
  fail('staff.no_quantity', { min: minQuantity, step: quantityStep, max }, 'minQuantity')
}

/**
 * The pictures of a product. Fails like `demandStored`, except for pictures that `source` has. `source` is the product
 * that is changed or copied. A picture without alternative text uses the product's name.
 */
async function imagesOf(
  ctx: Context,
  { images, name }: { images: Image[]; name: Text },
  source: { images: Image[] } | null,
): Promise<Image[]> {
  const known = new Map(source?.images.map((image) => [image.src, image]))
  const added = images.flatMap(({ src }) => (known.has(src) ? [] : src))
  await demandStored(ctx, added, 'images')
  return images.map((image) => ({
    ...(known.get(image.src) ?? image),
    alt: isWritten(image.alt) ? image.alt : name,
  }))
}

/**
 * Sets the stock of a product's only variant to the counted quantities. Fails with `not_found` for a store that the
 * caller may not manage.
 */
async function count(ctx: Context, skus: string[], counted: Written['stock']): Promise<void> {
  const known = counted.length > 0 ? await locations.all(ctx) : []
  for (const { location } of counted) {
    if (!known.some(({ id }) => id === location) || !isMine(ctx, 'stock.work', location)) fail('not_found')
  }
  const rows = skus.flatMap((sku) => counted.map(({ location, quantity }) => ({ sku, locationId: location, quantity })))
  await stockRows.setOnHandMany(ctx, rows)
}

/** Ids that no product gets, because the back office has pages with these addresses. */
export const pageNames = new Set(['new', 'paste', 'table'])

/** A readable id, made from the name, that is not used yet. */
async function freeId(ctx: Context, name: string): Promise<string> {
  const wanted = toId(name).slice(0, 60) || 'item'
  // The lock makes sure that two staff members who add the same name at once get two products.
  await lockNames(ctx, [`product ${wanted}`])
  const [taken] = await ctx.db.select({ id: productRows.id }).from(productRows).where(eq(productRows.id, wanted))
  const [sku] = await ctx.db.select({ sku: variants.sku }).from(variants).where(eq(variants.sku, wanted))
  return taken || sku || pageNames.has(wanted) ? `${wanted}-${randomBytes(3).toString('hex')}` : wanted
}

function refuseField(field: string): never {
  fail('input.invalid', { field }, field)
}
