import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { writeLetter } from '#server/platform/letter.tsx'
import type { Mail } from '#server/platform/mail.ts'
import type { Say, Words } from './mails.ts'

interface Addressee {
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

/** A letter to somebody who has an account, in a language, from the shop as it signs its mail. */
export function compose(words: (say: Say) => Words, { locale, from }: { locale: Locale; from: string }) {
  const say: Say = (key, values) => fill(messages[locale][key], values)
  return writeLetter({ footnote: say('mail.why_account', { shop: from }), ...words(say) }, { locale, from })
}

/** Writes to a member in their language. `key` names the message for ever. */
export async function write(
  ctx: Context,
  { name, email, locale }: Addressee,
  key: string,
  words: (say: Say) => Words,
): Promise<void> {
  const letter = compose(words, { locale, from: senderName(ctx) })
  const mail: Mail = { key, to: { name, address: email }, ...letter }
  await ctx.app.mailer.send(mail)
}
