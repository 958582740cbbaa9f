import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/**
 * Texts that a faulty copy of a table could change: escape sequences of COPY and JSON, line endings, a lone quote,
 * Chinese characters outside the Basic Multilingual Plane.
 */
const oddTexts = [
  '\\N',
  '\\.',
  'tab\tand\\tab',
  'line\nand\r\nline',
  `it's "quoted"`,
  '灯里 𠮷野家 🏮',
  '\u0001\u200b',
  ' ',
  'null',
]

/**
 * For each table, the values that its constraints require in addition to the column types. `{row}` stands for the
 * number of the row.
 */
const requiredValues: Record<string, Record<string, unknown>> = {
  campaigns: { closes_at: '2030-01-01', outcome: 'succeeded', decided_at: '2029-01-01', cap: 100 },
  campaign_items: { stock: 1000, tiers: '[{"from":1,"price":2}]' },
  campaign_joins: { has_place: false },
  campaign_windows: { until_time: '𠮷', capacity: 1000 },
  coupons: { code: 'ODD {row}', max_uses: 1000 },
  credit_entries: { kind: 'grant', held: 0, order_id: null },
  credit_grants: { amount: 1000 },
  credit_uses: { state: 'captured', amount: 1000 },
  exchange_rates: { currency: 'C{row}' },
  membership_grants: { pieces: 100 },
  modifier_groups: { min: 0 },
  orders: {
    status: 'NEW',
    payment_status: 'PAID_ONLINE',
    fulfilment_status: 'PLACED',
    cancel_request: 'NONE',
    total: 1000,
    balance: 20,
    credit: 30,
    refunded: 1,
    refunding: 1,
  },
  payment_attempts: { amount: 1000, received: 1000 },
  products: { price_to: 1000, quantity_step: 1, max_per_order: 100 },
  referral_rewards: { full: 1000, state: 'given', settled_at: '2026-01-01' },
  referrals: { member_id: null, via: 'registration', order_id: null },
  slot_use: { capacity: 1000 },
  stock: { on_hand: 1000 },
}

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  parent: string | null
  parentColumn: string | null
}

/**
 * Writes rows of odd values into every empty table. Returns each table that lacks at least one of these rows, with the
 * last error.
 */
export async function fillTables(db: pg.Pool): Promise<Record<string, string>> {
  const { rows: columns } = await db.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    not a.attnotnull as "isNullable",
      a.atthasdef as "hasDefault", f.parent, f."parentColumn"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join lateral (
      select confrelid::regclass::text as parent, p.attname as "parentColumn" from pg_constraint k
      join pg_attribute p on p.attrelid = k.confrelid and p.attnum = k.confkey[1]
      where k.conrelid = c.oid and k.contype = 'f' and k.conkey[1] = a.attnum limit 1) f on true
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, a.attnum`)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const problems: Record<string, string> = {}
  // Makes several rounds, because the tables that a table references must have rows before the table itself.
  for (let round = 0; round < 6; round++) {
    for (const table of tables) {
      const { rows } = await db.query(`select from "${table}" limit 1`)
      if (rows.length > 0) continue
      delete problems[table]
      for (let row = 0; row < oddTexts.length; row++) {
        await insert(
          db,
          columns.filter((column) => column.table === table),
          row,
        ).catch((error: Error) => {
          problems[table] = error.message
        })
      }
    }
  }
  return problems
}

async function insert(db: pg.Pool, columns: Column[], row: number) {
  const values = new Map<string, unknown>()
  for (const column of columns) {
    const required = requiredValues[column.table]?.[column.name]
    if (required !== undefined)
      values.set(column.name, typeof required === 'string' ? required.replace('{row}', String(row)) : required)
    else if (column.parent) values.set(column.name, await parentOf(db, column, row))
    else if (!(column.hasDefault && /serial|^bigint|^uuid/.test(column.type)))
      values.set(column.name, makeValue(column, row))
  }
  const names = [...values.keys()]
  await db.query(
    `insert into "${columns[0]?.table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    [...values.values()],
  )
}

async function parentOf(db: pg.Pool, { parent, parentColumn }: Column, row: number) {
  const { rows } = await db.query(`select "${parentColumn}" as value from ${parent} order by 1`)
  return rows[row % rows.length]?.value ?? null
}

function makeValue({ type, name, isNullable }: Column, row: number): unknown {
  const text = oddTexts[row % oddTexts.length] ?? ''
  if (isNullable && row === 0) return null
  if (/^character/.test(type)) return 'CAD'
  if (type === 'text') return `${text}${row}${name}`
  if (type === 'tsvector') return "'灯里':1A 'it''s':2"
  if (type === 'text[]') return oddTexts
  if (type === 'jsonb')
    return JSON.stringify({
      en: text.replace('\0', ''),
      zh: oddTexts.slice(0, row),
      n: 1e21,
      deep: [null, { a: text }],
    })
  if (type === 'bytea') return row === 1 ? randomBytes(3_000_000) : Buffer.from([0, 1, 92, 10, 255])
  if (type === 'integer[]') return [row, row + 1]
  if (/^(integer|bigint|smallint|numeric)/.test(type)) return row + 1
  if (/^double|^real/.test(type)) return 0.1 + 0.2
  if (type === 'boolean') return row % 2 === 0
  if (type === 'date') return '2026-02-28'
  if (/^timestamp/.test(type)) return `2026-11-01T05:59:59.${String(123456 + row)}Z`
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(row).padStart(12, '0')}`
  throw new Error(`what is a ${type}?`)
}
