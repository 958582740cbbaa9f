import { asc, eq } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { creditEntries, creditGrants, creditUses } from './tables.ts'

/**
 * Moves one member's credit to another: grants, entries and holds, so that all sums stay correct. Nothing is spent or
 * held twice. Call it within a transaction.
 */
export async function transfer(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  const memberId = intoId
  // Locks the tables in the same sequence as `hold`, which reserves credit for an order. If `hold` is running, the
  // first update waits until the hold is stored, and the second update moves that hold too.
  await ctx.db.update(creditGrants).set({ memberId }).where(eq(creditGrants.memberId, fromId))
  await ctx.db.update(creditUses).set({ memberId }).where(eq(creditUses.memberId, fromId))
  await ctx.db.update(creditEntries).set({ memberId }).where(eq(creditEntries.memberId, fromId))
}

/** Exports a member's credit with all movements, in minor units. */
export async function exportData(ctx: Context, { memberId }: { memberId: string }) {
  const grants = await ctx.db
    .select()
    .from(creditGrants)
    .where(eq(creditGrants.memberId, memberId))
    .orderBy(asc(creditGrants.grantedAt))
  const entries = await ctx.db
    .select()
    .from(creditEntries)
    .where(eq(creditEntries.memberId, memberId))
    .orderBy(asc(creditEntries.id))
  return {
    storeCredit: {
      grants: grants.map(({ memberId: _, key: __, ...grant }) => grant),
      movements: entries.map(({ memberId: _, ...entry }) => entry),
    },
  }
}
