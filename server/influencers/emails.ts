import { eq } from 'drizzle-orm'
import type { EmailContent, Translate } from '#server/members/members.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { influencers } from './tables.ts'

type Decision = 'approve' | 'refuse' | 'pause' | 'resume'

/** The emails about decisions of staff. */
export const emailTexts = {
  decision:
    ({ name, decision, note, link }: { name: string; decision: Decision; note: string; link: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate(`mail.influencer_${decision}_subject`),
      title: translate(`mail.influencer_${decision}_title`, { name }),
      paragraphs: [
        translate(`mail.influencer_${decision}_text`),
        ...(note ? [translate('mail.our_words', { note })] : []),
      ],
      button: { text: translate('mail.see_page'), link },
    }),
}

/** Emails an influencer the decision about the profile, with its reason. */
export async function mailDecision(
  ctx: Context,
  { influencerId, decision, note, at }: { influencerId: string; decision: Decision; note: string; at: string },
): Promise<void> {
  const [row] = await ctx.db
    .select({ memberId: influencers.memberId })
    .from(influencers)
    .where(eq(influencers.id, influencerId))
  if (!row) return
  const isShown = decision === 'approve' || decision === 'resume'
  const link = `${publicOrigin(ctx.app.config)}${isShown ? `/influencer/${influencerId}` : '/user/influencer'}`
  const about = { kind: `influencer-${decision}`, of: `${influencerId}-${Date.parse(at)}` } as const
  await members.sendToMember(ctx, row.memberId, {
    about,
    words: (translate, name) => emailTexts.decision({ name, decision, note, link })(translate),
  })
}
