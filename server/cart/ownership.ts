import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { joinCarts, noDetails } from './merge.ts'
import { openCartCondition } from './queries.ts'
import { cartLines, carts } from './tables.ts'

/** Lists the lines and claimed coupons in a member's open carts, for the download of the member's data. */
export async function exportData(ctx: Context, { memberId }: { memberId: string }) {
  const openCartsOfMember = and(eq(carts.memberId, memberId), openCartCondition)
  const rows = await ctx.db
    .select({ sku: cartLines.sku, quantity: cartLines.quantity, note: cartLines.note, addedAt: cartLines.addedAt })
    .from(cartLines)
    .innerJoin(carts, eq(carts.id, cartLines.cartId))
    .where(openCartsOfMember)
  const claimed = await ctx.db.select({ claims: carts.claims }).from(carts).where(openCartsOfMember)
  return { cart: rows, couponClaims: claimed.flatMap(({ claims }) => claims) }
}

/**
 * Empties and closes a member's carts. If the member's email address is verified, also erases the contact details in
 * guests' carts with this address. Skips guests' carts with a hold, because the guest could be paying.
 */
export async function erase(
  ctx: Context,
  { memberId, provenEmail }: { memberId: string; provenEmail: string | null },
): Promise<void> {
  const cartIds = ctx.db.select({ id: carts.id }).from(carts).where(eq(carts.memberId, memberId))
  await ctx.db.delete(cartLines).where(inArray(cartLines.cartId, cartIds))
  const guestCarts = and(isNull(carts.memberId), isNull(carts.heldUntil))
  if (provenEmail)
    await ctx.db
      .update(carts)
      .set(noDetails)
      .where(and(guestCarts, eq(sql`lower(${carts.contact} ->> 'email')`, provenEmail)))
  await ctx.db
    .update(carts)
    .set({ ...noDetails, state: 'closed', memberId: null, couponCode: null, claims: [], verifiedContactId: null })
    .where(eq(carts.memberId, memberId))
}

/** Erases the contact details in these carts. The caller passes only carts whose orders are finished. */
export async function eraseDetails(ctx: Context, ids: string[]): Promise<void> {
  if (ids.length > 0) await ctx.db.update(carts).set(noDetails).where(inArray(carts.id, ids))
}

/**
 * Transfers a member's open carts to another member and the current session. The shop's carts are merged. A campaign's
 * cart moves if the other member has none for that campaign, and is closed otherwise.
 */
export async function transfer(
  ctx: Context,
  { fromId, intoId, sessionId }: { fromId: string; intoId: string; sessionId: string },
): Promise<void> {
  const found = await ctx.db
    .select()
    .from(carts)
    .where(and(openCartCondition, inArray(carts.memberId, [fromId, intoId])))
    .orderBy(asc(carts.id))
    .for('update')
  for (const cart of found.filter(({ memberId }) => memberId === fromId)) {
    const own = found.find(({ memberId, campaignId }) => memberId === intoId && campaignId === cart.campaignId)
    if (own && cart.campaignId === '') await joinCarts(ctx, { own, other: cart, memberId: intoId, sessionId })
    else if (own)
      await ctx.db
        .update(carts)
        .set({ ...noDetails, state: 'closed' })
        .where(eq(carts.id, cart.id))
    else await ctx.db.update(carts).set({ memberId: intoId, sessionId }).where(eq(carts.id, cart.id))
  }
}
