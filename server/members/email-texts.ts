import type { IdentityProvider } from '#contract/identity.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Text } from '#contract/shapes.ts'
import type { Email } from '#server/platform/mail/email.tsx'

/**
 * Translates a text to the reader's language and fills in the values. Bilingual values appear in the same language.
 */
export type Translate = (key: MessageKey, values?: Record<string, string | Text>) => string
/** The texts of an email to a member. The default footnote explains why the member gets the email. */
export type EmailContent = Omit<Email, 'footnote'> & Partial<Pick<Email, 'footnote'>>

/** The texts of all emails about an account. */
export const emailTexts = {
  /** Sent after an account was created. */
  welcome:
    ({ name, link }: { name: string; link: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.welcome_subject'),
      title: translate('mail.welcome_title', { name }),
      paragraphs: [translate('mail.welcome_text')],
      button: { text: translate('mail.welcome_button'), link, hint: translate('mail.welcome_hint') },
    }),
  /** The registration code. The email contains no input of the visitor. */
  registration:
    ({ code }: { code: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.registration_subject', { code }),
      title: translate('mail.registration_title'),
      paragraphs: [translate('mail.registration_text')],
      code: { label: translate('mail.secret_code'), code, hint: translate('mail.secret_code_hint') },
    }),
  /** A link to sign in, for a member whose address somebody tried to register again. */
  known:
    ({ name, link }: { name: string; link: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.known_subject'),
      title: translate('mail.known_title', { name }),
      paragraphs: [translate('mail.known_text')],
      button: { text: translate('mail.known_button'), link, hint: translate('mail.known_hint') },
    }),
  /** A link to set a new password. */
  reset:
    ({ name, link }: { name: string; link: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.reset_subject'),
      title: translate('mail.reset_title', { name }),
      paragraphs: [translate('mail.reset_text')],
      button: { text: translate('mail.reset_button'), link, hint: translate('mail.reset_hint') },
    }),
  /**
   * Sent after a password change. The link opens the page for a forgotten password, in case a stranger changed the
   * password.
   */
  changed:
    ({ link }: { link: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.changed_subject'),
      title: translate('mail.changed_title'),
      paragraphs: [translate('mail.changed_text')],
      button: { text: translate('mail.changed_button'), link, hint: translate('mail.changed_hint') },
    }),
  /** Sent after a forgotten password was replaced, if wallets are linked. The link opens the page to unlink them. */
  changedWithLinked:
    ({ providers, link }: { providers: IdentityProvider[]; link: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.changed_subject'),
      title: translate('mail.changed_title'),
      paragraphs: [
        translate('mail.changed_text'),
        ...providers.map((provider) =>
          translate('mail.changed_linked', { provider: translate(`identity.${provider}`) }),
        ),
      ],
      button: { text: translate('mail.linked_button'), link, hint: translate('mail.changed_linked_hint') },
    }),
  /** Sent after an identity was linked. The link opens the page where the member can unlink it. */
  linked:
    ({ provider, link }: { provider: IdentityProvider; link: string }) =>
    (translate: Translate): EmailContent => {
      const values = { provider: translate(`identity.${provider}`) }
      return {
        subject: translate('mail.linked_subject', values),
        title: translate('mail.linked_title', values),
        paragraphs: [translate('mail.linked_text', values), translate('mail.linked_other')],
        button: { text: translate('mail.linked_button'), link },
      }
    },
  /** A six-digit code to sign in or to prove the address. */
  code:
    ({ name, code, purpose }: { name: string; code: string; purpose: 'sign_in' | 'proof' }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.code_subject', { code }),
      title: translate(`mail.${purpose}_title`, { name }),
      paragraphs: [translate(`mail.${purpose}_text`)],
      code: { label: translate('mail.secret_code'), code, hint: translate('mail.secret_code_hint') },
    }),
  /** A six-digit code. A guest enters it to prove the email address of an order. */
  orderCode:
    (code: string) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.code_subject', { code }),
      title: translate('mail.order_code_title'),
      paragraphs: [translate('mail.order_code_text')],
      code: { label: translate('mail.secret_code'), code, hint: translate('mail.secret_code_hint') },
      footnote: translate('mail.order_code_footnote'),
    }),
  /** Sent after two accounts were merged. `email` is the address of the account that remains. */
  merged:
    ({ name, email }: { name: string; email: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.merged_subject'),
      title: translate('mail.merged_title', { name }),
      paragraphs: [translate('mail.merged_text', { email }), translate('mail.merged_hint')],
    }),
  /** The last email, after an account was deleted. */
  farewell:
    ({ name, shop }: { name: string; shop: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.farewell_subject'),
      title: translate('mail.farewell_title', { name }),
      paragraphs: [translate('mail.farewell_text'), translate('mail.farewell_kept')],
      footnote: translate('mail.farewell_footnote', { shop }),
    }),
}
