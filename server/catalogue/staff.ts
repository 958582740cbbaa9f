import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { maxQuantity } from '#contract/constants.ts'
import type { Rate } from '#contract/currency.ts'
import type { ownerStaffCalls, SynonymList } from '#contract/office/owner.ts'
import { maxQuantityOf } from '#contract/quantities.ts'
import type { TaxClass } from '#contract/shapes.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { publish, unpublish, setPrice as writePrice } from './products.ts'
import { rates, setRate } from './rates.ts'
import { changeSynonyms, readOwnerSynonyms } from './search/search-index.ts'
import { categories as categoryRows, products, variants } from './tables.ts'

/** Staff commands for display currencies and for the catalogue except its import. */

export { rates as exchangeRates }

/** Adds a display currency or sets its rate. */
export async function setExchangeRate(
  ctx: Context,
  { currency, rate }: { currency: string; rate: string },
): Promise<{ baseCurrency: string; rates: Rate[] }> {
  await setRate(ctx, { currency, rate })
  return rates(ctx)
}

/** Sets the price of a variant. Fails with `staff.unknown` for an unknown SKU. */
export async function setPrice(
  ctx: Context,
  { sku, price }: { sku: string; price: number },
): Promise<{ sku: string; price: number; currency: string }> {
  const [variant] = await ctx.db
    .select({ currency: variants.currency, product: variants.productId })
    .from(variants)
    .where(eq(variants.sku, sku))
  if (!variant) fail('staff.unknown', { what: bilingualText('staff.a_sku', { name: sku }) })
  ctx.staff?.note({ subject: variant.product })
  await writePrice(ctx, { sku, price })
  return { sku, price, currency: variant.currency }
}

/**
 * Publishes a product or removes it from the shop. With `keepsSchedule`, a product that is scheduled for later appears
 * only then. Fails with `staff.unknown` for an unknown product.
 */
export async function showProduct(
  ctx: Context,
  { product, isShown, keepsSchedule }: z.output<typeof ownerStaffCalls.showProduct.input>,
): Promise<{ product: string; isShown: boolean }> {
  const count = await ctx.db.$count(products, eq(products.id, product))
  if (count === 0) fail('staff.unknown', { what: bilingualText('staff.a_product', { name: product }) })
  if (isShown) await publish(ctx, product, { keepsSchedule })
  else await unpublish(ctx, product)
  return { product, isShown }
}

/**
 * Sets the step, minimum and maximum of a product's quantity; missing values stay as they are. Fails with
 * `staff.unknown` for an unknown product, and with `staff.no_quantity` if no quantity would be valid.
 */
export async function setQuantities(
  ctx: Context,
  {
    product,
    ...quantities
  }: { product: string; min?: number | undefined; step?: number | undefined; max?: number | null | undefined },
): Promise<{ product: string; min: number; step: number; max: number | null }> {
  return transact(ctx, async (ctx) => {
    const [before] = await ctx.db
      .select({ min: products.minQuantity, step: products.quantityStep, max: products.maxPerOrder })
      .from(products)
      .where(eq(products.id, product))
      .for('update')
    if (!before) fail('staff.unknown', { what: bilingualText('staff.a_product', { name: product }) })
    const min = quantities.min ?? before.min
    const step = quantities.step ?? before.step
    const max = quantities.max === undefined ? before.max : quantities.max
    const portions = { minQuantity: min, quantityStep: step }
    if (maxQuantityOf(portions, max ?? maxQuantity) === 0)
      fail('staff.no_quantity', { min, step, max: max ?? maxQuantity })
    await ctx.db
      .update(products)
      .set({ ...portions, maxPerOrder: max, updatedAt: ctx.app.now() })
      .where(eq(products.id, product))
    await publishCatalogueChange(ctx, ['order', `product ${product}`])
    return { product, min, step, max }
  })
}

/**
 * Sets a product's terms of sale; missing values stay as they are. Fails with `staff.unknown` for an unknown product.
 */
export async function setTerms(
  ctx: Context,
  { product, leadMinutes, contactRequired, crossBorder }: z.output<typeof ownerStaffCalls.setTerms.input>,
): Promise<z.output<typeof ownerStaffCalls.setTerms.output>> {
  return transact(ctx, async (ctx) => {
    const [changed] = await ctx.db
      .update(products)
      .set({
        ...(leadMinutes !== undefined && { leadMinutes }),
        ...(contactRequired !== undefined && { contactRequired }),
        ...(crossBorder !== undefined && { crossBorder }),
        updatedAt: ctx.app.now(),
      })
      .where(eq(products.id, product))
      .returning({
        leadMinutes: products.leadMinutes,
        contactRequired: products.contactRequired,
        crossBorder: products.crossBorder,
      })
    if (!changed) fail('staff.unknown', { what: bilingualText('staff.a_product', { name: product }) })
    await publishCatalogueChange(ctx, ['order', `product ${product}`])
    return { product, ...changed }
  })
}

/**
 * Sets the tax class of a variant; null to use the product's tax class. Fails with `staff.unknown` for an unknown SKU.
 */
export async function setTaxClass(
  ctx: Context,
  { sku, taxClass }: { sku: string; taxClass: TaxClass | null },
): Promise<{ sku: string; taxClass: TaxClass; isOwn: boolean }> {
  return transact(ctx, async (ctx) => {
    const [changed] = await ctx.db
      .update(variants)
      .set({ taxClass })
      .from(products)
      .where(and(eq(variants.sku, sku), eq(products.id, variants.productId)))
      .returning({ product: products.id, ofProduct: products.taxClass })
    if (!changed) fail('staff.unknown', { what: bilingualText('staff.a_sku', { name: sku }) })
    await ctx.db.update(products).set({ updatedAt: ctx.app.now() }).where(eq(products.id, changed.product))
    await publishCatalogueChange(ctx)
    return { sku, taxClass: taxClass ?? changed.ofProduct, isOwn: taxClass !== null }
  })
}

/** Lists the owner's search synonyms. */
export async function synonyms(ctx: Context): Promise<SynonymList> {
  const { categories, groups } = await readOwnerSynonyms(ctx)
  return { categories: Object.entries(categories).map(([category, words]) => ({ category, words })), groups }
}

/** Changes the owner's search synonyms. Fails with `staff.unknown` for an unknown category. */
export async function writeSynonyms(
  ctx: Context,
  { category, words, remove }: z.output<(typeof ownerStaffCalls)['writeSynonyms']['input']>,
): Promise<SynonymList> {
  if (category && (await ctx.db.$count(categoryRows, eq(categoryRows.id, category.id))) === 0) {
    fail('staff.unknown', { what: bilingualText('staff.a_category', { name: category.id }) })
  }
  await changeSynonyms(ctx, ({ categories, groups }) => {
    const changed = Object.entries({ ...categories, ...(category && { [category.id]: category.words }) })
    const keptGroups = groups.filter((group) => remove === undefined || !group.includes(remove))
    return {
      categories: Object.fromEntries(changed.filter(([, words]) => words.length > 0)),
      groups: words ? [...keptGroups, words] : keptGroups,
    }
  })
  return synonyms(ctx)
}
