import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { Address } from '#contract/addresses.ts'
import type { Line } from '#contract/cart.ts'
import type { Contact, Method, Slot, TipChoice } from '#contract/checkout.ts'
import { limits } from '#contract/limits.ts'
import type { HeldGoods } from '#contract/orders.ts'
import type { Context } from '#server/platform/context.ts'
import {
  insertClaim,
  lockCart,
  selectCart,
  selectHeld,
  selectHidesName,
  selectIsOpen,
  updateChoices,
  updateCoupon,
  updateHeld,
  updateReleased,
  updateSeenAt,
} from './queries.ts'
import { idsOf, ownerOf, rowsOf } from './rows.ts'
import type { CartRow } from './tables.ts'
import { carts } from './tables.ts'

/** The shopper's checkout choices, stored with the cart. */
export interface Choices {
  method: Method | null
  slot: Slot | null
  address: Address | null
  contact: Contact | null
  pickupPointId: string | null
  hidesName: boolean
  comment: string
  tip: TipChoice | null
  couponCode: string | null
  credit: CartRow['credit']
  verifiedContactId: string | null
}

/**
 * The hold of a cart: the end of the hold, the held slot, and the version of the held lines. Also the start of the
 * current series of holds, and the IP network that requested the hold.
 */
export type HoldFields = Pick<CartRow, 'heldUntil' | 'heldVersion' | 'heldSlot' | 'holdBeganAt' | 'holdNetwork'>

/** Reads the visitor's open cart with its choices. Null if the visitor has no open cart. */
export async function read(ctx: Context): Promise<CartRow | null> {
  const [cart] = await selectCart(ctx.db, idsOf(ctx), ownerOf(ctx))
  return cart ?? null
}

/**
 * Stores choices in the visitor's cart; creates the cart if there is none. A change of the fulfilment method clears the
 * slot, unless the choices contain a slot.
 */
export async function choose(ctx: Context, choices: Partial<Choices>): Promise<CartRow> {
  // If the session id is known, there must be no `await` before the query below. Only then does the database receive
  // this query, which locks the cart, before the queries that the caller sends next.
  const sessionId = ctx.sessionId ?? (await ctx.ensureSession())
  const { memberId, campaignId } = ctx
  const values = { ...choices, sessionId, memberId, campaignId, updatedAt: ctx.app.now() }
  // The cast is safe, because `choices` has only keys of `Choices`.
  const [cart] = await updateChoices(ctx.db, values, ownerOf(ctx), ...(Object.keys(choices) as (keyof Choices)[]))
  if (!cart) throw new Error('a cart was not stored')
  return cart
}

/** Adds a coupon to the claims of the visitor's cart; creates the cart if there is none. */
export async function claim(ctx: Context, code: string): Promise<void> {
  const sessionId = ctx.sessionId ?? (await ctx.ensureSession())
  await insertClaim(ctx.db, { ...idsOf(ctx), sessionId, code, now: ctx.app.now() }, ownerOf(ctx))
}

/**
 * Removes a coupon from the visitor's cart, whether its code was typed or claimed. Without a code, removes the coupon
 * whose code was typed. Other claimed coupons stay. Returns null if there is no cart.
 */
export async function dropCoupon(ctx: Context, code: string | null): Promise<CartRow | null> {
  const [cart] = await updateCoupon(ctx.db, { ...idsOf(ctx), code, now: ctx.app.now() }, ownerOf(ctx))
  return cart ?? null
}

/** Stores the hold of a cart. */
export async function recordHold(ctx: Context, cartId: string, held: HoldFields): Promise<void> {
  await updateHeld(ctx.db, { ...held, cartId, now: ctx.app.now() })
}

/**
 * Changes the end of a cart's hold, if the cart has one. Also moves the start of the hold's series, so that the series
 * already has its maximum length and the hold cannot be extended.
 */
export async function setHoldEnd(ctx: Context, cartId: string, until: Date): Promise<void> {
  const holdBeganAt = new Date(until.getTime() - limits.longestHoldMinutes * 60_000)
  await ctx.db
    .update(carts)
    .set({ heldUntil: until, holdBeganAt })
    .where(and(eq(carts.id, cartId), isNotNull(carts.heldUntil)))
}

/** Removes the hold of a cart. */
export async function clearHold(ctx: Context, cartId: string): Promise<void> {
  await updateReleased(ctx.db, { cartId, now: ctx.app.now() })
}

/**
 * Keeps the hold of an open cart whose order failed. Sets `seenAt` as if the cart's page had sent a request, so that
 * the hold counts as active. Returns false if the cart is closed or has no current hold.
 */
export async function keepHoldActive(ctx: Context, cartId: string): Promise<boolean> {
  const now = ctx.app.now()
  const updated = await ctx.db
    .update(carts)
    .set({ seenAt: now })
    .where(and(eq(carts.id, cartId), eq(carts.state, 'open'), gt(carts.heldUntil, now)))
    .returning({ id: carts.id })
  return updated.length > 0
}

type Pieces = Pick<Line, 'sku' | 'quantity'>

/**
 * Returns the hold of an order's cart, if the hold covers exactly the goods of the order. Null if the cart is closed or
 * holds nothing, if its lines have changed since the hold began, or if a variant or quantity differs from the order.
 */
export async function heldBy(
  ctx: Context,
  { cartId, lines }: { cartId: string; lines: Pieces[] },
): Promise<HeldGoods | null> {
  const [held] = await selectHeld(ctx.db, { cartId, now: ctx.app.now() })
  if (!held?.until || !isSameGoods(await rowsOf(ctx, cartId), lines)) return null
  return { until: held.until.toISOString(), isTimeHeld: held.slot !== null }
}

function isSameGoods(some: Pieces[], others: Pieces[]): boolean {
  const pieces = new Map<string, number>()
  for (const { sku, quantity } of some) pieces.set(sku, (pieces.get(sku) ?? 0) + quantity)
  for (const { sku, quantity } of others) pieces.set(sku, (pieces.get(sku) ?? 0) - quantity)
  return [...pieces.values()].every((difference) => difference === 0)
}

/** The minimum time between two writes of a cart's `seenAt`. */
const minSeenIntervalMs = 30_000

/** Records that a page still shows the cart. Does nothing if the cart has no hold. */
export async function recordSeen(ctx: Context, { id, heldUntil, seenAt }: CartRow): Promise<void> {
  const now = ctx.app.now()
  if (!heldUntil || heldUntil <= now || (seenAt && now.getTime() - seenAt.getTime() < minSeenIntervalMs)) return
  await updateSeenAt(ctx.db, { cartId: id, now })
}

/** Locks a cart until the transaction ends, without an ownership check; null if missing. */
export async function lockAny(ctx: Context, cartId: string): Promise<CartRow | null> {
  const [cart] = await lockCart(ctx.db, { cartId })
  return cart ?? null
}

/** Whether the cart is open. Only an open cart shows its lines and lets the shopper buy. */
export async function isOpen(ctx: Context, cartId: string): Promise<boolean> {
  const [cart] = await selectIsOpen(ctx.db, { cartId })
  return cart?.isOpen ?? false
}

/** Whether the buyer of this cart hides their name in the campaign's list of participants. */
export async function hidesName(ctx: Context, cartId: string): Promise<boolean> {
  const [cart] = await selectHidesName(ctx.db, { cartId })
  return cart?.hidesName ?? false
}
