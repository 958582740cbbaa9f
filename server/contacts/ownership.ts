import { eq } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { logAccess } from './access-log.ts'
import { lockOwner } from './photos.ts'
import { contactAccesses, contactPhotos, verifiedContacts } from './tables.ts'

/** Exports a member's masked contacts and the log of accesses to them. */
export async function exportData(ctx: Context, { memberId }: { memberId: string }) {
  const rows = await ctx.db.select().from(verifiedContacts).where(eq(verifiedContacts.memberId, memberId))
  const accesses = await ctx.db.select().from(contactAccesses).where(eq(contactAccesses.memberId, memberId))
  await logAccess(
    ctx,
    ...rows.map(({ id }) => ({ by: 'member' as const, what: 'exported' as const, memberId, contactId: id })),
  )
  return {
    verifiedContacts: rows.map(
      ({ id, idType, maskedName, maskedNumber, status, reason, consentAt, createdAt, usedAt }) => ({
        id,
        idType,
        name: maskedName,
        idNumber: maskedNumber,
        status,
        reason,
        consentAt,
        createdAt,
        usedAt,
      }),
    ),
    verifiedContactAccesses: accesses.map(({ at, by, what, contactId, note }) => ({ at, by, what, contactId, note })),
  }
}

/** Deletes a member's contacts and photos. The log keeps the accesses, without their notes. */
export async function erase(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  const deleted = await ctx.db
    .delete(verifiedContacts)
    .where(eq(verifiedContacts.memberId, memberId))
    .returning({ contactId: verifiedContacts.id })
  await ctx.db.delete(contactPhotos).where(eq(contactPhotos.memberId, memberId))
  await ctx.db.update(contactAccesses).set({ note: '' }).where(eq(contactAccesses.memberId, memberId))
  await logAccess(
    ctx,
    ...deleted.map(({ contactId }) => ({ by: 'member' as const, what: 'removed' as const, memberId, contactId })),
  )
}

/**
 * Moves one member's contacts, photos and access log to another member, without decryption. Afterwards, the other
 * member may have more contacts than the limit, or two contacts with the same identity. Contacts are not merged,
 * because each order refers to its own contact.
 */
export async function transfer(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  for (const id of [fromId, intoId].sort()) await lockOwner(ctx, id)
  for (const table of [verifiedContacts, contactPhotos, contactAccesses])
    await ctx.db.update(table).set({ memberId: intoId }).where(eq(table.memberId, fromId))
}
