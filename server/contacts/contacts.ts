import { randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { contactDays } from '#contract/constants.ts'
import type { verifiedContacts as schemas, VerifiedContact } from '#contract/contacts.ts'
import { dayMs } from '#contract/durations.ts'
import { memberIdOf } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { canEncrypt } from '#server/platform/encryption.ts'
import { fail } from '#server/platform/fail.ts'
import { logAccess } from './access-log.ts'
import { openIdentity, readIdentity, requireKey, sealIdentity } from './identity.ts'
import { lockOwner, requirePhotos, toPhoto, usePhotos } from './photos.ts'
import { contactPhotos, verifiedContacts } from './tables.ts'

export { emailTexts } from './emails.ts'
export { erase, exportData, transfer } from './ownership.ts'
export { findPhoto, uploadPhoto } from './photos.ts'
export { purge } from './retention.ts'
export * as staff from './staff.ts'

type Input<Name extends keyof typeof schemas> = z.output<(typeof schemas)[Name]['input']>
type Row = typeof verifiedContacts.$inferSelect

const maxContacts = 10

/**
 * Saves an identity of the member for staff to verify. Fails with `contacts.name` or `contacts.number` if the name or
 * number is invalid, `contacts.photos` if a photo is missing, already used or belongs to another member,
 * `contacts.full` at the limit, and `contacts.off` in a shop without an encryption key.
 */
export async function create(ctx: Context, { name, idType, idNumber, photos }: Input<'create'>) {
  const memberId = memberIdOf(ctx)
  requireKey(ctx)
  const identity = readIdentity(ctx, idType, { name, number: idNumber })
  requirePhotos(idType, photos)
  const id = randomBytes(16).toString('base64url')
  return transact(ctx, async (ctx) => {
    await lockOwner(ctx, memberId)
    const count = await ctx.db.$count(verifiedContacts, eq(verifiedContacts.memberId, memberId))
    if (count >= maxContacts) fail('contacts.full', { max: maxContacts })
    const now = ctx.app.now()
    const times = { consentAt: now, createdAt: now, usedAt: now }
    await ctx.db.insert(verifiedContacts).values({ id, memberId, idType, ...sealIdentity(ctx, id, identity), ...times })
    await usePhotos(ctx, { memberId, contactId: id, ids: photos })
    await logAccess(ctx, { by: 'member', what: 'made', memberId, contactId: id })
    return { contact: await readOne(ctx, id) }
  })
}

/**
 * Changes the given fields of the member's contact, which staff must verify again. Fails as `create` does, and with
 * `not_found` if the contact belongs to another member.
 */
export async function update(ctx: Context, { id, name, idType, idNumber, photos }: Input<'update'>) {
  const memberId = memberIdOf(ctx)
  requireKey(ctx)
  return transact(ctx, async (ctx) => {
    await lockOwner(ctx, memberId)
    const row = await ownRow(ctx, id, { isLocked: true })
    const before = openIdentity(ctx, id, row)
    const type = idType ?? row.idType
    const identity = readIdentity(ctx, type, { name: name ?? before.name, number: idNumber ?? before.number })
    const ids = photos ?? (await photosOfContacts(ctx, [id])).map((photo) => photo.id)
    requirePhotos(type, ids)
    await usePhotos(ctx, { memberId, contactId: id, ids })
    await ctx.db
      .update(verifiedContacts)
      .set({
        idType: type,
        ...sealIdentity(ctx, id, identity),
        status: 'WAITING',
        reason: '',
        decidedAt: null,
        usedAt: ctx.app.now(),
        version: sql`${verifiedContacts.version} + 1`,
      })
      .where(eq(verifiedContacts.id, id))
    await logAccess(ctx, { by: 'member', what: 'changed', memberId, contactId: id })
    return { contact: await readOne(ctx, id) }
  })
}

/**
 * The member's contacts with masked names and numbers. Returns only one contact if `id` is given. Logs each access.
 * Fails with `not_found` if the member has no contact with this id.
 */
export async function idNumber(ctx: Context, { id }: Input<'idNumber'>) {
  const memberId = memberIdOf(ctx)
  const contacts = id ? [await toContact(ctx, await ownRow(ctx, id))] : await listOwn(ctx, memberId)
  await logAccess(
    ctx,
    ...contacts.map((contact) => ({ by: 'member' as const, what: 'number' as const, memberId, contactId: contact.id })),
  )
  return { isOn: canEncrypt(ctx.app), contacts }
}

/**
 * Deletes the member's contact, its photos and their encryption keys. Without the keys, nobody can read the copies in
 * backups. Fails with `not_found` if the contact belongs to another member.
 */
export async function remove(ctx: Context, { id }: Input<'remove'>) {
  const memberId = memberIdOf(ctx)
  await transact(ctx, async (ctx) => {
    await ownRow(ctx, id, { isLocked: true })
    await ctx.db.delete(verifiedContacts).where(eq(verifiedContacts.id, id))
    await logAccess(ctx, { by: 'member', what: 'removed', memberId, contactId: id })
  })
  return { isOn: canEncrypt(ctx.app), contacts: await listOwn(ctx, memberId) }
}

/** The visitor's contacts, for a checkout whose goods require a verified contact; empty for a guest. */
export async function offered(
  ctx: Context,
): Promise<{ isMember: boolean; isOn: boolean; contacts: VerifiedContact[] }> {
  const { memberId } = ctx
  return {
    isMember: memberId !== null,
    isOn: canEncrypt(ctx.app),
    contacts: memberId ? await listOwn(ctx, memberId) : [],
  }
}

/**
 * Fails with `checkout.cross_border_sign_in` for a guest, with `not_found` if the contact belongs to another member,
 * and with `checkout.verified_contact_required` if `id` is missing or the contact is not verified.
 */
export async function requireVerified(ctx: Context, id: string | undefined): Promise<void> {
  if (!ctx.memberId) fail('checkout.cross_border_sign_in')
  if (!id) fail('checkout.verified_contact_required')
  const row = await ownRow(ctx, id)
  if (row.status !== 'VERIFIED') fail('checkout.verified_contact_required')
}

/**
 * Uses a contact for an order, which extends the contact's retention. Fails with `checkout.cross_border_sign_in` for a
 * guest, `checkout.verified_contact_required` without a verified contact of the member, and `contacts.off` without an
 * encryption key.
 */
export async function attachToOrder(
  ctx: Context,
  order: { contactId: string | null; memberId: string | null },
): Promise<void> {
  const { contactId, memberId } = order
  if (!memberId) fail('checkout.cross_border_sign_in')
  requireKey(ctx)
  if (!contactId) fail('checkout.verified_contact_required')
  const [updated] = await ctx.db
    .update(verifiedContacts)
    .set({ usedAt: ctx.app.now() })
    .where(
      and(
        eq(verifiedContacts.id, contactId),
        eq(verifiedContacts.memberId, memberId),
        eq(verifiedContacts.status, 'VERIFIED'),
      ),
    )
    .returning({ id: verifiedContacts.id })
  if (!updated) fail('checkout.verified_contact_required')
  await logAccess(ctx, { by: 'member', what: 'ordered', memberId, contactId })
}

async function ownRow(ctx: Context, id: string, { isLocked = false } = {}): Promise<Row> {
  const query = ctx.db
    .select()
    .from(verifiedContacts)
    .where(and(eq(verifiedContacts.id, id), eq(verifiedContacts.memberId, memberIdOf(ctx))))
  const [row] = await (isLocked ? query.for('update') : query)
  return row ?? fail('not_found')
}

async function readOne(ctx: Context, id: string): Promise<VerifiedContact> {
  return toContact(ctx, await ownRow(ctx, id))
}

async function listOwn(ctx: Context, memberId: string): Promise<VerifiedContact[]> {
  const rows = await ctx.db
    .select()
    .from(verifiedContacts)
    .where(eq(verifiedContacts.memberId, memberId))
    .orderBy(asc(verifiedContacts.createdAt), asc(verifiedContacts.id))
  const photos = await photosOfContacts(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) =>
    toMasked(
      row,
      photos.filter(({ contactId }) => contactId === row.id),
    ),
  )
}

async function toContact(ctx: Context, row: Row): Promise<VerifiedContact> {
  return toMasked(row, await photosOfContacts(ctx, [row.id]))
}

async function photosOfContacts(ctx: Context, ids: string[]) {
  if (ids.length === 0) return []
  return ctx.db
    .select({ id: contactPhotos.id, contactId: contactPhotos.contactId })
    .from(contactPhotos)
    .where(inArray(contactPhotos.contactId, ids))
    .orderBy(asc(contactPhotos.position))
}

function toMasked(row: Row, photos: { id: string }[]): VerifiedContact {
  const { id, maskedName, maskedNumber, idType, status, reason, createdAt, usedAt } = row
  return {
    id,
    name: maskedName,
    idType,
    idNumber: maskedNumber,
    status,
    reason,
    photos: photos.map(toPhoto),
    createdAt: createdAt.toISOString(),
    deletedAfter: new Date(usedAt.getTime() + contactDays * dayMs).toISOString(),
  }
}
