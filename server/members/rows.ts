import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { User } from '#contract/shell.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { memberChanged } from '#server/platform/http/sessions.ts'
import { selectMember } from './queries.ts'
import { members } from './tables.ts'

export type MemberRow = typeof members.$inferSelect
export type Member = Omit<MemberRow, 'passwordHash'>

/** One address, however it is typed. */
export function canonicalEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

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

/** Members with this address or this number, the newest account first. */
export async function rowsWith(
  ctx: Context,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<MemberRow[]> {
  const isIt = or(
    email === null ? undefined : eq(sql`lower(${members.email})`, email),
    phone === null ? undefined : eq(members.phone, phone),
  )
  if (!isIt) return []
  return ctx.db
    .select()
    .from(members)
    .where(and(isIt, isNull(members.deletedAt)))
    .orderBy(desc(members.createdAt))
    .limit(20)
}

/** The id of the member who is signed in; `account.sign_in_required` for a guest. */
export function memberIdOf(ctx: Context): string {
  return ctx.memberId ?? fail('account.sign_in_required')
}

/** The row of the member who is signed in. */
export async function currentRow(ctx: Context): Promise<MemberRow> {
  return (await rowById(ctx, memberIdOf(ctx))) ?? fail('account.sign_in_required')
}

/** The row of a member until the transaction ends; whoever wants it too waits. */
export async function lockRow(ctx: Context, id: string): Promise<MemberRow> {
  const [row] = await ctx.db
    .select()
    .from(members)
    .where(and(eq(members.id, id), isNull(members.deletedAt)))
    .for('update')
  return row ?? fail('account.sign_in_required')
}

/** Merges and deletions of the same members run one after the other, in one order. Within a transaction. */
export async function lockOwnership(ctx: Context, ids: string[]): Promise<void> {
  for (const id of ids.toSorted()) await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${`merge ${id}`}))`)
}

/**
 * Whether a password that was just looked at is still the member's, who then keeps it until the transaction ends:
 * looking takes long enough for another one to be set.
 */
export async function keepsPassword(ctx: Context, { id, passwordHash }: MemberRow): Promise<boolean> {
  return (await lockRow(ctx, id)).passwordHash === passwordHash
}

/** Writes a new member; null if the address has an account. */
export async function insertMember(ctx: Context, values: typeof members.$inferInsert): Promise<Member | null> {
  const [row] = await ctx.db.insert(members).values(values).onConflictDoNothing().returning()
  return row ? toMember(row) : null
}

/** Writes what changed of a member, and says so to all who know them. */
export function changeRow(ctx: Context, id: string, change: PgUpdateSetSource<typeof members>): Promise<void> {
  return transact(ctx, async (ctx) => {
    await ctx.db.update(members).set(change).where(eq(members.id, id))
    await memberChanged(ctx, id)
  })
}

export function toMember({ passwordHash: _, ...member }: MemberRow): Member {
  return member
}

/** A member as the shell shows them. */
export function toUser({ name, email, phone, locale, pictureId }: Member): User {
  return { name, email, phone, locale, profileImage: pictureId && pictureAddress(pictureId) }
}

/** Where the member, and nobody else, sees their picture. */
const pictureAddress = (pictureId: string) => `/api/istore/client/image/user/${pictureId}`
