import { addressProofMs } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { selectBuyerProof } from './queries.ts'

/** What the buyer has verified before placing the order. */
export interface Buyer {
  /** Whether the buyer is a member who has verified the contact's email address. */
  isProvenMember: boolean
  /** Whether the buyer has verified the contact's email address, as a member or with a code emailed in this session. */
  isEmailProven: boolean
}

/**
 * Reads what the buyer of a cart has verified. Needs only the cart's id, so callers can send this query while they lock
 * the cart.
 */
export async function buyerOf(ctx: Context, cartId: string): Promise<Buyer> {
  const proofFrom = new Date(ctx.app.now().getTime() - addressProofMs).toISOString()
  const [found] = await selectBuyerProof(ctx.db, { cartId, sessionId: ctx.sessionId, proofFrom })
  const isProvenMember = found?.isProvenMember ?? false
  return { isProvenMember, isEmailProven: isProvenMember || (found?.hasCode ?? false) }
}
