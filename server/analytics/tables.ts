import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { EventName } from '#contract/analytics.ts'

/** Number of times an action happened on a day (UTC), for all visitors together. Contains no personal data. */
export const eventCounts = pgTable(
  'event_counts',
  {
    day: date('day').notNull(),
    name: text('name').notNull().$type<EventName>(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
)
