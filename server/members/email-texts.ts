import type { MessageKey } from '#contract/messages.ts'
import type { Text } from '#contract/shapes.ts'
import type { Email } from '#server/platform/mail/email.tsx'

/**
 * Translates a text to the reader's language and fills in the values. Bilingual values appear in the same language.
 */
export type Translate = (key: MessageKey, values?: Record<string, string | Text>) => string
/** The texts of an email to a member. The default footnote explains why the member gets the email. */
export type Words = Omit<Email, 'footnote'> & Partial<Pick<Email, 'footnote'>>

/** The texts of all emails about an account. */
export const emailTexts = {
  /** Sent after an account was created. */
  welcome:
    ({ name, link }: { name: string; link: string }) =>
    (say: Translate): Words => ({
      subject: say('mail.welcome_subject'),
      title: say('mail.welcome_title', { name }),
      paragraphs: [say('mail.welcome_text')],
      button: { text: say('mail.welcome_button'), link, hint: say('mail.welcome_hint') },
    }),
  /** The registration code. The email contains no input of the visitor. */
  registration:
    ({ code }: { code: string }) =>
    (say: Translate): Words => ({
      subject: say('mail.registration_subject', { code }),
      title: say('mail.registration_title'),
      paragraphs: [say('mail.registration_text')],
      code: { label: say('mail.secret_code'), code, hint: say('mail.secret_code_hint') },
    }),
  /** A link to sign in, for a member whose address somebody tried to register again. */
  known:
    ({ name, link }: { name: string; link: string }) =>
    (say: Translate): Words => ({
      subject: say('mail.known_subject'),
      title: say('mail.known_title', { name }),
      paragraphs: [say('mail.known_text')],
      button: { text: say('mail.known_button'), link, hint: say('mail.known_hint') },
    }),
  /** A link to set a new password. */
  reset:
    ({ name, link }: { name: string; link: string }) =>
    (say: Translate): Words => ({
      subject: say('mail.reset_subject'),
      title: say('mail.reset_title', { name }),
      paragraphs: [say('mail.reset_text')],
      button: { text: say('mail.reset_button'), link, hint: say('mail.reset_hint') },
    }),
  /**
   * Sent after a password change. The link opens the page for a forgotten password, in case a stranger changed the
   * password.
   */
  changed:
    ({ link }: { link: string }) =>
    (say: Translate): Words => ({
      subject: say('mail.changed_subject'),
      title: say('mail.changed_title'),
      paragraphs: [say('mail.changed_text')],
      button: { text: say('mail.changed_button'), link, hint: say('mail.changed_hint') },
    }),
  /** A six-digit code to sign in or to prove the address. */
  code:
    ({ name, code, purpose }: { name: string; code: string; purpose: 'sign_in' | 'proof' }) =>
    (say: Translate): Words => ({
      subject: say('mail.code_subject', { code }),
      title: say(`mail.${purpose}_title`, { name }),
      paragraphs: [say(`mail.${purpose}_text`)],
      code: { label: say('mail.secret_code'), code, hint: say('mail.secret_code_hint') },
    }),
  /** A six-digit code by which a guest proves the email address of an order. */
  orderCode:
    (code: string) =>
    (say: Translate): Words => ({
      subject: say('mail.code_subject', { code }),
      title: say('mail.order_code_title'),
      paragraphs: [say('mail.order_code_text')],
      code: { label: say('mail.secret_code'), code, hint: say('mail.secret_code_hint') },
      footnote: say('mail.order_code_footnote'),
    }),
  /** Sent after two accounts were merged. `email` is the address of the account that remains. */
  merged:
    ({ name, email }: { name: string; email: string }) =>
    (say: Translate): Words => ({
      subject: say('mail.merged_subject'),
      title: say('mail.merged_title', { name }),
      paragraphs: [say('mail.merged_text', { email }), say('mail.merged_hint')],
    }),
  /** The last email, after an account was deleted. */
  farewell:
    ({ name, shop }: { name: string; shop: string }) =>
    (say: Translate): Words => ({
      subject: say('mail.farewell_subject'),
      title: say('mail.farewell_title', { name }),
      paragraphs: [say('mail.farewell_text'), say('mail.farewell_kept')],
      footnote: say('mail.farewell_footnote', { shop }),
    }),
}
