import { addressProofMs } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { selectBuyerProof } from './queries.ts'

/** What the buyer has proven before they place the order. */
export interface Buyer {
  /** The buyer is a member and has proven the contact's email address. */
  isProvenMember: boolean
  /** The same for any buyer: a guest enters an emailed code in this session. */
  isEmailProven: boolean
}

/** Reads what the buyer of a cart has proven. Needs only the cart's id, so it can run together with the cart's lock. */
export async function buyerOf(ctx: Context, cartId: string): Promise<Buyer> {
  const proofFrom = new Date(ctx.app.now().getTime() - addressProofMs).toISOString()
  const [found] = await selectBuyerProof(ctx.db, { cartId, sessionId: ctx.sessionId, proofFrom })
  const isProvenMember = found?.isProvenMember ?? false
  return { isProvenMember, isEmailProven: isProvenMember || (found?.hasCode ?? false) }
}
