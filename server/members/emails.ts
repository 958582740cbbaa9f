import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { renderEmail } from '#server/platform/mail/email.tsx'
import { fillEmailText } from '#server/platform/mail/email-text.ts'
import { localizedLink } from '#server/platform/mail/localized-link.ts'
import type { MailKind } from '#server/platform/mail/mail-kinds.ts'
import { mailKinds } from '#server/platform/mail/mail-kinds.ts'
import type { Sender } from '#server/platform/mail/sender.ts'
import { sender, settings, shopText } from '#server/settings/settings.ts'
import type { ShopSettings } from '#server/settings/tables.ts'
import type { EmailContent, Translate } from './email-texts.ts'
import { wants } from './profile.ts'
import type { MemberRow } from './rows.ts'
import { rowById } from './rows.ts'

interface Addressee {
  /** The member's name; '' if the member has not proven the email address. */
  name: string
  email: string
  locale: Locale
}

/**
 * The member as the recipient of an email. Leaves out the name until the member has proven the address, because a
 * stranger may have created the account and typed any text as the name.
 */
export function addresseeOf({ name, email, locale, emailVerifiedAt }: MemberRow): Addressee {
  return { name: emailVerifiedAt ? name : '', email, locale }
}

/**
 * Renders an email to a member in one language, with the shop's own texts and a footnote that explains why it was sent.
 */
export function renderMemberEmail(
  kind: MailKind,
  buildContent: (translate: Translate) => EmailContent,
  {
    locale,
    from,
    origin,
    labels = {},
  }: { locale: Locale; from: Sender; origin: string; labels?: ShopSettings['labels'] },
): ReturnType<typeof renderEmail> {
  const localized = (value: string | Text) => (typeof value === 'string' ? value : pick(value, locale))
  const translate: Translate = (key, values = {}) =>
    fillEmailText(
      shopText({ labels }, locale, key),
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, localized(value)])),
    )
  const stop = { text: translate('mail.stop_reminders'), link: localizedLink(`${origin}/user/privacy`, locale) }
  const reason =
    mailKinds[kind] === 'reminder'
      ? { footnote: translate('mail.why_reminder', { shop: from.name }), stop }
      : { footnote: translate('mail.why_account', { shop: from.name }) }
  const content = buildContent(translate)
  const { button = null } = content
  const localizedButton = button && { button: { ...button, link: localizedLink(button.link, locale) } }
  return renderEmail({ ...reason, ...content, ...localizedButton }, { locale, from })
}

/**
 * Sends an email in the recipient's language. `of` identifies the occasion: the message id consists of `kind` and `of`,
 * so an email that is sent again has the same message id.
 */
export async function sendEmail(
  ctx: Context,
  { name, email, locale }: Addressee,
  { kind, of, words }: { kind: MailKind; of: string; words: (translate: Translate) => EmailContent },
): Promise<void> {
  const [from, { labels }] = await Promise.all([sender(ctx), settings(ctx)])
  const message = renderMemberEmail(kind, words, { locale, from, origin: publicOrigin(ctx.app.config), labels })
  await ctx.app.mailer.send({ kind, key: `${kind}-${of}`, to: { name, address: email }, ...message })
}

/** Sends an email to a member. Former members get no emails, and reminders need consent. */
export async function sendToMember(
  ctx: Context,
  memberId: string,
  {
    about,
    words,
  }: { about: { kind: MailKind; of: string }; words: (translate: Translate, name: string) => EmailContent },
): Promise<void> {
  const member = await rowById(ctx, memberId)
  if (!member || (mailKinds[about.kind] === 'reminder' && !(await wants(ctx, memberId, 'reminders')))) return
  const recipient = addresseeOf(member)
  await sendEmail(ctx, recipient, { ...about, words: (translate) => words(translate, recipient.name) })
}
