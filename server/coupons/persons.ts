import { createHmac } from 'node:crypto'
import type { Contact } from '#contract/checkout.ts'
import type { Context } from '#server/platform/context.ts'

/** A buyer as limits per person know them, in digests. */
export interface Persons {
  /** What they use is noted under all of these, in one order. */
  noted: string[]
  /**
   * What limits count for them. Anybody can type an address or phone, so a buyer whose email address is proven is
   * judged only by their account and by uses that proved this address: nobody else can use up what is theirs.
   */
  judged: string[]
}

export function personsOf(
  ctx: Context,
  { memberId, contact, isEmailProven }: { memberId: string | null; contact: Contact | null; isEmailProven: boolean },
): Persons {
  const digest = (kind: string, value: string) =>
    createHmac('sha256', ctx.app.secret).update(`coupon ${kind} ${value}`).digest('base64url').slice(0, 22)
  const email = contact?.email.trim().toLowerCase()
  const member = memberId ? [digest('member', memberId)] : []
  const proven = email && isEmailProven ? [digest('proven email', email)] : []
  const typed = [
    ...(email ? [digest('email', email)] : []),
    ...(contact?.phone ? [digest('phone', contact.phone)] : []),
  ]
  const noted = [...member, ...proven, ...typed].sort()
  return { noted, judged: isEmailProven ? [...member, ...proven] : noted }
}

/** The digest among them that stands for a member. */
export function memberDigest(ctx: Context, memberId: string): string {
  const [digest] = personsOf(ctx, { memberId, contact: null, isEmailProven: false }).noted
  if (!digest) throw new Error('a member has no digest')
  return digest
}
