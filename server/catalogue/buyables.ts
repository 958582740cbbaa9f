import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { SellingWindow } from '#contract/catalogue.ts'
import type { Image, TaxClass, Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { optionText } from './card.ts'
import type { ModifierGroupRow } from './detail.ts'
import { selectBuyables } from './queries.ts'
import type { Option } from './tables.ts'

/** All that a cart line needs to know of its variant. Prices are minor units of `currency`. */
export interface Buyable {
  sku: string
  productId: string
  type: 'STANDARD' | 'MEMBERSHIP'
  name: Text
  /** Chosen options in words: "Large, less ice"; empty where there are none. */
  optionText: Text
  price: number
  /** What it cost before; null where it costs what it always did. */
  compareAtPrice: number | null
  /** What members pay; null: what everybody pays. */
  memberPrice: number | null
  /** Bottle deposit of a piece. */
  deposit: number
  prepayment: { percent: number } | { amount: number } | null
  currency: string
  image: Image | null
  taxClass: TaxClass
  /** What the holder can buy at the location after everybody else's holds; null: not counted. */
  purchasable: number | null
  /** Whether the location has it at all, sold out or not; what is not counted is everywhere. */
  carried: boolean
  maxPerOrder: number | null
  quantityStep: number
  minQuantity: number
  noteAllowed: boolean
  /** Ships from abroad: it cannot be bought yet. */
  crossBorder: boolean
  /** The buyer names a verified contact at checkout. */
  contactRequired: boolean
  /** How long before the hand-over it has to be ordered, in minutes. */
  leadMinutes: number
  windows: SellingWindow[]
  /** False once it was taken out of the shop. */
  published: boolean
  modifierGroups: ModifierGroupRow[]
}

type BuyableRow = Omit<Buyable, 'optionText'> & { options: Option[]; optionPair: string }

/**
 * What is to be known of variants for a holder to buy them at a location, by SKU, in one round trip: those that
 * `wanted` selects, whose open values are given with the others, as those of `holder` are. Unknown SKUs are left out.
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
