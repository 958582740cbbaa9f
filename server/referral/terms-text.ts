import { languages, perLocale } from '#contract/languages.ts'
import type { ReferralTerms } from '#contract/referral.ts'
import type { Text } from '#contract/shapes.ts'
import { bilingualText, moneyText } from '#server/platform/bilingual.ts'
import type { Terms } from './tables.ts'

/** The text of a reward: "5 % of the goods as store credit, at most $10.00". */
export function termsText({ as, reward, minimum }: Pick<Terms, 'as' | 'reward' | 'minimum'>, currency: string): Text {
  const rewardText =
    'amount' in reward
      ? bilingualText(`referral.${as}_amount`, { amount: moneyText(reward.amount, currency) })
      : bilingualText(`referral.${as}_percent`, { percent: reward.percent })
  const maximum = 'amount' in reward || reward.most === undefined ? null : moneyText(reward.most, currency)
  const parts = [
    rewardText,
    ...(maximum ? [bilingualText('referral.at_most', { most: maximum })] : []),
    ...(minimum ? [bilingualText('referral.from_minimum', { minimum: moneyText(minimum, currency) })] : []),
  ]
  return perLocale((locale) => parts.map((part) => part[locale]).join(languages[locale].comma))
}

/** The text that a referrer sends to a friend. */
export function shareText(friend: ReferralTerms | null, { shop, link }: { shop: string; link: string }): Text {
  return friend
    ? bilingualText('referral.share_with', { shop, link, what: friend.words })
    : bilingualText('referral.share_without', { shop, link })
}

/** The note on a grant of store credit, as the member who receives the credit reads it. */
export const grantNote = (side: 'referrer' | 'friend') =>
  bilingualText(side === 'referrer' ? 'referral.for_friend' : 'referral.for_coming')

/** The name of a coupon that is a reward. */
export const couponName = (side: 'referrer' | 'friend') =>
  bilingualText(side === 'referrer' ? 'referral.coupon_referrer' : 'referral.coupon_friend')
