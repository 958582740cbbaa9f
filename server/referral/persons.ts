import { createHmac } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'

/** Normalises an email address to its mailbox: removes the plus sign and what follows it, and for Gmail all dots. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = canonicalEmail(email).split('@')
  const localPart = name.split('+')[0] ?? ''
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${localPart.replaceAll('.', '')}@gmail.com` : `${localPart}@${domain}`
}

/**
 * Digests of an email address and a phone number. The shop recognises a friend by the digests, without storing the
 * values. A digest is null if its value is missing.
 */
export function digestsOf(ctx: Context, { email, phone }: { email: string; phone: string | null }) {
  const digest = (kind: string, value: string) =>
    createHmac('sha256', ctx.app.secret).update(`referral ${kind} ${value}`).digest('base64url').slice(0, 22)
  return { email: email ? digest('email', mailboxOf(email)) : null, phone: phone ? digest('phone', phone) : null }
}

/** A name with all but its first letter masked. */
export function maskName(name: string): string {
  return `${[...name.trim()][0] ?? ''}•••`
}

/**
 * The referrer's name that visitors of the link see: the first word, or for a Chinese name its first character with the
 * rest masked.
 */
export function publicName(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  return /^\p{Script=Han}{2,}$/u.test(first) ? maskName(first) : first
}
