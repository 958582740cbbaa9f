import { and, desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { LogEntry } from '#contract/office/people.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import type { Context, Staff, StaffChange } from '#server/platform/context.ts'
import { accessibleStores } from '#server/platform/http/office-access.ts'
import { staffLog } from './tables.ts'

/** Who made a change: a staff member, or a counter device by its name. */
type Actor = Pick<Staff, 'personId' | 'name' | 'device'>

/**
 * Writes an entry of the audit log, in the transaction of the change. The entry names the caller, unless `by` is given.
 */
export async function writeLogEntry(ctx: Context, call: string, change: StaffChange & { by?: Actor }): Promise<void> {
  const staff = change.by ?? ctx.staff
  await ctx.db.insert(staffLog).values({
    at: ctx.app.now(),
    personId: staff?.personId ?? null,
    personName: staff?.name ?? '',
    call,
    locationId: change.location,
    subject: toSubject(change.subject),
    before: change.before,
    after: change.after,
    device: staff?.device ?? '',
    ip: ctx.ip,
    requestId: ctx.requestId,
  })
}

/** Cuts a subject to the length that the log stores. */
const toSubject = (name: string) => name.slice(0, 200)

/** Log entries of the caller's stores, newest first. */
export async function log(
  ctx: Context,
  input: { before?: number | undefined; limit: number; subject?: string | undefined; person?: string | undefined },
): Promise<{ entries: LogEntry[]; hasMore: boolean; currency: string }> {
  const stores = accessibleStores(ctx, 'log.see')
  const rows = await ctx.db
    .select()
    .from(staffLog)
    .where(
      and(
        stores === 'all' ? undefined : inArray(staffLog.locationId, stores),
        input.before ? lt(staffLog.id, input.before) : undefined,
        input.subject ? eq(staffLog.subject, input.subject) : undefined,
        input.person ? eq(staffLog.personId, input.person) : undefined,
      ),
    )
    .orderBy(desc(staffLog.id))
    .limit(input.limit + 1)
  return {
    entries: rows.slice(0, input.limit).map(({ personName, locationId, at, ...row }) => ({
      id: row.id,
      at: at.toISOString(),
      who: personName,
      call: row.call,
      location: locationId,
      subject: row.subject,
      before: row.before,
      after: row.after,
      device: row.device,
    })),
    hasMore: rows.length > input.limit,
    currency: await shopCurrency(ctx),
  }
}

/**
 * Returns who caused the newest log entry of one of `calls`, and when; null if there is no entry. If `names` is not
 * empty, considers only entries whose subject or store is one of `names`.
 */
export async function lastChange(
  ctx: Context,
  calls: string[],
  names: string[],
): Promise<{ by: string; at: string } | null> {
  const subjects = names.map(toSubject)
  const [row] = await ctx.db
    .select({ by: staffLog.personName, at: staffLog.at })
    .from(staffLog)
    .where(
      and(
        inArray(staffLog.call, calls),
        names.length > 0 ? or(inArray(staffLog.subject, subjects), inArray(staffLog.locationId, names)) : undefined,
      ),
    )
    .orderBy(desc(staffLog.id))
    .limit(1)
  return row ? { by: row.by, at: row.at.toISOString() } : null
}
