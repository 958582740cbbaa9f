import { setTimeout as wait } from 'node:timers/promises'
import type { Profile } from '#contract/account.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { fail } from '#server/platform/fail.ts'
import { countSecretAttempt, isKnownDevice } from '#server/platform/http/throttle.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { emit } from '#server/platform/queue.ts'
import { emailTexts } from './email-texts.ts'
import { addresseeOf, sendEmail } from './emails.ts'
import type { CheckedCode, CodePurpose } from './mailed-secrets.ts'
import { consumeCode, consumeToken, issueCode, minRefusalMs, sendIssued, verifyCode } from './mailed-secrets.ts'
import { profile } from './profile.ts'
import { acceptMailedProof } from './proof.ts'
import { currentRow, rowByEmail, toMember } from './rows.ts'
import type { SignedIn } from './sign-in.ts'
import { emitProof, guestSessionOf, openSession } from './sign-in.ts'

/** Requests a sign-in code for this email address. The response and its timing are the same for every address. */
export async function sendCode(ctx: Context, { email }: { email: string }): Promise<{ sent: true }> {
  const address = canonicalEmail(email)
  const payload = { email: address, purpose: 'sign_in', isKnownDevice: isKnownDevice(ctx, address) } as const
  await emit(ctx, 'account.code_asked', payload)
  return { sent: true }
}

/** Requests an emailed code. The member enters the code to prove the email address. */
export async function sendProof(ctx: Context): Promise<{ sent: true }> {
  const { email } = await currentRow(ctx)
  await emit(ctx, 'account.code_asked', { email, purpose: 'proof' })
  return { sent: true }
}

/**
 * Emails the code that `sendCode` or `sendProof` requested, if a member has the email address and the hourly limit
 * allows it.
 */
export async function mailCode(
  ctx: Context,
  { email, purpose, isKnownDevice }: EventPayloads['account.code_asked'],
): Promise<void> {
  const member = await rowByEmail(ctx, email)
  const codePurpose = purpose === 'sign_in' && isKnownDevice ? 'device_sign_in' : purpose
  const code = member && (await issueCode(ctx, member.id, codePurpose))
  if (!member || !code) return
  const of = `${member.id}-${ctx.app.now().getTime()}`
  const recipient = addresseeOf(member)
  const words = emailTexts.code({ name: recipient.name, code, purpose })
  await sendIssued(ctx, { memberId: member.id, purpose: codePurpose, secret: code }, () =>
    sendEmail(ctx, recipient, { kind: 'code', of, words }),
  )
}

/**
 * Signs in with an emailed code, as `signIn` does, and proves the address. Fails with `account.wrong_code` if the code
 * is wrong, used or expired, or if no member has the address. After several failures, each attempt takes longer. If a
 * browser that was signed in to the account before requested the code, only browsers that were signed in before can use
 * it.
 */
export async function signInWithCode(
  ctx: Context,
  { email, code }: { email: string; code: string },
): Promise<SignedIn> {
  const address = canonicalEmail(email)
  // A browser that was signed in before may also use a code that another browser requested.
  const purposes = isKnownDevice(ctx, address) ? (['device_sign_in', 'sign_in'] as const) : (['sign_in'] as const)
  const checked = await checkCode(ctx, address, { code, purposes })
  return transact(ctx, async (ctx) => {
    await requireUnused(ctx, checked)
    return signInProven(ctx, checked.memberId)
  })
}

/**
 * Signs in with the token of an emailed link, as `signInWithCode` does. Fails with `account.link_invalid` if the token
 * is invalid or was used.
 */
export async function signInWithLink(ctx: Context, { token }: { token: string }): Promise<SignedIn> {
  return transact(ctx, async (ctx) => {
    const memberId = (await consumeToken(ctx, token, 'link')) ?? fail('account.link_invalid')
    return signInProven(ctx, memberId)
  })
}

async function signInProven(ctx: Context, memberId: string): Promise<SignedIn> {
  const guest = guestSessionOf(ctx)
  return openSession(ctx, toMember(await acceptMailedProof(ctx, memberId)), guest)
}

/** Proves the member's address with the emailed code; earlier orders with that address become the member's. */
export async function proveEmail(ctx: Context, { code }: { code: string }): Promise<Profile> {
  const { id, email } = await currentRow(ctx)
  const checked = await checkCode(ctx, canonicalEmail(email), { code, purposes: ['proof'] })
  await transact(ctx, async (ctx) => {
    await requireUnused(ctx, checked)
    await acceptMailedProof(ctx, id)
    await emitProof(ctx, { id, email })
  })
  return profile(ctx)
}

const failWithWrongCode = () => fail('account.wrong_code', undefined, 'code')

async function requireUnused(ctx: Context, checked: CheckedCode): Promise<void> {
  if (!(await consumeCode(ctx, checked))) failWithWrongCode()
}

async function checkCode(
  ctx: Context,
  email: string,
  { code, purposes }: { code: string; purposes: readonly CodePurpose[] },
): Promise<CheckedCode> {
  const attempt = await countSecretAttempt(ctx, 'code', email)
  const minDelay = wait(minRefusalMs)
  for (const purpose of purposes) {
    const checked = await verifyCode(ctx, { email, code, purpose })
    if (!checked) continue
    await attempt.clear()
    return checked
  }
  await minDelay
  return failWithWrongCode()
}
