import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { carts } from '#server/cart/tables.ts'
import { members } from '#server/members/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { prepared } from '#server/platform/prepared.ts'

/** What the buyer of a cart showed before they place it. */
export interface Buyer {
  /** The contact's email address is theirs. */
  isEmailProven: boolean
}

/** The buyer of a cart, found by its id alone, so that it can be asked in the turn that locks the cart. */
export async function buyerOf(ctx: Context, cartId: string): Promise<Buyer> {
  const [found] = await selectProof(ctx.db, { cartId })
  return { isEmailProven: found !== undefined }
}

const selectProof = prepared((db) =>
  db
    .select({ id: members.id })
    .from(carts)
    .innerJoin(members, eq(members.id, carts.memberId))
    .where(
      and(
        eq(carts.id, sql.placeholder('cartId')),
        isNotNull(members.emailVerifiedAt),
        eq(sql`lower(${members.email})`, sql`lower(${carts.contact} ->> 'email')`),
      ),
    ),
)
