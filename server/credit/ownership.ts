import { asc, eq } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { creditEntries, creditGrants, creditUses } from './tables.ts'

/**
 * Makes one member's credit another's: every grant with its entries and what orders hold of it, so that each still adds
 * up. No money moves, and nothing is spent or held twice. Within a transaction.
 */
export async function transfer(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  const memberId = intoId
  // In the order in which an order takes them: whoever holds credit just now is waited for, and is taken over too.
  await ctx.db.update(creditGrants).set({ memberId }).where(eq(creditGrants.memberId, fromId))
  await ctx.db.update(creditUses).set({ memberId }).where(eq(creditUses.memberId, fromId))
  await ctx.db.update(creditEntries).set({ memberId }).where(eq(creditEntries.memberId, fromId))
}

/** The member's credit with every movement, for the download of their data. Amounts in minor units. */
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
