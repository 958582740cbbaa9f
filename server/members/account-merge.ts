import { eq } from 'drizzle-orm'
import type { IdentityProvider, LinkedAccounts } from '#contract/identity.ts'
import type { Locale } from '#contract/languages.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { endSessionsOf } from '#server/platform/http/sessions.ts'
import { emit } from '#server/platform/queue.ts'
import { eraseMember } from './account-deletion.ts'
import { transferAddresses } from './addresses.ts'
import { emailTexts } from './email-texts.ts'
import { addresseeOf, sendEmail } from './emails.ts'
import { consumeProvenIdentity, deleteProvenIdentitiesOf, findIdentityOwner } from './identity.ts'
import { linked } from './identity-links.ts'
import type { MemberRow } from './rows.ts'
import { changeRow, lockOwnership, lockRow, rowById } from './rows.ts'
import { requireRecentSignIn } from './sign-in.ts'
import { memberIdentities, memberPictures } from './tables.ts'

/**
 * Merges another account into the member's own account, and empties the other account. Fails with `identity.unproven`
 * if the session has not just proven an identity of the other account, and with `account.recent_required` if the
 * sign-in is not recent. Moves nothing if the proven identity already belongs to the member.
 */
export async function merge(ctx: Context, { provider }: { provider: IdentityProvider }): Promise<LinkedAccounts> {
  const intoId = await requireRecentSignIn(ctx)
  await transact(ctx, async (ctx) => {
    const provenIdentity = await consumeProvenIdentity(ctx, provider)
    const fromId = (await findIdentityOwner(ctx, provenIdentity)) ?? fail('identity.unproven')
    if (fromId !== intoId) await mergeMembers(ctx, fromId, intoId)
  })
  return linked(ctx)
}

/**
 * Moves all data of one member to another member. Must run in a transaction, so that a failure moves nothing. If two
 * members are merged in both directions at once, locks make one merge wait for the other.
 */
async function mergeMembers(ctx: Context, fromId: string, intoId: string) {
  await lockOwnership(ctx, [fromId, intoId])
  // Emits the event first, because its handlers lock carts. All code locks carts before members, so that nothing
  // deadlocks.
  await emit(ctx, 'member.merging', { fromId, intoId, sessionId: ctx.sessionId ?? '' })
  const from = await lockRow(ctx, fromId)
  const into = await lockRow(ctx, intoId)
  await transferAddresses(ctx, fromId, intoId)
  await ctx.db.update(memberIdentities).set({ memberId: intoId }).where(eq(memberIdentities.memberId, fromId))
  await transferDetails(ctx, from, into)
  await eraseMember(ctx, fromId)
  await deleteProvenIdentitiesOf(ctx, fromId)
  await endSessionsOf(ctx, fromId)
  await emit(ctx, 'member.merged', { memberId: intoId, ...addresseeOf(from) })
}

/** Moves the phone number and the picture to the remaining account, each only if that account has none. */
async function transferDetails(ctx: Context, from: MemberRow, into: MemberRow) {
  const pictureId = into.pictureId ?? from.pictureId
  if (pictureId !== into.pictureId)
    await ctx.db
      .update(memberPictures)
      .set({ memberId: into.id })
      .where(eq(memberPictures.id, pictureId ?? ''))
  const change = { phone: into.phone ?? from.phone, pictureId }
  await changeRow(ctx, into.id, change)
}

/** Emails both addresses after two accounts were merged. */
export async function mailMerged(
  ctx: Context,
  { memberId, ...formerMember }: { memberId: string; email: string; name: string; locale: Locale },
): Promise<void> {
  const into = await rowById(ctx, memberId)
  if (!into) return
  for (const addressee of [addresseeOf(into), formerMember]) {
    const texts = emailTexts.merged({ name: addressee.name, email: into.email })
    await sendEmail(ctx, addressee, {
      kind: 'merged',
      of: `${memberId}-${formerMember.email}-${addressee.email}`,
      words: texts,
    })
  }
}
