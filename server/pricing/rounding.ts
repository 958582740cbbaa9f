import { sum } from '#contract/sum.ts'
/** Rounding of amounts, which are whole minor units and not negative. */

/** `amount × part ÷ whole`, rounded half up. */
export function roundedShare(amount: number, part: number, whole: number): number {
  const [quotient, remainder] = divide(amount, part, whole)
  return remainder * 2 >= whole ? quotient + 1 : quotient
}

/** `amount × part ÷ whole`, rounded down. */
export function wholeShare(amount: number, part: number, whole: number): number {
  return divide(amount, part, whole)[0]
}

/**
 * Distributes an amount in proportion to the weights, so that the shares add up to it (Hamilton's method). Each share
 * is rounded down. The remaining cents go to the largest remainders; among equal remainders, the first ones get them.
 * No share exceeds its weight unless the amount exceeds the sum of the weights. If all weights are zero, the first
 * share gets everything.
 */
export function largestRemainder(amount: number, weights: number[]): number[] {
  const whole = sum(weights)
  if (whole === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const shares: number[] = []
  const remainders: number[] = []
  let undistributed = amount
  for (const weight of weights) {
    const [share, remainder] = divide(amount, weight, whole)
    shares.push(share)
    remainders.push(remainder)
    undistributed -= share
  }
  if (undistributed === 0) return shares
  // The sort is stable: among equal remainders, the earlier ones get the remaining cents.
  const byRemainder = remainders
    .map((_, index) => index)
    .sort((one, other) => (remainders[other] ?? 0) - (remainders[one] ?? 0))
  for (const index of byRemainder.slice(0, undistributed)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/** Quotient and remainder of `amount × part ÷ whole`, exact even if the product is not a safe integer. */
function divide(amount: number, part: number, whole: number): [quotient: number, rest: number] {
  const product = amount * part
  if (product <= Number.MAX_SAFE_INTEGER) {
    const remainder = product % whole
    return [(product - remainder) / whole, remainder]
  }
  const exact = BigInt(amount) * BigInt(part)
  return [Number(exact / BigInt(whole)), Number(exact % BigInt(whole))]
}
