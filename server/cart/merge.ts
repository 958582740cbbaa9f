import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { maxCartLines, maxClaims, maxQuantity } from '#contract/constants.ts'
import { maxQuantityOf, minQuantityOf } from '#contract/quantities.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, transact } from '#server/platform/database/transactions.ts'
import { lineKey } from '#server/pricing/pricing.ts'
import type { Offer } from './offer.ts'
import { lookUp } from './offer-lookup.ts'
import { openCartCondition } from './queries.ts'
import { rowsOf } from './rows.ts'
import type { CartRow, LineRow } from './tables.ts'
import { cartLines, carts } from './tables.ts'

/** The values that erase the personal data of a cart. */
export const noDetails = { contact: null, address: null, comment: '' }

/**
 * Merges all carts of a guest into the member's carts: the shop's cart, and the cart of each campaign. Adds the
 * quantities of equal lines within the limits, as `joinLines` describes. Returns the number of the guest's lines. A
 * repeated call does nothing.
 */
export function merge(
  ctx: Context,
  { guestSessionId, sessionId, memberId }: { guestSessionId: string | null; sessionId: string; memberId: string },
): Promise<number> {
  if (!guestSessionId) return Promise.resolve(0)
  return transact(ctx, async (ctx) => {
    const found = await ctx.db
      .select()
      .from(carts)
      .where(
        and(
          openCartCondition,
          sql`(${carts.memberId} = ${memberId}
            or (${carts.sessionId} = ${guestSessionId} and ${carts.memberId} is null))`,
        ),
      )
      .orderBy(asc(carts.id))
      .for('update')
    let movedLines = 0
    for (const cartsOfCampaign of Map.groupBy(found, ({ campaignId }) => campaignId).values()) {
      const guest = cartsOfCampaign.find((cart) => cart.memberId === null)
      if (!guest) continue
      const own = cartsOfCampaign.find((cart) => cart.memberId !== null)
      movedLines += (await rowsOf(ctx, guest.id)).length
      await joinCarts(ctx, { own, other: guest, memberId, sessionId })
    }
    return movedLines
  })
}

/**
 * Assigns a cart to a member. Merges it with the member's own cart, if there is one. The caller must have locked both
 * carts.
 */
export async function joinCarts(
  ctx: Context,
  {
    own,
    other,
    memberId,
    sessionId,
  }: { own: CartRow | undefined; other: CartRow; memberId: string; sessionId: string },
): Promise<void> {
  // If only one cart has a hold, keeps that cart, because the hold and a pending order refer to its id.
  const target = own?.heldUntil && !other.heldUntil ? own : other
  if (own) await mergeInto(ctx, target, target === other ? own : other)
  await ctx.db.update(carts).set({ memberId, sessionId, updatedAt: ctx.app.now() }).where(eq(carts.id, target.id))
}

/** Moves the lines and choices of the cart `from` into the cart `into`, within the limits, and closes `from`. */
async function mergeInto(ctx: Context, into: CartRow, from: CartRow) {
  const rowsByCart = await inParallel(rowsOf(ctx, into.id), rowsOf(ctx, from.id))
  const offer = await lookUp(
    ctx,
    into,
    rowsByCart.flat().map(({ sku }) => sku),
  )
  const mergedRows = joinLines(rowsByCart, offer).map((row) => ({ ...row, cartId: into.id }))
  await ctx.db.delete(cartLines).where(inArray(cartLines.cartId, [into.id, from.id]))
  if (mergedRows.length > 0) await ctx.db.insert(cartLines).values(mergedRows)
  const { contact, address, verifiedContactId, comment, tip, couponCode, claims, credit, hidesName } = from
  await ctx.db
    .update(carts)
    .set({ ...noDetails, state: 'closed' })
    .where(eq(carts.id, from.id))
  // Takes the slot and the pickup point from the same cart, because the slot of a pickup point is valid only there. If
  // the carts have different methods, takes both from `into`, because a slot is valid for only one method.
  const isOther = into.method !== null && into.method !== from.method
  const { slot, pickupPointId } = into.slot || isOther ? into : from
  await ctx.db
    .update(carts)
    .set({
      version: into.version + from.version,
      method: into.method ?? from.method,
      slot,
      pickupPointId,
      contact: into.contact ?? contact,
      address: into.address ?? address,
      verifiedContactId: into.verifiedContactId ?? verifiedContactId,
      comment: into.comment || comment,
      tip: into.tip ?? tip,
      couponCode: into.couponCode ?? couponCode,
      claims: [...new Set([...claims, ...into.claims])].slice(-maxClaims),
      credit: into.credit ?? credit,
      hidesName: into.hidesName || hidesName,
    })
    .where(eq(carts.id, into.id))
}

/**
 * Joins the lines of two carts if they have the same variant and modifiers, within the limits. A joined line gets the
 * newest note that is not empty. If one cart has several lines with the same variant and modifiers, each of these lines
 * has its own note. In that case, joins only lines with equal notes.
 */
function joinLines(rowsByCart: LineRow[][], offer: Offer): LineRow[] {
  const severalInCart = new Set(
    rowsByCart.flatMap((rows) =>
      [...Map.groupBy(rows, choiceOf)].flatMap(([choice, same]) => (same.length > 1 ? [choice] : [])),
    ),
  )
  const joined = new Map<string, LineRow>()
  for (const row of rowsByCart.flat().toSorted((one, other) => one.addedAt.getTime() - other.addedAt.getTime())) {
    const choice = choiceOf(row)
    const id = severalInCart.has(choice) ? row.key : choice
    const before = joined.get(id)
    const note = row.note || before?.note || ''
    const quantity = Math.min(row.quantity + (before?.quantity ?? 0), limitOf(offer, row.sku))
    joined.set(id, { ...(before ?? row), note, quantity, key: lineKey(row.sku, row.modifiers, note) })
  }
  return [...joined.values()].slice(0, maxCartLines)
}

/** Identifies the variant and the modifiers of a line. */
const choiceOf = ({ sku, modifiers }: LineRow) => lineKey(sku, modifiers, '')

function limitOf(offer: Offer, sku: string): number {
  const product = offer.buyables.get(sku)
  const limits = [maxQuantity, product?.maxPerOrder, product?.purchasable]
  const max = Math.min(...limits.filter((limit) => limit !== null && limit !== undefined))
  return product ? maxQuantityOf(product, max) || minQuantityOf(product) : Math.max(1, max)
}
