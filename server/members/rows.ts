import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { User } from '#contract/shell.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishMemberChange } from '#server/platform/http/sessions.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { selectMember } from './queries.ts'
import { members } from './tables.ts'

export type MemberRow = typeof members.$inferSelect
export type Member = Omit<MemberRow, 'passwordHash'>

export async function rowById(ctx: Context, id: string): Promise<MemberRow | null> {
  const [row] = await selectMember(ctx.db, { id })
  return row ?? null
}

export async function rowByEmail(ctx: Context, email: string): Promise<MemberRow | null> {
  const [row] = await ctx.db
    .select()
    .from(members)
    .where(and(eq(sql`lower(${members.email})`, canonicalEmail(email)), isNull(members.deletedAt)))
  return row ?? null
}

/** Members with this email address or phone number, newest account first. */
export async function rowsByContact(
  ctx: Context,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<MemberRow[]> {
  const condition = or(
    email === null ? undefined : eq(sql`lower(${members.email})`, email),
    phone === null ? undefined : eq(members.phone, phone),
  )
  if (!condition) return []
  return ctx.db
    .select()
    .from(members)
    .where(and(condition, isNull(members.deletedAt)))
    .orderBy(desc(members.createdAt))
    .limit(20)
}

/** The member's id. Fails with `account.sign_in_required` for a guest. */
export function memberIdOf(ctx: Context): string {
  return ctx.memberId ?? fail('account.sign_in_required')
}

/** The member's row. Fails with `account.sign_in_required` for a guest. */
export async function currentRow(ctx: Context): Promise<MemberRow> {
  return (await rowById(ctx, memberIdOf(ctx))) ?? fail('account.sign_in_required')
}

/** Locks a member's row until the transaction ends, and returns it. */
export async function lockRow(ctx: Context, id: string): Promise<MemberRow> {
  const [row] = await ctx.db
    .select()
    .from(members)
    .where(and(eq(members.id, id), isNull(members.deletedAt)))
    .for('update')
  return row ?? fail('account.sign_in_required')
}

/**
 * Makes merges and deletions of the same members wait for each other. Sorted ids prevent deadlocks. Call it within a
 * transaction.
 */
export async function lockOwnership(ctx: Context, ids: string[]): Promise<void> {
  for (const id of ids.toSorted()) await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${`merge ${id}`}))`)
}

/**
 * Locks the member's row and returns whether the password that was just verified is still the member's. Verifying takes
 * so long that another request may have changed the password.
 */
export async function isPasswordUnchanged(ctx: Context, { id, passwordHash }: MemberRow): Promise<boolean> {
  return (await lockRow(ctx, id)).passwordHash === passwordHash
}

/** Inserts a new member. Null if another member already has the email address. */
export async function insertMember(ctx: Context, values: typeof members.$inferInsert): Promise<Member | null> {
  const [row] = await ctx.db.insert(members).values(values).onConflictDoNothing().returning()
  return row ? toMember(row) : null
}

/**
 * Updates a member's row and notifies all processes, so that they read the member again instead of using cached data.
 */
export function changeRow(ctx: Context, id: string, change: PgUpdateSetSource<typeof members>): Promise<void> {
  return transact(ctx, async (ctx) => {
    await ctx.db.update(members).set(change).where(eq(members.id, id))
    await publishMemberChange(ctx, id)
  })
}

export function toMember({ passwordHash: _, ...member }: MemberRow): Member {
  return member
}

/** A member in the shape that the page shell uses. */
export function toUser({ name, email, phone, locale, pictureId }: Member): User {
  return { name, email, phone, locale, profileImage: pictureId && pictureAddress(pictureId) }
}

/** The URL of the picture with this id. Only the member can read the picture. */
const pictureAddress = (pictureId: string) => `/api/istore/client/image/user/${pictureId}`
