import type { Text } from '#contract/shapes.ts'
import type { Translate, Words } from '#server/members/members.ts'

/** The emails about store credit. Amounts and days are already formatted. */
export const emailTexts = {
  /** The email to a member who was given store credit. `note` is the reason, `until` the last day of the credit. */
  given:
    ({
      name,
      amount,
      note,
      until,
      link,
    }: {
      name: string
      amount: Text
      note: Text | null
      until: Text | null
      link: string
    }) =>
    (say: Translate): Words => ({
      subject: say('mail.credit_given_subject', { amount }),
      title: say('mail.credit_given_title', { amount, name }),
      paragraphs: [
        say('mail.credit_given_text'),
        ...(note ? [say('mail.credit_given_for', { note })] : []),
        until ? say('mail.until', { date: until }) : say('mail.no_end'),
      ],
      button: { text: say('mail.see_credit'), link },
    }),
  /** Reminds the member of unspent credit that expires soon. */
  ending:
    ({ name, amount, date, link }: { name: string; amount: Text; date: Text; link: string }) =>
    (say: Translate): Words => ({
      subject: say('mail.credit_ending_subject', { amount, date }),
      title: say('mail.credit_ending_title', { amount, name }),
      paragraphs: [say('mail.credit_ending_text', { date })],
      button: { text: say('mail.to_the_shop'), link },
    }),
}
