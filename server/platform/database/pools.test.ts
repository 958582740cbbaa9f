import { Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { poolWithReader, turnClient } from './pools.ts'

const connectionString = inject('postgresUrl')
const Client = turnClient(pg.Client)
const client = new Client({ connectionString, pipeline: true })
const Pool = poolWithReader(pg.Pool)
const pool = new Pool({ connectionString, pipeline: true, Client, max: 3 })

beforeAll(() => client.connect())
afterAll(async () => {
  await client.end()
  await pool.end()
})

test('the client sends the queries of one event loop turn together, and each gets its own result', async () => {
  const cork = vi.spyOn(Socket.prototype, 'cork')
  const queries = [1, 2, 3].map((n) => client.query('select $1::int as n', [n]))
  const socket = cork.mock.contexts[0] as Socket
  cork.mockRestore()
  expect(socket.writableLength).toBeGreaterThan(0)
  expect((await Promise.all(queries)).map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  expect(socket.writableLength).toBe(0)
})

test('a failing query does not affect the other queries of its turn', async () => {
  const [first, second] = await Promise.allSettled([client.query('select 1 / 0'), client.query('select 2 as n')])
  expect(first).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect(second).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 2 }] } })
})

test('the reads of one turn share one connection and release it afterwards', async () => {
  const read = () => pool.reader.query({ text: 'select pg_backend_pid() as pid' }, [])
  const pids = (await Promise.all([read(), read(), read()])).map(({ rows }) => rows[0].pid)
  expect(new Set(pids).size).toBe(1)
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
})
