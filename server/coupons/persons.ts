import { createHmac } from 'node:crypto'
import type { Contact } from '#contract/checkout.ts'
import type { Context } from '#server/platform/context.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'

/** Digests of a buyer's identities, for limits per person. */
export interface Persons {
  /**
   * The identities that are stored when someone uses the coupon. They are sorted, so that locks are always taken in the
   * same order.
   */
  stored: string[]
  /**
   * The identities whose uses are compared with the limit. Anybody can type another person's email address or phone
   * number. A proven address therefore has a digest of its own. For a buyer with a proven address, only the account and
   * this digest count, so orders by other people who typed the address do not use up the buyer's coupons.
   */
  counted: string[]
}

export function personsOf(
  ctx: Context,
  { memberId, contact, isEmailProven }: { memberId: string | null; contact: Contact | null; isEmailProven: boolean },
): Persons {
  const digest = (kind: string, value: string) =>
    createHmac('sha256', ctx.app.secret).update(`coupon ${kind} ${value}`).digest('base64url').slice(0, 22)
  const email = contact && canonicalEmail(contact.email)
  const member = memberId ? [digest('member', memberId)] : []
  const proven = email && isEmailProven ? [digest('proven email', email)] : []
  const typed = [
    ...(email ? [digest('email', email)] : []),
    ...(contact?.phone ? [digest('phone', contact.phone)] : []),
  ]
  const stored = [...member, ...proven, ...typed].sort()
  return { stored, counted: isEmailProven ? [...member, ...proven] : stored }
}

/** The digest of a member's account. */
export function memberDigest(ctx: Context, memberId: string): string {
  const [digest] = personsOf(ctx, { memberId, contact: null, isEmailProven: false }).stored
  if (!digest) throw new Error('a member has no digest')
  return digest
}
