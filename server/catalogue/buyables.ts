import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { SellingWindow } from '#contract/catalogue.ts'
import type { Image, TaxClass, Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { optionText } from './card.ts'
import type { ModifierGroupRow } from './detail.ts'
import { selectBuyables } from './queries.ts'
import type { Option } from './tables.ts'

/** A variant as cart lines need it. Prices are minor units of `currency`. */
export interface Buyable {
  sku: string
  productId: string
  type: 'STANDARD' | 'MEMBERSHIP'
  name: Text
  /** Chosen options in words: "Large, less ice"; empty without options. */
  optionText: Text
  price: number
  /** The regular price, if the price is lower now; otherwise null. */
  compareAtPrice: number | null
  /** Price for members; null if members pay the normal price. */
  memberPrice: number | null
  /** Bottle deposit per piece. */
  deposit: number
  prepayment: { percent: number } | { amount: number } | null
  currency: string
  image: Image | null
  taxClass: TaxClass
  /** Pieces that the holder can buy at the location, after the holds of others; null if not counted. */
  purchasable: number | null
  /** Whether the location sells it, sold out or not. All locations sell goods that are not counted. */
  carried: boolean
  maxPerOrder: number | null
  quantityStep: number
  minQuantity: number
  noteAllowed: boolean
  /** Ships across a border, at stores that ship, in an order of its own. */
  crossBorder: boolean
  /** Weight of one piece; null if unknown. */
  grams: number | null
  /** The buyer names a verified contact at checkout. */
  contactRequired: boolean
  /** Minutes between order and hand-over. */
  leadMinutes: number
  windows: SellingWindow[]
  /** False if the product is not in the shop any more. */
  published: boolean
  modifierGroups: ModifierGroupRow[]
}

type BuyableRow = Omit<Buyable, 'optionText'> & { options: Option[]; optionPair: string }

/**
 * Prepares a query that reads variants by SKU, for a holder at a location, in one round trip. `wanted` selects the
 * SKUs. The caller passes the placeholders of `wanted` and `holder` with the others. Omits unknown SKUs.
 */
export function buyablesOf(wanted: () => SQL, holder: () => SQL = () => sql`${sql.placeholder('holder')}`) {
  const select = selectBuyables<BuyableRow>(wanted, holder)
  return async (
    ctx: Context,
    values: { locationId: string; [name: string]: unknown },
  ): Promise<Map<string, Buyable>> => {
    const rows = await select(ctx.db, { ...values, now: ctx.app.now() })
    return new Map(
      rows.map(({ options, optionPair, ...row }) => [row.sku, { ...row, optionText: optionText(options, optionPair) }]),
    )
  }
}
