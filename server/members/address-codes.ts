import { and, eq, gt, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { isEqualSecret } from '#server/platform/http/xsrf.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { emit } from '#server/platform/queue.ts'
import { scaledLimit } from '#server/platform/scaled-limit.ts'
import { emailTexts } from './email-texts.ts'
import { sendEmail } from './emails.ts'
import { attemptsPerCode, hashCode, newCode } from './mailed-secrets.ts'
import { addressCodes as codes } from './tables.ts'

/** This module lets guests prove an address with an emailed code. The proof is valid in one session, for one day. */

const codeLifetimeMs = 10 * minuteMs
/** How long a session's proof of an address stays valid. */
export const addressProofMs = 24 * hourMs

/**
 * Requests a code for this address and the visitor's session; a job emails it. Fails with `orders.codes_full` if three
 * codes were requested for the address within an hour, no matter from which sessions. A code whose email could not be
 * sent counts only until it expires.
 */
export function requestAddressCode(ctx: Context, email: string): Promise<void> {
  const address = canonicalEmail(email)
  const max = scaledLimit(ctx.app, limits.orderCodesPerEmailAndHour)
  return transact(ctx, async (ctx) => {
    const sessionId = await ctx.ensureSession()
    await lockNames(ctx, [`address code ${address}`])
    const now = ctx.app.now()
    const recent = await ctx.db
      .select({ sentAt: codes.sentAt, expiresAt: codes.expiresAt, hash: codes.hash, provenAt: codes.provenAt })
      .from(codes)
      .where(
        and(
          eq(codes.email, address),
          gt(codes.sentAt, new Date(now.getTime() - hourMs)),
          or(ne(codes.hash, ''), isNotNull(codes.provenAt), gt(codes.expiresAt, now)),
        ),
      )
    if (recent.length >= max) {
      const ends = recent.map(({ sentAt, expiresAt, hash, provenAt }) =>
        hash === '' && !provenAt ? expiresAt.getTime() : sentAt.getTime() + hourMs,
      )
      const seconds = Math.ceil((Math.min(...ends) - now.getTime()) / 1000)
      fail('orders.codes_full', { max, email, minutes: Math.ceil(seconds / 60), seconds }, 'code')
    }
    const values = {
      email: address,
      sessionId,
      hash: '',
      sentAt: now,
      expiresAt: new Date(now.getTime() + codeLifetimeMs),
    }
    const [stored] = await ctx.db.insert(codes).values(values).returning({ codeId: codes.id })
    if (stored) await emit(ctx, 'address.code_asked', { ...stored, locale: ctx.locale })
  })
}

/** Creates and emails a code. A retry creates another code, because only the hash is stored. */
export async function mailAddressCode(
  ctx: Context,
  { codeId, locale }: { codeId: number; locale: Context['locale'] },
): Promise<void> {
  const code = newCode()
  const [row] = await ctx.db.select().from(codes).where(eq(codes.id, codeId))
  if (!row || row.provenAt || row.expiresAt <= ctx.app.now()) return
  await ctx.db
    .update(codes)
    .set({ hash: hashCode(ctx, holderOf(row), code) })
    .where(eq(codes.id, codeId))
  try {
    await sendEmail(
      ctx,
      { name: '', email: row.email, locale },
      { kind: 'code', of: `order-${codeId}`, words: emailTexts.orderCode(code) },
    )
  } catch (error) {
    await ctx.db.update(codes).set({ hash: '' }).where(eq(codes.id, codeId))
    throw error
  }
}

/**
 * Whether this is the newest code for this address and the visitor's session. A correct code proves the address for the
 * session, and works once. Counts each attempt before the comparison, so that parallel attempts are limited like serial
 * ones.
 */
export async function verifyAddressCode(
  ctx: Context,
  { email, code }: { email: string; code: string },
): Promise<boolean> {
  const { sessionId } = ctx
  if (!sessionId) return false
  const now = ctx.app.now()
  const ownCodes = and(eq(codes.email, canonicalEmail(email)), eq(codes.sessionId, sessionId))
  const newest = ctx.db
    .select({ id: sql`max(${codes.id})` })
    .from(codes)
    .where(ownCodes)
  const [stored] = await ctx.db
    .update(codes)
    .set({ attempts: sql`${codes.attempts} + 1` })
    .where(and(eq(codes.id, sql`(${newest})`), gt(codes.expiresAt, now), lt(codes.attempts, attemptsPerCode)))
    .returning()
  if (!stored || !isEqualSecret(stored.hash, hashCode(ctx, holderOf(stored), code))) return false
  await ctx.db.update(codes).set({ provenAt: now, hash: '' }).where(eq(codes.id, stored.id))
  return true
}

/** Deletes expired codes and proofs. */
export async function sweepAddressCodes(ctx: Context): Promise<void> {
  await ctx.db.delete(codes).where(lt(codes.sentAt, new Date(ctx.app.now().getTime() - addressProofMs - hourMs)))
}

const holderOf = ({ sessionId, email }: { sessionId: string; email: string }) => `${sessionId} ${email}`
