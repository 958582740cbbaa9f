import type { CheckoutConfig, Method, Slot } from '#contract/checkout.ts'
import type { CartRow, PricedCart } from '#server/cart/cart.ts'
import { acceptPrices, choices, lockOpen, priceLocked, sketched } from '#server/cart/cart.ts'
import { shopCurrency } from '#server/catalogue/rates.ts'
import * as contacts from '#server/contacts/contacts.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import { current, slots } from '#server/locations/locations.ts'
import { savedAddresses } from '#server/members/addresses.ts'
import { normalisePhone } from '#server/members/phone.ts'
import { isService, live } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { together, transact } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { moneyRules } from '#server/pricing/rules.ts'
import { addressOf, chosenNow } from './chosen.ts'
import { toConfig, windowFor } from './fetching.ts'
import { hold, planHold, refuseMissed } from './holding.ts'
import { toQuote } from './quotes.ts'
import type { Way } from './ways.ts'
import { isHeldSlot, isToBeHad, partyAt, promiseFor, refuseWay, slotOf, wayBy, wayOf, waysOf } from './ways.ts'
import { withinWindows } from './windows.ts'

export { releaseExpired } from './holding.ts'

type Chosen = CheckoutConfig['chosen']
type When = { date: string; time: string } | { asap: true }

/** What this cart can use at the chosen location: methods, each with its days, slots and tips, and what was chosen so far. */
export async function config(ctx: Context): Promise<CheckoutConfig> {
  const { location, cart, lines, subtotal } = await found(ctx)
  const ways = isService(lines) ? [] : await waysOf(ctx, { cart, location, subtotal })
  const { tips } = await moneyRules(ctx)
  const methods = await Promise.all(
    ways.map(async (way) => ({ ...(await timesOf(ctx, way, lines)), tips: tips[way.method] })),
  )
  const quote = ways.find(({ method }) => method === 'DELIVERY')?.quote
  const way = ways.find(({ method }) => method === cart?.method) ?? ways[0]
  const party = ways.find(({ method }) => method === 'EAT_IN')?.party ?? null
  const days = methods.find(({ method }) => method === way?.method)?.days ?? []
  return {
    methods,
    timeZone: location.timeZone,
    delivery: quote ? toQuote(quote, await shopCurrency(ctx)) : null,
    savedAddresses: await savedAddresses(ctx, 'DELIVERY'),
    location: { id: location.id, name: location.name, address: addressOf(location) },
    crossBorder: lines.some((line) => line.crossBorder) ? await customsOf(ctx, cart) : null,
    campaign: way?.campaign ? toConfig(way.campaign, cart) : null,
    chosen: await chosenNow(ctx, location, cart, { party, ...(way && { looked: { way, lines, days } }) }),
  }
}

/** Chooses how to get the order; a slot of another method is forgotten. `checkout.method_unavailable` where it is not offered. */
export async function setMethod(ctx: Context, { method }: { method: Method }): Promise<Chosen> {
  const { location } = await wayFor(ctx, method)
  return chosenNow(ctx, location, await choices.choose(ctx, { method }))
}

/** Chooses a day and time of pickup. `checkout.slot_unavailable` for a time that is past, closed, full or when not all of the cart is to be had. */
export async function setPickupSlot(
  ctx: Context,
  when: When & { pickupPointId?: string | undefined },
): Promise<Chosen> {
  return ctx.campaignId ? setWindow(ctx, when) : setSlot(ctx, 'PICKUP', when)
}

/** The same for delivery. */
export function setDeliverySlot(ctx: Context, when: When): Promise<Chosen> {
  return setSlot(ctx, 'DELIVERY', when)
}

/** Chooses a day of pickup, its time still open. `checkout.slot_unavailable` for a day without slots. */
export async function setPickupDate(ctx: Context, { date }: { date: string }): Promise<Chosen> {
  const { way, lines, location } = await wayFor(ctx, 'PICKUP')
  const { days } = await timesOf(ctx, way, lines)
  if (!days.some((day) => day.date === date)) fail('checkout.slot_unavailable')
  return chosenNow(ctx, location, await choices.choose(ctx, { method: 'PICKUP', slot: { date, time: null } }))
}

/**
 * Who gets it. The number is kept as +1…; one that is no Canadian, US or Chinese number is `checkout.contact_invalid`.
 * Guests at a table need neither number nor e-mail, but the table that they name must be theirs: `checkout.table_required`.
 */
export async function setContact(
  ctx: Context,
  {
    name,
    phone,
    email,
    methodName,
    tableNumber,
  }: {
    name: string
    phone?: string | undefined
    email?: string | undefined
    methodName?: Method | undefined
    tableNumber?: string | undefined
  },
): Promise<Chosen> {
  const location = await current(ctx)
  const isEatIn = (methodName ?? (await choices.read(ctx))?.method) === 'EAT_IN'
  const party = isEatIn ? await partyAt(ctx, location) : null
  if (isEatIn && (!party || (tableNumber && tableNumber !== party.tableNumber))) fail('checkout.table_required')
  if (!isEatIn && !phone) refuseMissing('phone')
  if (!isEatIn && !email) refuseMissing('email')
  const number = phone ? normalisePhone(phone) : ''
  if (number === null) fail('checkout.contact_invalid', undefined, 'phone')
  const contact = { name, phone: number, email: email ?? '' }
  return chosenNow(ctx, location, await choices.choose(ctx, { contact }))
}

/** Who customs are told of; refused as `contacts.demandVerified` does. */
export async function setVerifiedContact(ctx: Context, { id }: { id?: string | undefined }): Promise<Chosen> {
  const location = await current(ctx)
  await contacts.demandVerified(ctx, id)
  return chosenNow(ctx, location, await choices.choose(ctx, { verifiedContactId: id ?? null }))
}

/** A note to the shop. */
export async function setComment(ctx: Context, { comment }: { comment: string }): Promise<Chosen> {
  const location = await current(ctx)
  return chosenNow(ctx, location, await choices.choose(ctx, { comment: comment.trim() }))
}

/**
 * Holds stock and slot for some minutes, all or nothing; repeating extends. Refuses every line that cannot be had
 * (`cart.out_of_stock`), a slot that is gone (`checkout.slot_unavailable`), an empty cart (`cart.empty`) and what
 * `refuseWay` refuses. While an order of this cart waits for its payment, that one's hold stands.
 */
export function reserve(ctx: Context): Promise<{ heldUntil: string }> {
  return transact(ctx, async (ctx) => {
    const cart = (await lockOpen(ctx)) ?? fail('cart.empty')
    const [found, pending] = await together(priceLocked(ctx, cart), live(ctx, cart.id))
    if (found.lines.length === 0) fail('cart.empty')
    if (pending?.expiresAt) return { heldUntil: pending.expiresAt.toISOString() }
    const until = new Date(ctx.app.now().getTime() + ctx.app.config.HOLD_MINUTES * 60_000)
    await acceptPrices(ctx, found)
    const chosen = await chosenWay(ctx, found)
    await hold(ctx, found, { way: chosen.way, held: planHold(ctx, found, { ...chosen, until }) })
    return { heldUntil: until.toISOString() }
  })
}

async function chosenWay(ctx: Context, { cart, lines, location, subtotal, currency }: PricedCart) {
  if (isService(lines)) return { way: await wayOf(ctx, { cart, location, subtotal, isService: true }), slot: null }
  const way = await wayOf(ctx, { cart, location, subtotal })
  refuseWay(ctx, way, currency)
  const slot = await slotOf(ctx, { cart, way, lines })
  if (cart.slot?.asap && way.method !== 'EAT_IN' && !slot) fail('checkout.slot_unavailable')
  if (slot?.asap) await choices.choose(ctx, { slot })
  return { way, slot }
}

/** How the visitor's order would get to them by now: as chosen, else as the store offers first; null where it offers nothing. */
export async function methodNow(ctx: Context): Promise<Method | null> {
  const [location, cart] = await Promise.all([current(ctx), choices.read(ctx)])
  const offered = (await waysOf(ctx, { cart, location, subtotal: 0 })).map(({ method }) => method)
  return offered.find((method) => method === cart?.method) ?? offered[0] ?? null
}

/** Chooses a point of the group-buy and one of its windows. */
async function setWindow(ctx: Context, when: When & { pickupPointId?: string | undefined }): Promise<Chosen> {
  const { location, cart, subtotal } = await found(ctx)
  const { campaign } = await wayOf(ctx, { cart, location, subtotal })
  if (!campaign || 'asap' in when) fail('checkout.slot_unavailable')
  return chosenNow(ctx, location, await choices.choose(ctx, windowFor(campaign, when)))
}

async function setSlot(ctx: Context, method: Method, when: When): Promise<Chosen> {
  const { way, lines, cart, location } = await wayFor(ctx, method)
  const slot = 'asap' in when ? await promiseFor(ctx, way, lines) : when
  if (!slot) fail('checkout.slot_unavailable')
  refuseMissed(lines, slot)
  if (!('asap' in when) && !(await isThere(ctx, { way, lines, cart, slot }))) fail('checkout.slot_unavailable')
  return chosenNow(ctx, location, await choices.choose(ctx, { method, slot }))
}

async function isThere(ctx: Context, { way, lines, cart, slot }: Sight & { slot: Slot }) {
  const { days } = await timesOf(ctx, way, lines)
  const found = days.find(({ date }) => date === slot.date)?.slots.find(({ time }) => time === slot.time)
  return found && (found.state !== 'full' || isHeldSlot(ctx, cart, { way, slot }))
}

interface Sight {
  way: Way
  lines: PricedCart['lines']
  cart: CartRow | null
}

/** The visitor's cart, and this way of getting it where it is; `checkout.method_unavailable` where it is not offered. */
async function wayFor(ctx: Context, method: Method): Promise<Sight & { location: LocationRow }> {
  const { location, cart, lines, subtotal } = await found(ctx)
  const [way] = (await wayBy(ctx, { cart, location, subtotal }, method)) ?? fail('checkout.method_unavailable')
  return { location, cart, lines, way }
}

/** Whom customs may be told of, and whom they are as long as that one is verified. */
async function customsOf(ctx: Context, cart: CartRow | null): Promise<CheckoutConfig['crossBorder']> {
  const { contacts: all, ...rest } = await contacts.offered(ctx)
  const verified = all.filter(({ status }) => status === 'VERIFIED')
  const chosen = verified.find(({ id }) => id === cart?.verifiedContactId)
  return {
    ...rest,
    contacts: all.map(({ id, name, idNumber, status }) => ({ id, name, idNumber, status })),
    chosenId: chosen?.id ?? null,
  }
}

async function found(ctx: Context) {
  const found = await sketched(ctx)
  const location = found?.location ?? (await current(ctx))
  return { location, cart: found?.cart ?? null, lines: found?.lines ?? [], subtotal: found?.subtotal ?? 0 }
}

/** The days and slots at which a store has all of these lines; eating in is now, and a group-buy has windows of its own. */
async function timesOf(ctx: Context, { method, location, rules, campaign }: Way, lines: PricedCart['lines']) {
  if (method === 'EAT_IN' || campaign) return { method, earliest: null, asap: null, days: [] }
  const { days: all, asap } = await slots.times(ctx, location, rules)
  const days = withinWindows(all, lines)
  return { method, earliest: slots.firstFree(days), asap: asap && isToBeHad(lines, asap) ? asap : null, days }
}

function refuseMissing(field: string): never {
  fail('input.invalid', { field, message: 'field.required' }, field)
}
