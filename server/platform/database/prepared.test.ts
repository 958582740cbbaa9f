import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { events, settings } from '#server/platform/tables.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Database } from './database.ts'
import {
  placeholders,
  plannedRows,
  prepared,
  preparedRows,
  typedPlaceholder,
  typedPlaceholders,
} from './prepared-queries.ts'
import { transact } from './transactions.ts'

const shop = setUpShop()
beforeEach(() => shop.reset())

const insertEvent = prepared((db) => {
  const { id: _, ...columns } = placeholders(events)
  return db.insert(events).values(columns).returning()
})
const at = new Date('2026-11-20T12:00:00Z')
const event = { name: 'order.paid', payload: { orderId: 'x' }, createdAt: at, runAt: at, attempts: 0 }
const count = preparedRows<{ n: number }>(() => sql`select count(*)::int as n from events`)

describe('a prepared query', () => {
  it('converts values, including null, by the types of its columns', async () => {
    const [row] = await insertEvent(shop.app.database.db, { ...event, doneAt: null, lastError: null })
    expect(row).toMatchObject({ ...event, doneAt: null, lastError: null })
    expect(await shop.query('select payload is null as payload, done_at is null as done from events')).toEqual([
      { payload: false, done: true },
    ])
  })

  it('inlines constant values into the prepared statement', async () => {
    const byName = prepared((db) =>
      db
        .select({ at: events.createdAt, n: sql<number>`${sql.placeholder('n')}::int` })
        .from(events)
        .where(eq(events.name, "it's" as 'order.paid')),
    )
    await transact(shop.ctx(), async ({ db }) => {
      await insertEvent(db, { ...event, name: "it's", doneAt: null, lastError: null })
      expect(await byName(db, { n: 3 })).toEqual([{ at, n: 3 }])
      const { rows } = (await db.execute(
        sql`select statement from pg_prepared_statements where statement like '%it''''s%'`,
      )) as unknown as { rows: unknown[] }
      expect(rows).toHaveLength(1)
    })
  })

  it('refuses to run if a value is missing', async () => {
    const run = async () => insertEvent(shop.app.database.db, event)
    await expect(run()).rejects.toThrow('doneAt')
  })

  it('runs in the open transaction and is rolled back with it', async () => {
    const undone = transact(shop.ctx(), async ({ db }) => {
      await insertEvent(db, { ...event, doneAt: null, lastError: 'within' })
      expect(await count(db, {})).toEqual([{ n: 1 }])
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await count(shop.app.database.db, {})).toEqual([{ n: 0 }])
  })

  it('runs in 30 concurrent transactions, each committed or rolled back on its own', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        transact(shop.ctx(), async ({ db }) => {
          await insertEvent(db, { ...event, attempts: n, doneAt: null, lastError: null })
          if (n % 2) throw new Error('odd')
        }).catch(() => {}),
      ),
    )
    expect(await shop.query('select attempts from events where attempts % 2 = 1')).toEqual([])
    expect(await count(shop.app.database.db, {})).toEqual([{ n: 15 }])
  })

  it('returns joined rows as the query builder does, with null for a missing row', async () => {
    const { db } = shop.app.database
    await insertEvent(db, { ...event, doneAt: null, lastError: null })
    await insertEvent(db, { ...event, attempts: 7, doneAt: at, lastError: 'x' })
    const other = alias(events, 'other')
    const build = (db: Database) =>
      db
        .select({ event: events, other, both: sql<string>`${events.attempts} || coalesce(${other.lastError}, '-')` })
        .from(events)
        .leftJoin(other, and(eq(other.attempts, 7), eq(events.attempts, 0)))
        .orderBy(asc(events.attempts))
    const read = prepared(build)
    const rows = await read(db, {})
    expect(rows.map(({ event, other, both }) => [event.attempts, other?.doneAt, both])).toEqual([
      [0, at, '0x'],
      [7, undefined, '7-'],
    ])
    expect(rows).toEqual(await build(db))
  })

  it('has variants that each update different columns', async () => {
    const { db } = shop.app.database
    const write = prepared((db, ...names: string[]) =>
      db
        .update(events)
        .set(typedPlaceholders(events, names))
        .where(eq(events.name, sql.placeholder('of')))
        .returning(),
    )
    await insertEvent(db, { ...event, doneAt: null, lastError: null })
    expect(await write(db, { of: 'order.paid', attempts: 3 }, 'attempts')).toMatchObject([
      { attempts: 3, doneAt: null },
    ])
    expect(await write(db, { of: 'order.paid', doneAt: at }, 'doneAt')).toMatchObject([{ attempts: 3, doneAt: at }])
  })

  it('writes a JSON value into a column that is set by name', async () => {
    const { db } = shop.app.database
    await db.insert(settings).values({ key: 'of-a-test', value: 1 })
    const write = prepared((db) =>
      db
        .update(settings)
        .set({ value: typedPlaceholder('value', settings.value) })
        .where(eq(settings.key, 'of-a-test'))
        .returning(),
    )
    expect(await write(db, { value: { a: ['茶', null] } })).toMatchObject([{ value: { a: ['茶', null] } }])
  })
})

describe('plannedRows', () => {
  const plansOf = (db: Database, text: string) =>
    db.execute(sql`select statement from pg_prepared_statements where statement like ${`%${text}%`}`)

  it('plans an SQL text once for all values', async () => {
    const read = plannedRows(1)
    await transact(shop.ctx(), async ({ db }) => {
      expect(await read(db, sql`select ${1}::int as planned_once`)).toEqual([{ planned_once: 1 }])
      expect(await read(db, sql`select ${2}::int as planned_once`)).toEqual([{ planned_once: 2 }])
      expect(await plansOf(db, 'as planned_once')).toMatchObject({ rows: [{}] })
    })
  })

  it('runs texts beyond its limit without a prepared statement', async () => {
    const read = plannedRows(1)
    await transact(shop.ctx(), async ({ db }) => {
      await read(db, sql`select ${1}::int as first_text`)
      expect(await read(db, sql`select ${2}::int as second_text`)).toEqual([{ second_text: 2 }])
      expect(await plansOf(db, 'as second_text')).toMatchObject({ rows: [] })
    })
  })
})
