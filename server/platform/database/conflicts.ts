import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

/** The SQLSTATE that `raise_conflict` raises, see migration 0019. */
export const conflictCode = 'SF409'

/**
 * A condition for a write that is sent together with the commit. If the condition does not hold, the statement fails
 * with `conflictCode`, and PostgreSQL turns the commit into a rollback. So a conflicting write is never committed,
 * although the process does not await the result of the write.
 */
export function abortUnless(condition: SQL, subject: string): SQL<boolean> {
  return sql<boolean>`case when ${condition} then true else raise_conflict(${subject}) end`
}
