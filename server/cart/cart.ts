import { createHash } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Cart, Line } from '#contract/cart.ts'
import { dayMs } from '#contract/durations.ts'
import { sum } from '#contract/sum.ts'
import { lockSoldOutMarks, recordingRefusals } from '#server/catalogue/catalogue.ts'
import { refuseCheckoutOff } from '#server/content/content.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, transact, writeWithCommit } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { fail } from '#server/platform/fail.ts'
import { isUuid } from '#server/platform/uuid.ts'
import type { MemberBenefits } from '#server/pricing/pricing.ts'
import * as choices from './choices.ts'
import type { AddLine } from './line-rules.ts'
import {
  findLimitFailure,
  findPortionFailure,
  refuseBrokenPortions,
  refuseInvalidLines,
  toCart,
  toLine,
  toRow,
  withAdded,
} from './line-rules.ts'
import type { Offer } from './offer.ts'
import { emptyCart, lookUp, lookUpCached, lookUpOwn } from './offer-lookup.ts'
import type { Closing } from './queries.ts'
import {
  insertCart,
  insertLine,
  lockOwnCart,
  openCartCondition,
  selectOwnLines,
  updateClosed,
  updateClosedOrAbort,
  updateVersion,
} from './queries.ts'
import { idsOf, ownerOf, read, rowsOf } from './rows.ts'
import type { CartRow, LineRow } from './tables.ts'
import { cartAdds, cartLines, carts } from './tables.ts'

export type { Buyer } from './buyer.ts'
export { buyerOf } from './buyer.ts'
export { gramsOf, leadMinutesOf } from './line-rules.ts'
export { merge } from './merge.ts'
export { eraseDetails } from './ownership.ts'
export { preview } from './preview.ts'
export { lastContact, read } from './rows.ts'
export type { CartRow } from './tables.ts'
export { choices }

/** A cart with its lines at current prices, and the store that sells them. */
export interface PricedCart {
  cart: CartRow
  lines: Line[]
  /** The lines whose price differs from the price that the shopper last saw. */
  repriced: Line[]
  /**
   * Failures for lines whose quantity breaks a limit, the minimum or the step of the product. The rules may have
   * changed since the line was added.
   */
  limits: FailureItem[]
  /** The price of all goods except memberships, in minor units. Fees and minimums depend on it. */
  subtotal: number
  currency: string
  location: LocationRow
  /** The benefits of the visitor's membership; null if they have none. */
  benefits: MemberBenefits | null
}

const guestDays = 30

/**
 * Returns the visitor's cart, or an empty one. The cart lists a changed price until the shopper edits the line or
 * checks out.
 */
export async function view(ctx: Context): Promise<Cart> {
  const found = await readWithOffer(ctx)
  if (!found) return emptyCart(ctx)
  await choices.recordSeen(ctx, found.cart)
  return toCart(found.cart, found.rows, found.offer)
}

/**
 * Adds pieces to the line with the same variant, modifiers and note, or creates this line. Fails with
 * `cart.out_of_stock` or `cart.limit` if the quantity exceeds the stock or a limit. Fails with `cart.portion` if the
 * product is not sold in this quantity, and with `cart.unavailable` if it is not for sale. Fails with
 * `cart.cross_border` if the store cannot ship it, and with `cart.apart` if it cannot share an order with the cart's
 * goods. Fails with `cart.modifiers` for wrong modifiers, and with `checkout.off` while checkout is switched off.
 */
export async function add(ctx: Context, input: AddLine): Promise<Cart> {
  await refuseCheckoutOff(ctx)
  return recordingRefusals(ctx, () => addTo(ctx, input))
}

function addTo(ctx: Context, input: AddLine): Promise<Cart> {
  return transact(ctx, async (ctx) => {
    // Sends all queries together. The database runs them in order: `openForChange` locks the cart, and the queries
    // after it read the locked cart.
    const [, cart, rows, ownOffer] = await inParallel(
      ctx.ensureSession(),
      openForChange(ctx),
      selectOwnLines(ctx.db, idsOf(ctx), ownerOf(ctx)),
      ctx.campaignId ? null : lookUpOwn(ctx, [input.sku]),
    )
    const offer = ownOffer ?? (await lookUp(ctx, cart, [input.sku]))
    if (await isRepeated(ctx, cart.id, input)) return toCart(cart, rows, offer)
    const added = toRow(input, offer, { cartId: cart.id, addedAt: ctx.app.now() })
    const after = withAdded(rows, added)
    refuseInvalidLines(after, [added.key], offer)
    await writeWithCommit(ctx, () => insertLine(ctx.db, added))
    return toCart(cart, after, offer)
  })
}

/** Creates or locks the visitor's cart and increments its version, so that changes run one after the other. */
async function openForChange(ctx: Context): Promise<CartRow> {
  if (!ctx.sessionId) throw new Error('a cart needs a session')
  const [cart] = await insertCart(ctx.db, { ...idsOf(ctx), now: ctx.app.now() }, ownerOf(ctx))
  if (!cart) throw new Error('a cart was not stored')
  return cart
}

/** Adds an add-on product. Has the same rules as `add`. */
export const addAddon = add

/**
 * Sets quantities by line key; 0 removes the line. Fails with `cart.changed` for an outdated `version` or a missing
 * line. Fails with `cart.portion` if the product is not sold in that quantity. A line with a higher quantity than
 * before must satisfy the rules of `add`.
 */
export function change(
  ctx: Context,
  { lineItems, version }: { lineItems: Record<string, { quantity: number }>; version?: number | undefined },
): Promise<Cart> {
  const quantities = new Map(Object.entries(lineItems).map(([key, { quantity }]) => [key, quantity]))
  return recordingRefusals(ctx, () => changeTo(ctx, quantities, version))
}

function changeTo(ctx: Context, quantities: Map<string, number>, version: number | undefined): Promise<Cart> {
  return transact(ctx, async (ctx) => {
    const cart = await lockForChange(ctx)
    if (version !== undefined && version !== (cart ? cart.version - 1 : 0)) fail('cart.changed')
    const [rows, offer] = cart ? await inParallel(rowsOf(ctx, cart.id), lookUp(ctx, cart)) : [[], null]
    const keys = new Set(rows.map(({ key }) => key))
    if ([...quantities].some(([key, quantity]) => quantity > 0 && !keys.has(key))) fail('cart.changed')
    if (!cart || !offer) return emptyCart(ctx)
    const after = rows
      .map((row) => ({ ...row, quantity: quantities.get(row.key) ?? row.quantity }))
      .filter(({ quantity }) => quantity > 0)
    const raised = rows.filter((row) => (quantities.get(row.key) ?? 0) > row.quantity).map(({ key }) => key)
    refuseBrokenPortions(after, [...quantities.keys()], offer)
    refuseInvalidLines(after, raised, offer)
    const changed = toCart(cart, after, offer)
    await writeQuantities(ctx, changed, { after, quantities })
    return changed
  })
}

/** Locks the visitor's cart and increments its version; undefined if the visitor has no cart. */
async function lockForChange(ctx: Context): Promise<CartRow | undefined> {
  const [cart] = await updateVersion(ctx.db, { ...idsOf(ctx), now: ctx.app.now() }, ownerOf(ctx))
  return cart
}

/** Removes lines by key. Ignores keys that no line has. */
export function remove(ctx: Context, { keys }: { keys: string[] }): Promise<Cart> {
  return transact(ctx, async (ctx) => {
    const cart = await lockForChange(ctx)
    if (!cart) return emptyCart(ctx)
    await ctx.db.delete(cartLines).where(and(eq(cartLines.cartId, cart.id), inArray(cartLines.key, keys)))
    const [rows, offer] = await inParallel(rowsOf(ctx, cart.id), lookUp(ctx, cart))
    return toCart(cart, rows, offer)
  })
}

/** Reads the visitor's cart with prices, without a lock. Null if the visitor has no cart. */
export async function priced(ctx: Context): Promise<PricedCart | null> {
  const found = await readWithOffer(ctx)
  return found ? price(found.cart, found.rows, found.offer) : null
}

/**
 * Reads the cart and the shop's offer in one round trip. For a campaign, reads the cart first, because the offer
 * depends on it.
 */
async function readWithOffer(ctx: Context) {
  if (!ctx.sessionId && !ctx.memberId) return null
  const [found, ownOffer] = await inParallel(read(ctx), ctx.campaignId ? null : lookUpOwn(ctx))
  return found && { ...found, offer: ownOffer ?? (await lookUp(ctx, found.cart)) }
}

/**
 * Like `priced`, but with cached product data and without stock. It serves callers that do not depend on stock, such as
 * the lists of days and of fulfilment methods.
 */
export async function pricedFromCache(ctx: Context): Promise<PricedCart | null> {
  const found = await read(ctx)
  return found ? price(found.cart, found.rows, await lookUpCached(ctx, found.cart, found.rows)) : null
}

/** Records that the shopper has seen the current prices and continues with them. */
export async function acceptPrices(ctx: Context, { cart, repriced }: PricedCart): Promise<void> {
  for (const { key, unitPrice } of repriced) {
    await ctx.db
      .update(cartLines)
      .set({ seenPrice: unitPrice.amount })
      .where(and(eq(cartLines.cartId, cart.id), eq(cartLines.key, key)))
  }
}

/** Locks the visitor's open cart until the transaction ends. Null if the visitor has no open cart. */
export async function lockOpen(ctx: Context): Promise<CartRow | null> {
  const [cart] = await lockOwnCart(ctx.db, idsOf(ctx), ownerOf(ctx))
  return cart ?? null
}

/**
 * Locks the visitor's cart by id, open or closed, until the transaction ends. Fails with `not_found` for another
 * visitor's cart.
 */
export async function lock(ctx: Context, id: string): Promise<CartRow> {
  if (!isUuid(id) || !(ctx.sessionId || ctx.memberId)) fail('not_found')
  const cart = await choices.lockAny(ctx, id)
  const isOwn = cart && (cart.memberId ? cart.memberId === ctx.memberId : cart.sessionId === ctx.sessionId)
  if (!isOwn) fail('not_found')
  return cart
}

/**
 * Awaits `locking`, which locks the visitor's cart, by default the cart `id`. In the same round trip, reads the lines
 * and prices of the cart `id`. If the locked cart has another id or campaign, reads the lines and prices of the locked
 * cart in a second round trip.
 */
export async function lockPriced(ctx: Context, id: string, locking = lock(ctx, id)): Promise<PricedCart> {
  if (!isUuid(id)) return priceLocked(ctx, await locking)
  const { campaignId } = ctx
  // `lockSoldOutMarks` must come before `lookUp`, so that staff cannot mark goods as sold out while the database reads
  // the offer.
  const soldOutLock = campaignId ? null : lockSoldOutMarks(ctx)
  const [cart, rows, offer] = await inParallel(locking, rowsOf(ctx, id), lookUp(ctx, { id, campaignId }), soldOutLock)
  return cart.id === id && cart.campaignId === campaignId ? price(cart, rows, offer) : priceLocked(ctx, cart)
}

/** Prices a cart that the transaction has locked. */
export async function priceLocked(ctx: Context, cart: CartRow): Promise<PricedCart> {
  const soldOutLock = cart.campaignId ? null : lockSoldOutMarks(ctx)
  const [rows, offer] = await inParallel(rowsOf(ctx, cart.id), lookUp(ctx, cart), soldOutLock)
  return price(cart, rows, offer)
}

/** The bought lines of an order, and its coupon. */
export interface Bought {
  lines: Pick<Line, 'key' | 'quantity'>[]
  coupon: { code: string } | null
}

/**
 * Closes a cart after its lines were bought. Moves lines that were added after the order to a new cart with the same
 * contact, address, method and slot. Moves the claimed coupons too, except the coupon of the order. If `closing` is
 * `awaited`, the order waits for the shopper's money, so the closed cart keeps its hold.
 */
export async function close(
  ctx: Context,
  cartId: string,
  { closing = 'sold', ...bought }: Bought & { closing?: Closing },
): Promise<void> {
  const used = bought.coupon?.code ?? ''
  const now = ctx.app.now()
  await writeWithCommit(
    ctx,
    () => updateClosedOrAbort(ctx.db, { cartId, now, used }, closing),
    () => closeWithRest(ctx, cartId, { ...bought, closing }),
  )
}

async function closeWithRest(ctx: Context, cartId: string, { lines, coupon, closing }: Bought & { closing: Closing }) {
  const closed = updateClosed(ctx.db, { cartId, now: ctx.app.now() }, closing)
  const [[cart], rows] = await inParallel(closed, rowsOf(ctx, cartId))
  if (!cart) {
    if (closing === 'sold') await choices.clearHold(ctx, cartId)
    return
  }
  const boughtQuantities = new Map(lines.map(({ key, quantity }) => [key, quantity]))
  const remaining = rows
    .map((row) => ({ ...row, quantity: row.quantity - (boughtQuantities.get(row.key) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  const { sessionId, memberId, campaignId, contact, address, verifiedContactId, hidesName } = cart
  const claims = cart.claims.filter((code) => code !== coupon?.code)
  if (remaining.length === 0) {
    if (claims.length > 0) await ctx.db.insert(carts).values({ sessionId, memberId, campaignId, claims })
    return
  }
  const buyerFields = { sessionId, memberId, contact, address, verifiedContactId, hidesName, claims }
  const { method, slot, pickupPointId } = cart
  const values = { ...buyerFields, campaignId, method, slot, pickupPointId, version: 1 }
  const [next] = await ctx.db.insert(carts).values(values).returning()
  if (next) await ctx.db.insert(cartLines).values(remaining.map((row) => ({ ...row, cartId: next.id })))
}

/** Deletes idempotency keys after one day. Closes guests' carts that have no hold and have not changed for 30 days. */
export async function sweep(ctx: Context): Promise<void> {
  const now = ctx.app.now().getTime()
  await ctx.db.delete(cartAdds).where(lt(cartAdds.at, new Date(now - dayMs)))
  const lastChangedBefore = lt(carts.updatedAt, new Date(now - guestDays * dayMs))
  await ctx.db
    .update(carts)
    .set({ state: 'closed', contact: null, address: null, comment: '', couponCode: null, claims: [] })
    .where(and(openCartCondition, isNull(carts.memberId), isNull(carts.heldUntil), lastChangedBefore))
}

/** The shop keeps a guest's closed cart without an order for this many days after the cart's last change. */
const closedDays = 30

/**
 * Deletes guests' closed carts that meet the condition, for example that no order refers to the cart. Keeps carts that
 * have a hold or changed in the last `closedDays` days.
 */
export async function deleteClosedGuestCarts(ctx: Context, condition: SQL): Promise<void> {
  const lastChangedBefore = lt(carts.updatedAt, new Date(ctx.app.now().getTime() - closedDays * dayMs))
  await ctx.db
    .delete(carts)
    .where(
      and(eq(carts.state, 'closed'), isNull(carts.memberId), isNull(carts.heldUntil), lastChangedBefore, condition),
    )
}

/**
 * Records the idempotency key of a request. Returns whether an earlier request used the key. Fails with
 * `request.key_reused` if the earlier request was different.
 */
async function isRepeated(ctx: Context, cartId: string, { idempotencyKey, ...added }: AddLine): Promise<boolean> {
  if (!idempotencyKey) return false
  const { sku, quantity, modifiers, note } = added
  const request = createHash('sha256')
    .update(JSON.stringify([sku, quantity, modifiers, note]))
    .digest('base64url')
  const [stored] = await ctx.db
    .insert(cartAdds)
    .values({ cartId, idempotencyKey, request, at: ctx.app.now() })
    .onConflictDoUpdate({
      target: [cartAdds.cartId, cartAdds.idempotencyKey],
      set: { request: sql`coalesce(${cartAdds.request}, excluded.request)` },
    })
    // In PostgreSQL, `xmax` is 0 for an inserted row and not 0 for an updated one.
    .returning({ request: cartAdds.request, isNew: sql<boolean>`xmax = 0` })
  if (!stored || stored.request !== request) fail('request.key_reused', undefined, 'idempotencyKey')
  return !stored.isNew
}

/** Stores the wanted quantities. Records that the shopper has seen the current prices of these lines. */
async function writeQuantities(
  ctx: Context,
  { id, lineItems }: Cart,
  { after, quantities }: { after: LineRow[]; quantities: Map<string, number> },
) {
  const removedKeys = [...quantities].filter(([, quantity]) => quantity === 0).map(([key]) => key)
  if (id && removedKeys.length > 0) {
    await ctx.db.delete(cartLines).where(and(eq(cartLines.cartId, id), inArray(cartLines.key, removedKeys)))
  }
  const set = after
    .filter(({ key }) => quantities.has(key))
    .map((row) => ({ ...row, seenPrice: lineItems[row.key]?.unitPrice.amount ?? row.seenPrice }))
  if (set.length === 0) return
  await ctx.db
    .insert(cartLines)
    .values(set)
    .onConflictDoUpdate({
      target: [cartLines.cartId, cartLines.key],
      set: { quantity: sql`excluded.quantity`, seenPrice: sql`excluded.seen_price` },
    })
}

function price(cart: CartRow, rows: LineRow[], offer: Offer): PricedCart {
  const lines = rows.map((row) => toLine(row, rows, offer))
  const subtotal = sum(lines.map(({ total, isMembership }) => (isMembership ? 0 : total.amount)))
  const limits = rows.flatMap((row) => findLimitFailure(row, rows, offer) ?? findPortionFailure(row, offer) ?? [])
  const seenPrices = new Map(rows.map(({ key, seenPrice }) => [key, seenPrice]))
  const repriced = lines.filter(({ key, unitPrice }) => seenPrices.get(key) !== unitPrice.amount)
  const { currency, location, benefits } = offer
  return { cart, lines, repriced, limits, subtotal, currency, location, benefits }
}
