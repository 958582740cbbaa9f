import type { Address } from '#contract/addresses.ts'
import type { CheckoutConfig, Method, Slot, SlotDay } from '#contract/checkout.ts'
import { checkout as calls, detailSteps } from '#contract/checkout.ts'
import { minuteMs } from '#contract/durations.ts'
import type { Place, SlotMethod } from '#contract/fulfilment-methods.ts'
import { addressMethodOf, goesTo, goodsOf, isSlotMethod, slotMethods } from '#contract/fulfilment-methods.ts'
import { toInstant } from '#contract/hours.ts'
import { normalisePhone } from '#contract/phone.ts'
import type { CartRow, PricedCart } from '#server/cart/cart.ts'
import { choices, pricedFromCache } from '#server/cart/cart.ts'
import { recordingRefusals } from '#server/catalogue/catalogue.ts'
import * as contacts from '#server/contacts/contacts.ts'
import { refuseCheckoutOff } from '#server/content/content.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import { current, normaliseAddress, placeOf, quoteFor, slots, toLocal } from '#server/locations/locations.ts'
import { saveAddress } from '#server/members/members.ts'
import { isService } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { Failure, fail, failAll } from '#server/platform/fail.ts'
import { toInputFailure } from '#server/platform/http/responses.ts'
import { loadChoices } from './choices.ts'
import { refuseOutside } from './delivery.ts'
import type { FulfilmentMethod } from './fulfilment-methods.ts'
import {
  findChosenMethod,
  findOfferedMethod,
  findPartyAt,
  findPromisedSlot,
  isAvailable,
  isHeldSlot,
  startOf,
} from './fulfilment-methods.ts'
import { refuseEarly, refuseMissed } from './hold-plan.ts'
import type { Reserved } from './holds.ts'
import { orWithoutHold, reserve, reserveFor } from './holds.ts'
import { windowFor } from './pickup.ts'
import { conflictingLines, tooLateForTable, unavailableLines, withinWindows } from './windows.ts'

type Chosen = CheckoutConfig['chosen']
type SlotChoice = { date: string; time: string } | { asap: true }

/** The visitor's store, the cart with the shopper's choices so far, and the cart's lines. */
export interface CheckoutState {
  location: LocationRow
  cart: CartRow | null
  lines: PricedCart['lines']
  subtotal: number
}

/**
 * A step of the checkout. It checks its input and calls `saveChoices` with the choices to save. These choices are saved
 * even if the step fails afterwards.
 */
type DetailStep<Input> = (ctx: Context, input: Input, tools: StepTools) => Promise<void>

/** The shopper's store and cart, and the function that saves a step's choices. */
interface StepTools {
  state: CheckoutState
  saveChoices: (choices: Partial<choices.Choices>) => void
}

/** Reads the visitor's store, and the open cart if there is one. */
export async function loadCheckoutState(ctx: Context): Promise<CheckoutState> {
  const pricedCart = await pricedFromCache(ctx)
  const location = pricedCart?.location ?? (await current(ctx))
  return {
    location,
    cart: pricedCart?.cart ?? null,
    lines: pricedCart?.lines ?? [],
    subtotal: pricedCart?.subtotal ?? 0,
  }
}

/**
 * The days and slots at which a store has all of these lines available, including the time that the cart holds. Eating
 * in has none, because the kitchen starts at once. Shipping has none, because a carrier delivers days later. A
 * group-buy has none, because it has its own windows.
 */
export async function timesOf(
  ctx: Context,
  way: FulfilmentMethod,
  { cart, lines }: Pick<CheckoutState, 'cart' | 'lines'>,
) {
  const { method, location, rules, campaign } = way
  if (!isSlotMethod(method) || campaign) {
    const unservedLines = goesTo(method, 'table') && !campaign ? notServedAtTable(ctx, location, lines) : []
    return { method, earliest: null, asap: null, days: [], apart: unservedLines.map(({ key }) => key) }
  }
  const offered = await slots.times(ctx, location, rules)
  const heldTime = heldTimeOf(ctx, cart, way)
  const all = withHeldTime(offered.days, heldTime, way)
  const days = withinWindows(all, lines)
  const asapSlot = heldTime?.asap ? heldTime : offered.asap
  const asap = asapSlot && isAvailable(lines, asapSlot) ? asapSlot : null
  const earliest = slots.firstFree(days)
  const keys = earliest || asap ? [] : conflictingLines(all, lines).map(({ key }) => key)
  return { method, earliest, asap, days, apart: keys }
}

/**
 * The time that the cart holds for this method. Null if the cart holds none, or if the method's lead time, counted from
 * the start of the hold, ends after the held time. The lead time can grow if the shopper enters an address in another
 * delivery zone.
 */
function heldTimeOf(ctx: Context, cart: CartRow | null, way: FulfilmentMethod): Slot | null {
  const { slot = null, holdBeganAt = null } = cart ?? {}
  if (!slot?.time || !holdBeganAt || !isHeldSlot(ctx, cart, { way, slot })) return null
  const at = toInstant(slot.date, slot.time, way.location.timeZone)
  return at && at.getTime() >= holdBeganAt.getTime() + way.rules.leadMinutes * minuteMs ? slot : null
}

/**
 * Adds the time that the cart holds to the days, if the store's hours contain this time but the store no longer offers
 * it to other carts.
 */
function withHeldTime(days: SlotDay[], heldTime: Slot | null, { rules }: FulfilmentMethod): SlotDay[] {
  if (!heldTime || heldTime.asap) return days
  const { date } = heldTime
  const held = slots.gridOf(rules, date).find(({ time }) => time === heldTime.time)
  const day = days.find((day) => day.date === date) ?? { date, slots: [] }
  if (!held || day.slots.some(({ time }) => time === held.time)) return days
  const { time, until } = held
  const daySlots = [...day.slots, { time, until, state: 'free' as const }]
  const heldDay = { date, slots: daySlots.toSorted((one, other) => (one.time < other.time ? -1 : 1)) }
  return [...days.filter((other) => other !== day), heldDay].toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

/** The lines that guests at a table cannot order now, in the same sequence as in the cart. */
function notServedAtTable(ctx: Context, { timeZone }: LocationRow, lines: PricedCart['lines']) {
  const found = new Set([...tooLateForTable(lines), ...unavailableLines(lines, toLocal(ctx.app.now(), timeZone))])
  return lines.filter((line) => found.has(line))
}

const methodStep: DetailStep<{ method: Method }> = async (ctx, { method }, { state, saveChoices }) => {
  await requireMethod(ctx, state, method)
  saveChoices({ method })
}

/**
 * Returns the chosen method if it has slots and hands over goods at this place. Otherwise returns the first method that
 * does.
 */
function slotMethodAt(place: Place, { cart }: CheckoutState): SlotMethod {
  const [defaultMethod = slotMethods[0], ...others] = slotMethods.filter((method) => goesTo(method, place))
  return others.find((method) => method === cart?.method) ?? defaultMethod
}

const pickupSlotStep: DetailStep<SlotChoice & { pickupPointId?: string | undefined }> = async (
  ctx,
  when,
  { state, saveChoices },
) => {
  if (!ctx.campaignId) return slotStep(ctx, { method: slotMethodAt('store', state), when }, { state, saveChoices })
  const { cart, location, subtotal, lines } = state
  const { campaign } = await findChosenMethod(ctx, { cart, location, subtotal, lines })
  if (!campaign || 'asap' in when) fail('checkout.slot_unavailable')
  saveChoices(windowFor(campaign, when))
}

const deliverySlotStep: DetailStep<SlotChoice> = (ctx, when, { state, saveChoices }) =>
  slotStep(ctx, { method: slotMethodAt('address', state), when }, { state, saveChoices })

const slotStep: DetailStep<{ method: Method; when: SlotChoice }> = async (
  ctx,
  { method, when },
  { state, saveChoices },
) => {
  const way = await requireMethod(ctx, state, method)
  const heldTime = heldTimeOf(ctx, state.cart, way)
  const findAsap = async () => (heldTime?.asap ? heldTime : findPromisedSlot(ctx, way, state.lines))
  const slot = 'asap' in when ? await findAsap() : when
  if (!slot) fail('checkout.slot_unavailable')
  refuseMissed(state.lines, slot)
  if (!isHeldSlot(ctx, state.cart, { way, slot })) refuseEarly(ctx, state.lines, startOf(ctx, way, slot))
  if (!('asap' in when) && !(await isSlotFree(ctx, state, { way, slot }))) fail('checkout.slot_unavailable')
  saveChoices({ method, slot })
}

const pickupDateStep: DetailStep<{ date: string }> = async (ctx, { date }, { state, saveChoices }) => {
  const method = slotMethodAt('store', state)
  const { days } = await timesOf(ctx, await requireMethod(ctx, state, method), state)
  if (!days.some((day) => day.date === date)) fail('checkout.slot_unavailable')
  saveChoices({ method, slot: { date, time: null } })
}

interface ContactInput {
  name: string
  phone?: string | undefined
  email?: string | undefined
  localStoreName?: string | undefined
  methodName?: Method | undefined
  tableNumber?: string | undefined
}

const contactStep: DetailStep<ContactInput> = async (ctx, contactInput, { state, saveChoices }) => {
  const { name, phone, email, localStoreName, methodName, tableNumber } = contactInput
  refuseOtherStore(state, localStoreName)
  const isEatIn = goesTo(methodName ?? state.cart?.method, 'table')
  const party = isEatIn ? await findPartyAt(ctx, state.location) : null
  if (isEatIn && (!party || (tableNumber && tableNumber !== party.tableNumber))) fail('checkout.table_required')
  // A membership needs only an email address, because nobody delivers it or calls about it.
  if (!isEatIn && !phone && !isService(state.lines)) refuseMissing('phone')
  if (!isEatIn && !email) refuseMissing('email')
  saveChoices({ contact: { name, phone: normalisePhone(phone ?? '') ?? '', email: email ?? '' } })
}

const verifiedContactStep: DetailStep<{ id?: string | undefined }> = async (ctx, { id }, { saveChoices }) => {
  await contacts.requireVerified(ctx, id)
  saveChoices({ verifiedContactId: id ?? null })
}

const commentStep: DetailStep<{ comment: string }> = async (_, { comment }, { saveChoices }) =>
  saveChoices({ comment: comment.trim() })

type AddressInput = Address & { saveToMyProfile?: boolean | undefined; localStoreName?: string | undefined }

const deliveryAddressStep: DetailStep<AddressInput> = async (
  ctx,
  addressInput,
  { state: { location, lines }, saveChoices },
) => {
  const { saveToMyProfile = false, localStoreName, ...input } = addressInput
  refuseOtherStore({ location }, localStoreName)
  const address = normaliseAddress(input)
  saveChoices({ address })
  if (saveToMyProfile) await saveAddress(ctx, 'DELIVERY', address)
  const place = await placeOf(ctx, address.country, address.postCode)
  const method = addressMethodOf(goodsOf(lines))
  if (!(await quoteFor(ctx, location, { method, place, subtotal: 0, grams: 0 }))) {
    await refuseOutside(ctx, location, address)
  }
}

/**
 * Turns a step into a call that saves the valid choices. The call fails if the step refused a choice; otherwise it
 * returns all current choices.
 */
function toCall<Input>(runStep: DetailStep<Input>) {
  return async (ctx: Context, input: Input): Promise<Chosen> => {
    const state = await loadCheckoutState(ctx)
    const { kept, refused } = await runSteps(state, [
      (state, saveChoices) => runStep(ctx, input, { state, saveChoices }),
    ])
    const cart = refused.length > 0 && isEmpty(kept) ? state.cart : await choices.choose(ctx, kept)
    if (refused.length > 0) failAll(refused)
    return loadChoices(ctx, state.location, { cart })
  }
}

/**
 * Chooses the method. Clears the chosen slot if it belongs to another method. Fails with `checkout.method_unavailable`
 * if the store does not offer the method.
 */
export const setMethod = toCall(methodStep)

/**
 * Chooses a day and time of pickup, or a point and window of a group-buy. For a group-buy, fails as `windowFor` does.
 * Otherwise fails with `checkout.slot_unavailable` if the time is past, closed or full, or if a line is not available
 * or cannot be ready then.
 */
export const setPickupSlot = toCall(pickupSlotStep)

/** Chooses a day and time of delivery. Fails like `setPickupSlot`. */
export const setDeliverySlot = toCall(deliverySlotStep)

/** Chooses a day of pickup and leaves the time open. Fails with `checkout.slot_unavailable` for a day without slots. */
export const setPickupDate = toCall(pickupDateStep)

/**
 * Saves the contact of the order. Accepts Canadian, US and Chinese phone numbers and stores them as `+1…` or `+86…`.
 * Eating in needs neither phone nor email, but fails with `checkout.table_required` if the visitor sits at no table or
 * at another table than `tableNumber`. Fails with `checkout.other_store` if `localStoreName` does not name the chosen
 * store.
 */
export const setContact = toCall(contactStep)

/** Chooses the verified contact of the order. Fails like `contacts.requireVerified`. */
export const setVerifiedContact = toCall(verifiedContactStep)

/** Saves a comment for the shop. */
export const setComment = toCall(commentStep)

/**
 * Saves the delivery address in the cart and, on request, among the member's addresses. Fails with
 * `checkout.address_invalid` for each invalid field. Saves an address outside the store's zones too, but then fails
 * with `checkout.address_outside`. This error names a store that delivers there or, if none does, a store for pickup.
 */
export const setDeliveryAddress = toCall(deliveryAddressStep)

const stepHandlers = {
  setMethod: methodStep,
  setDeliveryAddress: deliveryAddressStep,
  setPickupSlot: pickupSlotStep,
  setDeliverySlot: deliverySlotStep,
  setContact: contactStep,
  setVerifiedContact: verifiedContactStep,
  setComment: commentStep,
} satisfies Record<(typeof detailSteps)[number], unknown>

/**
 * Takes several checkout steps at once. If all are valid, holds stock and slot like `reserve`. If some are not, saves
 * the valid choices and fails with all problems together. A problem without a field gets the name of its step as the
 * field.
 */
export function fillIn(ctx: Context, input: DetailsInput): Promise<Reserved> {
  return recordingRefusals(ctx, () => saveAllDetails(ctx, input))
}

interface DetailsInput {
  steps: Partial<Record<keyof typeof stepHandlers, unknown>>
}

async function saveAllDetails(ctx: Context, { steps }: DetailsInput): Promise<Reserved> {
  const state = await loadCheckoutState(ctx)
  const givenSteps = detailSteps.filter((step) => steps[step] !== undefined)
  const { kept, refused } = await runSteps(
    state,
    givenSteps.map((step) => toStep(ctx, step, steps[step])),
  )
  if (refused.length > 0) {
    if (!isEmpty(kept)) await choices.choose(ctx, kept)
    failAll(refused)
  }
  return isEmpty(kept) ? reserve(ctx) : reserveWithChoices(ctx, state, kept)
}

/**
 * Creates the step `name`. The step validates its input with the schema of the call `name`. A problem without a field
 * gets `name` as its field.
 */
function toStep(ctx: Context, name: keyof typeof stepHandlers, input: unknown): Step {
  return async (state, saveChoices) => {
    try {
      const parsed = calls[name].input.safeParse(input, { reportInput: true })
      if (!parsed.success) throw toInputFailure(parsed.error)
      // The cast is safe, because the data was parsed with this step's schema.
      await stepHandlers[name](ctx, parsed.data as never, { state, saveChoices })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      throw new Failure(error.items.map((item) => ({ ...item, field: item.field || name })))
    }
  }
}

/** Saves the choices and holds stock and slot, in one transaction. */
async function reserveWithChoices(
  ctx: Context,
  { cart }: CheckoutState,
  kept: Partial<choices.Choices>,
): Promise<Reserved> {
  const saveChoices = async () => void (await choices.choose(ctx, kept))
  const saveAndReserve = () =>
    transact(ctx, async (ctx) => {
      const savingCart = choices.choose(ctx, kept)
      return reserveFor(ctx, cart?.id ?? (await savingCart).id, savingCart)
    })
  try {
    await refuseCheckoutOff(ctx)
    return await orWithoutHold(saveAndReserve, saveChoices)
  } catch (error) {
    // Saves the choices even if the checkout is off or the hold fails, so that the shopper need not enter them again.
    if (error instanceof Failure) await saveChoices()
    throw error
  }
}

type Step = (state: CheckoutState, saveChoices: (choices: Partial<choices.Choices>) => void) => Promise<void>

/** Runs the steps in order; each step sees the choices that earlier steps made. */
async function runSteps(state: CheckoutState, steps: Step[]) {
  const kept: Partial<choices.Choices> = {}
  const refused: FailureItem[] = []
  for (const step of steps) {
    const { cart } = state
    try {
      await step({ ...state, cart: cart && { ...cart, ...kept } }, (choices) => Object.assign(kept, choices))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refused.push(...error.items)
    }
  }
  return { kept, refused }
}

const isEmpty = (choices: Partial<choices.Choices>) => Object.keys(choices).length === 0

async function isSlotFree(
  ctx: Context,
  { lines, cart }: CheckoutState,
  { way, slot }: { way: FulfilmentMethod; slot: Slot },
) {
  const { days } = await timesOf(ctx, way, { cart, lines })
  const found = days.find(({ date }) => date === slot.date)?.slots.find(({ time }) => time === slot.time)
  return found && (found.state !== 'full' || isHeldSlot(ctx, cart, { way, slot }))
}

/**
 * Describes a fulfilment method for the cart. Fails with `checkout.method_unavailable` if the store does not offer it.
 */
async function requireMethod(
  ctx: Context,
  { location, cart, subtotal, lines }: CheckoutState,
  method: Method,
): Promise<FulfilmentMethod> {
  const [way] =
    (await findOfferedMethod(ctx, { cart, location, subtotal, lines }, method)) ?? fail('checkout.method_unavailable')
  return way
}

/** Fails with `checkout.other_store` if the details were entered for a store that is no longer the chosen one. */
function refuseOtherStore({ location: { name } }: Pick<CheckoutState, 'location'>, requestedName: string | undefined) {
  const normalized = (name: string) => name.normalize('NFKC').trim().toLowerCase()
  const isSameStore =
    !requestedName || Object.values(name).some((storeName) => normalized(storeName) === normalized(requestedName))
  if (!isSameStore) fail('checkout.other_store', { store: name }, 'localStoreName')
}

function refuseMissing(field: string): never {
  fail('input.invalid', { field, message: 'field.required' }, field)
}
