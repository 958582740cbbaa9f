import { createHmac } from 'node:crypto'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { writeSetting } from '#server/platform/settings.ts'

/** Held by the browser alone, unreadable to its pages: who recommends the shop and was signed in there, as digests. */
export const ownLinkCookie = 'own_link'
const keptSeconds = 90 * 86_400
/** Of several who share a browser the last ones. */
const mostKept = 4

/** Notes in the browser of somebody who signs in and recommends the shop that their own link is at home there. */
export async function noteSignedIn(ctx: Context, { memberId }: EventPayloads['member.signed_in']): Promise<void> {
  const member = await members.find(ctx, memberId)
  if (member?.referrerGroup) noteOwnLink(ctx, memberId)
}

/** The same for somebody who begins to recommend it. */
export function noteOwnLink(ctx: Context, memberId: string) {
  const mine = digestOf(ctx, memberId)
  const others = held(ctx).filter((digest) => digest !== mine)
  const value = [mine, ...others].slice(0, mostKept).join('.')
  ctx.setCookie(ownLinkCookie, value, { maxAgeSeconds: keptSeconds, isHidden: true })
}

/** Whether this member was lately signed in, in the visitor's browser. */
export function isAtHome(ctx: Context, memberId: string): boolean {
  return held(ctx).includes(digestOf(ctx, memberId))
}

/** Where it is remembered that somebody was brought in the browser of who brought them. */
export const sameBrowserKey = (referralId: number | string) => `referral/same_browser/${referralId}`

/** Remembers it: what they bring waits for a person. */
export function markSameBrowser(ctx: Context, referralId: number): Promise<void> {
  return writeSetting(ctx, sameBrowserKey(referralId), true)
}

const held = (ctx: Context) => (ctx.cookie(ownLinkCookie) ?? '').split('.', mostKept).filter(Boolean)

/** Says nothing to who reads the cookie, and is the same in each browser only for the shop. */
function digestOf(ctx: Context, memberId: string): string {
  return createHmac('sha256', ctx.app.secret).update(`own link ${memberId}`).digest('base64url').slice(0, 16)
}
