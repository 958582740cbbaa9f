import { sql } from 'drizzle-orm'
import { bigserial, char, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Text } from '#contract/shapes.ts'
import { members } from '#server/members/tables.ts'
import { instant, oneLine } from '#server/platform/tables.ts'

/**
 * An amount of credit that a member got, and what is left of it. `available` and `held` change only together with an
 * entry, in one statement.
 */
export const creditGrants = pgTable(
  'credit_grants',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id),
    /** Idempotency key: at most one grant has this key. */
    key: text('key').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    amount: integer('amount').notNull(),
    /** Spendable part, in minor units. */
    available: integer('available').notNull(),
    /** The part that is on hold for orders, in minor units. */
    held: integer('held').notNull().default(0),
    reason: text('reason', { enum: ['gift', 'refund', 'referral', 'top_up', 'adjustment'] }).notNull(),
    note: jsonb('note').$type<Text>(),
    grantedAt: instant('granted_at').notNull(),
    /** When the credit expires; null if never. */
    expiresAt: instant('expires_at'),
    /** When to remind the member of the expiry; null after the reminder, and if none is due. */
    remindAt: instant('remind_at'),
  },
  (table) => [
    uniqueIndex('credit_grants_key').on(table.key),
    index('credit_grants_spendable').on(table.memberId, table.expiresAt).where(sql`${table.available} > 0`),
    index('credit_grants_reminders').on(table.remindAt).where(sql`${table.remindAt} is not null`),
    index('credit_grants_expiry').on(table.expiresAt).where(sql`${table.available} > 0`),
    check(
      'credit_grants_money',
      oneLine(
        sql`${table.amount} > 0 and ${table.available} >= 0 and ${table.held} >= 0`,
        sql`and ${table.available} + ${table.held} <= ${table.amount}`,
      ),
    ),
  ],
)

/**
 * The credit that one order uses. The order first holds the credit. Then the credit is either captured or released, and
 * only once.
 */
export const creditUses = pgTable(
  'credit_uses',
  {
    orderId: text('order_id').primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id),
    currency: char('currency', { length: 3 }).notNull(),
    amount: integer('amount').notNull(),
    state: text('state', { enum: ['held', 'captured', 'released'] }).notNull(),
    /** The returned part of the captured amount. */
    givenBack: integer('given_back').notNull().default(0),
    heldAt: instant('held_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('credit_uses_member').on(table.memberId),
    index('credit_uses_captured').on(table.endedAt).where(sql`${table.state} = 'captured'`),
    check('credit_uses_money', sql`${table.amount} > 0 and ${table.givenBack} between 0 and ${table.amount}`),
    check('credit_uses_back', sql`${table.state} = 'captured' or ${table.givenBack} = 0`),
  ],
)

/**
 * One change to the amounts of a grant. The amounts in a row never change. The rows of a grant add up to its
 * `available` and `held`.
 */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    memberId: text('member_id').notNull(),
    grantId: uuid('grant_id')
      .notNull()
      .references(() => creditGrants.id),
    orderId: text('order_id').references(() => creditUses.orderId),
    kind: text('kind', { enum: ['grant', 'hold', 'capture', 'release', 'refund', 'expire', 'take_back'] }).notNull(),
    /** The changes to the spendable part and to the held part. */
    available: integer('available').notNull(),
    held: integer('held').notNull(),
    /**
     * Identifies a refund, or a reduction of a grant, because an order or a grant can have several of them. Empty for
     * other entries.
     */
    reference: text('reference').notNull().default(''),
    at: instant('at').notNull(),
  },
  (table) => [
    index('credit_entries_member').on(table.memberId, table.id),
    index('credit_entries_grant').on(table.grantId),
    index('credit_entries_returned')
      .on(table.at)
      .where(sql`${table.kind} in ('refund', 'grant') and ${table.orderId} is not null`),
    uniqueIndex('credit_entries_one_grant').on(table.grantId).where(sql`${table.kind} = 'grant'`),
    uniqueIndex('credit_entries_one_hold').on(table.orderId, table.grantId).where(sql`${table.kind} = 'hold'`),
    uniqueIndex('credit_entries_one_end')
      .on(table.orderId, table.grantId)
      .where(sql`${table.kind} in ('capture', 'release')`),
    uniqueIndex('credit_entries_one_refund')
      .on(table.orderId, table.grantId, table.reference)
      .where(sql`${table.kind} = 'refund'`),
    uniqueIndex('credit_entries_one_take_back')
      .on(table.grantId, table.reference)
      .where(sql`${table.kind} = 'take_back'`),
    check(
      'credit_entries_kind',
      sql`case ${table.kind}
        when 'grant' then ${table.available} > 0 and ${table.held} = 0
        when 'hold' then ${table.available} < 0 and ${table.held} = -${table.available}
        when 'capture' then ${table.available} = 0 and ${table.held} < 0
        when 'release' then ${table.available} > 0 and ${table.held} = -${table.available}
        when 'refund' then ${table.available} > 0 and ${table.held} = 0
        when 'expire' then ${table.available} < 0 and ${table.held} = 0
        when 'take_back' then ${table.available} < 0 and ${table.held} = 0
        else false end`,
    ),
    check(
      'credit_entries_order',
      sql`(${table.kind} in ('grant', 'expire', 'take_back')) = (${table.orderId} is null) or ${table.kind} = 'grant'`,
    ),
  ],
)
