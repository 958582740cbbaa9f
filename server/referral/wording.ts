import { texts } from '#contract/messages.ts'
import type { Text } from '#contract/shapes.ts'

const toText = ([en, zh]: readonly [string, string]): Text => ({ en, zh })

/** What a grant is for, as its owner reads it. */
export const grantNote = (side: 'referrer' | 'friend') =>
  toText(texts[side === 'referrer' ? 'referral.for_friend' : 'referral.for_coming'])

/** What a coupon that somebody got is called. */
export const couponName = (side: 'referrer' | 'friend') =>
  toText(texts[side === 'referrer' ? 'referral.coupon_referrer' : 'referral.coupon_friend'])
