import { eq } from 'drizzle-orm'
import { fill } from '#contract/format.ts'
import type { Form } from '#contract/forms.ts'
import type { Locale } from '#contract/languages.ts'
import { defaultLocale, pick } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Letterhead } from '#server/platform/mail/email.tsx'
import { renderEmail } from '#server/platform/mail/email.tsx'
import { senderAddress } from '#server/platform/mail/mail.ts'
import { sender } from '#server/settings/settings.ts'
import { settings } from './content.ts'
import { formAnswers, forms } from './tables.ts'

type Answer = typeof formAnswers.$inferSelect

/** Emails a form submission to the shop. */
export async function mailForm(ctx: Context, { reference }: { reference: string }): Promise<void> {
  const found = await findSubmission(ctx, reference)
  if (!found) return
  const { supportedLanguages } = (await settings(ctx)).system.appConfig
  await mailShop(ctx, found.answer, { form: found.form, locale: supportedLanguages[0] ?? defaultLocale })
}

/**
 * Emails a receipt to the address in a form submission. The receipt repeats no input, so that nobody can send texts to
 * strangers through the shop.
 */
export async function mailFormReceipt(ctx: Context, { reference }: { reference: string }): Promise<void> {
  const found = await findSubmission(ctx, reference)
  if (!found?.answer.email) return
  await mailSender(ctx, found.answer, { form: found.form.definition, address: found.answer.email })
}

async function findSubmission(ctx: Context, reference: string) {
  const [found] = await ctx.db
    .select({ answer: formAnswers, form: forms })
    .from(formAnswers)
    .innerJoin(forms, eq(forms.name, formAnswers.form))
    .where(eq(formAnswers.reference, reference))
  return found
}

async function mailShop(
  ctx: Context,
  answer: Answer,
  { form, locale }: { form: typeof forms.$inferSelect; locale: Locale },
) {
  const { reference, email } = answer
  const from = await sender(ctx)
  await ctx.app.mailer.send({
    kind: 'form',
    key: `form-${reference}`,
    to: { name: from.name, address: form.mailTo ?? senderAddress(ctx.app.config) },
    ...(email && { replyTo: email }),
    ...formEmail(answer, form.definition, { locale, from }),
  })
}

async function mailSender(ctx: Context, answer: Answer, { form, address }: { form: Titled; address: string }) {
  const { reference, locale } = answer
  await ctx.app.mailer.send({
    kind: 'form-receipt',
    key: `form-${reference}-receipt`,
    to: { name: '', address },
    ...formReceipt(answer, form, { locale, from: await sender(ctx) }),
  })
}

type Titled = Pick<Form, 'title'>
/** The email to the shop with the input of a form. */
export function formEmail(
  { reference, email, lines }: Pick<Answer, 'reference' | 'email' | 'lines'>,
  { title }: Titled,
  { locale, from }: Letterhead,
) {
  const { say, pick } = translatorFor(locale)
  const values = { form: pick(title), reference }
  return renderEmail(
    {
      subject: say('forms.mail_subject', values),
      title: say('forms.mail_title', values),
      paragraphs: [
        ...lines.map(({ label, value }) => say('mail.fact', { label: pick(label), value: pick(value) })),
        say(email ? 'forms.mail_answer' : 'forms.mail_no_answer'),
      ],
      footnote: say('forms.mail_footnote'),
    },
    { locale, from },
  )
}

/** The receipt for the sender of a form, without any input. */
export function formReceipt({ reference }: Pick<Answer, 'reference'>, { title }: Titled, { locale, from }: Letterhead) {
  const { say, pick } = translatorFor(locale)
  const values = { form: pick(title), reference }
  return renderEmail(
    {
      subject: say('forms.receipt_subject', values),
      title: say('forms.receipt_title'),
      paragraphs: [say('forms.receipt_text', values)],
      footnote: say('forms.receipt_footnote', { shop: from.name }),
    },
    { locale, from },
  )
}

function translatorFor(locale: Locale) {
  return {
    say: (key: MessageKey, values?: Record<string, string>) => fill(messages[locale][key], values),
    pick: (text: Text) => pick(text, locale),
  }
}
