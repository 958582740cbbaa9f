import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { goesTo, methods } from '#contract/fulfilment-methods.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishBatched, publishCatalogueChange } from '#server/platform/publish.ts'
import type { TableRef, TableRow } from './dining.ts'
import { endParty, isOver, lockTable, tableChannel, tableCondition } from './dining.ts'
import type { LocationRow } from './rows.ts'
import { tableCode } from './table-codes.ts'
import { diningTables, locations, tableSessions } from './tables.ts'

/** A table, with the version that the caller loaded. */
interface TableVersion extends TableRef {
  version: number
}

/** The tables of a store in the order of their numbers, each with the code to print and the start of its party. */
export async function list(ctx: Context, locationId: string) {
  const rows = await ctx.db
    .select({ table: diningTables, party: tableSessions })
    .from(diningTables)
    .leftJoin(
      tableSessions,
      and(
        eq(tableSessions.locationId, diningTables.locationId),
        eq(tableSessions.tableNumber, diningTables.number),
        isNull(tableSessions.closedAt),
      ),
    )
    .where(and(eq(diningTables.locationId, locationId), eq(diningTables.active, true)))
  return rows
    .map(({ table, party }) => ({
      number: table.number,
      version: table.version,
      code: tableCode(ctx.app.secret, table),
      takenSince: party && !isOver(ctx, party) ? party.openedAt.toISOString() : null,
    }))
    .sort((one, other) => byNumber.compare(one.number, other.number))
}

/** Compares table numbers: 2 comes before 10, and A2 before A10. */
const byNumber = new Intl.Collator(undefined, { numeric: true })

/** Adds tables to a store. Does not change existing tables. */
export async function putTables(ctx: Context, locationId: string, numbers: string[]): Promise<void> {
  const rows = numbers.map((number) => ({ locationId, number }))
  if (rows.length > 0) await ctx.db.insert(diningTables).values(rows).onConflictDoNothing()
}

/**
 * Adds tables to a store, all or none. Fails with `tables.taken` if the store already has some of the tables; the error
 * names them. A table that was removed before gets a new code.
 */
export function add(ctx: Context, { locationId, numbers }: { locationId: string; numbers: string[] }): Promise<void> {
  const uniqueNumbers = [...new Set(numbers)].sort()
  return transact(ctx, async (ctx) => {
    const added = await ctx.db
      .insert(diningTables)
      .values(uniqueNumbers.map((number) => ({ locationId, number })))
      .onConflictDoUpdate({
        target: [diningTables.locationId, diningTables.number],
        // Raises the version, so that codes that were printed before the removal stay invalid.
        set: { active: true, version: sql`${diningTables.version} + 1` },
        setWhere: eq(diningTables.active, false),
      })
      .returning({ number: diningTables.number })
    const newNumbers = new Set(added.map(({ number }) => number))
    const takenNumbers = uniqueNumbers.filter((number) => !newNumbers.has(number))
    if (takenNumbers.length > 0) fail('tables.taken', { numbers: takenNumbers.join(', ') }, 'numbers')
    publishBatched(ctx, tableChannel, locationId)
  })
}

/**
 * Removes a table and ends its party. Fails with `staff.unknown` if there is no such table, and with `staff.stale` if
 * it has changed since `version`.
 */
export function remove(ctx: Context, input: TableVersion): Promise<void> {
  return transact(ctx, async (ctx) => {
    const table = await lockVersion(ctx, input)
    await endParty(ctx, table)
    await ctx.db.update(diningTables).set({ active: false }).where(tableCondition(table))
    publishBatched(ctx, tableChannel, table.locationId)
  })
}

/**
 * Gives a table another number, which also changes its code. The table's party stays. Fails with `tables.taken` if the
 * store has a table with that number, and in the same cases as `remove`.
 */
export function rename(ctx: Context, { to, ...input }: TableVersion & { to: string }): Promise<void> {
  return transact(ctx, async (ctx) => {
    const { locationId, number } = await lockVersion(ctx, input)
    await add(ctx, { locationId, numbers: [to] })
    await ctx.db
      .update(tableSessions)
      .set({ tableNumber: to })
      .where(
        and(
          eq(tableSessions.locationId, locationId),
          eq(tableSessions.tableNumber, number),
          isNull(tableSessions.closedAt),
        ),
      )
    await ctx.db.update(diningTables).set({ active: false }).where(tableCondition({ locationId, number }))
  })
}

/**
 * Makes the printed codes of tables invalid and ends their parties. Renews all of the tables or none. Fails with
 * `staff.unknown` if a table does not exist, and with `staff.stale` if a table has changed since its `version`.
 */
export function renew(
  ctx: Context,
  { locationId, tables }: { locationId: string; tables: { number: string; version: number }[] },
): Promise<void> {
  return transact(ctx, async (ctx) => {
    const ordered = tables.toSorted((one, other) => (one.number < other.number ? -1 : 1))
    for (const table of ordered) await endParty(ctx, await lockVersion(ctx, { locationId, ...table }))
    const numbers = tables.map(({ number }) => number)
    await ctx.db
      .update(diningTables)
      .set({ version: sql`${diningTables.version} + 1` })
      .where(and(eq(diningTables.locationId, locationId), inArray(diningTables.number, numbers)))
    publishBatched(ctx, tableChannel, locationId)
  })
}

/**
 * Locks and returns a table. Fails with `staff.unknown` if there is no such table, and with `staff.stale` if the table
 * has changed since `version`.
 */
async function lockVersion(ctx: Context, input: TableVersion): Promise<TableRow> {
  const table = await lockTable(ctx, input)
  if (table.version !== input.version) fail('staff.stale')
  return table
}

interface TableService {
  locationId: string
  /** The version of the store's settings that the caller has seen. */
  version: number
  isOn: boolean
  openedBy: LocationRow['tablesOpenedBy']
}

/**
 * Sets whether a store serves at its tables, and who opens the tables. Returns the previous settings. Fails with
 * `staff.unknown` if there is no such store, and with `staff.stale` if the store has changed since `version`.
 */
export function setService(ctx: Context, { locationId, version, isOn, openedBy }: TableService): Promise<LocationRow> {
  return transact(ctx, async (ctx) => {
    const [row] = await ctx.db.select().from(locations).where(eq(locations.id, locationId)).for('update')
    if (!row) fail('staff.unknown', { what: bilingualText('staff.a_store', { name: locationId }) })
    if (row.version !== version) fail('staff.stale')
    const others = row.methods.filter((method) => !goesTo(method, 'table'))
    const all = isOn ? [...others, ...methods.filter((method) => goesTo(method, 'table'))] : others
    await ctx.db
      .update(locations)
      .set({ methods: all, tablesOpenedBy: openedBy, version: version + 1 })
      .where(eq(locations.id, locationId))
    await publishCatalogueChange(ctx)
    return row
  })
}

/** Whether a store serves at its tables. */
export const servesAtTables = ({ methods }: Pick<LocationRow, 'methods'>) =>
  methods.some((method) => goesTo(method, 'table'))
