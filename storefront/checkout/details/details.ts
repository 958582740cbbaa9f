import type { Address, Country } from '#contract/addresses.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { formatPhone } from '#contract/format.ts'
import type { Method } from '#contract/fulfilment-methods.ts'
import { goesTo, isSlotMethod, methods, slotMethods } from '#contract/fulfilment-methods.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'
import { joinedSlot } from './point-choice.tsx'

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
export interface DetailsError {
  field: DetailsField
  message: string | null
  /** Whether a required field is empty. */
  isMissing?: boolean
  /** Whether the message itself names the field. The list of errors then does not add the field's label. */
  isComplete?: boolean
  /** Whether the shopper must change the cart. The list of errors then links to the cart. */
  isCart?: boolean
}

/** Returns a field's error message. */
export type ErrorOf = (field: DetailsError['field']) => string | undefined

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

/** Identifies an address by all its fields. When it changes, the form shows the new address. */
export const addressKey = (address: Address) => JSON.stringify(address)

export function readAddress(form: FormData): Address {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    // The cast does not check the country, because the server validates it.
    country: (text('country') || 'CA') as Country,
    province: text('province'),
    city: text('city'),
    district: text('district'),
    street: text('street'),
    unit: text('unit'),
    postCode: text('postCode'),
    buzzer: text('buzzer'),
    note: text('note'),
    leaveAtDoor: form.has('leaveAtDoor'),
  }
}

/**
 * The names of the form fields for the day, the time (`slot`) and the way to choose a time. The value of the field
 * `way` is `time` if the shopper picks a day and a time. Otherwise the value is the first offered time: `asap`, or a
 * date and time. Delivery has its own fields, so that the form keeps the times of both methods when the shopper changes
 * the method.
 */
const slotFieldsAt = {
  store: { day: 'day', slot: 'slot', way: 'slotWay' },
  address: { day: 'deliveryDay', slot: 'deliverySlot', way: 'deliverySlotWay' },
} as const
export const slotFields = (method: Method | '') =>
  goesTo(method, 'address') ? slotFieldsAt.address : slotFieldsAt.store

export function readDetails(form: FormData): Details {
  const text = (name: string) => String(form.get(name) ?? '')
  // The form sends a day and a time even if the shopper chose the first offered time. Then only the field `way` counts.
  const slotIn = ({ way, day, slot }: ReturnType<typeof slotFields>) =>
    text(way) && text(way) !== 'time' ? { day: '', slot: text(way) } : { day: text(day), slot: text(slot) }
  const store = slotIn(slotFieldsAt.store)
  const delivery = slotIn(slotFieldsAt.address)
  return {
    // In a group-buy, the chosen pickup window determines the method.
    method: parseWindow(text('slot'))?.method ?? methods.find((method) => method === text('method')) ?? '',
    day: store.day,
    slot: store.slot,
    deliveryDay: delivery.day,
    deliverySlot: delivery.slot,
    address: readAddress(form),
    saveAddress: form.has('saveAddress'),
    tableNumber: text('tableNumber'),
    name: text('name'),
    phone: text('phone'),
    email: text('email'),
    comment: text('comment'),
    verifiedContactId: form.has('asksVerifiedContact') ? text('verifiedContactId') : null,
  }
}

/** The initial values: the values that the shopper has already chosen, otherwise the values of the account. */
export function defaultDetails(
  { chosen, savedAddresses, methods, verifiedContact, campaign }: CheckoutConfig,
  user: { name: string; phone?: string | null; email: string } | null,
): Details {
  const { contact, slot, comment, table } = chosen
  const method = methods.find((option) => option.method === chosen.method)?.method ?? methods[0]?.method ?? ''
  const day = slot?.date ?? ''
  const time = toSlotValue(slot)
  const isDelivery = goesTo(method, 'address') && !campaign
  const pointPrefix = campaign && chosen.pickupPointId ? `${method} ${chosen.pickupPointId} ` : ''
  return {
    method,
    ...(isDelivery
      ? { day: '', slot: '', deliveryDay: day, deliverySlot: time }
      : { day, slot: pointPrefix + time, deliveryDay: '', deliverySlot: '' }),
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

/** The form value of a chosen time: `asap`, or a date and time such as `2026-11-20 17:40`. Empty without a time. */
function toSlotValue(slot: CheckoutConfig['chosen']['slot']): string {
  if (slot?.asap) return 'asap'
  return slot?.time ? `${slot.date} ${slot.time}` : ''
}

/**
 * Saves the details. If they are all valid, the server holds stock and time for the order. Returns all errors at once.
 */
export async function saveDetails(api: Client, details: Details): Promise<DetailsError[]> {
  const result = await attempt(api.checkout.fillIn({ steps: toSteps(details) }))
  if (!isRefusal(result)) return []
  const errors = result.errors.map((error) => toFieldError(error, details))
  return sortByField(errors, details.address.country)
}

/** Extends the hold on the cart's stock and time slot. Returns the errors, each with the form field that shows it. */
export async function extendHold(api: Client, details: Details): Promise<DetailsError[]> {
  const result = await attempt(api.checkout.reserve({}))
  return isRefusal(result) ? result.errors.map((error) => toFieldError(error, details)) : []
}

/** The calls that save the details, each with its input. */
function toSteps(details: Details) {
  const { method, comment, verifiedContactId: id } = details
  return {
    // An order without fulfilment, such as a membership, has no method.
    ...(method && fulfilmentSteps(method, details)),
    setContact: toContact(details),
    ...(id !== null && { setVerifiedContact: id ? { id } : {} }),
    setComment: { comment },
  }
}

function fulfilmentSteps(method: Method, details: Details) {
  const { address, saveAddress } = details
  return {
    setMethod: { method },
    ...(goesTo(method, 'address') && {
      setDeliveryAddress: { ...address, ...(saveAddress && { saveToMyProfile: true }) },
    }),
    ...(isSlotMethod(method) && slotStep(details)),
  }
}

/** The call that saves the chosen time. Null if the order gets the time of the group-buy order that it joins. */
function slotStep({ method, slot, day, deliverySlot, deliveryDay }: Details) {
  if (slot === joinedSlot) return null
  const window = parseWindow(slot)
  if (window) {
    const { method: _, ...chosen } = window
    return { setPickupSlot: chosen }
  }
  return goesTo(method, 'address')
    ? { setDeliverySlot: parseSlot(deliverySlot, deliveryDay) }
    : { setPickupSlot: parseSlot(slot, day) }
}

function toContact({ method, name, phone, email, tableNumber }: Details) {
  const isTable = goesTo(method, 'table')
  // A membership has no method. Its buyer needs only an email.
  const isPhoneOptional = isTable || method === ''
  const isEmailOptional = isTable
  return {
    name,
    // Omits an optional phone or email that is empty, because the server rejects empty values.
    ...((phone || !isPhoneOptional) && { phone }),
    ...((email || !isEmailOptional) && { email }),
    ...(method && { methodName: method }),
    ...(isTable && tableNumber && { tableNumber }),
  }
}

/** The chosen time. A time on a day other than the selected one counts as no choice. */
function parseSlot(slot: string, day: string): { asap: true } | { date: string; time: string } | Record<string, never> {
  if (slot === 'asap') return { asap: true }
  const [date = '', time = ''] = slot.split(' ')
  return time && (!day || day === date) ? { date, time } : {}
}

/**
 * Parses a form value that `windowValue` (`point-choice.tsx`) wrote. Null for a time slot of the store, whose form
 * value has another format.
 */
function parseWindow(slot: string) {
  const [, name = '', pickupPointId = '', date = '', time = ''] = /^(\S+) (\S+) (\S+) (\S+)$/.exec(slot) ?? []
  const method = slotMethods.find((method) => method === name)
  return method ? { method, pickupPointId, date, time } : null
}

/** Fills a missing city or province of an address from its postal code. */
export function fillFromPostCode(address: Address, place: { city: string | null; province: string | null } | null) {
  return {
    ...address,
    city: address.city || (place?.city ?? ''),
    province: address.province || (place?.province ?? ''),
  }
}

/** Sorts errors by the order of their fields in the form. */
function sortByField(errors: DetailsError[], country: Country): DetailsError[] {
  const order: readonly DetailsField[] = ['method', 'country', ...addressOrder(country)]
  const positionOf = ({ field }: DetailsError) => (order.includes(field) ? order.indexOf(field) : order.length)
  return errors.sort((a, b) => positionOf(a) - positionOf(b))
}

/** The address fields after the country, in the order of the country's form. */
export const addressOrder = (country: Country): readonly PlaceField[] =>
  country === 'CN'
    ? ['province', 'city', 'district', 'street', 'unit', 'postCode', 'buzzer', 'note']
    : ['postCode', 'street', 'unit', 'city', 'province', 'buzzer', 'note']

function toFieldError(error: ErrorItem, details: Details): DetailsError {
  const field = fieldOf(error, details)
  return {
    field,
    message: field === 'slot' && lacksTime(details) ? null : error.message,
    ...(isMissing(field, details) && { isMissing: true }),
    ...(error.code !== 'input.invalid' && { isComplete: true }),
    ...(error.code === 'checkout.below_minimum' && { isCart: true }),
  }
}

/** Whether the shopper must choose a time, but has not chosen one on the selected day. */
function lacksTime(details: Details): boolean {
  const step = slotStep(details)
  return step !== null && Object.values(step).some((chosen) => Object.keys(chosen).length === 0)
}

/** Required fields that have a specific message if they are empty. */
const requiredTextFields = ['name', 'phone', 'email', 'postCode'] as const
export type RequiredTextField = (typeof requiredTextFields)[number]
export const isRequiredTextField = (field: DetailsField): field is RequiredTextField =>
  requiredTextFields.some((name) => name === field)

function isMissing(field: DetailsField, { address, ...details }: Details): boolean {
  if (!isRequiredTextField(field)) return false
  return (field === 'postCode' ? address.postCode : details[field]).trim() === ''
}

const ownErrorFields: readonly DetailsField[] = [
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
  'campaigns.point_closed',
])

/** The form field that shows an error whose `field` is only the name of a call, not the name of a form field. */
const fieldOfStep: Record<string, DetailsField> = {
  setMethod: 'method',
  setDeliveryAddress: 'postCode',
  setPickupSlot: 'slot',
  setDeliverySlot: 'slot',
  setContact: 'name',
  setVerifiedContact: 'verifiedContact',
  setComment: 'comment',
}

function fieldOf({ code, field = '' }: ErrorItem, { method }: Details): DetailsField {
  // Guests at a table have no field for the time. They can solve the problem only by changing the cart.
  if (slotCodes.has(code)) return goesTo(method, 'table') ? 'cart' : 'slot'
  if (code === 'checkout.address_outside' || code === 'checkout.address_required') return 'postCode'
  if (code === 'checkout.table_required' || code === 'checkout.closed') return 'method'
  return ownErrorFields.find((name) => name === field) ?? fieldOfStep[field] ?? 'cart'
}
