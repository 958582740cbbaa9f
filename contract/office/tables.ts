import { z } from 'zod'
import { country } from '../addresses.ts'
import { staffCall } from '../call.ts'
import { id, instant, noInput, text } from '../shapes.ts'

/** Calls of the staff API for the tables of stores. */

const tableNumber = z.string().trim().min(1).max(20)
/** The number or name of a table: "12", "A1", "露台 3". */
const newNumber = tableNumber.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u)
const openedBy = z.enum(['guests', 'staff']).describe('Who opens a table: the first guest, or the staff.')
const version = z.int().describe('Send this version with a change. The server refuses an older one with `staff.stale`.')

const table = z.object({
  number: z.string(),
  version,
  address: z.string().describe('What the printed code contains.'),
  isTaken: z.boolean(),
  takenSince: instant.nullable(),
  openOrders: z.int().describe('Orders that are not served yet.'),
})
/** A table, as staff see it. */
export type StoreTable = z.infer<typeof table>
const tables = z.object({
  location: z.string(),
  name: text,
  country,
  version,
  isOn: z.boolean().describe('Whether the store serves at its tables.'),
  openedBy,
  tables: z.array(table),
})
/** A store with its tables. */
export type StoreTables = z.infer<typeof tables>

const store = z.object({ location: z.string(), name: text, isOn: z.boolean(), tables: z.int(), taken: z.int() })
/** A store with the number of its tables. */
export type TableStore = z.infer<typeof store>

const atTable = z.strictObject({ location: id, number: tableNumber })
const versionedTable = z.strictObject({ number: tableNumber, version })

export const tableStaffCalls = {
  tableStores: staffCall('GET /tables', {
    right: 'tables.work',
    place: 'mine',
    description: "The caller's stores, each with the number of its tables.",
    input: noInput,
    output: z.object({ stores: z.array(store) }),
  }),
  tables: staffCall('GET /locations/:location/tables', {
    right: 'tables.work',
    place: 'location',
    description: 'The tables of a store, which of them are occupied, and their codes. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ location: id }),
    output: tables,
  }),
  openTable: staffCall('POST /locations/:location/tables/:number/open', {
    right: 'tables.work',
    place: 'location',
    description: 'Starts a new party at a table, and ends the one before. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: atTable,
    output: tables,
  }),
  closeTable: staffCall('POST /locations/:location/tables/:number/close', {
    right: 'tables.work',
    place: 'location',
    description: 'Ends the party of a table. `staff.unknown`.',
    refusals: ['staff.unknown'],
    input: atTable,
    output: tables,
  }),
  addTables: staffCall('POST /locations/:location/tables', {
    right: 'store.write',
    place: 'location',
    record: 'table',
    description: 'Adds tables, all or none. `tables.taken` with the numbers that the store has, `staff.unknown`.',
    refusals: ['tables.taken', 'staff.unknown'],
    input: z.strictObject({ location: id, numbers: z.array(newNumber).min(1).max(100) }),
    output: tables,
  }),
  renameTable: staffCall('POST /locations/:location/tables/:number/rename', {
    right: 'store.write',
    place: 'location',
    record: 'table',
    description:
      'Gives a table another number, and so another code; its guests stay. `tables.taken`, `tables.busy` while it has ' +
      'open or unpaid orders, `staff.unknown`, `staff.stale`.',
    refusals: ['tables.taken', 'tables.busy', 'staff.unknown', 'staff.stale'],
    input: z.strictObject({ ...atTable.shape, version, to: newNumber }),
    output: tables,
  }),
  removeTable: staffCall('POST /locations/:location/tables/:number/remove', {
    right: 'store.write',
    place: 'location',
    record: 'table',
    description:
      'Removes a table and ends its party. `tables.busy` while it has open or unpaid orders, `staff.unknown`, ' +
      '`staff.stale`.',
    refusals: ['tables.busy', 'staff.unknown', 'staff.stale'],
    input: z.strictObject({ ...atTable.shape, version }),
    output: tables,
  }),
  renewTables: staffCall('POST /locations/:location/table-codes', {
    right: 'store.write',
    place: 'location',
    record: 'table',
    description:
      'Gives tables new codes: the printed ones are invalid at once, and guests must scan again. `staff.unknown`, ' +
      '`staff.stale`.',
    refusals: ['staff.unknown', 'staff.stale'],
    input: z.strictObject({ location: id, tables: z.array(versionedTable).min(1).max(1000) }),
    output: tables,
  }),
  writeTableService: staffCall('POST /locations/:location/table-service', {
    right: 'store.write',
    place: 'location',
    record: 'store',
    description:
      'Sets whether a store serves at its tables, and who opens them. `staff.unknown`, `staff.stale` if the store has ' +
      'changed since `version`.',
    refusals: ['staff.unknown', 'staff.stale'],
    input: z.strictObject({ location: id, version, isOn: z.boolean(), openedBy }),
    output: tables,
  }),
}
