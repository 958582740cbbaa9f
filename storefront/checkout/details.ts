import type { Method } from '#contract/checkout.ts'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { attempt, isRefusal } from '#storefront/data.ts'

/** Who comes when and how, as the form has it. */
export interface Details {
  method: string
  /** The day that is open in the form, and the chosen time on any day: `2026-11-20 17:40`. */
  day: string
  slot: string
  name: string
  phone: string
  email: string
  comment: string
}
export type DetailsField = 'method' | 'slot' | 'name' | 'phone' | 'email' | 'comment' | 'cart'

/** What is wrong with one field; without a message: no time is chosen on the day that is open. */
export interface FieldError {
  field: DetailsField
  message: string | null
}

export function readDetails(form: FormData): Details {
  const word = (name: keyof Details) => String(form.get(name) ?? '')
  return {
    method: word('method'),
    day: word('day'),
    slot: word('slot'),
    name: word('name'),
    phone: word('phone'),
    email: word('email'),
    comment: word('comment'),
  }
}

/** Sends the details step by step and, if all are taken, holds stock and time; answers what was refused, all of it at once. */
export async function saveDetails(api: Client, details: Details): Promise<FieldError[]> {
  const { method, name, phone, email, comment } = details
  const refused = [
    ...(await refusals('method', api.checkout.setMethod({ method: method as Method }))),
    ...(await saveSlot(api, details)),
    ...(await refusals('name', api.checkout.setContact({ name, phone, email }))),
    ...(await refusals('comment', api.checkout.setComment({ comment }))),
  ]
  return refused.length > 0 ? refused : refusals('cart', api.checkout.reserve({}))
}

/** A time on another day than the one that is open was not meant. */
async function saveSlot(api: Client, { day, slot }: Details): Promise<FieldError[]> {
  const [date = '', time = ''] = slot.split(' ')
  if (!time || (day && day !== date)) return [{ field: 'slot', message: null }]
  return refusals('slot', api.checkout.setPickupSlot({ date, time }))
}

async function refusals(step: DetailsField, call: Promise<unknown>): Promise<FieldError[]> {
  const answer = await attempt(call)
  return isRefusal(answer)
    ? answer.errors.map((error) => ({ field: fieldOf(error, step), message: error.message }))
    : []
}

const own: readonly DetailsField[] = ['method', 'name', 'phone', 'email', 'comment']

function fieldOf({ code, field }: ErrorItem, step: DetailsField): DetailsField {
  if (code === 'checkout.slot_unavailable' || code === 'checkout.slot_required') return 'slot'
  return own.find((name) => name === field) ?? step
}
