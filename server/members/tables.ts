import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Address } from '#contract/addresses.ts'
import { instant } from '#server/platform/tables.ts'

/** Somebody with an account. */
export const members = pgTable(
  'members',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    /** argon2id, with its parameters. */
    passwordHash: text('password_hash').notNull(),
    name: text('name').notNull(),
    phone: text('phone'),
    locale: text('locale', { enum: ['en', 'zh'] })
      .notNull()
      .default('en'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastLoginAt: instant('last_login_at'),
  },
  (table) => [uniqueIndex('members_email').on(sql`lower(${table.email})`)],
)

/** An address that a member kept, to bring things to or to write on bills. */
export const memberAddresses = pgTable(
  'member_addresses',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    type: text('type', { enum: ['BILLING', 'DELIVERY'] }).notNull(),
    /** What the member calls it: "Home". */
    label: text('label').notNull().default(''),
    address: jsonb('address').notNull().$type<Address>(),
    /** The first one that is offered of its type. */
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (table) => [
    index('member_addresses_member').on(table.memberId, table.type, table.usedAt),
    uniqueIndex('member_addresses_one_default').on(table.memberId, table.type).where(sql`${table.isDefault}`),
  ],
)
