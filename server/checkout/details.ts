import type { Address } from '#contract/addresses.ts'
import type { CheckoutConfig, Method, Slot } from '#contract/checkout.ts'
import { checkout as calls, detailSteps } from '#contract/checkout.ts'
import type { Place, SlotMethod } from '#contract/fulfilment-methods.ts'
import { addressMethodOf, goesTo, goodsOf, isSlotMethod, slotMethods } from '#contract/fulfilment-methods.ts'
import { normalisePhone } from '#contract/phone.ts'
import type { CartRow, PricedCart } from '#server/cart/cart.ts'
import { choices, sketched } from '#server/cart/cart.ts'
import { notingRefusals } from '#server/catalogue/catalogue.ts'
import * as contacts from '#server/contacts/contacts.ts'
import { refuseCheckoutOff } from '#server/content/content.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import { current, normaliseAddress, placeOf, quoteFor, slots } from '#server/locations/locations.ts'
import { saveAddress } from '#server/members/members.ts'
import { isService } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { Failure, fail, failAll } from '#server/platform/fail.ts'
import { toInputFailure } from '#server/platform/http/responses.ts'
import { chosenNow } from './chosen.ts'
import { refuseOutside } from './delivery.ts'
import type { FulfilmentMethod } from './fulfilment-methods.ts'
import { isAvailable, isHeldSlot, methodFor, methodOf, partyAt, promiseFor, startOf } from './fulfilment-methods.ts'
import { refuseEarly, refuseMissed } from './hold-plan.ts'
import type { Reserved } from './holds.ts'
import { reserve, reserveFor, unlessFull } from './holds.ts'
import { windowFor } from './pickup.ts'
import { apart, tooLateForTable, withinWindows } from './windows.ts'

type Chosen = CheckoutConfig['chosen']
type When = { date: string; time: string } | { asap: true }

/** The visitor's store, the cart with the shopper's choices so far, and the cart's lines. */
export interface Sight {
  location: LocationRow
  cart: CartRow | null
  lines: PricedCart['lines']
  subtotal: number
}

/**
 * A step of the checkout. It checks its input and calls `keep` with the choices to save. These choices are saved even
 * if the step fails afterwards.
 */
type Take<Input> = (ctx: Context, input: Input, taking: Taking) => Promise<void>

/** The shopper's store and cart, and the function that saves a step's choices. */
interface Taking {
  sight: Sight
  keep: (choices: Partial<choices.Choices>) => void
}

/** Reads the visitor's store, and the open cart if there is one. */
export async function look(ctx: Context): Promise<Sight> {
  const found = await sketched(ctx)
  const location = found?.location ?? (await current(ctx))
  return { location, cart: found?.cart ?? null, lines: found?.lines ?? [], subtotal: found?.subtotal ?? 0 }
}

/**
 * The days and slots at which a store has all of these lines available. Empty for eating in, because the kitchen starts
 * at once; for shipping, because a carrier delivers days later; and for a group-buy, because it has its own windows.
 */
export async function timesOf(
  ctx: Context,
  { method, location, rules, campaign }: FulfilmentMethod,
  lines: PricedCart['lines'],
) {
  if (!isSlotMethod(method) || campaign) {
    const late = goesTo(method, 'table') && !campaign ? tooLateForTable(lines) : []
    return { method, earliest: null, asap: null, days: [], apart: late.map(({ key }) => key) }
  }
  const { days: all, asap: promise } = await slots.times(ctx, location, rules)
  const days = withinWindows(all, lines)
  const asap = promise && isAvailable(lines, promise) ? promise : null
  const earliest = slots.firstFree(days)
  const keys = earliest || asap ? [] : apart(all, lines).map(({ key }) => key)
  return { method, earliest, asap, days, apart: keys }
}

const takeMethod: Take<{ method: Method }> = async (ctx, { method }, { sight, keep }) => {
  await wayFor(ctx, sight, method)
  keep({ method })
}

/**
 * Returns a method that has slots and hands over goods at this place: the chosen method if it is such a method, else
 * the place's default method.
 */
function slotMethodAt(place: Place, { cart }: Sight): SlotMethod {
  const [usual = slotMethods[0], ...others] = slotMethods.filter((method) => goesTo(method, place))
  return others.find((method) => method === cart?.method) ?? usual
}

const takePickupSlot: Take<When & { pickupPointId?: string | undefined }> = async (ctx, when, { sight, keep }) => {
  if (!ctx.campaignId) return takeSlot(ctx, { method: slotMethodAt('store', sight), when }, { sight, keep })
  const { cart, location, subtotal, lines } = sight
  const { campaign } = await methodOf(ctx, { cart, location, subtotal, lines })
  if (!campaign || 'asap' in when) fail('checkout.slot_unavailable')
  keep(windowFor(campaign, when))
}

const takeDeliverySlot: Take<When> = (ctx, when, { sight, keep }) =>
  takeSlot(ctx, { method: slotMethodAt('address', sight), when }, { sight, keep })

const takeSlot: Take<{ method: Method; when: When }> = async (ctx, { method, when }, { sight, keep }) => {
  const way = await wayFor(ctx, sight, method)
  const slot = 'asap' in when ? await promiseFor(ctx, way, sight.lines) : when
  if (!slot) fail('checkout.slot_unavailable')
  refuseMissed(sight.lines, slot)
  if (!isHeldSlot(ctx, sight.cart, { way, slot })) refuseEarly(ctx, sight.lines, startOf(ctx, way, slot))
  if (!('asap' in when) && !(await isThere(ctx, sight, { way, slot }))) fail('checkout.slot_unavailable')
  keep({ method, slot })
}

const takePickupDate: Take<{ date: string }> = async (ctx, { date }, { sight, keep }) => {
  const method = slotMethodAt('store', sight)
  const { days } = await timesOf(ctx, await wayFor(ctx, sight, method), sight.lines)
  if (!days.some((day) => day.date === date)) fail('checkout.slot_unavailable')
  keep({ method, slot: { date, time: null } })
}

interface GivenContact {
  name: string
  phone?: string | undefined
  email?: string | undefined
  localStoreName?: string | undefined
  methodName?: Method | undefined
  tableNumber?: string | undefined
}

const takeContact: Take<GivenContact> = async (ctx, given, { sight, keep }) => {
  const { name, phone, email, localStoreName, methodName, tableNumber } = given
  refuseOtherStore(sight, localStoreName)
  const isEatIn = goesTo(methodName ?? sight.cart?.method, 'table')
  const party = isEatIn ? await partyAt(ctx, sight.location) : null
  if (isEatIn && (!party || (tableNumber && tableNumber !== party.tableNumber))) fail('checkout.table_required')
  // A membership needs only an email address, because nobody delivers it or calls about it.
  if (!isEatIn && !phone && !isService(sight.lines)) refuseMissing('phone')
  if (!isEatIn && !email) refuseMissing('email')
  keep({ contact: { name, phone: normalisePhone(phone ?? '') ?? '', email: email ?? '' } })
}

const takeVerifiedContact: Take<{ id?: string | undefined }> = async (ctx, { id }, { keep }) => {
  await contacts.demandVerified(ctx, id)
  keep({ verifiedContactId: id ?? null })
}

const takeComment: Take<{ comment: string }> = async (_, { comment }, { keep }) => keep({ comment: comment.trim() })

type GivenAddress = Address & { saveToMyProfile?: boolean | undefined; localStoreName?: string | undefined }

const takeDeliveryAddress: Take<GivenAddress> = async (ctx, given, { sight: { location, lines }, keep }) => {
  const { saveToMyProfile = false, localStoreName, ...input } = given
  refuseOtherStore({ location }, localStoreName)
  const address = normaliseAddress(input)
  keep({ address })
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
function single<Input>(take: Take<Input>) {
  return async (ctx: Context, input: Input): Promise<Chosen> => {
    const sight = await look(ctx)
    const { kept, refused } = await takeAll(sight, [(sight, keep) => take(ctx, input, { sight, keep })])
    const cart = refused.length > 0 && isEmpty(kept) ? sight.cart : await choices.choose(ctx, kept)
    if (refused.length > 0) failAll(refused)
    return chosenNow(ctx, sight.location, { cart })
  }
}

/**
 * Chooses the method. Clears the chosen slot if it belongs to another method. Fails with `checkout.method_unavailable`
 * if the store does not offer the method.
 */
export const setMethod = single(takeMethod)

/**
 * Chooses a day and time of pickup; for a group-buy, a point and one of its windows. Fails with
 * `checkout.slot_unavailable` if the time is past, closed or full, or if a line is not available then.
 */
export const setPickupSlot = single(takePickupSlot)

/** Chooses a day and time of delivery. Fails like `setPickupSlot`. */
export const setDeliverySlot = single(takeDeliverySlot)

/** Chooses a day of pickup and leaves the time open. Fails with `checkout.slot_unavailable` for a day without slots. */
export const setPickupDate = single(takePickupDate)

/**
 * Saves the contact of the order. Accepts Canadian, US and Chinese phone numbers and stores them as `+1…` or `+86…`.
 * Guests at a table need neither phone nor email. Fails with `checkout.table_required` if they sit at no table or name
 * another table, and with `checkout.other_store` if the named store is not the chosen one.
 */
export const setContact = single(takeContact)

/** Chooses the verified contact of the order. Fails like `contacts.demandVerified`. */
export const setVerifiedContact = single(takeVerifiedContact)

/** Saves a comment for the shop. */
export const setComment = single(takeComment)

/**
 * Saves the delivery address in the cart and, on request, among the member's addresses. Fails with
 * `checkout.address_invalid` for each invalid field. Saves an address outside the store's zones too, but then fails
 * with `checkout.address_outside`. This error names a store that delivers there or, if none does, a store for pickup.
 */
export const setDeliveryAddress = single(takeDeliveryAddress)

const takes = {
  setMethod: takeMethod,
  setDeliveryAddress: takeDeliveryAddress,
  setPickupSlot: takePickupSlot,
  setDeliverySlot: takeDeliverySlot,
  setContact: takeContact,
  setVerifiedContact: takeVerifiedContact,
  setComment: takeComment,
} satisfies Record<(typeof detailSteps)[number], unknown>

/**
 * Takes several checkout steps at once. If all are valid, holds stock and slot like `reserve`. If some are not, saves
 * the valid choices and fails with all problems together. A problem without a field gets the name of its step as the
 * field.
 */
export function fillIn(ctx: Context, input: Filled): Promise<Reserved> {
  return notingRefusals(ctx, () => fillInAll(ctx, input))
}

interface Filled {
  steps: Partial<Record<keyof typeof takes, unknown>>
}

async function fillInAll(ctx: Context, { steps }: Filled): Promise<Reserved> {
  const given = detailSteps.filter((step) => steps[step] !== undefined)
  const sight = await look(ctx)
  const { kept, refused } = await takeAll(
    sight,
    given.map((step) => async (sight, keep) => {
      try {
        const parsed = calls[step].input.safeParse(steps[step], { reportInput: true })
        if (!parsed.success) throw toInputFailure(parsed.error)
        // The cast is safe, because the data was parsed with this step's schema.
        await takes[step](ctx, parsed.data as never, { sight, keep })
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        throw new Failure(error.items.map((item) => ({ ...item, field: item.field || step })))
      }
    }),
  )
  if (isEmpty(kept)) return refused.length > 0 ? failAll(refused) : reserve(ctx)
  if (refused.length > 0) {
    await choices.choose(ctx, kept)
    failAll(refused)
  }
  try {
    await refuseCheckoutOff(ctx)
    const reserving = () =>
      transact(ctx, async (ctx) => {
        const choosing = choices.choose(ctx, kept)
        return reserveFor(ctx, sight.cart?.id ?? (await choosing).id, choosing)
      })
    return await unlessFull(reserving, async () => void (await choices.choose(ctx, kept)))
  } catch (error) {
    // Saves the choices even if the checkout is off or the hold fails, so that the shopper need not enter them again.
    if (error instanceof Failure) await choices.choose(ctx, kept)
    throw error
  }
}

type Step = (sight: Sight, keep: (choices: Partial<choices.Choices>) => void) => Promise<void>

/** Runs the steps in order; each step sees the choices that earlier steps made. */
async function takeAll(sight: Sight, steps: Step[]) {
  const kept: Partial<choices.Choices> = {}
  const refused: FailureItem[] = []
  for (const step of steps) {
    const { cart } = sight
    try {
      await step({ ...sight, cart: cart && { ...cart, ...kept } }, (choices) => Object.assign(kept, choices))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refused.push(...error.items)
    }
  }
  return { kept, refused }
}

const isEmpty = (choices: Partial<choices.Choices>) => Object.keys(choices).length === 0

async function isThere(ctx: Context, { lines, cart }: Sight, { way, slot }: { way: FulfilmentMethod; slot: Slot }) {
  const { days } = await timesOf(ctx, way, lines)
  const found = days.find(({ date }) => date === slot.date)?.slots.find(({ time }) => time === slot.time)
  return found && (found.state !== 'full' || isHeldSlot(ctx, cart, { way, slot }))
}

/**
 * Describes a fulfilment method for the cart. Fails with `checkout.method_unavailable` if the store does not offer it.
 */
async function wayFor(
  ctx: Context,
  { location, cart, subtotal, lines }: Sight,
  method: Method,
): Promise<FulfilmentMethod> {
  const [way] =
    (await methodFor(ctx, { cart, location, subtotal, lines }, method)) ?? fail('checkout.method_unavailable')
  return way
}

/** Fails with `checkout.other_store` if the details were entered for a store that is no longer the chosen one. */
function refuseOtherStore({ location: { name } }: Pick<Sight, 'location'>, named: string | undefined) {
  const plain = (name: string) => name.normalize('NFKC').trim().toLowerCase()
  const isNamed = !named || Object.values(name).some((own) => plain(own) === plain(named))
  if (!isNamed) fail('checkout.other_store', { store: name }, 'localStoreName')
}

function refuseMissing(field: string): never {
  fail('input.invalid', { field, message: 'field.required' }, field)
}
