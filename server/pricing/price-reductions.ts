import type { Adjustment, Part } from '#contract/checkout.ts'
import type { Money } from '#contract/money.ts'
import { sum } from '#contract/sum.ts'
import { largestRemainder, roundedShare } from './rounding.ts'

/**
 * The pieces of a line that became cheaper. `of` is the list price of the whole line, and `less` is the reduction of
 * the pieces.
 */
export interface Cheaper {
  key: string
  pieces: number
  less: number
  of: number
}

/**
 * Lowers the parts of an order, because pieces of its lines became cheaper. The reduction of a line includes its taxes,
 * and is in proportion to what the line costs after coupon and membership. The reduction is used up in this order:
 * 1. `billed` is already subtracted from the bill, but not from its parts. Only orders of release 0.1.0 have it.
 * 2. Up to `open` is subtracted from what is still to pay.
 * 3. Up to `unreceived` is not refunded, because the shopper paid less than the bill.
 * 4. Up to `left` is refunded.
 */
export function lowerParts(
  parts: Part[],
  cheaper: Cheaper[],
  { billed, open, unreceived = 0, left }: { billed: number; open: number; unreceived?: number; left: number },
): Part[] {
  const whole = parts.map((part) => reductionOf(part, cheaper))
  const unbilled = without(whole, spread(billed, whole))
  const later = spread(open, unbilled)
  const paid = without(unbilled, later)
  const back = spread(left, without(paid, spread(unreceived, paid)))
  return parts.map((part, at) => {
    if (sum(whole[at] ?? []) === 0) return part
    const { pieces = 0 } = cheaperOf(part, cheaper) ?? {}
    return lower(part, { pieces, later: toTaxed(later[at] ?? []), back: toTaxed(back[at] ?? []) })
  })
}

function lower(part: Part, lowered: NonNullable<Part['lowered']>): Part {
  const { later } = lowered
  const amount = part.amount - later.amount
  const taxes = part.taxes.map((tax, at) => tax - (later.taxes[at] ?? 0))
  return { ...part, amount, taxes, total: amount + part.deposit + sum(taxes), lowered }
}

/**
 * The reduction of an order's parts, with taxes. `later` is subtracted from what is still to pay, and `back` is
 * refunded.
 */
export function reductionIn(parts: Part[]): { later: number; back: number } {
  const sumOf = (share: 'later' | 'back') =>
    sum(parts.flatMap(({ lowered }) => (lowered ? [lowered[share].amount, ...lowered[share].taxes] : [])))
  return { later: sumOf('later'), back: sumOf('back') }
}

/** For each tax of a bill, lowers the tax and the taxed amount by the `later` reductions of the bill's parts. */
export function lowerTaxes(adjustments: Adjustment[], parts: Part[]): Adjustment[] {
  const taxes = adjustments.filter(({ kind }) => kind === 'tax')
  const less = (money: Money, by: number[]): Money => ({ ...money, amount: money.amount - sum(by) })
  return adjustments.map((adjustment) => {
    const at = taxes.indexOf(adjustment)
    if (at < 0) return adjustment
    const lowered = parts.filter(({ lowered }) => lowered?.later.taxes[at])
    const by = (read: (later: Later) => number | undefined) =>
      lowered.map(({ lowered }) => (lowered && read(lowered.later)) ?? 0)
    const { amount, base } = adjustment
    return {
      ...adjustment,
      amount: less(
        amount,
        by(({ taxes }) => taxes[at]),
      ),
      ...(base && {
        base: less(
          base,
          by(({ amount }) => amount),
        ),
      }),
    }
  })
}

type Later = NonNullable<Part['lowered']>['later']

const cheaperOf = ({ kind, key }: Part, cheaper: Cheaper[]) =>
  kind === 'line' ? cheaper.find((one) => one.key === key) : undefined

/** The reduction of the part's amount, followed by the reduction of each tax. */
function reductionOf(part: Part, cheaper: Cheaper[]): number[] {
  const amounts = [part.amount, ...part.taxes]
  const { less = 0, of = 0 } = cheaperOf(part, cheaper) ?? {}
  return largestRemainder(of > 0 ? roundedShare(sum(amounts), less, of) : 0, amounts)
}

/** Distributes `amount` over the amounts in `over`, in proportion and at most their sum. Keeps the shape of `over`. */
function spread(amount: number, over: number[][]): number[][] {
  const shares = largestRemainder(Math.min(amount, sum(over.flat())), over.flat())
  return over.map((list) => shares.splice(0, list.length))
}

const without = (all: number[][], some: number[][]) =>
  all.map((list, at) => list.map((amount, of) => amount - (some[at]?.[of] ?? 0)))

const toTaxed = ([amount = 0, ...taxes]: number[]) => ({ amount, taxes })
