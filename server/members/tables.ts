import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
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
