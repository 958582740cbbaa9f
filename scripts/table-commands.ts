import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import { staffText } from '#contract/messages/staff.ts'
import type { StoreTables, TableStore } from '#contract/office/tables.ts'
import type { Command, Typed } from './shop-command.ts'
import type { StaffClient } from './staff-client.ts'

/** Commands for the tables of stores. */
export const tableCommands: Command[] = [
  {
    name: 'tables',
    args: ['[STORE]'],
    options: [],
    run: async (shop, { args: [location] }, locale) => {
      if (location) return shown(await shop.tables({ location }), locale)
      const answer = await shop.tableStores({})
      return { answer, lines: answer.stores.map((store) => showStore(store, locale)) }
    },
  },
  {
    name: 'open-table',
    args: ['STORE', 'NUMBER'],
    options: [],
    run: async (shop, { args: [location = '', number = ''] }, locale) =>
      shown(await shop.openTable({ location, number }), locale),
  },
  {
    name: 'close-table',
    args: ['STORE', 'NUMBER'],
    options: [],
    run: async (shop, { args: [location = '', number = ''] }, locale) =>
      shown(await shop.closeTable({ location, number }), locale),
  },
  {
    name: 'change-tables',
    args: ['DEED', 'STORE', '[NUMBERS]', '[TO]'],
    options: [],
    run: async (shop, typed, locale) => shown(await change(shop, typed), locale),
  },
]

async function change(shop: StaffClient, typed: Typed): Promise<StoreTables> {
  const deed = typed.oneOf(0, ['add', 'rename', 'remove', 'codes', 'service'])
  const location = typed.needed(1)
  if (deed === 'add') return shop.addTables({ location, numbers: listed(typed.needed(2)) })
  const now = await shop.tables({ location })
  if (deed === 'service') {
    const who = typed.oneOf(2, ['guests', 'staff', 'off'])
    const openedBy = who === 'off' ? now.openedBy : who === 'staff' ? 'staff' : 'guests'
    return shop.writeTableService({ location, version: now.version, isOn: who !== 'off', openedBy })
  }
  // For an unknown table, sends version 0. The shop then refuses this table.
  const seen = (number: string) => ({
    number,
    version: now.tables.find((table) => table.number === number)?.version ?? 0,
  })
  if (deed === 'rename') return shop.renameTable({ location, ...seen(typed.needed(2)), to: typed.needed(3) })
  if (deed === 'remove') return shop.removeTable({ location, ...seen(typed.needed(2)) })
  const numbers = typed.args[2] ? listed(typed.args[2]) : now.tables.map(({ number }) => number)
  return shop.renewTables({ location, tables: numbers.map(seen) })
}

const listed = (numbers: string) => numbers.split(',').map((number) => number.trim())

const shown = (answer: StoreTables, locale: Locale) => ({ answer, lines: showTables(answer, locale) })

function showTables({ tables }: StoreTables, locale: Locale): string[] {
  if (tables.length === 0) return [staffText(locale, 'no_tables')]
  return tables.map(({ number, isTaken }) => staffText(locale, isTaken ? 'table_taken' : 'table_free', { number }))
}

function showStore({ location, name, isOn, tables, taken }: TableStore, locale: Locale): string {
  const said = isOn ? staffText(locale, 'tables_taken', { tables, taken }) : staffText(locale, 'tables_off', { tables })
  return [location, pick(name, locale), said].join('  ')
}
