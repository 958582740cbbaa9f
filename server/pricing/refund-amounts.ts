import type { Part } from '#contract/checkout.ts'
import { sum } from '#contract/sum.ts'
import { largestRemainder, wholeShare } from './rounding.ts'

/**
 * The refund of one part of an order, in minor units. `pieces` is the number of returned pieces of a line, 0 if only
 * money is refunded. A fee, a delivery or a tip counts as one piece.
 */
export interface RefundPart {
  kind: Part['kind']
  key: string
  pieces: number
  amount: number
  deposit: number
  taxes: number[]
  total: number
  /** Set for the refund of a price difference, because a group-buy reached a lower price. `pieces` is then 0. */
  isReduction?: true
}

/** What to refund: all that is left, pieces of lines, fees, the delivery, the tip, a price reduction, or an amount. */
export interface RefundSelection {
  everything?: boolean
  /** For each line key, the number of pieces. */
  lines?: Record<string, number>
  fees?: boolean
  delivery?: boolean
  tip?: boolean
  /** Whether to refund the price difference, because the group-buy reached a lower price. */
  reduction?: boolean
  /** An amount that belongs to no particular part, in minor units. It is distributed over what is left of all parts. */
  amount?: number
}

/**
 * The refund of each part of an order, given the earlier refunds `before`. Each piece returns its share of coupon,
 * deposit and taxes, rounded down. The last piece returns the rest, so that all pieces together match the line to the
 * cent. A piece whose price a group-buy lowered returns the lower price. A refund never exceeds the payment. Parts that
 * are already refunded are ignored.
 */
export function refundOf(parts: Part[], before: RefundPart[], selection: RefundSelection): RefundPart[] {
  const refunded = parts.map((part) => sumRefunds(part, before))
  const chosen = parts.map((part) => refundSelected(part, before, selection))
  const remaining = parts.map((part, index) => part.total - (refunded[index]?.total ?? 0) - (chosen[index]?.total ?? 0))
  const money = Math.min(selection.amount ?? 0, sum(remaining))
  const shares = largestRemainder(money, remaining)
  return parts
    .map((part, at) =>
      withMoney(part, refunded[at] ?? nothingOf(part), {
        chosen: chosen[at] ?? nothingOf(part),
        money: shares[at] ?? 0,
      }),
    )
    .filter(({ total, pieces }) => total > 0 || pieces > 0)
}

/**
 * Splits the parts of a refund among several payments. Fills one payment after the other. If a part does not fit into
 * the rest of a payment, its remaining amount goes to the next payment. The pieces of a split part belong to the
 * payment that completes the part. The last payment gets everything that is left.
 */
export function splitRefund(parts: RefundPart[], amounts: number[]): RefundPart[][] {
  const rest = [...parts]
  return amounts.map((amount, index) => {
    if (index === amounts.length - 1) return rest.splice(0)
    const share: RefundPart[] = []
    let remaining = amount
    while (remaining > 0 && rest[0]) {
      const [first] = rest
      const isWhole = first.total <= remaining
      const refunded = isWhole
        ? first
        : withMoney(first, nothingOf(first), { chosen: nothingOf(first), money: remaining })
      if (isWhole) rest.shift()
      else rest[0] = subtract(first, refunded)
      share.push(refunded)
      remaining -= refunded.total
    }
    return share
  })
}

function subtract(part: RefundPart, some: RefundPart): RefundPart {
  return total({
    ...part,
    amount: part.amount - some.amount,
    deposit: part.deposit - some.deposit,
    taxes: part.taxes.map((tax, index) => tax - (some.taxes[index] ?? 0)),
  })
}

/**
 * The taxes contained in `money`, an amount refunded for these parts. If `money` is less than the total of the parts,
 * each tax is reduced in proportion. Null if there are no parts, as in old orders, or if `money` exceeds their total.
 */
export function taxesIn(parts: RefundPart[], money: number): number[] | null {
  const [first, ...more] = parts
  if (!first) return null
  const { amount, deposit, taxes, total } = more.reduce(plus, first)
  if (money > total) return null
  return largestRemainder(money, [amount + deposit, ...taxes]).slice(1)
}

/** The sum of all earlier refunds of a part. */
function sumRefunds(part: Part, before: RefundPart[]): RefundPart {
  return before
    .filter(({ kind, key }) => kind === part.kind && key === part.key)
    .reduce((all, one) => plus(all, one), nothingOf(part))
}

function refundSelected(part: Part, before: RefundPart[], wanted: RefundSelection): RefundPart {
  const { everything, lines, fees, delivery, tip, reduction } = wanted
  const refunded = sumRefunds(part, before)
  const isWhole =
    everything ||
    (part.kind === 'fee' && fees) ||
    (part.kind === 'delivery' && delivery) ||
    (part.kind === 'tip' && tip)
  if (isWhole) return beyond({ ...part, pieces: part.quantity }, refunded)
  if (reduction) return reductionOf(part, refunded)
  const pieces = part.kind === 'line' ? (lines?.[part.key] ?? 0) : 0
  if (pieces <= 0) return nothingOf(part)
  const returned = sumRefunds(
    part,
    before.filter(({ isReduction }) => !isReduction),
  )
  return beyond(priceOf(part, Math.min(part.quantity, returned.pieces + pieces)), returned)
}

/**
 * The cost of this many pieces of a line. Pieces that left the order before its group-buy closed are counted first,
 * because their price was not lowered.
 */
function priceOf({ quantity, lowered, ...part }: Part, pieces: number): RefundPart {
  const { later, back } = lowered ?? {}
  const cheaper = lowered ? Math.max(0, pieces - (quantity - lowered.pieces)) : 0
  // Rounds the reduction up, so that the price of the pieces is rounded down.
  const reductionIn = (whole: number) =>
    lowered && cheaper > 0 ? whole - wholeShare(whole, lowered.pieces - cheaper, lowered.pieces) : 0
  // The reduction `later` is already subtracted from the part's amounts. So the caller passes it as `off`, to get the
  // price before the reduction.
  const share = (amount: number, off = 0, less = 0) =>
    wholeShare(amount + off, pieces, quantity) - reductionIn(off + less)
  return total({
    ...nothingOf(part),
    pieces,
    amount: share(part.amount, later?.amount, back?.amount),
    deposit: share(part.deposit),
    taxes: part.taxes.map((tax, index) => share(tax, later?.taxes[index], back?.taxes[index])),
  })
}

type Amounts = Pick<RefundPart, 'kind' | 'key' | 'pieces' | 'amount' | 'deposit' | 'taxes'>

/** Subtracts the earlier refunds `refunded` from `all`. No amount becomes negative. */
function beyond(all: Amounts, refunded: RefundPart): RefundPart {
  const remaining = (amount: number, before = 0) => Math.max(0, amount - before)
  return total({
    ...nothingOf(all),
    pieces: remaining(all.pieces, refunded.pieces),
    amount: remaining(all.amount, refunded.amount),
    deposit: remaining(all.deposit, refunded.deposit),
    taxes: all.taxes.map((tax, index) => remaining(tax, refunded.taxes[index])),
  })
}

/** The refund of a line's price reduction (`lowered.back`), at most what is left after the refunds `taken`. */
function reductionOf(part: Part, taken: RefundPart): RefundPart {
  if (!part.lowered) return nothingOf(part)
  const left = beyond({ ...part, pieces: 0 }, taken)
  const { amount, taxes } = part.lowered.back
  return total({
    ...nothingOf(part),
    isReduction: true,
    amount: Math.min(amount, left.amount),
    taxes: taxes.map((tax, at) => Math.min(tax, left.taxes[at] ?? 0)),
  })
}

type Divisible = Pick<Part, 'kind' | 'key' | 'amount' | 'deposit' | 'taxes'>

/**
 * Adds `money` to a part's refund. Divides it among the part's amount, deposit and taxes, in proportion to what is left
 * of each.
 */
function withMoney(
  part: Divisible,
  taken: RefundPart,
  { chosen, money }: { chosen: RefundPart; money: number },
): RefundPart {
  if (money === 0) return chosen
  const sofar = plus(taken, chosen)
  const left = [
    part.amount - sofar.amount,
    part.deposit - sofar.deposit,
    ...part.taxes.map((tax, at) => tax - (sofar.taxes[at] ?? 0)),
  ]
  const [amount = 0, deposit = 0, ...taxes] = largestRemainder(money, left)
  return plus(chosen, total({ ...nothingOf(part), amount, deposit, taxes }))
}

function nothingOf({
  kind,
  key,
  taxes,
  isReduction,
}: Pick<RefundPart, 'kind' | 'key' | 'taxes' | 'isReduction'>): RefundPart {
  const nothing = { kind, key, pieces: 0, amount: 0, deposit: 0, taxes: taxes.map(() => 0), total: 0 }
  return isReduction ? { ...nothing, isReduction } : nothing
}

function plus(one: RefundPart, other: RefundPart): RefundPart {
  return total({
    ...one,
    pieces: one.pieces + other.pieces,
    amount: one.amount + other.amount,
    deposit: one.deposit + other.deposit,
    taxes: one.taxes.map((tax, at) => tax + (other.taxes[at] ?? 0)),
  })
}

function total(part: RefundPart): RefundPart {
  return { ...part, total: part.amount + part.deposit + sum(part.taxes) }
}
