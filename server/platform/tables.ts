import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import {
  bigserial,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Joins the parts of a condition with spaces, so that the source can spread the condition over several lines. A line
 * break within the condition itself would become part of the constraint, and adding it would need a migration.
 */
export const oneLine = (...parts: SQL[]): SQL => sql.join(parts, sql` `)

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** A session of a guest or of a signed-in member. The table stores only the hash of the token. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull(),
    memberId: text('member_id'),
    /** The names of a member's browser and device, such as "Safari · iPhone". */
    device: text('device').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [uniqueIndex('sessions_token').on(table.tokenHash), index('sessions_member').on(table.memberId)],
)

/** An event to handle, written in the transaction that caused it. */
export const events = pgTable(
  'events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    name: text('name').notNull(),
    payload: jsonb('payload').notNull().$type<Record<string, unknown>>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    runAt: instant('run_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    doneAt: instant('done_at'),
    lastError: text('last_error'),
  },
  (table) => [index('events_due').on(table.runAt).where(sql`${table.doneAt} is null`)],
)

/** The shop's stored values by key, such as its secret and the demonstration's version. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** The key in `settings` under which the shop's secret is stored if `APP_SECRET` is not set. */
export const secretSetting = 'app.secret'

/** Counts the attempts per time window across all processes, to enforce limits. The subject is stored as a digest. */
export const attempts = pgTable(
  'attempts',
  {
    /** The limit's name, such as `account.signIn`. */
    name: text('name').notNull(),
    /** Digest of the network prefix, account or device whose attempts are counted. */
    subject: text('subject').notNull(),
    count: integer('count').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.subject] }), index('attempts_ended').on(table.endsAt)],
)

/** For each migration, the oldest release that works with the tables after it. Each migration writes its own row. */
export const compatibleReleases = pgTable(
  'compatible_releases',
  {
    /** The tag of the migration, such as `0016_compatible_releases`. */
    migration: text('migration').primaryKey(),
    oldestRelease: text('oldest_release').notNull(),
  },
  (table) => [check('compatible_releases_version', sql`${table.oldestRelease} ~ '^\\d+\\.\\d+\\.\\d+$'`)],
)
