import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { renderEmail } from '#server/platform/mail/email.tsx'
import { fillEmailText } from '#server/platform/mail/email-text.ts'
import type { MailKind } from '#server/platform/mail/mail-kinds.ts'
import { mailKinds } from '#server/platform/mail/mail-kinds.ts'
import type { Translate, Words } from './email-texts.ts'
import { wants } from './profile.ts'
import type { MemberRow } from './rows.ts'
import { rowById } from './rows.ts'

interface Addressee {
  /** '' where it is not to be used: see `addresseeOf`. */
  name: string
  email: string
  locale: Locale
}

/** The shop as it signs its mail. */
export function senderName({ app }: Context): string {
  return (
    app.config.MAIL_FROM.replace(/<.*/, '')
      .replace(/^\s*"|"\s*$/g, '')
      .trim() || app.config.MAIL_FROM
  )
}

/** A member as letters address them: by name only once it was shown that the address is theirs. */
export function addresseeOf({ name, email, locale, emailVerifiedAt }: MemberRow): Addressee {
  return { name: emailVerifiedAt ? name : '', email, locale }
}

/**
 * A letter to somebody who has an account, in a language, from the shop as it signs its mail; below it, why it came.
 */
export function compose(
  kind: MailKind,
  words: (say: Translate) => Words,
  { locale, from, origin }: { locale: Locale; from: string; origin: string },
): ReturnType<typeof renderEmail> {
  const inIt = (value: string | Text) => (typeof value === 'string' ? value : pick(value, locale))
  const say: Translate = (key, values = {}) =>
    fillEmailText(
      messages[locale][key],
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inIt(value)])),
    )
  const why =
    mailKinds[kind] === 'reminder'
      ? { footnote: say('mail.why_reminder', { shop: from }), stop: stopReminders(say, origin) }
      : { footnote: say('mail.why_account', { shop: from }) }
  return renderEmail({ ...why, ...words(say) }, { locale, from })
}

function stopReminders(say: Translate, origin: string) {
  return { text: say('mail.stop_reminders'), link: `${origin}/user/profile` }
}

/** Writes to somebody in their language. `of` says what about: the same kind of the same thing is the same message. */
export async function write(
  ctx: Context,
  { name, email, locale }: Addressee,
  { kind, of }: { kind: MailKind; of: string },
  words: (say: Translate) => Words,
): Promise<void> {
  const letter = compose(kind, words, { locale, from: senderName(ctx), origin: publicOrigin(ctx.app.config) })
  await ctx.app.mailer.send({ kind, key: `${kind}-${of}`, to: { name, address: email }, ...letter })
}

/** Writes to a member: nothing to one who left, and reminders to those alone who asked for them. */
export async function writeToMember(
  ctx: Context,
  memberId: string,
  about: { kind: MailKind; of: string },
  words: (say: Translate, name: string) => Words,
): Promise<void> {
  const member = await rowById(ctx, memberId)
  if (!member || (mailKinds[about.kind] === 'reminder' && !(await wants(ctx, memberId, 'reminders')))) return
  const reader = addresseeOf(member)
  await write(ctx, reader, about, (say) => words(say, reader.name))
}
