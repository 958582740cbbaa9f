import { randomBytes } from 'node:crypto'
import { asc, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { defaultLocale, isWritten, noText, pick } from '#contract/languages.ts'
import type { OfficeProduct, OfficeProductDetail, productStaffCalls } from '#contract/office/products.ts'
import type { Image, Text } from '#contract/shapes.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { demandNoTransaction, transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { isMine } from '#server/platform/http/office-access.ts'
import { storeImage } from '#server/platform/pictures/images.ts'
import { toId } from './import-rows.ts'
import type { ProductInput } from './products.ts'
import { putCategory, putProduct } from './products.ts'
import { shopCurrency } from './rates.ts'
import * as stockRows from './stock.ts'
import {
  productCategories,
  productModifierGroups,
  products as productRows,
  productTags,
  relatedProducts,
  stock,
  variants,
} from './tables.ts'

type Written = Omit<z.output<typeof productStaffCalls.writeProduct.input>, 'product'>
type ProductRow = typeof productRows.$inferSelect

/** Widths of stored pictures, for cards and product pages on normal and high-resolution screens. */
const pictureWidths = [240, 480, 960, 1600]
/** Columns that a write computes. */
const derived = [
  'search',
  'searchVersion',
  'tier',
  'priceFrom',
  'priceTo',
  'reduced',
  'createdAt',
  'updatedAt',
] as const

/** Finds products by name, including hidden ones, last changed first. */
export async function products(
  ctx: Context,
  { name, limit }: { name: string; limit: number },
): Promise<{ products: OfficeProduct[] }> {
  const like = `%${name.replace(/[%_\\]/g, '\\$&')}%`
  const rows = await ctx.db
    .select({ ...listed, image: sql<Image | null>`${productRows.images}->0` })
    .from(productRows)
    .where(
      name ? sql`exists (select 1 from jsonb_each_text(${productRows.name}) n where n.value ilike ${like})` : undefined,
    )
    .orderBy(desc(productRows.updatedAt), asc(productRows.id))
    .limit(limit)
  const currency = await shopCurrency(ctx)
  return { products: rows.map((row) => toListed(row, currency)) }
}

/** Whether any store has an available piece of variant `v`. */
const inStock = sql`exists (select 1 from ${stock} s where s.sku = v.sku and s.on_hand > s.held)`
const ofProduct = sql`from ${variants} v where v.product_id = ${productRows.id} and v.active`
const listed = {
  id: productRows.id,
  name: productRows.name,
  options: productRows.options,
  priceFrom: productRows.priceFrom,
  recordStatus: productRows.recordStatus,
  variants: sql<number>`(select count(*)::int ${ofProduct})`,
  isBuyable: sql<boolean>`exists (select 1 ${ofProduct} and (not v.counted or ${inStock}))`,
  // A variant marked as sold out is counted but has no stock row in any store.
  isCounted: sql<boolean>`exists (select 1 ${ofProduct} and v.counted
    and exists (select 1 from ${stock} s where s.sku = v.sku))`,
  sku: sql<string | null>`(select min(v.sku) ${ofProduct} having count(*) = 1)`,
}

interface ListedRow {
  id: string
  name: Text
  image: Image | null
  options: unknown[]
  priceFrom: number
  recordStatus: ProductRow['recordStatus']
  variants: number
  isBuyable: boolean
  isCounted: boolean
  sku: string | null
}

function toListed(row: ListedRow, currency: string): OfficeProduct {
  return {
    product: row.id,
    name: row.name,
    image: row.image,
    price: { amount: row.priceFrom, currency },
    isShown: row.recordStatus === 'ACTIVE',
    isSoldOut: !row.isBuyable,
    isSimple: row.variants === 1 && row.options.length === 0,
    sku: row.sku,
    isCounted: row.isCounted,
  }
}

/** A product with everything that its form shows. Fails with `not_found` if there is none. */
export async function product(ctx: Context, { product: id }: { product: string }): Promise<OfficeProductDetail> {
  const [row] = await ctx.db
    .select({
      ...listed,
      image: sql<Image | null>`${productRows.images}->0`,
      description: productRows.description,
      taxClass: productRows.taxClass,
      updatedAt: productRows.updatedAt,
      category: sql<string | null>`(select pc.category_id from ${productCategories} pc
        where pc.product_id = ${productRows.id} order by pc.position limit 1)`,
    })
    .from(productRows)
    .where(eq(productRows.id, id))
  if (!row) fail('not_found')
  const { description, taxClass, category } = row
  const version = row.updatedAt.toISOString()
  const listedRow = toListed(row, await shopCurrency(ctx))
  return { ...listedRow, version, description, taxClass, category, stock: await stockOf(ctx, listedRow) }
}

/** For a counted product with one variant, its pieces in each store. */
async function stockOf(ctx: Context, { sku, isCounted }: OfficeProduct): Promise<OfficeProductDetail['stock']> {
  if (!sku || !isCounted) return []
  const [stores, rows] = await Promise.all([locations.all(ctx), ctx.db.select().from(stock).where(eq(stock.sku, sku))])
  return stores.map(({ id, name }) => {
    const row = rows.find(({ locationId }) => locationId === id)
    return { location: id, name, quantity: row?.onHand ?? 0, held: row?.held ?? 0 }
  })
}

/**
 * Adds a product if the id is `new`, or changes one with a single price. Fields that the form does not show are kept.
 * Fails with `staff.stale` if the product has changed since `version`, with `staff.not_simple` if it has several
 * variants or options, and with `not_found` if there is none.
 */
export function writeProduct(
  ctx: Context,
  { product: id, ...written }: Written & { product: string },
): Promise<OfficeProductDetail> {
  return transact(ctx, async (ctx) => {
    const before = id === 'new' ? null : await lock(ctx, id, written.version)
    const category = isWritten(written.newCategory) ? await addCategory(ctx, written.newCategory) : written.category
    const input = before ? changed(before, written, category) : await added(ctx, written, category)
    await putProduct(ctx, input)
    const skus = input.variants.map(({ sku }) => sku)
    // Removes the stock that was counted earlier, because it would keep the product for sale.
    if (written.isSoldOut && !before?.detail.isCounted) for (const sku of skus) await stockRows.forget(ctx, sku)
    await count(ctx, skus, written.stock)
    const after = await product(ctx, { product: input.id })
    ctx.staff?.note({ subject: input.id, ...noteOf(before?.detail ?? null, after) })
    return after
  })
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

interface Before {
  detail: OfficeProductDetail
  input: ProductInput
}

/** Locks the stored product and returns it as input for a write. */
async function lock(ctx: Context, id: string, version: string): Promise<Before> {
  const [row] = await ctx.db.select().from(productRows).where(eq(productRows.id, id)).for('update')
  if (!row) fail('not_found')
  if (row.updatedAt.toISOString() !== version) fail('staff.stale')
  const detail = await product(ctx, { product: id })
  if (!detail.isSimple) fail('staff.not_simple')
  const [own, categories, tags, related, groups] = await Promise.all([
    ctx.db.select().from(variants).where(eq(variants.productId, id)).orderBy(asc(variants.position)),
    idsOf(ctx, sql`select category_id as id from ${productCategories} where product_id = ${id} order by position`),
    idsOf(ctx, sql`select tag_id as id from ${productTags} where product_id = ${id}`),
    idsOf(ctx, sql`select related_id as id from ${relatedProducts} where product_id = ${id} order by position`),
    idsOf(ctx, sql`select group_id as id from ${productModifierGroups} where product_id = ${id} order by position`),
  ])
  const columns = Object.fromEntries(
    Object.entries(row).filter(([name]) => !(derived as readonly string[]).includes(name)),
    // Object.fromEntries loses the types: these are all columns but the derived ones.
  ) as Omit<ProductInput, 'variants'>
  const input = {
    ...columns,
    ...{ categories, tags, related, modifierGroups: groups },
    variants: own.map(({ productId: _, position: __, ...variant }) => variant),
  }
  return { detail, input }
}

async function idsOf(ctx: Context, query: ReturnType<typeof sql>): Promise<string[]> {
  // The driver returns an object with `rows`; the query names the column `id`.
  const { rows } = (await ctx.db.execute(query)) as unknown as { rows: { id: string }[] }
  return rows.map(({ id }) => id)
}

function changed({ detail, input }: Before, written: Written, category: string | null): ProductInput {
  const others = (input.categories ?? []).filter((id) => id !== detail.category && id !== category)
  return {
    ...input,
    ...columnsOf(written),
    images: [...leadOf(written, input.images?.[0]), ...(input.images ?? []).slice(1)],
    categories: [...(category ? [category] : []), ...others],
    variants: input.variants.map((variant) => {
      if (variant.active === false) return variant
      const counted = detail.isCounted || written.isSoldOut || written.stock.length > 0
      return { ...variant, price: written.price, counted }
    }),
  }
}

async function added(ctx: Context, written: Written, category: string | null): Promise<ProductInput> {
  const id = await freeId(ctx, productRows, pick(written.name, defaultLocale))
  return {
    id,
    ...columnsOf(written),
    images: leadOf(written),
    categories: category ? [category] : [],
    variants: [{ sku: id, price: written.price, counted: written.isSoldOut || written.stock.length > 0 }],
  }
}

const columnsOf = ({ name, description, taxClass, isShown }: Written) => ({
  name,
  description,
  taxClass,
  recordStatus: isShown ? ('ACTIVE' as const) : ('DRAFT' as const),
})

/** The first picture. A stored picture keeps its alternative text, a new one uses the product's name. */
function leadOf({ image, name }: Written, stored?: Image): Image[] {
  if (!image) return []
  return [{ ...image, alt: image.src === stored?.src ? stored.alt : name }]
}

/** A readable id, made from the name, that is not used yet. */
async function freeId(ctx: Context, table: typeof productRows, name: string): Promise<string> {
  const wanted = toId(name).slice(0, 60) || 'item'
  // The lock makes sure that two staff members who add the same name at once get two products.
  await lockNames(ctx, [`product ${wanted}`])
  const [taken] = await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, wanted))
  const [sku] = await ctx.db.select({ sku: variants.sku }).from(variants).where(eq(variants.sku, wanted))
  return taken || sku || wanted === 'new' ? `${wanted}-${randomBytes(3).toString('hex')}` : wanted
}

async function addCategory(ctx: Context, name: Text): Promise<string> {
  const id = `${toId(pick(name, defaultLocale)).slice(0, 60) || 'category'}-${randomBytes(3).toString('hex')}`
  await putCategory(ctx, { id, name })
  return id
}

/** Stores a picture for a product, without alternative text. */
export async function addPicture(ctx: Context, { file }: { file: File }): Promise<Image> {
  demandNoTransaction(ctx)
  const bytes = Buffer.from(await file.arrayBuffer())
  const image = await storeImage(ctx.app.config, bytes, { alt: noText, widths: pictureWidths, effort: 0 })
  ctx.staff?.note({ subject: image.src, after: null })
  await transact(ctx, async (ctx) => ctx.staff?.log?.(ctx))
  return image
}

/** The fields that a write changed, for the activity log. */
function noteOf(before: OfficeProductDetail | null, after: OfficeProductDetail) {
  const named = ({ price, image, stock, ...rest }: OfficeProductDetail) => {
    const { name, description, category, taxClass, isShown, isSoldOut } = rest
    return {
      ...{ name, description, price, category, taxClass, isShown, isSoldOut },
      image: image?.src ?? null,
      stock: Object.fromEntries(stock.map(({ location, quantity }) => [location, quantity])),
    }
  }
  const next: Record<string, unknown> = named(after)
  if (!before) return { before: null, after: next }
  const last: Record<string, unknown> = named(before)
  const changed = Object.keys(next).filter((name) => JSON.stringify(next[name]) !== JSON.stringify(last[name]))
  const only = (all: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, all[name]]))
  return { before: only(last), after: only(next) }
}
