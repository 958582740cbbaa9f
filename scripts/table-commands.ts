import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import { staffText } from '#contract/messages/staff.ts'
import type { StoreTables, TableStore } from '#contract/office/tables.ts'
import type { Command, CommandInput } from './shop-command.ts'
import type { StaffClient } from './staff-client.ts'

/** Commands for the tables of stores. */
export const tableCommands: Command[] = [
  {
    name: 'tables',
    args: ['[STORE]'],
    options: [],
    run: async (shop, { args: [location] }, locale) => {
      if (location) return showResult(await shop.tables({ location }), locale)
      const answer = await shop.tableStores({})
      return { answer, lines: answer.stores.map((store) => showStore(store, locale)) }
    },
  },
  {
    name: 'open-table',
    args: ['STORE', 'NUMBER'],
    options: [],
    run: async (shop, { args: [location = '', number = ''] }, locale) =>
      showResult(await shop.openTable({ location, number }), locale),
  },
  {
    name: 'close-table',
    args: ['STORE', 'NUMBER'],
    options: [],
    run: async (shop, { args: [location = '', number = ''] }, locale) =>
      showResult(await shop.closeTable({ location, number }), locale),
  },
  {
    name: 'change-tables',
    args: ['DEED', 'STORE', '[NUMBERS]', '[TO]'],
    options: [],
    run: async (shop, input, locale) => showResult(await change(shop, input), locale),
  },
]

async function change(shop: StaffClient, input: CommandInput): Promise<StoreTables> {
  const action = input.oneOf(0, ['add', 'rename', 'remove', 'codes', 'service'])
  const location = input.required(1)
  if (action === 'add') return shop.addTables({ location, numbers: splitNumbers(input.required(2)) })
  const current = await shop.tables({ location })
  if (action === 'service') {
    const who = input.oneOf(2, ['guests', 'staff', 'off'])
    const openedBy = who === 'off' ? current.openedBy : who === 'staff' ? 'staff' : 'guests'
    return shop.writeTableService({ location, version: current.version, isOn: who !== 'off', openedBy })
  }
  // For an unknown table, sends version 0. The shop then refuses this table.
  const versioned = (number: string) => ({
    number,
    version: current.tables.find((table) => table.number === number)?.version ?? 0,
  })
  if (action === 'rename') return shop.renameTable({ location, ...versioned(input.required(2)), to: input.required(3) })
  if (action === 'remove') return shop.removeTable({ location, ...versioned(input.required(2)) })
  const numbers = input.args[2] ? splitNumbers(input.args[2]) : current.tables.map(({ number }) => number)
  return shop.renewTables({ location, tables: numbers.map(versioned) })
}

const splitNumbers = (numbers: string) => numbers.split(',').map((number) => number.trim())

const showResult = (answer: StoreTables, locale: Locale) => ({ answer, lines: showTables(answer, locale) })

function showTables({ tables }: StoreTables, locale: Locale): string[] {
  if (tables.length === 0) return [staffText(locale, 'no_tables')]
  return tables.map(({ number, isTaken }) => staffText(locale, isTaken ? 'table_taken' : 'table_free', { number }))
}

function showStore({ location, name, isOn, tables, taken }: TableStore, locale: Locale): string {
  const stateText = isOn
    ? staffText(locale, 'tables_taken', { tables, taken })
    : staffText(locale, 'tables_off', { tables })
  return [location, pick(name, locale), stateText].join('  ')
}
