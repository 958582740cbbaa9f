import { createHmac } from 'node:crypto'
import type { Contact } from '#contract/checkout.ts'
import type { Context } from '#server/platform/context.ts'

/** By what a buyer is known again, as digests in one order: member, e-mail and phone, as far as they are known. */
export function personsOf(ctx: Context, { memberId, contact }: { memberId: string | null; contact: Contact | null }) {
  const digest = (kind: string, value: string) =>
    createHmac('sha256', ctx.app.secret).update(`coupon ${kind} ${value}`).digest('base64url').slice(0, 22)
  return [
    ...(memberId ? [digest('member', memberId)] : []),
    ...(contact?.email ? [digest('email', contact.email.trim().toLowerCase())] : []),
    ...(contact?.phone ? [digest('phone', contact.phone)] : []),
  ].sort()
}

/** The digest among them that stands for a member. */
export function memberDigest(ctx: Context, memberId: string): string {
  const [digest] = personsOf(ctx, { memberId, contact: null })
  if (!digest) throw new Error('a member has no digest')
  return digest
}
