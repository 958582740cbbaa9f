import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { EventName } from '#contract/analytics.ts'

/** How often something was done on a day (of UTC), by everybody together: nothing in it tells of anyone. */
export const eventCounts = pgTable(
  'event_counts',
  {
    day: date('day').notNull(),
    name: text('name').notNull().$type<EventName>(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
)
