import { asc, eq } from 'drizzle-orm'
import type { Locale } from '#contract/languages.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { endSessionsOf } from '#server/platform/http/sessions.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { emit } from '#server/platform/queue.ts'
import { senderName } from '#server/settings/settings.ts'
import { emailTexts } from './email-texts.ts'
import { addresseeOf, sendEmail } from './emails.ts'
import { deleteProvenIdentitiesOf } from './identity.ts'
import { requireOwner } from './password-change.ts'
import { profile } from './profile.ts'
import { changeRow, currentRow, lockOwnership, rowById, toMember } from './rows.ts'
import { requireRecentSignIn } from './sign-in.ts'
import { mailedSecrets, memberAddresses, memberConsents, memberIdentities, memberPictures } from './tables.ts'

/**
 * Exports all data that the shop has about the member, by subject; each module adds its part. Fails with
 * `account.recent_required` if the sign-in is not recent.
 */
export async function exportData(ctx: Context): Promise<Record<string, unknown>> {
  await requireRecentSignIn(ctx)
  const row = await currentRow(ctx)
  const { devices } = await profile(ctx)
  const consents = await ctx.db
    .select()
    .from(memberConsents)
    .where(eq(memberConsents.memberId, row.id))
    .orderBy(asc(memberConsents.id))
  const addresses = await ctx.db.select().from(memberAddresses).where(eq(memberAddresses.memberId, row.id))
  const pictures = await ctx.db.select().from(memberPictures).where(eq(memberPictures.memberId, row.id))
  const identities = await ctx.db.select().from(memberIdentities).where(eq(memberIdentities.memberId, row.id))
  const others = await emit(ctx, 'member.exporting', { memberId: row.id })
  return {
    exportedAt: ctx.app.now().toISOString(),
    account: toMember(row),
    consents: consents.map(({ kind, given, source, at }) => ({ kind, given, source, at: at.toISOString() })),
    devices,
    addresses: addresses.map(({ memberId: _, ...rest }) => rest),
    pictures: pictures.map(({ id, type, bytes, createdAt }) => ({
      id,
      createdAt,
      picture: `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
    })),
    linked: identities.map(({ memberId: _, ...linked }) => linked),
    ...Object.assign({}, ...others),
  }
}

/**
 * Deletes the member's account in one transaction. Each module removes the member's personal data, or stops the
 * deletion with an error such as `account.orders_open`. The member's row stays without personal data, because
 * accounting records refer to it. Fails with `account.wrong_password` if the password is wrong, and with
 * `account.recent_required` if an account without a password has no recent sign-in.
 */
export async function remove(
  ctx: Context,
  { password }: { password?: string | undefined },
): Promise<{ removed: true }> {
  const member = await currentRow(ctx)
  await requireOwner(ctx, member, password)
  const { id } = member
  await transact(ctx, async (ctx) => {
    await lockOwnership(ctx, [id])
    const row = (await rowById(ctx, id)) ?? fail('account.sign_in_required')
    const provenEmail = row.emailVerifiedAt && canonicalEmail(row.email)
    await emit(ctx, 'member.leaving', { memberId: id, provenEmail })
    await eraseMember(ctx, id)
    await deleteProvenIdentitiesOf(ctx, id)
    await endSessionsOf(ctx, id)
    await ctx.renewSession(null)
    await emit(ctx, 'member.left', { memberId: id, ...addresseeOf(row) })
  })
  return { removed: true }
}

/**
 * Deletes all personal data from a member's rows in this module. The member's own row stays, because accounting records
 * refer to it.
 */
export async function eraseMember(ctx: Context, id: string): Promise<void> {
  await ctx.db.delete(memberConsents).where(eq(memberConsents.memberId, id))
  await ctx.db.delete(memberPictures).where(eq(memberPictures.memberId, id))
  await ctx.db.delete(memberIdentities).where(eq(memberIdentities.memberId, id))
  await ctx.db.delete(memberAddresses).where(eq(memberAddresses.memberId, id))
  await ctx.db.delete(mailedSecrets).where(eq(mailedSecrets.memberId, id))
  await changeRow(ctx, id, {
    name: '',
    email: `${id}@deleted.invalid`,
    emailVerifiedAt: null,
    passwordHash: null,
    phone: null,
    pictureId: null,
    referrerGroup: null,
    lastLoginAt: null,
    deletedAt: ctx.app.now(),
  })
}

/** Emails a last message to a former member after the deletion. */
export async function mailAccountDeleted(
  ctx: Context,
  { memberId, ...addressee }: { memberId: string; email: string; name: string; locale: Locale },
): Promise<void> {
  const texts = emailTexts.farewell({ name: addressee.name, shop: await senderName(ctx) })
  await sendEmail(ctx, addressee, { kind: 'farewell', of: memberId, words: texts })
}
