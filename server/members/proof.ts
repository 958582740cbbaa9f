import { eq } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { endSessionsOf } from '#server/platform/http/sessions.ts'
import { deleteProvenIdentitiesOf } from './identity.ts'
import type { MemberRow } from './rows.ts'
import { changeRow, lockRow } from './rows.ts'
import { memberIdentities } from './tables.ts'

/**
 * Records that a member used an emailed secret, which proves the address. Call it within a transaction.
 *
 * Invariant: only the owner of a proven address can sign in to the account with that address. A stranger may have
 * created the account before the proof. So the first proof removes the account's password, linked wallets and sessions,
 * unless the visitor is signed in to this account.
 */
export async function acceptMailedProof(ctx: Context, memberId: string): Promise<MemberRow> {
  const row = await lockRow(ctx, memberId)
  if (row.emailVerifiedAt) return row
  const emailVerifiedAt = ctx.app.now()
  if (ctx.memberId === memberId) {
    await changeRow(ctx, memberId, { emailVerifiedAt })
    return { ...row, emailVerifiedAt }
  }
  await ctx.db.delete(memberIdentities).where(eq(memberIdentities.memberId, memberId))
  await deleteProvenIdentitiesOf(ctx, memberId)
  await endSessionsOf(ctx, memberId)
  await changeRow(ctx, memberId, { emailVerifiedAt, passwordHash: null })
  return { ...row, emailVerifiedAt, passwordHash: null }
}
