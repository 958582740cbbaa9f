import type { Line } from '#contract/cart.ts'
import type { Goods } from '#server/pricing/pricing.ts'

/** Converts a cart's line for the price calculation. */
export function toGoods(line: Line): Goods {
  const { key, quantity, unitPrice, regularPrice, total, taxClass, deposit, prepayment, isMembership } = line
  return {
    key,
    quantity,
    total: total.amount,
    usual: (regularPrice ?? unitPrice).amount * quantity,
    taxClass,
    deposit: deposit?.amount ?? 0,
    prepayment: prepayment ?? null,
    ...(isMembership && { isMembership }),
  }
}
