import type { Part } from '#contract/checkout.ts'
import { sum } from './lines.ts'
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
}

/** What to refund: all that is left, pieces of lines, fees, the delivery, the tip, or an amount. */
export interface WantedRefund {
  everything?: boolean
  /** For each line key, the number of pieces. */
  lines?: Record<string, number>
  fees?: boolean
  delivery?: boolean
  tip?: boolean
  /** An amount that belongs to no particular part, in minor units. It is distributed over what is left of all parts. */
  amount?: number
}

/**
 * The refund of each part of an order, given the earlier refunds `before`. Each piece returns its share of coupon,
 * deposit and taxes, rounded down. The last piece returns the rest, so that all pieces together match the line to the
 * cent. A refund never exceeds the payment. Parts that are already refunded are ignored.
 */
export function refundOf(parts: Part[], before: RefundPart[], wanted: WantedRefund): RefundPart[] {
  const taken = parts.map((part) => takenOf(part, before))
  const chosen = parts.map((part, at) => choose(part, taken[at] ?? nothingOf(part), wanted))
  const left = parts.map((part, at) => part.total - (taken[at]?.total ?? 0) - (chosen[at]?.total ?? 0))
  const money = Math.min(wanted.amount ?? 0, sum(left))
  const shares = largestRemainder(money, left)
  return parts
    .map((part, at) =>
      withMoney(part, taken[at] ?? nothingOf(part), { chosen: chosen[at] ?? nothingOf(part), money: shares[at] ?? 0 }),
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
  return amounts.map((amount, at) => {
    if (at === amounts.length - 1) return rest.splice(0)
    const share: RefundPart[] = []
    for (let left = amount; left > 0 && rest[0]; left -= sum(share.slice(-1).map(({ total }) => total))) {
      const [first] = rest
      if (first.total <= left) share.push(...rest.splice(0, 1))
      else {
        const some = withMoney(first, nothingOf(first), { chosen: nothingOf(first), money: left })
        share.push(some)
        rest[0] = without(first, some)
      }
    }
    return share
  })
}

function without(part: RefundPart, some: RefundPart): RefundPart {
  return total({
    ...part,
    amount: part.amount - some.amount,
    deposit: part.deposit - some.deposit,
    taxes: part.taxes.map((tax, at) => tax - (some.taxes[at] ?? 0)),
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
function takenOf(part: Part, before: RefundPart[]): RefundPart {
  return before
    .filter(({ kind, key }) => kind === part.kind && key === part.key)
    .reduce((all, one) => plus(all, one), nothingOf(part))
}

function choose(part: Part, taken: RefundPart, { everything, lines, fees, delivery, tip }: WantedRefund): RefundPart {
  const isWhole =
    everything ||
    (part.kind === 'fee' && fees) ||
    (part.kind === 'delivery' && delivery) ||
    (part.kind === 'tip' && tip)
  if (isWhole) return upTo(part, taken, part.quantity)
  const pieces = part.kind === 'line' ? (lines?.[part.key] ?? 0) : 0
  return pieces > 0 ? upTo(part, taken, Math.min(part.quantity, taken.pieces + pieces)) : nothingOf(part)
}

/**
 * The amounts still to refund for this part. Together with the earlier refunds `taken`, they refund `pieces` pieces.
 */
function upTo({ quantity, ...part }: Part, taken: RefundPart, pieces: number): RefundPart {
  const share = (amount: number, before: number) => Math.max(0, wholeShare(amount, pieces, quantity) - before)
  return total({
    kind: part.kind,
    key: part.key,
    pieces: Math.max(0, pieces - taken.pieces),
    amount: share(part.amount, taken.amount),
    deposit: share(part.deposit, taken.deposit),
    taxes: part.taxes.map((tax, at) => share(tax, taken.taxes[at] ?? 0)),
    total: 0,
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

function nothingOf({ kind, key, taxes }: Pick<Part, 'kind' | 'key' | 'taxes'>): RefundPart {
  return { kind, key, pieces: 0, amount: 0, deposit: 0, taxes: taxes.map(() => 0), total: 0 }
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
