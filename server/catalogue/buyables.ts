import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { SellingWindow } from '#contract/catalogue.ts'
import { afterConditions } from '#contract/conditions.ts'
import type { Image, TaxClass, Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { optionText } from './card.ts'
import type { ModifierGroupRow } from './detail.ts'
import { selectBuyables } from './queries.ts'
import type { Option } from './tables.ts'

/** A variant with what cart lines need. Prices are in minor units of `currency`. */
export interface Buyable {
  sku: string
  productId: string
  type: 'STANDARD' | 'MEMBERSHIP'
  name: Text
  /** All options of the product. `optionPair` has the variant's value of each option, such as `size:large,ice:less`. */
  options: Option[]
  optionPair: string
  /** The chosen option values as text: "Large, less ice"; empty without options. */
  optionText: Text
  price: number
  /** The regular price if the price is reduced; otherwise null. */
  compareAtPrice: number | null
  /** The price for members; null if they pay the normal price. */
  memberPrice: number | null
  /** Bottle deposit per piece. */
  deposit: number
  prepayment: { percent: number } | { amount: number } | null
  currency: string
  image: Image | null
  taxClass: TaxClass
  /**
   * How many pieces the holder can buy at the location, without the pieces that others hold. 0 if staff marked the
   * variant as sold out there; otherwise null if its stock is not counted.
   */
  purchasable: number | null
  /**
   * Whether the location sells the variant, even if it is sold out there. Always true for goods without a stock count.
   */
  carried: boolean
  maxPerOrder: number | null
  quantityStep: number
  minQuantity: number
  noteAllowed: boolean
  /**
   * Whether the variant is sold across a border. Only stores that ship can sell it, and it cannot share an order with
   * local goods.
   */
  crossBorder: boolean
  /** Weight of one piece; null if unknown. */
  grams: number | null
  /** Whether the buyer must choose a verified contact at checkout. */
  contactRequired: boolean
  /** Minimum minutes between order and hand-over. */
  leadMinutes: number
  windows: SellingWindow[]
  /** Whether the variant is active and its product is published. */
  published: boolean
  modifierGroups: ModifierGroupRow[]
}

type BuyableRow = Omit<Buyable, 'optionText'>

/**
 * Prepares a query that reads variants by SKU at a location in one round trip. Pieces that the holder holds count as
 * available. `selectSkus` is SQL that selects the SKUs, and `holder` is SQL for the holder. If this SQL has
 * placeholders, the caller passes their values together with `locationId`. Omits unknown SKUs.
 */
export function prepareBuyables(selectSkus: () => SQL, holder: () => SQL = () => sql`${sql.placeholder('holder')}`) {
  const select = selectBuyables<BuyableRow>(selectSkus, holder)
  return async (
    ctx: Context,
    values: { locationId: string; [name: string]: unknown },
  ): Promise<Map<string, Buyable>> => {
    const rows = await select(ctx.db, { ...values, now: ctx.app.now() })
    return new Map(
      rows.map((row) => [
        row.sku,
        {
          ...row,
          optionText: optionText(row.options, row.optionPair),
          modifierGroups: afterConditions(row.modifierGroups),
        },
      ]),
    )
  }
}
