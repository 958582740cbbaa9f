import { setTimeout as wait } from 'node:timers/promises'
import type { Profile } from '#contract/account.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { countTry } from '#server/platform/http/throttle.ts'
import { emit } from '#server/platform/queue.ts'
import { emailTexts } from './email-texts.ts'
import { addresseeOf, write } from './emails.ts'
import { issueCode, refusalMs, spendCode, spendToken } from './mailed-secrets.ts'
import { profile } from './profile.ts'
import { acceptMailedProof } from './proof.ts'
import { canonicalEmail, currentRow, rowByEmail, toMember } from './rows.ts'
import type { SignedIn } from './sign-in.ts'
import { emitProof, guestOf, open } from './sign-in.ts'

/** Requests a sign-in code for this email address. The response and its timing are the same for every address. */
export async function sendCode(ctx: Context, { email }: { email: string }): Promise<{ sent: true }> {
  await emit(ctx, 'account.code_asked', { email: canonicalEmail(email), purpose: 'sign_in' })
  return { sent: true }
}

/** Requests a code with which the member proves the email address. */
export async function sendProof(ctx: Context): Promise<{ sent: true }> {
  const { email } = await currentRow(ctx)
  await emit(ctx, 'account.code_asked', { email, purpose: 'proof' })
  return { sent: true }
}

/** Emails the code, if a member has the email address and the hourly limit allows it. */
export async function mailCode(
  ctx: Context,
  { email, purpose }: { email: string; purpose: 'sign_in' | 'proof' },
): Promise<void> {
  const member = await rowByEmail(ctx, email)
  const code = member && (await issueCode(ctx, member.id, purpose))
  if (!member || !code) return
  const of = `${member.id}-${ctx.app.now().getTime()}`
  const reader = addresseeOf(member)
  await write(ctx, reader, { kind: 'code', of, words: emailTexts.code({ name: reader.name, code, purpose }) })
}

/**
 * Signs in with an emailed code, as `signIn` does, and proves the address. Fails with `account.wrong_code` if the code
 * is wrong, used or expired, or if no member has the address. After several failures, each attempt takes longer.
 */
export async function signInWithCode(
  ctx: Context,
  { email, code }: { email: string; code: string },
): Promise<SignedIn> {
  const address = canonicalEmail(email)
  const memberId = await checkCode(ctx, address, { code, purpose: 'sign_in' })
  return transact(ctx, (ctx) => openProven(ctx, memberId))
}

/**
 * Signs in with the token of an emailed link, as `signInWithCode` does. Fails with `account.link_invalid` if the token
 * is invalid or was used.
 */
export async function signInWithLink(ctx: Context, { token }: { token: string }): Promise<SignedIn> {
  return transact(ctx, async (ctx) => {
    const memberId = (await spendToken(ctx, token, 'link')) ?? fail('account.link_invalid')
    return openProven(ctx, memberId)
  })
}

async function openProven(ctx: Context, memberId: string): Promise<SignedIn> {
  const guest = guestOf(ctx)
  return open(ctx, toMember(await acceptMailedProof(ctx, memberId)), guest)
}

/** Proves the member's address with the emailed code; earlier orders with that address become the member's. */
export async function proveEmail(ctx: Context, { code }: { code: string }): Promise<Profile> {
  const { id, email } = await currentRow(ctx)
  await checkCode(ctx, canonicalEmail(email), { code, purpose: 'proof' })
  await transact(ctx, async (ctx) => {
    await acceptMailedProof(ctx, id)
    await emitProof(ctx, { id, email })
  })
  return profile(ctx)
}

async function checkCode(
  ctx: Context,
  email: string,
  { code, purpose }: { code: string; purpose: 'sign_in' | 'proof' },
): Promise<string> {
  const counted = await countTry(ctx, 'code', email)
  const told = wait(refusalMs)
  const memberId = await spendCode(ctx, { email, code, purpose })
  if (memberId) {
    await counted.forgive()
    return memberId
  }
  await told
  fail('account.wrong_code', undefined, 'code')
}
