import type { SQL } from 'drizzle-orm'
import { and, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm'
import { placeholders, prepared } from '#server/platform/database/prepared-queries.ts'
import { slotUse, tableGuests, tableSessions } from './tables.ts'

const insertTakenPlace = (setWhere?: SQL) =>
  prepared((db) =>
    db
      .insert(slotUse)
      .values(placeholders(slotUse))
      .onConflictDoUpdate({
        target: [slotUse.locationId, slotUse.method, slotUse.startsAt],
        set: { taken: sql`${slotUse.taken} + 1`, capacity: sql`excluded.capacity` },
        ...(setWhere && { setWhere }),
      })
      .returning({ taken: slotUse.taken }),
  )

/** Takes a place in a slot. Returns no row if the slot is full. */
export const insertPlace = insertTakenPlace(lt(slotUse.taken, sql`excluded.capacity`))

/**
 * Like `insertPlace`, but for a write that is sent together with the commit (`writeWithCommit`). If the slot is full, a
 * check constraint of the table aborts the transaction.
 */
export const insertPlaceOrAbort = insertTakenPlace()

const slotCondition = and(
  eq(slotUse.locationId, sql.placeholder('locationId')),
  eq(slotUse.method, sql.placeholder('method')),
)

export const selectSlotUse = prepared((db) =>
  db
    .select({ startsAt: slotUse.startsAt, taken: slotUse.taken })
    .from(slotUse)
    .where(and(slotCondition, gte(slotUse.startsAt, sql.placeholder('from')))),
)

export const updateReleasedPlace = prepared((db) =>
  db
    .update(slotUse)
    .set({ taken: sql`${slotUse.taken} - 1` })
    .where(and(slotCondition, eq(slotUse.startsAt, sql.placeholder('startsAt')), gt(slotUse.taken, 0)))
    .returning({ taken: slotUse.taken, capacity: slotUse.capacity }),
)

export const selectParty = prepared((db) =>
  db
    .select({ party: tableSessions })
    .from(tableGuests)
    .innerJoin(tableSessions, eq(tableSessions.id, tableGuests.tableSessionId))
    .where(and(eq(tableGuests.sessionId, sql.placeholder('sessionId')), isNull(tableSessions.closedAt))),
)
