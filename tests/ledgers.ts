import type { Ledger } from '#contract/ledger.ts'

export const cad = (amount: number) => ({ amount, currency: 'CAD' })

/** The ledger of an order without payment attempts. */
export const emptyLedger: Ledger = {
  payments: [],
  refunds: [],
  atStore: cad(0),
  atStoreReturned: cad(0),
  credit: cad(0),
  creditReturned: cad(0),
  isTried: false,
  isOpen: false,
  isEnded: false,
}
