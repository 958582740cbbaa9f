import type { CheckoutConfig, Contact, Method, Slot, SlotDay } from '#contract/checkout.ts'
import type { CartRow } from '#server/cart/cart.ts'
import { acceptPrices, choices, forCheckout, priced } from '#server/cart/cart.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import { current, slots } from '#server/locations/locations.ts'
import { normalisePhone } from '#server/members/phone.ts'
import { live } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { hold, refuseMissed } from './holding.ts'
import { withinWindows } from './windows.ts'

export { releaseExpired } from './holding.ts'

type Chosen = CheckoutConfig['chosen']
type Day = SlotDay

/** The ways to get an order that this shop can do by now. */
const builtMethods: readonly Method[] = ['PICKUP']

/** What this cart can use at the chosen location: methods, days and slots, and what was chosen so far. */
export async function config(ctx: Context): Promise<CheckoutConfig> {
  const location = await current(ctx)
  const offered = methodsOf(location)
  const { cart, days } = await pickup(ctx, location)
  return {
    methods: offered.map((method) => ({ method, earliest: earliestOf(days), asap: null, days })),
    timeZone: location.timeZone,
    delivery: null,
    savedAddresses: [],
    location: { id: location.id, name: location.name, address: addressOf(location) },
    chosen: cart ? { ...toChosen(ctx, cart), slot: slotStillThere(ctx, cart, location, days) } : nothingChosen,
  }
}

/** Chooses how to get the order; a slot of another method is forgotten. `checkout.method_unavailable` where it is not offered. */
export async function setMethod(ctx: Context, { method }: { method: Method }): Promise<Chosen> {
  refuseMethod(await current(ctx), method)
  return toChosen(ctx, await choices.choose(ctx, { method }))
}

/** Chooses a day and time of pickup. `checkout.slot_unavailable` for a time that is past, closed, full or when not all of the cart is to be had. */
export async function setPickupSlot(
  ctx: Context,
  when: { date: string; time: string } | { asap: true },
): Promise<Chosen> {
  if ('asap' in when) fail('checkout.slot_unavailable')
  const { date, time } = when
  const location = await current(ctx)
  refuseMethod(location, 'PICKUP')
  const { cart, lines, days } = await pickup(ctx, location)
  refuseMissed(lines, { date, time })
  const day = days.find((day) => day.date === date)
  const slot = day?.slots.find((slot) => slot.time === time)
  if (!slot) fail('checkout.slot_unavailable')
  if (slot.state === 'full' && !isHeldSlot(ctx, cart, { date, time })) fail('checkout.slot_unavailable')
  return toChosen(ctx, await choices.choose(ctx, { method: 'PICKUP', slot: { date, time } }))
}

/** Chooses a day of pickup, its time still open. `checkout.slot_unavailable` for a day without slots. */
export async function setPickupDate(ctx: Context, { date }: { date: string }): Promise<Chosen> {
  const location = await current(ctx)
  refuseMethod(location, 'PICKUP')
  const { days } = await pickup(ctx, location)
  if (!days.some((day) => day.date === date)) fail('checkout.slot_unavailable')
  return toChosen(ctx, await choices.choose(ctx, { method: 'PICKUP', slot: { date, time: null } }))
}

/** Who picks up. The number is kept as +1…; one that is no Canadian, US or Chinese number is `checkout.contact_invalid`. */
export async function setContact(ctx: Context, { name, phone, email }: Contact): Promise<Chosen> {
  const number = normalisePhone(phone)
  if (!number) fail('checkout.contact_invalid', undefined, 'phone')
  return toChosen(ctx, await choices.choose(ctx, { contact: { name, phone: number, email } }))
}

/** A note to the shop. */
export async function setComment(ctx: Context, { comment }: { comment: string }): Promise<Chosen> {
  return toChosen(ctx, await choices.choose(ctx, { comment: comment.trim() }))
}

/**
 * Holds stock and slot for some minutes, all or nothing; repeating extends. Refuses every line that cannot be had
 * (`cart.out_of_stock`), a slot that is gone (`checkout.slot_unavailable`) and an empty cart (`cart.empty`). While an
 * order of this cart waits for its payment, that one's hold stands.
 */
export function reserve(ctx: Context): Promise<{ heldUntil: string }> {
  return transact(ctx, async (ctx) => {
    const found = await forCheckout(ctx)
    if (!found || found.lines.length === 0) fail('cart.empty')
    const pending = await live(ctx, found.cart.id)
    if (pending?.expiresAt) return { heldUntil: pending.expiresAt.toISOString() }
    const until = new Date(ctx.app.now().getTime() + ctx.app.config.HOLD_MINUTES * 60_000)
    const { cart, location } = found
    await acceptPrices(ctx, found)
    await hold(ctx, found, { method: methodOf(cart, location), slot: cart.slot, until })
    return { heldUntil: until.toISOString() }
  })
}

/** The chosen method, or the one that the store offers first. `checkout.method_unavailable` where there is none. */
export function methodOf(cart: CartRow, location: LocationRow): Method {
  const offered = methodsOf(location)
  const method = cart.method && offered.includes(cart.method) ? cart.method : offered[0]
  return method ?? fail('checkout.method_unavailable')
}

export function addressOf({ street, city, province, postCode }: LocationRow): string {
  return [street, city, `${province} ${postCode}`.trim()].filter(Boolean).join(', ')
}

/** The visitor's cart and the days and slots at which the store has all of it. */
async function pickup(ctx: Context, location: LocationRow) {
  const found = await priced(ctx)
  const days = methodsOf(location).includes('PICKUP') ? await slots.days(ctx, location, 'PICKUP') : []
  const lines = found?.lines ?? []
  return { cart: found?.cart ?? null, lines, days: withinWindows(days, lines) }
}

function methodsOf(location: LocationRow): Method[] {
  return builtMethods.filter((method) => location.methods.includes(method))
}

function refuseMethod(location: LocationRow, method: Method) {
  if (!methodsOf(location).includes(method)) fail('checkout.method_unavailable')
}

function earliestOf(days: Day[]): Slot | null {
  for (const { date, slots } of days) {
    const free = slots.find(({ state }) => state !== 'full')
    if (free) return { date, time: free.time }
  }
  return null
}

/** What was chosen of day and time as far as it can still be had. */
function slotStillThere(ctx: Context, cart: CartRow, location: LocationRow, days: Day[]): Slot | null {
  const { slot } = cart
  if (!slot) return null
  const day = days.find(({ date }) => date === slot.date)
  if (slot.time === null) return day ? slot : null
  if (isHeldSlot(ctx, cart, slot, location)) return slot
  return day?.slots.some(({ time, state }) => time === slot.time && state !== 'full') ? slot : null
}

/** Whether this very slot is held for the cart at this moment. */
function isHeldSlot(ctx: Context, cart: CartRow | null, slot: Slot, location?: LocationRow): boolean {
  if (!cart?.heldSlot || !isHeld(ctx, cart)) return false
  const isChosen = cart.slot?.date === slot.date && cart.slot.time === slot.time
  return isChosen && (!location || cart.heldSlot.locationId === location.id)
}

function isHeld(ctx: Context, { heldUntil }: CartRow): boolean {
  return heldUntil !== null && heldUntil > ctx.app.now()
}

const nothingChosen: Chosen = {
  method: null,
  slot: null,
  contact: null,
  address: null,
  table: null,
  comment: '',
  heldUntil: null,
}

function toChosen(ctx: Context, cart: CartRow): Chosen {
  const { method, slot, contact, address, comment, heldUntil } = cart
  return {
    method,
    slot,
    contact,
    address,
    table: null,
    comment,
    heldUntil: isHeld(ctx, cart) ? (heldUntil?.toISOString() ?? null) : null,
  }
}
