import { addressProofMs } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { selectBuyerProof } from './queries.ts'

/** What the buyer has proven before they place the order. */
export interface Buyer {
  /** They are a member, and the contact's email address is shown to be theirs. */
  isProvenMember: boolean
  /** The same of any buyer: a guest enters a mailed code in this session. */
  isEmailProven: boolean
}

/** The buyer of a cart, found by its id alone, so that it can be asked in the turn that locks the cart. */
export async function buyerOf(ctx: Context, cartId: string): Promise<Buyer> {
  const proofFrom = new Date(ctx.app.now().getTime() - addressProofMs).toISOString()
  const [found] = await selectBuyerProof(ctx.db, { cartId, sessionId: ctx.sessionId, proofFrom })
  const isProvenMember = found?.isProvenMember ?? false
  return { isProvenMember, isEmailProven: isProvenMember || (found?.hasCode ?? false) }
}
