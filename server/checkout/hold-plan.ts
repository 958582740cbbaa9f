import { and, eq, isNotNull, lte, notExists, sql } from 'drizzle-orm'
import type { Line } from '#contract/cart.ts'
import type { Hold, Slot } from '#contract/checkout.ts'
import { minuteMs } from '#contract/durations.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { limits } from '#contract/limits.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import type { CartRow, PricedCart } from '#server/cart/cart.ts'
import { choices } from '#server/cart/cart.ts'
import { carts } from '#server/cart/tables.ts'
import { findContestedHolders, stock } from '#server/catalogue/catalogue.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import { slots, toLocal } from '#server/locations/locations.ts'
import { findLiveOrder } from '#server/orders/orders.ts'
import { orders } from '#server/orders/tables.ts'
import { leadText, windowsText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, transact, writeWithCommit } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { fail, failAll } from '#server/platform/fail.ts'
import { networkDigest } from '#server/platform/http/client-address.ts'
import type { FulfilmentMethod } from './fulfilment-methods.ts'
import { isHeld, isHeldSlot, isHeldUnchanged, isReadyBy, startOf } from './fulfilment-methods.ts'
import { findUnavailable, tooLateForTable, unavailableLines } from './windows.ts'

interface HoldRequest {
  way: FulfilmentMethod
  slot: Slot | null
  term: Term
}

/** The start of a series of holds of a cart, and the end of its current hold. */
export interface Term {
  beganAt: Date
  until: Date
}

const maxSeriesMs = limits.longestHoldMinutes * minuteMs

/**
 * The period of the cart's next hold; null if the cart must pause first. A hold that starts within five minutes after
 * the end of the previous hold continues the same series, and a series lasts at most one hour. After this hour, the
 * cart must pause for five minutes, so that other carts get a chance.
 */
export function nextTerm(ctx: Context, { holdBeganAt, holdEndedAt }: CartRow): Term | null {
  const now = ctx.app.now().getTime()
  const pauseMs = limits.holdPauseMinutes * minuteMs
  const continuesSeries = holdBeganAt && holdEndedAt && holdEndedAt.getTime() + pauseMs > now
  const beganAt = continuesSeries ? holdBeganAt.getTime() : now
  const until = Math.min(now + ctx.app.config.HOLD_MINUTES * minuteMs, beganAt + maxSeriesMs)
  return until > now ? { beganAt: new Date(beganAt), until: new Date(until) } : null
}

/**
 * The hold period of an unpaid order, which ends with the order's time to pay. This period already has the maximum
 * length, so it cannot be extended.
 */
export function orderTerm(until: Date): Term {
  return { beganAt: new Date(until.getTime() - maxSeriesMs), until }
}

/** The remaining time of the cart's hold, in the shape of the API; null without a hold. */
export function holdOf(ctx: Context, cart: CartRow | null): Hold {
  if (!cart?.heldUntil || !isHeld(ctx, cart)) return null
  const { heldUntil, holdBeganAt } = cart
  const seconds = Math.ceil((heldUntil.getTime() - ctx.app.now().getTime()) / 1000)
  const canExtend = holdBeganAt !== null && holdBeganAt.getTime() + maxSeriesMs > heldUntil.getTime()
  return { seconds, canExtend }
}

/**
 * Plans what a cart holds: its stock and, if chosen, a place in a slot. Fails with `cart.out_of_stock`,
 * `cart.unavailable`, `cart.apart`, `cart.limit` or `cart.portion` if lines cannot be bought as they are. Fails with
 * `checkout.slot_unavailable` if a line is not available in the slot, or at a table now, or cannot be ready by then.
 */
export function planHold(
  ctx: Context,
  { cart, lines, limits: brokenLimits }: PricedCart,
  { way, slot, term }: HoldRequest,
): PlannedHold {
  refuseWrong(lines)
  if (slot) refuseMissed(lines, slot)
  if (goesTo(way.method, 'table')) refuseAtTable(ctx, way, lines)
  else if (!isHeldTime(ctx, cart, { way, slot })) refuseEarly(ctx, lines, slot && startOf(ctx, way, slot))
  if (brokenLimits.length > 0) failAll(brokenLimits)
  // A group-buy has windows instead of the store's slots, so its cart holds no place in a slot.
  const heldSlot = way.campaign ? null : planSlot(ctx, cart, { way, slot })
  const { until: heldUntil, beganAt: holdBeganAt } = term
  const holdNetwork = networkDigest(ctx.app.secret, ctx.ip)
  return { heldUntil, heldVersion: cart.version, heldSlot, holdBeganAt, holdNetwork }
}

type PlannedHold = choices.HoldFields

/**
 * Holds the planned stock and slot for a locked cart, all or nothing, and records the hold in the cart. Does not hold
 * again what the cart already holds. Fails with `cart.out_of_stock` or `checkout.slot_unavailable` if other shoppers
 * took the stock or the slot meanwhile. Callers must call `refuseOverHoldLimits` afterwards.
 */
export async function hold(
  ctx: Context,
  pricedCart: PricedCart,
  { way, held }: { way: FulfilmentMethod; held: PlannedHold },
): Promise<void> {
  const { cart, lines, location } = pricedCart
  const { id: holder, campaignId } = cart
  await inParallel(
    moveSlot(ctx, cart, { way, place: held.heldSlot }),
    writeWithCommit(ctx, () => choices.recordHold(ctx, holder, held)),
    campaignId && campaigns.hold(ctx, { holder, campaignId, lines }),
  )
  // Locks stock late, because other shoppers wait for the same rows until this transaction ends.
  const isAlreadyHeld = campaignId || isHeldUnchangedAt(ctx, cart, location)
  if (!isAlreadyHeld) await stock.hold(ctx, { holder, lines, locationId: location.id })
}

/** Whether an unexpired hold covers exactly the current lines and has a place in a slot of this store. */
function isHeldUnchangedAt(ctx: Context, cart: CartRow, location: LocationRow): boolean {
  const { heldUntil, heldVersion, heldSlot } = cart
  return (
    heldUntil !== null &&
    heldUntil > ctx.app.now() &&
    heldVersion === cart.version &&
    heldSlot?.locationId === location.id
  )
}

/**
 * Releases expired holds of carts without a pending payment. Also releases holds of inactive carts if another shopper
 * was refused the held pieces. Returns how many carts it checked.
 */
export async function releaseExpired(ctx: Context): Promise<number> {
  const now = ctx.app.now()
  const pendingOrderCondition = sql`${orders.cartId} = ${carts.id} and ${orders.status} = 'INTERIM'`
  const overdue = await ctx.db
    .select({ id: carts.id })
    .from(carts)
    .where(
      and(
        isNotNull(carts.heldUntil),
        lte(carts.heldUntil, now),
        notExists(ctx.db.select({ id: orders.id }).from(orders).where(pendingOrderCondition)),
      ),
    )
    .limit(200)
  for (const { id } of overdue) await transact(ctx, (ctx) => releaseIf(ctx, id, ({ heldUntil }) => heldUntil <= now))
  return overdue.length + (await releaseInactive(ctx))
}

/**
 * Releases the holds of inactive carts, if another shopper was refused the held pieces. A cart is inactive if its page
 * has sent no request for a while.
 */
async function releaseInactive(ctx: Context): Promise<number> {
  const inactiveSince = new Date(ctx.app.now().getTime() - limits.silentHoldMinutes * minuteMs)
  const cartIds = await findContestedHolders(ctx, inactiveSince)
  const isInactive = ({ seenAt }: CartRow) => seenAt === null || seenAt < inactiveSince
  for (const id of cartIds) await transact(ctx, (ctx) => releaseIf(ctx, id, isInactive))
  return cartIds.length
}

/** Releases the holds of all carts of a group-buy that ended. A cart keeps its hold while its order is being paid. */
export async function releaseHoldsOf(ctx: Context, { campaignId }: { campaignId: string }): Promise<void> {
  const held = await ctx.db
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.campaignId, campaignId), isNotNull(carts.heldUntil)))
  for (const { id } of held) await transact(ctx, (ctx) => releaseIf(ctx, id, () => true))
}

async function releaseIf(ctx: Context, cartId: string, mayRelease: (cart: CartRow & { heldUntil: Date }) => boolean) {
  const cart = await choices.lockAny(ctx, cartId)
  if (!cart?.heldUntil || !mayRelease({ ...cart, heldUntil: cart.heldUntil })) return
  const order = await findLiveOrder(ctx, cartId)
  if (order?.status === 'INTERIM') return
  // The stock and slot of a placed order stay with that order.
  if (!order) await releaseSlot(ctx, cart)
  await choices.clearHold(ctx, cartId)
  if (!order) await (cart.campaignId ? campaigns : stock).release(ctx, cartId)
}

/** Fails with `checkout.slot_unavailable` if a line is not available at this time; names the first such line. */
export function refuseMissed(lines: Line[], { date, time, until }: Slot) {
  const name = time === null ? null : findUnavailable(lines, { date, time, ...(until && { until }) })
  if (name) fail('checkout.slot_unavailable', { message: 'checkout.window_missed', name })
}

/** Fails with `checkout.slot_unavailable` if a line cannot be ready by this time; names the first such line. */
export function refuseEarly(ctx: Context, lines: Line[], at: Date | null) {
  const early = lines.find(({ leadMinutes = 0 }) => at && leadMinutes > 0 && !isReadyBy(ctx, leadMinutes, at))
  if (!early) return
  const { name, leadMinutes = 0 } = early
  fail('checkout.slot_unavailable', { message: 'checkout.lead_missed', name, lead: leadText(leadMinutes) })
}

/**
 * Fails with `checkout.slot_unavailable` if a line's lead time is too long for guests at a table, or if a line is not
 * available now.
 */
function refuseAtTable(ctx: Context, { location }: FulfilmentMethod, lines: Line[]) {
  const [late] = tooLateForTable(lines)
  if (late) {
    const { name, leadMinutes = 0 } = late
    fail('checkout.slot_unavailable', { message: 'checkout.lead_table', name, lead: leadText(leadMinutes) })
  }
  const [unavailable] = unavailableLines(lines, toLocal(ctx.app.now(), location.timeZone))
  if (!unavailable) return
  const { name, windows } = unavailable
  fail('checkout.slot_unavailable', { message: 'checkout.window_table', name, hours: windowsText(windows) })
}

/** Whether the cart already holds this time for its goods. If so, their lead times count from the start of the hold. */
function isHeldTime(ctx: Context, cart: CartRow, { way, slot }: { way: FulfilmentMethod; slot: Slot | null }): boolean {
  return way.campaign ? isHeldUnchanged(ctx, cart) : slot !== null && isHeldSlot(ctx, cart, { way, slot })
}

function refuseWrong(lines: Line[]) {
  const wrong = lines.filter(({ problem }) => problem !== null)
  if (wrong.length === 0) return
  failAll(
    wrong.map(({ key, sku, name, purchasable, problem, modifiers }): FailureItem => {
      if (problem === 'out_of_stock') return stock.outOfStock({ key, sku, name, purchasable: purchasable ?? 0 })
      const wrong = modifiers.find(({ isSoldOut, isNotOffered }) => isSoldOut || isNotOffered)
      const message = wrong?.isSoldOut ? 'cart.modifier_sold_out' : 'cart.modifier_not_offered'
      const details = { key, sku, name, ...(wrong && { message, modifier: wrong.name }) }
      return { code: problem === 'apart' ? 'cart.apart' : 'cart.unavailable', details }
    }),
  )
}

/**
 * The place in the chosen slot: the held place if it is in the same slot, else a new one. Null without a chosen time.
 */
function planSlot(
  ctx: Context,
  cart: CartRow,
  { way, slot }: { way: FulfilmentMethod; slot: Slot | null },
): CartRow['heldSlot'] {
  if (slot && isHeldSlot(ctx, cart, { way, slot })) return cart.heldSlot
  if (!slot?.time) return null
  const { location, rules, method } = way
  return { locationId: location.id, method, startsAt: slots.requireStart(ctx, { location, rules, slot }).toISOString() }
}

/** Replaces the cart's held place in a slot by `place`. If `place` is null, only releases the held place. */
async function moveSlot(
  ctx: Context,
  cart: CartRow,
  { way: { location, rules }, place }: { way: FulfilmentMethod; place: CartRow['heldSlot'] },
) {
  if (place === cart.heldSlot) return
  const reservation = place && slots.reserve(ctx, { location, rules, startsAt: new Date(place.startsAt) })
  await inParallel(releaseSlot(ctx, cart), reservation)
}

async function releaseSlot(ctx: Context, { heldSlot }: CartRow) {
  if (heldSlot) await slots.release(ctx, { ...heldSlot, startsAt: new Date(heldSlot.startsAt) })
}
