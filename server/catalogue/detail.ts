import { and, eq, lte, sql } from 'drizzle-orm'
import type { ModifierGroup, ProductDetail } from '#contract/catalogue.ts'
import { afterConditions } from '#contract/conditions.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { ratesOf, shippingFrom } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { toVariant } from './card.ts'
import { publishedCondition, readCardRowsByIds, readRows, toCards } from './product-list.ts'
import { modifierGroupsAt } from './queries.ts'
import { shopCurrency } from './rates.ts'
import type { Option } from './tables.ts'
import { products } from './tables.ts'

/** A modifier group as read from the database, with prices in minor units. */
export type ModifierGroupRow = Omit<ModifierGroup, 'modifiers'> & {
  modifiers: { id: string; name: Text; price: number; available: boolean; preselected?: true }[]
}

interface DetailRow {
  type: 'STANDARD' | 'MEMBERSHIP'
  description: Text
  images: Image[]
  options: Option[]
  ingredients: Text | null
  allergens: string[]
  origin: Text | null
  storage: Text | null
  maxPerOrder: number | null
  quantityStep: number
  minQuantity: number
  prepayment: { percent: number } | { amount: number } | null
  /** Maps each SKU with a bottle deposit to the deposit. Null if no SKU has a deposit. */
  deposits: Record<string, number> | null
  noteAllowed: boolean
  crossBorder: boolean
  contactRequired: boolean
  /** The weight of the lightest variant; null if no weight is known. */
  grams: number | null
  leadMinutes: number
  modifierGroups: ModifierGroupRow[]
  tags: { id: string; name: Text }[]
  breadcrumb: { id: string; name: Text }[]
}

/** Reads a published product for its page. Fails like `failMissing` if it is not published. */
export async function readDetail(ctx: Context, locationId: string, id: string): Promise<ProductDetail> {
  const condition = sql`p.id = ${id} and ${publishedCondition(ctx)}`
  const [[row], [detailRow]] = await Promise.all([
    readCardRowsByIds(ctx, locationId, [id]),
    readRows<DetailRow>(
      ctx,
      sql`select p.type, p.description, p.images, p.options, p.ingredients, to_json(p.allergens) as allergens, p.origin,
        p.storage, p.max_per_order as "maxPerOrder", p.quantity_step as "quantityStep", p.min_quantity as "minQuantity",
        p.prepayment, (select json_object_agg(v.sku, v.deposit) from variants v where v.product_id = p.id
        and v.deposit > 0) as deposits,
        p.note_allowed as "noteAllowed", p.cross_border as "crossBorder", p.contact_required as "contactRequired",
        (select min(v.grams) from variants v where v.product_id = p.id and v.active) as grams,
        p.lead_minutes as "leadMinutes",
        ${modifierGroupsAt(locationId)} as "modifierGroups", ${tagsJson} as tags, ${breadcrumbJson} as breadcrumb
      from products p where ${condition}`,
    ),
  ])
  if (!row || !detailRow) return failMissing(ctx, id)
  const { deposits, grams, ...fields } = detailRow
  const [card] = await toCards(ctx, [row])
  if (!card) throw new Error(`product ${id} has no card`)
  return {
    ...card,
    ...fields,
    recordStatus: 'ACTIVE',
    shipping: fields.crossBorder && grams !== null ? await findShipping(ctx, locationId, grams) : null,
    variants: row.variants.map((variant) => toVariant(variant, deposits?.[variant.sku])),
    modifierGroups: afterConditions(detailRow.modifierGroups).map((group) => ({
      ...group,
      modifiers: group.modifiers.map((modifier) => ({
        ...modifier,
        price: { amount: modifier.price, currency: card.price.currency },
      })),
    })),
  }
}

/** The fee and days for shipping one piece from this store; null if the store cannot ship it. */
async function findShipping(ctx: Context, locationId: string, grams: number): Promise<ProductDetail['shipping']> {
  const rate = shippingFrom(await ratesOf(ctx, locationId), grams)
  if (!rate) return null
  const currency = await shopCurrency(ctx)
  const { fee, freeFrom, days } = rate
  return {
    days,
    fee: { amount: fee, currency },
    freeFrom: freeFrom === null ? null : { amount: freeFrom, currency },
  }
}

/**
 * Fails with `catalogue.product_archived` if the product is archived and was published before, otherwise with
 * `catalogue.product_gone`.
 */
export async function failMissing(ctx: Context, id: string): Promise<never> {
  const [archived] = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), eq(products.recordStatus, 'ARCHIVED'), lte(products.publishedAt, ctx.app.now())))
  fail(archived ? 'catalogue.product_archived' : 'catalogue.product_gone')
}

const tagsJson = sql`coalesce((
  select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.id)
  from product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id and not t.hidden), '[]')`

/** SQL for the path of categories from the root to the product's first visible category. */
const breadcrumbJson = sql`coalesce((
  with recursive up as (
    (select c.id, c.parent_id, c.name, 0 as step
      from product_categories pc join categories c on c.id = pc.category_id
      where pc.product_id = p.id and c.visible order by pc.position, c.id limit 1)
    union all
    select c.id, c.parent_id, c.name, up.step + 1 from up join categories c on c.id = up.parent_id where up.step < 20
  )
  select json_agg(json_build_object('id', id, 'name', name) order by step desc) from up), '[]')`
