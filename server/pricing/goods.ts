import type { TaxClass, Text } from '#contract/shapes.ts'

export type Prepayment = { percent: number } | { amount: number }
/** A line for sale. `total` includes modifiers and the price that applies, before any coupon. */
export interface Goods {
  key: string
  quantity: number
  total: number
  taxClass: TaxClass
  /** The bottle deposit of one piece, never taxed. */
  deposit?: number
  /** The part to pay when ordering: a percent of the line, or an amount per piece. Null: all of it. */
  prepayment?: Prepayment | null
  /** The usual price of all pieces, before a sale or member price; defaults to `total`. */
  usual?: number
  /** A membership: benefits, fees and tips do not count it. */
  isMembership?: boolean
}

/** A fee for the whole order, such as packaging or service. */
export interface Fee {
  id: string
  label: Text
  amount: number
  taxClass: TaxClass
}
