import { sql } from 'drizzle-orm'
import { addressProofMs } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { preparedRows } from '#server/platform/database/prepared.ts'

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
  const [found] = await selectProof(ctx.db, { cartId, sessionId: ctx.sessionId, proofFrom })
  const isProvenMember = found?.isProvenMember ?? false
  return { isProvenMember, isEmailProven: isProvenMember || (found?.hasCode ?? false) }
}

const selectProof = preparedRows<{ isProvenMember: boolean; hasCode: boolean }>(
  () => sql`select
      exists (select from members m where m.id = c.member_id and m.email_verified_at is not null
        and lower(m.email) = lower(c.contact ->> 'email')) as "isProvenMember",
      exists (select from address_codes a where a.session_id = ${sql.placeholder('sessionId')}::uuid
        and a.email = lower(c.contact ->> 'email')
        and a.proven_at > ${sql.placeholder('proofFrom')}::timestamptz) as "hasCode"
    from carts c where c.id = ${sql.placeholder('cartId')}::uuid`,
)
