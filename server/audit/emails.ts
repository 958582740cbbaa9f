import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { pick, rowText } from '#contract/languages.ts'
import type { AuditFinding } from '#contract/messages/audit.ts'
import { auditTexts } from '#contract/messages/audit.ts'
import { messages } from '#contract/messages.ts'
import { all, wantsOrderEmail } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import type { RenderedEmail } from '#server/platform/mail/email.tsx'
import { renderEmail } from '#server/platform/mail/email.tsx'
import type { Sender } from '#server/platform/mail/sender.ts'
import { sender } from '#server/settings/settings.ts'

const maxSubjects = 5

/** Emails the findings of an audit to the first store that gets emails about orders. */
export async function mailFindings(ctx: Context, { findings, date }: EventPayloads['shop.audited']): Promise<void> {
  const location = (await all(ctx)).find(wantsOrderEmail)
  if (!location) return
  const { orderEmail: email, orderEmailLocale: locale } = location
  const store = pick(location.name, locale)
  const message = auditEmail(findings, { locale, from: await sender(ctx), store, email })
  await ctx.app.mailer.send({
    kind: 'store-audit',
    key: `store-audit-${date}`,
    to: { name: '', address: email },
    ...message,
  })
}

/** The email with the findings of an audit, in the language of the store's order address. */
export function auditEmail(
  findings: AuditFinding[],
  { locale, from, store, email }: { locale: Locale; from: Sender; store: string; email: string },
): RenderedEmail {
  const t = (key: keyof (typeof messages)[Locale], values?: Record<string, string | number>) =>
    fill(messages[locale][key], values)
  return renderEmail(
    {
      subject: t('mail.store_audit_subject', { store }),
      title: t('mail.store_audit_title'),
      paragraphs: [
        t('mail.store_audit_why'),
        ...findings.map(({ check, count, subjects }) =>
          t('mail.store_audit_finding', {
            what: rowText(auditTexts[check])[locale],
            count,
            names: subjects.slice(0, maxSubjects).join(', '),
          }),
        ),
        t('mail.store_audit_next'),
      ],
      footnote: t('mail.store_footnote', { email, store }),
    },
    { locale, from, store },
  )
}
