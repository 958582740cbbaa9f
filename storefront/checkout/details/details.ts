import type { Address, Country } from '#contract/addresses.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { formatPhone } from '#contract/format.ts'
import type { Method } from '#contract/fulfilment-methods.ts'
import { goesTo, isSlotMethod, methods, slotMethods } from '#contract/fulfilment-methods.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'
import { asJoined } from './point-choice.tsx'

/** The values of the form: method, time, place and contact. */
export interface Details {
  method: Method | ''
  /**
   * The selected day and the chosen `slot` for pickup. `slot` is a date and time such as `2026-11-20 17:40`, or `asap`,
   * and may be on another day than the selected one. For a group-buy, `slot` is a pickup window as `windowValue` writes
   * it (`point-choice.tsx`).
   */
  day: string
  slot: string
  /** The day and time for delivery. */
  deliveryDay: string
  deliverySlot: string
  address: Address
  saveAddress: boolean
  tableNumber: string
  name: string
  phone: string
  email: string
  comment: string
  /**
   * The id of the verified contact. Null if the order requires no verified contact, '' if the shopper has chosen none.
   */
  verifiedContactId: string | null
}
export type AddressField = Exclude<keyof Address, 'leaveAtDoor'>
export type PlaceField = Exclude<AddressField, 'country'>
export type DetailsField =
  | 'method'
  | 'slot'
  | 'verifiedContact'
  | 'name'
  | 'phone'
  | 'email'
  | 'comment'
  | 'cart'
  | 'unsent'
  | AddressField

/** The id of a field's element. The error list and the payment page link to it. */
export const fieldId = (name: string) => `checkout-${name}`

/**
 * The error of one field. `message` is the server's message. It is null if the shopper has not chosen a time on the
 * selected day, or if the form did not reach the server. The page then shows its own message.
 */
export interface FieldError {
  field: DetailsField
  message: string | null
  /** Whether a required field is empty. */
  isMissing?: boolean
  /** Whether the message itself names the field. The list of errors then does not add the field's label. */
  isWhole?: boolean
  /** Whether the shopper must change the cart. The list of errors then links to the cart. */
  isCart?: boolean
}

/** Returns a field's error message. */
export type ErrorOf = (field: FieldError['field']) => string | undefined

export const emptyAddress: Address = {
  country: 'CA',
  province: '',
  city: '',
  district: '',
  street: '',
  unit: '',
  postCode: '',
  buzzer: '',
  note: '',
  leaveAtDoor: false,
}

export function readAddress(form: FormData): Address {
  const word = (name: string) => String(form.get(name) ?? '')
  return {
    // The cast does not check the country, because the server validates it.
    country: (word('country') || 'CA') as Country,
    province: word('province'),
    city: word('city'),
    district: word('district'),
    street: word('street'),
    unit: word('unit'),
    postCode: word('postCode'),
    buzzer: word('buzzer'),
    note: word('note'),
    leaveAtDoor: form.has('leaveAtDoor'),
  }
}

export function readDetails(form: FormData): Details {
  const word = (name: string) => String(form.get(name) ?? '')
  return {
    // In a group-buy, the chosen pickup window determines the method.
    method: windowOf(word('slot'))?.method ?? methods.find((method) => method === word('method')) ?? '',
    day: word('day'),
    slot: word('slot'),
    deliveryDay: word('deliveryDay'),
    deliverySlot: word('deliverySlot'),
    address: readAddress(form),
    saveAddress: form.has('saveAddress'),
    tableNumber: word('tableNumber'),
    name: word('name'),
    phone: word('phone'),
    email: word('email'),
    comment: word('comment'),
    verifiedContactId: form.has('asksVerifiedContact') ? word('verifiedContactId') : null,
  }
}

/**
 * The names of the form fields for day and time. Delivery has its own fields, so that changing the method keeps both
 * choices.
 */
const slotFieldsAt = {
  store: { day: 'day', slot: 'slot' },
  address: { day: 'deliveryDay', slot: 'deliverySlot' },
} as const
export const slotFields = (method: Method | '') =>
  goesTo(method, 'address') ? slotFieldsAt.address : slotFieldsAt.store

/** The initial values: the values that the shopper has already chosen, otherwise the values of the account. */
export function firstDetails(
  { chosen, savedAddresses, methods, verifiedContact, campaign }: CheckoutConfig,
  user: { name: string; phone?: string | null; email: string } | null,
): Details {
  const { contact, slot, comment, table } = chosen
  const method = methods.find((offered) => offered.method === chosen.method)?.method ?? methods[0]?.method ?? ''
  const time = slot?.asap ? 'asap' : slot?.time ? `${slot.date} ${slot.time}` : ''
  const isDelivery = goesTo(method, 'address') && !campaign
  const point = campaign && chosen.pickupPointId ? `${method} ${chosen.pickupPointId} ` : ''
  return {
    method,
    day: isDelivery ? '' : (slot?.date ?? ''),
    slot: isDelivery ? '' : point + time,
    deliveryDay: isDelivery ? (slot?.date ?? '') : '',
    deliverySlot: isDelivery ? time : '',
    address: chosen.address ?? savedAddresses[0] ?? emptyAddress,
    saveAddress: savedAddresses.length === 0,
    tableNumber: table?.number ?? '',
    name: contact?.name ?? user?.name ?? '',
    phone: formatPhone(contact?.phone || (user?.phone ?? '')),
    email: contact?.email || (user?.email ?? ''),
    comment,
    verifiedContactId: verifiedContact?.chosenId ?? null,
  }
}

/**
 * Saves the details. If they are all valid, the server holds stock and time for the order. Returns all errors at once.
 */
export async function saveDetails(api: Client, details: Details): Promise<FieldError[]> {
  const { method, name, phone, email, comment, tableNumber, verifiedContactId: id } = details
  const isTable = goesTo(method, 'table')
  // Omits an empty phone or email that is optional, because the server rejects empty values. Guests at a table may omit
  // both, and buyers of a membership may omit the phone.
  const reach = {
    ...((phone || (method && !isTable)) && { phone }),
    ...((email || !isTable) && { email }),
  }
  const steps = {
    // An order without fulfilment, such as a membership, has no method.
    ...(method && { setMethod: { method }, ...placeOf(details), ...(isSlotMethod(method) && slotOf(details)) }),
    setContact: {
      name,
      ...reach,
      ...(method && { methodName: method }),
      ...(isTable && tableNumber && { tableNumber }),
    },
    ...(id !== null && { setVerifiedContact: id ? { id } : {} }),
    setComment: { comment },
  }
  const answer = await attempt(api.checkout.fillIn({ steps }))
  if (!isRefusal(answer)) return []
  return inOrder(
    answer.errors.map((error) => toFieldError(error, details)),
    details.address.country,
  )
}

/** Fills a missing city or province of an address from its postal code. */
export function fillFromPostCode(address: Address, found: { city: string | null; province: string | null } | null) {
  return {
    ...address,
    city: address.city || (found?.city ?? ''),
    province: address.province || (found?.province ?? ''),
  }
}

/** Extends the hold on the cart's stock and time slot. Returns the errors, each with the form field that shows it. */
export async function extendHold(api: Client, details: Details): Promise<FieldError[]> {
  const answer = await attempt(api.checkout.reserve({}))
  return isRefusal(answer) ? answer.errors.map((error) => toFieldError(error, details)) : []
}

function placeOf({ method, address, saveAddress }: Details) {
  return (
    goesTo(method, 'address') && {
      setDeliveryAddress: { ...address, ...(saveAddress && { saveToMyProfile: true }) },
    }
  )
}

/** Sorts errors by the order of their fields in the form. */
function inOrder(refused: FieldError[], country: Country): FieldError[] {
  const order: readonly DetailsField[] = ['method', 'country', ...addressOrder(country)]
  const at = ({ field }: FieldError) => (order.includes(field) ? order.indexOf(field) : order.length)
  return refused.sort((one, other) => at(one) - at(other))
}

/** The address fields after the country, in the order of the country's form. */
export const addressOrder = (country: Country): readonly PlaceField[] =>
  country === 'CN'
    ? ['province', 'city', 'district', 'street', 'unit', 'postCode', 'buzzer', 'note']
    : ['postCode', 'street', 'unit', 'city', 'province', 'buzzer', 'note']

function slotOf({ method, slot, day, deliverySlot, deliveryDay }: Details) {
  if (slot === asJoined) return null
  const window = windowOf(slot)
  if (window) {
    const { method: _, ...chosen } = window
    return { setPickupSlot: chosen }
  }
  return slotFields(method) === slotFieldsAt.address
    ? { setDeliverySlot: whenOf(deliverySlot, deliveryDay) }
    : { setPickupSlot: whenOf(slot, day) }
}

/** The chosen time. A time on a day other than the selected one counts as no choice. */
function whenOf(slot: string, day: string): { asap: true } | { date: string; time: string } | Record<string, never> {
  if (slot === 'asap') return { asap: true }
  const [date = '', time = ''] = slot.split(' ')
  return time && (!day || day === date) ? { date, time } : {}
}

/**
 * Parses a form value that `windowValue` (`point-choice.tsx`) wrote. Null for a time slot of the store, whose form
 * value has another format.
 */
function windowOf(slot: string) {
  const [, name = '', pickupPointId = '', date = '', time = ''] = /^(\S+) (\S+) (\S+) (\S+)$/.exec(slot) ?? []
  const method = slotMethods.find((method) => method === name)
  return method ? { method, pickupPointId, date, time } : null
}

function toFieldError(error: ErrorItem, details: Details): FieldError {
  const field = fieldOf(error)
  const slot = slotOf(details)
  const isUnchosen =
    field === 'slot' && slot !== null && Object.values(slot).some((when) => !('asap' in when || 'date' in when))
  return {
    field,
    message: isUnchosen ? null : error.message,
    ...(isMissing(field, details) && { isMissing: true }),
    ...(error.code !== 'input.invalid' && { isWhole: true }),
    ...(error.code === 'checkout.below_minimum' && { isCart: true }),
  }
}

/** Required fields that have a specific message if they are empty. */
const asked = ['name', 'phone', 'email', 'postCode'] as const
export type AskedField = (typeof asked)[number]
export const isAsked = (field: DetailsField): field is AskedField => asked.some((name) => name === field)

function isMissing(field: DetailsField, { address, ...details }: Details): boolean {
  if (!isAsked(field)) return false
  return (field === 'postCode' ? address.postCode : details[field]).trim() === ''
}

const own: readonly DetailsField[] = [
  'method',
  'name',
  'phone',
  'email',
  'comment',
  'country',
  'province',
  'city',
  'district',
  'street',
  'unit',
  'postCode',
  'buzzer',
  'note',
]

const slotCodes = new Set<string>([
  'checkout.slot_unavailable',
  'checkout.slot_required',
  'campaigns.point_required',
  'campaigns.point_full',
])

/** For each call that saves the details, the field that shows the call's errors if they name no field. */
const fieldsOfSteps: Record<string, DetailsField> = {
  setMethod: 'method',
  setDeliveryAddress: 'postCode',
  setPickupSlot: 'slot',
  setDeliverySlot: 'slot',
  setContact: 'name',
  setVerifiedContact: 'verifiedContact',
  setComment: 'comment',
}

function fieldOf({ code, field = '' }: ErrorItem): DetailsField {
  if (slotCodes.has(code)) return 'slot'
  if (code === 'checkout.address_outside' || code === 'checkout.address_required') return 'postCode'
  if (code === 'checkout.table_required' || code === 'checkout.closed') return 'method'
  return own.find((name) => name === field) ?? fieldsOfSteps[field] ?? 'cart'
}
