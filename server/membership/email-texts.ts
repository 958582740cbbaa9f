import type { Text } from '#contract/shapes.ts'
import type { EmailContent, Translate } from '#server/members/members.ts'

interface MembershipTexts {
  name: string
  tier: Text
  date: Text
  link: string
}

/** The emails about memberships. `date` is already formatted as text. */
export const emailTexts = {
  /** Tells the member that the shop gave or extended a membership. */
  given:
    ({ link, isRenewal, ...values }: MembershipTexts & { isRenewal: boolean }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.membership_given_subject', values),
      title: translate(isRenewal ? 'mail.membership_given_renewed' : 'mail.membership_given_title', values),
      paragraphs: [translate('mail.membership_given_text', values)],
      button: { text: translate('membership.see'), link },
    }),
  /** Reminds the member that a membership ends soon. */
  ending:
    ({ link, ...values }: MembershipTexts) =>
    (translate: Translate): EmailContent => ({
      subject: translate('membership.mail_ending_subject', values),
      title: translate('membership.mail_ending_title', values),
      paragraphs: [translate('membership.mail_ending_text', values)],
      button: { text: translate('membership.mail_ending_button'), link },
    }),
  /** Gives the member the code of the monthly coupon. */
  coupon:
    ({ name, coupon, code, date, link }: { name: string; coupon: Text; code: string; date: Text; link: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('membership.mail_coupon_subject'),
      title: translate('membership.mail_coupon_title', { coupon }),
      paragraphs: [translate('membership.mail_coupon_text', { name, date })],
      code: { label: translate('mail.coupon_code'), code, hint: translate('mail.until', { date }) },
      button: { text: translate('mail.to_the_shop'), link },
    }),
}
