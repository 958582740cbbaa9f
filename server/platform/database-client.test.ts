import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sparingClient } from './database-client.ts'

const Client = sparingClient(pg.Client)
const client = new Client({ connectionString: inject('postgresUrl'), pipeline: true })
const other = new pg.Client({ connectionString: inject('postgresUrl') })
const say = (text: string, values: unknown[] = []) => client.query({ text, values })
const bytesWritten = () =>
  (client as unknown as { connection: { stream: { bytesWritten: number } } }).connection.stream.bytesWritten
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
