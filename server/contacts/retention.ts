import { and, eq, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import { contactDays } from '#contract/constants.ts'
import { hourMs } from '#contract/durations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { newestKey, rewrap } from '#server/platform/encryption.ts'
import { logAccess } from './access-log.ts'
import { aboutContact, aboutPhoto } from './identity.ts'
import { contactAccesses, contactPhotos, verifiedContacts } from './tables.ts'

/** Photos are deleted this many days after staff's decision, because nobody needs them any more. */
const photoDays = 30
/** A photo without a contact is deleted after this many hours. */
const unusedHours = 24
/** Entries of the access log are deleted after this many days. */
const accessDays = 3 * 365
const rewrapBatchSize = 100

/**
 * Deletes expired contacts, photos and log entries, and encrypts keys again under the newest master key. A job calls
 * this function.
 */
export async function purge(ctx: Context): Promise<void> {
  const now = ctx.app.now().getTime()
  const hoursAgo = (hours: number) => new Date(now - hours * hourMs)
  await transact(ctx, async (ctx) => {
    const deleted = await ctx.db
      .delete(verifiedContacts)
      .where(lt(verifiedContacts.usedAt, hoursAgo(contactDays * 24)))
      .returning({ contactId: verifiedContacts.id, memberId: verifiedContacts.memberId })
    await logAccess(ctx, ...deleted.map((contact) => ({ by: 'shop' as const, what: 'expired' as const, ...contact })))
  })
  await ctx.db
    .delete(contactPhotos)
    .where(and(isNull(contactPhotos.contactId), lt(contactPhotos.createdAt, hoursAgo(unusedHours))))
  await purgeDecidedPhotos(ctx, hoursAgo(photoDays * 24))
  await ctx.db.delete(contactAccesses).where(lt(contactAccesses.at, hoursAgo(accessDays * 24)))
  await renewKeys(ctx)
}

async function purgeDecidedPhotos(ctx: Context, before: Date) {
  await transact(ctx, async (ctx) => {
    const decided = await ctx.db
      .select({ photoId: contactPhotos.id, contactId: verifiedContacts.id, memberId: verifiedContacts.memberId })
      .from(contactPhotos)
      .innerJoin(verifiedContacts, eq(verifiedContacts.id, contactPhotos.contactId))
      .where(and(isNotNull(verifiedContacts.decidedAt), lt(verifiedContacts.decidedAt, before)))
      .for('update')
    for (const { photoId } of decided) await ctx.db.delete(contactPhotos).where(eq(contactPhotos.id, photoId))
    await logAccess(ctx, ...decided.map((photo) => ({ by: 'shop' as const, what: 'expired' as const, ...photo })))
  })
}

/**
 * Encrypts keys again under the newest master key, at most `rewrapBatchSize` rows of each table in a run of the job.
 * Once no row uses an older master key, the owner can remove that key from the configuration.
 */
async function renewKeys(ctx: Context) {
  const newest = newestKey(ctx.app)
  if (!newest) return
  for (const [table, about] of [
    [verifiedContacts, aboutContact],
    [contactPhotos, aboutPhoto],
  ] as const) {
    const rows = await ctx.db
      .select({ id: table.id, keyId: table.keyId, wrappedKey: table.wrappedKey, sealed: table.sealed })
      .from(table)
      .where(ne(table.keyId, newest))
      .limit(rewrapBatchSize)
    for (const row of rows) {
      const rewrapped = rewrap(ctx.app, row, about(row.id))
      // If a parallel change has replaced the key meanwhile, the condition matches no row. The key of that change then
      // stays.
      if (rewrapped)
        await ctx.db
          .update(table)
          .set(rewrapped)
          .where(and(eq(table.id, row.id), eq(table.keyId, row.keyId)))
    }
  }
}
