import { dateFormat } from './date-format.ts'
import type { Order } from './orders.ts'
import type { Text } from './shapes.ts'

/*
 * A buyer can claim an input tax credit only with these facts on the receipt (Input Tax Credit Information (GST/HST)
 * Regulations, SOR/91-45, section 3). Under $100: the seller's name, the date and the total. From $100 also: the
 * registration number, the tax and the taxed goods. From $500 also: the buyer's name, the terms of payment and the
 * goods. The shop's receipts always show all of them.
 */

/** The taxes of a line, by name and rate; empty for zero-rated or exempt goods. */
export function taxesOfLine({ parts, adjustments }: Pick<Order, 'parts' | 'adjustments'>, key: string): Text[] {
  const part = parts.find((part) => part.kind === 'line' && part.key === key)
  return adjustments
    .filter(({ kind }) => kind === 'tax')
    .filter((_, index) => (part?.taxes[index] ?? 0) > 0)
    .map(({ label }) => label)
}

/** A receipt's date with its year, in the store's time zone. */
export function receiptDay(instant: string, timeZone: string, lang: string): string {
  return dateFormat(lang, { dateStyle: 'long', timeZone }).format(new Date(instant))
}

/** Whether the order costs nothing even without store credit. The receipt then says that there is nothing to pay. */
export const isFree = ({ total }: Pick<Order, 'total'>) => total.amount === 0

/**
 * The key of the text that says how the order was paid, or that it is unpaid or free. Null if the order was paid
 * online, because each online option has its own text.
 */
export function paymentKey({
  paymentStatus,
  total,
}: Pick<Order, 'paymentStatus' | 'total'>): 'receipt.nothing' | 'receipt.unpaid' | 'receipt.in_person' | null {
  if (isFree({ total })) return 'receipt.nothing'
  if (paymentStatus === 'PAID_ONLINE') return null
  return paymentStatus === 'PAID_AT_STORE' ? 'receipt.in_person' : 'receipt.unpaid'
}
