import type { Text } from '#contract/shapes.ts'
import type { EmailContent, Translate } from '#server/members/members.ts'

/** The emails about store credit. Amounts and days are already formatted. */
export const emailTexts = {
  /**
   * The email to a member who was given store credit. `note` is the reason. `until` is the last day on which the credit
   * is valid; null if the credit never expires.
   */
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
    (translate: Translate): EmailContent => ({
      subject: translate('mail.credit_given_subject', { amount }),
      title: translate('mail.credit_given_title', { amount, name }),
      paragraphs: [
        translate('mail.credit_given_text'),
        ...(note ? [translate('mail.credit_given_for', { note })] : []),
        until ? translate('mail.until', { date: until }) : translate('mail.no_end'),
      ],
      button: { text: translate('mail.see_credit'), link },
    }),
  /** Reminds the member of unspent credit that expires soon. */
  ending:
    ({ name, amount, date, link }: { name: string; amount: Text; date: Text; link: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.credit_ending_subject', { amount, date }),
      title: translate('mail.credit_ending_title', { amount, name }),
      paragraphs: [translate('mail.credit_ending_text', { date })],
      button: { text: translate('mail.to_the_shop'), link },
    }),
}
