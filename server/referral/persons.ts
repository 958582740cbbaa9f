import { createHmac } from 'node:crypto'
import { canonicalEmail } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'

/** One mailbox, however it is written: without what stands after a plus, and at Gmail without dots. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = canonicalEmail(email).split('@')
  const plain = name.split('+')[0] ?? ''
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

/** By which somebody is known again without being named; null where they left none. */
export function digestsOf(ctx: Context, { email, phone }: { email: string; phone: string | null }) {
  const digest = (kind: string, value: string) =>
    createHmac('sha256', ctx.app.secret).update(`referral ${kind} ${value}`).digest('base64url').slice(0, 22)
  return { email: email ? digest('email', mailboxOf(email)) : null, phone: phone ? digest('phone', phone) : null }
}

/** A name with all but its first letter covered. */
export function coverName(name: string): string {
  return `${[...name.trim()][0] ?? ''}•••`
}

/**
 * What friends call somebody, for those who have their link: the first word; of a Chinese name only the first
 * character.
 */
export function callName(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  return /^\p{Script=Han}{2,}$/u.test(first) ? coverName(first) : first
}
