import type { Locale } from '#contract/constants.ts'
import { fill } from '#contract/format.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import type { Letter } from '#server/platform/letter.tsx'
import { writeLetter } from '#server/platform/letter.tsx'
import type { Mail } from '#server/platform/mail.ts'

interface Addressee {
  name: string
  email: string
  locale: Locale
}
type Say = (key: MessageKey, values?: Record<string, string>) => string
type What = Omit<Letter, 'footnote'> & Partial<Pick<Letter, 'footnote'>>

/** The shop as it signs its mail. */
export function senderName({ app }: Context): string {
  return (
    app.config.MAIL_FROM.replace(/<.*/, '')
      .replace(/^\s*"|"\s*$/g, '')
      .trim() || app.config.MAIL_FROM
  )
}

/** Writes to a member in their language. `key` names the message for ever. */
export async function write(
  ctx: Context,
  { name, email, locale }: Addressee,
  key: string,
  words: (say: Say) => What,
): Promise<void> {
  const say: Say = (key, values) => fill(messages[locale][key], values)
  const from = senderName(ctx)
  const letter = writeLetter({ footnote: say('mail.why_account', { shop: from }), ...words(say) }, { locale, from })
  const mail: Mail = { key, to: { name, address: email }, ...letter }
  await ctx.app.mailer.send(mail)
}
