import { eq } from 'drizzle-orm'
import type { Translate, Words } from '#server/members/members.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { influencers } from './tables.ts'

type Decision = 'approve' | 'refuse' | 'pause' | 'resume'

/** The emails about decisions of staff. */
export const emailTexts = {
  decision:
    ({ name, decision, note, link }: { name: string; decision: Decision; note: string; link: string }) =>
    (say: Translate): Words => ({
      subject: say(`mail.influencer_${decision}_subject`),
      title: say(`mail.influencer_${decision}_title`, { name }),
      paragraphs: [say(`mail.influencer_${decision}_text`), ...(note ? [say('mail.our_words', { note })] : [])],
      button: { text: say('mail.see_page'), link },
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
  await members.writeToMember(ctx, row.memberId, {
    about,
    words: (say, name) => emailTexts.decision({ name, decision, note, link })(say),
  })
}
