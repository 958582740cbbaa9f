import type { TaxClass, Text } from '#contract/shapes.ts'

export type Prepayment = { percent: number } | { amount: number }
/**
 * A line of a sale. `total` is the price of all pieces with modifiers: after a sale or member price, but before the
 * membership's discount and the coupon.
 */
export interface Goods {
  key: string
  quantity: number
  total: number
  taxClass: TaxClass
  /** The bottle deposit of one piece, never taxed. */
  deposit?: number
  /**
   * The part of the line's price that is due with the order: a percentage of the line, or an amount per piece. Null if
   * the whole line is due with the order.
   */
  prepayment?: Prepayment | null
  /** The usual price of all pieces, before a sale or member price; defaults to `total`. */
  usual?: number
  /** Whether the line is a membership, to which benefits, fees and tips do not apply. */
  isMembership?: boolean
}

/** A fee for the whole order, such as packaging or service. */
export interface Fee {
  id: string
  label: Text
  amount: number
  taxClass: TaxClass
}
