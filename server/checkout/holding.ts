import { and, isNotNull, lte, notExists, sql } from 'drizzle-orm'
import type { Line } from '#contract/cart.ts'
import type { Slot } from '#contract/checkout.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import type { CartRow, PricedCart } from '#server/cart/cart.ts'
import { choices } from '#server/cart/cart.ts'
import { carts } from '#server/cart/tables.ts'
import * as stock from '#server/catalogue/stock.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import { slots } from '#server/locations/locations.ts'
import { live } from '#server/orders/orders.ts'
import { orders } from '#server/orders/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { fail, failAll } from '#server/platform/fail.ts'
import type { Way } from './ways.ts'
import { isHeldSlot } from './ways.ts'
import { missing } from './windows.ts'

/**
 * Holds stock and, where one is chosen, a place in a slot for a locked cart until a time: all or nothing, never twice.
 * Refuses each line that cannot be had (`cart.out_of_stock`, `cart.unavailable`, `cart.limit`) and a slot that is gone
 * (`checkout.slot_unavailable`). Notes with the cart what is held, and answers it.
 */
export async function hold(
  ctx: Context,
  { cart, lines, limits, location }: PricedCart,
  { way, slot, until }: { way: Way; slot: Slot | null; until: Date },
): Promise<choices.Held> {
  refuseWrong(lines)
  if (slot) refuseMissed(lines, slot)
  if (limits.length > 0) failAll(limits.map((limit) => ({ code: 'cart.limit', details: { ...limit } })))
  const { id: holder, campaignId } = cart
  const heldSlot = campaignId ? null : await takeSlot(ctx, cart, way, slot)
  const held = { heldUntil: until, heldVersion: cart.version, heldSlot }
  await choices.noteHeld(ctx, holder, held)
  if (campaignId) {
    await campaigns.hold(ctx, { holder, campaignId, lines })
    return held
  }
  // Stock comes last: everybody wants the same few pieces, and waits until this transaction is over.
  const isHeld = isHeldAsItIs(ctx, cart, location) && (await stock.prolong(ctx, holder, until))
  if (!isHeld) await stock.hold(ctx, { holder, lines, locationId: location.id, expiresAt: until })
  return held
}

/** Whether the hold was made for these very lines at this store, and its time is not over. */
function isHeldAsItIs(ctx: Context, cart: CartRow, location: LocationRow): boolean {
  const { heldUntil, heldVersion, heldSlot } = cart
  return (
    heldUntil !== null &&
    heldUntil > ctx.app.now() &&
    heldVersion === cart.version &&
    heldSlot?.locationId === location.id
  )
}

/** Gives back what is held for carts whose time is over and that are not being paid; answers how many there were. */
export async function releaseExpired(ctx: Context): Promise<number> {
  const now = ctx.app.now()
  const isPending = sql`${orders.cartId} = ${carts.id} and ${orders.status} = 'INTERIM'`
  const overdue = await ctx.db
    .select({ id: carts.id })
    .from(carts)
    .where(
      and(
        isNotNull(carts.heldUntil),
        lte(carts.heldUntil, now),
        notExists(ctx.db.select({ id: orders.id }).from(orders).where(isPending)),
      ),
    )
    .limit(200)
  for (const { id } of overdue) await transact(ctx, (ctx) => releaseIfOverdue(ctx, id, now))
  return overdue.length
}

async function releaseIfOverdue(ctx: Context, cartId: string, now: Date) {
  const cart = await choices.lockAny(ctx, cartId)
  if (!cart?.heldUntil || cart.heldUntil > now) return
  const order = await live(ctx, cartId)
  if (order?.status === 'INTERIM') return
  // What an order was settled with is its own.
  if (!order) await giveSlot(ctx, cart)
  await choices.noteHeld(ctx, cartId, { heldUntil: null, heldVersion: null, heldSlot: null })
  if (!order) await (cart.campaignId ? campaigns : stock).release(ctx, cartId)
}

/** Refuses a time at which not every line can be had, naming the first: `checkout.slot_unavailable`. */
export function refuseMissed(lines: Line[], { date, time, until }: Slot) {
  const name = time === null ? null : missing(lines, { date, time, ...(until && { until }) })
  if (name) fail('checkout.slot_unavailable', { message: 'checkout.window_missed', name })
}

function refuseWrong(lines: Line[]) {
  const wrong = lines.filter(({ problem }) => problem !== null)
  if (wrong.length === 0) return
  failAll(
    wrong.map(({ key, sku, name, purchasable, problem }) =>
      problem === 'out_of_stock'
        ? stock.outOfStock({ key, sku, name, purchasable: purchasable ?? 0 })
        : { code: 'cart.unavailable', details: { key, sku, name } },
    ),
  )
}

/** The place that is held already if it is the chosen one; else that one is given back and the chosen one taken. */
async function takeSlot(ctx: Context, cart: CartRow, way: Way, slot: Slot | null) {
  if (slot && isHeldSlot(ctx, cart, { way, slot })) return cart.heldSlot
  await giveSlot(ctx, cart)
  if (!slot?.time) return null
  const { location, rules, method } = way
  const taken = await slots.take(ctx, { location, rules, slot })
  return { locationId: location.id, method, startsAt: taken.startsAt.toISOString() }
}

async function giveSlot(ctx: Context, { heldSlot }: CartRow) {
  if (heldSlot) await slots.give(ctx, { ...heldSlot, startsAt: new Date(heldSlot.startsAt) })
}
