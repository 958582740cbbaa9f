import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Text } from '#contract/shapes.ts'
import * as locations from '#server/locations/locations.ts'
import type { EmailContent, Translate } from '#server/members/members.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { coupons } from './tables.ts'

/** The emails about personal coupons. */
export const emailTexts = {
  /** Reminds the member that an unused coupon ends soon. */
  ending:
    ({ name, coupon, code, date, link }: { name: string; coupon: Text; code: string; date: Text; link: string }) =>
    (translate: Translate): EmailContent => ({
      subject: translate('mail.coupon_ending_subject', { date }),
      title: translate('mail.coupon_ending_title', { coupon }),
      paragraphs: [translate('mail.coupon_ending_text', { name, date })],
      code: { label: translate('mail.coupon_code'), code, hint: translate('mail.until', { date }) },
      button: { text: translate('mail.to_the_shop'), link },
    }),
}

/**
 * A job calls this to emit one reminder for each personal coupon that ends soon. `mailEnding` leaves out used coupons.
 */
export function remind(ctx: Context): Promise<void> {
  return transact(ctx, async (ctx) => {
    const dueCodes = ctx.db
      .select({ code: coupons.code })
      .from(coupons)
      .where(lte(coupons.remindAt, ctx.app.now()))
      .for('update', { skipLocked: true })
    const due = await ctx.db
      .update(coupons)
      .set({ remindAt: null })
      .where(inArray(coupons.code, dueCodes))
      .returning({ code: coupons.code })
    for (const { code } of due) await emit(ctx, 'coupon.ending', { code })
  })
}

/** Emails a member about a coupon that ends soon, unless it was used or withdrawn or has ended meanwhile. */
export async function mailEnding(ctx: Context, { code }: { code: string }): Promise<void> {
  const usesLeftCondition = sql`(${coupons.maxUses} is null or ${coupons.used} < ${coupons.maxUses})`
  const [coupon] = await ctx.db
    .select()
    .from(coupons)
    .where(and(eq(coupons.code, code), coupons.active, gt(coupons.endsAt, ctx.app.now()), usesLeftCondition))
  const { member: memberId } = coupon?.conditions ?? {}
  if (!memberId || !coupon?.endsAt) return
  const values = {
    code,
    coupon: coupon.name,
    date: await locations.dayText(ctx, new Date(coupon.endsAt.getTime() - 1)),
    link: `${publicOrigin(ctx.app.config)}/store`,
  }
  await members.sendToMember(ctx, memberId, {
    about: { kind: 'coupon-ending', of: code },
    words: (translate, name) => emailTexts.ending({ name, ...values })(translate),
  })
}
