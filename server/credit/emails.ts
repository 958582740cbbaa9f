import { and, eq, gt, sql } from 'drizzle-orm'
import { sum } from '#contract/sum.ts'
import * as locations from '#server/locations/locations.ts'
import * as members from '#server/members/members.ts'
import { moneyText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { emailTexts } from './email-texts.ts'
import { updateDueReminders } from './queries.ts'
import { creditGrants } from './tables.ts'

/** Emails a member about new credit. */
export async function mailGiven(ctx: Context, { grantId }: { grantId: string }): Promise<void> {
  const [grant] = await ctx.db.select().from(creditGrants).where(eq(creditGrants.id, grantId))
  if (!grant) return
  const { memberId, amount, currency, note, expiresAt } = grant
  const values = {
    amount: moneyText(amount, currency),
    note,
    until: expiresAt && (await locations.dayText(ctx, lastValidMoment(expiresAt))),
    link: `${publicOrigin(ctx.app.config)}/user/credit`,
  }
  await members.sendToMember(ctx, memberId, {
    about: { kind: 'credit-given', of: grantId },
    words: (translate, name) => emailTexts.given({ name, ...values })(translate),
  })
}

/**
 * A job calls this to emit the due reminders of credit that expires soon. Each reminder is emitted once, even if
 * several processes run the job at the same time.
 */
export function remind(ctx: Context): Promise<void> {
  return transact(ctx, async (ctx) => {
    for (const due of await updateDueReminders(ctx.db, { now: ctx.app.now() })) await emit(ctx, 'credit.ending', due)
  })
}

/** Emails a member about credit that expires at this time, unless it was spent meanwhile. */
export async function mailEnding(
  ctx: Context,
  { memberId, currency, expiresAt }: { memberId: string; currency: string; expiresAt: string },
): Promise<void> {
  const end = new Date(expiresAt)
  const grants = await ctx.db
    .select({ available: creditGrants.available })
    .from(creditGrants)
    .where(
      and(
        eq(creditGrants.memberId, memberId),
        eq(creditGrants.currency, currency),
        eq(sql`date_trunc('milliseconds', ${creditGrants.expiresAt})`, end),
        gt(creditGrants.expiresAt, ctx.app.now()),
      ),
    )
  const amount = sum(grants.map(({ available }) => available))
  if (amount === 0) return
  const values = {
    amount: moneyText(amount, currency),
    date: await locations.dayText(ctx, lastValidMoment(end)),
    link: `${publicOrigin(ctx.app.config)}/store`,
  }
  const of = `${memberId}-${currency}-${end.getTime()}`
  await members.sendToMember(ctx, memberId, {
    about: { kind: 'credit-ending', of },
    words: (translate, name) => emailTexts.ending({ name, ...values })(translate),
  })
}

/**
 * The last moment at which the credit is valid. The emails show the date of this moment, so for credit that ends at
 * midnight they show the date of the day before.
 */
const lastValidMoment = (end: Date) => new Date(end.getTime() - 1)
