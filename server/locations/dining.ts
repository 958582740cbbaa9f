import { and, count, eq, isNull, lt } from 'drizzle-orm'
import { hourMs } from '#contract/durations.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishBatched } from '#server/platform/publish.ts'
import { selectParty } from './queries.ts'
import type { LocationRow } from './rows.ts'
import { find, isSelectable } from './rows.ts'
import { rulesOf, takesOrders } from './slot-rules.ts'
import { readTableCode } from './table-codes.ts'
import { diningTables, tableGuests, tableSessions } from './tables.ts'

export type TableSession = typeof tableSessions.$inferSelect
export type TableRow = typeof diningTables.$inferSelect

/** Identifies a table by its store and its number. */
export interface TableRef {
  locationId: string
  number: string
}

/** The channel on which the shop publishes the ids of stores whose tables changed, or where a party arrived or left. */
export const tableChannel = 'tables'

/** After this idle time, the shop assumes that a party has left. */
const idleMs = 3 * hourMs

/**
 * Finds the table to which a code belongs, and its store. Fails with `tables.unknown` if the code is forged or
 * replaced, if the table was removed, or if shoppers cannot choose the store or eat in there.
 */
export async function lookUp(ctx: Context, code: string): Promise<{ table: TableRow; location: LocationRow }> {
  const tableCode = readTableCode(ctx.app.secret, code)
  const [table] = tableCode ? await ctx.db.select().from(diningTables).where(tableCondition(tableCode)) : []
  const location = tableCode && (await find(ctx, tableCode.locationId))
  if (!table?.active || !location || table.version !== tableCode.version) fail('tables.unknown')
  if (!isSelectable(location) || !location.methods.includes('EAT_IN')) fail('tables.unknown')
  return { table, location }
}

/**
 * Whether visitors can sit down now. They can if a party is already there, or if guests open tables themselves and the
 * kitchen takes orders.
 */
export async function isOpenTable(ctx: Context, { table, location }: { table: TableRow; location: LocationRow }) {
  const party = await findPartyAt(ctx, table)
  if (party && !isOver(ctx, party)) return true
  return location.tablesOpenedBy === 'guests' && takesOrders(rulesOf(location, 'EAT_IN'), ctx.app.now())
}

/**
 * Seats the visitor at the table with this code, in its current party or a new one. If the visitor does not belong to
 * the current party, `hasLeft` decides whether that party has left. A party that has left ends, and the visitor starts
 * a new one. For a new party, fails with `tables.closed` if staff must open the table, or if the kitchen is closed.
 */
export async function sit(
  ctx: Context,
  code: string,
  hasLeft: (ctx: Context, party: TableSession) => Promise<boolean>,
): Promise<TableSession> {
  const sessionId = await ctx.ensureSession()
  const { table, location } = await lookUp(ctx, code)
  return transact(ctx, async (ctx) => {
    // The lock makes parallel scans of one table wait for each other.
    await ctx.db.select().from(diningTables).where(tableCondition(table)).for('update')
    const now = ctx.app.now()
    const party = await findPartyAt(ctx, table)
    const isReplaced =
      party && (isOver(ctx, party) || (!(await isSeated(ctx, sessionId, party)) && (await hasLeft(ctx, party))))
    if (party && isReplaced) await closeParty(ctx, party)
    if ((!party || isReplaced) && !(await isOpenTable(ctx, { table, location }))) fail('tables.closed')
    const seatedParty = party && !isReplaced ? party : await startParty(ctx, table, 'guests')
    await ctx.db
      .insert(tableGuests)
      .values({ sessionId, tableSessionId: seatedParty.id, joinedAt: now })
      .onConflictDoUpdate({ target: tableGuests.sessionId, set: { tableSessionId: seatedParty.id, joinedAt: now } })
    await touch(ctx, seatedParty.id)
    return seatedParty
  })
}

/** The visitor's party; null if there is none or it has ended. */
export async function findOwnParty(ctx: Context): Promise<TableSession | null> {
  if (!ctx.sessionId) return null
  const [found] = await selectParty(ctx.db, { sessionId: ctx.sessionId })
  return found && !isOver(ctx, found.party) ? found.party : null
}

/** The number of phones that have joined a party. */
export async function guestsOf(ctx: Context, partyId: string): Promise<number> {
  const [row] = await ctx.db.select({ n: count() }).from(tableGuests).where(eq(tableGuests.tableSessionId, partyId))
  return row?.n ?? 0
}

/**
 * Locks a party until the transaction ends, so that nobody closes, renames or removes its table meanwhile, and records
 * that the party is active. Returns the table's number, or null if the party has left. The lock is exclusive, because
 * two guests who order at once would deadlock if both changed a row that both had locked for reading.
 */
export async function lockParty(ctx: Context, { id }: TableSession): Promise<string | null> {
  const [party] = await ctx.db.select().from(tableSessions).where(eq(tableSessions.id, id)).for('no key update')
  if (!party || isOver(ctx, party)) return null
  await touch(ctx, id)
  return party.tableNumber
}

/** Moves the seat of a guest or member to the new session at sign-in. */
export async function moveToSession(
  ctx: Context,
  { previousSessionId, sessionId }: { previousSessionId: string | null; sessionId: string },
): Promise<void> {
  if (!previousSessionId) return
  await ctx.db.update(tableGuests).set({ sessionId }).where(eq(tableGuests.sessionId, previousSessionId))
}

/** Removes the visitor from their table; the other guests stay. */
export async function leave(ctx: Context): Promise<void> {
  if (ctx.sessionId) await ctx.db.delete(tableGuests).where(eq(tableGuests.sessionId, ctx.sessionId))
}

/** Records that the party is active. */
export async function touch(ctx: Context, partyId: string): Promise<void> {
  await ctx.db.update(tableSessions).set({ lastSeenAt: ctx.app.now() }).where(eq(tableSessions.id, partyId))
}

/**
 * For staff: opens a table for a new party and ends the previous one. Fails with `staff.unknown` if there is no such
 * table.
 */
export function open(ctx: Context, input: TableRef): Promise<TableSession> {
  return transact(ctx, async (ctx) => {
    const table = await lockTable(ctx, input)
    await endParty(ctx, table)
    return startParty(ctx, table, 'staff')
  })
}

/** For staff: ends the party at a table, if there is one. Fails with `staff.unknown` if there is no such table. */
export function close(ctx: Context, input: TableRef): Promise<void> {
  return transact(ctx, async (ctx) => endParty(ctx, await lockTable(ctx, input)))
}

/**
 * Locks a table until the transaction ends, and returns it. Fails with `staff.unknown` if the store has no such table.
 */
export async function lockTable(ctx: Context, input: TableRef): Promise<TableRow> {
  const [table] = await ctx.db.select().from(diningTables).where(tableCondition(input)).for('update')
  if (!table?.active) fail('staff.unknown', { what: bilingualText('staff.a_table', { name: input.number }) })
  return table
}

/** Ends the party at a table, if there is one. */
export async function endParty(ctx: Context, table: TableRow): Promise<void> {
  const party = await findPartyAt(ctx, table)
  if (party) await closeParty(ctx, party)
}

/** Ends idle parties, and publishes the ids of their stores. */
export async function endIdle(ctx: Context): Promise<void> {
  const now = ctx.app.now()
  const endedParties = await ctx.db
    .update(tableSessions)
    .set({ closedAt: now })
    .where(and(isNull(tableSessions.closedAt), lt(tableSessions.lastSeenAt, new Date(now.getTime() - idleMs))))
    .returning({ locationId: tableSessions.locationId })
  for (const { locationId } of endedParties) publishBatched(ctx, tableChannel, locationId)
}

/** The condition that selects this table's row. */
export const tableCondition = ({ locationId, number }: TableRef) =>
  and(eq(diningTables.locationId, locationId), eq(diningTables.number, number))

/** Whether a party has ended, or has been idle for longer than `idleMs`. */
export function isOver(ctx: Context, { lastSeenAt, closedAt }: TableSession): boolean {
  return closedAt !== null || ctx.app.now().getTime() - lastSeenAt.getTime() > idleMs
}

async function findPartyAt(ctx: Context, { locationId, number }: TableRow): Promise<TableSession | undefined> {
  const tablePartyCondition = and(eq(tableSessions.locationId, locationId), eq(tableSessions.tableNumber, number))
  const [party] = await ctx.db
    .select()
    .from(tableSessions)
    .where(and(tablePartyCondition, isNull(tableSessions.closedAt)))
  return party
}

async function isSeated(ctx: Context, sessionId: string, party: TableSession): Promise<boolean> {
  const [guest] = await ctx.db.select().from(tableGuests).where(eq(tableGuests.sessionId, sessionId))
  return guest?.tableSessionId === party.id
}

async function startParty(ctx: Context, { locationId, number }: TableRow, openedBy: 'guests' | 'staff') {
  const now = ctx.app.now()
  const [party] = await ctx.db
    .insert(tableSessions)
    .values({ locationId, tableNumber: number, openedBy, openedAt: now, lastSeenAt: now })
    .returning()
  if (!party) throw new Error('a party was not stored')
  publishBatched(ctx, tableChannel, locationId)
  return party
}

async function closeParty(ctx: Context, { id, locationId }: TableSession) {
  await ctx.db.update(tableSessions).set({ closedAt: ctx.app.now() }).where(eq(tableSessions.id, id))
  publishBatched(ctx, tableChannel, locationId)
}
