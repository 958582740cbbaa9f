import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sparingClient } from './client.ts'

const Client = sparingClient(pg.Client)
const client = new Client({ connectionString: inject('postgresUrl'), pipeline: true })
const other = new pg.Client({ connectionString: inject('postgresUrl') })
const say = (text: string, values: unknown[] = []) => client.query({ text, values })
interface Insides {
  connection: { stream: { bytesWritten: number; bytesRead: number } }
}
const bytesWritten = () => (client as unknown as Insides).connection.stream.bytesWritten
const seen = async () => (await other.query('select n from sparing order by n')).rows.map(({ n }) => n)

beforeAll(async () => {
  await Promise.all([client.connect(), other.connect()])
  await other.query('drop table if exists sparing')
  await other.query('create table sparing (n int primary key)')
})
afterAll(async () => {
  await other.query('drop table sparing')
  await Promise.all([client.end(), other.end()])
})

test('a transaction without statements asks the database nothing', async () => {
  const before = bytesWritten()
  await say('begin')
  await say('commit')
  await say('begin')
  await say('rollback')
  expect(bytesWritten()).toBe(before)
})

test('what happens in a transaction is seen once it is committed, and not if it is rolled back', async () => {
  await say('begin')
  await say('insert into sparing values ($1)', [1])
  expect(await seen()).toEqual([])
  await say('commit')
  expect(await seen()).toEqual([1])
  await say('begin')
  await say('insert into sparing values ($1)', [2])
  await say('rollback')
  expect(await seen()).toEqual([1])
})

test('where the first statement fails the whole transaction does', async () => {
  await say('begin')
  await expect(say('insert into sparing values ($1)', [1])).rejects.toMatchObject({ code: '23505' })
  await expect(say('insert into sparing values ($1)', [3])).rejects.toMatchObject({ code: '25P02' })
  await say('rollback')
  await say('insert into sparing values ($1)', [4])
  expect(await seen()).toEqual([1, 4])
})

test('statements that are asked at once are done in their order, each with its own answer', async () => {
  await say('begin')
  const answers = await Promise.all([
    say('insert into sparing values ($1)', [5]),
    say('select n from sparing where n >= $1 order by n', [4]),
    say('delete from sparing where n = $1 returning n', [5]),
    say('select count(*)::int as n from sparing where n = $1', [5]),
  ])
  await say('commit')
  expect(answers.slice(1).map(({ rows }) => rows)).toEqual([[{ n: 4 }, { n: 5 }], [{ n: 5 }], [{ n: 0 }]])
})

test('what columns a statement answers is told once, and its rows are read the same again', async () => {
  const bytesRead = () => (client as unknown as Insides).connection.stream.bytesRead
  const read = async () => {
    const before = bytesRead()
    const { rows, rowCount } = await say(
      'select n as "aRatherLongNameOfAColumn", $1::jsonb as body from sparing order by n',
      ['{}'],
    )
    return { rows, rowCount, bytes: bytesRead() - before }
  }
  const [first, second] = [await read(), await read()]
  expect(second).toMatchObject({ rows: first.rows, rowCount: first.rowCount })
  expect(first.rows[0]).toEqual({ aRatherLongNameOfAColumn: 1, body: {} })
  expect(first.bytes - second.bytes).toBeGreaterThan(50)
  // As a pool does.
  const called = new Promise((done) =>
    Reflect.apply(client.query, client, [
      { text: 'select 8 as n where $1' },
      [true],
      (_: unknown, answer: pg.QueryResult) => done(answer.rows),
    ]),
  )
  expect(await called).toEqual([{ n: 8 }])
  await say('insert into sparing select 9 where $1', [true])
  expect(await say('insert into sparing select 10 where $1', [false])).toMatchObject({ rows: [], rowCount: 0 })
})

test('a statement whose columns have become others fails rather than answer wrongly', async () => {
  await other.query('create table if not exists changing as select 1 as a')
  const read = () => say('select * from changing where $1', [true])
  expect((await read()).rows).toEqual([{ a: 1 }])
  await other.query('alter table changing add b int')
  await expect(read()).rejects.toThrow('cached plan must not change result type')
  await other.query('drop table changing')
})
