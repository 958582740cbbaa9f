import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { account } from '#contract/account.ts'
import type { Locale } from '#contract/constants.ts'
import type { User } from '#contract/shell.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { normalisePhone } from './phone.ts'
import { members } from './tables.ts'
import { countFailure, forgiveFailures, slowDown } from './throttle.ts'
import { isWeakPassword } from './weak-passwords.ts'

export { normalisePhone } from './phone.ts'

type Row = typeof members.$inferSelect
export type Member = Omit<Row, 'passwordHash'>
export type SignedIn = z.input<typeof account.signIn.output>

export interface NewMember {
  name: string
  email: string
  password: string
  phone?: string | undefined
  locale?: Locale | undefined
}

/**
 * Signs in with a new session and takes the guest's cart along. `account.wrong_credentials`, after the same work, for
 * an unknown address as for a wrong password.
 */
export async function signIn(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const address = canonicalEmail(email)
  await slowDown(ctx.app, address, ctx.ip)
  const [member] = await ctx.db
    .select()
    .from(members)
    .where(eq(sql`lower(${members.email})`, address))
  const isRight = await isPassword(password, member?.passwordHash)
  if (!member || !isRight) {
    await countFailure(ctx.app, address)
    fail('account.wrong_credentials')
  }
  await forgiveFailures(ctx.app, address)
  return transact(ctx, (tx) => open(tx, member, guestOf(ctx)))
}

/**
 * Makes an account and signs in with it. Refuses a known address (`account.email_taken`), a password that is guessed
 * early (`account.password_weak`) and a telephone number that is none (`input.invalid`).
 */
export async function register(ctx: Context, input: NewMember): Promise<SignedIn> {
  const shopName = ctx.app.config.MAIL_FROM.replace(/<.*/, '')
  if (isWeakPassword(input.password, [input.email, input.name, shopName])) {
    fail('account.password_weak', undefined, 'password')
  }
  const values = await prepare(ctx, input)
  return transact(ctx, async (tx) => open(tx, await insert(tx, values), guestOf(ctx)))
}

/** Ends a member's session; a guest stays who they are. */
export async function signOut(ctx: Context): Promise<{ signedOut: true }> {
  if (ctx.memberId) await ctx.renewSession(null)
  return { signedOut: true }
}

/** The member of this id, or null. */
export async function find(ctx: Context, id: string): Promise<Member | null> {
  const [row] = await ctx.db.select().from(members).where(eq(members.id, id))
  return row ? toMember(row) : null
}

/** The member of this address, or null. */
export async function findByEmail(ctx: Context, email: string): Promise<Member | null> {
  const [row] = await ctx.db
    .select()
    .from(members)
    .where(eq(sql`lower(${members.email})`, canonicalEmail(email)))
  return row ? toMember(row) : null
}

/** The member who is signed in, or null for a guest. */
export async function current(ctx: Context): Promise<Member | null> {
  return ctx.memberId ? find(ctx, ctx.memberId) : null
}

/** Remembers the language of the member who is signed in; for a guest it does nothing. */
export async function setLocale(ctx: Context, locale: Locale): Promise<void> {
  if (ctx.memberId) await ctx.db.update(members).set({ locale }).where(eq(members.id, ctx.memberId))
}

/** Makes an account without signing in, for the demonstration and commands; answers its id. Refuses as `register` does, weak passwords apart. */
export async function create(ctx: Context, input: NewMember): Promise<string> {
  const values = await prepare(ctx, input)
  return (await insert(ctx, values)).id
}

/** A member as the shell shows them. */
export function toUser({ name, email, phone, locale }: Member): User {
  return { name, email, phone, locale, profileImage: null }
}

/** What the guest of this context has: the session whose cart goes along; a member's own session has none. */
function guestOf(ctx: Context): string | null {
  return ctx.memberId ? null : ctx.sessionId
}

/** Turns the visitor into this member. */
async function open(ctx: Context, member: Member, guestSessionId: string | null): Promise<SignedIn> {
  const now = ctx.app.now()
  await ctx.db.update(members).set({ lastLoginAt: now }).where(eq(members.id, member.id))
  const sessionId = await ctx.renewSession(member.id)
  if (!sessionId) throw new Error('a member got no session')
  const signedIn = { ...ctx, sessionId, memberId: member.id }
  const answers = await emit(signedIn, 'member.signed_in', { memberId: member.id, guestSessionId, sessionId })
  return {
    user: toUser(member),
    userID: member.id,
    lastLoginDate: now.toISOString(),
    mergedLines: answers.reduce<number>((sum, answer) => sum + (typeof answer === 'number' ? answer : 0), 0),
  }
}

/** The slow part of making an account, before any transaction. */
async function prepare(ctx: Context, { name, email, password, phone, locale }: NewMember) {
  const stored = phone?.trim() ? normalisePhone(phone) : undefined
  if (stored === null) fail('input.invalid', { field: 'phone' }, 'phone')
  return {
    id: randomUUID(),
    email: canonicalEmail(email),
    passwordHash: await hashPassword(password),
    name,
    phone: stored ?? null,
    locale: locale ?? ctx.locale,
    createdAt: ctx.app.now(),
  }
}

async function insert(ctx: Context, values: typeof members.$inferInsert): Promise<Member> {
  const [row] = await ctx.db.insert(members).values(values).onConflictDoNothing().returning()
  if (!row) fail('account.email_taken', undefined, 'email')
  return toMember(row)
}

function toMember({ passwordHash: _, ...member }: Row): Member {
  return member
}

/** One address, however it is typed. */
function canonicalEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
