import type { TaxClass, Text } from '#contract/shapes.ts'

export type Prepayment = { percent: number } | { amount: number }
/** A line as it is sold: `total` is after modifiers and the price that counts, before any coupon. */
export interface Goods {
  key: string
  quantity: number
  total: number
  taxClass: TaxClass
  /** Bottle deposit of one piece, never taxed. */
  deposit?: number
  /** Where only a part is paid when ordering, how much: in percent of the line or so much for a piece. */
  prepayment?: Prepayment | null
  /** What all pieces cost usually, before a sale or member price; `total` unless said. */
  usual?: number
  /** A membership: no benefit, fee or tip is counted of it. */
  isMembership?: boolean
}

/** Packaging, service and the like, for the whole order. */
export interface Fee {
  id: string
  label: Text
  amount: number
  taxClass: TaxClass
}
