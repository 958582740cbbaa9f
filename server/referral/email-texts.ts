import type { Text } from '#contract/shapes.ts'
import type { EmailContent, Translate } from '#server/members/members.ts'

interface RewardEmailValues {
  name: string
  side: 'referrer' | 'friend'
  amount: Text
  /** The code of a coupon; null for store credit. */
  code: string | null
  until: Text | null
  link: string
}

/** Texts of emails about rewards. Amounts and days are already formatted. No text names the friend. */
export const emailTexts = {
  /** The email about a reward that the member got. */
  given:
    ({ name, side, amount, code, until, link }: RewardEmailValues) =>
    (translate: Translate): EmailContent => {
      const end = until ? translate('mail.until', { date: until }) : translate('mail.no_end')
      return {
        subject: translate('mail.referral_given_subject', { amount }),
        title: translate('mail.referral_given_title', { name }),
        paragraphs: [
          translate(`mail.referral_given_${side}`),
          ...(code
            ? [translate('mail.referral_given_coupon', { amount })]
            : [translate('mail.referral_given_credit', { amount }), end]),
        ],
        ...(code && { code: { label: translate('mail.coupon_code'), code, hint: end } }),
        button: { text: translate(code ? 'mail.to_the_shop' : 'mail.see_credit'), link },
      }
    },
  /**
   * The email about a reward that the shop took back in whole or in part. `left` is the amount that the member keeps.
   */
  taken:
    ({
      name,
      amount,
      left,
      isSpent,
      link,
    }: {
      name: string
      amount: Text
      left: Text | null
      isSpent: boolean
      link: string
    }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.referral_taken_subject', { amount }),
      title: translate('mail.referral_taken_title', { name }),
      paragraphs: [
        translate('mail.referral_taken_text', { amount }),
        ...(left ? [translate('mail.referral_taken_left', { amount: left })] : []),
        ...(isSpent ? [translate('mail.referral_taken_spent')] : []),
      ],
      button: { text: translate('mail.see_referral'), link },
    }),
}
