import type { Money } from './money.ts'

/**
 * `counted`: pays for the order. `unwanted`: the order has no use for it. `closed`: unwanted, and staff closed the
 * case.
 */
type Use = 'counted' | 'unwanted' | 'closed'

/** All money that an order received and returned, as the shop's books now record it. */
export interface Ledger {
  payments: { amount: Money; use: Use }[]
  /**
   * `underway`: requested, not confirmed. `refused`: the provider refused. `closed`: refused, and staff closed the
   * case.
   */
  refunds: { amount: Money; use: Use; state: 'underway' | 'sent' | 'refused' | 'closed' }[]
  /** Paid at the store at the hand-over. */
  atStore: Money
  credit: Money
  creditReturned: Money
  /** A payment attempt exists, with or without money. */
  isTried: boolean
  /** The provider has not reported the end of an attempt. */
  isOpen: boolean
  /** The order was cancelled or abandoned: the shop refunds all that was counted. */
  isEnded: boolean
}

/** A sentence about money: its text is `money.<key>` in both languages. */
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
    | 'refused'
    | 'decision'
    | 'closed'
    | 'credit_back'
  amount?: Money
}

/** The sentences about an order's money; they never contradict each other. Pages and emails use only these. */
export function statementOf(books: Ledger): Sentence[] {
  const { payments, refunds, atStore, credit, creditReturned } = books
  const nothing = payments.length === 0 && atStore.amount === 0 && credit.amount === 0
  if (nothing) return [{ key: withoutMoney(books) }]
  const came = (wanted: Use) => payments.filter((payment) => payment.use === wanted)
  const back = (state: Ledger['refunds'][number]['state']) => refunds.filter((refund) => refund.state === state)
  const begun = refunds.filter((refund) => !isStuck(refund))
  const stuck = minus(refunds.filter(isStuck), begunAfterRefusal(books))
  const left = (use: Use) =>
    minus(
      came(use),
      [...begun, ...stuck].filter((refund) => refund.use === use),
    )
  const unused = credit.amount - creditReturned.amount
  return [
    ...say('received', came('counted')),
    ...say('at_store', [{ amount: atStore }]),
    ...say('credit_used', books.isEnded ? [] : [{ amount: { ...credit, amount: unused } }]),
    ...say('unwanted', [...came('unwanted'), ...came('closed')]),
    ...say('going_back', [...back('underway'), ...(books.isEnded ? left('counted') : [])]),
    ...say('sent', back('sent')),
    ...say(
      'refused',
      stuck.filter(({ state }) => state === 'refused'),
    ),
    ...say('decision', left('unwanted')),
    ...say('closed', [...stuck.filter(({ state }) => state === 'closed'), ...left('closed')]),
    ...say('credit_back', [{ amount: books.isEnded ? credit : creditReturned }]),
  ]
}

/** The sentence while no money is booked. Only an order without any payment attempt certainly has none. */
function withoutMoney({ isTried, isOpen, isEnded }: Ledger): Sentence['key'] {
  if (!isTried) return 'none'
  if (!isEnded) return 'open'
  return isOpen ? 'unanswered' : 'none_tried'
}

/** Whether money came or may have come. No page or email may then call the payment failed. */
export const mayHavePaid = ({ payments, isOpen }: Ledger): boolean => payments.length > 0 || isOpen

/** Whether the money needs more words than "paid" or "not paid yet". */
export const isEventful = ({ payments, refunds, creditReturned, isEnded }: Ledger): boolean =>
  isEnded || refunds.length > 0 || creditReturned.amount > 0 || payments.some((payment) => !isCounted(payment))

interface Item {
  amount: Money
}
const isCounted = (item: { use?: string }) => item.use === 'counted'
const isStuck = ({ state }: Ledger['refunds'][number]) => state === 'refused' || state === 'closed'

/** Drops a refused refund that a newer refund replaced. */
function begunAfterRefusal({ payments, refunds }: Ledger): Item[] {
  const left = minus(
    payments,
    refunds.filter((refund) => !isStuck(refund)),
  )
  return minus(refunds.filter(isStuck), left)
}

/** The sum per currency. */
function sums(items: Item[]): Money[] {
  const byCurrency = new Map<string, number>()
  for (const { amount } of items) {
    byCurrency.set(amount.currency, (byCurrency.get(amount.currency) ?? 0) + amount.amount)
  }
  return [...byCurrency].map(([currency, amount]) => ({ currency, amount }))
}

/** The difference per currency, at least 0. */
function minus<T extends Item>(items: T[], others: Item[]): T[] {
  const taken = new Map(sums(others).map(({ currency, amount }) => [currency, amount]))
  return items.map((item) => {
    const { currency, amount } = item.amount
    const less = Math.min(amount, taken.get(currency) ?? 0)
    taken.set(currency, (taken.get(currency) ?? 0) - less)
    return { ...item, amount: { currency, amount: amount - less } }
  })
}

/** One sentence per currency with an amount. */
const say = (key: Sentence['key'], items: Item[]): Sentence[] =>
  sums(items)
    .filter(({ amount }) => amount > 0)
    .map((amount) => ({ key, amount }))
