import type { z } from 'zod'
import type { StoreTables, TableStore, tableStaffCalls } from '#contract/office/tables.ts'
import * as locations from '#server/locations/locations.ts'
import { dining, tableList } from '#server/locations/locations.ts'
import * as orders from '#server/orders/orders.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'

/** This module has the staff calls about the tables of stores. */

type Input<Name extends keyof typeof tableStaffCalls> = z.output<(typeof tableStaffCalls)[Name]['input']>

/** The caller's stores in the sequence that the owner chose, each with the number of its tables. */
export async function tableStores(ctx: Context): Promise<{ stores: TableStore[] }> {
  const stores = (await locations.all(ctx)).filter(({ id }) => canAccessStore(ctx, 'tables.work', id))
  return {
    stores: await Promise.all(
      stores.map(async (row) => {
        const all = await tableList.list(ctx, row.id)
        const taken = all.filter(({ takenSince }) => takenSince !== null).length
        return {
          location: row.id,
          name: row.name,
          isOn: tableList.servesAtTables(row),
          tables: all.length,
          taken,
        }
      }),
    ),
  }
}

/**
 * The tables of a store in order of number, each with the URL to print and the state of its party. Fails with
 * `staff.unknown` for an unknown store.
 */
export async function tables(ctx: Context, { location }: Input<'tables'>): Promise<StoreTables> {
  const row = await locations.find(ctx, location)
  if (!row) fail('staff.unknown', { what: bilingualText('staff.a_store', { name: location }) })
  const open = await orders.staff.countByTable(ctx, location, openGroups)
  const all = await tableList.list(ctx, location)
  return {
    location,
    name: row.name,
    version: row.version,
    country: row.country,
    isOn: tableList.servesAtTables(row),
    openedBy: row.tablesOpenedBy,
    tables: all.map(({ number, version, code, takenSince }) => ({
      number,
      version,
      takenSince,
      address: `${ctx.origin}/table/${code}`,
      isTaken: takenSince !== null,
      openOrders: open.get(number) ?? 0,
    })),
  }
}

/** Opens a table for a new party and ends the previous one. Fails with `staff.unknown` for an unknown table. */
export async function openTable(ctx: Context, { location, number }: Input<'openTable'>): Promise<StoreTables> {
  await dining.open(ctx, { locationId: location, number })
  return tables(ctx, { location })
}

/** Ends the party at a table, if there is one. Fails with `staff.unknown` for an unknown table. */
export async function closeTable(ctx: Context, { location, number }: Input<'closeTable'>): Promise<StoreTables> {
  await dining.close(ctx, { locationId: location, number })
  return tables(ctx, { location })
}

/**
 * Adds tables, all or none. Fails with `tables.taken` if numbers are already in use, and with `staff.unknown` for an
 * unknown store.
 */
export function addTables(ctx: Context, { location, numbers }: Input<'addTables'>): Promise<StoreTables> {
  return transact(ctx, async (ctx) => {
    // Fails for an unknown store before anything is written.
    await tables(ctx, { location })
    await tableList.add(ctx, { locationId: location, numbers })
    ctx.staff?.note({ subject: location, location, before: null, after: { numbers } })
    return tables(ctx, { location })
  })
}

/**
 * Gives a table another number and code; its guests stay. Fails with `tables.taken` if the number is in use, with
 * `tables.busy` while the table has open or unpaid orders, with `staff.unknown` for an unknown table, and with
 * `staff.stale` if the table has changed meanwhile.
 */
export function renameTable(ctx: Context, { location, to, ...table }: Input<'renameTable'>): Promise<StoreTables> {
  return transact(ctx, async (ctx) => {
    await tableList.rename(ctx, { ...table, locationId: location, to })
    await refuseBusy(ctx, location, table.number)
    ctx.staff?.note({ subject: location, location, before: { number: table.number }, after: { number: to } })
    return tables(ctx, { location })
  })
}

/**
 * Removes a table and ends its party. Fails with `tables.busy` while it has open or unpaid orders, with `staff.unknown`
 * for an unknown table, and with `staff.stale` if the table has changed meanwhile.
 */
export function removeTable(ctx: Context, { location, ...table }: Input<'removeTable'>): Promise<StoreTables> {
  return transact(ctx, async (ctx) => {
    await tableList.remove(ctx, { ...table, locationId: location })
    await refuseBusy(ctx, location, table.number)
    ctx.staff?.note({ subject: location, location, before: { number: table.number }, after: null })
    return tables(ctx, { location })
  })
}

/**
 * Gives tables new codes, so that the printed codes become invalid, and ends their parties. Fails with `staff.unknown`
 * for an unknown table, and with `staff.stale` if a table has changed meanwhile.
 */
export function renewTables(
  ctx: Context,
  { location, tables: listedTables }: Input<'renewTables'>,
): Promise<StoreTables> {
  return transact(ctx, async (ctx) => {
    await tableList.renew(ctx, { locationId: location, tables: listedTables })
    const numbers = listedTables.map(({ number }) => number)
    ctx.staff?.note({ subject: location, location, before: null, after: { numbers } })
    return tables(ctx, { location })
  })
}

/**
 * Switches a store's table service on or off, and sets who opens its tables. Fails with `staff.unknown` for an unknown
 * store, and with `staff.stale` if the store has changed meanwhile.
 */
export function writeTableService(
  ctx: Context,
  { location, version, isOn, openedBy }: Input<'writeTableService'>,
): Promise<StoreTables> {
  return transact(ctx, async (ctx) => {
    const before = await tableList.setService(ctx, { locationId: location, version, isOn, openedBy })
    ctx.staff?.note({
      subject: location,
      location,
      before: { isOn: tableList.servesAtTables(before), openedBy: before.tablesOpenedBy },
      after: { isOn, openedBy },
    })
    return tables(ctx, { location })
  })
}

/** The groups of the orders that staff prepare or serve. */
const openGroups = ['in_progress', 'ready'] as const

/**
 * Fails with `tables.busy` if the table has open orders, or orders that guests are paying for. Callers must change the
 * table's party first. Such a change waits for all transactions that are placing orders at the table, so that this
 * check also finds these orders.
 */
async function refuseBusy(ctx: Context, location: string, number: string) {
  const open = await orders.staff.countByTable(ctx, location, ['to_pay', ...openGroups])
  if (open.has(number)) fail('tables.busy', { number })
}
