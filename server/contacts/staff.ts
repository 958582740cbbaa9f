import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { reviewStaffCalls } from '#contract/office/reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { decrypt } from '#server/platform/encryption.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import { logAccess } from './access-log.ts'
import { aboutPhoto, openIdentity, requireKey } from './identity.ts'
import { contactPhotos, verifiedContacts } from './tables.ts'

type Input<Name extends keyof typeof reviewStaffCalls> = z.output<(typeof reviewStaffCalls)[Name]['input']>

/** Up to 200 contacts that await verification, the longest waiting first, with masked names and numbers. */
export async function contacts(ctx: Context) {
  const rows = await ctx.db
    .select()
    .from(verifiedContacts)
    .where(eq(verifiedContacts.status, 'WAITING'))
    .orderBy(asc(verifiedContacts.usedAt))
    .limit(200)
  return { contacts: rows.map(toListed) }
}

/** An unmasked contact with its photos. Logs the access and its reason before the data is returned. */
export async function contact(ctx: Context, { contact: id, note: reason }: Input<'contact'>) {
  requireKey(ctx)
  const [row] = await ctx.db.select().from(verifiedContacts).where(eq(verifiedContacts.id, id))
  if (!row) fail('staff.unknown', { what: id })
  await logAccess(ctx, { by: 'staff', what: 'opened', memberId: row.memberId, contactId: id, note: reason })
  const photos = await ctx.db
    .select()
    .from(contactPhotos)
    .where(eq(contactPhotos.contactId, id))
    .orderBy(asc(contactPhotos.position))
  const { name, number } = openIdentity(ctx, id, row)
  return {
    ...toListed(row),
    name,
    idNumber: number,
    photos: photos.map((photo) => ({
      id: photo.id,
      picture: decrypt(ctx.app, photo, aboutPhoto(photo.id)).toString('base64'),
    })),
  }
}

/**
 * Verifies or refuses the version of a contact that staff saw. Fails with `contacts.changed` if the contact has changed
 * since then, and with `staff.unknown` if it no longer exists.
 */
export async function decideContact(
  ctx: Context,
  { contact: id, decision, version, note: reason }: Input<'decideContact'>,
) {
  return transact(ctx, async (ctx) => {
    const [updated] = await ctx.db
      .update(verifiedContacts)
      .set({
        status: decision === 'verify' ? 'VERIFIED' : 'REFUSED',
        reason: decision === 'verify' ? '' : reason,
        decidedAt: ctx.app.now(),
      })
      .where(and(eq(verifiedContacts.id, id), eq(verifiedContacts.version, version)))
      .returning()
    if (!updated) return refuseUnchanged(ctx, id)
    await logAccess(ctx, { by: 'staff', what: 'decided', memberId: updated.memberId, contactId: id })
    await emit(ctx, 'contact.decided', { contactId: id, version, decision, note: decision === 'verify' ? '' : reason })
    return toListed(updated)
  })
}

async function refuseUnchanged(ctx: Context, id: string): Promise<never> {
  const [row] = await ctx.db
    .select({ id: verifiedContacts.id })
    .from(verifiedContacts)
    .where(eq(verifiedContacts.id, id))
  fail(row ? 'contacts.changed' : 'staff.unknown', { what: id })
}

function toListed({
  id,
  maskedName,
  maskedNumber,
  idType,
  status,
  version,
  usedAt,
}: typeof verifiedContacts.$inferSelect) {
  return { id, name: maskedName, idNumber: maskedNumber, idType, status, version, since: usedAt.toISOString() }
}
