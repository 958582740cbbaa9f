import type { Order } from './orders.ts'
import type { Text } from './shapes.ts'

/*
 * What a receipt needs beside its sums, so that a buyer can claim an input tax credit (Input Tax Credit Information
 * (GST/HST) Regulations, SOR/91-45, section 3). Under $100: the seller's name, the date and the total. From $100 on also
 * the registration number, the tax, and which goods are taxed. From $500 on also the buyer's name, the terms of payment
 * and what was bought. Receipts have all of it at any total.
 */

/** The taxes of a line, by name and rate; none for goods that are zero-rated or exempt. */
export function taxesOfLine({ parts, adjustments }: Pick<Order, 'parts' | 'adjustments'>, key: string): Text[] {
  const part = parts.find((part) => part.kind === 'line' && part.key === key)
  return adjustments
    .filter(({ kind }) => kind === 'tax')
    .filter((_, at) => (part?.taxes[at] ?? 0) > 0)
    .map(({ label }) => label)
}

/** A day of a receipt by the store's own calendar, with its year. */
export function receiptDay(instant: string, timeZone: string, lang: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone }).format(new Date(instant))
}

/** Whether nothing was to be paid, by credit neither: no payment is spoken of. */
export const isForNothing = ({ total }: Pick<Order, 'total'>) => total.amount === 0

/** How an order is, or was, paid, as a key of the texts; the way of an online payment has a text of its own. */
export function paymentKey({
  paymentStatus,
  total,
}: Pick<Order, 'paymentStatus' | 'total'>): 'receipt.nothing' | 'receipt.unpaid' | 'receipt.at_store' | null {
  if (isForNothing({ total })) return 'receipt.nothing'
  if (paymentStatus === 'PAID_ONLINE') return null
  return paymentStatus === 'PAID_AT_STORE' ? 'receipt.at_store' : 'receipt.unpaid'
}
