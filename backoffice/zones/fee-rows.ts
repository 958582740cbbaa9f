import type { zonePageMessages } from '#contract/messages/office-zones.ts'
import type { ZoneState } from '#contract/office/owner.ts'
import { textOf } from '../core/attempt.ts'
import { readAmount } from '../forms/amount.ts'

/** An error in a field with an amount or a distance. */
export interface RowError {
  field: string
  message: keyof typeof zonePageMessages
}

type Fees = Pick<ZoneState, 'fees' | 'distanceFees' | 'minimum'>

/**
 * Parses the minimum order of a zone, its fees by value of goods, and its fees by distance. Ignores empty rows. Every
 * other row must have both values. Only the first fee by value of goods may lack that value, which is then 0.
 */
export function readFees(form: FormData, currency: string): Fees | { wrong: RowError[] } {
  const wrong: RowError[] = []
  const isFilled = (field: string) => textOf(form, field).trim() !== ''
  const refuse = (field: string, message: RowError['message']) => {
    wrong.push({ field, message })
    return 0
  }
  const amountOf = (field: string, missing?: RowError['message']) => {
    if (!isFilled(field)) return missing ? refuse(field, missing) : 0
    return readAmount(textOf(form, field).trim(), currency) ?? refuse(field, 'zone.amount_wrong')
  }
  const kmOf = (field: string) => {
    const km = Number(textOf(form, field).trim().replace(',', '.'))
    return km > 0 && km <= 500 ? km : refuse(field, 'zone.km_wrong')
  }
  const filledRows = (first: string, second: string) =>
    [...form.keys()]
      .filter((key) => key.startsWith(first))
      .map((key) => key.slice(first.length))
      .filter((row) => isFilled(first + row) || isFilled(second + row))
  const fees = filledRows('from_', 'fee_').map((row, index) => ({
    from: amountOf(`from_${row}`, index > 0 ? 'zone.from_missing' : undefined),
    fee: amountOf(`fee_${row}`, 'zone.fee_missing'),
  }))
  const distanceFees = filledRows('upTo_', 'added_').map((row) => ({
    upToKm: kmOf(`upTo_${row}`),
    fee: amountOf(`added_${row}`, 'zone.added_missing'),
  }))
  const minimum = amountOf('minimum')
  return wrong.length > 0 ? { wrong } : { fees, distanceFees, minimum }
}
