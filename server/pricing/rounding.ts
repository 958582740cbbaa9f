/** Rounding of amounts, which are whole minor units and not negative. */

/** `amount × part ÷ whole`, rounded half up. */
export function roundedShare(amount: number, part: number, whole: number): number {
  const [quotient, rest] = divide(amount, part, whole)
  return rest * 2 >= whole ? quotient + 1 : quotient
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
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights.map((_, at) => (at === 0 ? amount : 0))
  const shares: number[] = []
  const rests: number[] = []
  let left = amount
  for (const weight of weights) {
    const [share, rest] = divide(amount, weight, whole)
    shares.push(share)
    rests.push(rest)
    left -= share
  }
  if (left === 0) return shares
  // Sorting keeps the order of equal remainders, so the first of them get the remaining cents.
  const byRest = rests.map((_, at) => at).sort((one, other) => (rests[other] ?? 0) - (rests[one] ?? 0))
  for (const at of byRest.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1
  return shares
}

/** Quotient and remainder of `amount × part ÷ whole`, exact even if the product is not a safe integer. */
function divide(amount: number, part: number, whole: number): [quotient: number, rest: number] {
  const product = amount * part
  if (product <= Number.MAX_SAFE_INTEGER) {
    const rest = product % whole
    return [(product - rest) / whole, rest]
  }
  const exact = BigInt(amount) * BigInt(part)
  return [Number(exact / BigInt(whole)), Number(exact % BigInt(whole))]
}
