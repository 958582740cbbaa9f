import { z } from 'zod'
import type { Money } from './money.ts'
import { money } from './shapes.ts'

/** `counted`: the order was paid with it. `unwanted`: the order has no use for it. */
const use = z.enum(['counted', 'unwanted'])

/** All money that came for an order and went back, as the books of the shop have it now. */
export const ledger = z.object({
  payments: z.array(z.object({ amount: money, use })),
  /** `underway`: asked for, not yet confirmed. `refused`: the provider kept it. */
  refunds: z.array(z.object({ amount: money, use, state: z.enum(['underway', 'sent', 'refused']) })),
  /** Taken at the store when the order was handed over. */
  atStore: money,
  credit: money,
  creditReturned: money,
  /** A payment was begun, whether it brought money or not; one of them is still open. */
  isTried: z.boolean(),
  isOpen: z.boolean(),
  /** The order was cancelled or given up: whatever was counted for it goes back. */
  isEnded: z.boolean(),
})
export type Ledger = z.infer<typeof ledger>

/** A sentence about money: its text is `money.<key>` in both languages. */
export interface Sentence {
  key:
    | 'none'
    | 'none_tried'
    | 'open'
    | 'received'
    | 'at_store'
    | 'credit_used'
    | 'unwanted'
    | 'going_back'
    | 'sent'
    | 'refused'
    | 'decision'
    | 'credit_back'
  amount?: Money
}

/** What is true of an order's money, in sentences that never contradict each other. Pages and mails say just this. */
export function statementOf(books: Ledger): Sentence[] {
  const { payments, refunds, atStore, credit, creditReturned } = books
  const nothing = payments.length === 0 && atStore.amount === 0 && credit.amount === 0
  if (nothing) return [{ key: books.isOpen ? 'open' : books.isTried ? 'none_tried' : 'none' }]
  const came = (wanted: z.infer<typeof use>) => payments.filter((payment) => payment.use === wanted)
  const back = (state: Ledger['refunds'][number]['state']) => refunds.filter((refund) => refund.state === state)
  const begun = refunds.filter(({ state }) => state !== 'refused')
  const refused = minus(back('refused'), begunAfterRefusal(books))
  const kept = minus(came('counted'), [...begun, ...refused].filter(isCounted))
  const undecided = minus(
    came('unwanted'),
    [...begun, ...refused].filter((refund) => !isCounted(refund)),
  )
  const unused = credit.amount - creditReturned.amount
  return [
    ...say('received', came('counted')),
    ...say('at_store', [{ amount: atStore }]),
    ...say('credit_used', books.isEnded ? [] : [{ amount: { ...credit, amount: unused } }]),
    ...say('unwanted', came('unwanted')),
    ...say('going_back', [...back('underway'), ...(books.isEnded ? kept : [])]),
    ...say('sent', back('sent')),
    ...say('refused', refused),
    ...say('decision', undecided),
    ...say('credit_back', [{ amount: creditReturned }]),
  ]
}

interface Item {
  amount: Money
}
const isCounted = (item: { use?: string }) => item.use === 'counted'

/** What was refused first and is on its way, or has gone, by another refund: it is no news any more. */
function begunAfterRefusal({ payments, refunds }: Ledger): Item[] {
  const left = minus(
    payments,
    refunds.filter(({ state }) => state !== 'refused'),
  )
  const refused = refunds.filter(({ state }) => state === 'refused')
  return minus(refused, left)
}

/** The sum of each currency. */
function sums(items: Item[]): Money[] {
  const byCurrency = new Map<string, number>()
  for (const { amount } of items) {
    byCurrency.set(amount.currency, (byCurrency.get(amount.currency) ?? 0) + amount.amount)
  }
  return [...byCurrency].map(([currency, amount]) => ({ currency, amount }))
}

/** What is left of each currency; never less than nothing. */
function minus<T extends Item>(items: T[], others: Item[]): T[] {
  const taken = new Map(sums(others).map(({ currency, amount }) => [currency, amount]))
  return items.map((item) => {
    const { currency, amount } = item.amount
    const less = Math.min(amount, taken.get(currency) ?? 0)
    taken.set(currency, (taken.get(currency) ?? 0) - less)
    return { ...item, amount: { currency, amount: amount - less } }
  })
}

/** One sentence for each currency in which there is something to say. */
const say = (key: Sentence['key'], items: Item[]): Sentence[] =>
  sums(items)
    .filter(({ amount }) => amount > 0)
    .map((amount) => ({ key, amount }))
