import type { Text } from '#contract/shapes.ts'
import type { Translate, Words } from '#server/members/members.ts'

interface About {
  name: string
  tier: Text
  date: Text
  link: string
}

/** The emails about memberships. Days are already formatted. */
export const emailTexts = {
  /** Tells the member that the shop gave or extended a membership. */
  given:
    ({ link, isRenewal, ...words }: About & { isRenewal: boolean }) =>
    (say: Translate): Words => ({
      subject: say('mail.membership_given_subject', words),
      title: say(isRenewal ? 'mail.membership_given_renewed' : 'mail.membership_given_title', words),
      paragraphs: [say('mail.membership_given_text', words)],
      button: { text: say('membership.see'), link },
    }),
  /** Reminds the member that a membership ends soon. */
  ending:
    ({ link, ...words }: About) =>
    (say: Translate): Words => ({
      subject: say('membership.mail_ending_subject', words),
      title: say('membership.mail_ending_title', words),
      paragraphs: [say('membership.mail_ending_text', words)],
      button: { text: say('membership.mail_ending_button'), link },
    }),
  /** Gives the member the code of the monthly coupon. */
  coupon:
    ({ name, coupon, code, date, link }: { name: string; coupon: Text; code: string; date: Text; link: string }) =>
    (say: Translate): Words => ({
      subject: say('membership.mail_coupon_subject'),
      title: say('membership.mail_coupon_title', { coupon }),
      paragraphs: [say('membership.mail_coupon_text', { name, date })],
      code: { label: say('mail.coupon_code'), code, hint: say('mail.until', { date }) },
      button: { text: say('mail.to_the_shop'), link },
    }),
}
