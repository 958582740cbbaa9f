import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { App, Context } from './context.ts'
import { clearMemos, memoize } from './memo.ts'

/**
 * A stub of the app that has only the database connection `db`. `memoize` compares it with the `db` of a context: if
 * they differ, a transaction is open.
 */
function openShop() {
  const db = {}
  const app = { database: { db } } as unknown as App
  const ctx = { app, db } as Context
  const inTransaction = { app, db: {} } as Context
  return { app, ctx, inTransaction }
}

/** A memoized query. `ends` has one function for each run of the query. Calling the function ends that run. */
function reading() {
  const ends: ((value: string) => void)[] = []
  const load = memoize(() => new Promise<string>((resolve) => ends.push(resolve)))
  return { load, ends }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('concurrent callers share one query', async () => {
  const { ctx } = openShop()
  const { load, ends } = reading()
  const all = [load(ctx), load(ctx), load(ctx)]
  ends[0]?.('read')
  expect(await Promise.all(all)).toEqual(['read', 'read', 'read'])
  expect(await load(ctx)).toBe('read')
  expect(ends).toHaveLength(1)
})

test('the value is read again after five seconds', async () => {
  const { ctx } = openShop()
  const { load, ends } = reading()
  const first = load(ctx)
  ends[0]?.('old')
  await first
  vi.advanceTimersByTime(4999)
  expect(await load(ctx)).toBe('old')
  vi.advanceTimersByTime(2)
  const second = load(ctx)
  ends[1]?.('new')
  expect(await second).toBe('new')
})

test('a result is not cached if the cache was cleared while its query ran', async () => {
  const { app, ctx } = openShop()
  const { load, ends } = reading()
  const before = load(ctx)
  clearMemos(app)
  const after = load(ctx)
  ends[1]?.('new')
  ends[0]?.('old')
  expect(await before).toBe('old')
  expect(await after).toBe('new')
  expect(await load(ctx)).toBe('new')
})

test('a transaction does not wait for a query outside it, and its own result is not cached', async () => {
  const { ctx, inTransaction } = openShop()
  const { load, ends } = reading()
  const outside = load(ctx)
  const inside = load(inTransaction)
  ends[1]?.('not yet committed')
  expect(await inside).toBe('not yet committed')
  ends[0]?.('committed')
  expect(await outside).toBe('committed')
  expect(await load(ctx)).toBe('committed')
  expect(await load(inTransaction)).toBe('committed')
  expect(ends).toHaveLength(2)
})

test('the next caller runs a failed query again', async () => {
  const { ctx } = openShop()
  let reads = 0
  const load = memoize(async () => {
    if (++reads === 1) throw new Error('the database is away')
    return reads
  })
  await expect(load(ctx)).rejects.toThrow('away')
  expect(await load(ctx)).toBe(2)
})

test('two shops in one process have separate caches', async () => {
  const [one, two] = [openShop(), openShop()]
  let reads = 0
  const load = memoize(async () => ++reads)
  expect(await load(one.ctx)).toBe(1)
  expect(await load(two.ctx)).toBe(2)
  expect(await load(one.ctx)).toBe(1)
})
