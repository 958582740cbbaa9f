import { createHmac } from 'node:crypto'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { writeSetting } from '#server/platform/settings.ts'

/** An HTTP-only cookie with digests of the referrers who signed in with this browser. */
export const ownLinkCookie = 'own_link'
const cookieMaxAgeSeconds = 90 * 86_400
/** The maximum number of referrers in the cookie. Several referrers may share a browser. */
const maxReferrers = 4

/** Records in a cookie of the browser which member signed in, if that member is a referrer. */
export async function rememberReferrer(ctx: Context, { memberId }: EventPayloads['member.signed_in']): Promise<void> {
  const member = await members.find(ctx, memberId)
  if (member?.referrerGroup) rememberOwnLink(ctx, memberId)
}

/** Records in a cookie of the browser that this member is a referrer. */
export function rememberOwnLink(ctx: Context, memberId: string) {
  const ownDigest = digestOf(ctx, memberId)
  const others = readDigests(ctx).filter((digest) => digest !== ownDigest)
  const value = [ownDigest, ...others].slice(0, maxReferrers).join('.')
  ctx.setCookie(ownLinkCookie, value, { maxAgeSeconds: cookieMaxAgeSeconds, isHidden: true })
}

/** Whether this member recently signed in with the visitor's browser. */
export function isReferrersBrowser(ctx: Context, memberId: string): boolean {
  return readDigests(ctx).includes(digestOf(ctx, memberId))
}

/** The key of the setting that marks a referral from the referrer's own browser. */
export const sameBrowserKey = (referralId: number | string) => `referral/same_browser/${referralId}`

/** Marks a referral from the referrer's own browser. Its rewards need a review by staff. */
export function markSameBrowser(ctx: Context, referralId: number): Promise<void> {
  return writeSetting(ctx, sameBrowserKey(referralId), true)
}

const readDigests = (ctx: Context) => (ctx.cookie(ownLinkCookie) ?? '').split('.', maxReferrers).filter(Boolean)

/** A digest that only the shop can relate to the member. A member has the same digest in every browser. */
function digestOf(ctx: Context, memberId: string): string {
  return createHmac('sha256', ctx.app.secret).update(`own link ${memberId}`).digest('base64url').slice(0, 16)
}
