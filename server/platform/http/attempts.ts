import { createHmac } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { App, Context } from '#server/platform/context.ts'
import { preparedRows } from '#server/platform/database/prepared-queries.ts'
import { attempts } from '#server/platform/tables.ts'
import type { WindowCount } from './rate-windows.ts'

/** The subject whose attempts are counted, and the name of the limit. */
export interface Counter {
  name: string
  subject: string
}

/**
 * Counts an attempt across all processes. Call it before the code checks the attempt, so that concurrent attempts count
 * like successive attempts. It never uses the caller's transaction, so that no rollback undoes the count.
 */
export async function countAttempt(app: App, counter: Counter, seconds: number): Promise<WindowCount> {
  const [counted] = await increment(app.database.db, { ...keyOf(app, counter), seconds })
  if (!counted) throw new Error('an attempt was not counted')
  return counted
}

/** Restarts a counter's time window without resetting its count. */
export async function restartWindow(app: App, counter: Counter, seconds: number): Promise<void> {
  await setWindowEnd(app.database.db, { ...keyOf(app, counter), seconds })
}

/**
 * Removes one attempt from the count. Call it for an attempt that must not count, for example because the secret was
 * correct.
 */
export async function uncountAttempt(app: App, counter: Counter): Promise<void> {
  await decrement(app.database.db, keyOf(app, counter))
}

/** Deletes the attempts of a counter. */
export async function clearAttempts(app: App, counter: Counter): Promise<void> {
  await deleteAll(app.database.db, keyOf(app, counter))
}

/** Deletes the counts whose windows have ended. */
export async function sweepAttempts(ctx: Context): Promise<void> {
  await ctx.db.delete(attempts).where(lt(attempts.endsAt, sql`now()`))
}

/** Replaces the subject with a digest, because subjects contain people's addresses and networks. */
function keyOf(app: App, { name, subject }: Counter) {
  const digest = createHmac('sha256', app.secret).update(`attempt ${name} ${subject}`).digest('base64url')
  return { name, subject: digest.slice(0, 22) }
}

const name = sql.placeholder('name')
const subject = sql.placeholder('subject')
const end = sql`now() + make_interval(secs => ${sql.placeholder('seconds')}::float8)`

const increment = preparedRows<WindowCount>(
  () => sql`insert into attempts as a (name, subject, count, ends_at) values (${name}, ${subject}, 1, ${end})
    on conflict (name, subject) do update set
      count = case when a.ends_at > now() then a.count + 1 else 1 end,
      ends_at = case when a.ends_at > now() then a.ends_at else excluded.ends_at end
    returning count, (extract(epoch from ends_at - now()) * 1000)::float8 as "msLeft"`,
)
const setWindowEnd = preparedRows<never>(
  () => sql`update attempts set ends_at = ${end} where name = ${name} and subject = ${subject}`,
)
const decrement = preparedRows<never>(
  () => sql`update attempts set count = count - 1 where name = ${name} and subject = ${subject} and count > 0`,
)
const deleteAll = preparedRows<never>(() => sql`delete from attempts where name = ${name} and subject = ${subject}`)
