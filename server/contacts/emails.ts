import { and, eq } from 'drizzle-orm'
import type { EmailContent, Translate } from '#server/members/members.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { verifiedContacts } from './tables.ts'

type Decision = 'verify' | 'refuse'
interface DecisionEmailValues {
  name: string
  /** The contact's name, masked because others may see the email. */
  contact: string
  decision: Decision
  note: string
  link: string
}

/** The emails about decisions of staff. */
export const emailTexts = {
  decision:
    ({ name, contact, decision, note, link }: DecisionEmailValues) =>
    (translate: Translate): EmailContent => ({
      subject: translate(`mail.contact_${decision}_subject`),
      title: translate(`mail.contact_${decision}_title`, { contact }),
      paragraphs: [
        translate(`mail.contact_${decision}_text`, { name }),
        ...(note ? [translate('mail.our_words', { note })] : []),
      ],
      button: { text: translate('mail.contact_see'), link },
    }),
}

/** Emails a member the decision about a contact, unless the contact was deleted or changed meanwhile. */
export async function mailDecision(
  ctx: Context,
  { contactId, version, decision, note }: { contactId: string; version: number; decision: Decision; note: string },
): Promise<void> {
  const [row] = await ctx.db
    .select({ memberId: verifiedContacts.memberId, contact: verifiedContacts.maskedName })
    .from(verifiedContacts)
    .where(and(eq(verifiedContacts.id, contactId), eq(verifiedContacts.version, version)))
  if (!row) return
  const link = `${publicOrigin(ctx.app.config)}/user/contacts`
  const about = { kind: `contact-${decision}`, of: `${contactId}-${version}` } as const
  await members.sendToMember(ctx, row.memberId, {
    about,
    words: (translate, name) => emailTexts.decision({ name, contact: row.contact, decision, note, link })(translate),
  })
}
