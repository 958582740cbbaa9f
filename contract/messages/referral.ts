/** Recommending the shop: in My Account, and for who comes by a recommendation. */
export const referralMessages = {
  'referral.for_friend': ['For a friend’s order', '好友下单'],
  'referral.for_coming': ['For coming by a friend', '好友推荐来的'],
  'referral.coupon_referrer': ['Thank-you for a referral', '推荐奖励'],
  'referral.coupon_friend': ['A friend sent you', '好友见面礼'],
} as const
