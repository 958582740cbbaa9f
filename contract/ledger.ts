import type { Money } from './money.ts'
import { sum } from './sum.ts'

/**
 * What the money is for. `counted` money pays for the order, and `unwanted` money does not. `closed` money is unwanted
 * money whose case staff have closed.
 */
type Use = 'counted' | 'unwanted' | 'closed'

/** All money received and returned for an order, according to the shop's books. */
export interface Ledger {
  payments: { amount: Money; use: Use }[]
  /**
   * `underway`: the shop has requested the refund, but the provider has not confirmed it. `refused`: the provider has
   * refused the refund. `closed`: the provider has refused the refund, and staff have closed the case.
   */
  refunds: { amount: Money; use: Use; state: 'underway' | 'sent' | 'refused' | 'closed' }[]
  /** The amount paid at the store at the hand-over, and how much of it staff gave back there. */
  atStore: Money
  atStoreReturned: Money
  credit: Money
  creditReturned: Money
  /** Whether a payment was attempted, with or without success. */
  isTried: boolean
  /** Whether an attempt is still open, because the provider has not reported its outcome. */
  isOpen: boolean
  /** Whether the order was cancelled or abandoned. The shop then refunds all counted payments. */
  isEnded: boolean
}

/** A sentence about an order's money. Its text key is `money.<key>`. */
export interface Sentence {
  key:
    | 'none'
    | 'none_tried'
    | 'open'
    | 'unanswered'
    | 'received'
    | 'at_store'
    | 'credit_used'
    | 'unwanted'
    | 'going_back'
    | 'sent'
    | 'at_store_back'
    | 'refused'
    | 'decision'
    | 'closed'
    | 'credit_back'
  amount?: Money
}

/**
 * Returns the sentences about an order's money, which never contradict each other. Pages and emails describe payments
 * and refunds only with these sentences.
 */
export function statementOf(books: Ledger): Sentence[] {
  const { payments, refunds, atStore, atStoreReturned, credit, creditReturned } = books
  const hasNoPayment = payments.length === 0 && atStore.amount === 0 && credit.amount === 0
  if (hasNoPayment) return [{ key: withoutMoney(books) }]
  const paymentsOf = (use: Use) => payments.filter((payment) => payment.use === use)
  const refundsIn = (state: Ledger['refunds'][number]['state']) => refunds.filter((refund) => refund.state === state)
  const started = refunds.filter((refund) => !isStuck(refund))
  const stuck = subtract(refunds.filter(isStuck), startedAfterRefusal(books))
  const remaining = (use: Use) =>
    subtract(
      paymentsOf(use),
      [...started, ...stuck].filter((refund) => refund.use === use),
    )
  const unused = credit.amount - creditReturned.amount
  return [
    ...sentencesFor('received', paymentsOf('counted')),
    ...sentencesFor('at_store', [{ amount: atStore }]),
    ...sentencesFor('credit_used', books.isEnded ? [] : [{ amount: { ...credit, amount: unused } }]),
    ...sentencesFor('unwanted', [...paymentsOf('unwanted'), ...paymentsOf('closed')]),
    ...sentencesFor('going_back', [...refundsIn('underway'), ...(books.isEnded ? remaining('counted') : [])]),
    ...sentencesFor('sent', refundsIn('sent')),
    ...sentencesFor('at_store_back', [{ amount: atStoreReturned }]),
    ...sentencesFor(
      'refused',
      stuck.filter(({ state }) => state === 'refused'),
    ),
    ...sentencesFor('decision', remaining('unwanted')),
    ...sentencesFor('closed', [...stuck.filter(({ state }) => state === 'closed'), ...remaining('closed')]),
    ...sentencesFor('credit_back', [{ amount: books.isEnded ? credit : creditReturned }]),
  ]
}

/**
 * The sentence for an order without a recorded payment. "Nothing was charged" is certain only if no payment was ever
 * attempted.
 */
function withoutMoney({ isTried, isOpen, isEnded }: Ledger): Sentence['key'] {
  if (!isTried) return 'none'
  if (!isEnded) return 'open'
  return isOpen ? 'unanswered' : 'none_tried'
}

interface Refundable {
  cancellation: { back: { money: Money } }
  ledger: Pick<Ledger, 'payments' | 'refunds' | 'atStore' | 'atStoreReturned'>
}

const leftAtStore = ({ ledger: { atStore, atStoreReturned } }: Refundable) => atStore.amount - atStoreReturned.amount

/**
 * How much the providers can still refund. If staff accepted a payment of less than the bill, only what arrived can go
 * back.
 */
export function leftOnline(order: Refundable): number {
  const { payments, refunds } = order.ledger
  const arrived = subtract(
    payments.filter(isCounted),
    refunds.filter((refund) => isCounted(refund) && !isStuck(refund)),
  )
  return Math.min(
    order.cancellation.back.money.amount - leftAtStore(order),
    sum(arrived.map(({ amount }) => amount.amount)),
  )
}

/**
 * How much of a refund staff give back at the store. A refund takes online money first, then the money that was paid at
 * the store, then store credit. By default, the refund is of all that is left.
 */
export function shareAtStore(order: Refundable, amount = order.cancellation.back.money.amount): number {
  return Math.max(0, Math.min(leftAtStore(order), amount - leftOnline(order)))
}

/** Whether money has arrived, or might have arrived. If so, pages and emails must not say that the payment failed. */
export const mayHavePaid = ({ payments, isOpen }: Ledger): boolean => payments.length > 0 || isOpen

/** Whether the payments of an order need more explanation than "paid" or "not paid yet". */
export const isEventful = ({ payments, refunds, atStoreReturned, creditReturned, isEnded }: Ledger): boolean =>
  isEnded ||
  refunds.length > 0 ||
  atStoreReturned.amount + creditReturned.amount > 0 ||
  payments.some((payment) => !isCounted(payment))

interface Item {
  amount: Money
}
const isCounted = (item: { use?: string }) => item.use === 'counted'
const isStuck = ({ state }: Ledger['refunds'][number]) => state === 'refused' || state === 'closed'

/**
 * The part of the refused and closed refunds that newer refunds have replaced: the amount that exceeds the money not
 * refunded yet.
 */
function startedAfterRefusal({ payments, refunds }: Ledger): Item[] {
  const remaining = subtract(
    payments,
    refunds.filter((refund) => !isStuck(refund)),
  )
  return subtract(refunds.filter(isStuck), remaining)
}

/** The sum per currency. */
function sums(items: Item[]): Money[] {
  const byCurrency = new Map<string, number>()
  for (const { amount } of items) {
    byCurrency.set(amount.currency, (byCurrency.get(amount.currency) ?? 0) + amount.amount)
  }
  return [...byCurrency].map(([currency, amount]) => ({ currency, amount }))
}

/** Subtracts the sums of `others` from the items, per currency. No amount falls below 0. */
function subtract<T extends Item>(items: T[], others: Item[]): T[] {
  const taken = new Map(sums(others).map(({ currency, amount }) => [currency, amount]))
  return items.map((item) => {
    const { currency, amount } = item.amount
    const deduction = Math.min(amount, taken.get(currency) ?? 0)
    taken.set(currency, (taken.get(currency) ?? 0) - deduction)
    return { ...item, amount: { currency, amount: amount - deduction } }
  })
}

/** One sentence per currency with an amount above 0. */
const sentencesFor = (key: Sentence['key'], items: Item[]): Sentence[] =>
  sums(items)
    .filter(({ amount }) => amount > 0)
    .map((amount) => ({ key, amount }))
