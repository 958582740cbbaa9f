import type { Text } from '#contract/shapes.ts'
import type { Translate, Words } from '#server/members/members.ts'

interface Given {
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
    ({ name, side, amount, code, until, link }: Given) =>
    (say: Translate): Words => {
      const end = until ? say('mail.until', { date: until }) : say('mail.no_end')
      return {
        subject: say('mail.referral_given_subject', { amount }),
        title: say('mail.referral_given_title', { name }),
        paragraphs: [
          say(`mail.referral_given_${side}`),
          ...(code
            ? [say('mail.referral_given_coupon', { amount })]
            : [say('mail.referral_given_credit', { amount }), end]),
        ],
        ...(code && { code: { label: say('mail.coupon_code'), code, hint: end } }),
        button: { text: say(code ? 'mail.to_the_shop' : 'mail.see_credit'), link },
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
    (say: Translate): Words => ({
      subject: say('mail.referral_taken_subject', { amount }),
      title: say('mail.referral_taken_title', { name }),
      paragraphs: [
        say('mail.referral_taken_text', { amount }),
        ...(left ? [say('mail.referral_taken_left', { amount: left })] : []),
        ...(isSpent ? [say('mail.referral_taken_spent')] : []),
      ],
      button: { text: say('mail.see_referral'), link },
    }),
}
