import { randomBytes } from 'node:crypto'
import { and, eq, isNull, notInArray, sql } from 'drizzle-orm'
import type { IdType } from '#contract/contacts.ts'
import { countUpload, memberIdOf } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { decrypt, encrypt } from '#server/platform/encryption.ts'
import { fail } from '#server/platform/fail.ts'
import { markedPicture } from '#server/platform/pictures/images.ts'
import { logAccess } from './access-log.ts'
import { aboutPhoto, requireKey } from './identity.ts'
import { photosPerDocument } from './numbers.ts'
import { contactPhotos } from './tables.ts'

const side = 1600
/** The maximum number of photos that a member can have at a time, including unused ones. */
const maxPhotos = 24

/**
 * Stores a photo of the member, watermarked and encrypted. Fails with `input.picture` if the file is not a valid
 * picture, `contacts.off` without an encryption key, and `contacts.photos_full` at the limit.
 */
export async function uploadPhoto(ctx: Context, { file }: { file: File }) {
  const memberId = memberIdOf(ctx)
  requireKey(ctx)
  countUpload(ctx.app, memberId)
  const watermark = `CUSTOMS ONLY ${ctx.app.now().toISOString().slice(0, 10)}`
  const { bytes } = await markedPicture(Buffer.from(await file.arrayBuffer()), side, watermark)
  const id = randomBytes(16).toString('base64url')
  await transact(ctx, async (ctx) => {
    await lockOwner(ctx, memberId)
    const count = await ctx.db.$count(contactPhotos, eq(contactPhotos.memberId, memberId))
    if (count >= maxPhotos) fail('contacts.photos_full')
    await ctx.db
      .insert(contactPhotos)
      .values({ id, memberId, ...encrypt(ctx.app, bytes, aboutPhoto(id)), createdAt: ctx.app.now() })
  })
  return { photo: toPhoto({ id }) }
}

/** The member's own identity photo; null if there is none with this id. Logs each access. */
export async function findPhoto(ctx: Context, { id }: { id: string }): Promise<File | null> {
  const memberId = memberIdOf(ctx)
  const [found] = await ctx.db
    .select()
    .from(contactPhotos)
    .where(and(eq(contactPhotos.id, id), eq(contactPhotos.memberId, memberId)))
  if (!found) return null
  const bytes = decrypt(ctx.app, found, aboutPhoto(id))
  await logAccess(ctx, { by: 'member', what: 'photo', memberId, contactId: found.contactId, photoId: id })
  return new File([new Uint8Array(bytes)], 'identity.webp', { type: 'image/webp' })
}

/**
 * Attaches these photos to a contact in the given order, and deletes the contact's other photos. Fails with
 * `contacts.photos` if a photo does not exist, belongs to another member, or is used by another contact.
 */
export async function usePhotos(
  ctx: Context,
  { memberId, contactId, ids }: { memberId: string; contactId: string; ids: string[] },
): Promise<void> {
  const ownPhotos = eq(contactPhotos.contactId, contactId)
  await ctx.db
    .delete(contactPhotos)
    .where(ids.length > 0 ? and(ownPhotos, notInArray(contactPhotos.id, ids)) : ownPhotos)
  for (const [position, id] of ids.entries()) {
    const [attached] = await ctx.db
      .update(contactPhotos)
      .set({ contactId, position })
      .where(
        and(
          eq(contactPhotos.id, id),
          eq(contactPhotos.memberId, memberId),
          sql`(${isNull(contactPhotos.contactId)} or ${ownPhotos})`,
        ),
      )
      .returning({ id: contactPhotos.id })
    if (!attached) fail('contacts.photos', { count: ids.length }, 'photos')
  }
}

/** Fails with `contacts.photos` if the number of photos is wrong for this kind of document, or a photo occurs twice. */
export function requirePhotos(type: IdType, ids: string[]): void {
  const count = photosPerDocument[type]
  if (new Set(ids).size !== count || ids.length !== count) fail('contacts.photos', { count }, 'photos')
}

/** Locks a member's contacts and photos, so that parallel requests cannot exceed the limits on their number. */
export async function lockOwner(ctx: Context, memberId: string): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${`contacts ${memberId}`}))`)
}

/** The URL of a photo, which only its owner can read. */
export const toPhoto = ({ id }: { id: string }) => ({ id, address: `/api/istore/client/image/user/${id}` })
