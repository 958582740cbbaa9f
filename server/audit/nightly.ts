import { sql } from 'drizzle-orm'
import { toLocal } from '#contract/hours.ts'
import { shopTimeZone } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { recordAudit } from '#server/platform/last-audit.ts'
import { emit } from '#server/platform/queue.ts'
import { settings } from '#server/platform/tables.ts'
import { auditShop } from './books.ts'

/** The key in `settings` under which the date of the last audit is stored. */
const lastAuditKey = 'audit.date'
/** Local time from which the night's audit runs. */
const startTime = '03:00'

/**
 * Audits the shop once per night, in one worker. If the audit could not run, a later call tries again. Emits
 * `shop.audited` if the audit found anything.
 */
export async function auditNightly(ctx: Context): Promise<void> {
  const { date, time } = toLocal(ctx.app.now(), await shopTimeZone(ctx))
  if (time < startTime || !(await claim(ctx, date))) return
  const findings = await auditShop(ctx.app.config, ctx.app.log).catch(async (error: unknown) => {
    await ctx.db.delete(settings).where(sql`${settings.key} = ${lastAuditKey}`)
    throw error
  })
  await recordAudit(ctx.db, { date, failedChecks: findings.length })
  if (findings.length === 0) return
  ctx.app.log.error('the audit found contradictions', { findings })
  await transact(ctx, (ctx) => emit(ctx, 'shop.audited', { findings, date }))
}

/** Claims the audit of this date for this worker. Returns false if a worker has claimed it before. */
async function claim(ctx: Context, date: string): Promise<boolean> {
  const row = { value: date, updatedAt: ctx.app.now() }
  const claimed = await ctx.db
    .insert(settings)
    .values({ key: lastAuditKey, ...row })
    .onConflictDoUpdate({ target: settings.key, set: row, setWhere: sql`${settings.value} <> to_jsonb(${date}::text)` })
    .returning({ key: settings.key })
  return claimed.length > 0
}
