import { inEach, languages } from '#contract/languages.ts'
import type { ReferralTerms } from '#contract/referral.ts'
import type { Text } from '#contract/shapes.ts'
import { both, moneyText } from '#server/platform/bilingual.ts'
import type { Terms } from './tables.ts'

/** The text of a reward: "5 % of the goods as store credit, at most $10.00". */
export function termsWords({ as, reward, minimum }: Pick<Terms, 'as' | 'reward' | 'minimum'>, currency: string): Text {
  const what =
    'amount' in reward
      ? both(`referral.${as}_amount`, { amount: moneyText(reward.amount, currency) })
      : both(`referral.${as}_percent`, { percent: reward.percent })
  const most = 'amount' in reward || reward.most === undefined ? null : moneyText(reward.most, currency)
  const parts = [
    what,
    ...(most ? [both('referral.at_most', { most })] : []),
    ...(minimum ? [both('referral.from_minimum', { minimum: moneyText(minimum, currency) })] : []),
  ]
  return inEach((locale) => parts.map((part) => part[locale]).join(languages[locale].comma))
}

/** The text that a referrer sends to a friend. */
export function shareText(friend: ReferralTerms | null, { shop, link }: { shop: string; link: string }): Text {
  return friend
    ? both('referral.share_with', { shop, link, what: friend.words })
    : both('referral.share_without', { shop, link })
}

/** The note on a grant of store credit, as the member who receives the credit reads it. */
export const grantNote = (side: 'referrer' | 'friend') =>
  both(side === 'referrer' ? 'referral.for_friend' : 'referral.for_coming')

/** The name of a coupon that is a reward. */
export const couponName = (side: 'referrer' | 'friend') =>
  both(side === 'referrer' ? 'referral.coupon_referrer' : 'referral.coupon_friend')
